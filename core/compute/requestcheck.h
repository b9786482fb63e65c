// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "base/result.h"
#include "capture/rowbatch.h"
#include "compute/request.h"

namespace core {

/// Whether a request can be answered for rows of this source with these values. Error: BadRequest.
Result<void> checkRequest(
    const StatisticsRequest& request, Source source, std::size_t keyCount, const std::optional<StoredMatrix>& values);

}
