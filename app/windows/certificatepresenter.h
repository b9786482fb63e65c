// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "session/rowladders.h"
#include "views/whatifsection.h"
#include "windows/refresh.h"

namespace app {

class CertificatePanel;
class Explorer;

/// Keeps the certificate panel and the state in step, and holds what the panel asks for on its own: the ladder of the
/// row it names, and the what-if error of the scores.
class CertificatePresenter : public QObject
{
    Q_OBJECT

public:
    CertificatePresenter(Explorer& explorer, CertificatePanel& panel, QObject* parent);

private:
    void show();
    void setDelta(double delta);
    void choosePreset(ScoreErrorPreset preset);

    Explorer& m_explorer;
    CertificatePanel& m_panel;
    RowLadders m_ladders;
    double m_delta = 0;
    Refresh m_refresh;
};

}
