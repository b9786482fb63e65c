// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "dumps.h"
#include "program.h"

/// tailmass-gui as a program: what it says and ends with where it opens no window.
class GuiProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void printsHelpAndVersion();
    void helpNamesEveryRule();
    void refuses_data();
    void refuses();
    void saysNothingElse_data();
    void saysNothingElse();

private:
    QString path(const char* name) const { return QString::fromStdString((m_folder.path() / name).string()); }

    support::TempFolder m_folder;
};

void GuiProgram::initTestCase()
{
    m_folder.write("scores.npy", dumps::Scores().npy());
    m_folder.write("there.png", "mine");
    QVERIFY(QFile::link(QStringLiteral("/dev/full"), path("full.png")));
}

void GuiProgram::printsHelpAndVersion()
{
    for (const char* option : {"--help", "-h", "--version"}) {
        const Run run = runProgram({QLatin1String(option)});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.contains("tailmass-gui"), run.out.constData());
    }
}

void GuiProgram::helpNamesEveryRule()
{
    for (const QStringList& arguments : {QStringList{}, QStringList{QStringLiteral("plot")}}) {
        const QByteArray help = runProgram(arguments + QStringList{QStringLiteral("--help")}).out;
        for (const char* rule :
            {"topk:K", "topp:P", "threshold:T", "window:W+A", "topk:K+window:W+A", "block:QxM:topB", "mask:FILE"})
            QVERIFY2(help.contains(rule), rule);
    }
}

void GuiProgram::refuses_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("says");
    const QString plot =
        QStringLiteral("plot heatmap %1 --kind scores --causal no --head 0 -o ").arg(path("scores.npy"));
    QTest::newRow("unknown option") << "--foo --screenshot x.png" << QByteArray("Unknown option 'foo'");
    QTest::newRow("folder") << plot + path(".") << QByteArray("it is a folder");
    QTest::newRow("device") << plot + QStringLiteral("/dev/full") << QByteArray("it is not a regular file");
    QTest::newRow("no space") << plot + path("full.png") << QByteArray("no space left on device");
    const QString picture =
        path("scores.npy") + QStringLiteral(" --kind scores --causal no --screenshot %1 ").arg(path("picture.png"));
    QTest::newRow("no such head") << picture + QStringLiteral("--head L9H9") << QByteArray("the dump has no such head");
    QTest::newRow("no such source") << picture + QStringLiteral("--source qkv")
                                    << QByteArray("the dump has no such head");
    QTest::newRow("no such row") << picture + QStringLiteral("--row 99999") << QByteArray("L0H0 has rows 0 to ");
    QTest::newRow("no such theme") << picture + QStringLiteral("--theme blue") << QByteArray("it is dark or light");
    QTest::newRow("exists") << plot + path("there.png") << QByteArray("it exists. Add --force");
}

void GuiProgram::refuses()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, says);
    const Run run = runProgram(command.split(QLatin1Char(' ')));
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorLines().size(), 1);
    QVERIFY2(run.err.contains(says), run.err.constData());
}

void GuiProgram::saysNothingElse_data()
{
    QTest::addColumn<QString>("command");
    const QString dump = path("scores.npy") + QStringLiteral(" --kind scores --causal no ");
    QTest::newRow("plot") << QStringLiteral("plot heatmap ") + dump + QStringLiteral("--head 0 -o ") + path("map.png");
    QTest::newRow("picture") << dump + QStringLiteral("--screenshot ") + path("window.png");
}

/// Without a display and a session there is nothing that Qt has to warn about.
void GuiProgram::saysNothingElse()
{
    QFETCH(QString, command);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
    const Run run = runProgram(command.split(QLatin1Char(' ')), environment);
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, QByteArray());
}

QTEST_GUILESS_MAIN(GuiProgram)
#include "tst_guiprogram.moc"
