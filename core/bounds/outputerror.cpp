// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/outputerror.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/centre.h"
#include "bounds/norm.h"

namespace core {

namespace {

/// Sums over a tail, one number per dimension (soundness 11); c is the centre.
struct TailSums
{
    std::vector<double> moment; ///< g = sum of w (v - c)
    std::vector<double> magnitude; ///< A = sum of w |v - c|
    std::vector<double> distance; ///< B = sum of |v - c|
    std::size_t terms = 0;

    explicit TailSums(std::size_t dimensions)
        : moment(dimensions)
        , magnitude(dimensions)
        , distance(dimensions)
    {
    }

    void add(double weight, const double* value, const double* centre)
    {
        for (std::size_t c = 0; c < moment.size(); ++c) {
            const double difference = value[c] - centre[c];
            const double size = std::abs(difference);
            moment[c] += weight * difference;
            magnitude[c] += weight * size;
            distance[c] += size;
        }
        ++terms;
    }
};

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
    const TailSums& at(std::size_t kept)
    {
        for (std::size_t place = m_row.keys.size() - m_sums.terms; place-- > kept;)
            m_sums.add(
                m_row.weights[place], m_row.values.data() + m_row.keys[place] * m_row.dimensions, m_centre.data());
        return m_sums;
    }

private:
    const WeightedValues& m_row;
    const std::vector<double>& m_centre;
    TailSums m_sums;
};

/// The same sums where the dropped keys are not the smallest ones.
TailSums sumsOverDropped(const WeightedValues& row, const std::vector<double>& centre, const KeptSet& kept)
{
    TailSums sums(row.dimensions);
    const std::vector<std::uint32_t> dropped = kept.dropped(row.keys.size());
    for (auto place = dropped.rbegin(); place != dropped.rend(); ++place)
        sums.add(row.weights[*place], row.values.data() + row.keys[*place] * row.dimensions, centre.data());
    return sums;
}

/// Those over all keys, with the sink, from those over the keys.
TailSums withSink(TailSums sums, const WeightedValues& row, const std::vector<double>& centre)
{
    const std::vector<double> zero(row.dimensions);
    if (row.sinkWeight)
        sums.add(*row.sinkWeight, zero.data(), centre.data());
    return sums;
}

/// Bound on the error of a computed moment: per coordinate `relative` A_c + `absolute` (B_c + terms) (soundness 11).
struct MomentError
{
    double relative = 0;
    double absolute = 0;
    double terms = 0;

    MomentError(const WeightError& error, std::size_t count)
        : terms(static_cast<double>(count))
    {
        const double each = gammaOf(terms + 2) + error.combined();
        relative = each < 0.5 ? (1 + 0x1p-20) * each / (1 - each) : std::numeric_limits<double>::infinity();
        absolute = error.absolute * std::exp(error.scoreError) + 3 * smallestNormal;
    }

    double at(const TailSums& sums, std::size_t c) const
    {
        return relative * sums.magnitude[c] + absolute * (sums.distance[c] + terms);
    }
};

/// The interval of ||o_S - o|| from the sums over the tail and over all keys (soundness 11).
class ErrorInterval
{
public:
    ErrorInterval(const WeightError& error, const TailSums& all)
        : m_error(error)
        , m_all(all)
        , m_allMoment(normUpper(all.moment))
        , m_farthest(2 * normUpper(all.distance) * (1 + 0x1p-20))
        , m_x(all.moment.size())
        , m_r(all.moment.size())
    {
        const MomentError ofAll(error, all.terms);
        for (std::size_t c = 0; c < m_r.size(); ++c)
            m_r[c] = ofAll.at(all, c);
        m_allError = normUpper(m_r);
    }

    /// False where a value is not finite, or sums of values leave the double range.
    bool exists() const { return std::isfinite(m_farthest); }

    Interval operator()(const TailSums& tail, const TailMass& mass)
    {
        if (mass.tau.upper == 0)
            return {0, 0};
        const Interval& tau = mass.tau;
        combine(tail, tau.lower + (tau.upper - tau.lower) / 2);
        const auto dimensions = static_cast<double>(m_x.size());
        const double distance = norm(m_x);
        const double slack = normUpper(m_r) + tau.upper * m_allError + (tau.upper - tau.lower) * m_allMoment;
        double upper = (distance * (1 + (dimensions + 4) * unitRoundoff) + slack) / mass.headLower
            * (1 + (dimensions + 32) * unitRoundoff);
        double lower =
            (distance * (1 - (dimensions + 8) * unitRoundoff) - slack) / mass.headUpper * (1 - 32 * unitRoundoff);
        // No bound from the walk when the head underflowed: but no value is further from the centre than B.
        if (!(upper < std::numeric_limits<double>::infinity()))
            upper = tau.upper * m_farthest;
        if (!(lower >= smallestNormal))
            lower = 0;
        return {lower, std::max(upper, smallestNormal)};
    }

private:
    /// x = g - t g0, and r, the bound on its error but for t.
    void combine(const TailSums& tail, double t)
    {
        const MomentError ofTail(m_error, tail.terms);
        for (std::size_t c = 0; c < m_x.size(); ++c) {
            m_x[c] = tail.moment[c] - t * m_all.moment[c];
            m_r[c] = ofTail.at(tail, c) + 8 * smallestNormal
                + 2 * unitRoundoff * (std::abs(tail.moment[c]) + t * std::abs(m_all.moment[c]));
        }
    }

    const WeightError& m_error;
    const TailSums& m_all;
    double m_allMoment = 0;
    double m_allError = 0;
    double m_farthest = 0;
    std::vector<double> m_x;
    std::vector<double> m_r;
};

}

OutputErrors outputErrors(const WeightedValues& row, std::span<const KeptMass> kept)
{
    const std::vector<double> centre = weightedMean(row);
    OutputErrors result{norm(centre), {}};
    std::vector<std::size_t> falling;
    std::vector<TailSums> sums(kept.size(), TailSums(0));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i].kept.isLargest())
            falling.push_back(i);
        else
            sums[i] = sumsOverDropped(row, centre, kept[i].kept);
    }
    std::ranges::sort(falling, std::ranges::greater{}, [&](std::size_t i) { return kept[i].kept.size(); });

    TailWalk walk(row, centre);
    for (const std::size_t i : falling)
        sums[i] = walk.at(kept[i].kept.size());
    const TailSums all = withSink(walk.at(0), row, centre);
    ErrorInterval interval(row.error, all);
    if (!interval.exists())
        return result;
    for (std::size_t i = 0; i < kept.size(); ++i)
        result.error.push_back(interval(sums[i], kept[i].mass));
    return result;
}

OutputErrors outputErrorsOfAllK(const WeightedValues& row, std::span<const TailMass> mass)
{
    const std::vector<double> centre = weightedMean(row);
    OutputErrors result{norm(centre), {}};
    TailWalk whole(row, centre);
    const TailSums all = withSink(whole.at(0), row, centre);
    ErrorInterval interval(row.error, all);
    if (!interval.exists())
        return result;
    TailWalk walk(row, centre);
    result.error.resize(mass.size());
    for (std::size_t k = mass.size(); k-- > (row.sinkWeight ? 0U : 1U);)
        result.error[k] = interval(walk.at(k), mass[k]);
    return result;
}

}
