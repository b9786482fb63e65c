// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/verdictshape.h"

#include "theme/themesource.h"

#include <QCoreApplication>
#include <QPainter>

#include <array>
#include <cmath>
#include <numbers>

namespace app {

namespace {

QPen strokeOf(const QColor& colour, double size)
{
    return {colour, size * 0.11, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

QPolygonF octagon(const QRectF& square)
{
    QPolygonF polygon;
    const double radius = square.width() / 2 / std::cos(std::numbers::pi / 8);
    for (int corner = 0; corner < 8; ++corner) {
        const double angle = (corner + 0.5) * std::numbers::pi / 4;
        polygon << square.center() + radius * QPointF(std::cos(angle), std::sin(angle));
    }
    return polygon;
}

void paintCheck(QPainter& painter, const QRectF& square, const QColor& ground)
{
    const double size = square.width();
    const QPointF centre = square.center();
    painter.setPen(strokeOf(ground, size));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{{centre + QPointF(-0.22, 0.01) * size, centre + QPointF(-0.06, 0.17) * size,
        centre + QPointF(0.23, -0.15) * size}});
}

void paintCross(QPainter& painter, const QRectF& square, const QColor& ground)
{
    const double arm = square.width() * 0.17;
    const QPointF centre = square.center();
    painter.setPen(strokeOf(ground, square.width()));
    painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm));
    painter.drawLine(centre + QPointF(-arm, arm), centre + QPointF(arm, -arm));
}

void paintHalfDisc(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const double stroke = square.width() * 0.1;
    const QRectF ring = square.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2);
    painter.setPen(QPen(colour, stroke));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(ring);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPie(ring, 90 * 16, 180 * 16);
}

void paintDots(QPainter& painter, const QRectF& square)
{
    const double radius = square.width() * 0.13;
    const double distance = square.width() * 0.36;
    for (const QPointF& direction : {QPointF(0, -1), QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0)})
        painter.drawEllipse(square.center() + distance * direction, radius, radius);
}

}

Judgement judgementOf(core::Verdict verdict)
{
    switch (verdict) {
    case core::Verdict::Certified:
        return Judgement::Certified;
    case core::Verdict::NotCertified:
        return Judgement::NotCertified;
    case core::Verdict::Undecided:
        break;
    }
    return Judgement::Undecided;
}

bool isVerdict(Judgement judgement)
{
    return judgement == Judgement::Certified || judgement == Judgement::NotCertified
        || judgement == Judgement::Undecided;
}

QString wordOf(Judgement judgement)
{
    static constexpr std::array words = {QT_TRANSLATE_NOOP("Judgement", "Certified"),
        QT_TRANSLATE_NOOP("Judgement", "Not certified"), QT_TRANSLATE_NOOP("Judgement", "Undecided"),
        QT_TRANSLATE_NOOP("Judgement", "Computing"), QT_TRANSLATE_NOOP("Judgement", "No claim"),
        QT_TRANSLATE_NOOP("Judgement", "No certificate"), QT_TRANSLATE_NOOP("Judgement", "Outdated")};
    return QCoreApplication::translate("Judgement", words[static_cast<std::size_t>(judgement)]);
}

QColor colourOf(Judgement judgement)
{
    const render::Theme& theme = render::theme();
    switch (judgement) {
    case Judgement::Certified:
        return theme.certified;
    case Judgement::NotCertified:
        return theme.notCertified;
    case Judgement::Undecided:
        return theme.undecided;
    case Judgement::Computing:
    case Judgement::NoClaim:
    case Judgement::InvalidRow:
    case Judgement::Outdated:
        break;
    }
    return theme.ink3;
}

void paintVerdictShape(QPainter& painter, const QRectF& square, Judgement judgement, const QColor& ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = colourOf(judgement);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    switch (judgement) {
    case Judgement::Certified:
        painter.drawEllipse(square);
        paintCheck(painter, square, ground);
        break;
    case Judgement::NotCertified:
        painter.drawPolygon(octagon(square));
        paintCross(painter, square, ground);
        break;
    case Judgement::Undecided:
        paintHalfDisc(painter, square, colour);
        break;
    case Judgement::Computing:
        paintDots(painter, square);
        break;
    case Judgement::NoClaim:
    case Judgement::InvalidRow:
    case Judgement::Outdated:
        painter.drawRoundedRect(
            QRectF(square.left() + square.width() * 0.1, square.center().y() - square.height() * 0.08,
                square.width() * 0.8, square.height() * 0.16),
            1, 1);
        break;
    }
    painter.restore();
}

}
