// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/dumpcontent.h"
#include "files/filepart.h"
#include "files/zipmembers.h"

namespace core {

/// Reads an HDF5 file as its library writes it unless told otherwise: groups of names in each other up to 64 deep,
/// datasets of floating-point numbers, whole numbers and truth values that are contiguous or compact (in place) or in
/// chunks (read into memory; deflated, shuffled, with checksums). A tensor's name is its path, "layer_0/attention".
/// Attributes are passed over. What is of another kind is named in `unread`; a damaged part fails the file. Errors:
/// Malformed, Unsupported (no dataset that is read, an unknown version), TooLarge.
Result<DumpContent> readHdf5(const FilePart& part, const ZipLimits& limits = {});

}
