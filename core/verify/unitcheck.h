// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "verify/certificatefile.h"
#include "verify/rowmass.h"

namespace core {

/// A recomputed row with its name.
struct NamedRow
{
    const CertifiedHead* head = nullptr;
    std::uint64_t row = 0;
    RowMass mass;
};

/// The rows that one decision is about.
struct CheckedUnit
{
    std::string name;
    std::vector<NamedRow> rows;
};

void count(CertifiedCounts& counts, const RowMass& row);

/// Statements of a decision that do not hold for the recomputed rows, each with the unit's name; none when all do.
std::vector<std::string> faultsOf(
    const CertifiedDecision& decision, const CheckedUnit& unit, const CertificateFile& certificate);

}
