// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <QPointF>
#include <QSizeF>

#include "compute/tile.h"

namespace render {

/// Rows and keys of a head.
struct HeadSize
{
    std::size_t rows = 0;
    std::size_t keys = 0;

    bool empty() const { return rows == 0 || keys == 0; }
    bool contains(std::size_t row, std::size_t key) const { return row < rows && key < keys; }
    friend bool operator==(const HeadSize&, const HeadSize&) = default;
};

/// One cell of a head.
struct Cell
{
    std::size_t row = 0;
    std::size_t key = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// The visible part of a head, always inside it. Points are shares of the map: (0, 0) its top left, (1, 1) its bottom
/// right.
struct Camera
{
    double row = 0;
    double key = 0;
    double rows = 1;
    double keys = 1;

    core::CellRect cells() const { return {row, key, rows, keys}; }
    friend bool operator==(const Camera&, const Camera&) = default;
};

/// The whole head.
Camera fitCamera(HeadSize head);
bool isFit(const Camera& camera, HeadSize head);

/// Inside the head, at least 8 cells (or all) of each axis.
Camera clamped(const Camera& camera, HeadSize head);

/// Shows `factor` times fewer cells along each axis (factor < 1: more); what lies under `anchor` stays there where the
/// head's edges allow it.
Camera zoomed(const Camera& camera, HeadSize head, double factor, QPointF anchor);

/// Moves the content by `by`, in shares of the map.
Camera panned(const Camera& camera, HeadSize head, QPointF by);

/// The least movement that brings a cell into view.
Camera showing(const Camera& camera, HeadSize head, Cell cell);

/// Size in px at which a whole head is drawn inside `available`: square cells for square heads; else each axis fills
/// its side, with a cell of the shorter axis at most 24 px or square.
QSizeF mapSize(HeadSize head, QSizeF available);

}
