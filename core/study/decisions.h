// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "study/certify.h"

namespace core {

/// The rows of one unit with their tail mass under the claimed rule, collected until the unit is decided.
struct UnitRows
{
    std::string unit;
    std::vector<RowName> names;
    std::vector<RowRecord> rows;
    std::vector<KeptRecord> records; ///< one per row; meaningful for valid rows only

    void add(const RowName& name, const RowRecord& row);
};

/// Decides the claim for one unit. A unit without a valid row is undecided, with nothing known: [0, 1].
Decision decideUnit(const UnitRows& rows, const Claim& claim);

}
