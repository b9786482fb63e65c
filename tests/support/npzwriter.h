// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "npywriter.h"
#include "zipwriter.h"

namespace support {

enum class NpzMembers { Stored, Deflated };

/// The file that numpy.savez (stored) or numpy.savez_compressed (deflated) writes.
inline std::string npz(const std::vector<Array>& arrays, NpzMembers members = NpzMembers::Stored)
{
    std::vector<ZipMember> files;
    for (const auto& array : arrays) {
        ZipMember file;
        file.name = array.name + ".npy";
        file.content = npy(array);
        file.deflated = members == NpzMembers::Deflated;
        file.zip64 = true;
        files.push_back(file);
    }
    return zip(files);
}

}
