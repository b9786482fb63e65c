// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "theme/numbertext.h"
#include "theme/stylesheet.h"
#include "theme/themesource.h"

using namespace render;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhenItChanges()
    {
        ThemeSource& source = ThemeSource::instance();
        const QSignalSpy changed(&source, &ThemeSource::themeChanged);
        source.setShade(Shade::Light);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(theme().panel, QColor(0xf8, 0xf9, 0xfa));
        QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::white));
        source.setShade(Shade::Dark);
        QCOMPARE(theme().panel, QColor(0x1b, 0x1e, 0x24));
    }

    void sheetHasNoOpenPlaces()
    {
        QVERIFY(!styleSheetOf(darkTheme()).contains(QLatin1Char('@')));
        QVERIFY(styleSheetOf(darkTheme()).contains(QStringLiteral("#5ba4ff")));
    }

    void controlsAreAsHighAsTheLookSays()
    {
        ThemeSource::instance().setShade(Shade::Dark);
        QPushButton button(QStringLiteral("Save…"));
        QComboBox box;
        QPushButton small(QStringLiteral("p75–p99.9"));
        small.setProperty("controlSize", QStringLiteral("header"));
        QCOMPARE(button.sizeHint().height(), px::control);
        QCOMPARE(box.sizeHint().height(), px::control);
        QCOMPARE(small.sizeHint().height(), px::headerControl);
    }

    void writesNumbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("small") << 1.6e-5 << 2 << QStringLiteral("1.6·10⁻⁵");
        QTest::newRow("trailing zero") << 0.2 << 2 << QStringLiteral("0.20");
        QTest::newRow("rounds up a digit") << 0.00999 << 2 << QStringLiteral("0.010");
        QTest::newRow("thousands") << 1234.0 << 2 << QStringLiteral("1200");
        QTest::newRow("large") << 2.5e7 << 2 << QStringLiteral("2.5·10⁷");
        QTest::newRow("negative") << -1.5 << 2 << QStringLiteral("−1.5");
        QTest::newRow("zero") << 0.0 << 2 << QStringLiteral("0");
    }
    void writesNumbers()
    {
        QFETCH(double, value);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(valueText(value, digits), text);
    }

    void readsWhatPeopleType_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("exponent") << QStringLiteral("1e-3") << 1e-3;
        QTest::newRow("percent") << QStringLiteral("0.1%") << 1e-3;
        QTest::newRow("fraction") << QStringLiteral(" 1/8 ") << 0.125;
        QTest::newRow("as written") << QStringLiteral("1.6·10⁻⁵") << 1.6e-5;
        QTest::newRow("minus") << QStringLiteral("−2") << -2.0;
    }
    void readsWhatPeopleType()
    {
        QFETCH(QString, text);
        QFETCH(double, value);
        QCOMPARE(valueOf(text), value);
    }

    void nonsenseIsNoNumber()
    {
        QVERIFY(std::isnan(valueOf(QStringLiteral("a lot"))));
        QVERIFY(std::isnan(valueOf(QString())));
    }

    void decadesReadAsOnAnAxis()
    {
        QCOMPARE(decadeText(-5), QStringLiteral("10⁻⁵"));
        QCOMPARE(decadeText(-2), QStringLiteral("0.01"));
        QCOMPARE(decadeText(0), QStringLiteral("1"));
        QCOMPARE(decadeText(3), QStringLiteral("1000"));
        QCOMPARE(decadeText(12), QStringLiteral("10¹²"));
        QCOMPARE(countText(1536), QStringLiteral("1 536").replace(QLatin1Char(' '), QChar(0x2009)));
        QCOMPARE(shortestText(0.025), QStringLiteral("0.025"));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
