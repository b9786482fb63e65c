// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/layout.h"

#include <algorithm>
#include <limits>

namespace core {

std::optional<Layout> layoutOf(const std::vector<std::uint64_t>& shape, std::size_t elementSize, AxisOrder order)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    Layout layout;
    layout.strides.resize(shape.size());
    std::uint64_t bytes = elementSize;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::size_t axis = order == AxisOrder::LastFastest ? shape.size() - 1 - i : i;
        layout.strides[axis] = static_cast<std::int64_t>(bytes);
        const std::uint64_t extent = std::max<std::uint64_t>(shape[axis], 1);
        if (bytes > most / extent)
            return std::nullopt;
        bytes *= extent;
    }
    layout.byteCount = std::find(shape.begin(), shape.end(), 0u) == shape.end() ? bytes : 0;
    return layout;
}

}
