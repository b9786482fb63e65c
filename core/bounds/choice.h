// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "bounds/tailmass.h"
#include "truncation/keptset.h"
#include "truncation/preparedrule.h"
#include "truncation/sortedrow.h"

namespace core {

/// What a rule keeps of one row (resources/manual/rules.md). Where double arithmetic cannot decide, the exact choice
/// loses at least what `best` loses and at most what `worst` does.
struct Choice
{
    struct Undecided
    {
        KeptSet best;
        KeptSet worst;
        double mostLost = 1; ///< what the rule itself promises of the stored row's tail mass
    };

    KeptSet shown; ///< the choice, or one definite set where it is undecided
    std::optional<Undecided> undecided;

    bool isAmbiguous() const { return undecided.has_value(); }
};

/// `row` is valid and is row `rowOfHead` of the head that the rule was prepared for; its weights have to be there. The
/// choice is made from the stored numbers as they are, whatever the reading.
Choice chooseKeys(const SortedRow& row, const PreparedRule& rule, std::size_t rowOfHead);

/// Tail mass of a kept set of a valid row, summed over the dropped keys from the smallest weight up.
TailMass tailMassOf(const SortedRow& row, const KeptSet& kept, const WeightError& error);

/// Contains the tail mass of the exact choice.
TailMass tailMassOf(const SortedRow& row, const Choice& choice, const WeightError& error);

/// Whether a kept key has a weight above 0, or there is a sink: else there is nothing to renormalise, and no output.
bool keepsMass(const SortedRow& row, const KeptSet& kept);

/// The number of keys of the smallest set that loses no more, over the number kept; computed in double, not proven.
/// Absent for a set that keeps nothing.
std::optional<double> efficiencyOf(const SortedRow& row, const KeptSet& kept);

}
