// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "session/recentfiles.h"
#include "views/startvalues.h"
#include "windows/refresh.h"

namespace app {

class Explorer;
class StartPage;

/// Fills the start page with samples and recent files, and remembers for the list what the open dump says.
class RecentPresenter : public QObject
{
    Q_OBJECT

public:
    RecentPresenter(Explorer& explorer, RecentFiles& recent, StartPage& page, QObject* parent);

private:
    void show();
    void remember();
    void findSamples();

    Explorer& m_explorer;
    RecentFiles& m_recent;
    StartPage& m_page;
    std::vector<SampleDump> m_samples;
    Refresh m_refresh;
    QTimer m_settled; ///< verdicts are remembered once they stand still
    Latest m_sampling;
};

}
