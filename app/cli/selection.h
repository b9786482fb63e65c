// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "capture/capture.h"
#include "cli/options.h"

namespace app {

/// The heads that the options choose, in the order of the capture. Error: BadRequest, when a choice fits no head.
core::Result<std::vector<core::HeadInfo>> selectHeads(const core::Capture& capture, const Selection& selection);
/// The one head that a command needs. Error: BadRequest, when none or several fit.
core::Result<core::HeadInfo> selectHead(const core::Capture& capture, const Selection& selection);
/// The chosen rows of a head, rising; empty when all are. Error: BadRequest, when a choice fits no row.
core::Result<std::vector<std::size_t>> selectRows(const core::HeadInfo& head, const NumberRanges& rows);

/// Whether --share-kv can mean something. Error: BadRequest, when K and V are shared by none of the heads.
core::Result<void> checkSharing(const std::vector<core::HeadInfo>& heads, const Options& options);

/// "L3H3", with its group where that is not empty: "decoder L3H3".
std::string fullName(const core::HeadInfo& head);
/// Rows times keys of all heads.
double cellCount(const std::vector<core::HeadInfo>& heads);

}
