// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace app {

/// A command to copy: read-only, as wide as its text.
class CommandField : public QLineEdit
{
    Q_OBJECT

public:
    explicit CommandField(const QString& command, QWidget* parent = nullptr);

    QSize sizeHint() const override;
};

}
