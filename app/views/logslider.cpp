// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/logslider.h"

#include "theme/themesource.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr int positions = 1000; // of the base class's integer range
constexpr int widgetHeight = 28;
constexpr int grooveY = 15;
constexpr int grooveHeight = 4;
constexpr int handleWidth = 12;
constexpr int handleHeight = 14;
constexpr int edge = handleWidth / 2 + 2; // room for the focus outline
constexpr int markHeight = 6;
constexpr int markHalf = 4;
constexpr int notch = 120;

QPainterPath triangle(double x)
{
    QPainterPath path(QPointF(x - markHalf, 0.5));
    path.lineTo(x + markHalf, 0.5);
    path.lineTo(x, markHeight + 0.5);
    path.closeSubpath();
    return path;
}

}

LogSlider::LogSlider(QWidget* parent)
    : QAbstractSlider(parent)
{
    setOrientation(Qt::Horizontal);
    setRange(0, positions);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void LogSlider::setScale(const LogScale& scale)
{
    m_scale = scale;
    place(m_number);
}

void LogSlider::setNumber(double number)
{
    place(number);
}

void LogSlider::setMarks(std::vector<SliderMark> marks)
{
    m_marks = std::move(marks);
    update();
}

void LogSlider::setFillTone(Tone tone)
{
    m_fillTone = tone;
    update();
}

void LogSlider::step(int steps)
{
    edit(m_scale.stepped(m_number, steps));
}

void LogSlider::page(int pages)
{
    edit(m_scale.paged(m_number, pages));
}

int LogSlider::xOf(double number) const
{
    return edge + static_cast<int>(std::lround(m_scale.shareOf(number) * (width() - 2 * edge)));
}

QSize LogSlider::sizeHint() const
{
    return {200, widgetHeight};
}

QSize LogSlider::minimumSizeHint() const
{
    return {80, widgetHeight};
}

void LogSlider::place(double number)
{
    m_number = std::clamp(number, m_scale.minimum, m_scale.maximum);
    m_placing = true;
    setValue(static_cast<int>(std::lround(m_scale.shareOf(m_number) * positions)));
    m_placing = false;
    update();
}

void LogSlider::edit(double number)
{
    if (number == m_number)
        return;
    place(number);
    Q_EMIT numberEdited(m_number);
}

/// A changed integer value that we did not set came from assistive technology.
void LogSlider::sliderChange(SliderChange change)
{
    if (change == SliderValueChange && !m_placing)
        edit(m_scale.numberAt(static_cast<double>(value()) / positions));
    QAbstractSlider::sliderChange(change);
}

double LogSlider::numberAtX(double x) const
{
    return m_scale.numberAt((x - edge) / std::max(1, width() - 2 * edge));
}

const SliderMark* LogSlider::markAt(const QPointF& position) const
{
    if (position.y() > markHeight + 2)
        return nullptr;
    const auto distance = [&](const SliderMark& mark) { return std::abs(xOf(mark.number) - position.x()); };
    const auto nearest = std::min_element(
        m_marks.begin(), m_marks.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    return nearest != m_marks.end() && distance(*nearest) <= markHalf + 2 ? &*nearest : nullptr;
}

void LogSlider::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        return step(-1);
    case Qt::Key_Right:
    case Qt::Key_Up:
        return step(1);
    case Qt::Key_PageDown:
        return page(-1);
    case Qt::Key_PageUp:
        return page(1);
    case Qt::Key_Home:
        return edit(m_scale.minimum);
    case Qt::Key_End:
        return edit(m_scale.maximum);
    default:
        QAbstractSlider::keyPressEvent(event);
    }
}

void LogSlider::wheelEvent(QWheelEvent* event)
{
    m_wheelRest += event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    const int notches = m_wheelRest / notch;
    m_wheelRest -= notches * notch;
    if (notches != 0)
        edit(m_scale.wheeled(m_number, notches));
    event->accept();
}

void LogSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    if (const SliderMark* mark = markAt(event->position()))
        return edit(mark->number);
    const double offset = event->position().x() - xOf(m_number);
    const bool onHandle = std::abs(offset) <= handleWidth / 2.0 + 1;
    m_grabOffset = onHandle ? offset : 0;
    setSliderDown(true);
    if (!onHandle)
        edit(numberAtX(event->position().x()));
    update();
}

void LogSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        edit(numberAtX(event->position().x() - m_grabOffset));
}

void LogSlider::mouseReleaseEvent(QMouseEvent*)
{
    setSliderDown(false);
    update();
}

void LogSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGroove(painter);
    paintMarks(painter);
    paintHandle(painter);
}

void LogSlider::paintGroove(QPainter& painter) const
{
    const render::Theme& theme = render::theme();
    const QRectF groove(0, grooveY - grooveHeight / 2, width(), grooveHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line2);
    painter.drawRoundedRect(groove, 2, 2);
    painter.setBrush(isEnabled() ? colourOf(m_fillTone) : theme.ink3);
    painter.drawRoundedRect(QRectF(groove.topLeft(), QSizeF(xOf(m_number), grooveHeight)), 2, 2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.ink3, 1));
    for (const double tick : m_scale.tickNumbers()) {
        const double x = xOf(tick) + 0.5;
        painter.drawLine(QPointF(x, grooveY + 7), QPointF(x, grooveY + 10));
    }
}

void LogSlider::paintMarks(QPainter& painter) const
{
    const render::Theme& theme = render::theme();
    for (const SliderMark& mark : m_marks) {
        const bool filled = mark.kind == SliderMark::Kind::Row;
        const QColor& hollow = mark.kind == SliderMark::Kind::Worst ? theme.notCertified : theme.ink2;
        painter.setPen(QPen(filled ? theme.certified : hollow, 1));
        painter.setBrush(filled ? QBrush(theme.certified) : QBrush(Qt::NoBrush));
        painter.drawPath(triangle(xOf(mark.number) + 0.5));
    }
}

void LogSlider::paintHandle(QPainter& painter) const
{
    const render::Theme& theme = render::theme();
    const QRectF handle(xOf(m_number) - handleWidth / 2, grooveY - handleHeight / 2, handleWidth, handleHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? theme.ink : theme.ink3);
    painter.drawRoundedRect(handle, 4, 4);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.panel, 1));
        painter.drawRoundedRect(handle.adjusted(-0.5, -0.5, 0.5, 0.5), 4, 4);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(handle.adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5);
    }
}

}
