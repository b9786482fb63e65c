// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace app {

/// Which of the three kinds of number a part holds.
enum class NumberKind { Exact, Bound, Prediction };

/// Small outlined word: "exact" solid, "bound" grey, "prediction" dashed. The style sheet draws it.
class Tag : public QLabel
{
    Q_OBJECT

public:
    explicit Tag(NumberKind kind, QWidget* parent = nullptr);
};

}
