// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace core {

/// For answers that rest on bytes which were not intact any more when the answer was ready.
inline tl::unexpected<Error> fileChanged()
{
    return failure(ErrorCode::FileChanged, "failed to compute rows: the file shrank or was written to meanwhile",
        "Open the dump again.");
}

}
