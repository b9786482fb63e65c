// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "rowbatches.h"

namespace proofs {

/// One row to be checked: what is stored, and which of it exists.
struct RowCase
{
    core::Source source = core::Source::Scores;
    core::Element element = core::Element::F64;
    std::vector<double> numbers; ///< scores, probabilities, or K row by row; before they are rounded to the format
    std::vector<double> query; ///< Q, for Factors
    double scale = 1;
    double softCap = 0; ///< 0: none
    core::KeyRange range;
    std::vector<std::uint8_t> exists; ///< by key; empty: all
    std::optional<double> sinkScore; ///< of scores, and of Q and K
    std::vector<double> softmaxOf; ///< scores that the probabilities come from; empty: they come from none

    std::size_t keyCount() const { return query.empty() ? numbers.size() : numbers.size() / query.size(); }
    bool allows(std::size_t key) const { return range.contains(key) && (exists.empty() || exists[key] != 0); }
};

/// Rows of every kind of soundness 16. Row i is the same in every run.
class RowCases
{
public:
    explicit RowCases(std::uint64_t index)
        : m_index(index)
        , m_random(static_cast<std::uint32_t>(index * 0x9E3779B9U + 20261130U))
    {
    }

    RowCase next()
    {
        constexpr std::size_t mostProducts = 300'000;
        const std::size_t n = length();
        RowCase made;
        const core::Element elements[] = {
            core::Element::F16, core::Element::BF16, core::Element::F32, core::Element::F64};
        made.element = elements[count(0, 3)];
        const std::size_t dims = std::size_t{1} << count(0, 6);
        switch (m_index % 4) {
        case 2:
            makeProbabilities(n, made);
            break;
        case 3:
            if (n * dims <= mostProducts) {
                makeFactors(n, dims, made);
                break;
            }
            [[fallthrough]];
        default:
            made.numbers = scores(n, made.element);
        }
        mask(made);
        if (made.source != core::Source::Probabilities && uniform(0, 1) < 0.4)
            made.sinkScore = sinkScore(made);
        if (made.source == core::Source::Factors && made.keyCount() <= 2048 && uniform(0, 1) < 0.4)
            made.softCap = std::exp(uniform(-5, 8));
        return made;
    }

    double uniform(double low, double high) { return low + (high - low) * static_cast<double>(m_random()) * 0x1p-32; }
    std::size_t count(std::size_t least, std::size_t most)
    {
        return least + static_cast<std::size_t>(uniform(0, static_cast<double>(most - least + 1)));
    }
    double normal()
    {
        return std::sqrt(-2 * std::log(uniform(0x1p-33, 1))) * std::cos(6.283185307179586 * uniform(0, 1));
    }
    std::size_t logUniform(std::size_t most)
    {
        return static_cast<std::size_t>(std::exp(uniform(0, std::log(static_cast<double>(most) + 1))));
    }

private:
    static constexpr std::size_t longest = 131072;

    /// Log-uniform up to 131072, to 1024 or to 64, mixed so that 10^6 rows have less than 2 x 10^8 keys; 50 of them are
    /// of full length.
    std::size_t length()
    {
        if (m_index % 20000 == 1000 + m_index / 20000 % 4)
            return longest;
        const double place = uniform(0, 1);
        return std::clamp<std::size_t>(logUniform(place < 0.0115 ? longest : place < 0.2 ? 1024 : 64), 1, longest);
    }

    std::vector<double> scores(std::size_t n, core::Element element)
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const std::size_t kind = count(0, 14);
        const double spread = std::exp(uniform(-2, 3));
        const double largest = element == core::Element::F16 ? 6e4 : element == core::Element::F64 ? 1.7e308 : 3e38;
        const double offset = uniform(-1, 1) * (element == core::Element::F64 ? 1e12 : 1e3);
        std::vector<double> result(n);
        for (double& x : result)
            switch (kind) {
            case 0:
            case 1:
                x = spread * normal();
                break;
            case 2: // heavy
                x = spread * normal() / std::max(std::abs(normal()), 1e-6);
                break;
            case 3: // flat
                x = 1 + 0x1p-50 * normal();
                break;
            case 4: // two levels
                x = uniform(0, 1) < 0.3 ? 7.303170051237 : 0;
                break;
            case 5: // ties
                x = std::round(2 * normal());
                break;
            case 6: // deep underflow
                x = uniform(-2000, 0);
                break;
            case 7: // border of underflow
                x = uniform(0, 1) < 0.2 ? 0 : uniform(-760, -690);
                break;
            case 8: // subnormal
                x = normal() * (element == core::Element::F64 ? 1e-310 : 1e-40);
                break;
            case 9: // infinities
                x = uniform(0, 1) < 0.4 ? -infinity : normal();
                break;
            case 10:
                x = offset + 3 * normal();
                break;
            case 11: // half an ulp of the sum
                x = uniform(0, 1) < 0.1 ? 0 : std::log(0x1p-53 * uniform(0.9, 1.1));
                break;
            case 12:
                x = uniform(-1, 1) * largest;
                break;
            case 13: // both zeros
                x = uniform(0, 1) < 0.5 ? 0.0 : -0.0;
                break;
            default:
                x = -40 * uniform(0, 1);
            }
        if (kind == 14) // one hot
            result[count(0, n - 1)] = uniform(0, 800);
        if (uniform(0, 1) < 0.01)
            result[count(0, n - 1)] = uniform(0, 1) < 0.5 ? infinity : std::numeric_limits<double>::quiet_NaN();
        return result;
    }

    void makeProbabilities(std::size_t n, RowCase& made)
    {
        made.source = core::Source::Probabilities;
        made.numbers.resize(n);
        const std::size_t kind = count(0, 9);
        if (kind <= 5)
            return softmax(n, kind == 5 ? uniform(0.5, 1.5) : 1, made);
        const double least = std::exp(uniform(-700, -1));
        for (double& x : made.numbers)
            x = kind == 6   ? 1 / static_cast<double>(n)
                : kind == 7 ? std::round(uniform(0, 8)) / 8
                : kind == 8 ? (uniform(0, 1) < 0.7 ? 0 : least * uniform(0, 1))
                            : least;
        if (kind == 9)
            made.numbers[count(0, n - 1)] = uniform(0, 1) < 0.5 ? 1 : uniform(-1, 1);
    }

    void softmax(std::size_t n, double factor, RowCase& made)
    {
        const double spread = std::exp(uniform(-2, 3));
        std::vector<double> from(n);
        for (double& x : from)
            x = std::min(spread * normal(), 300.0);
        const double maximum = *std::max_element(from.begin(), from.end());
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
            sum += made.numbers[j] = std::exp(from[j] - maximum);
        for (double& x : made.numbers)
            x *= factor / sum;
        if (factor == 1)
            made.softmaxOf = std::move(from);
    }

    void makeFactors(std::size_t n, std::size_t dims, RowCase& made)
    {
        made.source = core::Source::Factors;
        made.scale = uniform(0, 1) < 0.5 ? 1 / std::sqrt(static_cast<double>(dims)) : uniform(0.01, 1);
        const double size = std::exp(uniform(-3, 2));
        made.query.resize(dims);
        made.numbers.resize(n * dims);
        for (double& x : made.query)
            x = size * normal();
        for (double& x : made.numbers)
            x = 2 * normal();
        if (uniform(0, 1) < 0.1) // a common part that cancels
            for (std::size_t i = 0; i < made.numbers.size(); i += std::max<std::size_t>(dims, 2))
                made.numbers[i] += 100;
    }

    /// Among the largest scores, or up to 2000 away from the largest: it or all others vanish. MPFR's range holds both.
    double sinkScore(const RowCase& made)
    {
        double largest = made.source == core::Source::Factors ? 0 : -std::numeric_limits<double>::infinity();
        for (std::size_t key = 0; key < made.keyCount() && made.source == core::Source::Scores; ++key)
            if (made.allows(key) && std::isfinite(made.numbers[key]))
                largest = std::max(largest, made.numbers[key]);
        const double away = uniform(0, 1) < 0.3 ? uniform(-2000, 2000) : 3 * normal();
        const double stored = support::Matrix({largest}, 1, made.element).stored().at(0, 0);
        return std::isfinite(stored) ? stored + away : away;
    }

    void mask(RowCase& made)
    {
        const std::size_t n = made.keyCount();
        made.range = {0, n};
        if (uniform(0, 1) < 0.1)
            made.range.end = count(0, n);
        if (uniform(0, 1) < 0.1) {
            made.exists.resize(n);
            for (std::uint8_t& key : made.exists)
                key = uniform(0, 1) < 0.6 ? 1 : 0;
        }
        if (made.range.end != n || !made.exists.empty())
            made.softmaxOf.clear();
    }

    std::uint64_t m_index;
    std::mt19937 m_random;
};

}
