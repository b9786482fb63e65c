// SPDX-License-Identifier: GPL-3.0-or-later
#include "exampleviews.h"

#include <QTest>

#include "cuttext.h"
#include "theme/themesource.h"
#include "views/boundladder.h"

namespace {

QStringList texts(const app::BoundLadder& ladder)
{
    QStringList texts;
    for (const auto* line : ladder.findChildren<app::TextLine*>())
        texts << line->text();
    return texts;
}

const app::TextLine* lineOf(const app::BoundLadder& ladder, const QString& text)
{
    for (const auto* line : ladder.findChildren<app::TextLine*>())
        if (line->text() == text)
            return line;
    return nullptr;
}

QColor colourAt(app::BoundLadder& ladder, double x, int line)
{
    return ladder.grab().toImage().pixelColor(static_cast<int>(x), 19 * line + 9);
}

bool isNear(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) < 12 && std::abs(a.green() - b.green()) < 12
        && std::abs(a.blue() - b.blue()) < 12;
}

}

/// What the ladder says in words and in bars.
class TestBoundLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyBoundSaysHowLooseItIs();
    void theAxisIsLogarithmicAndHoldsTheValueAndEpsilon();
    void exactIsSolidAndBoundsAreHollow();
    void assumptionsAreSaidToAll();
    void theSmallestIsBold();
    void anOutputLadderHasNoEpsilon();
    void nothingIsCut_data();
    void nothingIsCut();

private:
    app::BoundLadder m_ladder;
};

void TestBoundLadder::init()
{
    render::ThemeSource::instance().setShade(render::Shade::Dark);
    m_ladder.setValues(example::tailLadder());
    m_ladder.resize(284, m_ladder.minimumSizeHint().height());
    m_ladder.show();
    QVERIFY(QTest::qWaitForWindowExposed(&m_ladder));
}

void TestBoundLadder::everyBoundSaysHowLooseItIs()
{
    const QStringList said = texts(m_ladder);
    for (const auto* text : {"exact", "0.006598", "sorted blocks", "≤ 0.0419", "6.4×", "single gap", "≤ 0.900", "136×",
             "gap ratio", "≤ 8.92", "vacuous"})
        QVERIFY2(said.contains(QString::fromUtf8(text)), text);
    QVERIFY2(!said.contains(QStringLiteral("1351×")), "a vacuous bound has a word in place of a factor");
}

void TestBoundLadder::theAxisIsLogarithmicAndHoldsTheValueAndEpsilon()
{
    const app::LadderAxis axis(example::tailLadder());
    QCOMPARE(axis.low(), -3);
    QCOMPARE(axis.high(), 0);
    QCOMPARE(axis.shareOf(0.01), 1.0 / 3);
    QCOMPARE(axis.shareOf(8.91), 1.0);
    auto small = example::tailLadder();
    small.exact = {2e-7, 3e-7};
    QCOMPARE(app::LadderAxis(small).low(), -7);
    small.exact = {0, 0};
    QCOMPARE(app::LadderAxis(small).shareOf(0), 0.0);
    const double decade = m_ladder.xOf(0.1) - m_ladder.xOf(0.01);
    QVERIFY(std::abs(m_ladder.xOf(0.01) - m_ladder.xOf(0.001) - decade) < 1e-9);
}

void TestBoundLadder::exactIsSolidAndBoundsAreHollow()
{
    const auto& theme = render::theme();
    QVERIFY(isNear(colourAt(m_ladder, m_ladder.xOf(0.003), 0), theme.exact));
    const QColor hollow = colourAt(m_ladder, m_ladder.xOf(0.003), 3);
    QVERIFY(!isNear(hollow, theme.exact));
    QVERIFY(!isNear(hollow, theme.bound));
    QVERIFY(isNear(colourAt(m_ladder, m_ladder.xOf(0.176) - 1, 3), theme.bound));
    QVERIFY2(isNear(colourAt(m_ladder, m_ladder.xOf(0.176) + 5, 3), colourAt(m_ladder, m_ladder.xOf(0.6), 3)),
        "beyond its cap a bound is not drawn");
}

void TestBoundLadder::assumptionsAreSaidToAll()
{
    const auto* number = lineOf(m_ladder, QStringLiteral("≤ 0.176"));
    QVERIFY(number);
    QCOMPARE(number->toolTip(),
        QStringLiteral("multi-gap ≤ 0.176: only the gap between the scores k and k+1 is known; 26.7× the value"));
    QCOMPARE(number->accessibleDescription(), number->toolTip());
    QVERIFY(m_ladder.accessibleDescription().contains(number->toolTip()));
    QVERIFY(
        lineOf(m_ladder, QStringLiteral("vacuous"))->toolTip().contains(QStringLiteral("vacuous: it says no more")));
    QVERIFY(lineOf(m_ladder, QStringLiteral("0.006598"))->toolTip().contains(QStringLiteral("[0.006597, 0.006598]")));
}

void TestBoundLadder::theSmallestIsBold()
{
    QCOMPARE(lineOf(m_ladder, QStringLiteral("sorted blocks"))->runs().front().weight, QFont::Bold);
    QCOMPARE(lineOf(m_ladder, QStringLiteral("multi-gap"))->runs().front().weight, QFont::Normal);
    QVERIFY(lineOf(m_ladder, QStringLiteral("≤ 0.0419"))
                ->toolTip()
                .endsWith(QStringLiteral("the smallest of these bounds")));
}

void TestBoundLadder::anOutputLadderHasNoEpsilon()
{
    auto values = example::outputLadder();
    values.rungs.front().bound = {23.4};
    const app::LadderAxis axis(values);
    QCOMPARE(axis.high(), 2);
    QVERIFY(axis.shareOf(23.4) < 1);
}

void TestBoundLadder::nothingIsCut_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("narrow window") << 284;
    QTest::newRow("wide window") << 300;
}

void TestBoundLadder::nothingIsCut()
{
    QFETCH(int, width);
    const auto longest = example::longCertificate();
    for (const auto& values :
        {example::tailLadder(), example::outputLadder(), *longest.ladder->ladder, *longest.outputError->ladder}) {
        m_ladder.setValues(values);
        QVERIFY2(m_ladder.minimumSizeHint().width() <= width, qPrintable(texts(m_ladder).join(QLatin1Char('|'))));
        m_ladder.resize(width, m_ladder.minimumSizeHint().height());
        QCOMPARE(support::cutTexts(m_ladder), QStringList());
        QCOMPARE(support::overlappingTexts(m_ladder), QStringList());
    }
}

QTEST_MAIN(TestBoundLadder)
#include "tst_boundladder.moc"
