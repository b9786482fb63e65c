// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

/// A drawing of the start page: the program's sign, the arrow of the drop target, the number of a step.
class StartMark : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Program, Drop, Step };

    explicit StartMark(Kind kind, int number = 0, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind;
    int m_number;
};

}
