// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace core {

enum class AxisOrder { LastFastest, FirstFastest }; ///< C, Fortran

/// Where the elements of a dense array lie.
struct Layout
{
    std::uint64_t byteCount = 0;
    std::vector<std::int64_t> strides; ///< bytes, one per axis
};

/// Most axes an array may have.
inline constexpr std::size_t mostAxes = 64;

/// Absent when the bytes, counted without the axes of length 0, do not fit a signed 64-bit number.
std::optional<Layout> layoutOf(const std::vector<std::uint64_t>& shape, std::size_t elementSize, AxisOrder order);

}
