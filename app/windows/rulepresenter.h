// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "windows/refresh.h"

namespace app {

class Explorer;
class RuleStrip;

/// Keeps the rule strip and the parameters in step.
class RulePresenter : public QObject
{
    Q_OBJECT

public:
    RulePresenter(Explorer& explorer, RuleStrip& strip, QObject* parent);

private:
    void show();

    Explorer& m_explorer;
    RuleStrip& m_strip;
    Refresh m_refresh;
};

}
