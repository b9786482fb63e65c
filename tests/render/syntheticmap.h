// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "heatmap/mapscene.h"

/// A causal head with made-up weights that add up to 1, and its pictures, by plain loops over all cells of a pixel.
class SyntheticMap
{
public:
    explicit SyntheticMap(std::size_t n)
        : m_n(n)
        , m_weights(n * n)
        , m_sorted(n)
    {
        for (std::size_t row = 0; row < n; ++row)
            fillRow(row);
    }

    float weight(std::size_t row, std::size_t key) const { return m_weights[row * m_n + key]; }
    bool kept(std::size_t row, std::size_t key, std::size_t k) const
    {
        return k >= m_sorted[row].size() || weight(row, key) >= m_sorted[row][k - 1];
    }
    double tailMass(std::size_t row, std::size_t k) const
    {
        double sum = 0;
        for (std::size_t i = k; i < m_sorted[row].size(); ++i)
            sum += static_cast<double>(m_sorted[row][i]);
        return sum;
    }

    render::MapHead head() const
    {
        render::MapHead head;
        head.size = {m_n, m_n};
        head.rows.title = QStringLiteral("query (row)");
        head.keys.title = QStringLiteral("key (column)");
        return head;
    }

    core::TileReply tile(const core::TileRequest& request) const
    {
        core::TileReply reply{request.width, request.height, {}, {}};
        const double rowStep = request.cells.rows / static_cast<double>(request.height);
        const double keyStep = request.cells.keys / static_cast<double>(request.width);
        for (std::size_t y = 0; y < request.height; ++y) {
            for (std::size_t x = 0; x < request.width; ++x)
                addPixel(reply, request, cellsFrom(request.cells.row + static_cast<double>(y) * rowStep, rowStep),
                    cellsFrom(request.cells.key + static_cast<double>(x) * keyStep, keyStep));
        }
        return reply;
    }

private:
    struct Cells
    {
        std::size_t begin;
        std::size_t end;
    };

    static Cells cellsFrom(double first, double step)
    {
        const auto begin = static_cast<std::size_t>(first + 1e-9);
        return {begin, std::max(begin + 1, static_cast<std::size_t>(first + step))};
    }

    void fillRow(std::size_t row)
    {
        double sum = 0;
        for (std::size_t key = 0; key <= row; ++key) {
            const auto hash = static_cast<std::uint32_t>((row / 3 * 7919U + key * 104729U) * 2654435761U) >> 8U;
            const double noise = static_cast<double>(hash % 4096U) / 4096.0;
            const double score = 6 * noise * std::sin(0.05 * static_cast<double>(key % 97))
                - 0.6 * std::log1p(static_cast<double>(row - key));
            m_weights[row * m_n + key] = static_cast<float>(std::exp(score));
            sum += std::exp(score);
        }
        for (std::size_t key = 0; key <= row; ++key)
            m_weights[row * m_n + key] /= static_cast<float>(sum);
        const auto begin = m_weights.begin() + static_cast<std::ptrdiff_t>(row * m_n);
        m_sorted[row].assign(begin, begin + static_cast<std::ptrdiff_t>(row) + 1);
        std::ranges::sort(m_sorted[row], std::greater());
    }

    void addPixel(core::TileReply& reply, const core::TileRequest& request, Cells rows, Cells keys) const
    {
        float largest = -1;
        bool anyKept = false;
        for (std::size_t row = rows.begin; row < std::min(rows.end, m_n); ++row) {
            for (std::size_t key = keys.begin; key < std::min(keys.end, row + 1); ++key) {
                largest = std::max(largest, weight(row, key));
                const auto* topK = request.veil ? std::get_if<core::TopK>(&request.veil->rule) : nullptr;
                anyKept = anyKept || topK == nullptr || kept(row, key, topK->k);
            }
        }
        const auto above = std::ranges::upper_bound(request.thresholds, largest) - request.thresholds.begin();
        reply.colour.push_back(static_cast<std::uint8_t>(above));
        reply.state.push_back(largest < 0 ? core::PixelState::MaskedCell
                : anyKept                 ? core::PixelState::KeptCell
                                          : core::PixelState::DroppedCell);
    }

    std::size_t m_n;
    std::vector<float> m_weights;
    std::vector<std::vector<float>> m_sorted; ///< falling
};
