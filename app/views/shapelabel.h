// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/verdictshape.h"

namespace app {

/// The shape of a verdict, 12 px, on a panel.
class ShapeLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ShapeLabel(QWidget* parent = nullptr);

    void setJudgement(Judgement judgement);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Judgement m_judgement = Judgement::NoClaim;
};

}
