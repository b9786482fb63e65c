// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace app {

class StudyBoard;

/// What the heads overview is coloured by. Statistics are over the valid rows of a head.
enum class HeadMeasure {
    KEpsShare, ///< mean of k_eps over the row's keys
    TailMassMean, ///< mean tail mass under the rule, upper end
    TailMassMaximum, ///< largest tail mass under the rule, upper end
    Entropy, ///< mean, nat
    Sigma, ///< mean
    LargestWeight, ///< mean
};

inline constexpr std::array headMeasures{HeadMeasure::KEpsShare, HeadMeasure::TailMassMean,
    HeadMeasure::TailMassMaximum, HeadMeasure::Entropy, HeadMeasure::Sigma, HeadMeasure::LargestWeight};

/// Nothing while the head has not been studied, and for heads without valid rows.
std::optional<double> measureOf(const StudyBoard& board, std::size_t place, HeadMeasure measure);

}
