// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "files/filepart.h"
#include "files/ziparchive.h"

namespace core {

/// How much a compressed archive may grow in memory, bytes.
struct ZipLimits
{
    std::uint64_t member = std::uint64_t{4} << 30;
    std::uint64_t total = std::uint64_t{8} << 30;
};

/// All that can be said of the members at these places before their bytes are touched. Errors: Malformed (among them
/// two members of one name, more bytes stated than deflate can make), Unsupported (encrypted, another compression),
/// TooLarge.
Result<void> checkMembers(const FilePart& archivePart, const ZipArchive& archive,
    const std::vector<std::size_t>& members, const ZipLimits& limits);

/// The bytes of a member that was checked: a stored one in place, a deflated one inflated. Errors: Malformed.
Result<FilePart> contentOf(const ZipArchive& archive, std::size_t member);

}
