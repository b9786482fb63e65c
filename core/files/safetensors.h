// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/dumpcontent.h"
#include "files/filepart.h"

namespace core {

/// Reads the header; the data stay where they are. As strict as the format's own implementation: the data of the
/// tensors follow each other without a gap and fill the file, no name stands twice, the header is at most 100 MB.
/// Tensors come in the order of their data. Errors: Malformed, Unsupported (element type), TooLarge.
Result<DumpContent> readSafetensors(const FilePart& part);

}
