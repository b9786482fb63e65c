// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/certificate.h"

#include <QtTest>

#include <cmath>
#include <limits>

using core::Verdict;

class TestCertificate : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsProvenIsDecided()
    {
        QCOMPARE(core::decide({0.001, 0.009}, 0.01), Verdict::Certified);
        QCOMPARE(core::decide({0.011, 0.012}, 0.01), Verdict::NotCertified);
        QCOMPARE(core::decide({0.009, 0.011}, 0.01), Verdict::Undecided);
        // Strictness pays for the rounding of epsilon itself.
        QCOMPARE(core::decide({0.01, 0.01}, 0.01), Verdict::Undecided);
        QCOMPARE(core::decide({0, 0}, 0.0), Verdict::Undecided);
    }

    void notANumberDecidesNothing()
    {
        const double none = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(core::decide({none, none}, 0.01), Verdict::Undecided);
        QCOMPARE(core::decide({0, 0.001}, none), Verdict::Undecided);
    }

    void verdictsHaveNames()
    {
        QCOMPARE(core::nameOf(Verdict::Certified), std::string_view("certified"));
        QCOMPARE(core::nameOf(Verdict::NotCertified), std::string_view("not certified"));
        QCOMPARE(core::nameOf(Verdict::Undecided), std::string_view("undecided"));
    }
};

QTEST_GUILESS_MAIN(TestCertificate)
#include "tst_certificate.moc"
