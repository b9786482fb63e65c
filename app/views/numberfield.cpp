// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/numberfield.h"

#include "views/numbervalidator.h"
#include "views/textline.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

NumberField::NumberField(const QString& name, const QString& accessibleName, QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_validator(new NumberValidator(this))
{
    auto* label = new TextLine({name, Tone::Label}, this);
    label->setLineHeight(15);
    label->setElided(0, Qt::ElideRight);
    m_field->setValidator(m_validator);
    m_field->setAlignment(Qt::AlignRight);
    m_field->setFixedHeight(24);
    m_field->setMinimumWidth(48);
    m_field->setAccessibleName(accessibleName);
    m_field->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 8);
    column->setSpacing(3);
    column->addWidget(label);
    column->addWidget(m_field);
    connect(m_field, &QLineEdit::editingFinished, this, &NumberField::takeField);
    setRange(0, 0);
}

/// A field that dies with the focus still ends its editing: by then this is no NumberField any more.
NumberField::~NumberField()
{
    m_field->disconnect(this);
}

void NumberField::setRange(std::size_t minimum, std::size_t maximum)
{
    m_minimum = minimum;
    m_maximum = std::max(minimum, maximum);
    // The validator's scale is logarithmic and knows no zero; it only reads numbers here.
    m_validator->setScale({static_cast<double>(minimum), static_cast<double>(m_maximum), LogScale::Grid::Whole});
    m_field->setToolTip(tr("A whole number from %1 to %2").arg(m_minimum).arg(m_maximum));
    setValue(m_value);
}

void NumberField::setValue(std::size_t value)
{
    m_value = std::clamp(value, m_minimum, m_maximum);
    showNumber();
}

bool NumberField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto present = static_cast<double>(m_value);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        edit(present + 1);
        return true;
    case Qt::Key_Down:
        edit(present - 1);
        return true;
    case Qt::Key_PageUp:
        edit(std::max(2 * present, 1.0));
        return true;
    case Qt::Key_PageDown:
        edit(present / 2);
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void NumberField::edit(double value)
{
    const auto before = m_value;
    m_field->setModified(false);
    setValue(
        static_cast<std::size_t>(std::clamp(value, static_cast<double>(m_minimum), static_cast<double>(m_maximum))));
    if (m_value != before)
        Q_EMIT valueEdited(m_value);
}

void NumberField::takeField()
{
    m_field->setModified(false);
    const auto number = m_validator->numberOf(m_field->text());
    edit(number.value_or(static_cast<double>(m_value)));
}

/// A field the user is typing in keeps his text until he leaves it.
void NumberField::showNumber()
{
    const QString text = QString::number(m_value);
    m_validator->setFallback(text);
    if (!(m_field->hasFocus() && m_field->isModified()))
        m_field->setText(text);
}

}
