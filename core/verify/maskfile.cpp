// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/maskfile.h"

#include <algorithm>

#include "files/utf8.h"

namespace core {

namespace {

/// The only tensor, or the one with the name.
const Tensor* maskIn(const DumpFile& file)
{
    if (file.tensors.size() == 1)
        return &file.tensors.front();
    const auto named = std::find_if(
        file.tensors.begin(), file.tensors.end(), [](const Tensor& tensor) { return tensor.name == "mask"; });
    return file.container == "safetensors" && named != file.tensors.end() ? &*named : nullptr;
}

bool marksOnly(const StoredBlock& block)
{
    for (std::uint64_t row = 0; row < block.rows; ++row)
        for (std::uint64_t key = 0; key < block.columns; ++key)
            if (const double mark = block.at(row, key); mark != 0 && mark != 1)
                return false;
    return true;
}

}

tl::expected<StoredBlock, std::string> marksOf(const DumpFile& file, const CertifiedHead& head, std::uint64_t headCount)
{
    const auto misfit = [&](const std::string& reason) {
        return tl::unexpected(inQuotes(head.name) + ": the mask file " + reason);
    };
    const Tensor* tensor = maskIn(file);
    if (tensor == nullptr)
        return misfit("has not one tensor, nor one named 'mask'");
    const auto& shape = tensor->shape;
    const std::size_t axes = shape.size();
    if (axes != 2 && axes != 3)
        return misfit("is neither query x key nor head x query x key");
    if (axes == 3 && shape[0] != headCount)
        return misfit("has " + std::to_string(shape[0]) + " heads, the layer " + std::to_string(headCount));
    if (shape[axes - 2] != head.rowCount || shape[axes - 1] != head.keyCount)
        return misfit(
            "has " + std::to_string(shape[axes - 2]) + " queries and " + std::to_string(shape[axes - 1]) + " keys");
    const std::int64_t offset = axes == 3 ? static_cast<std::int64_t>(head.head) * tensor->strides[0] : 0;
    const StoredBlock block{tensor->data + offset, tensor->element, tensor->order, tensor->strides[axes - 2],
        tensor->strides[axes - 1], shape[axes - 2], shape[axes - 1]};
    if (!marksOnly(block))
        return misfit("holds numbers other than 0 and 1");
    return block;
}

}
