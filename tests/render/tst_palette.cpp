// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include <QTest>

#include "theme/palette.h"

using namespace render;

class TestPalette : public QObject
{
    Q_OBJECT

    static void everyShade()
    {
        QTest::addColumn<Shade>("shade");
        QTest::newRow("dark") << Shade::Dark;
        QTest::newRow("light") << Shade::Light;
    }

private Q_SLOTS:
    void lightnessIsMonotone_data() { everyShade(); }
    void lightnessIsMonotone()
    {
        QFETCH(Shade, shade);
        const double sign = shade == Shade::Dark ? 1 : -1;
        for (const ColourTable* table : {&sequentialTable(shade), &droppedTable(shade)}) {
            for (std::size_t i = 1; i < table->size(); ++i) {
                const double step = sign * (perceivedLightness((*table)[i]) - perceivedLightness((*table)[i - 1]));
                QVERIFY2(step > -2e-3, qPrintable(QStringLiteral("entry %1 falls by %2").arg(i).arg(-step)));
            }
        }
    }

    void tableGoesThroughItsControlPoints()
    {
        QCOMPARE(sequentialTable(Shade::Dark).front(), 0xff090c1cU);
        QCOMPARE(sequentialTable(Shade::Dark).back(), 0xfffaf6c8U);
        QCOMPARE(sequentialTable(Shade::Light).front(), 0xfff7f6edU);
        QCOMPARE(sequentialTable(Shade::Light).back(), 0xff15153aU);
        // Entry 51 lies at 1.6 of 8 steps: 0.4 of 161d4b and 0.6 of 173877.
        QCOMPARE(sequentialTable(Shade::Dark)[51], 0xff172d65U);
        QCOMPARE(divergingTable(Shade::Dark).front(), 0xff84dfffU);
        QCOMPARE(divergingTable(Shade::Light).back(), 0xff772d15U);
    }

    void droppedIsGreyMixedWithTheVeil()
    {
        // Luma of faf6c8 is 243.5, so 0.48 * 244 + 0.52 * (65, 68, 75).
        QCOMPARE(droppedTable(Shade::Dark).back(), qRgb(151, 152, 156));
    }

    void lightnessOfOklabAgreesWithKnownColours()
    {
        QVERIFY(std::abs(perceivedLightness(0xffffffffU) - 1) < 1e-4);
        QVERIFY(std::abs(perceivedLightness(0xff000000U)) < 1e-9);
        QVERIFY(std::abs(perceivedLightness(0xffff0000U) - 0.62796) < 1e-4);
    }

    void textIsReadable_data() { everyShade(); }
    void textIsReadable()
    {
        QFETCH(Shade, shade);
        const Theme& theme = themeOf(shade);
        QVERIFY(contrastRatio(theme.ink, theme.panel) >= 14);
        QVERIFY(contrastRatio(theme.ink2, theme.panel) >= 6.9);
        for (const core::Verdict verdict :
            {core::Verdict::Certified, core::Verdict::NotCertified, core::Verdict::Undecided}) {
            QVERIFY(contrastRatio(verdictColour(theme, verdict), theme.panel) >= 4.8);
            QVERIFY(contrastRatio(verdictColour(theme, verdict), verdictBackground(theme, verdict)) >= 4.2);
        }
        QVERIFY(contrastRatio(theme.onAccent, theme.accent) >= 4.5);
    }

    void textOnCellsIsReadable_data() { everyShade(); }
    void textOnCellsIsReadable()
    {
        QFETCH(Shade, shade);
        for (const QRgb colour : sequentialTable(shade))
            QVERIFY(contrastRatio(textOn(colour), QColor(colour)) >= 3.3);
    }

    void sharesOutsideTakeTheEnds()
    {
        const ColourTable& table = sequentialTable(Shade::Dark);
        QCOMPARE(tableColour(table, -1), table.front());
        QCOMPARE(tableColour(table, 2), table.back());
        QCOMPARE(tableColour(table, std::nan("")), table.front());
        QCOMPARE(tableColour(table, 0.2), table[51]);
    }
};

QTEST_APPLESS_MAIN(TestPalette)
#include "tst_palette.moc"
