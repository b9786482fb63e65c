// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace app {

/// A measure of one head. Without a number it is still being computed, unless the head does not exist.
struct HeadCell
{
    std::optional<double> number;
    bool exists = true;
    QString toolTip;

    friend bool operator==(const HeadCell&, const HeadCell&) = default;
};

/// The heads of one layer.
struct HeadRow
{
    int layer = 0;
    std::vector<HeadCell> cells;

    friend bool operator==(const HeadRow&, const HeadRow&) = default;
};

/// The layers of one group or batch item.
struct HeadSection
{
    QString title; ///< empty: no title line
    int keyValueHeads = 0; ///< brackets "kv 0" over groups of heads that share keys; 0: none
    std::vector<HeadRow> rows;

    friend bool operator==(const HeadSection&, const HeadSection&) = default;
};

/// Which cell: section, row in it, head.
struct HeadPlace
{
    std::size_t section = 0;
    std::size_t row = 0;
    std::size_t head = 0;

    friend bool operator==(const HeadPlace&, const HeadPlace&) = default;
};

struct HeadsGridValues
{
    std::vector<HeadSection> sections;
    double low = 0; ///< number of the first colour
    double high = 1; ///< number of the last colour

    friend bool operator==(const HeadsGridValues&, const HeadsGridValues&) = default;
};

/// Overview of layers x heads, coloured by a measure.
class HeadsGrid : public QWidget
{
    Q_OBJECT

public:
    explicit HeadsGrid(QWidget* parent = nullptr);

    void setValues(HeadsGridValues values);
    const HeadsGridValues& values() const { return m_values; }
    void setSelected(const HeadPlace& place); ///< never emits
    const HeadPlace& selected() const { return m_selected; }

    /// As the user would: head 0 ... 9 of the selected layer.
    void pickHead(std::size_t head);

    QRect cellRect(const HeadPlace& place) const; ///< in widget coordinates
    std::optional<HeadPlace> placeAt(const QPoint& position) const;
    bool showsNumbers() const; ///< cells are large enough
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void headChosen(const app::HeadPlace& place); ///< by the user only
    void headHovered(std::optional<app::HeadPlace> place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void choose(const HeadPlace& place);
    void moveBy(int heads, int layers);
    void hover(const std::optional<HeadPlace>& place);
    const HeadCell* cellAt(const HeadPlace& place) const;
    void paintSection(QPainter& painter, std::size_t section) const;
    void paintBrackets(QPainter& painter, std::size_t section, int top) const;
    void paintCell(QPainter& painter, const HeadPlace& place, const HeadCell& cell) const;
    void paintOutlines(QPainter& painter) const;

    HeadsGridValues m_values;
    HeadPlace m_selected;
    std::optional<HeadPlace> m_hovered;
};

}
