// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npz.h"
#include "fuzzinput.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto tensors = core::readNpz(fuzz::partOf(data, size), {1 << 20, 1 << 22}))
        for (const auto& tensor : *tensors)
            fuzz::check(tensor);
    return 0;
}
