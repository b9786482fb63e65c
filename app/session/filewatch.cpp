// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/filewatch.h"

namespace app {

namespace {
constexpr int settleMs = 300;
}

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    for (const auto changed : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(&m_watcher, changed, &m_settled, qOverload<>(&QTimer::start));
    connect(&m_settled, &QTimer::timeout, this, &FileWatch::changed);
}

void FileWatch::watch(const QStringList& paths)
{
    if (const auto watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_settled.stop();
    m_watcher.addPaths(paths);
}

}
