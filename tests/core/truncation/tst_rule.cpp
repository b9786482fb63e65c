// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rule.h"

#include <QtTest>

class TestRule : public QObject
{
    Q_OBJECT

private slots:
    void topKIsRead()
    {
        const auto rule = core::parseRule("topk:64");
        QVERIFY(rule);
        QVERIFY(*rule == core::Kept{core::TopK{64}});
        QCOMPARE(core::ruleText(*rule), std::string("topk:64"));
    }

    void nonsenseIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "topk", "topk:", "topk:0", "topk:-1", "topk: 5", "topk:5 ", "topk:5x", "topk:1.5",
                 "TOPK:5", "window:4", "topk:99999999999999999999999"})
            QTest::addRow("'%s'", text) << QString::fromLatin1(text);
    }

    void nonsenseIsRefused()
    {
        QFETCH(QString, text);
        const auto rule = core::parseRule(text.toStdString());
        QVERIFY(!rule);
        QCOMPARE(rule.error().code, core::ErrorCode::BadRequest);
        const QString message = QString::fromStdString(rule.error().message);
        QVERIFY2(message.startsWith(QStringLiteral("failed to read rule '%1': ").arg(text)), qPrintable(message));
        QVERIFY(QString::fromStdString(rule.error().advice).contains(QStringLiteral("topk:64")));
    }
};

QTEST_GUILESS_MAIN(TestRule)
#include "tst_rule.moc"
