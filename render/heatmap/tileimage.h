// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QImage>

#include "compute/tile.h"
#include "theme/palette.h"

namespace render {

/// One lookup per pixel: kept and dropped tables and the states' own colours.
struct TileColours
{
    std::array<QRgb, std::size_t{5} * 256> lookup{}; ///< [state * 256 + colour]
    QRgb hatch = 0; ///< 45 degree lines over cells that do not exist
};

TileColours tileColours(const Theme& theme);

/// Which states a tile holds: bit `1 << state`.
using StateSet = unsigned;
constexpr StateSet stateBit(core::PixelState state)
{
    return 1U << static_cast<unsigned>(state);
}

struct TileImage
{
    QImage image; ///< Format_RGB32; null when the reply's arrays do not fit its size
    StateSet states = 0;
};

TileImage colourTile(const core::TileReply& tile, const TileColours& colours);

}
