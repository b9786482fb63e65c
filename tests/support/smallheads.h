// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <random>

#include "array.h"

namespace support {

/// Causal attention scores of `heads` heads over `length` positions, reproducible: normal scores whose spread grows
/// from head to head, a raised diagonal, -inf above it.
inline Array causalScores(std::size_t heads, std::size_t length)
{
    Array array{"scores", core::Element::F32, {heads, length, length}, {}};
    std::mt19937 generator(7767517);
    std::normal_distribution<double> normal;
    for (std::size_t head = 0; head < heads; ++head)
        for (std::size_t row = 0; row < length; ++row)
            for (std::size_t key = 0; key < length; ++key) {
                const auto score = (1.5 + static_cast<double>(head)) * normal(generator) + (key == row ? 3.0 : 0.0);
                array.values.push_back(key <= row ? static_cast<float>(score) : -HUGE_VAL);
            }
    return array;
}

/// Q, K and V of one layer: arrays "q", "k" and "v" of `heads` x `length` x `dimension`.
inline std::vector<Array> factors(std::size_t heads, std::size_t length, std::size_t dimension)
{
    std::vector<Array> arrays;
    std::mt19937 generator(20260301);
    std::normal_distribution<double> normal;
    for (const auto* name : {"q", "k", "v"}) {
        Array array{name, core::Element::F32, {heads, length, dimension}, {}};
        for (std::size_t i = 0; i < heads * length * dimension; ++i)
            array.values.push_back(static_cast<float>(1.5 * normal(generator)));
        arrays.push_back(std::move(array));
    }
    return arrays;
}

}
