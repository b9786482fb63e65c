// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shapelabel.h"

#include "theme/themesource.h"

#include <QPainter>

namespace app {

ShapeLabel::ShapeLabel(QWidget* parent)
    : QWidget(parent)
{
    setFixedSize(14, 14);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void ShapeLabel::setJudgement(Judgement judgement)
{
    m_judgement = judgement;
    update();
}

void ShapeLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintVerdictShape(painter, QRectF(1, 1, 12, 12), m_judgement, render::theme().panel);
}

}
