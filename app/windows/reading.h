// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "session/parameters.h"

namespace app {

class Explorer;

/// "row 1284 “and” · key 1278 “.” · p = 0.19206 · score 4.1529 · rank 2 of 1 285, kept". Scores are known for the
/// picked row.
QString readingOf(const Explorer& explorer, Pick cell);

/// "row 1284 “and”", without quotes where there are no tokens.
QString rowText(const Explorer& explorer, core::RowIndex row);

}
