// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QImage>
#include <QObject>
#include <QString>

#include "session/settings.h"

namespace app {

/// A dump that was open, and what is remembered of it for the start page.
struct RecentFile
{
    QString path; ///< absolute
    QString content; ///< "Q, K, V · 5 layers × 8 heads · float32"
    QString verdict; ///< as core::nameOf writes it; empty: none yet
    QString subject; ///< what the verdict was about: "L3H3, row 1284, top-k 128"
    QImage thumbnail;
};

/// The dumps that were opened last, newest first, kept between sessions.
class RecentFiles : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(Settings& settings, QObject* parent = nullptr);

    const std::vector<RecentFile>& files() const { return m_files; }
    /// Puts the file first; what is remembered of it stays.
    void add(const QString& path);
    /// Remembers what is new; nothing happens when the file is not in the list.
    void remember(const RecentFile& file);
    void remove(const QString& path);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void load();
    void store();

    Settings& m_settings;
    std::vector<RecentFile> m_files;
};

}
