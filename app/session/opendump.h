// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "capture/capture.h"
#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "session/filestamp.h"
#include "session/filewatch.h"

namespace app {

/// The dump that is open: opened in the background, watched on disk, and outdated from the moment the file is no longer
/// the one that was opened. Numbers of an outdated dump are true of a file that nobody has any more.
class OpenDump : public QObject
{
    Q_OBJECT

public:
    explicit OpenDump(Jobs& jobs, QObject* parent = nullptr);

    /// Opens a dump beside the present one, which stays until the new one is there. On an error it stays altogether.
    void open(const QString& path, const core::Hints& hints);
    void reload();
    void stop() { m_opening.cancel(); }

    bool isOpening() const { return m_opening.isRunning(); }
    const QString& openingPath() const { return m_openingPath; }
    const core::Hints& openingHints() const { return m_openingHints; }
    const QString& path() const { return m_path; }
    const std::shared_ptr<const core::Capture>& capture() const { return m_capture; } ///< null: no dump open
    const std::optional<FileStamp>& stamp() const { return m_stamp; } ///< of the file as it was opened

    bool isOutdated() const { return m_outdated; }
    void markOutdated();
    /// Looks at the file now, without waiting to be told.
    void check();

Q_SIGNALS:
    void opened();
    void ended(); ///< an attempt to open, with or without success
    void outdated(); ///< once for each dump
    void failed(const core::Error& error);

private:
    Jobs& m_jobs;
    Latest m_opening;
    FileWatch m_watch;
    QString m_path;
    QString m_openingPath;
    core::Hints m_hints;
    core::Hints m_openingHints;
    std::shared_ptr<const core::Capture> m_capture;
    std::optional<FileStamp> m_stamp;
    bool m_outdated = false;
};

}
