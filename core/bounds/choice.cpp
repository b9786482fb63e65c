// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/choice.h"

#include <algorithm>
#include <cmath>

#include "bounds/keyshare.h"
#include "bounds/tailcurve.h"
#include "truncation/blockedsum.h"
#include "truncation/ranking.h"

namespace core {

namespace {

/// By its bits: a subnormal number compares equal to zero when the processor is set to flush.
bool isZero(double weight)
{
    return rankOf(weight) == rankOf(0);
}

/// 1 + the largest k < n of which `fails` is true; `fails` is true of 0 and, as k rises, turns false once.
template <typename Fails>
std::size_t firstAfterFailing(std::size_t count, Fails fails)
{
    std::size_t failing = 0;
    std::size_t after = count;
    while (after - failing > 1) {
        const std::size_t middle = failing + (after - failing) / 2;
        (fails(middle) ? failing : after) = middle;
    }
    return after;
}

class Chooser
{
public:
    explicit Chooser(const SortedRow& row)
        : m_row(row)
        , m_size(row.size())
    {
    }

    Choice operator()(const TopK& rule) const { return {std::min(rule.k, m_size), {}}; }

    /// Tail masses fall as k rises: one k that fails for certain puts the choice beyond it, one that holds at it or
    /// before.
    Choice operator()(const TopP& rule) const
    {
        const WeightError error = weightErrorOf(m_row);
        const double least = std::nextafter(1 - rule.mass, 0.0); // 1 - P is exact from 0.5 up only
        const double most = std::nextafter(1 - rule.mass, 1.0);
        const bool exact = rule.mass >= 0.5;
        const double below = exact ? 1 - rule.mass : least;
        const double above = exact ? 1 - rule.mass : most;
        const std::size_t enough =
            firstAfterFailing(m_size, [&](std::size_t k) { return !(tailMassAt(m_row, k, error).tau.upper <= below); });
        const std::size_t possible =
            firstAfterFailing(m_size, [&](std::size_t k) { return tailMassAt(m_row, k, error).tau.lower > above; });
        if (possible >= enough)
            return {enough, {}};
        return {enough, Choice::Undecided{enough, possible, above}};
    }

    Choice operator()(const Threshold& rule) const
    {
        const KeyShares::Cut cut = KeyShares(m_row, weightErrorOf(m_row)).cutAt(rule.probability);
        const auto atLeast = [&](double least) {
            return static_cast<std::size_t>(
                std::ranges::count_if(m_row.weights, [least](double weight) { return weight >= least; }));
        };
        const std::size_t certain = atLeast(cut.certain);
        const std::size_t possible = atLeast(cut.possible);
        if (certain == possible)
            return {certain, {}};
        return {certain, Choice::Undecided{possible, certain, 1}};
    }

    Choice operator()(const Window& rule) const
    {
        std::vector<std::uint32_t> places;
        const std::vector<std::uint8_t> forced = forcedPlaces(rule);
        for (std::uint32_t place = 0; place < m_size; ++place)
            if (forced[place] != 0)
                places.push_back(place);
        return {KeptSet(std::move(places)), {}};
    }

    Choice operator()(const ForcedTopK& rule) const
    {
        std::vector<std::uint32_t> places;
        const std::vector<std::uint8_t> forced = forcedPlaces(rule.forced);
        auto free = rule.k - static_cast<std::size_t>(std::ranges::count(forced, 1));
        for (std::uint32_t place = 0; place < m_size; ++place) {
            if (forced[place] == 0) {
                if (free == 0)
                    continue;
                --free;
            }
            places.push_back(place);
        }
        return {KeptSet(std::move(places)), {}};
    }

    Choice operator()(const BlockTop&) const { return {}; } // made beforehand
    Choice operator()(const ImportedMask&) const { return {}; }

    Choice marked(const MarkedKeys& made, std::size_t rowOfHead) const
    {
        const auto [first, last] = std::ranges::minmax(m_row.keys);
        const std::vector<Membership> marks = made.marks(rowOfHead, {first, std::size_t{last} + 1});
        const auto markOf = [&](std::uint32_t place) { return marks[m_row.keys[place] - first]; };
        std::vector<std::uint32_t> shown;
        std::vector<std::uint32_t> certain;
        std::vector<std::uint32_t> undecided;
        for (std::uint32_t place = 0; place < m_size; ++place) {
            const Membership mark = markOf(place);
            if (mark == Membership::Kept || mark == Membership::PerhapsKept)
                shown.push_back(place);
            if (mark == Membership::Kept)
                certain.push_back(place);
            else if (mark != Membership::Dropped)
                undecided.push_back(place);
        }
        Choice choice{KeptSet(shown), {}};
        if (!undecided.empty()) {
            const std::size_t taken = shown.size() - certain.size();
            const bool known = made.countIsKnown();
            choice.undecided = Choice::Undecided{with(certain, undecided, 0, known ? taken : undecided.size()),
                with(certain, undecided, undecided.size() - (known ? taken : 0), undecided.size()), 1};
        }
        return choice;
    }

private:
    /// Which places hold one of the row's last `recent` or first `sinks` keys: 1, else 0.
    std::vector<std::uint8_t> forcedPlaces(const Window& window) const
    {
        if (window.sinks + window.recent >= m_size)
            return std::vector<std::uint8_t>(m_size, 1);
        const auto [firstFree, lastFree] = freeKeys(window);
        std::vector<std::uint8_t> forced(m_size);
        for (std::size_t place = 0; place < m_size; ++place)
            forced[place] = m_row.keys[place] < firstFree || m_row.keys[place] > lastFree ? 1 : 0;
        return forced;
    }

    /// The least and the largest key that a window does not force.
    std::pair<std::uint32_t, std::uint32_t> freeKeys(const Window& window) const
    {
        const auto [least, largest] = std::ranges::minmax(m_row.keys);
        if (largest - least + std::size_t{1} == m_size) // no key between them is missing
            return {
                least + static_cast<std::uint32_t>(window.sinks), largest - static_cast<std::uint32_t>(window.recent)};
        std::vector<std::uint32_t> keys = m_row.keys;
        const auto keyAt = [&](std::size_t place) {
            std::ranges::nth_element(keys, keys.begin() + static_cast<std::ptrdiff_t>(place));
            return keys[place];
        };
        const std::uint32_t first = keyAt(window.sinks);
        return {first, keyAt(m_size - 1 - window.recent)};
    }

    static KeptSet with(
        std::vector<std::uint32_t> places, const std::vector<std::uint32_t>& more, std::size_t begin, std::size_t end)
    {
        places.insert(places.end(), more.begin() + static_cast<std::ptrdiff_t>(begin),
            more.begin() + static_cast<std::ptrdiff_t>(end));
        std::ranges::sort(places);
        return KeptSet(std::move(places));
    }

    const SortedRow& m_row;
    std::size_t m_size;
};

/// Computed weights of the dropped keys.
struct DroppedSum
{
    double sum = 0; ///< added from the smallest up
    bool isZero = true; ///< every weight is
};

DroppedSum droppedSum(const SortedRow& row, const std::vector<std::uint32_t>& kept)
{
    BlockedSum sum;
    bool zero = true;
    auto next = kept.rbegin();
    for (std::size_t place = row.size(); place-- > 0;) {
        if (next != kept.rend() && *next == place) {
            ++next;
            continue;
        }
        sum.add(row.weights[place]);
        zero = zero && isZero(row.weights[place]);
    }
    return {sum.value(), zero};
}

}

Choice chooseKeys(const SortedRow& row, const PreparedRule& rule, std::size_t rowOfHead)
{
    const Chooser chooser(row);
    if (rule.marks)
        return chooser.marked(*rule.marks, rowOfHead);
    return std::visit(chooser, rule.rule);
}

TailMass tailMassOf(const SortedRow& row, const KeptSet& kept, const WeightError& error)
{
    if (kept.isLargest())
        return tailMassAt(row, kept.size(), error);
    const std::vector<std::uint32_t> places = kept.kept();
    const DroppedSum dropped = droppedSum(row, places);
    BlockedSum head;
    for (const std::uint32_t place : places)
        head.add(row.weights[place]);
    const bool nothingLost = error.exact() && dropped.isZero;
    return tailMass(dropped.sum, head.value() + row.headSum(0), nothingLost ? 0 : row.size() - places.size(),
        places.size() + row.alwaysKept(), error);
}

TailMass tailMassOf(const SortedRow& row, const Choice& choice, const WeightError& error)
{
    if (!choice.undecided)
        return tailMassOf(row, choice.shown, error);
    const TailMass best = tailMassOf(row, choice.undecided->best, error);
    TailMass mass = tailMassOf(row, choice.undecided->worst, error);
    mass.tailLower = best.tailLower;
    mass.headUpper = best.headUpper;
    mass.tau.lower = best.tau.lower;
    // What the rule promises holds for the numbers that the choice was made from.
    if (error == weightErrorOf(row))
        mass.tau.upper = std::min(mass.tau.upper, choice.undecided->mostLost);
    return mass;
}

bool keepsMass(const SortedRow& row, const KeptSet& kept)
{
    if (!row.stored || kept.isLargest()) // exponentials are above 0, however small; the largest weight of a row is
        return kept.size() + row.alwaysKept() > 0;
    return std::ranges::any_of(kept.kept(), [&](std::uint32_t place) { return !isZero(row.weights[place]); });
}

std::optional<double> efficiencyOf(const SortedRow& row, const KeptSet& kept)
{
    if (kept.size() == 0)
        return std::nullopt;
    const double lost = kept.isLargest() ? row.tail[kept.size()] : droppedSum(row, kept.kept()).sum;
    if (!row.stored && isZero(lost))
        return 1; // what underflows tells no sets apart
    const auto enough = std::ranges::partition_point(row.tail, [lost](double tail) { return tail > lost; });
    const auto least = std::max<std::ptrdiff_t>(enough - row.tail.begin(), 1);
    return std::min(static_cast<double>(least) / static_cast<double>(kept.size()), 1.0);
}

}
