// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/numbertext.h"

#include <QTest>

#include <bit>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace {

/// A non-negative decimal as digits with a power of ten: compares exactly, whatever the size.
struct Written
{
    bool negative = false;
    std::string digits; // 0.d1d2d3...
    long exponent = 0;
};

Written normalised(bool negative, std::string digits, long exponent)
{
    const auto first = digits.find_first_not_of('0');
    if (first == std::string::npos)
        return {};
    exponent -= static_cast<long>(first);
    digits.erase(0, first);
    digits.erase(digits.find_last_not_of('0') + 1);
    return {negative, digits, exponent};
}

/// By printf, so that it shares nothing with the code under test.
Written exact(double number)
{
    std::string text(2000, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.1080f", std::abs(number))));
    const auto point = text.find('.');
    return normalised(number < 0, text.substr(0, point) + text.substr(point + 1), static_cast<long>(point));
}

Written readBack(QString text)
{
    const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    text.remove(QChar(0x202f));
    const bool negative = text.startsWith(QChar(0x2212));
    if (negative)
        text.remove(0, 1);
    long exponent = 0;
    const QString mark = QStringLiteral("·10");
    if (const auto at = text.indexOf(mark); at >= 0) {
        const QString power = text.mid(at + mark.size());
        for (const QChar digit : power) {
            if (digit != QStringLiteral("⁻").at(0))
                exponent = 10 * exponent + static_cast<long>(raised.indexOf(digit));
        }
        if (power.startsWith(QStringLiteral("⁻")))
            exponent = -exponent;
        text.truncate(at);
    }
    const auto point = text.indexOf(QLatin1Char('.'));
    const auto whole = point < 0 ? text.size() : point;
    return normalised(negative, text.remove(QLatin1Char('.')).toStdString(), static_cast<long>(whole) + exponent);
}

int compareMagnitude(const Written& a, const Written& b)
{
    if (a.digits.empty() || b.digits.empty())
        return static_cast<int>(!a.digits.empty()) - static_cast<int>(!b.digits.empty());
    if (a.exponent != b.exponent)
        return a.exponent < b.exponent ? -1 : 1;
    return a.digits.compare(b.digits);
}

int compare(const Written& a, const Written& b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    return a.negative ? compareMagnitude(b, a) : compareMagnitude(a, b);
}

double randomDouble(std::mt19937_64& random)
{
    for (;;) {
        const auto number = std::bit_cast<double>(random());
        if (std::isfinite(number))
            return number;
    }
}

}

class TestNumberText : public QObject
{
    Q_OBJECT

private slots:
    void examples_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        using namespace app;
        const auto row = [](const char* name, const QString& text, const char* expected) {
            QTest::newRow(name) << text << QString::fromUtf8(expected);
        };
        row("interval", intervalText({0.0065971234, 0.0065978}), "[0.006597, 0.006598]");
        row("narrow", intervalText({0.006597000000001, 0.006597000000002}), "[0.006597, 0.006598]");
        row("wide", intervalText({0.0009704, 0.00102699}), "[0.0009703, 0.001027]");
        row("across powers", intervalText({9.99991e-5, 1.00001e-4}), "[9.999·10⁻⁵, 0.0001001]");
        row("proven zero", intervalText({0, 0}), "0");
        row("digits both ends share", provenDigitsText({0.00659748201138, 0.00659748209}), "0.0065974820…");
        row("no digit shared", provenDigitsText({0.19, 0.21}), "none");
        row("digits of a small number", provenDigitsText({1.2345e-17, 1.2399e-17}), "1.23…·10⁻¹⁷");
        row("digits of zero", provenDigitsText({0, 0}), "0");
        row("from zero", intervalText({0, 2.7895e-5}), "[0, 2.790·10⁻⁵]");
        row("point without a short decimal", intervalText({0.1, 0.1}), "[0.1000, 0.1001]");
        row("proven one", intervalText({1, 1}), "1.000");
        row("negative", intervalText({-0.12345, -0.12341}), "[−0.1235, −0.1234]");
        row("infinite end", intervalText({0.5, std::numeric_limits<double>::infinity()}), "[0.5000, ∞]");
        row("at most", atMostText(0.0065971), "≤ 0.006598");
        row("at least", atLeastText(0.43139), "≥ 0.4313");
        row("not zero", atMostText(std::numeric_limits<double>::denorm_min()), "≤ 4.941·10⁻³²⁴");
        row("bound", boundText({0.0418001}), "≤ 0.0419");
        row("width", widthText(5.91e-15), "6.0·10⁻¹⁵");
        row("large", decimalText(123456, 4, Rounding::Down), "1.234·10⁵");
        row("grouped", decimalText(12345.6, 7, Rounding::Nearest), "12 345.60");
        row("carry", decimalText(0.99996, 4, Rounding::Up), "1.000");
        row("carry to power", decimalText(99999.9, 4, Rounding::Up), "1.000·10⁵");
        row("factor", factorText(6.31), "6.3×");
        row("large factor", factorText(136.4), "136×");
        row("factor at the change", factorText(99.96), "100×");
        row("estimate", estimateText({0.84}), "0.8");
        row("count", countText(61440), "61 440");
        row("small count", countText(999), "999");
        row("size", sizeText(3'900'000), "3.9 MB");
        row("percent", percentText(0.0996), "9.96 %");
        row("setting", settingText(0.01), "0.01");
        row("setting power", settingText(1e-6), "1·10⁻⁶");
        row("setting integer", settingText(128), "128");
        row("setting sigma", settingText(5.56), "5.56");
        row("setting ten", settingText(10), "10");
        row("cell", cellText(0.2), ".20");
        row("cell under half a digit", cellText(0.001), ".00");
        row("cell one", cellText(1), "1.0");
        row("cell ten", cellText(12.3), "12");
        row("kept share", keptShareText(0.01), "0.99");
        row("kept share small", keptShareText(1e-6), "0.999999");
        row("kept share odd", keptShareText(0.0123), "0.987");
        row("kept share half", keptShareText(0.5), "0.5");
        row("coverage", coverageAtLeastText(0.006598), "p ≥ 0.9934");
        row("coverage not", coverageAtMostText(0.43139), "p ≤ 0.5687");
        row("coverage near one", coverageAtLeastText(2.5e-7), "p ≥ 0.99999975");
        row("coverage nothing", coverageAtLeastText(0.99999), "p ≥ 0");
    }

    void examples()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        expected.replace(QStringLiteral("12 345"), QStringLiteral("12\u202f345"));
        expected.replace(QStringLiteral("61 440"), QStringLiteral("61\u202f440"));
        QCOMPARE(text, expected);
    }

    void endsRoundOutward()
    {
        std::mt19937_64 random(20);
        for (int i = 0; i < 20000; ++i) {
            const double number = randomDouble(random);
            const Written truth = exact(number);
            const QString lower = app::lowerText(number);
            const QString upper = app::upperText(number);
            QVERIFY2(compare(readBack(lower), truth) <= 0, qPrintable(lower));
            QVERIFY2(compare(readBack(upper), truth) >= 0, qPrintable(upper));
            QVERIFY2(lower != QStringLiteral("0") && upper != QStringLiteral("0"), qPrintable(lower + upper));
        }
    }

    void subnormalsAndExtremes()
    {
        using Limits = std::numeric_limits<double>;
        std::mt19937_64 random(21);
        QList<double> numbers{
            Limits::denorm_min(), Limits::min(), Limits::max(), -Limits::max(), -Limits::denorm_min()};
        for (int i = 0; i < 2000; ++i)
            numbers << std::bit_cast<double>(random() >> 12);
        for (const double number : numbers) {
            QVERIFY(compare(readBack(app::lowerText(number)), exact(number)) <= 0);
            QVERIFY(compare(readBack(app::upperText(number)), exact(number)) >= 0);
        }
    }

    void roundingIsTight()
    {
        std::mt19937_64 random(22);
        std::uniform_real_distribution<double> weights(0.001, 1);
        for (int i = 0; i < 5000; ++i) {
            const double number = weights(random);
            const double lower = app::lowerText(number).toDouble();
            const double upper = app::upperText(number).toDouble();
            QVERIFY(upper - lower <= 1.0001e-3 * number);
        }
    }

    void anIntervalNeverLooksLikeAPoint()
    {
        std::mt19937_64 random(23);
        for (int i = 0; i < 5000; ++i) {
            const double lower = std::abs(randomDouble(random));
            const double upper = std::nextafter(lower, std::numeric_limits<double>::infinity());
            QVERIFY(app::intervalText({lower, upper}).startsWith(QLatin1Char('[')));
        }
    }

    void coverageRoundsToTheSafeSide()
    {
        std::mt19937_64 random(24);
        std::uniform_real_distribution<double> exponents(-11, 0);
        for (int i = 0; i < 5000; ++i) {
            const double tail = std::pow(10, exponents(random));
            const double least = app::coverageAtLeastText(tail).mid(4).toDouble();
            const double most = app::coverageAtMostText(tail).mid(4).toDouble();
            QVERIFY2(least <= 1 - tail + 1e-16 && most >= 1 - tail - 1e-16, qPrintable(QString::number(tail, 'g', 17)));
            QVERIFY(1 - least <= 1.2 * tail + 1.001e-4);
        }
    }

    void endsStayOnTheirSideOfEpsilon_data()
    {
        QTest::addColumn<double>("lower");
        QTest::addColumn<double>("upper");
        QTest::addColumn<double>("epsilon");
        QTest::addColumn<QString>("text");
        QTest::newRow("far below") << 0.0065974 << 0.0065975 << 0.01 << QStringLiteral("[0.006597, 0.006598]");
        QTest::newRow("just below") << 0.00999990 << 0.00999995 << 0.01 << QStringLiteral("[0.00999990, 0.00999996]");
        QTest::newRow("just above") << 0.01000004 << 0.01000006 << 0.01 << QStringLiteral("[0.01000003, 0.01000006]");
        QTest::newRow("around") << 0.0099 << 0.0101 << 0.01 << QStringLiteral("[0.009900, 0.01010]");
    }

    void endsStayOnTheirSideOfEpsilon()
    {
        QFETCH(double, lower);
        QFETCH(double, upper);
        QFETCH(double, epsilon);
        const core::Interval value{lower, upper};
        const auto text = app::intervalText(value, app::digitsBeside(value, epsilon));
        QTEST(text, "text");
    }
};

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_numbertext.moc"
