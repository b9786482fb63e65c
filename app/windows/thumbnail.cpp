// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/thumbnail.h"

#include "figures/mapcontent.h"
#include "theme/palette.h"

namespace app {

QImage thumbnailOf(
    const core::HeadInfo& info, const core::ResidentHead& head, int side, render::Shade shade, core::ThreadPool& pool)
{
    core::TileRequest request;
    request.cells = {0, 0, static_cast<double>(head.rowCount()), static_cast<double>(head.keyCount())};
    request.width = request.height = static_cast<std::size_t>(side);
    request.thresholds =
        render::thresholdsOf(percentileRange(cellHistogram(head), defaultPercentiles(info), render::Spacing::Log));
    const auto tile = head.tile(request, pool);
    const auto& table = render::sequentialTable(shade);
    const auto states = render::cellColours(render::themeOf(shade));
    QImage image(side, side, QImage::Format_RGB32);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const auto pixel = static_cast<std::size_t>(y * side + x);
            const bool hasValue =
                tile.state[pixel] == core::PixelState::KeptCell || tile.state[pixel] == core::PixelState::DroppedCell;
            const auto other = tile.state[pixel] == core::PixelState::NanCell ? states.notANumber : states.masked;
            image.setPixel(x, y, hasValue ? table[tile.colour[pixel]] : other);
        }
    }
    return image;
}

}
