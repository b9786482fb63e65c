// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace core {

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    std::string text;
    for (const auto extent : shape)
        text += numbered(text.empty() ? "" : " x ", extent);
    return text.empty() ? "a single number" : text;
}

std::string numbered(std::string before, std::uint64_t number)
{
    before += std::to_string(number);
    return before;
}

std::string numberText(double number)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", number);
    return text.data();
}

std::string countText(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string layersText(const std::vector<std::uint32_t>& layers)
{
    std::string text;
    for (std::size_t first = 0; first < layers.size();) {
        std::size_t last = first;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1)
            ++last;
        text += numbered(text.empty() ? "L" : ", L", layers[first]);
        if (last > first)
            text += numbered("-L", layers[last]);
        first = last + 1;
    }
    return text;
}

std::string rootText(double scale, std::uint64_t dim)
{
    if (std::abs(scale * std::sqrt(static_cast<double>(dim)) - 1.0) > 1e-6)
        return {};
    return numbered("= 1/sqrt(", dim) + ")";
}

}
