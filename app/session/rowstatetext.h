// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <QString>

#include "compute/reply.h"

namespace app {

/// Why a row has no numbers: "Row 17 has no allowed keys." Empty for a valid row.
QString rowStateText(std::size_t row, core::RowState state);

}
