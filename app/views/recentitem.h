// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "views/startvalues.h"

namespace app {

/// One recent file: thumbnail, name and size, what it holds, what was last said about it.
class RecentItem : public QAbstractButton
{
    Q_OBJECT

public:
    explicit RecentItem(const RecentDump& dump, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {430, 78}; }
    QSize minimumSizeHint() const override { return {260, 78}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLast(QPainter& painter, const QRect& line) const;

    RecentDump m_dump;
};

}
