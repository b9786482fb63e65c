// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "base/interval.h"
#include "views/section.h"

class QPushButton;

namespace app {

class Note;
class RowGrid;

/// Why epsilon lies inside the interval of a scope, and what would put it outside.
struct UndecidedValues
{
    /// How many keys the rule may keep of the row, where double arithmetic leaves it open.
    struct OpenChoice
    {
        std::size_t fewest = 0;
        std::size_t most = 0;
    };

    QString rowName; ///< whose interval it is: "row 33"; empty where the scope names none
    core::Interval tau; ///< holds epsilon
    std::optional<OpenChoice> choice;
    std::optional<std::size_t> certifiedFrom; ///< top-k of this many keys, and of more, is proven to lose less
    std::size_t notCertifiedTo = 0; ///< top-k of this many, and of fewer, is proven to lose more; 0: none
};

/// Shown below an undecided verdict only.
class UndecidedSection : public Section
{
    Q_OBJECT

public:
    explicit UndecidedSection(QWidget* parent = nullptr);

    void setValues(const std::optional<UndecidedValues>& values); ///< hidden without

Q_SIGNALS:
    void kRequested(); ///< top-k with the k that is certified

private:
    Note* m_reason;
    RowGrid* m_ways;
    QPushButton* m_setK;
};

}
