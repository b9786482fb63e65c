// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "views/certificatevalues.h"

namespace app {

/// Bar of the shares of certified, undecided and not certified rows. A share above zero is at least 2 px wide.
class RowsBar : public QWidget
{
    Q_OBJECT

public:
    explicit RowsBar(QWidget* parent = nullptr);

    void setCounts(const RowCounts& counts);
    QSize sizeHint() const override { return {100, 14}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RowCounts m_counts;
};

/// "87 certified · 1 undecided · 12 not"; skipped rows are named when there are any.
QString wordsOf(const RowCounts& counts);
QStringList wordingsOf(const RowCounts& counts); ///< the same, then "87 of 100 certified"

}
