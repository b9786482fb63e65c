// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "base/interval.h"

namespace app {

class TextLine;

/// One rung: a bound that is proven from less than the whole.
struct LadderRung
{
    QString name; ///< "multi-gap"
    QString assumption; ///< what it reads and supposes, in words
    core::Bound bound;
    bool vacuous = false; ///< says no more than what holds for every row
    bool smallest = false; ///< of the ladder
};

/// A value with the bounds on it.
struct LadderValues
{
    QString quantity; ///< "tail mass", for assistive technology
    core::Interval exact;
    std::vector<LadderRung> rungs;
    std::optional<double> epsilon; ///< marked where there is one
};

/// Logarithmic axis of a ladder: from 10^-3, or the decade of what is smallest, to 1, or the decade of what is largest.
class LadderAxis
{
public:
    explicit LadderAxis(const LadderValues& values);

    int low() const { return m_low; } ///< exponent of ten
    int high() const { return m_high; }
    double shareOf(double number) const; ///< 0 ... 1, cut off outside

private:
    int m_low = -3;
    int m_high = 0;
};

/// The value as a solid bar, then every bound as a hollow bar with a cap, on one logarithmic axis with epsilon across
/// it. Each line says its number and by how many times it is looser; the smallest bound is bold.
class BoundLadder : public QWidget
{
    Q_OBJECT

public:
    explicit BoundLadder(QWidget* parent = nullptr);

    void setValues(const LadderValues& values);
    const LadderValues& values() const { return m_values; }
    /// Where a number lies, in px from the left edge.
    double xOf(double number) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Line
    {
        TextLine* name;
        TextLine* number;
        TextLine* factor;
    };

    Line makeLine();
    void fill(Line& line, const LadderRung& rung);
    void arrange();
    int widthOf(TextLine* Line::*part) const;
    QRectF trackOf(std::size_t line) const;
    void paintExact(QPainter& painter) const;
    void paintRung(QPainter& painter, std::size_t line, const LadderRung& rung) const;
    void paintAxis(QPainter& painter) const;

    LadderValues m_values;
    std::vector<Line> m_lines; ///< the value first
    QSize m_needed; ///< as the layout around was told last
    int m_trackLeft = 0;
    int m_trackWidth = 0;
};

}
