// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QJsonArray>
#include <QtTest>

#include "dumps.h"
#include "naive.h"
#include "program.h"

using core::Element;
using naive::near;
using naive::Real;

class TestCliCompare : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;
    dumps::Grouped m_grouped;
    dumps::Grouped m_other;

    QString path(const char* name) const { return QString::fromStdString((m_folder.path() / name).string()); }
    Run compare(const char* file, const QString& words, const QStringList& more = {}) const
    {
        return runProgram(QStringList{QStringLiteral("compare"), path(file)}
            + words.split(QLatin1Char(' '), Qt::SkipEmptyParts) + more);
    }
    static QJsonObject member(const QJsonObject& object, const char* name)
    {
        return object[QLatin1String(name)].toObject();
    }

    /// Total variation and KL of two rows of scores.
    static std::pair<Real, Real> plain(const std::vector<double>& a, const std::vector<double>& b)
    {
        const auto p = naive::Row(a).p;
        const auto q = naive::Row(b).p;
        Real variation = 0, divergence = 0;
        for (std::size_t key = 0; key < p.size(); ++key) {
            variation += std::abs(p[key] - q[key]) / 2;
            divergence += p[key] * std::log(p[key] / q[key]);
        }
        return {variation, divergence};
    }

private slots:
    void initTestCase()
    {
        constexpr double inf = std::numeric_limits<double>::infinity();
        m_folder.write("grouped.safetensors", m_grouped.safetensors());
        m_other.q[0][(0 * 20 + 4) * 8 + 5] = 3; // head 0, row 4
        m_folder.write("other.safetensors", m_other.safetensors());
        m_folder.write("small.safetensors",
            support::safetensors(
                {{"layers.0.logits", Element::F32, {2, 3, 3}, dumps::normals(18, 1, 3)}}, {{"causal", "false"}}));
        m_folder.write("odd.safetensors",
            support::safetensors({{"layers.0.logits", Element::F32, {2, 4, 2},
                                     {-1, 2, -inf, -inf, std::nan(""), 1, 0, 0, -1, 2, 1, 1, 1, 1, 0, -inf}}},
                {{"causal", "false"}}));
        // Probabilities 1/4 and 3/4 beside scores 0 and ln 3, and once 1/2, 1/2 beside the same scores.
        m_folder.write("both.safetensors",
            support::safetensors(
                {{"layers.0.probs", Element::F64, {1, 2, 2}, {0.25, 0.75, 0.5, 0.5}},
                    {"layers.0.logits", Element::F64, {1, 2, 2}, {-1, -1 + std::log(3.0), -1, -1 + std::log(3.0)}}},
                {{"causal", "false"}}));
    }

    void rowsAndTheirSummary()
    {
        const Run run =
            compare("grouped.safetensors", QStringLiteral("--a L0H0 --b L0H3 --json --k 3"), dumps::Grouped::hints());
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject document = run.json();
        QCOMPARE(document[QStringLiteral("schema")].toString(), QStringLiteral("tailmass.compare/1"));
        QCOMPARE(member(document, "b")[QStringLiteral("kv_head")].toInt(), 1);
        const QJsonArray rows = document[QStringLiteral("per_row")].toArray();
        QCOMPARE(rows.size(), 20);
        std::vector<Real> variations;
        for (std::size_t row = 0; row < 20; ++row) {
            const auto [variation, divergence] = plain(m_grouped.row(0, 0, row), m_grouped.row(0, 3, row));
            variations.push_back(variation);
            const QJsonObject record = rows[static_cast<qsizetype>(row)].toObject();
            QVERIFY(near(record[QStringLiteral("tv")].toDouble(-1), variation));
            QVERIFY(near(record[QStringLiteral("kl_ab")].toDouble(-1), divergence));
            QVERIFY(near(record[QStringLiteral("kl_ba")].toDouble(-1),
                plain(m_grouped.row(0, 3, row), m_grouped.row(0, 0, row)).second));
        }
        const auto worst = std::max_element(variations.begin(), variations.end());
        const QJsonObject summary = member(document, "tv");
        QVERIFY(near(summary[QStringLiteral("mean")].toDouble(), naive::mean(variations)));
        QVERIFY(near(summary[QStringLiteral("max")].toDouble(), *worst));
        QVERIFY(near(summary[QStringLiteral("p99")].toDouble(), naive::quantile(variations, 99)));
        QCOMPARE(summary[QStringLiteral("worst_row")].toInt(), int(worst - variations.begin()));
        // The worst likeness is the least one.
        std::vector<double> overlaps;
        for (const QJsonValue& record : rows)
            overlaps.push_back(record[QStringLiteral("overlap")][QStringLiteral("3")].toDouble(-1));
        QCOMPARE(overlaps.front(), 1.0);
        const auto least = std::min_element(overlaps.begin(), overlaps.end());
        const QJsonObject overlap = member(member(document, "overlap"), "3");
        QCOMPARE(overlap[QStringLiteral("min")].toDouble(-1), *least);
        QCOMPARE(overlap[QStringLiteral("worst_row")].toInt(), int(least - overlaps.begin()));
        QCOMPARE(overlap[QStringLiteral("p1")].toDouble(-1), naive::quantile(overlaps, 1));
        QVERIFY(near(overlap[QStringLiteral("mean")].toDouble(-1), naive::mean(overlaps)));
    }

    void twoDumps()
    {
        const QStringList with =
            QStringList{QStringLiteral("--with"), path("other.safetensors")} + dumps::Grouped::hints();
        const Run run = compare("grouped.safetensors", QStringLiteral("--a L0H0 --json"), with);
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject document = run.json();
        QCOMPARE(member(document, "with")[QStringLiteral("path")].toString(), path("other.safetensors"));
        const QJsonObject variation = member(document, "tv");
        QCOMPARE(variation[QStringLiteral("worst_row")].toInt(), 4);
        const Real wanted = plain(m_grouped.row(0, 0, 4), m_other.row(0, 0, 4)).first;
        QVERIFY(near(variation[QStringLiteral("max")].toDouble(), wanted));
        QVERIFY(near(variation[QStringLiteral("mean")].toDouble(), wanted / 20));
        const Run one = compare("grouped.safetensors", QStringLiteral("--a L0H1 --b L0H0 --row 4 --json"), with);
        QVERIFY(near(member(one.json(), "tv")[QStringLiteral("mean")].toDouble(),
            plain(m_grouped.row(0, 1, 4), m_other.row(0, 0, 4)).first));
    }

    /// How far stored probabilities are from recomputed ones: 0 and 1/4.
    void twoSourcesOfAHead()
    {
        const Run run = compare("both.safetensors", QStringLiteral("--a L0H0:probs --b L0H0:scores --json"));
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject variation = member(run.json(), "tv");
        QVERIFY(near(variation[QStringLiteral("max")].toDouble(), 0.25L));
        QVERIFY(near(variation[QStringLiteral("mean")].toDouble(), 0.125L));
        QCOMPARE(variation[QStringLiteral("worst_row")].toInt(), 1);
        QCOMPARE(member(run.json(), "a")[QStringLiteral("source")].toString(), QStringLiteral("probs"));
    }

    void skippedRowsAreNamedAndInfinitiesCounted()
    {
        const Run run = compare("odd.safetensors", QStringLiteral("--a L0H0 --b L0H1 --json"));
        QVERIFY2(run.code == 0, run.err.constData());
        const QJsonObject document = run.json();
        QCOMPARE(member(document, "rows")[QStringLiteral("compared")].toInt(), 2);
        const QJsonArray skipped = document[QStringLiteral("skipped")].toArray();
        QCOMPARE(skipped.size(), 2);
        QCOMPARE(skipped[0].toObject()[QStringLiteral("row")].toInt(), 1);
        QCOMPARE(skipped[0].toObject()[QStringLiteral("a")].toString(), QStringLiteral("masked"));
        QCOMPARE(skipped[1].toObject()[QStringLiteral("a")].toString(), QStringLiteral("nan"));
        QCOMPARE(skipped[1].toObject()[QStringLiteral("b")].toString(), QStringLiteral("valid"));
        const QJsonObject divergence = member(document, "kl_ab");
        QVERIFY(!divergence.contains(QStringLiteral("mean")) && !divergence.contains(QStringLiteral("max")));
        QCOMPARE(divergence[QStringLiteral("infinite")].toInt(), 1);
        QCOMPARE(divergence[QStringLiteral("worst_row")].toInt(), 3);
        const Run text = compare("odd.safetensors", QStringLiteral("--a L0H0 --b L0H1"));
        QVERIFY2(text.out.contains("2 of 4 rows compared"), text.out.constData());
        QVERIFY2(text.out.contains("skipped 1 row: a masked, b valid"), text.out.constData());
    }

    void rowsAsCsv()
    {
        const Run run =
            compare("both.safetensors", QStringLiteral("--a L0H0:probs --b L0H0:scores --k 1 -o ") + path("rows.csv"));
        QVERIFY2(run.code == 0, run.err.constData());
        QFile file(path("rows.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().split('\n');
        QVERIFY2(lines[0].startsWith("row,tv,kl_ab,kl_ba,js,hellinger,cosine,"), lines[0].constData());
        QVERIFY2(lines[2].startsWith("1,0.25"), lines[2].constData());
    }

    void whatCannotBeCompared_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* words, const char* says) {
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray(says);
        };
        add("--a L0H0", "nothing to compare it with. Add --b, or another dump: --with FILE.");
        add("--b L0H0", "--a is required");
        add("--a L0H0:foo --b L0H0", "failed to read '--a L0H0:foo': expected one head");
        add("--a L0H0-2 --b L0H0", "failed to read '--a L0H0-2': expected one head");
        add("--a 1 --b L0H0", "2 heads fit (L0H1, L1H1)");
        add("--a L0H0 --b L0H9", "the dump has no head like the one asked for. It has heads 0-3.");
        add("--a L0H0 --b L0H1 --row 20", "has 20 rows");
        add("--a L0H0 --with SMALL",
            "failed to compare L0H0 (qkv) and L0H0 (scores): one is 20 x 20, the other 3 x 3. Choose heads");
        add("--a L0H0 --b L0H1 -o SMALL --with SMALL --force", "it is the dump that --with names");
    }

    void whatCannotBeCompared()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, says);
        words.replace(QStringLiteral("SMALL"), path("small.safetensors"));
        const Run run = compare("grouped.safetensors", words, dumps::Grouped::hints());
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(run.errorLines().size(), 1);
        QVERIFY(run.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCliCompare)
#include "tst_clicompare.moc"
