// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "generateddumps.h"
#include "verify/blockrows.h"
#include "verify/keptkeys.h"
#include "verify/sharedrows.h"

using core::Standing;

/// Kept sets by hand and by the plainest code, as resources/manual/rules.md defines them.
class KeptKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void probable_data();
    void probable();
    void refusesOtherTexts();
    void tailMassOfEachRule_data();
    void tailMassOfEachRule();
    void blocksByHand();
    void blocksBySums();
    void sharedByHand();
    void sharedBySums();
    void dotIsExact();
};

namespace {

using Real = long double;
using Numbers = std::vector<double>;

/// Scores or probabilities in memory, rows x keys.
struct MemoryRows
{
    core::CertifiedHead head;
    Numbers numbers;
    core::HeadBytes bytes;

    MemoryRows(const Numbers& values, std::uint64_t rows, core::CertifiedSource source = core::CertifiedSource::Scores)
        : numbers(values)
    {
        head.source = source;
        head.rowCount = rows;
        head.keyCount = numbers.size() / rows;
        const auto stride = static_cast<std::int64_t>(head.keyCount * sizeof(double));
        bytes.rows = {reinterpret_cast<const std::byte*>(numbers.data()), core::Element::F64, core::ByteOrder::Little,
            stride, sizeof(double), rows, head.keyCount};
    }
    MemoryRows(const MemoryRows&) = delete;
    MemoryRows& operator=(const MemoryRows&) = delete;

    std::uint64_t keyEnd(std::uint64_t row) const
    {
        return head.causal ? head.keyCount - (head.rowCount - 1 - row) : head.keyCount;
    }
    /// exp(score), not normalised; nothing beyond the causal end.
    std::vector<Real> weights(std::uint64_t row) const
    {
        std::vector<Real> result;
        for (std::uint64_t key = 0; key < keyEnd(row); ++key) {
            const double x = numbers[row * head.keyCount + key];
            const bool score = head.source == core::CertifiedSource::Scores;
            result.push_back(score ? std::exp(static_cast<Real>(x)) : static_cast<Real>(x));
        }
        return result;
    }
    core::FoundHead found() const { return {head, bytes}; }
};

/// "0 2? 5": indices of the kept keys; those that are open have a mark, and so have dropped ones: "-3?".
QString textOf(const std::vector<Standing>& standings, const std::vector<std::uint32_t>& keys)
{
    QStringList words;
    for (std::size_t i = 0; i < standings.size(); ++i) {
        const bool open = standings[i] == Standing::KeptPerhaps || standings[i] == Standing::DroppedPerhaps;
        if (!isKept(standings[i]) && !open)
            continue;
        words << (isKept(standings[i]) ? QString() : QStringLiteral("-")) + QString::number(keys[i])
                + (open ? QStringLiteral("?") : QString());
    }
    return words.join(QLatin1Char(' '));
}

QString keptOf(const QString& rule, const MemoryRows& rows, std::uint64_t row)
{
    core::RowReader reader(rows.head, rows.bytes, core::CertifiedReading::Stored);
    const core::RowWeights& weights = reader.row(row);
    const auto odd = [](std::uint32_t key) { return key % 2 == 1; };
    const auto parsed = core::keptRuleOf(rule.toStdString());
    return parsed ? textOf(core::standingsOf(*parsed, weights, odd), weights.keys) : QStringLiteral("no rule");
}

Real sumOf(const std::vector<Real>& weights, const std::vector<bool>& kept, bool which)
{
    Real sum = 0;
    for (std::size_t key = 0; key < weights.size(); ++key)
        sum += kept[key] == which ? weights[key] : 0;
    return sum;
}

Real tailOf(const std::vector<Real>& weights, const std::vector<bool>& kept)
{
    const Real tail = sumOf(weights, kept, false);
    return tail / (tail + sumOf(weights, kept, true));
}

/// Marks the `count` largest of what is not marked, of equal ones the first.
void markLargest(std::vector<bool>& marks, const std::vector<Real>& values, std::size_t count)
{
    for (; count > 0; --count) {
        std::size_t best = values.size();
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!marks[i] && (best == values.size() || values[i] > values[best]))
                best = i;
        if (best == values.size())
            return;
        marks[best] = true;
    }
}

bool near(const core::RowMass& mass, Real tail)
{
    return std::abs(mass.exact.lower.toDouble() - static_cast<double>(tail)) <= 1e-14
        && mass.exact.lower == mass.exact.upper;
}

std::vector<std::uint64_t> upTo(std::uint64_t count)
{
    std::vector<std::uint64_t> rows(count);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

}

void KeptKeys::rules_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("kept");
    const auto add = [](const char* rule, int row, const char* kept) {
        QTest::addRow("%s row %d", rule, row) << QString::fromLatin1(rule) << row << QString::fromLatin1(kept);
    };
    // Scores of row 3: 1 3 2 3 -inf 0 (all keys exist in it but key 4), of row 2: one key less.
    add("topk:1", 3, "1");
    add("topk:2", 3, "1 3");
    add("topk:3", 3, "1 2 3");
    add("topk:9", 3, "0 1 2 3 5");
    add("window:2+0", 3, "3 5");
    add("window:2+1", 3, "0 3 5");
    add("window:0+2", 3, "0 1");
    add("window:4+4", 3, "0 1 2 3 5");
    add("window:1+0", 2, "3");
    add("topk:3+window:1+1", 3, "0 1 5");
    add("topk:4+window:1+1", 3, "0 1 3 5");
    add("topk:2+window:1+1", 3, "0 5");
    add("mask:x", 3, "1 3 5");
    add("mask:x", 0, "1");
}

void KeptKeys::rules()
{
    QFETCH(QString, rule);
    QFETCH(int, row);
    QFETCH(QString, kept);
    constexpr double none = -std::numeric_limits<double>::infinity();
    Numbers numbers;
    for (int i = 0; i < 4; ++i)
        numbers.insert(numbers.end(), {1, 3, 2, 3, none, 0});
    MemoryRows rows(numbers, 4);
    rows.head.causal = true;
    QCOMPARE(keptOf(rule, rows, static_cast<std::uint64_t>(row)), kept);
}

/// What is equal to a limit is kept, or may be dropped, exactly; double arithmetic need not know it.
void KeptKeys::probable_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<Numbers>("numbers");
    QTest::addColumn<QString>("kept");
    const Numbers halves{0.125, 0.5, 0.25, 0.125};
    QTest::newRow("above") << "threshold:0.2" << halves << "1 2";
    QTest::newRow("equal") << "threshold:0.25" << halves << "1 2?";
    QTest::newRow("none") << "threshold:0.6" << halves << "";
    QTest::newRow("sum is not 1") << "threshold:0.4" << Numbers{1, 3, 2} << "1";
    QTest::newRow("the double of 0.01 is above 1/100") << "threshold:0.01" << Numbers(100, 0.5) << [] {
        QStringList words;
        for (int key = 0; key < 100; ++key)
            words << QStringLiteral("-%1?").arg(key);
        return words.join(QLatin1Char(' '));
    }();
    QTest::newRow("tail below") << "topp:0.7" << halves << "1 2";
    QTest::newRow("tail equal") << "topp:0.75" << halves << "-0? 1 2";
    QTest::newRow("ties, first kept") << "topp:0.8" << halves << "0 1 2";
    QTest::newRow("all") << "topp:0.9" << halves << "0 1 2 3";
    QTest::newRow("at least one") << "topp:0.001" << halves << "1";
    QTest::newRow("zeros go") << "topp:0.999" << Numbers{0, 0.5, 0, 0.5} << "1 3";
}

void KeptKeys::probable()
{
    QFETCH(QString, rule);
    QFETCH(Numbers, numbers);
    QFETCH(QString, kept);
    QCOMPARE(keptOf(rule, MemoryRows(numbers, 1, core::CertifiedSource::Probabilities), 0), kept);
}

void KeptKeys::refusesOtherTexts()
{
    for (const char* text : {"topk:0", "topk:", "topk:-1", "topk:1x", "best:4", "topp:0", "topp:1", "topp:nan",
             "threshold:0", "threshold:1.5", "window:0+0", "window:4", "window:18446744073709551615+1",
             "topk:4+window:4+1", "topk:4+mask:x", "block:0x1:top1", "block:1x1:top0", "block:1x1", "mask:", ""})
        QVERIFY2(!core::keptRuleOf(text), text);
}

void KeptKeys::tailMassOfEachRule_data()
{
    QTest::addColumn<QString>("rule");
    for (const char* rule : {"topk:5", "topp:0.9", "threshold:0.02", "window:6+2", "topk:9+window:3+2", "mask:x"})
        QTest::newRow(rule) << rule;
}

void KeptKeys::tailMassOfEachRule()
{
    QFETCH(QString, rule);
    MemoryRows rows(generated::normals(20 * 30, 2, 5), 20);
    rows.head.causal = true;
    core::RowReader reader(rows.head, rows.bytes, core::CertifiedReading::Stored);
    const auto parsed = *core::keptRuleOf(rule.toStdString());
    for (std::uint64_t row = 0; row < 20; ++row) {
        const std::vector<Real> weights = rows.weights(row);
        const std::size_t n = weights.size();
        std::vector<bool> kept(n);
        const Real total = tailOf(weights, kept) * sumOf(weights, kept, false);
        if (const auto* best = std::get_if<core::KeepsBest>(&parsed))
            markLargest(kept, weights, best->count);
        if (const auto* mass = std::get_if<core::KeepsMass>(&parsed))
            do
                markLargest(kept, weights, 1);
            while (tailOf(weights, kept) > 1 - static_cast<Real>(mass->mass));
        for (std::size_t key = 0; key < n; ++key) {
            if (const auto* limit = std::get_if<core::KeepsProbable>(&parsed))
                kept[key] = weights[key] / total >= static_cast<Real>(limit->probability);
            if (const auto* window = std::get_if<core::KeepsWindow>(&parsed))
                kept[key] = key + window->recent >= n || key < window->sinks;
            if (const auto* both = std::get_if<core::KeepsWindowAndBest>(&parsed))
                kept[key] = key + both->window.recent >= n || key < both->window.sinks;
            if (std::holds_alternative<core::KeepsMarked>(parsed))
                kept[key] = key % 3 == 0;
        }
        if (std::holds_alternative<core::KeepsWindowAndBest>(parsed))
            markLargest(kept, weights, 4);
        const auto thirds = [](std::uint32_t key) { return key % 3 == 0; };
        const core::RowWeights& read = reader.row(row);
        QVERIFY(near(core::massOf(read, core::standingsOf(parsed, read, thirds)), tailOf(weights, kept)));
    }
}

/// Equal blocks: the first is kept. A row without a key in it loses everything.
void KeptKeys::blocksByHand()
{
    MemoryRows rows(
        {0.5, 0.5, 0, 0, 0, 0, 0.5, 0.5, 0.75, 0.25, 0, 0, 0, 0, 0.5, 0.5}, 4, core::CertifiedSource::Probabilities);
    core::ThreadPool pool(1);
    core::Work work{pool};
    const auto masses =
        *core::blockRows({2, 2, 1}, rows.head, rows.bytes, core::CertifiedReading::Stored, {0, 1, 3}, work);
    QCOMPARE(masses.size(), std::size_t{3});
    QCOMPARE(masses[0].exact.lower.toDouble(), 0.0);
    QCOMPARE(masses[1].exact.lower.toDouble(), 1.0);
    QCOMPARE(masses[1].keptAtMost, std::uint64_t{2});
    QCOMPARE(masses[2].exact.lower.toDouble(), 1.0);
}

void KeptKeys::blocksBySums()
{
    MemoryRows rows(generated::normals(21 * 30, 2, 6), 21);
    rows.head.causal = true;
    core::ThreadPool pool(2);
    core::Work work{pool};
    const auto masses =
        *core::blockRows({4, 7, 2}, rows.head, rows.bytes, core::CertifiedReading::Stored, {1, 2, 9, 17, 20}, work);
    std::size_t next = 0;
    for (const std::uint64_t row : {1U, 2U, 9U, 17U, 20U}) {
        std::vector<Real> blocks(5);
        for (std::uint64_t other = row / 4 * 4; other < std::min<std::uint64_t>(row / 4 * 4 + 4, 21); ++other) {
            const std::vector<Real> weights = rows.weights(other);
            const Real total = sumOf(weights, std::vector<bool>(weights.size()), false);
            for (std::size_t key = 0; key < weights.size(); ++key)
                blocks[key / 7] += weights[key] / total;
        }
        std::vector<bool> chosen(5);
        markLargest(chosen, blocks, 2);
        const std::vector<Real> weights = rows.weights(row);
        std::vector<bool> kept(weights.size());
        for (std::size_t key = 0; key < kept.size(); ++key)
            kept[key] = chosen[key / 7];
        QVERIFY(near(masses[next++], tailOf(weights, kept)));
    }
}

/// Together the heads hold most of key 1, which neither would keep for itself.
void KeptKeys::sharedByHand()
{
    const auto probabilities = core::CertifiedSource::Probabilities;
    const MemoryRows first({0.625, 0.375, 0}, 1, probabilities);
    const MemoryRows second({0, 0.375, 0.625}, 1, probabilities);
    core::ThreadPool pool(1);
    core::Work work{pool};
    const auto masses = *core::sharedRows(
        core::KeepsBest{1}, {first.found(), second.found()}, core::CertifiedReading::Stored, {0}, work);
    QCOMPARE(masses[0][0].exact.lower.toDouble(), 0.625);
    QCOMPARE(masses[1][0].exact.lower.toDouble(), 0.625);
}

void KeptKeys::sharedBySums()
{
    const MemoryRows first(generated::normals(9 * 20, 2, 7), 9);
    const MemoryRows second(generated::normals(9 * 20, 2, 8), 9);
    core::ThreadPool pool(1);
    core::Work work{pool};
    const core::KeptRule rule = core::KeepsWindowAndBest{6, {2, 1}};
    const auto masses =
        *core::sharedRows(rule, {first.found(), second.found()}, core::CertifiedReading::Stored, upTo(9), work);
    for (std::uint64_t row = 0; row < 9; ++row) {
        std::vector<Real> sums(20);
        for (const MemoryRows* rows : {&first, &second}) {
            const std::vector<Real> weights = rows->weights(row);
            const Real total = sumOf(weights, std::vector<bool>(20), false);
            for (std::size_t key = 0; key < 20; ++key)
                sums[key] += weights[key] / total;
        }
        std::vector<bool> kept(20);
        kept[0] = kept[18] = kept[19] = true;
        markLargest(kept, sums, 3);
        QVERIFY(near(masses[0][row], tailOf(first.weights(row), kept)));
        QVERIFY(near(masses[1][row], tailOf(second.weights(row), kept)));
    }
}

/// The short way gives what 200 bits give, whatever the exponents; where it does not apply the long one is taken.
void KeptKeys::dotIsExact()
{
    for (const double spread : {0.0, 10.0, 60.0, 300.0}) {
        Numbers query = generated::normals(64, 1, 9);
        Numbers key = generated::normals(64, 1, 10);
        core::Number expected;
        for (std::size_t c = 0; c < 64; ++c) {
            query[c] = static_cast<float>(
                std::ldexp(query[c], static_cast<int>(spread * (static_cast<double>(c % 7) / 7 - 0.5) / 3)));
            key[c] = c == 5 ? 0 : static_cast<float>(key[c]);
            expected = expected + core::Number(query[c]) * core::Number(key[c]);
        }
        core::Number sum;
        core::ExactDot(query).with(key.data(), sum);
        QVERIFY(sum == expected);
    }
}

QTEST_GUILESS_MAIN(KeptKeys)
#include "tst_keptkeys.moc"
