// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "files/dumpfile.h"
#include "files/filepart.h"

namespace core {

/// NAME.tokens.json beside the dump NAME.EXTENSION.
std::filesystem::path sidecarPathOf(const std::filesystem::path& dump);

/// The sidecar at `path`, absent when there is none. Errors: Unreadable, Malformed, TooLarge, FileChanged.
Result<std::optional<Sidecar>> readSidecar(const std::filesystem::path& path);

/// A sidecar's JSON: an object. Unknown keys are passed over; a known key with a value of another kind is an error.
/// Errors: Malformed, TooLarge.
Result<Sidecar> parseSidecar(const FilePart& part);

/// The same keys among a dump's metadata, lists and numbers written as JSON. Other programs use these words too, for
/// other things: a value that does not fit is passed over (and stays in the metadata), unless the key says how scores
/// come about: then it is named in Sidecar::unread. Absent when no key fits.
std::optional<Sidecar> sidecarInMetadata(
    const std::map<std::string, std::string>& metadata, const std::string& fileName);

/// What `first` states, completed by what only `second` states.
Sidecar merged(Sidecar first, const Sidecar& second);

}
