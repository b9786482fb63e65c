// SPDX-License-Identifier: GPL-3.0-or-later
// prove_rows [ROWS [STATE]]: checks every interval of ROWS (default 10^6) rows of all kinds against arithmetic of 100
// and more bits: tail mass and divergences at several k, k_eps, output error, and the width of each tail mass; and of
// every rule that it keeps what its definition says and what it loses. With a STATE file a run that was stopped goes on
// where it was. Exit code 1 when a value is outside its interval or an interval is too wide.
//
// The reference is core's in nothing but decode(). Sums of stored numbers are exact (exactrow.h). Exponentials have 95
// bits (doubledouble.h says why); one weight of every row is compared with MPFR's at 300 bits. That is known to 2^-80
// of each value, and a value counts as inside only where all of that is: intervals leave 1.6e-15 to spare, 10^9 times
// more.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>

#include "bounds/choice.h"
#include "bounds/outputerror.h"
#include "bounds/tailcurve.h"
#include "exactrow.h"
#include "rowcases.h"

namespace {

using proofs::DoubleDouble;
using support::Real;

struct Progress
{
    std::uint64_t rows = 0;
    std::uint64_t keys = 0;
    std::uint64_t valid = 0;
    std::uint64_t checks = 0;
    std::uint64_t failures = 0;
    double widest = 0; ///< relative width of a tail mass of stored data
    double widestFactors = 0; ///< of rows from Q and K, over 1e-11 + 4 delta

    void read(const char* path)
    {
        std::ifstream in(path);
        Progress found;
        if (in >> found.rows >> found.keys >> found.valid >> found.checks >> found.failures >> found.widest
            >> found.widestFactors)
            *this = found;
    }
    void write(const char* path) const
    {
        const std::string beside = std::string(path) + ".new";
        std::ofstream out(beside, std::ios::trunc);
        out.precision(17);
        out << rows << ' ' << keys << ' ' << valid << ' ' << checks << ' ' << failures << ' ' << widest << ' '
            << widestFactors << '\n';
        out.close();
        std::rename(beside.c_str(), path);
    }
};

constexpr double storedWidth = 1e-11;
constexpr std::uint64_t shownFailures = 50;

/// The keys of a row that exist, decoded from what is stored.
struct Existing
{
    core::RowState state = core::RowState::Masked;
    std::vector<std::uint32_t> keys;
    std::vector<double> numbers; ///< stored rows: by place in `keys`
    std::vector<DoubleDouble> scores; ///< of Q and K
    double delta = 0;
};

/// Soundness 3, on its own.
Existing existingStored(const proofs::RowCase& row, const core::StoredMatrix& matrix)
{
    const bool probabilities = row.source == core::Source::Probabilities;
    Existing existing;
    bool defined = true;
    bool anyMass = false;
    for (std::size_t key = 0; key < row.keyCount(); ++key) {
        const double x = matrix.at(0, key);
        if (!row.allows(key) || (!probabilities && x == -std::numeric_limits<double>::infinity()))
            continue;
        defined = defined && std::isfinite(x) && !(probabilities && x < 0);
        anyMass = anyMass || x > 0;
        existing.keys.push_back(static_cast<std::uint32_t>(key));
        existing.numbers.push_back(x);
    }
    if (!defined)
        existing.state = core::RowState::Undefined;
    else if (!existing.keys.empty())
        existing.state = probabilities && !anyMass ? core::RowState::Zero : core::RowState::Valid;
    return existing;
}

/// cap tanh(score / cap), at 300 bits and then at 106.
DoubleDouble softCapped(const DoubleDouble& score, double cap)
{
    if (cap == 0)
        return score;
    const Real e = exp(Real(-2) * proofs::ScoredWeights::real(score) / Real(cap));
    const Real capped = Real(cap) * (Real(1) - e) / (Real(1) + e);
    const double high = capped.toDouble();
    return {high, (capped - Real(high)).toDouble()};
}

Existing existingFactors(const proofs::RowCase& row, const core::StoredMatrix& queries, const core::StoredMatrix& keys)
{
    Existing existing;
    double largest = 0;
    for (std::size_t key = 0; key < keys.rows; ++key) {
        if (!row.allows(key))
            continue;
        DoubleDouble dot;
        double magnitude = 0;
        for (std::size_t c = 0; c < keys.columns; ++c) {
            const double q = queries.at(0, c);
            const double k = keys.at(key, c);
            dot = dot + proofs::exactProduct(q, k);
            magnitude += std::abs(q * k);
        }
        existing.keys.push_back(static_cast<std::uint32_t>(key));
        existing.scores.push_back(softCapped(dot * DoubleDouble{row.scale, 0}, row.softCap));
        largest = std::max(largest, magnitude);
    }
    existing.delta =
        1.001 * (static_cast<double>(keys.columns) + 4) * 0x1p-53 * row.scale * largest + 8 * 0x1p-53 * row.softCap;
    if (!existing.keys.empty())
        existing.state = core::RowState::Valid;
    return existing;
}

class RowProof
{
public:
    RowProof(std::uint64_t index, const proofs::Exponential& exponential, Progress& progress)
        : m_index(index)
        , m_exp(exponential)
        , m_progress(progress)
        , m_cases(index)
        , m_case(m_cases.next())
    {
    }

    void prove()
    {
        const support::Matrix stored(
            m_case.numbers, m_case.query.empty() ? m_case.numbers.size() : m_case.query.size(), m_case.element);
        const support::Matrix query(m_case.query, std::max<std::size_t>(m_case.query.size(), 1), m_case.element);
        const bool factors = m_case.source == core::Source::Factors;
        m_existing = factors ? existingFactors(m_case, query.stored(), stored.stored())
                             : existingStored(m_case, stored.stored());
        core::RowBatch batch =
            factors ? support::factorBatch(query, stored, m_case.scale) : support::storedBatch(stored, m_case.source);
        batch.allowed.ranges = {m_case.range};
        if (!m_case.exists.empty())
            batch.allowed.keys = std::make_shared<const std::vector<std::uint8_t>>(m_case.exists);
        if (factors)
            std::get<core::FactorRows>(batch.data).softCap = m_case.softCap;
        batch.sinkScore = m_case.sinkScore;
        core::sortRow(batch, 0, m_row);
        ++m_progress.rows;
        m_progress.keys += m_case.keyCount();
        expect(m_row.state == m_existing.state, "state");
        if (m_row.state != core::RowState::Valid || m_existing.state != core::RowState::Valid)
            return;
        ++m_progress.valid;
        proveValid();
    }

private:
    void proveValid()
    {
        expect(m_row.size() == m_existing.keys.size(), "number of keys");
        const auto exact = exactRow();
        const std::size_t n = m_row.size();
        if (m_case.sinkScore)
            proveMass(*exact, 0);
        for (const std::size_t k : {std::size_t{1}, n / 2, n - 1, m_cases.logUniform(n), m_cases.logUniform(n)})
            if (k >= 1 && k < n)
                proveMass(*exact, k);
        expect(core::tailMassAt(m_row, n).tau == core::Interval{0, 0}, "everything kept");
        for (const double epsilon : {0.1, 0.01, 1e-4})
            proveKEps(*exact, epsilon);
        if (m_case.source != core::Source::Factors)
            proveOrder();
        proveRules(*exact);
        if (m_index % 8 < 4 && n <= 256 && m_case.source != core::Source::Factors)
            proveOutputError(*exact);
        if (!m_case.softmaxOf.empty() && n >= 2)
            proveRounded();
    }

    std::unique_ptr<proofs::ExactRow> exactRow()
    {
        if (m_case.source == core::Source::Probabilities)
            return std::make_unique<proofs::StoredWeights>(m_existing.numbers);
        std::vector<DoubleDouble> scores = m_existing.scores;
        for (const double x : m_existing.numbers)
            scores.push_back({x, 0});
        auto row = std::make_unique<proofs::ScoredWeights>(std::move(scores), m_case.sinkScore, m_exp);
        const std::size_t sample = m_cases.count(0, row->size() - 1);
        const Real weight = proofs::ScoredWeights::real(row->weight(sample, 0));
        const Real exact = exp(row->realDifference(sample));
        expect(known(weight, exact, 0x1p-95) || (weight <= Real(0) && exact <= Real(0x1p-860)), "reference");
        return row;
    }

    void expect(bool holds, const char* what)
    {
        ++m_progress.checks;
        if (holds)
            return;
        if (++m_progress.failures > shownFailures)
            return;
        std::printf("row %" PRIu64 " (%s, %zu keys): %s\n", m_index, std::string(nameOf(m_case.element)).c_str(),
            m_case.keyCount(), what);
    }

    static bool known(const Real& a, const Real& b, double relative)
    {
        return b * (Real(1) - Real(relative)) <= a && a <= b * (Real(1) + Real(relative));
    }

    /// Inside with all that is not known of the value.
    static bool inside(const core::Interval& interval, const Real& value)
    {
        const Real unknown = 0x1p-70;
        return Real(interval.lower) <= value * (Real(1) - unknown)
            && (!std::isfinite(interval.upper) || value * (Real(1) + unknown) <= Real(interval.upper));
    }

    void proveMass(const proofs::ExactRow& exact, std::size_t k)
    {
        const core::TailMass mass = core::tailMassAt(m_row, k);
        const Real tail = exact.tail(k);
        const Real head = exact.head(k) + exact.sink();
        const Real tau = tail / (tail + head);
        const Real rest = head / (tail + head);
        expect(mass.tau.upper == 1 ? Real(mass.tau.lower) <= tau : inside(mass.tau, tau), "tail mass");
        proveWidth(mass.tau, tau, head);
        const core::Divergences found = core::divergences(mass);
        const Real one(1);
        const Real half(0.5);
        const bool small = tau <= half;
        const Real logRest = small ? log1p(Real(0) - tau) : log(rest);
        const Real logMixed = small ? log1p(Real(0) - tau * half) : log((one + rest) * half);
        const Real js = tau * half * log(Real(2)) + rest * half * logRest - (one + rest) * half * logMixed;
        expect(inside(found.kullbackLeibler, log1p(tail / head)), "KL");
        expect(inside(found.jensenShannon, js), "JS");
        const Real hellinger = tau / (one + sqrt(rest));
        expect(found.hellingerSquared.upper == 1 || inside(found.hellingerSquared, hellinger), "Hellinger");
    }

    /// At most 1e-11 of the value, and 4 delta for rows from Q and K; and what underflow costs.
    void proveWidth(const core::Interval& interval, const Real& tau, const Real& head)
    {
        const double value = tau.toDouble();
        const double floor = (static_cast<double>(m_row.size()) + 2) * 0x1p-1021 / std::min(1.0, head.toDouble());
        const double width = interval.width() - floor;
        expect(width <= (storedWidth + 4 * m_existing.delta) * value, "width");
        if (value < 1e-280)
            return;
        if (m_case.source != core::Source::Factors)
            m_progress.widest = std::max(m_progress.widest, width / value);
        else
            m_progress.widestFactors =
                std::max(m_progress.widestFactors, width / (storedWidth + 4 * m_existing.delta) / value);
    }

    void proveKEps(const proofs::ExactRow& exact, double epsilon)
    {
        const std::size_t k = core::kEps(m_row, epsilon);
        const auto tau = [&](std::size_t kept) { return lost(exact, kept); };
        expect(k >= 1 && k <= m_row.size() && tau(k) <= Real(epsilon), "k_eps holds");
        if (k > 1)
            expect(Real(epsilon) <= tau(k - 1) * Real(1 + storedWidth + 4 * m_existing.delta), "k_eps is least");
    }

    /// Falling numbers; equal ones by index.
    std::vector<std::size_t> places() const
    {
        std::vector<std::size_t> order(m_existing.numbers.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return m_existing.numbers[a] > m_existing.numbers[b]; });
        return order;
    }

    void proveOrder()
    {
        const auto order = places();
        bool same = order.size() == m_row.size();
        for (std::size_t i = 0; same && i < order.size(); ++i)
            same = m_existing.keys[order[i]] == m_row.keys[i];
        expect(same, "order of keys");
    }

    /// Rules that keep best keys: how many is decided by the reference.
    void proveRules(const proofs::ExactRow& exact)
    {
        const std::size_t n = m_row.size();
        const double mass =
            m_cases.uniform(0, 1) < 0.5 ? m_cases.uniform(1e-3, 0.999) : 1 - std::exp(m_cases.uniform(-30, -1));
        proveTopP(exact, mass);
        const double typical = 1 / static_cast<double>(n);
        const double share =
            m_cases.uniform(0, 1) < 0.3 ? typical : std::min(1.0, typical * std::exp(m_cases.uniform(-20, 3)));
        proveThreshold(exact, share);
        const core::Window window{m_cases.count(0, n), m_cases.count(m_index % 2, 4)};
        if (window.recent + window.sinks == 0)
            return;
        proveSet(core::Rule(window));
        proveSet(core::Rule(core::ForcedTopK{window.recent + window.sinks + m_cases.count(0, n), window}));
        proveMarks();
    }

    Real lost(const proofs::ExactRow& exact, std::size_t k) const
    {
        return exact.tail(k) / (exact.tail(k) + exact.head(k) + exact.sink());
    }

    static bool covers(const core::Interval& interval, const Real& value)
    {
        return interval.upper == 1 ? Real(interval.lower) <= value : inside(interval, value) || value <= Real(0);
    }

    void proveTopP(const proofs::ExactRow& exact, double mass)
    {
        const core::Choice choice = core::chooseKeys(m_row, core::TopP{mass}, 0);
        const core::Interval tau = core::tailMassOf(m_row, choice, core::weightErrorOf(m_row)).tau;
        const Real allowed = Real(1) - Real(mass);
        std::size_t k = 1;
        std::size_t holding = m_row.size();
        while (k < holding) {
            const std::size_t middle = k + (holding - k) / 2;
            if (lost(exact, middle) <= allowed)
                holding = middle;
            else
                k = middle + 1;
        }
        // Where the reference itself cannot tell, either answer may be the one.
        const Real margin = allowed * Real(1e-20);
        const bool near = (k < m_row.size() && allowed - margin <= lost(exact, k))
            || (k > 1 && lost(exact, k - 1) <= allowed + margin);
        expect(near || covers(tau, lost(exact, k)), "top-p: tail mass");
        expect(near || choice.isAmbiguous() || choice.shown.size() == k, "top-p: number of keys");
        expect(!choice.isAmbiguous() || tau.upper <= 1 - mass * (1 - 0x1p-52), "top-p: promise");
    }

    void proveThreshold(const proofs::ExactRow& exact, double share)
    {
        const core::Choice choice = core::chooseKeys(m_row, core::Threshold{share}, 0);
        const core::Interval tau = core::tailMassOf(m_row, choice, core::weightErrorOf(m_row)).tau;
        const Real least = Real(share) * (exact.head(m_row.size()) + exact.sink());
        const auto weight = [&](std::size_t place) { return exact.head(place + 1) - exact.head(place); };
        std::size_t k = 0;
        for (std::size_t end = m_row.size(); k < end;) {
            const std::size_t middle = k + (end - k) / 2;
            if (least <= weight(middle))
                k = middle + 1;
            else
                end = middle;
        }
        // Differences of sums know small weights badly.
        const double margin = 1e-15 + 0x1p-76 / share;
        const auto isNear = [&](std::size_t place) {
            return least * Real(1 - margin) <= weight(place) && weight(place) <= least * Real(1 + margin);
        };
        const bool near = margin > 1e-6 || (k > 0 && isNear(k - 1)) || (k < m_row.size() && isNear(k));
        expect(near || covers(tau, lost(exact, k)), "threshold: tail mass");
        expect(near || choice.isAmbiguous() || choice.shown.size() == k, "threshold: number of keys");
    }

    Real exactScore(std::size_t place) const
    {
        if (m_case.source != core::Source::Factors)
            return m_row.scores[place];
        const auto at = std::ranges::find(m_existing.keys, m_row.keys[place]) - m_existing.keys.begin();
        return proofs::ScoredWeights::real(m_existing.scores[static_cast<std::size_t>(at)]);
    }

    /// The weight of a key in units of the largest, by place, known to 2^-80.
    Real exactWeight(std::size_t place) const
    {
        return m_row.stored ? Real(m_row.scores[place]) : exp(exactScore(place) - exactScore(0));
    }

    /// In the same units.
    Real exactSink() const { return m_case.sinkScore ? exp(Real(*m_case.sinkScore) - exactScore(0)) : Real(); }

    /// Kept sets as the definition of windows gives them, in the order of keys and of what is stored.
    void proveSet(const core::Rule& rule)
    {
        const std::size_t n = m_row.size();
        if (n > 512)
            return;
        std::vector<bool> kept(n);
        const auto* forced = std::get_if<core::ForcedTopK>(&rule);
        const core::Window window = forced ? forced->forced : std::get<core::Window>(rule);
        std::vector<std::size_t> byKey(n);
        for (std::size_t i = 0; i < n; ++i)
            byKey[i] = i;
        std::ranges::sort(byKey, {}, [&](std::size_t place) { return m_row.keys[place]; });
        std::size_t count = 0;
        for (std::size_t i = 0; i < n; ++i)
            if (i < window.sinks || i + window.recent >= n) {
                kept[byKey[i]] = true;
                ++count;
            }
        for (std::size_t place = 0; forced && place < n; ++place)
            if (!kept[place] && count < forced->k) {
                kept[place] = true;
                ++count;
            }
        proveChoice(core::PreparedRule(rule), kept);
    }

    class RandomMarks : public core::MarkedKeys
    {
    public:
        explicit RandomMarks(std::vector<core::Membership> marks)
            : m_marks(std::move(marks))
        {
        }
        std::vector<core::Membership> marks(std::size_t, core::KeyRange keys) const override
        {
            return {m_marks.begin() + static_cast<std::ptrdiff_t>(keys.begin),
                m_marks.begin() + static_cast<std::ptrdiff_t>(keys.end)};
        }
        bool countIsKnown() const override { return true; }

    private:
        std::vector<core::Membership> m_marks;
    };

    /// Any set, as masks and blocks give them.
    void proveMarks()
    {
        const double share = m_cases.uniform(0, 1.2);
        std::vector<core::Membership> marks(m_case.keyCount());
        for (auto& mark : marks)
            mark = m_cases.uniform(0, 1) < share ? core::Membership::Kept : core::Membership::Dropped;
        std::vector<bool> kept(m_row.size());
        for (std::size_t place = 0; place < kept.size(); ++place)
            kept[place] = marks[m_row.keys[place]] == core::Membership::Kept;
        if (m_row.size() <= 512)
            proveChoice({core::ImportedMask{"x"}, std::make_shared<const RandomMarks>(std::move(marks))}, kept);
    }

    void proveChoice(const core::PreparedRule& rule, const std::vector<bool>& kept)
    {
        const core::Choice choice = core::chooseKeys(m_row, rule, 0);
        bool same = !choice.isAmbiguous();
        Real head = exactSink(), tail;
        for (std::size_t place = m_row.size(); place-- > 0;) {
            same = same && choice.shown.contains(place) == kept[place];
            (kept[place] ? head : tail) += exactWeight(place);
        }
        expect(same, "keys of a set");
        const core::Interval tau = core::tailMassOf(m_row, choice, core::weightErrorOf(m_row)).tau;
        expect(covers(tau, tail / (tail + head)), "tail mass of a set");
        // Beyond MPFR's range, as exp(-1e308) is, weights are zero for it and positive for core.
        if (core::keepsMass(m_row, choice.shown) == (head <= Real(0)) && m_row.stored)
            expect(false, "mass of a set");
        if (head <= Real(0) || choice.shown.size() == m_row.size())
            return;
        proveWidth(tau, tail / (tail + head), head);
        if (m_index % 8 < 4 && m_row.size() <= 256 && m_case.source != core::Source::Factors)
            proveOutputError(choice.shown, head, tail);
    }

    void proveOutputError(const proofs::ExactRow& exact)
    {
        const std::size_t k = m_cases.count(1, m_row.size());
        proveOutputError(core::KeptSet(k), exact.head(k) + exact.sink(), exact.tail(k));
    }

    /// `head` with the sink, whose value is 0.
    void proveOutputError(const core::KeptSet& set, const Real& head, const Real& tail)
    {
        constexpr std::size_t dimensions = 3;
        const std::size_t n = m_row.size();
        const double size = std::exp(m_cases.uniform(-20, 20));
        std::vector<double> values(m_case.keyCount() * dimensions);
        for (double& x : values)
            x = size * (m_cases.normal() + 5);
        const core::WeightError error = core::weightErrorOf(m_row);
        const core::KeptMass kept{set, core::tailMassOf(m_row, set, error)};
        const auto found = core::outputErrors(core::weightedValues(m_row, error, values, dimensions), {&kept, 1});
        Real squares;
        for (std::size_t c = 0; c < dimensions; ++c) {
            Real inHead = exactSink() * (Real(0) - Real(values[m_row.keys[0] * dimensions + c])), inTail;
            for (std::size_t i = 0; i < n; ++i) {
                const std::uint32_t key = m_row.keys[i];
                const Real centred = Real(values[key * dimensions + c]) - Real(values[m_row.keys[0] * dimensions + c]);
                (set.contains(i) ? inHead : inTail) += exactWeight(i) * centred;
            }
            const Real difference = (inHead * tail - inTail * head) / (head * (head + tail));
            squares += difference * difference;
        }
        const Real exactError = sqrt(squares);
        // Cancellation leaves less than 80 bits where all values are nearly equal; they are not.
        expect(found.error.size() == 1 && inside(found.error[0], exactError), "output error");
    }

    /// The probabilities are roundings of the softmax of known scores.
    void proveRounded()
    {
        if (m_row.notNormalised)
            return;
        const std::size_t k = m_cases.count(1, m_row.size() - 1);
        const core::Interval tau = core::tailMassAt(m_row, k, core::roundedWeightErrorOf(m_row)).tau;
        const double maximum = *std::max_element(m_case.softmaxOf.begin(), m_case.softmaxOf.end());
        DoubleDouble head, tail;
        for (std::size_t i = 0; i < m_row.size(); ++i) {
            const DoubleDouble x = proofs::exactSum(m_case.softmaxOf[m_row.keys[i]], -maximum);
            DoubleDouble& sum = i < k ? head : tail;
            if (x.high > -600)
                sum = sum + m_exp(x);
        }
        const Real lost = proofs::ScoredWeights::real(tail);
        const Real exact = lost / (lost + proofs::ScoredWeights::real(head));
        expect(tau.upper == 1 ? Real(tau.lower) <= exact : inside(tau, exact), "tail mass read as rounded");
    }

    std::uint64_t m_index;
    const proofs::Exponential& m_exp;
    Progress& m_progress;
    proofs::RowCases m_cases;
    proofs::RowCase m_case;
    Existing m_existing;
    core::SortedRow m_row;
};

void print(const Progress& progress, const char* end)
{
    std::printf("%" PRIu64 " rows (%" PRIu64 " valid), %" PRIu64 " keys, %" PRIu64 " checks, %" PRIu64
                " failures; widest tail mass %.3g of its value, from Q and K %.3g of 1e-11 + 4 delta%s\n",
        progress.rows, progress.valid, progress.keys, progress.checks, progress.failures, progress.widest,
        progress.widestFactors, end);
    std::fflush(stdout);
}

}

int main(int argc, char** argv)
{
    const std::uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const char* const state = argc > 2 ? argv[2] : nullptr;
    constexpr std::uint64_t step = 10'000;
    Progress progress;
    if (state != nullptr)
        progress.read(state);
    const proofs::Exponential exponential;
    while (progress.rows < rows) {
        RowProof(progress.rows, exponential, progress).prove();
        if (progress.rows % step != 0 || progress.rows == rows)
            continue;
        print(progress, "");
        if (state != nullptr)
            progress.write(state);
    }
    if (state != nullptr)
        progress.write(state);
    print(progress, progress.failures == 0 ? ": all inside" : ": NOT all inside");
    return progress.failures == 0 ? 0 : 1;
}
