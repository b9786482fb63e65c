// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/certificatevalues.h"
#include "views/rowgrid.h"

namespace app {

/// What the rule keeps, in the words of the field: one line for each, with who uses the word in the tool tip.
/// `judgement` decides which end of the coverage is told.
std::vector<LabelledValue> budgetLines(const BudgetValues& budget, Judgement judgement);

}
