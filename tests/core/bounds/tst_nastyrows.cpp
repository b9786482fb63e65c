// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows on which a careless certificate is wrong, twice: with subnormal numbers, and with the processor flushing them.
// What each of them catches: tests/proofs/mutations.md.

#include <QtTest>

#include <cmath>

#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "goldenfile.h"
#include "rowbatches.h"

using support::Decimal;
using support::Subnormals;
Q_DECLARE_METATYPE(support::Subnormals)

namespace {

struct Answer
{
    core::SortedRow row;
    core::TailMass mass;
    core::Divergences divergences;
};

/// Sums of an arbitrary kept set, from the largest weight down as a careless caller might.
core::TailMass massOfKept(const core::SortedRow& row, const QJsonArray& kept)
{
    double tail = 0;
    double head = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
        (kept.contains(QJsonValue(int(row.keys[i]))) ? head : tail) += row.weights[i];
    const auto count = static_cast<std::size_t>(kept.size());
    return core::tailMass(tail, head, row.size() - count, count, core::weightErrorOf(row));
}

QString textAt(const QJsonObject& row, const char* name)
{
    return row[QLatin1String(name)].toString();
}

/// The scores in the row's format; in double where they are not exact in it (float_border).
support::Matrix matrixOf(const QJsonObject& golden, const std::vector<double>& scores)
{
    support::Matrix matrix(scores, scores.size(), support::elementNamed(textAt(golden, "format").toStdString()));
    for (std::size_t j = 0; j < scores.size(); ++j)
        if (std::isfinite(scores[j]) && matrix.stored().at(0, j) != scores[j])
            return {scores, scores.size()};
    return matrix;
}

Answer answerFor(const QJsonObject& golden, Subnormals mode)
{
    const std::vector<double> scores = support::expanded(golden[QLatin1String("logits")]);
    const support::Matrix matrix = matrixOf(golden, scores);
    const support::SubnormalMode whileComputing(mode);
    Answer answer;
    core::sortRow(support::storedBatch(matrix, core::Source::Scores), 0, answer.row);
    if (answer.row.state != core::RowState::Valid)
        return answer;
    if (golden.contains(QLatin1String("top_k")))
        answer.mass = core::tailMassAt(answer.row, static_cast<std::size_t>(golden[QLatin1String("top_k")].toInt()));
    else
        answer.mass = massOfKept(answer.row, golden[QLatin1String("kept")].toArray());
    answer.divergences = core::divergences(answer.mass);
    return answer;
}

QByteArray complaint(const core::Interval& interval, const Decimal& exact, std::size_t keys)
{
    const QByteArray ends =
        QByteArray::number(interval.lower, 'g', 17) + " to " + QByteArray::number(interval.upper, 'g', 17);
    if (!exact.isAtMost(interval.upper))
        return "the upper end is too low: " + ends;
    if (!(interval.lower <= exact.value()))
        return "the lower end is too high: " + ends;
    const long double most = exact.value() * (1 + 1e-10L) + static_cast<long double>(keys + 1) * core::smallestNormal;
    if (std::isfinite(interval.upper) && interval.upper > most)
        return "the upper end is needlessly high: " + ends;
    return {};
}

}

#define VERIFY_ENCLOSES(interval, name)                                                                                \
    do {                                                                                                               \
        const QByteArray wrong = complaint(interval, Decimal(textAt(golden, name)), answer.row.size());                \
        QVERIFY2(wrong.isEmpty(), wrong.constData());                                                                  \
    } while (false)

class TestNastyRows : public QObject
{
    Q_OBJECT

private:
    const QJsonArray m_rows = support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray();

    void addRows(const char* kind, bool refused)
    {
        QTest::addColumn<QJsonObject>("golden");
        QTest::addColumn<Subnormals>("mode");
        for (const QJsonValue& value : m_rows) {
            const QJsonObject row = value.toObject();
            if (textAt(row, "kind") != QLatin1String(kind) || row.contains(QLatin1String("expect")) != refused)
                continue;
            QTest::addRow("%s", qPrintable(textAt(row, "name"))) << row << Subnormals::Kept;
            QTest::addRow("%s, flushed", qPrintable(textAt(row, "name"))) << row << Subnormals::Flushed;
        }
    }

private slots:
    void fileIsComplete() { QCOMPARE(m_rows.size(), 69); }

    void logits_data() { addRows("logits", false); }

    void logits()
    {
        QFETCH(QJsonObject, golden);
        QFETCH(Subnormals, mode);
        const Answer answer = answerFor(golden, mode);
        QCOMPARE(answer.row.state, core::RowState::Valid);
        QCOMPARE(int(answer.row.size()), golden[QLatin1String("n_keys")].toInt());
        const QJsonArray first = golden[QLatin1String("first_kept")].toArray();
        for (qsizetype i = 0; i < first.size(); ++i)
            QCOMPARE(int(answer.row.keys[static_cast<std::size_t>(i)]), first[i].toInt());
        if (golden[QLatin1String("n_dropped")].toInt() == 0)
            QVERIFY((answer.mass.tau == core::Interval{0, 0}));
        VERIFY_ENCLOSES(answer.mass.tau, "tau");
        VERIFY_ENCLOSES(answer.divergences.kullbackLeibler, "kl_kept_from_full");
        VERIFY_ENCLOSES(answer.divergences.jensenShannon, "js_nats");
    }

    void hundredthIsUndecidedAndNeedsAllKeys()
    {
        const auto row = support::sortedScores(std::vector<double>(100, 0.0));
        const core::Interval tau = core::tailMassAt(row, 99).tau;
        QVERIFY(tau.lower < 0.01 && 0.01 < tau.upper);
        QCOMPARE(core::kEps(row, 0.01), std::size_t(100));
    }

    void refused_data() { addRows("logits", true); }

    void refused()
    {
        QFETCH(QJsonObject, golden);
        QFETCH(Subnormals, mode);
        const bool masked = textAt(golden, "expect").contains(QLatin1String("masked"));
        const Answer answer = answerFor(golden, mode);
        QCOMPARE(answer.row.state, masked ? core::RowState::Masked : core::RowState::Undefined);
        QCOMPARE(answer.row.size(), std::size_t(0));
    }

    void probabilities_data() { addRows("probabilities", false); }

    void probabilities()
    {
        QFETCH(QJsonObject, golden);
        QFETCH(Subnormals, mode);
        const std::vector<double> numbers = support::expanded(golden[QLatin1String("probabilities")]);
        const auto k = static_cast<std::size_t>(golden[QLatin1String("top_k")].toInt());
        const support::Matrix matrix(
            numbers, numbers.size(), support::elementNamed(textAt(golden, "format").toStdString()));
        core::SortedRow row;
        core::TailMass stored, rounded, once;
        {
            const support::SubnormalMode whileComputing(mode);
            core::sortRow(support::storedBatch(matrix, core::Source::Probabilities), 0, row);
            stored = core::tailMassAt(row, k);
            rounded = core::tailMassAt(row, k, core::roundedWeightErrorOf(row));
            core::WeightError withoutProducer = core::roundedWeightErrorOf(row);
            withoutProducer.scoreError = 0;
            once = core::tailMassAt(row, k, withoutProducer);
        }
        QVERIFY(Decimal(textAt(golden, "tau_as_stored")).isAtMost(stored.tau.upper));
        QVERIFY(stored.tau.contains(support::number(golden[QLatin1String("tau_as_stored")])));
        QVERIFY(stored.tau.width() <= 1e-10 * stored.tau.upper);
        QCOMPARE(!row.notNormalised, golden[QLatin1String("sum_check_passes")].toBool());
        if (row.notNormalised) {
            QVERIFY(rounded.tau == stored.tau);
            return;
        }
        const double expected = support::number(golden[QLatin1String("tau_upper_rounded_once")]);
        QVERIFY(once.tau.upper >= expected && once.tau.upper <= expected * (1 + 1e-10));
        // With the producer's own softmax: at most 2^-23 (1.2 * 104 + 8) in each sum.
        QVERIFY(rounded.tau.upper > once.tau.upper && rounded.tau.upper <= once.tau.upper * (1 + 4e-5));
    }

    void refusedProbabilities_data() { addRows("probabilities", true); }

    void refusedProbabilities()
    {
        QFETCH(QJsonObject, golden);
        const auto row =
            support::sortedProbabilities(support::expanded(golden[QLatin1String("probabilities")]), core::Element::F64);
        const QString name = textAt(golden, "name");
        if (name == QLatin1String("above_one")) {
            QCOMPARE(row.state, core::RowState::Valid);
            QVERIFY(row.notNormalised);
            QCOMPARE(core::roundedWeightErrorOf(row).relative, 0.0);
            return;
        }
        QCOMPARE(row.state, name == QLatin1String("zero_row") ? core::RowState::Zero : core::RowState::Undefined);
    }
};

QTEST_GUILESS_MAIN(TestNastyRows)
#include "tst_nastyrows.moc"
