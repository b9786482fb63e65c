// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "windows/refresh.h"

namespace app {

class CertificatePanel;
class Explorer;

/// Keeps the certificate panel and the state in step.
class CertificatePresenter : public QObject
{
    Q_OBJECT

public:
    CertificatePresenter(Explorer& explorer, CertificatePanel& panel, QObject* parent);

private:
    Refresh m_refresh;
};

}
