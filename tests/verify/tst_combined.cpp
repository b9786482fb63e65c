// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "certified.h"
#include "generateddumps.h"
#include "verify/combinedfile.h"

using certified::Request;

class Combined : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesOtherClaims_data();
    void refusesOtherClaims();
    void verdict_data();
    void verdict();
    void worstIsTheLargestUpperEnd();
    void saysWhatDoesNotFollow();

private:
    core::CertificateFile certificate(std::uint64_t seed, const Request& request) const
    {
        const auto dump = m_folder.write("dump.safetensors", generated::probabilities(seed));
        return *core::readCertificate(m_folder.write("c.json", certified::certificate(dump, request)));
    }

    support::TempFolder m_folder;
};

namespace {

Request usual(double epsilon = 0.1)
{
    Request request;
    request.hints.kind = core::Source::Probabilities;
    request.hints.causal = false;
    request.epsilon = epsilon;
    return request;
}

}
Q_DECLARE_METATYPE(certified::Request)

void Combined::refusesOtherClaims_data()
{
    QTest::addColumn<Request>("request");
    Request request = usual();
    request.rule = "topk:5";
    QTest::newRow("rule ('topk:4' and 'topk:5')") << request;
    QTest::newRow("epsilon ('0.1' and '0.2')") << usual(0.2);
    request = usual();
    request.scope = core::Scope::Dump;
    QTest::newRow("scope ('heads' and 'dump')") << request;
    request = usual();
    request.statistic = core::Statistic::Mean;
    QTest::newRow("statistic ('max' and 'mean')") << request;
    request = usual();
    request.reading = core::Reading::Rounded;
    QTest::newRow("reading ('stored' and 'rounded')") << request;
}

void Combined::refusesOtherClaims()
{
    QFETCH(Request, request);
    const auto combined = core::combine({certificate(3, usual()), certificate(4, usual()), certificate(5, request)});
    QVERIFY(!combined);
    const std::string message = combined.error().message;
    QVERIFY2(message.find("certificates 1 and 3") != std::string::npos, message.c_str());
    QVERIFY2(message.find(QTest::currentDataTag()) != std::string::npos, message.c_str());
    QVERIFY(message.find('\n') == std::string::npos);
}

void Combined::verdict_data()
{
    using enum core::CertifiedVerdict;
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<int>("whole");
    const auto add = [](const char* name, core::CertifiedVerdict a, core::CertifiedVerdict b,
                         core::CertifiedVerdict c) {
        QTest::newRow(name) << static_cast<int>(a) << static_cast<int>(b) << static_cast<int>(c);
    };
    add("both", Certified, Certified, Certified);
    add("one is not", Certified, NotCertified, NotCertified);
    add("one is undecided", Certified, Undecided, Undecided);
    add("none is", Undecided, NotCertified, NotCertified);
}

void Combined::verdict()
{
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(int, whole);
    std::vector<core::CertificateFile> certificates{certificate(3, usual()), certificate(4, usual())};
    certificates[0].verdict = static_cast<core::CertifiedVerdict>(first);
    certificates[1].verdict = static_cast<core::CertifiedVerdict>(second);
    QCOMPARE(static_cast<int>(core::combine(certificates)->verdict), whole);
}

void Combined::worstIsTheLargestUpperEnd()
{
    const auto combined = core::combine({certificate(3, usual()), certificate(4, usual())});
    std::size_t larger = 0;
    for (const core::CertificateFile& certificate : combined->certificates)
        for (const core::CertifiedDecision& decision : certificate.decisions) {
            QVERIFY(decision.numbers->value.upper <= combined->worst->value.upper);
            if (decision.numbers->value.upper < combined->worst->value.upper)
                continue;
            QCOMPARE(combined->worst->sha256, certificate.sha256);
            QCOMPARE(combined->worst->unit, decision.unit);
            QCOMPARE(combined->worst->row.row, decision.numbers->worst.row);
            ++larger;
        }
    QCOMPARE(larger, std::size_t{1});
}

void Combined::saysWhatDoesNotFollow()
{
    core::CombinedFile file = *core::combine({certificate(3, usual()), certificate(4, usual())});
    QVERIFY(faultsOf(file).empty());
    const auto faulty = [&file](auto edit) {
        core::CombinedFile edited = file;
        edit(edited);
        return faultsOf(edited).size() == 1;
    };
    QVERIFY(faulty([](core::CombinedFile& f) { f.verdict = core::CertifiedVerdict::Undecided; }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.worst.reset(); }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.worst->value.upper *= 1 - 1e-9; }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.worst->row.row += 1; }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.worst->sha256 = "0"; }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.claim.epsilon = 0.2; }));
    QVERIFY(faulty([](core::CombinedFile& f) { f.certificates[1].scope = core::CertifiedScope::Dump; }));
}

QTEST_GUILESS_MAIN(Combined)
#include "tst_combined.moc"
