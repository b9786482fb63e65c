// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/hdf5object.h"
#include "files/tensor.h"
#include "files/zipmembers.h"

namespace core {

/// A dataset as a tensor: contiguous and compact ones in place, chunked ones read into memory, inflated and unshuffled
/// where they are. `left` is how many bytes of chunks may still be read; it is reduced. Throws Hdf5Refused.
Tensor readHdf5Dataset(const FilePart& part, const Hdf5Bytes& file, const Hdf5Object& object, const std::string& name,
    const ZipLimits& limits, std::uint64_t& left);

}
