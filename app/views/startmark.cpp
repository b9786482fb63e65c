// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/startmark.h"

#include "theme/themesource.h"

#include <QPainter>

#include <array>

namespace app {

namespace {

constexpr int programSize = 44;
constexpr int dropSize = 44;
constexpr int stepSize = 22;

/// Lower triangle of a 5 x 5 map: kept cells in colour, dropped ones in grey.
void paintProgram(QPainter& painter)
{
    static constexpr std::array<std::array<int, 5>, 5> cells{{{1}, {1, 1}, {1, 2, 1}, {1, 2, 1, 1}, {1, 2, 2, 1, 1}}};
    const render::Theme& theme = render::theme();
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column <= row; ++column) {
            const int cell = cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            if (cell == 0)
                continue;
            painter.setBrush(cell == 1 ? theme.accent : theme.line2);
            painter.drawRoundedRect(QRectF(column * 9, row * 9, 8, 8), 1.5, 1.5);
        }
    }
}

void paintDrop(QPainter& painter)
{
    const render::Theme& theme = render::theme();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawLine(QPointF(22, 4), QPointF(22, 28));
    painter.drawPolyline(QPolygonF{{QPointF(13, 19), QPointF(22, 28), QPointF(31, 19)}});
    painter.setPen(QPen(theme.ink3, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{{QPointF(3, 31), QPointF(3, 40), QPointF(41, 40), QPointF(41, 31)}});
}

void paintStep(QPainter& painter, int number)
{
    const render::Theme& theme = render::theme();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.2));
    painter.drawEllipse(QRectF(1, 1, stepSize - 2, stepSize - 2));
    painter.setFont(render::textFont(12, QFont::Bold));
    painter.drawText(QRectF(0, 0, stepSize, stepSize), Qt::AlignCenter, QString::number(number));
}

}

StartMark::StartMark(Kind kind, int number, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_number(number)
{
    const int size = kind == Kind::Program ? programSize : (kind == Kind::Drop ? dropSize : stepSize);
    setFixedSize(size, size);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void StartMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    switch (m_kind) {
    case Kind::Program:
        return paintProgram(painter);
    case Kind::Drop:
        return paintDrop(painter);
    case Kind::Step:
        return paintStep(painter, m_number);
    }
}

}
