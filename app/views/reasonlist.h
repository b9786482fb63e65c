// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/dumpvalues.h"

class QGridLayout;

namespace app {

/// One reason per line: what was inferred, and why. A reason longer than the panel is cut and shown whole as tool tip.
class ReasonList : public QWidget
{
    Q_OBJECT

public:
    explicit ReasonList(QWidget* parent = nullptr);

    void setReasons(const std::vector<ReasonLine>& reasons);

private:
    QGridLayout* m_grid;
};

}
