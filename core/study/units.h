// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "study/decisions.h"

namespace core {

/// Sorts rows into the units of a claim and decides them, in order of first appearance. Rows of a head come one after
/// the other.
class Units
{
public:
    /// `named` rows are units of their own even where they have no number; else such rows are left to the audit.
    Units(const Claim& claim, const std::vector<HeadInfo>& heads, const std::vector<std::size_t>& named);

    void add(const HeadInfo& head, std::size_t row, const RowRecord& record);
    /// No more rows of the present head come: what is complete gets decided.
    void endHead();
    std::vector<Decision> takeDecisions();

private:
    std::string unitOf(const HeadInfo& head, std::size_t row) const;
    void decideOpen();

    Claim m_claim;
    bool m_severalGroups = false;
    bool m_rowsAreNamed = false;
    std::vector<UnitRows> m_open;
    std::vector<Decision> m_decisions;
};

}
