// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QString>

namespace app {

/// A token on its own, as on an axis or in a reading: without the space that a word begins with.
QString tokenText(const std::string& raw);

/// Tokens [begin, end) as running text before and after tokenText() of the one between. Tokens that carry their own
/// spaces are put together; others are set apart by one.
QString textBefore(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end);
QString textAfter(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end);

}
