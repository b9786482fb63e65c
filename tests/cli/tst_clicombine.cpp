// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QtTest>

#include "dumps.h"
#include "program.h"

class CliCombine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void embedsEachWhole();
    void namesTheWorst();
    void verifies();
    void missingDump();
    void otherDump();
    void editedNumber_data();
    void editedNumber();
    void otherClaim();
    void oneDumpForOneCertificate();
    void keepsItsInputs();
    void pageNamesItsKeys();

private:
    QString path(const char* name) const { return QString::fromStdString((m_folder.path() / name).string()); }
    Run certify(const QString& dump, const QString& epsilon) const
    {
        return runProgram({QStringLiteral("certify"), dump, QStringLiteral("--kind"), QStringLiteral("scores"),
            QStringLiteral("--causal"), QStringLiteral("no"), QStringLiteral("--json"), QStringLiteral("--rule"),
            QStringLiteral("topk:4"), QStringLiteral("--epsilon"), epsilon});
    }
    Run verify(const QByteArray& combined, const QStringList& dumps) const
    {
        const auto file = m_folder.write("edited.json", combined.toStdString());
        return runProgram(QStringList{QStringLiteral("verify"), QString::fromStdString(file.string())} + dumps);
    }

    support::TempFolder m_folder;
    QStringList m_dumps;
    QStringList m_files;
    QByteArrayList m_certificates;
    QByteArray m_combined;
};

void CliCombine::initTestCase()
{
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        dumps::Scores scores;
        scores.values = dumps::normals(scores.heads * scores.rows * scores.keys, 2, seed);
        const std::string name = std::to_string(seed);
        m_dumps << QString::fromStdString(m_folder.write(name + ".npy", scores.npy()).string());
        m_certificates << certify(m_dumps.back(), QStringLiteral("0.01")).out;
        m_files << QString::fromStdString(m_folder.write(name + ".json", m_certificates.back().toStdString()).string());
    }
    const Run run = runProgram(
        QStringList{QStringLiteral("combine")} + m_files + QStringList{QStringLiteral("-o"), path("all.json")});
    QVERIFY2(run.code == 1, run.err.constData());
    QFile file(path("all.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_combined = file.readAll();
}

/// To the last digit: what is embedded is the text.
void CliCombine::embedsEachWhole()
{
    const QJsonObject all = QJsonDocument::fromJson(m_combined).object();
    QCOMPARE(all[QLatin1String("schema")].toString(), QStringLiteral("tailmass.combined/1"));
    const QJsonArray list = all[QLatin1String("certificates")].toArray();
    QCOMPARE(list.size(), 3);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(list[i].toObject(), QJsonDocument::fromJson(m_certificates[i]).object());
        for (const QByteArray& line : m_certificates[i].trimmed().split('\n'))
            QVERIFY2(m_combined.contains(line.trimmed()), line.constData());
    }
}

void CliCombine::namesTheWorst()
{
    const QJsonObject worst = QJsonDocument::fromJson(m_combined).object()[QLatin1String("worst")].toObject();
    double largest = 0;
    QString dump;
    for (const QByteArray& text : m_certificates) {
        const QJsonObject document = QJsonDocument::fromJson(text).object();
        for (const QJsonValue& decision : document[QLatin1String("decisions")].toArray())
            if (decision[QLatin1String("value_upper")].toDouble() > largest) {
                largest = decision[QLatin1String("value_upper")].toDouble();
                dump = document[QLatin1String("dump")][QLatin1String("path")].toString();
            }
    }
    QCOMPARE(worst[QLatin1String("value_upper")].toDouble(), largest);
    QCOMPARE(worst[QLatin1String("dump")][QLatin1String("path")].toString(), dump);
    QVERIFY(worst[QLatin1String("row")][QLatin1String("row")].isDouble());
}

void CliCombine::verifies()
{
    const QStringList turned{m_dumps[2], m_dumps[0], m_dumps[1]};
    const Run run = verify(m_combined, turned);
    QVERIFY2(run.code == 0, run.out.constData());
    QVERIFY(run.out.startsWith("certificate 1 of 3\nclaim     topk:4 loses less than '0.01'"));
    QVERIFY(run.out.endsWith("holds: every certificate, and what follows from them together\n"));
    QCOMPARE(run.out.count(": holds: 3 decisions over 51 rows"), 3);
}

void CliCombine::missingDump()
{
    const Run run = verify(m_combined, m_dumps.mid(1));
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.contains("certificate 1 of 3: its dump is missing, SHA-256 "));
    QVERIFY(run.out.contains(m_dumps[0].toUtf8()));
    QVERIFY(run.out.endsWith("not verified: dumps are missing\n"));
}

void CliCombine::otherDump()
{
    const Run run = verify(m_combined,
        m_dumps + QStringList{QString::fromStdString(m_folder.write("4.npy", dumps::Scores().npy()).string())});
    QCOMPARE(run.code, 1);
    QVERIFY(run.out.contains("no certificate is about "));
}

void CliCombine::editedNumber_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<int>("code");
    const auto add = [](const char* name, const char* from, const char* to, int code) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << code;
    };
    add("verdict", R"("verdict": "not certified",)", R"("verdict": "certified",)", 1);
    add("worst", R"("worst": {)", R"("worse": {)", 2);
    add("unit", R"("unit": "L)", R"("unit": "L1)", 1);
    add("rule", R"("rule": "topk:4",)", R"("rule": "topk:5",)", 2);
    add("epsilon", R"("epsilon": 0.01,)", R"("epsilon": 0.02,)", 2);
    add("schema", "combined/1", "combined/2", 2);
    add("rows", R"("saturated": 0)", R"("saturated": 1)", 1);
}

/// The first place that has it, which is the combined statement where there is one.
void CliCombine::editedNumber()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(int, code);
    QByteArray edited = m_combined;
    QVERIFY(edited.contains(from));
    edited.replace(edited.indexOf(from), from.size(), to);
    const Run run = verify(edited, m_dumps);
    QVERIFY2(run.code == code, (run.out + run.err).constData());
}

void CliCombine::otherClaim()
{
    m_folder.write("other.json", certify(m_dumps[0], QStringLiteral("0.02")).out.toStdString());
    const Run run = runProgram({QStringLiteral("combine"), m_files[0], path("other.json")});
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QCOMPARE(run.errorLines().size(), 1);
    QVERIFY2(run.err.contains("claim different things: epsilon ('0.01' and '0.02')"), run.err.constData());
}

void CliCombine::oneDumpForOneCertificate()
{
    const Run run = runProgram({QStringLiteral("verify"), m_files[0], m_dumps[0], m_dumps[1]});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("it is about one dump, and 2 are named"), run.err.constData());
}

void CliCombine::keepsItsInputs()
{
    const Run run = runProgram(
        {QStringLiteral("combine"), m_files[0], QStringLiteral("-o"), m_files[0], QStringLiteral("--force")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("it is a certificate that is read"), run.err.constData());
}

void CliCombine::pageNamesItsKeys()
{
    QFile file(QStringLiteral(TAILMASS_MANUAL "/certificate.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString section = QString::fromUtf8(file.readAll()).section(QStringLiteral("## Combined certificates"), 1);
    const QJsonObject all = QJsonDocument::fromJson(m_combined).object();
    QStringList keys = all.keys();
    for (const QString& key : all[QLatin1String("worst")].toObject().keys())
        keys << QStringLiteral("worst.") + key;
    for (QString& key : keys) {
        if (all[key].isArray())
            key += QStringLiteral("[]");
        QVERIFY2(section.contains(QLatin1Char('`') + key + QLatin1Char('`')), qPrintable(key));
    }
}

QTEST_GUILESS_MAIN(CliCombine)
#include "tst_clicombine.moc"
