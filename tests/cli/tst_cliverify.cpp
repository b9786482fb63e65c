// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "dumps.h"
#include "program.h"

class CliVerify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void holds();
    void doesNotHold();
    void otherDump();
    void storedHeadsThatShare();
    void refused();

private:
    Run verify(const QByteArray& certificate, const QString& dump) const
    {
        const auto path = m_folder.write("certificate.json", certificate.toStdString());
        return runProgram({QStringLiteral("verify"), QString::fromStdString(path.string()), dump});
    }
    QString file(const char* name, const std::string& bytes) const
    {
        return QString::fromStdString(m_folder.write(name, bytes).string());
    }

    support::TempFolder m_folder;
    QString m_dump;
    QByteArray m_certificate;
};

void CliVerify::initTestCase()
{
    m_dump = file("grouped.safetensors", dumps::Grouped().safetensors());
    const QStringList certify{QStringLiteral("certify"), m_dump, QStringLiteral("--json"), QStringLiteral("--rule"),
        QStringLiteral("topk:4"), QStringLiteral("--epsilon"), QStringLiteral("1e-2")};
    m_certificate = runProgram(certify + dumps::Grouped::hints()).out;
    QVERIFY(!m_certificate.isEmpty());
}

/// The claim comes first; nobody can agree with what he has not read.
void CliVerify::holds()
{
    const Run run = verify(m_certificate, m_dump);
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.startsWith("claim     topk:4 loses less than '1e-2'"));
    for (const char* part : {"scale 0.5", "causal", "'layers.0.q' is 'Q', float32 4 x 20 x 8", "L1H3"})
        QVERIFY2(run.out.contains(part), part);
    QVERIFY(run.out.endsWith("holds: 8 decisions over 160 rows, recomputed in 200-bit arithmetic\n"));
    QVERIFY(run.err.isEmpty());
}

void CliVerify::doesNotHold()
{
    const Run run = verify(QByteArray(m_certificate).replace("\"scale\": 0.5", "\"scale\": 0.6"), m_dump);
    QCOMPARE(run.code, 1);
    QVERIFY(run.out.contains("does not hold\n  'L0H0': max_"));
}

void CliVerify::otherDump()
{
    const Run run = verify(m_certificate, file("scores.npy", dumps::Scores().npy()));
    QCOMPARE(run.code, 1);
    QVERIFY(run.out.contains("SHA-256"));
}

/// Which heads share comes from a hint, and is part of the claim.
void CliVerify::storedHeadsThatShare()
{
    const std::vector<double> numbers = dumps::normals(4 * 6 * 6, 2, 11);
    const QString dump =
        file("shared.safetensors", support::safetensors({{"layers.0.scores", core::Element::F32, {4, 6, 6}, numbers}}));
    const Run certified = runProgram({QStringLiteral("certify"), dump, QStringLiteral("--json"),
        QStringLiteral("--rule"), QStringLiteral("topk:2"), QStringLiteral("--epsilon"), QStringLiteral("0.5"),
        QStringLiteral("--share-kv"), QStringLiteral("--kv-heads"), QStringLiteral("2"), QStringLiteral("--kind"),
        QStringLiteral("scores"), QStringLiteral("--causal"), QStringLiteral("no")});
    QVERIFY2(certified.code != 2, certified.err.constData());
    const Run run = verify(certified.out, dump);
    QVERIFY2(run.code == 0, run.out + run.err);
    QVERIFY(run.out.contains("sharing   heads that use one head of K keep one set\n"));
    QVERIFY(run.out.contains("sharing 2 kv heads"));
}

void CliVerify::refused()
{
    const Run rule = verify(QByteArray(m_certificate).replace("topk:4", "best:4"), m_dump);
    QCOMPARE(rule.code, 2);
    QVERIFY(rule.err.contains("'best:4'"));
    QVERIFY(rule.out.isEmpty());
    QCOMPARE(verify(m_certificate.left(m_certificate.size() / 2), m_dump).code, 2);
    QCOMPARE(verify(m_certificate, QStringLiteral("no-such-file.npz")).code, 2);
}

QTEST_GUILESS_MAIN(CliVerify)
#include "tst_cliverify.moc"
