// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/decimal.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

namespace {

/// A decimal as digits and a power of ten, read from its text alone: 0.d1 d2 ... x 10^point.
struct Decimal
{
    std::string digits;
    int point = 0;
};

Decimal magnitudeOf(std::string text)
{
    Decimal result;
    if (text[0] == '-')
        text.erase(0, 1);
    if (const auto mark = text.find('e'); mark != std::string::npos) {
        result.point = std::atoi(text.c_str() + mark + 1);
        text.resize(mark);
    }
    const auto dot = std::min(text.find('.'), text.size());
    result.point += static_cast<int>(dot);
    if (dot < text.size())
        text.erase(dot, 1);
    while (text.size() > 1 && text[0] == '0') {
        text.erase(0, 1);
        --result.point;
    }
    while (text.size() > 1 && text.back() == '0')
        text.pop_back();
    result.digits = text;
    return result;
}

/// Sign of a - b for magnitudes other than zero.
int compare(const Decimal& a, const Decimal& b)
{
    if (a.point != b.point)
        return a.point < b.point ? -1 : 1;
    return a.digits.compare(b.digits);
}

/// The exact decimal of a double, by the C library.
Decimal exactDecimal(double x)
{
    char buffer[1200];
    std::snprintf(buffer, sizeof buffer, "%.1074e", x);
    return magnitudeOf(buffer);
}

bool isNotAbove(const std::string& text, double x)
{
    const int order = compare(magnitudeOf(text), exactDecimal(x));
    return x < 0 ? order >= 0 : order <= 0;
}

bool isNotBelow(const std::string& text, double x)
{
    const int order = compare(magnitudeOf(text), exactDecimal(x));
    return x < 0 ? order <= 0 : order >= 0;
}

std::vector<double> manyDoubles()
{
    std::vector<double> numbers{0.1, 0.2, 0.3, 1e-5, 1e-4, 0.5, 1, 9.999999999999999, 1e15, 1e16, 1e22,
        123456789012345678.0, 4.9e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.008999999999999999, 2.0 / 3};
    std::mt19937_64 random(3);
    while (numbers.size() < 4000) {
        const auto x = std::bit_cast<double>(random());
        if (std::isfinite(x) && x != 0)
            numbers.push_back(x);
        numbers.push_back(std::exp(std::uniform_real_distribution(-40.0, 0.0)(random)));
    }
    return numbers;
}

}

class TestDecimal : public QObject
{
    Q_OBJECT

private slots:
    void looksAsPeopleWriteNumbers_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("zero") << 0.0 << QByteArray("0");
        QTest::newRow("negative zero") << -0.0 << QByteArray("0");
        QTest::newRow("one") << 1.0 << QByteArray("1");
        QTest::newRow("count") << 1200.0 << QByteArray("1200");
        QTest::newRow("tenth") << 0.1 << QByteArray("0.1");
        QTest::newRow("small plain") << 0.0001 << QByteArray("0.0001");
        QTest::newRow("small") << 0.00001 << QByteArray("1e-05");
        QTest::newRow("negative") << -2.5 << QByteArray("-2.5");
        QTest::newRow("large plain") << 1234567890123456.0 << QByteArray("1234567890123456");
        QTest::newRow("large") << 1e16 << QByteArray("1e+16");
        QTest::newRow("tiny") << 1.5e-300 << QByteArray("1.5e-300");
    }

    void looksAsPeopleWriteNumbers()
    {
        QFETCH(double, x);
        QTEST(QByteArray::fromStdString(core::decimalText(x)), "text");
    }

    void textGivesTheSameDoubleAgain()
    {
        for (const double x : manyDoubles()) {
            QCOMPARE(std::strtod(core::decimalText(x).c_str(), nullptr), x);
            QCOMPARE(std::strtod(core::numberDown(x).c_str(), nullptr), x);
            QCOMPARE(std::strtod(core::numberUp(x).c_str(), nullptr), x);
        }
    }

    void endsRoundOutward()
    {
        for (const double x : manyDoubles()) {
            QVERIFY2(isNotAbove(core::numberDown(x), x), core::numberDown(x).c_str());
            QVERIFY2(isNotBelow(core::numberUp(x), x), core::numberUp(x).c_str());
            for (const int digits : {1, 3, 6}) {
                QVERIFY2(isNotAbove(core::roundedDown(x, digits), x), core::roundedDown(x, digits).c_str());
                QVERIFY2(isNotBelow(core::roundedUp(x, digits), x), core::roundedUp(x, digits).c_str());
            }
        }
    }

    void endsStayShort()
    {
        QCOMPARE(core::numberUp(0.5), std::string("0.5"));
        QCOMPARE(core::numberDown(0.1), std::string("0.1"));
        QCOMPARE(core::numberUp(0.1), std::string("0.10000000000000001"));
        QCOMPARE(core::numberUp(0.0), std::string("0"));
    }

    void fewDigitsForPeople()
    {
        QCOMPARE(core::roundedUp(0.0087105, 3), std::string("0.00872"));
        QCOMPARE(core::roundedDown(0.0087105, 3), std::string("0.00871"));
        QCOMPARE(core::roundedUp(0.99951, 3), std::string("1"));
        QCOMPARE(core::roundedUp(0.5, 3), std::string("0.5"));
        QCOMPARE(core::roundedUp(-0.0087105, 3), std::string("-0.00871"));
        QCOMPARE(core::roundedText(0.0087105, 3), std::string("0.00871"));
        QCOMPARE(core::roundedText(1234.5678, 6), std::string("1234.57"));
        const double infinite = std::numeric_limits<double>::infinity();
        QCOMPARE(core::roundedText(infinite, 3), std::string("inf"));
        QCOMPARE(core::roundedUp(infinite, 3), std::string("inf"));
        QCOMPARE(core::roundedDown(-infinite, 3), std::string("-inf"));
        QCOMPARE(core::roundedText(std::numeric_limits<double>::quiet_NaN(), 3), std::string("nan"));
    }
};

QTEST_GUILESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
