// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/startvalues.h"

namespace app {

class RecentList;
class SampleCard;

/// What is shown while no dump is open.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setValues(const StartValues& values);
    /// While a file is held over it the page says what dropping does.
    void showDropHint();
    void hideDropHint();

Q_SIGNALS:
    void openRequested(); ///< choose a file
    void fileDropped(const QString& path);
    void sampleRequested(const QString& path);
    void recentRequested(const QString& path);
    void missingRequested(const QString& path); ///< a recent file that is not there any more
    void clearRecentRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeDropTarget();
    QWidget* makeSteps();
    QWidget* makeCommandLine();

    SampleCard* m_samples;
    RecentList* m_recent;
    bool m_dropHint = false;
};

}
