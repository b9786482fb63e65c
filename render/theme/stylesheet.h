// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

#include "theme/theme.h"

namespace render {

QPalette paletteOf(const Theme& theme);

/// Style sheet of the application. It styles standard widgets; these dynamic properties choose variants:
/// "controlSize" = "header" (22 px) or "title" (20 px) on controls; "role" = "panel", "bar" on plain widgets,
/// "caption", "label", "title" on QLabel; "tag" = "exact", "bound", "prediction" on QLabel.
QString styleSheetOf(const Theme& theme);

}
