// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/rowdetail.h"

#include <QtTest>

#include <cmath>
#include <limits>

#include "goldenfile.h"
#include "rowbatches.h"

namespace {

/// Bytes that can be said to have changed.
class Guard : public core::Bytes
{
public:
    explicit Guard(bool intact)
        : m_intact(intact)
    {
    }
    std::span<const std::byte> span() const override { return {}; }
    bool intact() const override { return m_intact; }

private:
    bool m_intact;
};

/// A head of stored rows with values.
class TestHead : public core::HeadRows
{
public:
    TestHead(const std::vector<double>& numbers, std::size_t keys, core::Source source)
        : m_rows(numbers, keys)
        , m_source(source)
    {
    }

    void setValues(const std::vector<double>& values, std::size_t dimensions) { m_values.emplace(values, dimensions); }
    void setIntact(bool intact) { m_intact = intact; }
    void setSinkScore(double score) { m_sinkScore = score; }

    std::size_t rowCount() const override { return m_rows.stored().rows; }
    std::size_t keyCount() const override { return m_rows.stored().columns; }
    core::Source source() const override { return m_source; }
    core::Element element() const override { return core::Element::F64; }
    std::optional<core::StoredMatrix> values() const override
    {
        return m_values ? std::optional(m_values->stored()) : std::nullopt;
    }
    core::Result<core::RowBatch> rows(core::RowRange range) const override
    {
        core::RowBatch batch = support::storedBatch(m_rows, m_source);
        auto& matrix = std::get<core::StoredRows>(batch.data).matrix;
        matrix.data += static_cast<std::ptrdiff_t>(range.begin) * matrix.rowStride;
        matrix.rows = range.size();
        batch.rows = range;
        batch.allowed.ranges.resize(range.size());
        batch.sinkScore = m_sinkScore;
        batch.guards.push_back(std::make_shared<Guard>(m_intact));
        return batch;
    }

private:
    support::Matrix m_rows;
    core::Source m_source;
    std::optional<support::Matrix> m_values;
    bool m_intact = true;
    std::optional<double> m_sinkScore;
};

}

class TestRowDetail : public QObject
{
    Q_OBJECT

private slots:
    void goldenRow()
    {
        const QJsonValue golden =
            support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")][QLatin1String("random24_lcg1")];
        const TestHead head(support::numbers(golden[QLatin1String("logits")]), 24, core::Source::Scores);
        const auto detail = core::rowDetail(head, {0});
        QVERIFY(detail);
        QCOMPARE(detail->record.state, core::RowState::Valid);
        QCOMPARE(detail->record.keyCount, 24u);
        QCOMPARE(detail->tailMass.size(), std::size_t(25));
        QVERIFY(detail->outputError.empty() && detail->radiusBound.empty() && detail->varianceBound.empty());
        for (qsizetype k = 0; k <= 24; ++k)
            QVERIFY(detail->tailMass[static_cast<std::size_t>(k)].tau.contains(
                support::number(golden[QLatin1String("tau_all_k")][k])));
        const QJsonObject byEpsilon = golden[QLatin1String("k_eps")].toObject();
        for (auto it = byEpsilon.begin(); it != byEpsilon.end(); ++it)
            QCOMPARE(int(core::kEps(*detail, it.key().toDouble())), it.value().toInt());
        double sum = 0;
        for (std::size_t i = 0; i < 24; ++i) {
            QCOMPARE(int(detail->keys[i]), golden[QLatin1String("order")][static_cast<qsizetype>(i)].toInt());
            QCOMPARE(detail->scores[i],
                support::number(golden[QLatin1String("logits")][static_cast<qsizetype>(detail->keys[i])]));
            sum += detail->probabilities[i];
        }
        QVERIFY(std::abs(sum - 1) < 1e-14);
    }

    void goldenOutputErrors()
    {
        const QJsonValue golden = support::goldenFile(QStringLiteral("output_error"))[QLatin1String("cases")][0];
        std::vector<double> values;
        for (const QJsonValue& value : golden[QLatin1String("values")].toArray())
            for (const double x : support::numbers(value))
                values.push_back(x);
        TestHead head(support::numbers(golden[QLatin1String("logits")]), 24, core::Source::Scores);
        head.setValues(values, 3);
        const auto detail = core::rowDetail(head, {0});
        QVERIFY(detail);
        QCOMPARE(detail->outputError.size(), std::size_t(25));
        for (const QJsonValue& expected : golden[QLatin1String("per_k")].toArray()) {
            const auto k = static_cast<std::size_t>(expected[QLatin1String("k")].toInt());
            const double error = support::number(expected[QLatin1String("error")]);
            QVERIFY(std::abs(detail->outputError[k].absolute.upper / error - 1) < 1e-12);
            QVERIFY(std::abs(detail->outputError[k].relative * detail->outputNorm / error - 1) < 1e-12);
            QVERIFY(detail->radiusBound[k] >= error && detail->varianceBound[k] >= error);
        }
        QCOMPARE(detail->outputError[24].absolute.upper, 0.0);
        QCOMPARE(detail->outputError[24].relative, 0.0);
    }

    /// Two keys: the bounds are met exactly, and the interval, which reaches a little further, is cut.
    void boundsThatAreMetCutTheInterval()
    {
        for (const double gap : {0.1, 1.0, 3.0, 20.0}) {
            TestHead head({0, gap}, 2, core::Source::Scores);
            head.setValues({1, 3, -2, 7}, 2);
            const auto detail = core::rowDetail(head, {0});
            QVERIFY(detail.has_value());
            const core::OutputLadder ladder = core::ladderAt(*detail, 1).output;
            const core::Interval error = core::boundedBy(ladder, detail->outputError[1], *detail)->absolute;
            for (const core::LadderBound& rung : ladder.bounds)
                QVERIFY(error.upper <= rung.bound.upper);
            QVERIFY(ladder.bounds[ladder.smallest].bound.upper < detail->outputError[1].absolute.upper);
            QVERIFY(error.lower <= 5 / (1 + std::exp(gap)) && error.upper > 4.999999 / (1 + std::exp(gap)));
        }
    }

    /// The kept keys hold e^-40 of the mass: the error is that of their own mean, and never above a bound beside it.
    void outputErrorOfNextToNoMass()
    {
        TestHead head({0, 0.5, -41, -40}, 4, core::Source::Scores);
        head.setValues({1, 2, 5, -3}, 1);
        const auto detail = core::rowDetail(head, {0});
        QVERIFY(detail.has_value());
        const core::RowTruncation truncation = core::truncationOf(*detail, core::Window{2, 0});
        const double full = (1 + 2 * std::exp(0.5)) / (1 + std::exp(0.5));
        const double kept = (-3 + 5 * std::exp(-1.0)) / (1 + std::exp(-1.0));
        QVERIFY(truncation.outputError);
        QVERIFY(std::abs(truncation.outputError->absolute.upper - (full - kept)) < 1e-12);
        QVERIFY(std::abs(truncation.outputError->absolute.lower - (full - kept)) < 1e-12);
        QVERIFY(std::abs(truncation.outputError->relative - (full - kept) / full) < 1e-12);

        const core::RowLadder ladder = core::ladderAt(*detail, truncation.choice.shown);
        const auto cut = core::boundedBy(ladder.output, core::OutputError{{1, 1e9}, 1e9}, *detail);
        QVERIFY(ladder.output.bounds.size() == 5);
        for (const core::LadderBound& rung : ladder.output.bounds)
            QVERIFY(cut->absolute.upper <= rung.bound.upper);
        QCOMPARE(cut->relative, cut->absolute.upper / detail->outputNorm);
        QVERIFY(!core::boundedBy(ladder.output, {}, *detail));
    }

    void theRowAskedForIsTheRowGiven()
    {
        const TestHead head({0, 0, 0, 1, 5, 3}, 3, core::Source::Scores);
        QCOMPARE(core::rowDetail(head, {1})->keys, (std::vector<std::uint32_t>{1, 2, 0}));
        QCOMPARE(core::rowDetail(head, {0})->keys, (std::vector<std::uint32_t>{0, 1, 2}));
    }

    void scoresOfStoredProbabilitiesAreTheirLogarithms()
    {
        const TestHead head({0.25, 0.75, 0}, 3, core::Source::Probabilities);
        const auto detail = core::rowDetail(head, {0});
        QCOMPARE(detail->scores,
            (std::vector<double>{std::log(0.75), std::log(0.25), -std::numeric_limits<double>::infinity()}));
        QCOMPARE(detail->probabilities, (std::vector<double>{0.75, 0.25, 0}));
    }

    void rowsWithoutNumbersSayWhy()
    {
        const double none = std::numeric_limits<double>::quiet_NaN();
        TestHead head({none, 0, -INFINITY, -INFINITY}, 2, core::Source::Scores);
        head.setValues({1, 2}, 1);
        QCOMPARE(core::rowDetail(head, {0})->record.state, core::RowState::Undefined);
        QCOMPARE(core::rowDetail(head, {1})->record.state, core::RowState::Masked);
        QVERIFY(core::rowDetail(head, {1})->tailMass.empty() && core::rowDetail(head, {1})->outputError.empty());
        QCOMPARE(core::kEps(*core::rowDetail(head, {1}), 0.01), std::size_t(0));
    }

    /// A sink of ln 2 beside scores of 0: probabilities of 1/4, 1/2 for the sink. Nothing kept has the output 0.
    void sinkOfARow()
    {
        TestHead head({0, 0}, 2, core::Source::Scores);
        head.setValues({4, 12}, 1);
        head.setSinkScore(std::log(2.0));
        const auto detail = core::rowDetail(head, {0});
        QVERIFY(detail.has_value());
        const auto isAbout = [](const core::Interval& interval, double value) {
            return std::abs(interval.lower - value) < 1e-13 && std::abs(interval.upper - value) < 1e-13;
        };
        QVERIFY(std::abs(detail->probabilities[0] - 0.25) < 1e-15 && std::abs(detail->probabilities[1] - 0.25) < 1e-15);
        QVERIFY(isAbout(detail->tailMass[0].tau, 0.5) && isAbout(detail->tailMass[1].tau, 0.25));
        QVERIFY(std::abs(detail->record.entropy - 1.5 * std::log(2.0)) < 1e-15);
        QVERIFY(std::abs(detail->outputNorm - 4) < 1e-14); // (4 + 12) / 4
        QVERIFY(isAbout(detail->outputError[0].absolute, 4));
        QVERIFY(isAbout(detail->outputError[1].absolute, 4 - 4.0 / 3)); // 4 / (1 + 2)
        const core::RowTruncation none = core::truncationOf(*detail, core::Threshold{0.3});
        QCOMPARE(none.choice.shown.size(), 0U);
        QVERIFY(isAbout(none.mass.tau, 0.5) && none.outputError && isAbout(none.outputError->absolute, 4));
    }

    void noSuchRowIsRefused()
    {
        const TestHead head({0, 0}, 2, core::Source::Scores);
        const auto detail = core::rowDetail(head, {1});
        QVERIFY(!detail);
        QCOMPARE(detail.error().code, core::ErrorCode::BadRequest);
        QCOMPARE(detail.error().message, std::string("failed to read row 1: the head has 1 rows"));
    }

    void nothingIsPublishedFromAFileThatChanged()
    {
        TestHead head({0, 0}, 2, core::Source::Scores);
        head.setIntact(false);
        const auto detail = core::rowDetail(head, {0});
        QVERIFY(!detail);
        QCOMPARE(detail.error().code, core::ErrorCode::FileChanged);
    }
};

QTEST_GUILESS_MAIN(TestRowDetail)
#include "tst_rowdetail.moc"
