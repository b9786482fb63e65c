// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/atomicfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using core::AtomicFile;
using core::Existing;

class TestAtomicFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path place(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    static QByteArray contents(const std::filesystem::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void put(const std::filesystem::path& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

private slots:
    void init()
    {
        for (const QString& name : names())
            QVERIFY(QFile::remove(m_folder.filePath(name)));
    }

    void appearsWholeAtCommit()
    {
        auto file = AtomicFile::create(place("x.json"), Existing::Keep);
        QVERIFY(file);
        file->stream() << "hello " << std::string(200000, 'x');
        QVERIFY(!std::filesystem::exists(place("x.json")));
        QVERIFY(file->commit());
        QCOMPARE(contents(place("x.json")).size(), 200006);
        QCOMPARE(names(), QStringList{QStringLiteral("x.json")});
    }

    void canBeReadBeforeItHasItsPlace()
    {
        auto file = AtomicFile::create(place("x.json"), Existing::Keep);
        QVERIFY(file);
        file->stream() << "hello";
        const auto written = file->written();
        QVERIFY(written && *written);
        QCOMPARE(contents(**written), QByteArray("hello"));
        file->stream() << ", all";
        QVERIFY(file->commit());
        QCOMPARE(contents(place("x.json")), QByteArray("hello, all"));
        const auto device = AtomicFile::create("/dev/null", Existing::Keep)->written();
        QVERIFY(device && !*device);
    }

    void isGoneWithoutCommit()
    {
        {
            auto file = AtomicFile::create(place("x.json"), Existing::Keep);
            QVERIFY(file);
            file->stream() << "half";
        }
        QVERIFY(names().isEmpty());
    }

    void keepsWhatIsThere()
    {
        put(place("x.json"), "old");
        const auto file = AtomicFile::create(place("x.json"), Existing::Keep);
        QVERIFY(!file);
        QCOMPARE(file.error().code, core::ErrorCode::CannotWrite);
        const QString expected = QStringLiteral("failed to write '%1': the file exists. Nothing was written.");
        QCOMPARE(QString::fromStdString(file.error().message),
            expected.arg(QString::fromStdString(place("x.json").string())));
        QVERIFY(file.error().advice.find("--force") != std::string::npos);
        QCOMPARE(contents(place("x.json")), QByteArray("old"));
    }

    void keepsWhatCameMeanwhile()
    {
        {
            auto file = AtomicFile::create(place("x.json"), Existing::Keep);
            QVERIFY(file);
            file->stream() << "new";
            put(place("x.json"), "other");
            QVERIFY(!file->commit());
        }
        QCOMPARE(contents(place("x.json")), QByteArray("other"));
        QCOMPARE(names().size(), 1);
    }

    void replacesWhenAllowed()
    {
        put(place("x.json"), "old");
        auto file = AtomicFile::create(place("x.json"), Existing::Replace);
        QVERIFY(file);
        file->stream() << "new";
        QCOMPARE(contents(place("x.json")), QByteArray("old"));
        QVERIFY(file->commit());
        QCOMPARE(contents(place("x.json")), QByteArray("new"));
        QCOMPARE(names().size(), 1);
    }

    void aLinkStaysALink()
    {
        put(place("real.json"), "old");
        std::filesystem::create_symlink("real.json", place("link.json"));
        auto file = AtomicFile::create(place("link.json"), Existing::Replace);
        QVERIFY(file);
        file->stream() << "new";
        QVERIFY(file->commit());
        QVERIFY(std::filesystem::is_symlink(place("link.json")));
        QCOMPARE(contents(place("real.json")), QByteArray("new"));
    }

    void saysWhyItCannot_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no folder") << m_folder.filePath(QStringLiteral("none/x.json"))
                                   << QStringLiteral("no such file or directory");
        QTest::newRow("a folder") << m_folder.path() << QStringLiteral("it is a folder");
        QTest::newRow("long name") << m_folder.filePath(QString(300, QLatin1Char('x')))
                                   << QStringLiteral("file name too long");
    }

    void saysWhyItCannot()
    {
        QFETCH(QString, path);
        QFETCH(QString, reason);
        {
            auto file = AtomicFile::create(path.toStdString(), Existing::Replace);
            const auto done = file ? file->commit() : core::Result<void>(tl::unexpected(file.error()));
            QVERIFY(!done);
            QCOMPARE(QString::fromStdString(done.error().message),
                QStringLiteral("failed to write '%1': %2. Nothing was written.").arg(path, reason));
        }
        QVERIFY(names().isEmpty());
    }

    void aFullDiskIsNoticed()
    {
        auto file = AtomicFile::create("/dev/full", Existing::Keep);
        if (!file)
            QSKIP("no /dev/full here");
        file->stream() << "x";
        const auto done = file->commit();
        QVERIFY(!done);
        QCOMPARE(done.error().message,
            std::string("failed to write '/dev/full': no space left on device. Nothing was written."));
        QVERIFY(std::filesystem::exists("/dev/full"));
    }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomicfile.moc"
