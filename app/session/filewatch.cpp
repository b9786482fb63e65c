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
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settled, qOverload<>(&QTimer::start));
    connect(&m_settled, &QTimer::timeout, this, &FileWatch::changed);
}

void FileWatch::watch(const QString& path)
{
    if (const auto files = m_watcher.files(); !files.isEmpty())
        m_watcher.removePaths(files);
    m_settled.stop();
    m_watcher.addPath(path);
}

}
