// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "memoryhead.h"
#include "real.h"

namespace support {

/// One row of Q against K of some kind, and all that is exact about it.
class SearchCase
{
public:
    explicit SearchCase(std::uint32_t index)
        : m_random(index * 2654435761U + 77U)
        , m_dimensions(dimensionChoices[index % dimensionChoices.size()])
        , m_count(1 + choose(m_dimensions > 40 ? 60 : 140))
        , m_element(elements[index / 7 % 4])
        , m_kind(index % 11)
        , m_queries(1, m_dimensions, queryNumbers(), m_element)
        , m_keys(m_count, m_dimensions, keyNumbers(), m_element)
    {
        m_scale = index % 13 == 0 ? -0.37 : 1 / std::sqrt(static_cast<double>(m_dimensions));
        blockLength = std::size_t{1} << choose(6);
        end = index % 3 == 0 ? 1 + choose(m_count) % m_count : m_count;
        if (index % 5 == 0)
            for (std::size_t key = 0; key < m_count; ++key)
                exists.push_back(key == 0 || choose(3) != 0 ? 1 : 0);
    }

    core::RowBatch batch() const
    {
        core::RowBatch batch;
        batch.rows = {0, 1};
        batch.keyCount = m_count;
        batch.data = core::FactorRows{m_queries.matrix(), m_keys.matrix(), m_scale};
        batch.allowed.ranges.push_back({0, end});
        if (!exists.empty())
            batch.allowed.keys = std::make_shared<const std::vector<std::uint8_t>>(exists);
        return batch;
    }
    core::StoredMatrix keys() const { return m_keys.matrix(); }

    Real score(std::size_t key) const
    {
        const auto q = m_queries.matrix();
        const auto k = m_keys.matrix();
        Real sum;
        for (std::size_t c = 0; c < m_dimensions; ++c)
            sum += Real(q.at(0, c)) * Real(k.at(key, c));
        return sum * Real(m_scale);
    }

    std::size_t blockLength = 1;
    std::size_t end = 0; ///< the row sees keys before it
    std::vector<std::uint8_t> exists;

private:
    static constexpr std::array<std::size_t, 8> dimensionChoices{1, 2, 3, 8, 16, 36, 64, 128};
    static constexpr core::Element elements[] = {
        core::Element::F16, core::Element::BF16, core::Element::F32, core::Element::F64};

    std::size_t choose(std::size_t count) { return m_random() % count; }
    double normal()
    {
        double sum = 0;
        for (int i = 0; i < 12; ++i)
            sum += static_cast<double>(m_random()) * 0x1p-32;
        return sum - 6;
    }

    std::vector<double> queryNumbers()
    {
        std::vector<double> numbers(m_dimensions);
        const double size = m_kind == 7 ? 1e-20 : m_kind == 8 ? 60 : m_kind == 9 ? 400 : 2.5;
        for (double& number : numbers)
            number = size * normal();
        return numbers;
    }

    std::vector<double> keyNumbers()
    {
        std::vector<double> numbers(m_count * m_dimensions);
        std::vector<double> common(m_dimensions);
        for (std::size_t j = 0; j < m_count; ++j) {
            if (m_kind != 2 && (m_kind != 5 || j % 16 == 0))
                for (double& x : common)
                    x = normal();
            for (std::size_t c = 0; c < m_dimensions; ++c)
                numbers[j * m_dimensions + c] = number(j, common[c]);
        }
        return numbers;
    }

    double number(std::size_t key, double common)
    {
        switch (m_kind) {
        case 1: // heavy
            return std::clamp(normal() / std::max(std::abs(normal()), 0.02), -50.0, 50.0);
        case 2: // flat: all keys equal
            return common;
        case 3: // one hot
            return key == m_count / 2 ? 20 * normal() : 0.01 * normal();
        case 4: // ties
            return std::round(normal());
        case 5: // clusters
            return common + 0.1 * normal();
        case 6: // a common part that cancels
            return 100 + normal();
        case 7: // products far below 1
            return 1e-5 * normal();
        case 10: // as if equal, but for the last bits
            return 1 + 0x1p-9 * std::round(normal());
        default: // Gaussian; 8 and 9 with scores of hundreds and thousands
            return 2 * normal();
        }
    }

    std::mt19937 m_random;
    std::size_t m_dimensions;
    std::size_t m_count;
    core::Element m_element;
    std::size_t m_kind;
    StoredNumbers m_queries;
    StoredNumbers m_keys;
    double m_scale = 1;
};

}
