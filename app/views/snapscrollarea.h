// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QTimer>

namespace app {

/// Scrolls vertically only; the scroll bar lies over the padding at the right and takes no room. A row that the lower
/// or upper edge would cut in the middle is hidden whole behind a cover in the panel's colour.
class SnapScrollArea : public QScrollArea
{
    Q_OBJECT

public:
    explicit SnapScrollArea(QWidget* parent = nullptr);

    int coveredBelow() const; ///< px hidden at the lower edge
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void placeCovers();
    void placeBar();

    QWidget* m_upper;
    QWidget* m_lower;
    QScrollBar* m_bar;
    QTimer m_settled; ///< covers are placed once for all that changed in a turn of the event loop
};

}
