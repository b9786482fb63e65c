// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "base/indices.h"
#include "capture/axes.h"
#include "capture/rowbatch.h"
#include "files/tensor.h"

namespace core {

/// One layer of a tensor: a matrix for every head of every item.
struct TensorSlice
{
    const Tensor* tensor = nullptr;
    AxisMap axes;
    std::uint64_t layer = 0; ///< position along the layer axis, if there is one

    std::uint64_t items() const { return axes.item ? tensor->shape[*axes.item] : 1; }
    std::uint64_t heads() const { return axes.head ? tensor->shape[*axes.head] : 1; }
    std::uint64_t rows() const { return tensor->shape[axes.row]; }
    std::uint64_t columns() const { return tensor->shape[axes.column]; }
    StoredMatrix matrix(std::uint64_t item, std::uint64_t head) const;
};

}
