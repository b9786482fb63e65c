// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/laddercontent.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Ladder", text);
}

struct RungName
{
    std::string_view key; ///< as in core::LadderBound
    const char* shown;
};

constexpr std::array rungNames{RungName{"single_gap_ratio", QT_TRANSLATE_NOOP("app::Ladder", "gap ratio")},
    RungName{"single_gap", QT_TRANSLATE_NOOP("app::Ladder", "single gap")},
    RungName{"multi_gap", QT_TRANSLATE_NOOP("app::Ladder", "multi-gap")},
    RungName{"sorted_blocks", QT_TRANSLATE_NOOP("app::Ladder", "sorted blocks")},
    RungName{"positional_blocks", QT_TRANSLATE_NOOP("app::Ladder", "key blocks")},
    RungName{"sorted_blocks_mean", QT_TRANSLATE_NOOP("app::Ladder", "sorted, Jensen")},
    RungName{"positional_blocks_mean", QT_TRANSLATE_NOOP("app::Ladder", "keys, Jensen")},
    RungName{"max_norm", QT_TRANSLATE_NOOP("app::Ladder", "2 C τ")},
    RungName{"diameter", QT_TRANSLATE_NOOP("app::Ladder", "τ · diameter")},
    RungName{"radius", QT_TRANSLATE_NOOP("app::Ladder", "2 R τ")},
    RungName{"box", QT_TRANSLATE_NOOP("app::Ladder", "τ · box")},
    RungName{"variance", QT_TRANSLATE_NOOP("app::Ladder", "variance")}};

QString shownName(std::string_view key)
{
    const auto found = std::ranges::find(rungNames, key, &RungName::key);
    return found == rungNames.end() ? QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()))
                                    : tr(found->shown);
}

QString assumptionOf(const core::LadderBound& bound)
{
    auto text = QString::fromUtf8(bound.assumption.data(), static_cast<qsizetype>(bound.assumption.size()));
    if (bound.name.find("blocks") != std::string_view::npos)
        text += tr(" (blocks of %1)").arg(core::ladderBlock);
    return text;
}

/// The tightest first; a vacuous bound is never called the smallest.
std::vector<LadderRung> rungsOf(const std::vector<core::LadderBound>& bounds)
{
    std::vector<LadderRung> rungs;
    for (const auto& bound : bounds)
        rungs.push_back({shownName(bound.name), assumptionOf(bound), bound.bound, bound.vacuous, false});
    std::ranges::stable_sort(rungs, {}, [](const LadderRung& rung) { return rung.bound.upper; });
    const auto smallest = std::ranges::find(rungs, false, &LadderRung::vacuous);
    if (smallest != rungs.end())
        smallest->smallest = true;
    return rungs;
}

}

TailLadderValues tailLadderContent(const core::RowDetail& row, const core::RowTruncation& truncation, double epsilon,
    const std::vector<core::LadderBound>* ladder)
{
    TailLadderValues values;
    const auto& tau = truncation.mass.tau;
    if (tau.upper == 0) {
        values.note = tr("Nothing is lost: there is nothing to bound.");
        return values;
    }
    if (truncation.choice.shown.size() == 0) {
        values.note = tr("The rule keeps no key of this row: all of its mass is lost.");
        return values;
    }
    if (!truncation.choice.shown.isLargest()) {
        values.note = tr("Gaps and blocks bound what the largest keys leave. This rule drops a key that is larger than "
                         "one it keeps, so they do not hold here.");
        return values;
    }
    if (!ladder) {
        values.note = tr("Computing the bounds …");
        return values;
    }
    values.ladder = LadderValues{tr("tail mass"), tau, rungsOf(*ladder), epsilon};
    if (row.sorted.stored)
        values.note =
            tr("Stored probabilities hold no scores: gaps are those of ln p, and the two Jensen bounds, which "
               "need mean scores, are left out.");
    return values;
}

std::optional<OutputErrorValues> outputErrorContent(
    const core::RowDetail& row, const core::RowTruncation& truncation, const core::OutputLadder* ladder)
{
    const auto error = ladder ? core::boundedBy(*ladder, truncation.outputError, row) : truncation.outputError;
    if (!error)
        return {};
    OutputErrorValues values{error->absolute, error->relative, {}, {}};
    if (!ladder)
        return values;
    values.ladder = LadderValues{tr("output error"), error->absolute, rungsOf(ladder->bounds), {}};
    values.notRenormalised = ladder->notRenormalised;
    return values;
}

}
