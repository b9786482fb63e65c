// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstddef>

class QLineEdit;

namespace app {

class NumberValidator;

/// A whole number with its name above. Arrow keys move it by one, page keys by a factor of 2.
class NumberField : public QWidget
{
    Q_OBJECT

public:
    NumberField(const QString& name, const QString& accessibleName, QWidget* parent = nullptr);
    ~NumberField() override;

    void setRange(std::size_t minimum, std::size_t maximum);
    void setValue(std::size_t value); ///< never emits; kept within the range
    std::size_t value() const { return m_value; }
    QLineEdit& field() { return *m_field; }

Q_SIGNALS:
    void valueEdited(std::size_t value); ///< by the user only

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void edit(double value);
    void takeField();
    void showNumber();

    QLineEdit* m_field;
    NumberValidator* m_validator;
    std::size_t m_minimum = 0;
    std::size_t m_maximum = 0;
    std::size_t m_value = 0;
};

}
