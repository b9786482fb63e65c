// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "files/hdf5bytes.h"

namespace core {

/// A dataset that is stored in chunks.
struct Hdf5Chunked
{
    Hdf5Bytes layout; ///< its message, version 3
    const Hdf5Bytes* filters = nullptr; ///< its message; null: none
    std::vector<std::uint64_t> shape;
    std::size_t elementSize = 0;
    std::uint64_t byteCount = 0; ///< of the whole array
};

/// What all chunks take, with those parts of them that lie outside the array; the largest number if it is beyond any.
/// Throws Hdf5Refused for chunks that do not fit the array.
std::uint64_t bytesOfChunks(const Hdf5Chunked& dataset);

/// The array in C order. Every chunk must be there once. Throws Hdf5Refused (among others for a filter other than
/// deflate, shuffle and fletcher32).
std::vector<std::byte> readHdf5Chunks(const Hdf5Bytes& file, const Hdf5Chunked& dataset);

}
