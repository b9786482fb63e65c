// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/recentfiles.h"

#include <algorithm>

#include <QBuffer>
#include <QFileInfo>

namespace app {

namespace {

constexpr std::size_t keptFiles = 8;

QVariantMap stored(const RecentFile& file)
{
    QByteArray picture;
    QBuffer buffer(&picture);
    buffer.open(QIODevice::WriteOnly);
    file.thumbnail.save(&buffer, "PNG");
    return {{QStringLiteral("path"), file.path}, {QStringLiteral("content"), file.content},
        {QStringLiteral("verdict"), file.verdict}, {QStringLiteral("subject"), file.subject},
        {QStringLiteral("thumbnail"), picture}};
}

RecentFile loaded(const QVariantMap& map)
{
    RecentFile file;
    file.path = map.value(QStringLiteral("path")).toString();
    file.content = map.value(QStringLiteral("content")).toString();
    file.verdict = map.value(QStringLiteral("verdict")).toString();
    file.subject = map.value(QStringLiteral("subject")).toString();
    file.thumbnail.loadFromData(map.value(QStringLiteral("thumbnail")).toByteArray(), "PNG");
    return file;
}

}

RecentFiles::RecentFiles(Settings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
{
    load();
}

void RecentFiles::add(const QString& path)
{
    RecentFile file{QFileInfo(path).absoluteFilePath(), {}, {}, {}, {}};
    const auto known =
        std::find_if(m_files.begin(), m_files.end(), [&](const RecentFile& other) { return other.path == file.path; });
    if (known != m_files.end()) {
        file = *known;
        m_files.erase(known);
    }
    m_files.insert(m_files.begin(), std::move(file));
    m_files.resize(std::min(m_files.size(), keptFiles));
    store();
}

void RecentFiles::remember(const RecentFile& file)
{
    const auto known =
        std::find_if(m_files.begin(), m_files.end(), [&](const RecentFile& other) { return other.path == file.path; });
    if (known == m_files.end())
        return;
    *known = file;
    store();
}

void RecentFiles::remove(const QString& path)
{
    std::erase_if(m_files, [&path](const RecentFile& file) { return file.path == path; });
    store();
}

void RecentFiles::clear()
{
    m_files.clear();
    store();
}

void RecentFiles::load()
{
    const auto list = m_settings.value(setting::recentFiles);
    for (const auto& entry : list)
        if (auto file = loaded(entry.toMap()); !file.path.isEmpty())
            m_files.push_back(std::move(file));
    m_files.resize(std::min(m_files.size(), keptFiles));
}

void RecentFiles::store()
{
    QVariantList list;
    for (const auto& file : m_files)
        list += stored(file);
    m_settings.setValue(setting::recentFiles, list);
    Q_EMIT changed();
}

}
