// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace app {

/// A sentence under numbers, small and wrapped.
class Note : public QLabel
{
    Q_OBJECT

public:
    explicit Note(const QString& text = {}, QWidget* parent = nullptr);

    /// Hidden when there is nothing to say.
    void say(const QString& text);
    QSize minimumSizeHint() const override;
};

}
