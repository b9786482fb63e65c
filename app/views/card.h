// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

/// Rounded ground of a part of the start page; a drop target has a dashed border.
class Card : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Plain, DropTarget };

    explicit Card(Kind kind, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind;
};

}
