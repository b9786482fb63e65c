// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boundladder.h"

#include "theme/numbertext.h"
#include "theme/themesource.h"
#include "views/numbertext.h"
#include "views/textline.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr int rowHeight = 19;
constexpr int axisHeight = 15;
constexpr int gap = 8;
constexpr int leastTrack = 40;
constexpr int barHeight = 8;
constexpr double fillShare = 0.28;
constexpr double disabledShare = 0.4; ///< of the colours, while other numbers are being computed
constexpr int usualLow = -3;
constexpr int lowest = -18; ///< below, bars of other lengths could not be told apart

QString factorOver(double bound, const core::Interval& exact)
{
    return exact.upper > 0 && std::isfinite(bound) ? factorText(bound / exact.upper) : QString();
}

int decadeBelow(double number)
{
    return static_cast<int>(std::floor(std::log10(number)));
}

}

LadderAxis::LadderAxis(const LadderValues& values)
{
    double least = values.exact.upper > 0 ? values.exact.upper : 1;
    double most = values.exact.upper;
    for (const LadderRung& rung : values.rungs) {
        least = std::min(least, rung.bound.upper);
        if (!rung.vacuous && std::isfinite(rung.bound.upper))
            most = std::max(most, rung.bound.upper);
    }
    if (values.epsilon)
        least = std::min(least, *values.epsilon);
    m_low = std::clamp(decadeBelow(least), lowest, usualLow);
    if (!values.epsilon && most > 1)
        m_high = decadeBelow(most) + 1;
}

double LadderAxis::shareOf(double number) const
{
    if (!(number > 0))
        return 0;
    return std::clamp((std::log10(number) - m_low) / (m_high - m_low), 0.0, 1.0);
}

BoundLadder::BoundLadder(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

BoundLadder::Line BoundLadder::makeLine()
{
    Line line{new TextLine(this), new TextLine(this), new TextLine(this)};
    for (TextLine* text : {line.name, line.number, line.factor})
        text->show();
    line.number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    line.factor->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return line;
}

void BoundLadder::setValues(const LadderValues& values)
{
    m_values = values;
    while (m_lines.size() > values.rungs.size() + 1) {
        for (TextLine* text : {m_lines.back().name, m_lines.back().number, m_lines.back().factor})
            delete text;
        m_lines.pop_back();
    }
    while (m_lines.size() < values.rungs.size() + 1)
        m_lines.push_back(makeLine());
    Line& first = m_lines.front();
    first.name->setRun({tr("exact"), Tone::Label});
    first.number->setRun({upperText(values.exact.upper)});
    first.factor->setRun({});
    for (TextLine* text : {first.name, first.number})
        text->setToolTip(tr("Proven to lie in %1, from the whole row").arg(intervalText(values.exact)));
    QStringList spoken{tr("exact, in %1").arg(intervalText(values.exact))};
    for (std::size_t i = 0; i < values.rungs.size(); ++i) {
        fill(m_lines[i + 1], values.rungs[i]);
        spoken += m_lines[i + 1].number->accessibleDescription();
    }
    setAccessibleName(tr("Bounds on the %1").arg(values.quantity));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    arrange();
    if (const QSize needed = minimumSizeHint(); needed != m_needed) {
        m_needed = needed;
        updateGeometry();
    }
    update();
}

void BoundLadder::fill(Line& line, const LadderRung& rung)
{
    const auto weight = rung.smallest ? QFont::Bold : QFont::Normal;
    const QString factor = rung.vacuous ? tr("vacuous") : factorOver(rung.bound.upper, m_values.exact);
    line.name->setRun({rung.name, rung.smallest ? Tone::Value : Tone::Label, weight});
    line.number->setRun({boundText(rung.bound), rung.vacuous ? Tone::Tick : Tone::Value, weight});
    line.factor->setRun({factor, Tone::Label, QFont::Normal, 11});
    QString words = tr("%1 %2: %3").arg(rung.name, boundText(rung.bound), rung.assumption);
    if (rung.vacuous)
        words += tr("; vacuous: it says no more than what holds for every row");
    else if (!factor.isEmpty())
        words += tr("; %1 the value").arg(factor);
    if (rung.smallest)
        words += tr("; the smallest of these bounds");
    for (TextLine* text : {line.name, line.number, line.factor}) {
        text->setToolTip(words);
        text->setAccessibleDescription(words);
    }
}

int BoundLadder::widthOf(TextLine* Line::*part) const
{
    int widest = 0;
    for (const Line& line : m_lines)
        widest = std::max(widest, (line.*part)->textWidth());
    return widest;
}

void BoundLadder::arrange()
{
    const int names = widthOf(&Line::name);
    const int numbers = widthOf(&Line::number);
    const int factors = widthOf(&Line::factor);
    m_trackLeft = names + gap;
    m_trackWidth = std::max(leastTrack, width() - names - numbers - factors - 3 * gap);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const int y = static_cast<int>(i) * rowHeight;
        m_lines[i].name->setGeometry(0, y, m_lines[i].name->textWidth(), rowHeight);
        m_lines[i].number->setGeometry(width() - factors - gap - numbers, y, numbers, rowHeight);
        m_lines[i].factor->setGeometry(width() - factors, y, factors, rowHeight);
    }
}

QSize BoundLadder::minimumSizeHint() const
{
    return {widthOf(&Line::name) + widthOf(&Line::number) + widthOf(&Line::factor) + 3 * gap + leastTrack,
        static_cast<int>(m_lines.size()) * rowHeight + axisHeight};
}

QSize BoundLadder::sizeHint() const
{
    return minimumSizeHint();
}

void BoundLadder::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

double BoundLadder::xOf(double number) const
{
    return m_trackLeft + LadderAxis(m_values).shareOf(number) * m_trackWidth;
}

QRectF BoundLadder::trackOf(std::size_t line) const
{
    return {static_cast<double>(m_trackLeft), static_cast<double>(line) * rowHeight + (rowHeight - barHeight) / 2.0,
        static_cast<double>(m_trackWidth), barHeight};
}

/// Solid up to the lower end, half up to the upper end: a wide interval is seen as one.
void BoundLadder::paintExact(QPainter& painter) const
{
    const auto& theme = render::theme();
    QRectF bar = trackOf(0);
    const double lower = xOf(m_values.exact.lower);
    const double upper = std::max(xOf(m_values.exact.upper), m_trackLeft + 1.0);
    bar.setRight(upper);
    painter.fillRect(bar, render::withAlpha(theme.exact, 0.5));
    bar.setRight(std::max(lower, m_trackLeft + 1.0));
    painter.fillRect(bar, theme.exact);
}

void BoundLadder::paintRung(QPainter& painter, std::size_t line, const LadderRung& rung) const
{
    const auto& theme = render::theme();
    QRectF bar = trackOf(line);
    bar.setRight(std::max(xOf(rung.bound.upper), m_trackLeft + 2.0));
    if (rung.vacuous) {
        painter.setPen(QPen(theme.line2, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
    painter.setPen(QPen(theme.bound, 1));
    painter.setBrush(render::withAlpha(theme.bound, fillShare));
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.fillRect(
        QRectF(bar.right() - 1, bar.top() - 2, 2, bar.height() + 4), rung.smallest ? theme.ink : theme.bound);
}

void BoundLadder::paintAxis(QPainter& painter) const
{
    const auto& theme = render::theme();
    const LadderAxis axis(m_values);
    const double bottom = static_cast<double>(m_lines.size()) * rowHeight;
    const QFont font = render::textFont(render::px::tickText);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(theme.line2);
    painter.drawLine(QPointF(m_trackLeft, bottom - 0.5), QPointF(m_trackLeft + m_trackWidth, bottom - 0.5));
    const QString low = render::decadeText(axis.low());
    const QString high = render::decadeText(axis.high());
    painter.setPen(theme.ink3);
    const QRectF room(m_trackLeft, bottom, m_trackWidth, axisHeight);
    const double highLeft = room.right() - metrics.horizontalAdvance(high);
    double lowRight = room.left() + metrics.horizontalAdvance(low);
    if (lowRight + gap < highLeft)
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, low);
    else
        lowRight = room.left();
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, high);
    if (!m_values.epsilon)
        return;
    const double x = xOf(*m_values.epsilon);
    painter.setPen(QPen(theme.ink, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, 1), QPointF(x, bottom));
    const double half = metrics.horizontalAdvance(QStringLiteral("ε")) / 2;
    if (x - half > lowRight + 2 && x + half < highLeft - 2) {
        painter.setPen(theme.ink);
        painter.drawText(QRectF(x - 8, bottom, 16, axisHeight), Qt::AlignCenter, QStringLiteral("ε"));
    }
}

void BoundLadder::paintEvent(QPaintEvent*)
{
    if (m_lines.empty())
        return;
    QPainter painter(this);
    painter.setOpacity(isEnabled() ? 1 : disabledShare);
    paintExact(painter);
    for (std::size_t i = 0; i < m_values.rungs.size(); ++i)
        paintRung(painter, i + 1, m_values.rungs[i]);
    paintAxis(painter);
}

}
