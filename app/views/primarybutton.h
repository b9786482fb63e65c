// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace app {

/// The one button of a page that most people want: filled with the accent colour.
class PrimaryButton : public QAbstractButton
{
    Q_OBJECT

public:
    explicit PrimaryButton(const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
