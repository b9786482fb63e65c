// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "exampleviews.h"
#include "views/choicebox.h"
#include "views/numberfield.h"
#include "views/parameterrow.h"
#include "views/rulestrip.h"

using app::RuleKind;
using core::Rule;

/// The rule chooser by keys and mouse. Like the window does, every edit comes back as the strip's values.
class TestRuleStrip : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_strip = std::make_unique<app::RuleStrip>();
        m_rules.clear();
        connect(m_strip.get(), &app::RuleStrip::ruleEdited, this, [this](const Rule& rule) {
            m_rules.push_back(rule);
            showRule(rule);
        });
        showRule(core::TopK{128});
        m_strip->resize(1280, 56);
        m_strip->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_strip.get()));
        m_strip->activateWindow();
    }

    void everyKindIsReachedByKeysAndComesBackAsItWas()
    {
        auto& kinds = m_strip->kinds();
        kinds.setFocus();
        for (int kind = 1; kind < kinds.count() - 1; ++kind) {
            QTest::keyClick(&kinds, Qt::Key_Down);
            QCOMPARE(m_rules.size(), static_cast<std::size_t>(kind));
            QCOMPARE(m_rules.back().index(), static_cast<std::size_t>(kind));
            QVERIFY(core::checkRule(m_rules.back()));
            QCOMPARE(m_strip->rule().currentIndex(), kind);
        }
        showRule(core::Window{77, 3});
        kinds.setFocus();
        QTest::keyClick(&kinds, Qt::Key_Home);
        QVERIFY(m_rules.back() == Rule(core::TopK{128}));
        for (int kind = 1; kind <= static_cast<int>(RuleKind::Window); ++kind)
            QTest::keyClick(&kinds, Qt::Key_Down);
        QVERIFY(m_rules.back() == Rule(core::Window{77, 3}));
    }

    void slidersSetOneNumber()
    {
        showRule(core::TopP{0.99});
        type(m_strip->rule().tailShare().field(), QStringLiteral("0.05"));
        QVERIFY(m_rules.back() == Rule(core::TopP{0.95}));
        m_strip->rule().tailShare().page(-1);
        QVERIFY(m_rules.back() == Rule(core::TopP{0.995}));
        showRule(core::Threshold{1e-3});
        type(m_strip->rule().threshold().field(), QStringLiteral("2%"));
        QVERIFY(m_rules.back() == Rule(core::Threshold{0.02}));
    }

    void fieldsSetSeveralNumbers()
    {
        showRule(core::Window{128, 4});
        auto* recent = m_strip->rule().fields(RuleKind::Window)[0];
        type(recent->field(), QStringLiteral("300"));
        QVERIFY(m_rules.back() == Rule(core::Window{300, 4}));
        QTest::keyClick(&recent->field(), Qt::Key_Up);
        QVERIFY(m_rules.back() == Rule(core::Window{301, 4}));
        QTest::keyClick(&recent->field(), Qt::Key_PageDown);
        QVERIFY(m_rules.back() == Rule(core::Window{150, 4}));
        showRule(core::BlockTop{64, 64, 8});
        QTest::keyClick(&m_strip->rule().fields(RuleKind::Blocks)[2]->field(), Qt::Key_PageUp);
        QVERIFY(m_rules.back() == Rule(core::BlockTop{64, 64, 16}));
    }

    void numbersStayInTheirRanges()
    {
        showRule(core::Window{2, 0});
        auto* recent = m_strip->rule().fields(RuleKind::Window)[0];
        type(recent->field(), QStringLiteral("0"));
        QVERIFY(m_rules.back() == Rule(core::Window{1, 0})); // not a window of nothing
        type(recent->field(), QStringLiteral("99999"));
        QVERIFY(m_rules.back() == Rule(core::Window{1536, 0}));
        const auto edits = m_rules.size();
        QTest::keyClick(&recent->field(), Qt::Key_Up);
        QCOMPARE(m_rules.size(), edits);
        showRule(core::ForcedTopK{64, {32, 4}});
        const auto fields = m_strip->rule().fields(RuleKind::ForcedTopK);
        type(fields[1]->field(), QStringLiteral("100")); // forced keys count inside the budget
        QVERIFY(m_rules.back() == Rule(core::ForcedTopK{104, {100, 4}}));
        type(fields[0]->field(), QStringLiteral("10"));
        QVERIFY(m_rules.back() == Rule(core::ForcedTopK{104, {100, 4}}));
    }

    void aMaskIsAskedForFirst()
    {
        QSignalSpy asked(m_strip.get(), &app::RuleStrip::maskRequested);
        m_strip->kinds().setFocus();
        QTest::keyClick(&m_strip->kinds(), Qt::Key_End);
        QCOMPARE(asked.size(), 1);
        QVERIFY(m_rules.empty());
        QCOMPARE(m_strip->kinds().currentIndex(), static_cast<int>(RuleKind::TopK));
        showRule(core::ImportedMask{"/there/mask.npy"});
        QTest::mouseClick(&m_strip->rule().chooseMask(), Qt::LeftButton);
        QCOMPARE(asked.size(), 2);
    }

private:
    void showRule(const Rule& rule)
    {
        auto values = example::rule();
        values.rule = rule;
        m_strip->setValues(values);
    }

    static void type(QLineEdit& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }

    std::unique_ptr<app::RuleStrip> m_strip;
    std::vector<Rule> m_rules;
};

QTEST_MAIN(TestRuleStrip)
#include "tst_rulestrip.moc"
