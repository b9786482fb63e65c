// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "study/summary.h"

namespace app {

/// A tensor of the dump, or several alike ("q_0 … q_4").
struct TensorLine
{
    QString name;
    QString dtype; ///< "float32"
    QString shape; ///< "8 × 1536 × 8"
    QString role; ///< "Q"; empty: none
    bool inUse = false; ///< the selected head's rows come from it

    friend bool operator==(const TensorLine&, const TensorLine&) = default;
};

/// What was inferred and from what.
struct ReasonLine
{
    QString what; ///< "causal"
    QString why; ///< "sidecar says “causal”: true"
};

/// Everything the dump inspector shows.
struct DumpValues
{
    QString fileName;
    QString sizeAndFormat; ///< "3.9 MB · npz"
    QString model; ///< "stories260K, 5 layers, 8 query / 4 kv heads"
    std::vector<TensorLine> tensors;
    std::vector<ReasonLine> reasons;
    QString auditOf; ///< which rows: empty for the dump, else "L2H0"
    std::optional<core::RowAudit> audit; ///< absent while it is being computed
};

}
