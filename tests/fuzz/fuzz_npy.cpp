// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npy.h"
#include "fuzzinput.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto tensor = core::readNpy(fuzz::partOf(data, size), "input"))
        fuzz::check(*tensor);
    return 0;
}
