// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/exactsum.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

class TestExactSum : public QObject
{
    Q_OBJECT

private slots:
    void emptyIsZero()
    {
        QCOMPARE(core::ExactSum().value(), 0.0);
        QCOMPARE(core::ExactSum().roundedUp(), 0.0);
    }

    void oneNumberComesBack_data()
    {
        QTest::addColumn<double>("x");
        for (const double x : {0.0, 4.9e-324, 2.2e-308, 1e-300, 0.1, 1.0, 3.0, 1e10, 0x1.fffffffffffffp63})
            QTest::addRow("%g", x) << x;
    }

    void oneNumberComesBack()
    {
        QFETCH(double, x);
        core::ExactSum sum;
        sum.add(x);
        QCOMPARE(sum.roundedDown(), x);
        QCOMPARE(sum.roundedUp(), x);
        QCOMPARE(sum.value(), x);
    }

    void tinyPartIsNotLost()
    {
        core::ExactSum sum;
        sum.add(1.0);
        sum.add(4.9e-324);
        QCOMPARE(sum.roundedDown(), 1.0);
        QCOMPARE(sum.roundedUp(), std::nextafter(1.0, 2.0));
    }

    void roundsToNearest()
    {
        core::ExactSum sum;
        sum.add(1.0);
        sum.add(0x1.8p-53);
        QCOMPARE(sum.value(), std::nextafter(1.0, 2.0));
        QCOMPARE(sum.roundedDown(), 1.0);
    }

    void carriesThroughWords()
    {
        core::ExactSum sum;
        for (int i = 0; i < 1024; ++i)
            sum.add(0x1.fffffffffffffp-10);
        QCOMPARE(sum.value(), 0x1.fffffffffffffp0);
    }

    void orderAndPartsDoNotMatter()
    {
        std::mt19937_64 random(7);
        std::vector<double> numbers;
        for (int i = 0; i < 1000; ++i)
            numbers.push_back(std::exp(std::uniform_real_distribution(-700.0, 1.0)(random)));
        core::ExactSum forward, backward, left, right;
        for (const double x : numbers)
            forward.add(x);
        for (std::size_t i = numbers.size(); i-- > 0;)
            backward.add(numbers[i]);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            (i % 3 == 0 ? left : right).add(numbers[i]);
        right.merge(left);
        QVERIFY(forward == backward);
        QVERIFY(forward == right);
        long double reference = 0;
        for (const double x : numbers)
            reference += x;
        QVERIFY(std::abs(static_cast<double>(reference - static_cast<long double>(forward.value()))) <= 1e-15 * forward.value());
    }
};

QTEST_GUILESS_MAIN(TestExactSum)
#include "tst_exactsum.moc"
