// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capture/knownsizes.h"
#include "capture/names.h"
#include "files/tensor.h"

namespace core {

/// Which axis of a tensor is which. Rows and columns are queries and keys, or positions and dims of Q, K and V; axes
/// not named here have one element.
struct AxisMap
{
    std::optional<std::size_t> layer;
    std::optional<std::size_t> item;
    std::optional<std::size_t> head;
    std::size_t row = 0;
    std::size_t column = 0;
};

/// What a tensor holds, as far as its axes depend on it.
enum class Content { Rows, Queries, KeysOrValues };

/// Axes of a tensor with a reason for each, or what is missing to tell them.
struct AxisReading
{
    AxisMap map;
    std::vector<std::string> names;
    std::vector<std::string> reasons;
    std::vector<std::string> needs; ///< missing hints; then the rest means nothing
    std::string refusal; ///< why no reading fits; then the rest means nothing

    bool fits() const { return needs.empty() && refusal.empty(); }
};

/// Axes by shape, name and known sizes: rows (L, B, H, Q, K) without any leading part, Q, K and V as (.., H, P, D) or
/// (.., P, H, D). `shape` has no zero.
AxisReading readAxes(const Tensor& tensor, Content content, const NameReading& name, const KnownSizes& known);

/// Axes as stated: letters L B H Q K or L B H P D, one per axis; leading axes of one element may be left out. The
/// letters must have passed checkHints. Nothing when they do not fit the tensor.
std::optional<AxisReading> statedAxes(const Tensor& tensor, Content content, const std::string& letters);

}
