// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/dumpcontent.h"
#include "files/filepart.h"
#include "files/zipmembers.h"

namespace core {

/// Whether a zip archive is one that torch.save writes.
bool isTorchArchive(const ZipArchive& archive);

/// The tensors of a torch.save file, a zip archive of a pickle and of storages. Stored members stay in place, deflated
/// ones are inflated. Names and metadata as torchTensors says. The pickle is only read: nothing of it is ever executed.
/// Errors: those of readPickle, torchTensors and checkMembers; Malformed (a storage that is missing or too short).
Result<DumpContent> readTorch(const FilePart& part, const std::string& loneName, const ZipLimits& limits = {});

/// Whether these are the first bytes of what torch.save wrote before version 1.6 (and writes on request).
bool startsAsLegacyTorch(std::string_view text);

/// The same for such a file: pickles, then the storages behind each other; all stay in place.
Result<DumpContent> readLegacyTorch(const FilePart& part, const std::string& loneName);

}
