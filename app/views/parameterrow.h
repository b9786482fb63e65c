// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "views/logslider.h"
#include "views/textline.h"

class QLineEdit;

namespace app {

class NumberValidator;

/// What a parameter is called and where its numbers lie.
struct Parameter
{
    QString symbol; ///< "k"
    QString words; ///< "keys kept"
    QString accessibleName; ///< "Keys kept, k"
    LogScale scale;
    Tone tone = Tone::Accent;
    bool startsAtZero = false; ///< the least number of the scale stands for 0
};

/// One parameter: label line with a reading at the right, slider with marks, number field.
class ParameterRow : public QWidget
{
    Q_OBJECT

public:
    explicit ParameterRow(const Parameter& parameter, QWidget* parent = nullptr);
    ~ParameterRow() override;

    void setMaximum(double maximum); ///< end of the scale, e.g. the number of keys; the value is kept within
    void setValue(double value); ///< never emits
    double value() const;
    void setReading(std::vector<TextRun> reading);
    void setMarks(std::vector<SliderMark> marks);

    /// As the user would: by one step, by one page (k: a factor 2; epsilon: a decade; sigma: an octave).
    void step(int steps);
    void page(int pages);

    LogSlider& slider() { return *m_slider; }
    QLineEdit& field() { return *m_field; }

Q_SIGNALS:
    void valueEdited(double value); ///< by the user only
    void scrubStarted(); ///< the handle was grabbed
    void scrubFinished(); ///< the handle was let go

private:
    void build(const Parameter& parameter);
    void takeField();
    void showNumber();
    double meant(double number) const;

    TextLine* m_label;
    TextLine* m_reading;
    LogSlider* m_slider;
    QLineEdit* m_field;
    NumberValidator* m_validator;
    bool m_startsAtZero;
};

}
