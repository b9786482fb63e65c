// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "doubledouble.h"
#include "real.h"

namespace proofs {

/// A number known up to a factor 1 +- 2^-80; zero is zero.
inline constexpr double referenceError = 0x1p-80;

/// Exact sums of doubles of any magnitude: 1300 bits hold all that lies between the smallest subnormal and 2^200.
class ExactSum
{
public:
    ExactSum()
    {
        mpfr_init2(m_sum, 1300);
        mpfr_set_zero(m_sum, 1);
    }
    ~ExactSum() { mpfr_clear(m_sum); }
    ExactSum(const ExactSum&) = delete;
    ExactSum& operator=(const ExactSum&) = delete;

    void add(double x) { mpfr_add_d(m_sum, m_sum, x, MPFR_RNDN); }
    support::Real value() const { return support::Real::of(m_sum); }

private:
    mpfr_t m_sum;
};

/// The sums of dropped and kept weights of a row, independent of core.
class ExactRow
{
public:
    virtual ~ExactRow() = default;
    virtual std::size_t size() const = 0;
    virtual support::Real tail(std::size_t k) const = 0; ///< up to referenceError
    virtual support::Real head(std::size_t k) const = 0; ///< of keys
    virtual support::Real sink() const { return {}; } ///< weight of a virtual key that is always kept
};

/// Weights that are stored numbers.
class StoredWeights : public ExactRow
{
public:
    explicit StoredWeights(std::vector<double> weights)
        : m_weights(std::move(weights))
    {
        std::sort(m_weights.begin(), m_weights.end(), std::greater<>());
    }
    std::size_t size() const override { return m_weights.size(); }
    support::Real tail(std::size_t k) const override { return sum(k, size()); }
    support::Real head(std::size_t k) const override { return sum(0, k); }

private:
    support::Real sum(std::size_t begin, std::size_t end) const
    {
        ExactSum sum;
        for (std::size_t i = begin; i < end; ++i)
            sum.add(m_weights[i]);
        return sum.value();
    }

    std::vector<double> m_weights;
};

/// Weights that are exponentials of scores, relative to the largest. Weights below e^-600 are left out of sums that
/// larger ones dominate, where they are less than 2^-800; a tail that starts below e^-300 is summed relative to its own
/// largest score.
class ScoredWeights : public ExactRow
{
public:
    ScoredWeights(
        std::vector<DoubleDouble> scores, const std::optional<double>& sinkScore, const Exponential& exponential)
        : m_scores(std::move(scores))
        , m_sinkScore(sinkScore)
        , m_exp(exponential)
        , m_tail(m_scores.size() + 1)
        , m_head(m_scores.size() + 1)
    {
        std::sort(m_scores.begin(), m_scores.end(), [](const auto& a, const auto& b) { return b < a; });
        for (std::size_t i = 0; i < size(); ++i)
            m_head[i + 1] = m_head[i] + weight(i, 0);
        for (std::size_t i = size(); i-- > 0;)
            m_tail[i] = m_tail[i + 1] + weight(i, 0);
    }
    std::size_t size() const override { return m_scores.size(); }
    support::Real head(std::size_t k) const override { return real(m_head[k]); }
    support::Real tail(std::size_t k) const override
    {
        if (k >= size() || difference(k, 0).high > -300)
            return real(m_tail[k]);
        DoubleDouble sum;
        for (std::size_t i = size(); i-- > k;)
            sum = sum + weight(i, k);
        return real(sum) * exp(realDifference(k));
    }
    support::Real sink() const override
    {
        return m_sinkScore ? exp(support::Real(*m_sinkScore) - real(m_scores[0])) : support::Real();
    }
    /// exp(score - largest) of place `i` in falling order.
    DoubleDouble weight(std::size_t i, std::size_t reference) const
    {
        const DoubleDouble x = difference(i, reference);
        return x.high > -600 ? m_exp(x) : DoubleDouble{};
    }
    support::Real realDifference(std::size_t i) const { return real(m_scores[i]) - real(m_scores[0]); }
    static support::Real real(const DoubleDouble& x) { return support::Real(x.high) + support::Real(x.low); }

private:
    /// Scores of 1e308 and their opposites leave the range; then the weight is 0 for certain.
    DoubleDouble difference(std::size_t i, std::size_t reference) const
    {
        const double about = m_scores[i].high - m_scores[reference].high;
        return about > -1000 ? m_scores[i] + -m_scores[reference] : DoubleDouble{-1000, 0};
    }

    std::vector<DoubleDouble> m_scores; ///< falling
    std::optional<double> m_sinkScore;
    const Exponential& m_exp;
    std::vector<DoubleDouble> m_tail;
    std::vector<DoubleDouble> m_head;
};

}
