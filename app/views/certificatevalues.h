// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "bounds/tailmass.h"
#include "views/scopebuttons.h"
#include "views/verdictcard.h"

namespace app {

/// Output error of the row the certificate names.
struct OutputErrorValues
{
    core::Interval absolute; ///< ||o_S - o||_2
    std::optional<double> relativeUpper; ///< upper end over ||o||_2
    core::Bound radius; ///< 2 R tau
    core::Bound variance;
};

/// Keys needed at epsilon; what is not known yet is absent.
struct KEpsValues
{
    double epsilon = 0.01;
    QString rowName; ///< "row 1284"
    std::optional<std::size_t> row;
    std::optional<double> headMean;
    std::optional<std::size_t> headP99;
    std::optional<std::size_t> headMax;
    std::optional<core::Estimate> gaussian; ///< keys
    std::optional<std::size_t> plugIn; ///< keys
    double sigma = 0; ///< that the two predictions rest on
};

struct WorstRowValues
{
    QString rowName; ///< "row 1497"
    core::Interval tau;
};

/// How the rows of the scope were judged.
struct RowCounts
{
    std::size_t certified = 0;
    std::size_t undecided = 0;
    std::size_t notCertified = 0;
    std::size_t skipped = 0; ///< rows without a distribution
};

/// What the rule costs.
struct BudgetValues
{
    std::size_t tokens = 0; ///< k
    std::size_t keys = 0; ///< of the row; 0: the scope holds many rows
    double density = 1; ///< kept keys over existing ones
    bool causal = false; ///< existing keys are those of the causal area
    std::optional<core::Interval> tau;
};

/// Everything the certificate panel shows.
struct CertificateValues
{
    std::array<ScopeState, 4> scopes; ///< in the order of core::Scope
    core::Scope scope = core::Scope::Rows;
    CardValues card;
    QString rowName; ///< which row divergences and output error belong to: "row 1497"
    std::optional<core::Divergences> divergences;
    bool hasValues = true; ///< the dump holds V
    std::optional<OutputErrorValues> outputError;
    std::optional<KEpsValues> kEps;
    std::optional<WorstRowValues> worstRow;
    std::optional<RowCounts> rows;
    std::optional<BudgetValues> budget;
};

}
