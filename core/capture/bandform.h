// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "capture/axes.h"
#include "files/tensor.h"

namespace core {

/// Rows of a sliding window, stored as the window alone: column `globals` + j of row i is key i - `side` + j, and the
/// first `globals` columns are keys that every row sees (users.md 5.2, Longformer).
struct BandForm
{
    std::uint64_t side = 0; ///< keys before a row's own, and after it
    std::uint64_t globals = 0;
};

/// Whether rows are stored so: the corners, where the window reaches beyond the sequence, are zero, and nothing else at
/// their edges is. `tensor` is floating and has no empty axis.
std::optional<BandForm> bandFormOf(const Tensor& tensor, const AxisMap& axes);

}
