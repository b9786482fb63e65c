// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "capture/capture.h"
#include "exchange/json.h"

namespace core {

/// The list `key` of the dump's tensors: name, dtype, shape, role and reason, axes and their reasons.
void writeMembers(JsonWriter& json, std::string_view key, const Capture& capture);

/// The same for the tensors of these names only.
void writeMembers(JsonWriter& json, std::string_view key, const Capture& capture, const std::set<std::string>& names);

}
