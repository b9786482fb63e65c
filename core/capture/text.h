// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// "8 x 1536 x 8"; "a single number" without axes.
std::string shapeText(const std::vector<std::uint64_t>& shape);
/// A word and a number, as in "row 12".
std::string numbered(std::string before, std::uint64_t number);
/// Six significant digits, as in "0.353553".
std::string numberText(double number);
/// "1 head", "8 heads".
std::string countText(std::uint64_t count, const std::string& noun);
/// Ascending layer numbers as "L0, L2-L5".
std::string layersText(const std::vector<std::uint32_t>& layers);
/// "= 1/sqrt(64)" where scale is that to six digits, else empty.
std::string rootText(double scale, std::uint64_t dim);

}
