// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/sidecar.h"
#include "fuzzinput.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto part = fuzz::partOf(data, size);
    core::parseSidecar(part);
    core::sidecarInMetadata({{"scale", std::string(part.text())}, {"tokens", std::string(part.text())}}, "input");
    return 0;
}
