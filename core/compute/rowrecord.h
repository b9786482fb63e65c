// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bounds/choice.h"
#include "compute/rowcontext.h"
#include "truncation/sortedrow.h"

namespace core {

/// State and numbers of the whole row; without kept records and k_eps.
RowRecord plainRecordOf(const SortedRow& row);

/// Everything that the request asks about a row. `error` is that of its weights.
RowRecord recordOf(const SortedRow& row, std::size_t rowOfHead, const WeightError& error, const RowContext& context);

/// What a rule keeps and loses of a valid row; without output error.
KeptRecord ruleRecordOf(const SortedRow& row, const Choice& choice, const WeightError& error);

/// Statistics of some rows of a batch, as a reply of their own: its rows end with the last of them.
HeadReply replyTo(const RowBatch& batch, RowRange rowsOfBatch, const RowContext& context);

}
