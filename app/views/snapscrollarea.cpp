// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/snapscrollarea.h"

#include "theme/themesource.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace app {

namespace {

constexpr int rowStep = 19;
constexpr int tallestRow = 40; // higher parts (a verdict card) are cut rather than hidden

class Cover : public QWidget
{
public:
    explicit Cover(QWidget* parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), render::theme().panel);
    }
};

bool isRow(const QWidget& widget)
{
    return widget.isVisible() && widget.height() <= tallestRow && widget.findChildren<QWidget*>().isEmpty();
}

/// Moves `edge` (in the viewport) to the top (step < 0) or bottom (step > 0) of the rows that it cuts, until it cuts
/// none.
int clearOfRows(const QWidget& content, const QWidget& viewport, int edge, int step)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (const QWidget* widget : content.findChildren<QWidget*>()) {
            if (!isRow(*widget))
                continue;
            const int top = widget->mapTo(&viewport, QPoint(0, 0)).y();
            const int bottom = top + widget->height();
            if (top < edge && edge < bottom) {
                edge = step < 0 ? top : bottom;
                moved = true;
            }
        }
    }
    return edge;
}

}

SnapScrollArea::SnapScrollArea(QWidget* parent)
    : QScrollArea(parent)
    , m_upper(new Cover(viewport()))
    , m_lower(new Cover(viewport()))
    , m_bar(new QScrollBar(Qt::Vertical, this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    verticalScrollBar()->setSingleStep(rowStep);
    m_bar->setSingleStep(rowStep);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &SnapScrollArea::placeBar);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, m_bar, &QScrollBar::setValue);
    connect(m_bar, &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
}

int SnapScrollArea::coveredBelow() const
{
    return m_lower->isVisible() ? m_lower->height() : 0;
}

QSize SnapScrollArea::minimumSizeHint() const
{
    return {widget() ? widget()->minimumSizeHint().width() : 0, 120};
}

void SnapScrollArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    placeCovers();
    placeBar();
}

void SnapScrollArea::scrollContentsBy(int dx, int dy)
{
    QScrollArea::scrollContentsBy(dx, dy);
    placeCovers();
}

bool SnapScrollArea::eventFilter(QObject* watched, QEvent* event)
{
    const bool handled = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize))
        QTimer::singleShot(0, this, &SnapScrollArea::placeCovers);
    return handled;
}

bool SnapScrollArea::viewportEvent(QEvent* event)
{
    const bool handled = QScrollArea::viewportEvent(event);
    if (event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)
        placeCovers();
    return handled;
}

void SnapScrollArea::placeBar()
{
    const QScrollBar& range = *verticalScrollBar();
    m_bar->setRange(range.minimum(), range.maximum());
    m_bar->setPageStep(range.pageStep());
    m_bar->setValue(range.value());
    m_bar->setVisible(range.maximum() > range.minimum());
    const int wide = m_bar->sizeHint().width();
    m_bar->setGeometry(width() - wide, 0, wide, height());
    m_bar->raise();
}

void SnapScrollArea::placeCovers()
{
    if (!widget())
        return;
    const int height = viewport()->height();
    const int top = verticalScrollBar()->value() > 0 ? clearOfRows(*widget(), *viewport(), 0, 1) : 0;
    const bool endsBelow = widget()->mapTo(viewport(), QPoint(0, widget()->height())).y() > height;
    const int bottom = endsBelow ? clearOfRows(*widget(), *viewport(), height, -1) : height;
    m_upper->setGeometry(0, 0, viewport()->width(), top);
    m_upper->setVisible(top > 0);
    m_lower->setGeometry(0, bottom, viewport()->width(), height - bottom);
    m_lower->setVisible(bottom < height);
    m_upper->raise();
    m_lower->raise();
}

}
