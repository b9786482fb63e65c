// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "base/interval.h"
#include "views/section.h"

class QPushButton;

namespace app {

class Note;
class ParameterRow;
class RowGrid;

/// What would hold if each score of a row were off by delta: never part of a certificate.
struct WhatIfValues
{
    QString rowName; ///< "row 1284"
    double delta = 0; ///< 0: the dump as it is
    core::Interval tau; ///< as it is
    core::Bound tauUnderDelta;
    core::Bound totalVariation; ///< between the row and the one whose scores are off
    std::size_t kEps = 0; ///< as it is
    std::size_t kEpsUnderDelta = 0;
    bool hasScores = true; ///< false: stored probabilities
    bool hasFactors = false; ///< rows come from Q and K
};

enum class ScoreErrorPreset { Bf16Kernel, EightBitKeys };

/// Largest delta that is asked for, and the least above 0; in nats.
inline constexpr double smallestDelta = 1e-5;
inline constexpr double largestDelta = 10;

/// A slider for delta with presets, and what would follow from it, apart from everything that is proven of the dump.
class WhatIfSection : public Section
{
    Q_OBJECT

public:
    explicit WhatIfSection(QWidget* parent = nullptr);

    void setValues(const WhatIfValues& values);
    ParameterRow& delta() { return *m_delta; }

Q_SIGNALS:
    void deltaEdited(double delta); ///< by the user only; 0 is off
    void presetChosen(ScoreErrorPreset preset);

private:
    QWidget* makeButtons();
    void showButtons(const WhatIfValues& values);

    ParameterRow* m_delta;
    QPushButton* m_bf16 = nullptr;
    QPushButton* m_eightBits = nullptr;
    QPushButton* m_reset = nullptr;
    RowGrid* m_rows;
    Note* m_note;
};

}
