// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "base/interval.h"

namespace core {

enum class Verdict { Certified, NotCertified, Undecided };
std::string_view nameOf(Verdict verdict); ///< "certified", "not certified", "undecided"

/// Certified: upper end < epsilon, strictly. Not certified: lower end > epsilon. Else undecided (soundness 13).
Verdict decide(const Interval& value, double epsilon);

}
