// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "views/boundladder.h"
#include "views/section.h"

namespace app {

class Note;
class RowGrid;

/// Output error of the row the certificate names.
struct OutputErrorValues
{
    core::Interval absolute; ///< ||o_S - o||_2
    std::optional<double> relativeUpper; ///< upper end over ||o||_2
    std::optional<LadderValues> ladder; ///< with its bounds; absent while they are computed
    /// ||sum over dropped keys of p v||: the error when what is kept is not renormalised. Another quantity.
    std::optional<core::Interval> notRenormalised;
};

/// The output error with its bounds, and the error without renormalising apart from them; or why there is none.
class OutputErrorSection : public Section
{
    Q_OBJECT

public:
    explicit OutputErrorSection(QWidget* parent = nullptr);

    /// `hasValues`: the dump holds V. Hidden when it does and there is no row to speak of.
    void setValues(const std::optional<OutputErrorValues>& values, bool hasValues, const QString& rowName);

private:
    RowGrid* m_exact;
    BoundLadder* m_ladder;
    RowGrid* m_other;
    Note* m_note;
};

}
