// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace core {

/// A token as shown on an axis: byte-level and SentencePiece marks resolved, a lone space as "␣", a newline as "⏎".
std::string displayToken(const std::string& raw);

}
