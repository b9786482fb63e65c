// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plotdata.h"

namespace app {

class Explorer;

/// Where rule and epsilon stand in the tail-mass plot: of the picked row, else k alone where the rule is top-k.
render::Crosshair tailMassCrosshairOf(const Explorer& explorer);

}
