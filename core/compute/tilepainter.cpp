// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/tilepainter.h"

#include <algorithm>
#include <tuple>

#include "compute/reduction.h"
#include "compute/thresholdscale.h"

namespace core {

namespace {

constexpr std::size_t pixelRowsPerBand = 16;

void forEachBand(std::size_t height, ThreadPool& pool, const std::function<void(std::size_t, std::size_t)>& paint)
{
    pool.forEach((height + pixelRowsPerBand - 1) / pixelRowsPerBand,
        [&](std::size_t band) { paint(band * pixelRowsPerBand, std::min(height, (band + 1) * pixelRowsPerBand)); });
}

bool sameView(const TileRequest& a, const TileRequest& b)
{
    const auto view = [](const TileRequest& r) {
        return std::tuple(r.cells.row, r.cells.key, r.cells.rows, r.cells.keys, r.width, r.height, r.reducer);
    };
    return view(a) == view(b);
}

PixelState stateOf(float value, bool kept)
{
    if (value == noCell)
        return PixelState::NoCell;
    if (value == maskedCell)
        return PixelState::MaskedCell;
    if (value == nanCell)
        return PixelState::NanCell;
    return kept ? PixelState::KeptCell : PixelState::DroppedCell;
}

/// Which pixels show each key: the inverse of cellsOfPixels.
std::vector<CellSpan> pixelsOfKeys(const std::vector<CellSpan>& keysOfPixel, std::size_t keyCount)
{
    std::vector<CellSpan> pixels(keyCount);
    for (std::size_t x = 0; x < keysOfPixel.size(); ++x)
        for (std::size_t key = keysOfPixel[x].begin; key < keysOfPixel[x].end; ++key) {
            if (pixels[key].empty())
                pixels[key].begin = x;
            pixels[key].end = x + 1;
        }
    return pixels;
}

/// Whether any cell of each pixel of pixel row y is kept.
void markKept(const Reduction& reduction, std::size_t y, const KeptCellsOfRow& keptOf,
    const std::vector<CellSpan>& pixels, std::vector<std::uint32_t>& marks)
{
    std::fill(marks.begin(), marks.end(), 0U);
    const CellSpan& rows = reduction.rowsOfPixel[y];
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const std::uint32_t* ranks = reduction.ranks.data() + (row - reduction.firstRow) * reduction.width;
        const KeptCells kept = keptOf(row);
        for (std::size_t x = 0; x < reduction.width; ++x)
            marks[x] |= ranks[x] < kept.best ? 1U : 0U;
        for (const std::uint32_t key : kept.keys)
            for (std::size_t x = pixels[key].begin; x < pixels[key].end; ++x)
                marks[x] = 1;
    }
}

}

struct TilePainter::Picture
{
    TileRequest request;
    std::shared_ptr<const Reduction> reduction;
    std::vector<std::uint8_t> colour;
};

TilePainter::TilePainter() = default;
TilePainter::~TilePainter() = default;

std::shared_ptr<const TilePainter::Picture> TilePainter::pictureFor(
    const CellGrid& cells, const TileRequest& request, ThreadPool& pool) const
{
    std::shared_ptr<const Picture> last;
    {
        const std::scoped_lock lock(m_mutex);
        last = m_last;
    }
    const bool reduced = last && sameView(last->request, request);
    if (reduced && last->request.thresholds == request.thresholds)
        return last;
    auto picture = std::make_shared<Picture>();
    picture->request = request;
    picture->reduction = reduced ? last->reduction : std::make_shared<const Reduction>(reduce(cells, request, pool));
    picture->colour.resize(picture->reduction->values.size());
    const ThresholdScale scale(request.thresholds);
    forEachBand(request.height, pool, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin * request.width; i < end * request.width; ++i) {
            const float value = picture->reduction->values[i];
            picture->colour[i] = value >= 0 && value != nanCell ? scale.exceededBy(value) : std::uint8_t{0};
        }
    });
    const std::scoped_lock lock(m_mutex);
    m_last = picture;
    return picture;
}

TileReply TilePainter::paint(
    const CellGrid& cells, const TileRequest& request, const KeptCellsOfRow& kept, ThreadPool& pool) const
{
    const std::shared_ptr<const Picture> picture = pictureFor(cells, request, pool);
    const Reduction& reduction = *picture->reduction;
    TileReply reply{request.width, request.height, picture->colour, {}};
    reply.state.resize(reply.colour.size());
    const std::vector<CellSpan> pixels = pixelsOfKeys(
        cellsOfPixels(request.cells.key, request.cells.keys, request.width, cells.keyCount()), cells.keyCount());
    forEachBand(request.height, pool, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> marks(request.width);
        for (std::size_t y = begin; y < end; ++y) {
            if (y == begin || reduction.rowsOfPixel[y] != reduction.rowsOfPixel[y - 1])
                markKept(reduction, y, kept, pixels, marks);
            for (std::size_t x = 0; x < request.width; ++x) {
                const std::size_t i = y * request.width + x;
                reply.state[i] = stateOf(reduction.values[i], marks[x] != 0);
            }
        }
    });
    return reply;
}

}
