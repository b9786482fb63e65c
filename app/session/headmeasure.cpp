// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/headmeasure.h"

#include "session/studyboard.h"

namespace app {

std::optional<double> measureOf(const StudyBoard& board, std::size_t place, HeadMeasure measure)
{
    const auto* study = board.study(place);
    if (!study || study->summary.audit.valid == 0)
        return {};
    const auto* numbers = board.numbers(place);
    switch (measure) {
    case HeadMeasure::KEpsShare:
        return numbers->kEpsShare;
    case HeadMeasure::TailMassMean:
        return numbers->tailMassKnown ? std::optional(numbers->mean.upper) : std::nullopt;
    case HeadMeasure::TailMassMaximum:
        return numbers->tailMassKnown ? std::optional(numbers->maximum.upper) : std::nullopt;
    case HeadMeasure::Entropy:
        return study->summary.entropy.mean;
    case HeadMeasure::Sigma:
        return study->summary.sigma.mean;
    case HeadMeasure::LargestWeight:
        return study->summary.largestWeight.mean;
    }
    return {};
}

}
