// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "npywriter.h"
#include "safetensorswriter.h"
#include "tempfolder.h"

/// Small dumps that the program is run on. Numbers are rounded to float first, so that a test computes from what is
/// stored.
namespace dumps {

inline std::vector<double> normals(std::size_t count, double deviation, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<double> numbers(count);
    for (double& x : numbers) {
        const double u = (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53;
        const double v = static_cast<double>(random() >> 11U) * 0x1p-53;
        x = static_cast<float>(deviation * std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v));
    }
    return numbers;
}

/// Scores of `heads` heads, rows by keys.
struct Scores
{
    std::size_t heads = 3;
    std::size_t rows = 17;
    std::size_t keys = 23;
    std::vector<double> values = normals(heads * rows * keys, 2, 11);

    std::vector<double> row(std::size_t head, std::size_t row) const
    {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>((head * rows + row) * keys);
        return {first, first + static_cast<std::ptrdiff_t>(keys)};
    }
    std::string npy() const { return support::npy({"", core::Element::F32, {heads, rows, keys}, values}); }
};

/// Causal Q, K and V of 4 query heads over 2 K/V heads, in two layers.
struct Grouped
{
    std::size_t heads = 4;
    std::size_t kvHeads = 2;
    std::size_t positions = 20;
    std::size_t dim = 8;
    double scale = 0.5;
    std::vector<std::vector<double>> q, k, v; ///< by layer

    Grouped()
    {
        for (std::uint64_t layer = 0; layer < 2; ++layer) {
            q.push_back(normals(heads * positions * dim, 1.5, 20 + layer));
            k.push_back(normals(kvHeads * positions * dim, 1.5, 30 + layer));
            v.push_back(normals(kvHeads * positions * dim, 1, 40 + layer));
        }
    }

    /// Scores of the keys up to the row.
    std::vector<double> row(std::size_t layer, std::size_t head, std::size_t row) const
    {
        std::vector<double> scores;
        const double* query = &q[layer][(head * positions + row) * dim];
        for (std::size_t key = 0; key <= row; ++key) {
            const double* other = &k[layer][(head / (heads / kvHeads) * positions + key) * dim];
            double sum = 0;
            for (std::size_t c = 0; c < dim; ++c)
                sum += query[c] * other[c];
            scores.push_back(scale * sum);
        }
        return scores;
    }
    const double* value(std::size_t layer, std::size_t head, std::size_t key) const
    {
        return &v[layer][(head / (heads / kvHeads) * positions + key) * dim];
    }
    std::string safetensors() const
    {
        std::vector<support::Array> arrays;
        for (std::size_t layer = 0; layer < q.size(); ++layer) {
            const std::string name = "layers." + std::to_string(layer) + ".";
            arrays.push_back({name + "q", core::Element::F32, {heads, positions, dim}, q[layer]});
            arrays.push_back({name + "k", core::Element::F32, {kvHeads, positions, dim}, k[layer]});
            arrays.push_back({name + "v", core::Element::F32, {kvHeads, positions, dim}, v[layer]});
        }
        return support::safetensors(arrays);
    }
    static QStringList hints()
    {
        return {QStringLiteral("--causal"), QStringLiteral("yes"), QStringLiteral("--scale"), QStringLiteral("0.5")};
    }
};

}
