// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5.h"
#include "fuzzinput.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto content = core::readHdf5(fuzz::partOf(data, size), {1 << 20, 1 << 22}))
        for (const auto& tensor : content->tensors)
            fuzz::check(tensor);
    return 0;
}
