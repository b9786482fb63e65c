// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QTest>

#include "heatmap/taustrip.h"
#include "theme/themesource.h"

using namespace render;

class TestTauStrip : public QObject
{
    Q_OBJECT

    TauStrip m_strip;

    /// Colour at a tail mass on a row's bar.
    QColor at(double tailMass, std::size_t row)
    {
        const QImage image = m_strip.grab().toImage();
        return image.pixelColor(static_cast<int>(m_strip.pixelOf(tailMass)), static_cast<int>(10 + 40 * row + 20));
    }

    static QColor over(const QColor& colour, double share, const QColor& ground)
    {
        const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
        return {
            mix(colour.red(), ground.red()), mix(colour.green(), ground.green()), mix(colour.blue(), ground.blue())};
    }

    static bool near(const QColor& a, const QColor& b)
    {
        return std::abs(a.red() - b.red()) <= 2 && std::abs(a.green() - b.green()) <= 2
            && std::abs(a.blue() - b.blue()) <= 2;
    }

private Q_SLOTS:
    void init()
    {
        ThemeSource::instance().setShade(Shade::Dark);
        m_strip.resize(202, 240);
        m_strip.setRows({0, 4, 10, 160});
        m_strip.setEpsilon(0.01);
        m_strip.setTailMass(
            {core::Interval{0.003, 0.003}, core::Interval{0.5, 0.5}, core::Interval{0.009, 0.011}, std::nullopt});
    }

    void axisIsLogarithmicDownFromOne()
    {
        QCOMPARE(m_strip.axisFrom(), 1e-4);
        QCOMPARE(m_strip.pixelOf(1), 201.0);
        QCOMPARE(m_strip.pixelOf(1e-2), 101.0);
        QCOMPARE(m_strip.pixelOf(0), 1.0);
        m_strip.setEpsilon(1e-4);
        QCOMPARE(m_strip.axisFrom(), 1e-5);
    }

    void barsHaveTheColourOfTheVerdict()
    {
        const Theme& style = theme();
        QVERIFY(near(at(1e-3, 0), over(style.certified, 0.8, style.field)));
        QVERIFY(near(at(5e-3, 0), style.field));
        QVERIFY(near(at(1e-3, 1), style.line2));
        QVERIFY(near(at(0.1, 1), over(style.notCertified, 0.8, style.field)));
        QVERIFY(near(at(1e-3, 2), over(style.undecided, 0.8, style.field)));
        QVERIFY(near(at(1e-3, 3), style.field));
    }

    void wideIntervalsAreBlocks()
    {
        m_strip.setTailMass({core::Interval{0.1, 0.5}});
        QVERIFY(near(at(0.3, 0), theme().exact));
    }

    void reducedRowsShowTheLargest()
    {
        std::vector<std::optional<core::Interval>> rows(1600, core::Interval{1e-4, 1e-4});
        rows[5] = core::Interval{0.9, 0.9};
        m_strip.setTailMass(rows);
        m_strip.setRows({0, 1600, 10, 160});
        const QImage image = m_strip.grab().toImage();
        const int x = static_cast<int>(m_strip.pixelOf(0.5));
        QVERIFY(near(image.pixelColor(x, 10), over(theme().notCertified, 0.8, theme().field))
            || near(image.pixelColor(x, 10), theme().line2)); // the frame covers the first line
        m_strip.setRows({0, 800, 10, 160});
        QVERIFY(near(m_strip.grab().toImage().pixelColor(x, 11), over(theme().notCertified, 0.8, theme().field)));
        QVERIFY(near(m_strip.grab().toImage().pixelColor(x, 13), theme().field));
    }
};

QTEST_MAIN(TestTauStrip)
#include "tst_taustrip.moc"
