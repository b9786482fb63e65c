// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QString>

#include "capture/capture.h"

namespace app {

/// Which head a command line or a field names; what is absent fits any.
struct HeadChoice
{
    std::optional<std::string> group;
    std::optional<core::LayerIndex> layer;
    std::optional<core::HeadIndex> head;
    std::optional<core::ItemIndex> item;
    std::optional<core::Source> source; ///< absent: each layer's default
};

/// Reads "L3H5" into layer and head. False, and nothing is changed, when it is something else.
bool readShortName(const QString& text, HeadChoice& choice);

/// The first head that fits. Error: BadRequest, with the heads that there are.
core::Result<core::HeadInfo> findHead(const core::Capture& capture, const HeadChoice& choice);

}
