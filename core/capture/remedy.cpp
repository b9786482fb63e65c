// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/remedy.h"

#include <algorithm>

#include "capture/text.h"

namespace core {
namespace {

/// "x.reshape(2, 8, 256, 77)" of 2 x 8 x 16 x 16 x 77: queries on a grid of height and width become one axis.
std::string flattenedGrid(const std::vector<std::uint64_t>& shape)
{
    const std::size_t height = shape.size() - 3;
    std::string text = "x.reshape(";
    for (std::size_t axis = 0; axis < height; ++axis)
        text += std::to_string(shape[axis]) + ", ";
    return text + std::to_string(shape[height] * shape[height + 1]) + ", " + std::to_string(shape.back()) + ")";
}

}

std::string remedyOf(const Tensor& tensor, const NameReading& name)
{
    const auto& shape = tensor.shape;
    if (name.word == "proj")
        return "save Q and K as attention multiplies them, (.., head, position, dim)";
    if (tensor.element == Element::U16 || tensor.element == Element::I16)
        return "if they are the bits of bfloat16, save them as bfloat16 in safetensors";
    if (!isFloating(tensor.element) || name.role == NameRole::Foreign)
        return {};
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end())
        return "save it from a run that has queries and keys";
    if (shape.size() == 1)
        return "if it is the row of one query, save x.reshape(1, " + std::to_string(shape[0]) + ")";
    if (shape.size() == 5 && shape[3] != shape[4]) // square ones are queries by keys
        return "if the two axes before the last are a grid of queries, save " + flattenedGrid(shape);
    if (shape.size() > 5)
        return "join or choose axes until layer, batch, head, query and key are left, as x.reshape(..) and x[0] do";
    return {};
}

}
