// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QTest>

#include "figures/plotcommand.h"
#include "npywriter.h"
#include "safetensorswriter.h"
#include "smallheads.h"
#include "tempfolder.h"

/// `tailmass-gui plot`: figures without a display, and an exit code of 0 or 2.
class TestPlotCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void writesEveryKind_data();
    void writesEveryKind();
    void takesTheSize();
    void csvHoldsTheNumbers();
    void refuses_data();
    void refuses();
    void keepsFilesThatExist();

private:
    QString path(const char* name) const;
    static int run(const QString& commandLine);

    support::TempFolder m_folder;
};

void TestPlotCommand::initTestCase()
{
    m_folder.write("scores.npy", support::npy(support::causalScores(2, 40)));
    m_folder.write("factors.safetensors",
        support::safetensors(support::factors(2, 40, 4), {{"causal", "true"}, {"scale", "0.5"}}));
}

QString TestPlotCommand::path(const char* name) const
{
    return QString::fromStdString((m_folder.path() / name).string());
}

int TestPlotCommand::run(const QString& commandLine)
{
    return app::runPlotCommand(QStringList{QStringLiteral("tailmass-gui")} + commandLine.split(QLatin1Char(' ')));
}

void TestPlotCommand::writesEveryKind_data()
{
    QTest::addColumn<QString>("kind");
    for (const auto* kind : {"heatmap", "tail-mass", "spectrum", "output-error"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void TestPlotCommand::writesEveryKind()
{
    QFETCH(QString, kind);
    const auto target = path("figure.png");
    QCOMPARE(run(QStringLiteral("%1 %2 --head L0H1 --row 30 --k 5 --epsilon 0.1 --force -o %3")
                     .arg(kind, path("factors.safetensors"), target)),
        0);
    QVERIFY(!QImage(target).isNull());
}

void TestPlotCommand::takesTheSize()
{
    const auto target = path("size.png");
    QCOMPARE(run(QStringLiteral("tail-mass %1 --size 300x200 --dark -o %2").arg(path("scores.npy"), target)), 0);
    const QImage image(target);
    QCOMPARE(image.width() * 200, image.height() * 300);
    QVERIFY2(image.pixelColor(1, 1).lightness() < 80, "dark");
}

void TestPlotCommand::csvHoldsTheNumbers()
{
    const auto target = path("map.csv");
    QCOMPARE(run(QStringLiteral("heatmap %1 -o %2").arg(path("scores.npy"), target)), 0);
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    double firstRow = 0;
    while (!file.atEnd()) {
        const auto fields = file.readLine().trimmed().split(',');
        if (fields.value(0) == "1")
            firstRow += fields.value(2).toDouble();
    }
    QVERIFY2(std::abs(firstRow - 1) < 1e-6, "row 1 sums to one");
}

void TestPlotCommand::refuses_data()
{
    QTest::addColumn<QString>("commandLine");
    QTest::newRow("no such figure") << QStringLiteral("pie %1 -o %2");
    QTest::newRow("no output") << QStringLiteral("heatmap %1");
    QTest::newRow("no such option") << QStringLiteral("heatmap %1 --pie 3 -o %2");
    QTest::newRow("no such head") << QStringLiteral("heatmap %1 --head L0H7 -o %2");
    QTest::newRow("no such row") << QStringLiteral("tail-mass %1 --row 40 -o %2");
    QTest::newRow("row missing") << QStringLiteral("output-error %1 -o %2");
    QTest::newRow("no values") << QStringLiteral("output-error %1 --row 3 -o %2");
    QTest::newRow("bad number") << QStringLiteral("tail-mass %1 --epsilon x -o %2");
    QTest::newRow("bad size") << QStringLiteral("heatmap %1 --size 10 -o %2");
    QTest::newRow("bad rule") << QStringLiteral("heatmap %1 --rule topk:0 -o %2");
    QTest::newRow("no such ending") << QStringLiteral("heatmap %1 -o %2.gif");
    QTest::newRow("no such file") << QStringLiteral("heatmap %1.gone -o %2");
}

void TestPlotCommand::refuses()
{
    QFETCH(QString, commandLine);
    const auto target = path("refused.png");
    auto text = commandLine.replace(QStringLiteral("%1"), path("scores.npy")).replace(QStringLiteral("%2"), target);
    QCOMPARE(run(text), 2);
    QVERIFY(!QFile::exists(target));
}

void TestPlotCommand::keepsFilesThatExist()
{
    const auto target = QString::fromStdString(m_folder.write("kept.png", "mine").string());
    QCOMPARE(run(QStringLiteral("heatmap %1 -o %2").arg(path("scores.npy"), target)), 2);
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
}

QTEST_MAIN(TestPlotCommand)
#include "tst_plotcommand.moc"
