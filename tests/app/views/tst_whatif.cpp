// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "theme/themesource.h"
#include "views/budgetlines.h"
#include "views/parameterrow.h"
#include "views/rowgrid.h"
#include "views/tag.h"
#include "views/whatifsection.h"

namespace {

QPushButton* button(const QWidget& root, const QString& text)
{
    for (auto* found : root.findChildren<QPushButton*>())
        if (found->text() == text)
            return found;
    return nullptr;
}

QString shown(const QWidget& root)
{
    QStringList texts;
    for (const auto* line : root.findChildren<app::TextLine*>())
        if (line->isVisible())
            texts << line->text();
    return texts.join(QLatin1Char('|'));
}

}

/// The what-if section by mouse and keys, and the words of the budget.
class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theSliderBeginsAtZero();
    void theFieldTakesNumbersAndZero();
    void presetsAndResetAreAskedFor();
    void presetsThatCannotBeSayWhy();
    void whatIsAskedIsMarked();
    void theBudgetSpeaksTheFieldsWords();
    void aRowThatIsTooShortIsSaid();
};

void TestWhatIf::initTestCase()
{
    render::ThemeSource::instance().setShade(render::Shade::Light);
}

void TestWhatIf::theSliderBeginsAtZero()
{
    app::WhatIfSection section;
    auto values = *example::certificate().whatIf;
    values.delta = 0;
    section.setValues(values);
    section.resize(300, section.sizeHint().height());
    section.show();
    QSignalSpy edited(&section, &app::WhatIfSection::deltaEdited);
    QCOMPARE(section.delta().value(), 0.0);
    QCOMPARE(section.delta().field().text(), QStringLiteral("0"));
    auto& slider = section.delta().slider();
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, {slider.xOf(app::smallestDelta), slider.height() / 2});
    QTest::mouseMove(&slider, {slider.xOf(0.05), slider.height() / 2});
    QVERIFY(std::abs(edited.last().first().toDouble() - 0.05) < 0.005);
    QTest::mouseMove(&slider, {0, slider.height() / 2});
    QCOMPARE(edited.last().first().toDouble(), 0.0);
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, {0, slider.height() / 2});
}

void TestWhatIf::theFieldTakesNumbersAndZero()
{
    app::WhatIfSection section;
    section.setValues(*example::certificate().whatIf);
    section.show();
    QSignalSpy edited(&section, &app::WhatIfSection::deltaEdited);
    auto& field = section.delta().field();
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("1/8"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(edited.last().first().toDouble(), 0.125);
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("0"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(edited.last().first().toDouble(), 0.0);
    QCOMPARE(field.text(), QStringLiteral("0"));
}

void TestWhatIf::presetsAndResetAreAskedFor()
{
    app::WhatIfSection section;
    section.setValues(*example::certificate().whatIf);
    section.show();
    QSignalSpy preset(&section, &app::WhatIfSection::presetChosen);
    QSignalSpy edited(&section, &app::WhatIfSection::deltaEdited);
    QTest::mouseClick(button(section, QStringLiteral("bf16 kernel")), Qt::LeftButton);
    QCOMPARE(preset.last().first().value<app::ScoreErrorPreset>(), app::ScoreErrorPreset::Bf16Kernel);
    QTest::mouseClick(button(section, QStringLiteral("8-bit keys")), Qt::LeftButton);
    QCOMPARE(preset.last().first().value<app::ScoreErrorPreset>(), app::ScoreErrorPreset::EightBitKeys);
    QTest::mouseClick(button(section, QStringLiteral("Reset to 0")), Qt::LeftButton);
    QCOMPARE(edited.last().first().toDouble(), 0.0);
}

void TestWhatIf::presetsThatCannotBeSayWhy()
{
    app::WhatIfSection section;
    auto values = *example::certificate().whatIf;
    values.hasScores = values.hasFactors = false;
    values.delta = 0;
    section.setValues(values);
    QVERIFY(!button(section, QStringLiteral("bf16 kernel"))->isEnabled());
    QVERIFY(button(section, QStringLiteral("bf16 kernel"))->toolTip().contains(QStringLiteral("stored probabilities")));
    QVERIFY(!button(section, QStringLiteral("8-bit keys"))->isEnabled());
    QVERIFY(button(section, QStringLiteral("8-bit keys"))->toolTip().contains(QStringLiteral("Q and K")));
    QVERIFY(!button(section, QStringLiteral("Reset to 0"))->isEnabled());
}

void TestWhatIf::whatIsAskedIsMarked()
{
    app::WhatIfSection section;
    auto values = *example::certificate().whatIf;
    section.setValues(values);
    section.show();
    QCOMPARE(section.findChild<app::Tag*>()->text(), QStringLiteral("what if"));
    QVERIFY2(
        shown(section).contains(QStringLiteral("what if: τ|≤ 0.00729 (now ≤ 0.006598)")), qPrintable(shown(section)));
    QVERIFY(shown(section).contains(QStringLiteral("what if: k_eps|109 (now 106)")));
    values.delta = 0;
    section.setValues(values);
    QVERIFY2(shown(section).contains(QStringLiteral("τ, as it is|≤ 0.006598")), qPrintable(shown(section)));
    QVERIFY(!shown(section).contains(QStringLiteral("what if:")));
}

void TestWhatIf::theBudgetSpeaksTheFieldsWords()
{
    const auto lines = app::budgetLines(*example::certificate().budget, app::Judgement::Certified);
    QStringList said;
    QString all;
    for (const auto& line : lines) {
        said << line.label.text + QLatin1Char('|') + line.value.text;
        all += line.label.text + line.toolTip;
    }
    QCOMPARE(said,
        (QStringList{QStringLiteral("tokens (token_budget)|128 of 1\u202f285"), QStringLiteral("keep (density)|9.96 %"),
            QStringLiteral("removed (compression_ratio, sparsity)|0.9004"), QStringLiteral("speed-up, at most|10.0×"),
            QStringLiteral("pages of 16|38 of 81 → 597 keys"),
            QStringLiteral("blocks of 64|17 of 21 → 1\u202f029 keys"),
            QStringLiteral("coverage (top-p, gamma)|p ≥ 0.9934")}));
    for (const auto* word : {"index_topk", "max_capacity_prompts", "base_capacity", "heavy_ratio + recent_ratio",
             "topk", "threshold", "cdfthreshd", "page size 16"})
        QVERIFY2(all.contains(QLatin1String(word)), word);
}

void TestWhatIf::aRowThatIsTooShortIsSaid()
{
    auto budget = *example::certificate().budget;
    budget.requested = 2000;
    budget.tokens = budget.keys = 1285;
    QCOMPARE(app::budgetLines(budget, app::Judgement::Certified).front().value.text,
        QStringLiteral("2\u202f000 → all 1\u202f285"));
}

QTEST_MAIN(TestWhatIf)
#include "tst_whatif.moc"
