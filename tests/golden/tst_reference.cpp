// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

#include "bounds/tailmass.h"
#include "capture/capture.h"
#include "compute/backend.h"
#include "spectrum/singularvalues.h"
#include "study/comparison.h"
#include "study/rowdetail.h"
#include "study/summary.h"

using namespace core;

namespace {

/// A file of reference values, the folder of the dumps that it names, and how much of it there is to compare.
struct Reference
{
    QString values;
    QString folder;
    int rows = 0;
    int outputErrors = 0;
    int matrices = 0;
    int exactRows = 0; ///< with 50 digits
    int pairs = 0; ///< of one row in two heads
};

/// A number of the reference is met to a relative error; below `floor` it is itself made of rounding.
bool meets(double value, double reference, double relative, double floor = 1e-14)
{
    return std::abs(value - reference) <= relative * std::abs(reference) + floor;
}

/// Where an entry of the reference comes from.
struct Place
{
    QString file;
    std::uint32_t layer = 0;
    std::uint32_t head = 0;
    std::uint32_t item = 0;
    Source source = Source::Probabilities;

    explicit Place(const QJsonObject& entry)
        : file(entry[QStringLiteral("file")].toString())
        , layer(number(
              entry, entry.contains(QStringLiteral("block")) ? QStringLiteral("block") : QStringLiteral("layer")))
        , head(number(entry, QStringLiteral("head")))
        , item(number(entry, QStringLiteral("batch")))
    {
        const QString tensor = entry[QStringLiteral("tensor")].toString();
        if (tensor.contains(QLatin1Char('{')))
            source = Source::Factors;
        else if (tensor.startsWith(QStringLiteral("softmax(")))
            source = Source::Scores;
    }

    bool fits(const HeadInfo& info) const
    {
        const HeadId& id = info.id;
        return id.layer.value == layer && id.head.value == head && id.item.value == item && id.source == source;
    }
    QString text() const { return QStringLiteral("%1 L%2H%3 item %4").arg(file).arg(layer).arg(head).arg(item); }

private:
    static std::uint32_t number(const QJsonObject& entry, const QString& key)
    {
        return static_cast<std::uint32_t>(entry[key].toInt());
    }
};

/// What the reference asks of a head. Values of k and epsilon are the same in all its entries.
StatisticsRequest referenceRequest(bool values)
{
    StatisticsRequest request;
    request.ks = {8, 16, 32, 64};
    request.epsilons = {0.1, 0.01, 0.001};
    request.outputError = values;
    return request;
}

std::size_t indexOfK(const QString& k)
{
    const std::map<QString, std::size_t> index{
        {QStringLiteral("8"), 0}, {QStringLiteral("16"), 1}, {QStringLiteral("32"), 2}, {QStringLiteral("64"), 3}};
    return index.at(k);
}

std::size_t indexOfEpsilon(const QString& epsilon)
{
    const std::map<QString, std::size_t> index{
        {QStringLiteral("0.1"), 0}, {QStringLiteral("0.01"), 1}, {QStringLiteral("0.001"), 2}};
    return index.at(epsilon);
}

template <typename Use>
void forEachNumber(const QJsonValue& object, Use use)
{
    const QJsonObject numbers = object.toObject();
    for (auto it = numbers.begin(); it != numbers.end(); ++it)
        use(it.key(), it.value());
}

}

Q_DECLARE_METATYPE(Reference)

class TestReference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<Reference>("reference");
        QTest::newRow("bundled sample") << Reference{QStringLiteral(TAILMASS_GOLDEN_DIR "/reference_sample.json"),
            QStringLiteral(TAILMASS_SAMPLES_DIR "/"), 32, 128, 6, 2, 0};
#ifdef TAILMASS_REFERENCE_DIR
        QTest::newRow("dev dumps") << Reference{QStringLiteral(TAILMASS_REFERENCE_DIR "/data/dev/reference.json"),
            QStringLiteral(TAILMASS_REFERENCE_DIR "/data/"), 313, 524, 57, 8, 14};
#endif
    }

    void init()
    {
        QFETCH_GLOBAL(Reference, reference);
        m_expected = reference;
        QFile file(reference.values);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        m_reference = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!m_reference.isEmpty());
        m_compared.clear();
        m_misses = 0;
    }

    void rows()
    {
        for (const QJsonValue& value : m_reference[QStringLiteral("rows")].toArray()) {
            const QJsonObject entry = value.toObject();
            const Place place(entry);
            const Answer* answer = answerOf(place);
            QVERIFY2(answer, qPrintable(place.text()));
            const auto row = static_cast<std::size_t>(entry[QStringLiteral("row")].toInt());
            const auto detail = rowDetail(*answer->rows, RowIndex{static_cast<std::uint32_t>(row)});
            QVERIFY2(detail, qPrintable(place.text()));
            compareRow(entry, place.text() + QStringLiteral(" row %1").arg(row), answer->reply.rows.at(row), *detail);
        }
        QCOMPARE(m_misses, 0);
        QCOMPARE(m_compared["row"], m_expected.rows);
        QCOMPARE(m_compared["tail mass"], 4 * m_expected.rows);
        QCOMPARE(m_compared["k_eps"], 3 * m_expected.rows);
        QCOMPARE(m_compared["KL"], 4 * m_expected.rows);
        QCOMPARE(m_compared["JS"], 4 * m_expected.rows);
        QCOMPARE(m_compared["output error"], m_expected.outputErrors);
        QCOMPARE(m_compared["relative output error"], m_expected.outputErrors);
    }

    void matrices()
    {
        for (const QJsonValue& value : m_reference[QStringLiteral("matrices")].toArray()) {
            const QJsonObject entry = value.toObject();
            const Place place(entry);
            const Answer* answer = answerOf(place);
            QVERIFY2(answer, qPrintable(place.text()));
            compareMeans(entry, place.text(), *answer);
            ThreadPool pool;
            Work work{pool};
            const auto spectrum = singularValues(*answer->rows, {8, nullptr}, work);
            QVERIFY2(spectrum, qPrintable(place.text()));
            compareSpectrum(entry, place.text(), *spectrum);
        }
        QCOMPARE(m_misses, 0);
        QCOMPARE(m_compared["matrix"], m_expected.matrices);
        QCOMPARE(m_compared["mean tail mass"], 4 * m_expected.matrices);
        QCOMPARE(m_compared["mean k_eps"], 3 * m_expected.matrices);
        QCOMPARE(m_compared["singular value"], 8 * m_expected.matrices);
    }

    /// Distances of one row in two heads rest on every probability of both.
    void pairs()
    {
        ThreadPool pool(1);
        Work work{pool};
        for (const QJsonValue& value : m_reference[QStringLiteral("pairs")].toArray()) {
            const QJsonObject entry = value.toObject();
            std::vector<std::shared_ptr<const HeadRows>> heads;
            for (const QJsonValue& head : entry[QStringLiteral("heads")].toArray()) {
                Place place(entry);
                place.head = static_cast<std::uint32_t>(head.toInt());
                const Answer* answer = answerOf(place);
                QVERIFY2(answer, qPrintable(place.text()));
                heads.push_back(answer->rows);
            }
            const auto row = static_cast<std::size_t>(entry[QStringLiteral("row")].toInt());
            const auto compared = compareHeads(*heads.at(0), *heads.at(1), {row}, {}, work);
            QVERIFY2(compared && compared->at(0).isCompared(), qPrintable(Place(entry).text()));
            comparePair(entry, compared->at(0).distance);
        }
        QCOMPARE(m_misses, 0);
        QCOMPARE(m_compared["pair"], m_expected.pairs);
        QCOMPARE(m_compared["KL of a pair"], 2 * m_expected.pairs);
    }

    void fiftyDigitRowsLieInsideTheIntervals()
    {
        for (const QJsonValue& value : m_reference[QStringLiteral("mpmath")].toArray()) {
            const QJsonObject entry = value.toObject();
            const Place place(entry);
            const Answer* answer = answerOf(place);
            QVERIFY2(answer, qPrintable(place.text()));
            const RowIndex row{static_cast<std::uint32_t>(entry[QStringLiteral("row")].toInt())};
            const auto detail = rowDetail(*answer->rows, row);
            QVERIFY2(detail, qPrintable(place.text()));
            forEachNumber(entry[QStringLiteral("tail_mass")], [&](const QString& k, const QJsonValue& exact) {
                const TailMass& mass = detail->tailMass.at(k.toULong());
                checkInside("exact tail mass", mass.tau, exact, place);
                checkInside(
                    "exact tail mass", answer->reply.rows.at(row.value).atK[indexOfK(k)].tailMass, exact, place);
            });
            forEachNumber(entry[QStringLiteral("js")], [&](const QString& k, const QJsonValue& exact) {
                checkInside("exact JS", divergences(detail->tailMass.at(k.toULong())).jensenShannon, exact, place);
            });
            forEachNumber(entry[QStringLiteral("out_err_l2")], [&](const QString& k, const QJsonValue& exact) {
                checkInside("exact output error", detail->outputError.at(k.toULong()).absolute, exact, place);
            });
        }
        QCOMPARE(m_misses, 0);
        QCOMPARE(m_compared["exact tail mass"], 8 * m_expected.exactRows);
        QCOMPARE(m_compared["exact JS"], 4 * m_expected.exactRows);
        QCOMPARE(m_compared["exact output error"], 4 * m_expected.exactRows);
    }

private:
    struct Answer
    {
        std::shared_ptr<const HeadRows> rows;
        HeadReply reply;
        HeadSummary summary;
    };

    /// Computed once per head; null, with the reason printed, when it cannot be.
    const Answer* answerOf(const Place& place)
    {
        const auto known = m_answers.find(place.text() + QString::number(static_cast<int>(place.source)));
        if (known != m_answers.end())
            return &known->second;
        const auto capture = captureOf(place.file);
        if (!capture)
            return nullptr;
        std::vector<HeadInfo> heads;
        for (const HeadInfo& head : capture->heads())
            if (place.fits(head))
                heads.push_back(head);
        if (heads.size() != 1) {
            qWarning("%zu heads fit %s", heads.size(), qPrintable(place.text()));
            return nullptr;
        }
        const auto rows = capture->rows(heads.front().id, PaddedQueries::Included); // references know no padding
        if (!rows) {
            qWarning("%s", rows.error().message.c_str());
            return nullptr;
        }
        ThreadPool pool;
        Work work{pool};
        const StatisticsRequest request = referenceRequest((*rows)->values().has_value());
        auto reply = makeReferenceBackend()->head(**rows, request, work);
        if (!reply) {
            qWarning("%s", reply.error().message.c_str());
            return nullptr;
        }
        const HeadSummary summary = summarise(*reply, request);
        const QString key = place.text() + QString::number(static_cast<int>(place.source));
        return &m_answers.emplace(key, Answer{*rows, std::move(*reply), summary}).first->second;
    }

    std::shared_ptr<const Capture> captureOf(const QString& file)
    {
        auto& capture = m_captures[file];
        if (capture)
            return capture;
        const auto opened = Capture::open((m_expected.folder + file).toStdString());
        if (opened)
            capture = *opened;
        else
            qWarning("%s", opened.error().message.c_str());
        return capture;
    }

    void check(const char* what, bool holds, const QString& place, double value, double reference)
    {
        ++m_compared[what];
        if (holds)
            return;
        ++m_misses;
        qWarning("%s of %s is %.17g, not %.17g", what, qPrintable(place), value, reference);
    }

    void checkNumber(const char* what, double value, const QJsonValue& reference, const QString& place, double relative)
    {
        check(what, meets(value, reference.toDouble(), relative), place, value, reference.toDouble());
    }

    /// The interval must contain the reference up to the reference's own rounding, and say it to the tolerance asked.
    void checkInterval(
        const char* what, const Interval& value, const QJsonValue& reference, const QString& place, double relative)
    {
        const double number = reference.toDouble();
        const bool holds = meets(value.lower, number, relative) && meets(value.upper, number, relative);
        check(what, holds, place, value.upper, number);
    }

    void checkInside(const char* what, const Interval& interval, const QJsonValue& exact, const Place& place)
    {
        const long double number = std::strtold(exact.toString().toLatin1().constData(), nullptr);
        const bool inside =
            static_cast<long double>(interval.lower) <= number && number <= static_cast<long double>(interval.upper);
        const bool narrow = interval.width() <= 1e-9 * interval.upper;
        check(what, number > 0 && inside && narrow, place.text(), interval.upper, static_cast<double>(number));
    }

    void compareRow(const QJsonObject& entry, const QString& place, const RowRecord& record, const RowDetail& detail)
    {
        ++m_compared["row"];
        checkNumber("entropy", record.entropy, entry[QStringLiteral("entropy_nats")], place, 1e-9);
        checkNumber("entropy", detail.record.entropy, entry[QStringLiteral("entropy_nats")], place, 1e-9);
        checkNumber("largest weight", record.largestWeight, entry[QStringLiteral("max")], place, 1e-9);
        const bool stored = !entry[QStringLiteral("tensor")].toString().contains(QLatin1Char('{'))
            && !entry[QStringLiteral("tensor")].toString().startsWith(QStringLiteral("softmax"));
        if (stored)
            checkNumber("row sum", record.rowSum, entry[QStringLiteral("row_sum")], place, 1e-9);
        forEachNumber(entry[QStringLiteral("k_eps")], [&](const QString& epsilon, const QJsonValue& k) {
            const bool equal = record.kEps.at(indexOfEpsilon(epsilon)) == static_cast<std::uint32_t>(k.toInt())
                && kEps(detail, epsilon.toDouble()) == static_cast<std::size_t>(k.toInt());
            check("k_eps", equal, place, record.kEps.at(indexOfEpsilon(epsilon)), k.toDouble());
        });
        forEachNumber(entry[QStringLiteral("tail_mass")], [&](const QString& k, const QJsonValue& tail) {
            checkInterval(
                "tail mass", record.atK.at(indexOfK(k)).tailMass, tail, place + QStringLiteral(" k ") + k, 1e-9);
        });
        forEachNumber(entry[QStringLiteral("top_k")], [&](const QString& k, const QJsonValue& numbers) {
            compareTopK(k, numbers.toObject(), place + QStringLiteral(" k ") + k, record, detail);
        });
    }

    void compareTopK(const QString& k, const QJsonObject& numbers, const QString& place, const RowRecord& record,
        const RowDetail& detail)
    {
        const std::size_t kept = std::min(k.toULong(), static_cast<unsigned long>(detail.keys.size()));
        const Divergences distances = divergences(detail.tailMass.at(kept));
        checkInterval("TV", distances.totalVariation, numbers[QStringLiteral("TV")], place, 1e-9);
        checkInterval("KL", distances.kullbackLeibler, numbers[QStringLiteral("KL_phat_p")], place, 1e-9);
        checkInterval("JS", distances.jensenShannon, numbers[QStringLiteral("JS")], place, 1e-9);
        if (!numbers.contains(QStringLiteral("out_err_l2")))
            return;
        const auto& fromHead = record.atK.at(indexOfK(k)).outputError;
        if (!fromHead) {
            check("output error", false, place, 0, numbers[QStringLiteral("out_err_l2")].toDouble());
            return;
        }
        const OutputError& fromRow = detail.outputError.at(kept);
        check("row and head agree", fromRow.absolute == fromHead->absolute, place, fromRow.absolute.upper,
            fromHead->absolute.upper);
        checkInterval("output error", fromRow.absolute, numbers[QStringLiteral("out_err_l2")], place, 1e-8);
        checkNumber("relative output error", fromRow.relative, numbers[QStringLiteral("out_err_rel")], place, 1e-8);
    }

    void comparePair(const QJsonObject& entry, const RowDistance& distance)
    {
        ++m_compared["pair"];
        const QString place = Place(entry).text() + QStringLiteral(" and another head");
        checkNumber("TV of a pair", distance.totalVariation, entry[QStringLiteral("TV")], place, 1e-9);
        checkNumber("JS of a pair", distance.jensenShannon, entry[QStringLiteral("JS")], place, 1e-9);
        checkDivergence(distance.klAB, entry[QStringLiteral("KL_a_b")], place);
        checkDivergence(distance.klBA, entry[QStringLiteral("KL_b_a")], place);
    }

    /// The reference writes "inf" where a key is lost altogether.
    void checkDivergence(double value, const QJsonValue& reference, const QString& place)
    {
        if (reference.isString())
            check("KL of a pair", std::isinf(value), place, value, HUGE_VAL);
        else
            checkNumber("KL of a pair", value, reference, place, 1e-9);
    }

    void compareMeans(const QJsonObject& entry, const QString& place, const Answer& answer)
    {
        ++m_compared["matrix"];
        const HeadSummary& summary = answer.summary;
        const QJsonArray shape = entry[QStringLiteral("shape")].toArray();
        check("rows", static_cast<int>(answer.rows->rowCount()) == shape[0].toInt(), place, 0, shape[0].toDouble());
        check("keys", static_cast<int>(answer.rows->keyCount()) == shape[1].toInt(), place, 0, shape[1].toDouble());
        checkNumber("mean entropy", summary.entropy.mean, entry[QStringLiteral("mean_entropy_nats")], place, 1e-9);
        forEachNumber(entry[QStringLiteral("mean_tail_mass")], [&](const QString& k, const QJsonValue& mean) {
            checkInterval(
                "mean tail mass", summary.tailMass.at(indexOfK(k)).mean, mean, place + QStringLiteral(" k ") + k, 1e-9);
        });
        forEachNumber(entry[QStringLiteral("mean_k_eps")], [&](const QString& epsilon, const QJsonValue& mean) {
            checkNumber("mean k_eps", summary.kEps.at(indexOfEpsilon(epsilon)).mean, mean, place, 1e-12);
        });
        forEachNumber(entry[QStringLiteral("max_k_eps")], [&](const QString& epsilon, const QJsonValue& most) {
            checkNumber("max k_eps", summary.kEps.at(indexOfEpsilon(epsilon)).max, most, place, 0);
        });
    }

    void compareSpectrum(const QJsonObject& entry, const QString& place, const Spectrum& spectrum)
    {
        check("complete spectrum", spectrum.complete, place, 0, 1);
        const QJsonArray values = entry[QStringLiteral("singular_values_top8")].toArray();
        for (qsizetype i = 0; i < values.size(); ++i)
            checkNumber("singular value", spectrum.values.at(static_cast<std::size_t>(i)), values[i], place, 1e-6);
        for (const double residual : spectrum.residuals)
            check("residual", residual <= 1e-9 * spectrum.values.front(), place, residual, 0);
        checkNumber("frobenius", spectrum.frobenius, entry[QStringLiteral("frobenius")], place, 1e-6);
        checkNumber("stable rank", spectrum.stableRank, entry[QStringLiteral("stable_rank")], place, 1e-6);
        checkNumber("participation ratio", spectrum.participationRatio, entry[QStringLiteral("participation_ratio")],
            place, 1e-6);
        checkNumber(
            "effective rank", spectrum.effectiveRank, entry[QStringLiteral("effective_rank_exp_entropy")], place, 1e-6);
    }

    Reference m_expected;
    QJsonObject m_reference;
    std::map<QString, std::shared_ptr<const Capture>> m_captures;
    std::map<QString, Answer> m_answers;
    std::map<std::string, int> m_compared;
    int m_misses = 0;
};

QTEST_APPLESS_MAIN(TestReference)
#include "tst_reference.moc"
