// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>

#include <vector>

#include "views/logscale.h"
#include "views/tone.h"

namespace app {

/// A number worth going to, drawn as a triangle above the groove; a click on it goes there.
struct SliderMark
{
    enum class Kind { Row, Quantile, Worst };
    Kind kind = Kind::Row;
    double number = 0;

    friend bool operator==(const SliderMark&, const SliderMark&) = default;
};

/// Slider on a logarithmic scale. Its number is a double; the integer value of the base class serves assistive
/// technology only.
class LogSlider : public QAbstractSlider
{
    Q_OBJECT

public:
    explicit LogSlider(QWidget* parent = nullptr);

    void setScale(const LogScale& scale); ///< the number is kept within it
    const LogScale& scale() const { return m_scale; }
    void setNumber(double number); ///< never emits numberEdited
    double number() const { return m_number; }
    void setMarks(std::vector<SliderMark> marks);
    void setFillTone(Tone tone); ///< of the filled part of the groove

    /// As the user would: moves and emits numberEdited when the number changes.
    void step(int steps);
    void page(int pages);

    int xOf(double number) const; ///< in widget coordinates
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void numberEdited(double number); ///< by the user only

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void sliderChange(SliderChange change) override;

private:
    void edit(double number);
    void place(double number);
    double numberAtX(double x) const;
    const SliderMark* markAt(const QPointF& position) const;
    void paintGroove(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintHandle(QPainter& painter) const;

    LogScale m_scale;
    double m_number = 1;
    std::vector<SliderMark> m_marks;
    Tone m_fillTone = Tone::Accent;
    double m_grabOffset = 0;
    int m_wheelRest = 0;
    bool m_placing = false;
};

}
