// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QString>

namespace app {

/// A token on its own, as on an axis or in a reading: without the space that a word begins with.
QString tokenText(const std::string& raw);

/// Tokens [begin, end) as running text. Tokens that carry their own spaces are put together; others are set apart by
/// one.
QString runningText(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end);

}
