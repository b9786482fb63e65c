// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>

#include "files/filepart.h"
#include "files/tensor.h"

/// The function that libFuzzer, or replay.cpp in its place, calls with each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// The input on the heap, so that AddressSanitizer sees reads beyond it.
inline core::FilePart partOf(const std::uint8_t* data, std::size_t size)
{
    const auto* first = reinterpret_cast<const std::byte*>(data);
    const auto bytes = std::make_shared<core::OwnedBytes>(std::vector<std::byte>(first, first + size));
    return {bytes, bytes->span(), "'input'"};
}

/// What a reader promises of an accepted tensor: first and last element lie inside its bytes.
inline void check(const core::Tensor& tensor)
{
    const auto span = tensor.bytes->span();
    const auto inside = [&](const std::byte* at) {
        return at >= span.data() && at + core::sizeOf(tensor.element) <= span.data() + span.size();
    };
    if (tensor.strides.size() != tensor.shape.size())
        std::abort();
    if (tensor.elementCount() == 0)
        return;
    const std::byte* last = tensor.data;
    for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis)
        last += static_cast<std::int64_t>(tensor.shape[axis] - 1) * tensor.strides[axis];
    if (!inside(tensor.data) || !inside(last))
        std::abort();
    core::decode(last, tensor.element, tensor.order);
}

}
