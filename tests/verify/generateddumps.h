// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "npywriter.h"
#include "safetensorswriter.h"

/// Small dumps with everything in them that a certificate has to tell: grouped K, two items, masked keys, rows without
/// a number.
namespace generated {

inline std::vector<double> normals(std::size_t count, double deviation, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(0, deviation);
    std::vector<double> numbers(count);
    for (double& x : numbers)
        x = normal(random);
    return numbers;
}

using Metadata = std::map<std::string, std::string>;

inline std::vector<support::Array> factorArrays(std::uint64_t seed, core::Element element = core::Element::F32)
{
    std::vector<double> exists(24, 1);
    exists[0] = exists[1] = exists[18] = 0;
    return {{"layers.0.q", element, {2, 4, 12, 8}, normals(2 * 4 * 12 * 8, 1.5, seed)},
        {"layers.0.k", element, {2, 2, 12, 8}, normals(2 * 2 * 12 * 8, 1.5, seed + 1)},
        {"attention_mask", core::Element::I64, {2, 12}, exists}};
}

/// Q of 4 heads over K of 2, 2 items of 12 positions, dim 8. With causal rows the first rows of item 0 have no key.
inline std::string factors(
    std::uint64_t seed, core::Element element = core::Element::F32, const Metadata& metadata = {})
{
    return support::safetensors(factorArrays(seed, element), metadata);
}

/// The same with a tensor of sinks, and another of the same form.
inline std::string factorsWithSinks(std::uint64_t seed, const Metadata& metadata = {})
{
    std::vector<support::Array> arrays = factorArrays(seed);
    arrays.push_back({"layers.0.sinks", core::Element::BF16, {4}, {2.5, -1, 0.375, 14}});
    arrays.push_back({"layers.1.sinks", core::Element::BF16, {4}, {2.5, -1, 0.5, 14}});
    return support::safetensors(arrays, metadata);
}

/// 3 heads of 16 x 16 scores; one row is all -inf, one has a NaN.
inline std::string scores(std::uint64_t seed, core::Element element = core::Element::F32, const Metadata& metadata = {})
{
    std::vector<double> numbers = normals(3 * 16 * 16, 3, seed);
    for (std::size_t key = 0; key < 16; ++key)
        numbers[5 * 16 + key] = -std::numeric_limits<double>::infinity();
    numbers[7 * 16 + 3] = std::numeric_limits<double>::quiet_NaN();
    numbers[8 * 16 + 3] = -std::numeric_limits<double>::infinity();
    return support::safetensors({{"layers.0.scores", element, {3, 16, 16}, numbers}}, metadata);
}

/// 3 heads of 16 x 16 probabilities; one row is all zero, one has another sum.
inline std::string probabilities(std::uint64_t seed, core::Element element = core::Element::F16)
{
    std::vector<double> numbers = normals(3 * 16 * 16, 3, seed);
    for (std::size_t row = 0; row < 3 * 16; ++row) {
        double sum = 0;
        for (std::size_t key = 0; key < 16; ++key)
            sum += numbers[row * 16 + key] = std::exp(numbers[row * 16 + key]);
        for (std::size_t key = 0; key < 16; ++key)
            numbers[row * 16 + key] *= row == 9 ? 0 : (row == 4 ? 0.8 : 1) / sum;
    }
    return support::safetensors({{"layers.0.probs", element, {3, 16, 16}, numbers}});
}

/// Q and K of 2 layers in one tensor each, 2 heads of 6 positions, dim 4.
inline std::string layered(std::uint64_t seed)
{
    return support::safetensors({{"q", core::Element::F32, {2, 2, 6, 4}, normals(2 * 2 * 6 * 4, 1.5, seed)},
        {"k", core::Element::F32, {2, 2, 6, 4}, normals(2 * 2 * 6 * 4, 1.5, seed + 1)}});
}

/// A mask file of size x size: about half of it marked, one row not at all.
inline std::string marks(std::size_t size, std::uint64_t seed)
{
    std::vector<double> numbers = normals(size * size, 1, seed);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = numbers[i] > 0 && i / size != 8 ? 1 : 0;
    return support::npy({"", core::Element::U8, {size, size}, numbers});
}

}
