// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameterrow.h"

#include "views/numbertext.h"
#include "views/numbervalidator.h"

#include <QGridLayout>
#include <QLineEdit>

#include <algorithm>

namespace app {

namespace {

constexpr int fieldWidth = 78; ///< for "0.000272"
constexpr int labelHeight = 15;

}

ParameterRow::ParameterRow(const Parameter& parameter, QWidget* parent)
    : QWidget(parent)
    , m_label(new TextLine(this))
    , m_reading(new TextLine(this))
    , m_slider(new LogSlider(this))
    , m_field(new QLineEdit(this))
    , m_validator(new NumberValidator(this))
    , m_startsAtZero(parameter.startsAtZero)
{
    build(parameter);
    connect(m_slider, &LogSlider::numberEdited, this, [this](double number) {
        showNumber();
        Q_EMIT valueEdited(meant(number));
    });
    connect(m_slider, &QAbstractSlider::sliderPressed, this, &ParameterRow::scrubStarted);
    connect(m_slider, &QAbstractSlider::sliderReleased, this, &ParameterRow::scrubFinished);
    connect(m_field, &QLineEdit::editingFinished, this, &ParameterRow::takeField);
    showNumber();
}

/// A field that dies with the focus still ends its editing: by then this is no ParameterRow any more.
ParameterRow::~ParameterRow()
{
    m_field->disconnect(this);
}

void ParameterRow::build(const Parameter& parameter)
{
    m_label->setRuns({{parameter.symbol, Tone::Value, QFont::Bold}, {QLatin1Char(' ') + parameter.words, Tone::Label}});
    m_label->setElided(1, Qt::ElideRight);
    m_label->setLineHeight(labelHeight);
    m_reading->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_reading->setLineHeight(labelHeight);
    m_validator->setScale(parameter.scale);
    m_slider->setScale(parameter.scale);
    m_slider->setFillTone(parameter.tone);
    m_slider->setAccessibleName(parameter.accessibleName);
    m_field->setValidator(m_validator);
    m_field->setAlignment(Qt::AlignRight);
    m_field->setFixedSize(fieldWidth, 24);
    m_field->setAccessibleName(parameter.accessibleName);
    m_field->setToolTip(tr("Also as 1e-3, 0.1% or 1/8"));
    if (parameter.scale.grid == LogScale::Grid::Whole)
        m_field->setToolTip(tr("A whole number, %1 or more").arg(settingText(parameter.scale.minimum)));

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 6, 0, 7);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    auto* labels = new QHBoxLayout;
    labels->setSpacing(8);
    labels->addWidget(m_label, 1);
    labels->addWidget(m_reading);
    grid->addLayout(labels, 0, 0, 1, 2);
    grid->addWidget(m_slider, 1, 0, Qt::AlignTop);
    grid->addWidget(m_field, 1, 1, Qt::AlignBottom);
    grid->setColumnStretch(0, 1);
}

void ParameterRow::setMaximum(double maximum)
{
    LogScale scale = m_slider->scale();
    scale.maximum = std::max(maximum, scale.minimum);
    m_validator->setScale(scale);
    m_slider->setScale(scale);
    showNumber();
}

void ParameterRow::setValue(double value)
{
    m_slider->setNumber(value);
    showNumber();
}

double ParameterRow::value() const
{
    return meant(m_slider->number());
}

double ParameterRow::meant(double number) const
{
    return m_startsAtZero && number <= m_slider->scale().minimum ? 0 : number;
}

void ParameterRow::setReading(std::vector<TextRun> reading)
{
    m_reading->setRuns(std::move(reading));
}

void ParameterRow::setMarks(std::vector<SliderMark> marks)
{
    m_slider->setMarks(std::move(marks));
}

void ParameterRow::step(int steps)
{
    m_slider->step(steps);
}

void ParameterRow::page(int pages)
{
    m_slider->page(pages);
}

void ParameterRow::takeField()
{
    m_field->setModified(false);
    const auto number = m_validator->numberOf(m_field->text());
    const bool changed = number && meant(*number) != value();
    if (changed)
        m_slider->setNumber(*number);
    showNumber();
    if (changed)
        Q_EMIT valueEdited(meant(*number));
}

/// A field the user is typing in keeps his text until he leaves it.
void ParameterRow::showNumber()
{
    const bool whole = m_slider->scale().grid == LogScale::Grid::Whole;
    const QString text = whole ? QString::number(value(), 'f', 0) : settingText(roundedToDigits(value(), 9));
    m_validator->setFallback(text);
    if (!(m_field->hasFocus() && m_field->isModified()))
        m_field->setText(text);
}

}
