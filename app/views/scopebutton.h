// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "views/scopebuttons.h"

namespace app {

/// One button of ScopeButtons: a word and the shape of a verdict.
class ScopeButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ScopeButton(QWidget* parent = nullptr);

    void setState(const ScopeState& state);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int contentWidth() const;

    ScopeState m_state;
};

}
