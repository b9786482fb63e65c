// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/outputerror.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "bounds/centre.h"
#include "bounds/keptweights.h"
#include "bounds/norm.h"
#include "bounds/valuemoments.h"

namespace core {

namespace {

/// Walks a row from its smallest weight up, once per object.
class TailWalk
{
public:
    TailWalk(const WeightedValues& row, const std::vector<double>& centre)
        : m_row(row)
        , m_centre(centre)
        , m_sums(row.dimensions)
    {
    }

    /// Sums over the tail that is left when `kept` keys are kept; `kept` must not rise from call to call.
    const ValueMoments& at(std::size_t kept)
    {
        for (std::size_t place = m_row.keys.size() - m_sums.terms; place-- > kept;)
            m_sums.add(
                m_row.weights[place], m_row.values.data() + m_row.keys[place] * m_row.dimensions, m_centre.data());
        return m_sums;
    }

private:
    const WeightedValues& m_row;
    const std::vector<double>& m_centre;
    ValueMoments m_sums;
};

/// The same sums where the dropped keys are not the smallest ones.
ValueMoments sumsOverDropped(const WeightedValues& row, const std::vector<double>& centre, const KeptSet& kept)
{
    ValueMoments sums(row.dimensions);
    const std::vector<std::uint32_t> dropped = kept.dropped(row.keys.size());
    for (auto place = dropped.rbegin(); place != dropped.rend(); ++place)
        sums.add(row.weights[*place], row.values.data() + row.keys[*place] * row.dimensions, centre.data());
    return sums;
}

void addSink(double weight, const std::vector<double>& centre, ValueMoments& sums)
{
    const std::vector<double> zero(centre.size());
    sums.add(weight, zero.data(), centre.data());
}

/// Those over all keys, with the sink, from those over the keys.
ValueMoments withSink(ValueMoments sums, const WeightedValues& row, const std::vector<double>& centre)
{
    if (row.sink)
        addSink(row.sink->weight, centre, sums);
    return sums;
}

/// Sums over the kept keys and the sink, with their own weights.
ValueMoments sumsOverKept(const WeightedValues& row, const std::vector<double>& centre, const KeptWeights& own)
{
    ValueMoments sums(row.dimensions);
    for (std::size_t i = own.places.size(); i-- > 0;)
        sums.add(own.weights[i], row.values.data() + row.keys[own.places[i]] * row.dimensions, centre.data());
    if (own.sink)
        addSink(*own.sink, centre, sums);
    return sums;
}

/// Walks a row from its largest weight down, once per object.
class HeadWalk
{
public:
    HeadWalk(const WeightedValues& row, const std::vector<double>& centre)
        : m_row(row)
        , m_centre(centre)
        , m_sums(row.dimensions)
    {
    }

    /// Sums over the `kept` first keys and the sink; `kept` must not fall from call to call.
    ValueMoments at(std::size_t kept)
    {
        for (std::size_t place = m_sums.terms; place < kept; ++place)
            m_sums.add(
                m_row.weights[place], m_row.values.data() + m_row.keys[place] * m_row.dimensions, m_centre.data());
        return withSink(m_sums, m_row, m_centre);
    }

private:
    const WeightedValues& m_row;
    const std::vector<double>& m_centre;
    ValueMoments m_sums;
};

/// Whether the error is better taken from the kept keys than from the dropped ones: sums over these, divided by the
/// kept mass, lose their digits where that is small.
bool keepsLittle(const TailMass& mass)
{
    return mass.tau.lower > 0.5;
}

/// Whether the largest weight of all is kept: then the row's weights need not be made anew. A sink may be small.
bool keepsLargest(const KeptSet& kept)
{
    return kept.isLargest() && kept.size() > 0;
}

/// The interval of ||o_S - o|| from the sums over all keys and over the dropped or the kept ones (soundness 11).
class ErrorInterval
{
public:
    ErrorInterval(const WeightError& error, const ValueMoments& all)
        : m_error(error)
        , m_all(all)
        , m_allMoment(normUpper(all.moment))
        , m_farthest(2 * normUpper(all.distance) * (1 + 0x1p-20))
        , m_x(all.moment.size())
        , m_r(all.moment.size())
    {
        m_allError = momentError(error, all);
    }

    /// False where a value is not finite, or sums of values leave the double range.
    bool exists() const { return std::isfinite(m_farthest); }

    /// So wide that a bound from the values' distances says more: more than twice its lower end, and more than their
    /// mean distance from the centre allows.
    bool isAbsurd(const Interval& error, const TailMass& mass) const
    {
        constexpr double nothing = 0x1p-900;
        const double meanDistance = m_farthest / (2 * static_cast<double>(m_all.terms));
        return error.upper > 2 * error.lower && error.upper > mass.tau.upper * meanDistance && error.upper > nothing;
    }

    /// From H (o_S - o) = -g + tau g0, g over the dropped keys.
    Interval fromDropped(const ValueMoments& tail, const TailMass& mass)
    {
        const Interval& tau = mass.tau;
        combine(tail, tau.lower + (tau.upper - tau.lower) / 2);
        const auto dimensions = static_cast<double>(m_x.size());
        const double distance = norm(m_x);
        const double slack = normUpper(m_r) + tau.upper * m_allError + (tau.upper - tau.lower) * m_allMoment;
        const double upper = (distance * (1 + (dimensions + 4) * unitRoundoff) + slack) / mass.headLower
            * (1 + (dimensions + 32) * unitRoundoff);
        const double lower =
            (distance * (1 - (dimensions + 8) * unitRoundoff) - slack) / mass.headUpper * (1 - 32 * unitRoundoff);
        return withinRange(lower, upper, mass);
    }

    /// From o_S - o = g / H - g0 / Z, Z over all keys; `kept` is g and `head` contains H, of weights with `error`.
    Interval fromKept(const ValueMoments& kept, const Interval& head, const WeightError& error, const TailMass& mass)
    {
        const Interval all{(mass.tailLower + mass.headLower) * (1 - 2 * unitRoundoff),
            (mass.tailUpper + mass.headUpper) * (1 + 2 * unitRoundoff)};
        const double keptError = meanError(momentError(error, kept), normUpper(kept.moment), head);
        const double allError = meanError(m_allError, m_allMoment, all);
        for (std::size_t c = 0; c < m_x.size(); ++c) {
            const double ofKept = kept.moment[c] / head.lower;
            const double ofAll = m_all.moment[c] / all.lower;
            m_x[c] = ofKept - ofAll;
            m_r[c] = 3 * unitRoundoff * (std::abs(ofKept) + std::abs(ofAll)) + 4 * smallestNormal;
        }
        const auto dimensions = static_cast<double>(m_x.size());
        const double distance = norm(m_x);
        const double slack = (normUpper(m_r) + keptError + allError) * (1 + 64 * unitRoundoff);
        const double upper =
            (distance * (1 + (dimensions + 4) * unitRoundoff) + slack) * (1 + (dimensions + 32) * unitRoundoff);
        const double lower = (distance * (1 - (dimensions + 8) * unitRoundoff) - slack) * (1 - 32 * unitRoundoff);
        return withinRange(lower, upper, mass);
    }

private:
    /// No bound from sums where an error is infinite or a head underflowed: but no value is further from the centre
    /// than B.
    Interval withinRange(double lower, double upper, const TailMass& mass) const
    {
        if (mass.tau.upper == 0)
            return {0, 0};
        if (!(upper < std::numeric_limits<double>::infinity()))
            upper = mass.tau.upper * m_farthest;
        if (!(lower >= smallestNormal))
            lower = 0;
        return {lower, std::max(upper, smallestNormal)};
    }

    double momentError(const WeightError& error, const ValueMoments& sums)
    {
        const MomentError each(error, sums.terms);
        for (std::size_t c = 0; c < m_r.size(); ++c)
            m_r[c] = each.at(sums, c);
        return normUpper(m_r);
    }

    /// Bound on the error of g / `sum`.lower as the quotient of the exact moment G and the exact sum H: by the triangle
    /// inequality |G - g| / H + |g| (1 / H_lower - 1 / H), and 1 / H_lower - 1 / H <= (H_upper - H_lower) / H_lower^2.
    static double meanError(double momentError, double moment, const Interval& sum)
    {
        return (momentError + moment * (sum.width() / sum.lower)) / sum.lower + 4 * smallestNormal;
    }

    /// x = g - t g0, and r, the bound on its error but for t.
    void combine(const ValueMoments& tail, double t)
    {
        const MomentError ofTail(m_error, tail.terms);
        for (std::size_t c = 0; c < m_x.size(); ++c) {
            m_x[c] = tail.moment[c] - t * m_all.moment[c];
            m_r[c] = ofTail.at(tail, c) + 8 * smallestNormal
                + 2 * unitRoundoff * (std::abs(tail.moment[c]) + t * std::abs(m_all.moment[c]));
        }
    }

    const WeightError& m_error;
    const ValueMoments& m_all;
    double m_allMoment = 0;
    double m_allError = 0;
    double m_farthest = 0;
    std::vector<double> m_x;
    std::vector<double> m_r;
};

/// Intervals of some kept sets of one row.
class ErrorsOfRow
{
public:
    ErrorsOfRow(const WeightedValues& row, const std::vector<double>& centre, const ValueMoments& all)
        : m_row(row)
        , m_centre(centre)
        , m_interval(row.error, all)
    {
    }

    bool exist() const { return m_interval.exists(); }

    Interval fromDropped(const ValueMoments& tail, const TailMass& mass) { return m_interval.fromDropped(tail, mass); }

    Interval fromLargest(HeadWalk& walk, std::size_t kept, const TailMass& mass)
    {
        return m_interval.fromKept(walk.at(kept), {mass.headLower, mass.headUpper}, m_row.error, mass);
    }

    Interval fromKept(const KeptSet& kept, const TailMass& mass)
    {
        const KeptWeights own = keptWeights(m_row, kept);
        return m_interval.fromKept(sumsOverKept(m_row, m_centre, own), own.sum, own.error, mass);
    }

    /// Cuts what is wide by OutputBounds.
    void cut(std::span<const TailMass> mass, std::vector<Interval>& errors) const
    {
        const auto isAbsurd = [&](std::size_t i) { return m_interval.isAbsurd(errors[i], mass[i]); };
        const auto places = std::views::iota(std::size_t{0}, errors.size());
        if (std::ranges::none_of(places, isAbsurd))
            return;
        const OutputBounds bounds = outputBounds(m_row, mass);
        for (const std::size_t i : places)
            if (isAbsurd(i))
                errors[i].upper = std::min({errors[i].upper, bounds.radius[i], bounds.variance[i]});
    }

private:
    const WeightedValues& m_row;
    const std::vector<double>& m_centre;
    ErrorInterval m_interval;
};

}

OutputErrors outputErrors(const WeightedValues& row, std::span<const KeptMass> kept)
{
    const std::vector<double> centre = weightedMean(row);
    OutputErrors result{norm(centre), {}};
    std::vector<std::size_t> rising;
    std::vector<ValueMoments> tails(kept.size(), ValueMoments(0));
    std::vector<TailMass> masses;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        masses.push_back(kept[i].mass);
        if (kept[i].kept.isLargest())
            rising.push_back(i);
        else if (!keepsLittle(kept[i].mass))
            tails[i] = sumsOverDropped(row, centre, kept[i].kept);
    }
    std::ranges::sort(rising, {}, [&](std::size_t i) { return kept[i].kept.size(); });

    TailWalk tailWalk(row, centre);
    for (const std::size_t i : std::views::reverse(rising))
        if (!keepsLittle(kept[i].mass))
            tails[i] = tailWalk.at(kept[i].kept.size());
    const ValueMoments all = withSink(tailWalk.at(0), row, centre);
    ErrorsOfRow errors(row, centre, all);
    if (!errors.exist())
        return result;
    HeadWalk headWalk(row, centre);
    result.error.resize(kept.size());
    for (const std::size_t i : rising)
        if (keepsLittle(kept[i].mass) && keepsLargest(kept[i].kept))
            result.error[i] = errors.fromLargest(headWalk, kept[i].kept.size(), kept[i].mass);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!keepsLittle(kept[i].mass))
            result.error[i] = errors.fromDropped(tails[i], kept[i].mass);
        else if (!keepsLargest(kept[i].kept))
            result.error[i] = errors.fromKept(kept[i].kept, kept[i].mass);
    }
    errors.cut(masses, result.error);
    return result;
}

OutputErrors outputErrorsOfAllK(const WeightedValues& row, std::span<const TailMass> mass)
{
    const std::vector<double> centre = weightedMean(row);
    OutputErrors result{norm(centre), {}};
    TailWalk whole(row, centre);
    const ValueMoments all = withSink(whole.at(0), row, centre);
    ErrorsOfRow errors(row, centre, all);
    if (!errors.exist())
        return result;
    TailWalk tailWalk(row, centre);
    HeadWalk headWalk(row, centre);
    result.error.resize(mass.size());
    for (std::size_t k = mass.size(); k-- > 1;)
        if (!keepsLittle(mass[k]))
            result.error[k] = errors.fromDropped(tailWalk.at(k), mass[k]);
    for (std::size_t k = 1; k < mass.size(); ++k)
        if (keepsLittle(mass[k]))
            result.error[k] = errors.fromLargest(headWalk, k, mass[k]);
    if (row.sink)
        result.error[0] =
            keepsLittle(mass[0]) ? errors.fromKept(0, mass[0]) : errors.fromDropped(tailWalk.at(0), mass[0]);
    errors.cut(mass, result.error);
    return result;
}

}
