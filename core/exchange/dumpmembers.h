// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture.h"
#include "exchange/json.h"

namespace core {

enum class Members {
    All,
    Used, ///< those that play a role
};

/// The list `key` of the dump's tensors: name, dtype, shape, role and reason, axes and their reasons.
void writeMembers(JsonWriter& json, std::string_view key, const Capture& capture, Members which);

}
