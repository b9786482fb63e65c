// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "bounds/tailmass.h"
#include "session/budget.h"
#include "session/predictions.h"
#include "views/boundladder.h"
#include "views/outputerrorsection.h"
#include "views/scopebuttons.h"
#include "views/undecidedsection.h"
#include "views/verdictcard.h"
#include "views/whatifsection.h"

namespace app {

/// Keys needed at epsilon; what is not known yet is absent.
struct KEpsValues
{
    double epsilon = 0.01;
    QString rowName; ///< "row 1284"
    std::optional<std::size_t> row;
    std::optional<double> headMean;
    std::optional<std::size_t> headP99;
    std::optional<std::size_t> headMax;
    QString rowNote = {}; ///< a word or two why the row has no number; empty where it has one, and while it is computed
};

/// What the score model says of the picked row; none of it is proven.
struct PredictionValues
{
    QString rowName; ///< "row 1284"
    double sigma = 1; ///< that it rests on
    Prediction predicted;
};

/// Bounds on the tail mass of the row the certificate names, or why there are none.
struct TailLadderValues
{
    std::optional<LadderValues> ladder;
    QString note; ///< may be empty
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
    std::size_t requested = 0; ///< k
    std::size_t tokens = 0; ///< k, or what the row has where that is less
    std::size_t keys = 0; ///< of the row; 0: the scope holds many rows
    double density = 1; ///< kept keys over existing ones
    bool causal = false; ///< existing keys are those of the causal area
    std::optional<core::Interval> tau;
    std::optional<PageCount> pages; ///< of 16 keys; of one row
    std::optional<PageCount> blocks; ///< of 64 keys; of one row
};

/// Everything the certificate panel shows.
struct CertificateValues
{
    std::array<ScopeState, 4> scopes; ///< in the order of core::Scope
    core::Scope scope = core::Scope::Rows;
    CardValues card;
    std::optional<UndecidedValues> undecided; ///< with the verdict of that name
    QString rowName; ///< which row divergences, bounds and output error belong to: "row 1497"
    std::optional<core::Divergences> divergences;
    std::optional<TailLadderValues> ladder;
    bool hasValues = true; ///< the dump holds V
    std::optional<OutputErrorValues> outputError;
    std::optional<KEpsValues> kEps;
    std::optional<WorstRowValues> worstRow;
    std::optional<RowCounts> rows;
    std::optional<BudgetValues> budget;
    std::optional<PredictionValues> prediction;
    std::optional<WhatIfValues> whatIf;
};

}
