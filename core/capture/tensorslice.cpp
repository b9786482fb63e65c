// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/tensorslice.h"

namespace core {

StoredMatrix TensorSlice::matrix(std::uint64_t item, std::uint64_t head) const
{
    const auto along = [this](std::optional<std::size_t> axis, std::uint64_t index) {
        return axis ? static_cast<std::ptrdiff_t>(index) * static_cast<std::ptrdiff_t>(tensor->strides[*axis]) : 0;
    };
    StoredMatrix matrix;
    matrix.element = tensor->element;
    matrix.order = tensor->order;
    matrix.data = tensor->data + along(axes.layer, layer) + along(axes.item, item) + along(axes.head, head);
    matrix.rowStride = static_cast<std::ptrdiff_t>(tensor->strides[axes.row]);
    matrix.columnStride = static_cast<std::ptrdiff_t>(tensor->strides[axes.column]);
    matrix.rows = rows();
    matrix.columns = columns();
    return matrix;
}

}
