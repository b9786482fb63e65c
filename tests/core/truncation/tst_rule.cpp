// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rule.h"

#include <QtTest>

using namespace core;

Q_DECLARE_METATYPE(core::Rule)

class TestRule : public QObject
{
    Q_OBJECT

private slots:
    void isReadAndWrittenBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Rule>("rule");
        QTest::addColumn<QString>("canonical");
        const auto add = [](const char* text, const Rule& rule, const char* canonical) {
            QTest::addRow("%s", text) << QString::fromLatin1(text) << rule << QString::fromLatin1(canonical);
        };
        add("topk:64", TopK{64}, "topk:64");
        add("topk:0064", TopK{64}, "topk:64");
        add("topp:0.99", TopP{0.99}, "topp:0.99");
        add("topp:99e-2", TopP{0.99}, "topp:0.99");
        add("topp:.5", TopP{0.5}, "topp:0.5");
        add("threshold:1e-3", Threshold{0.001}, "threshold:0.001");
        add("threshold:1", Threshold{1}, "threshold:1");
        add("window:256+4", Window{256, 4}, "window:256+4");
        add("window:256", Window{256, 0}, "window:256+0");
        add("window:0+4", Window{0, 4}, "window:0+4");
        add("topk:64+window:32+4", ForcedTopK{64, {32, 4}}, "topk:64+window:32+4");
        add("topk:64+window:32", ForcedTopK{64, {32, 0}}, "topk:64+window:32+0");
        add("topk:36+window:32+4", ForcedTopK{36, {32, 4}}, "topk:36+window:32+4");
        add("block:64x32:top8", BlockTop{64, 32, 8}, "block:64x32:top8");
        add("mask:a b:c.npy", ImportedMask{"a b:c.npy"}, "mask:a b:c.npy");
    }

    void isReadAndWrittenBack()
    {
        QFETCH(QString, text);
        QFETCH(Rule, rule);
        QFETCH(QString, canonical);
        const auto read = parseRule(text.toStdString());
        QVERIFY(read);
        QVERIFY(*read == rule);
        QCOMPARE(QString::fromStdString(ruleText(*read)), canonical);
        QVERIFY(parseRule(ruleText(*read)) == rule);
        QVERIFY(checkRule(rule));
    }

    void nonsenseIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "topk", "topk:", "topk:0", "topk:-1", "topk:+1", "topk: 5", "topk:5 ", "topk:5x",
                 "topk:1.5", "TOPK:5", "topk:99999999999999999999999", "topk:999999999999999999", "topp:0", "topp:1",
                 "topp:nan", "topp:-0.5", "topp:0.5x", "topp:1e-400", "threshold:0", "threshold:1.5", "threshold:inf",
                 "threshold:", "window:", "window:0", "window:0+0", "window:4+", "window:4+-1", "window:4+1+1",
                 "topk:8+window:8+1", "topk:8+window", "topk:8+", "topk:0+window:0+0", "topk:4+window:0+0",
                 "block:", "block:64", "block:64x64", "block:64x64:8", "block:64x64:top", "block:0x64:top8",
                 "block:64x0:top8", "block:64x64:top0", "block:64:64:top8", "block:64x64:top8 ", "mask:", "best:4"})
            QTest::addRow("'%s'", text) << QString::fromLatin1(text);
    }

    void nonsenseIsRefused()
    {
        QFETCH(QString, text);
        const auto rule = parseRule(text.toStdString());
        QVERIFY(!rule);
        QCOMPARE(rule.error().code, ErrorCode::BadRequest);
        const QString message = QString::fromStdString(rule.error().message);
        QVERIFY2(message.startsWith(QStringLiteral("failed to read the rule '%1': ").arg(text)), qPrintable(message));
        QVERIFY(
            QString::fromStdString(rule.error().advice).contains(QString::fromStdString(std::string(ruleGrammar()))));
    }

    void rulesThatKeepNothingAreRefused()
    {
        for (const Rule& rule : {Rule(TopK{0}), Rule(TopP{1}), Rule(TopP{std::nan("")}), Rule(Threshold{0}),
                 Rule(Window{}), Rule(ForcedTopK{4, {4, 1}}), Rule(BlockTop{8, 8, 0}), Rule(ImportedMask{})})
            QVERIFY(!checkRule(rule));
    }
};

QTEST_GUILESS_MAIN(TestRule)
#include "tst_rule.moc"
