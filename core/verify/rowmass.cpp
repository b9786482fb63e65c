// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/rowmass.h"

namespace core {

namespace {

Number atLeastZero(Number x)
{
    return x < Number(0) ? Number(0) : x;
}

struct Part
{
    Number sum;
    std::uint64_t keys = 0;

    Part(const SplitSums& sums, std::initializer_list<Standing> standings)
    {
        for (const Standing standing : standings) {
            sum = sum + sums.sum(standing);
            keys += sums.keys(standing);
        }
    }
};

/// Soundness 9b: the exact probabilities are proportional to numbers that were rounded once to the stored ones and may
/// be off by a factor before.
MassRange rounded(const Part& tail, const Part& head, const RowFacts& facts)
{
    const Number below = Number(1) + Number(facts.format.unitRoundoff);
    const Number above = Number(1) - Number(facts.format.unitRoundoff);
    const Number lostTail = Number(static_cast<double>(tail.keys)) * Number(facts.format.halfSmallest);
    const Number lostHead = Number(static_cast<double>(head.keys)) * Number(facts.format.halfSmallest);
    const Number tailUpper = (tail.sum / above + lostTail) * facts.producerFactor;
    const Number tailLower = atLeastZero(tail.sum / below - lostTail) / facts.producerFactor;
    const Number headUpper = (head.sum / above + lostHead) * facts.producerFactor;
    const Number headLower = atLeastZero(head.sum / below - lostHead) / facts.producerFactor;
    return {tailLower / (tailLower + headUpper), tailUpper / (tailUpper + headLower)};
}

/// What the ends above may be off by, since what rounding may have lost is taken off sums in double: as much as these
/// sums, however little is left of them.
double cancellationSlack(const Part& tail, const Part& head, const RowFacts& facts)
{
    if (!(Number(0) < facts.producerFactor) || !(Number(0) < tail.sum + head.sum))
        return 0;
    const double ofSums = static_cast<double>(facts.keys) * 0x1p-51;
    const MassRange ends = rounded(tail, head, facts);
    const Number lostHead = Number(static_cast<double>(head.keys)) * Number(facts.format.halfSmallest);
    const Number leftOfHead = atLeastZero(head.sum - lostHead);
    return ofSums * ((tail.sum + ends.upper * head.sum) / (tail.sum + leftOfHead)).toDouble();
}

MassRange tailMassOf(const Part& tail, const Part& head, const RowFacts& facts)
{
    if (tail.keys == 0)
        return {Number(0), Number(0)};
    if (head.keys == 0 && !facts.sink)
        return {Number(1), Number(1)};
    if (Number(0) < facts.producerFactor)
        return rounded(tail, head, facts);
    const Number kept = facts.sink ? head.sum + *facts.sink : head.sum;
    const Number mass = tail.sum / (tail.sum + kept);
    return {mass, mass};
}

}

void SplitSums::add(Standing standing, const Number& weight, std::uint64_t keys)
{
    const auto place = static_cast<std::size_t>(standing);
    mpfr_add(m_sums[place].get(), m_sums[place].get(), weight.get(), MPFR_RNDN);
    m_keys[place] += keys;
}

RowMass massOf(const RowFacts& facts, const SplitSums& sums)
{
    using enum Standing;
    RowMass mass;
    mass.kind = facts.kind;
    if (mass.kind != RowKind::Valid)
        return mass;
    mass.notNormalised = facts.notNormalised;
    mass.keys = facts.keys;
    mass.relativeSlack = facts.relativeSlack;
    mass.absoluteSlack = facts.absoluteSlack;
    mass.keptAtLeast = sums.keys(Kept);
    mass.keptAtMost = facts.keys - sums.keys(Dropped);
    const Part tail(sums, {Dropped, DroppedPerhaps});
    const Part head(sums, {Kept, KeptPerhaps});
    mass.exact = tailMassOf(tail, head, facts);
    mass.absoluteSlack += cancellationSlack(tail, head, facts);
    if (mass.keptAtLeast < mass.keptAtMost)
        mass.anyway =
            MassRange{tailMassOf(Part(sums, {Dropped}), Part(sums, {Kept, KeptPerhaps, DroppedPerhaps}), facts).lower,
                tailMassOf(Part(sums, {Dropped, KeptPerhaps, DroppedPerhaps}), Part(sums, {Kept}), facts).upper};
    return mass;
}

RowMass massOf(const RowWeights& row, const std::vector<Standing>& standings)
{
    SplitSums sums;
    for (std::size_t place = 0; place < standings.size(); ++place)
        sums.add(standings[place], row.weights[place]);
    return massOf(row.facts, sums);
}

}
