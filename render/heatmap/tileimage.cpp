// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/tileimage.h"

#include <algorithm>

namespace render {

namespace {

constexpr std::size_t hatchStep = 6;

void hatchRow(QRgb* pixels, const core::PixelState* states, std::size_t width, std::size_t y, QRgb colour)
{
    for (std::size_t x = (hatchStep - y % hatchStep) % hatchStep; x < width; x += hatchStep) {
        if (states[x] == core::PixelState::NoCell)
            pixels[x] = colour;
    }
}

}

TileColours tileColours(const Theme& theme)
{
    TileColours result;
    const CellColours cells = cellColours(theme);
    const auto fill = [&](core::PixelState state, QRgb colour) {
        std::fill_n(result.lookup.begin() + 256 * static_cast<int>(state), 256, colour);
    };
    std::ranges::copy(
        sequentialTable(theme.shade), result.lookup.begin() + 256 * static_cast<int>(core::PixelState::KeptCell));
    std::ranges::copy(
        droppedTable(theme.shade), result.lookup.begin() + 256 * static_cast<int>(core::PixelState::DroppedCell));
    fill(core::PixelState::MaskedCell, cells.masked);
    fill(core::PixelState::NanCell, cells.notANumber);
    fill(core::PixelState::NoCell, cells.absent);
    result.hatch = cells.hatch;
    return result;
}

TileImage colourTile(const core::TileReply& tile, const TileColours& colours)
{
    const std::size_t count = tile.width * tile.height;
    if (count == 0 || tile.colour.size() != count || tile.state.size() != count)
        return {};
    TileImage result{QImage(static_cast<int>(tile.width), static_cast<int>(tile.height), QImage::Format_RGB32), 0};
    for (std::size_t y = 0; y < tile.height; ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(result.image.scanLine(static_cast<int>(y)));
        const std::uint8_t* colour = tile.colour.data() + y * tile.width;
        const core::PixelState* state = tile.state.data() + y * tile.width;
        for (std::size_t x = 0; x < tile.width; ++x) {
            const auto index = static_cast<std::size_t>(state[x]);
            pixels[x] = colours.lookup[index * 256 + colour[x]];
            result.states |= 1U << index;
        }
        if ((result.states & stateBit(core::PixelState::NoCell)) != 0)
            hatchRow(pixels, state, tile.width, y, colours.hatch);
    }
    return result;
}

}
