// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "capture/capture.h"
#include "conversion/outputtensor.h"
#include "study/rulepreparer.h"

namespace core {

/// A head's probabilities, rounded to nearest to `element` (F32 or F64). Of scores, or Q and K, softmax in double: keys
/// that do not exist are 0, rows without a number are NaN for the keys that do. Stored ones are neither masked nor
/// normalised. `capture` has to outlive what is made.
MatrixMaker probabilityRows(const Capture& capture, const HeadInfo& head, Element element);

/// How a kept set is written.
enum class KeptForm {
    Indices, ///< int32 [rows, budget]: keys by falling score, the rest -1
    Mask, ///< bool [rows, keys]
};

/// The number of keys that a rule never exceeds in a row of so many keys; absent where only the row decides.
std::optional<std::size_t> budgetOf(const Rule& rule, std::size_t keyCount);

/// What a rule keeps of the rows of heads; all of a file's heads share it. Rows that are not valid keep nothing.
struct KeptRequest
{
    std::shared_ptr<RulePreparer> rule;
    KeptForm form = KeptForm::Mask;
    std::size_t columns = 0; ///< of the written matrix
    std::shared_ptr<std::atomic<std::size_t>> ambiguous; ///< counts rows where double arithmetic does not decide
};

MatrixMaker keptRows(const Capture& capture, const HeadInfo& head, const KeptRequest& request);

}
