// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/jsondump.h"
#include "fuzzinput.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const auto content = core::readJsonDump(fuzz::partOf(data, size), "input"))
        for (const auto& tensor : content->tensors)
            fuzz::check(tensor);
    return 0;
}
