// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/opendump.h"

namespace app {

namespace {

/// The stamp is taken first: a file that changes while it is opened is outdated at once, never unnoticed.
struct Opened
{
    std::optional<FileStamp> stamp;
    std::shared_ptr<const core::Capture> capture;
};

core::Result<Opened> openFile(const std::string& path, const core::Hints& hints)
{
    Opened opened{stampOf(path), {}};
    auto capture = core::Capture::open(path, hints);
    if (!capture)
        return tl::unexpected<core::Error>(capture.error());
    opened.capture = std::move(*capture);
    return opened;
}

/// What was opened, and the files behind it where it is a folder or an index.
QStringList watchedPaths(const QString& path, const core::DumpFile& dump)
{
    QStringList paths{path};
    for (const auto& file : dump.files)
        if (const auto name = QString::fromStdString(file.string()); name != path)
            paths << name;
    return paths;
}

}

OpenDump::OpenDump(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
{
    connect(&m_watch, &FileWatch::changed, this, &OpenDump::markOutdated);
}

void OpenDump::open(const QString& path, const core::Hints& hints)
{
    m_openingPath = path;
    m_openingHints = hints;
    m_opening = m_jobs.start<Opened>(
        this, [path, hints](const core::Progress&) { return openFile(path.toStdString(), hints); },
        [this, path, hints](core::Result<Opened> result) {
            if (result) {
                m_hints = hints;
                m_path = path;
                m_stamp = result->stamp;
                m_capture = std::move(result->capture);
                m_outdated = false;
                m_watch.watch(watchedPaths(path, m_capture->dump()));
                Q_EMIT opened();
                check();
            } else {
                Q_EMIT failed(result.error());
            }
            Q_EMIT ended();
        });
}

void OpenDump::reload()
{
    if (!m_path.isEmpty())
        open(m_path, m_hints);
}

void OpenDump::markOutdated()
{
    if (!m_capture || m_outdated)
        return;
    m_outdated = true;
    Q_EMIT outdated();
}

void OpenDump::check()
{
    if (m_capture && stampOf(m_path.toStdString()) != m_stamp)
        markOutdated();
}

}
