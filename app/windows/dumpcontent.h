// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dumpvalues.h"

namespace app {

class Explorer;

/// What the dump inspector says about the open dump. Tensors that differ in a number of their names only share a line.
DumpValues dumpContent(const Explorer& explorer);

}
