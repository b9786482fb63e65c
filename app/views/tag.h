// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace app {

/// Which of the three kinds of number a part holds; what-if numbers are about another dump than the open one.
enum class NumberKind { Exact, Bound, Prediction, WhatIf };

/// Small outlined word: "exact" solid, "bound" grey, "prediction" dashed, "what if" dotted. The style sheet draws it.
class Tag : public QLabel
{
    Q_OBJECT

public:
    explicit Tag(NumberKind kind, QWidget* parent = nullptr);
};

}
