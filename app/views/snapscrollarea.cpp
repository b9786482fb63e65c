// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/snapscrollarea.h"

#include "theme/themesource.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <vector>

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
    const auto isWidget = [](const QObject* child) { return child->isWidgetType(); };
    return widget.isVisible() && widget.height() <= tallestRow
        && std::none_of(widget.children().begin(), widget.children().end(), isWidget);
}

/// Where a row begins and ends in the viewport.
struct Span
{
    int top = 0;
    int bottom = 0;
};

std::vector<Span> rowsOf(const QWidget& content, const QWidget& viewport)
{
    std::vector<Span> rows;
    for (const QWidget* widget : content.findChildren<QWidget*>()) {
        if (!isRow(*widget))
            continue;
        const int top = widget->mapTo(&viewport, QPoint(0, 0)).y();
        rows.push_back({top, top + widget->height()});
    }
    return rows;
}

/// Moves `edge` (in the viewport) to the top (step < 0) or bottom (step > 0) of the rows that it cuts, until it cuts
/// none.
int clearOfRows(const std::vector<Span>& rows, int edge, int step)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (const Span& row : rows) {
            if (row.top < edge && edge < row.bottom) {
                edge = step < 0 ? row.top : row.bottom;
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
    m_settled.setSingleShot(true);
    m_settled.setInterval(0);
    connect(&m_settled, &QTimer::timeout, this, &SnapScrollArea::placeCovers);
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
        m_settled.start();
    return handled;
}

bool SnapScrollArea::viewportEvent(QEvent* event)
{
    const bool handled = QScrollArea::viewportEvent(event);
    if (event->type() == QEvent::Show)
        placeCovers();
    else if (event->type() == QEvent::LayoutRequest)
        m_settled.start();
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
    const std::vector<Span> rows = rowsOf(*widget(), *viewport());
    const int top = verticalScrollBar()->value() > 0 ? clearOfRows(rows, 0, 1) : 0;
    const bool endsBelow = widget()->mapTo(viewport(), QPoint(0, widget()->height())).y() > height;
    const int bottom = endsBelow ? clearOfRows(rows, height, -1) : height;
    m_upper->setGeometry(0, 0, viewport()->width(), top);
    m_upper->setVisible(top > 0);
    m_lower->setGeometry(0, bottom, viewport()->width(), height - bottom);
    m_lower->setVisible(bottom < height);
    m_upper->raise();
    m_lower->raise();
}

}
