// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/numberlist.h"
#include "cli/headstudy.h"
#include "cli/suggestion.h"

#include <QtTest>

#include <cmath>

class TestCliArguments : public QObject
{
    Q_OBJECT

    static QByteArray text(const core::Result<app::NumberRanges>& ranges)
    {
        if (!ranges)
            return "refused";
        QByteArrayList list;
        for (const app::NumberRange& range : *ranges)
            list << QByteArray::fromStdString(app::rangeText(range));
        return list.join(',');
    }

private slots:
    void ranges_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<QByteArray>("understood");
        QTest::newRow("number") << QByteArray("3") << QByteArray("3");
        QTest::newRow("list") << QByteArray("0,3-7,9") << QByteArray("0,3-7,9");
        for (const char* bad : {"", ",", "1,", "-1", "7-3", "a", "1.5", "3-", "1--2", "99999999999999999999", " 1"})
            QTest::newRow(bad) << QByteArray(bad) << QByteArray("refused");
    }

    void ranges()
    {
        QFETCH(QByteArray, typed);
        QTEST(text(app::parseRanges("--layer", typed.toStdString())), "understood");
    }

    void headsByNumberAndName()
    {
        const auto heads = app::parseHeads("--head", "0-2,L12H7,l0h1");
        QVERIFY(heads);
        QCOMPARE(heads->size(), std::size_t(3));
        QVERIFY(!(*heads)[0].layer);
        QCOMPARE((*heads)[0].heads.last, std::size_t(2));
        QCOMPARE(*(*heads)[1].layer, std::size_t(12));
        QCOMPARE((*heads)[1].heads.first, std::size_t(7));
        for (const char* bad : {"L12", "H7", "LH", "L1H2H3", "L-1H2", "x"})
            QVERIFY2(!app::parseHeads("--head", bad), bad);
    }

    void countsAreAtLeastOne()
    {
        QCOMPARE(*app::parseCounts("--k", "8,1-3,2"), (std::vector<std::size_t>{8, 1, 2, 3}));
        QCOMPARE(*app::parseCounts("--k", "18446744073709551614-18446744073709551615"),
            (std::vector<std::size_t>{18446744073709551614U, 18446744073709551615U}));
        for (const char* bad : {"0", "0-3", "-1", "1-1000000000", "nan", "1e3"})
            QVERIFY2(!app::parseCounts("--k", bad), bad);
    }

    void epsilonIsTheNearestDoubleOfTheDecimal()
    {
        QCOMPARE(*app::parseEpsilons("--epsilon", "0.1,1e-2,0.01,1"), (std::vector<double>{0.1, 0.01, 1}));
        for (const char* bad :
            {"0", "-0.1", "1.0000001", "nan", "inf", "0x1p-3", "", "0.1,", "0,1", "1e-400", "0.1x", "+0.1"})
            QVERIFY2(!app::parseEpsilons("--epsilon", bad), bad);
    }

    void errorsNameTheOption()
    {
        const auto error = app::parseEpsilons("--epsilon", "2").error();
        QCOMPARE(error.message,
            std::string("failed to read '--epsilon 2': expected decimals above 0 and at most 1, as in 0.1,0.01"));
    }

    void nearWordsAreSuggested()
    {
        const std::vector<std::string> names{"info", "analyze", "row", "certify"};
        QCOMPARE(app::suggestion("analyse", names), std::string("Did you mean 'analyze'?"));
        QCOMPARE(app::suggestion("inof", names), std::string("Did you mean 'info'?"));
        QCOMPARE(app::suggestion("quantize", names), std::string());
    }

    void samplesAreSpreadEvenly()
    {
        QCOMPARE(app::spreadRows(10, 2), (std::vector<std::size_t>{2, 7}));
        QCOMPARE(app::spreadRows(3, 9), (std::vector<std::size_t>{0, 1, 2}));
        for (const std::size_t count : {1U, 3U, 7U, 64U, 99U, 100U}) {
            const auto rows = app::spreadRows(100, count);
            QCOMPARE(rows.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                const double middle = (static_cast<double>(i) + 0.5) * 100 / static_cast<double>(count);
                QVERIFY(std::abs(static_cast<double>(rows[i]) + 0.5 - middle) <= 1);
                QVERIFY(i == 0 || rows[i] > rows[i - 1]);
            }
            QVERIFY(rows.back() < 100);
        }
    }
};

QTEST_GUILESS_MAIN(TestCliArguments)
#include "tst_cliarguments.moc"
