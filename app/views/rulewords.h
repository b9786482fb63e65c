// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "truncation/rule.h"

namespace app {

/// A rule for people: "top-k, k = 128", "window 256 + 4 sinks".
QString ruleWords(const core::Rule& rule);

}
