// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "session/recentfiles.h"

class TestRecentFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void newestFirstAndOnce();
    void keepsWhatIsRemembered();
    void forgetsTheOldest();
};

void TestRecentFiles::init()
{
    app::Settings settings;
    app::RecentFiles(settings).clear();
}

void TestRecentFiles::newestFirstAndOnce()
{
    app::Settings settings;
    app::RecentFiles recent(settings);
    QSignalSpy changed(&recent, &app::RecentFiles::changed);
    for (const auto* path : {"/a.npy", "/b.npy", "/a.npy"})
        recent.add(QString::fromLatin1(path));
    QCOMPARE(changed.size(), 3);
    QCOMPARE(recent.files().size(), std::size_t{2});
    QCOMPARE(recent.files()[0].path, QStringLiteral("/a.npy"));
    QCOMPARE(recent.files()[1].path, QStringLiteral("/b.npy"));
}

void TestRecentFiles::keepsWhatIsRemembered()
{
    QImage thumbnail(4, 4, QImage::Format_RGB32);
    thumbnail.fill(Qt::red);
    app::Settings settings;
    {
        app::RecentFiles recent(settings);
        recent.add(QStringLiteral("/a.npy"));
        recent.remember({QStringLiteral("/a.npy"), QStringLiteral("P"), QStringLiteral("certified"),
            QStringLiteral("L0H0"), thumbnail});
        recent.add(QStringLiteral("/b.npy"));
        recent.add(QStringLiteral("/a.npy"));
    }
    app::RecentFiles reloaded(settings);
    QCOMPARE(reloaded.files().size(), std::size_t{2});
    const auto& file = reloaded.files()[0];
    QCOMPARE(file.content, QStringLiteral("P"));
    QCOMPARE(file.verdict, QStringLiteral("certified"));
    QCOMPARE(file.subject, QStringLiteral("L0H0"));
    QCOMPARE(file.thumbnail.pixelColor(1, 1), QColor(Qt::red));
}

void TestRecentFiles::forgetsTheOldest()
{
    app::Settings settings;
    app::RecentFiles recent(settings);
    for (int i = 0; i < 12; ++i)
        recent.add(QStringLiteral("/%1.npy").arg(i));
    QCOMPARE(recent.files().size(), std::size_t{8});
    QCOMPARE(recent.files().back().path, QStringLiteral("/4.npy"));
}

QTEST_GUILESS_MAIN(TestRecentFiles)
#include "tst_recentfiles.moc"
