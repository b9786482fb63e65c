// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

namespace app {

class Explorer;

/// What the explorer does now, in words: "Opening x.npz", "Preparing L3H3", "Studying heads, 12 of 40 done". Empty
/// without a dump.
QString activityText(const Explorer& explorer);

}
