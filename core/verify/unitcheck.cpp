// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/unitcheck.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "files/utf8.h"

namespace core {

namespace {

std::string shortest(double x)
{
    std::array<char, 40> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

/// A statistic of the unit, recomputed: its range as in RowMass, and how wide its proven interval may be.
struct Recomputed
{
    MassRange exact;
    MassRange widest;
    double relativeSlack = 0;
    double absoluteSlack = 0;
};

/// One end of all valid rows, rising.
using Ends = std::vector<Number>;

Number meanOf(const Ends& ends)
{
    Number sum;
    for (const Number& end : ends)
        sum = sum + end;
    return sum / Number(static_cast<double>(ends.size()));
}

/// A row of a unit is valid and of this kind.
using RowTest = bool (*)(const RowMass& row);

std::uint64_t countOf(const std::vector<const NamedRow*>& rows, RowTest test)
{
    return static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [test](const NamedRow* row) { return test(row->mass); }));
}

class UnitChecker
{
public:
    UnitChecker(const CertifiedDecision& decision, const CheckedUnit& unit, const CertificateFile& certificate)
        : m_decision(decision)
        , m_unit(unit)
        , m_certificate(certificate)
    {
        for (const NamedRow& row : unit.rows)
            if (row.mass.kind == RowKind::Valid)
                m_valid.push_back(&row);
    }

    std::vector<std::string> check()
    {
        if (m_decision.unit != m_unit.name)
            fault("the unit is named " + inQuotes(m_decision.unit));
        CertifiedCounts counts;
        for (const NamedRow& row : m_unit.rows)
            count(counts, row.mass);
        if (counts != m_decision.counts)
            fault("its rows are not counted as they are in the dump");
        if (m_valid.empty() != !m_decision.numbers)
            fault("numbers are stated without a valid row, or missing");
        else if (m_decision.numbers)
            checkNumbers(*m_decision.numbers);
        else if (m_decision.verdict != CertifiedVerdict::Undecided)
            fault("a verdict is stated without a valid row");
        return std::move(m_faults);
    }

private:
    void fault(const std::string& what) { m_faults.push_back(inQuotes(m_unit.name) + ": " + what); }

    void checkNumbers(const CertifiedDecision::Numbers& numbers)
    {
        collect();
        const std::size_t last = m_valid.size() - 1;
        const std::size_t place = (m_valid.size() * 99 + 99) / 100 - 1;
        const Recomputed max = statistic([last](const Ends& ends) { return ends[last]; });
        const Recomputed mean = statistic(meanOf);
        const Recomputed p99 = statistic([place](const Ends& ends) { return ends[place]; });
        checkInterval("max", numbers.max, max);
        checkInterval("mean", numbers.mean, mean);
        checkInterval("p99", numbers.p99, p99);
        const std::array<const Recomputed*, 3> statistics{&max, &mean, &p99};
        checkInterval("value", numbers.value, *statistics[static_cast<std::size_t>(m_certificate.statistic)]);
        if (verdictOf(numbers.value) != m_decision.verdict)
            fault("the verdict is not what value and epsilon give");
        checkWorst(numbers.worst, max);
        checkHolding(numbers.rowsHolding);
        checkKept(numbers);
    }

    void collect()
    {
        for (const NamedRow* row : m_valid) {
            const RowMass& mass = row->mass;
            m_lower.push_back(mass.exact.lower);
            m_upper.push_back(mass.exact.upper);
            m_lowest.push_back(mass.widest().lower);
            m_highest.push_back(mass.widest().upper);
            m_relativeSlack = std::max(m_relativeSlack, mass.relativeSlack);
            m_absoluteSlack = std::max(m_absoluteSlack, mass.absoluteSlack);
        }
        for (Ends* ends : {&m_lower, &m_upper, &m_lowest, &m_highest})
            std::sort(ends->begin(), ends->end());
    }

    template <typename Of>
    Recomputed statistic(Of of) const
    {
        return {{of(m_lower), of(m_upper)}, {of(m_lowest), of(m_highest)}, m_relativeSlack, m_absoluteSlack};
    }

    /// The interval has to enclose the recomputed value, and to be no wider than precision `proven` allows.
    void checkInterval(const std::string& name, const Interval& stated, const Recomputed& exact)
    {
        const Number lower(stated.lower);
        const Number upper(stated.upper);
        if (exact.exact.lower < lower)
            fault(name + "_lower is " + shortest(stated.lower) + ", above the recomputed "
                + shortest(exact.exact.lower.toDouble()));
        if (upper < exact.exact.upper)
            fault(name + "_upper is " + shortest(stated.upper) + ", below the recomputed "
                + shortest(exact.exact.upper.toDouble()));
        const Number absolute(exact.absoluteSlack);
        if (lower < exact.widest.lower * Number(1 - exact.relativeSlack) - absolute)
            fault(name + "_lower is " + shortest(stated.lower) + ", further below the recomputed "
                + shortest(exact.widest.lower.toDouble()) + " than a proven end is");
        if (exact.widest.upper * Number(1 + exact.relativeSlack) + absolute < upper)
            fault(name + "_upper is " + shortest(stated.upper) + ", further above the recomputed "
                + shortest(exact.widest.upper.toDouble()) + " than a proven end is");
    }

    CertifiedVerdict verdictOf(const Interval& value) const
    {
        if (value.upper < m_certificate.epsilon)
            return CertifiedVerdict::Certified;
        return value.lower > m_certificate.epsilon ? CertifiedVerdict::NotCertified : CertifiedVerdict::Undecided;
    }

    /// Rows whose upper ends differ by less than the width of proven intervals may each be the worst.
    void checkWorst(const CertifiedRow& worst, const Recomputed& max)
    {
        const auto found = std::find_if(m_valid.begin(), m_valid.end(), [&](const NamedRow* row) {
            return row->row == worst.row && row->head->group == worst.group && row->head->item == worst.item
                && shortNameOf(*row->head) == worst.head;
        });
        if (found == m_valid.end())
            return fault("the worst row is none of its valid rows");
        const Number& highest = (*found)->mass.widest().upper;
        if (highest * Number(1 + 2 * max.relativeSlack) + Number(max.absoluteSlack) < max.exact.upper)
            fault("row " + std::to_string(worst.row) + " of " + inQuotes(worst.head) + " is not the worst");
    }

    void checkHolding(std::uint64_t stated)
    {
        std::uint64_t certain = 0;
        std::uint64_t possible = 0;
        const Number epsilon(m_certificate.epsilon);
        for (const NamedRow* row : m_valid) {
            const Number& highest = row->mass.widest().upper;
            possible += row->mass.exact.upper < epsilon ? 1U : 0U;
            certain +=
                highest * Number(1 + row->mass.relativeSlack) + Number(row->mass.absoluteSlack) < epsilon ? 1U : 0U;
        }
        checkCount("rows_holding", stated, certain, possible);
    }

    /// Rows whose kept set is open in double arithmetic may count or not.
    void checkKept(const CertifiedDecision::Numbers& numbers)
    {
        checkCount("saturated", numbers.saturated,
            countOf(m_valid, [](const RowMass& row) { return row.keptAtLeast == row.keys; }),
            countOf(m_valid, [](const RowMass& row) { return row.keptAtMost == row.keys; }));
        checkCount("empty", numbers.empty, countOf(m_valid, [](const RowMass& row) { return row.keptAtMost == 0; }),
            countOf(m_valid, [](const RowMass& row) { return row.keptAtLeast == 0; }));
        checkCount("ambiguous", numbers.ambiguous, 0,
            countOf(m_valid, [](const RowMass& row) { return row.keptAtLeast < row.keptAtMost; }));
    }

    void checkCount(const std::string& name, std::uint64_t stated, std::uint64_t least, std::uint64_t most)
    {
        if (stated >= least && stated <= most)
            return;
        const std::string range = least == most ? std::string() : std::to_string(least) + " to ";
        fault(name + " is " + std::to_string(stated) + ", recomputed " + range + std::to_string(most));
    }

    const CertifiedDecision& m_decision;
    const CheckedUnit& m_unit;
    const CertificateFile& m_certificate;
    std::vector<const NamedRow*> m_valid;
    Ends m_lower;
    Ends m_upper;
    Ends m_lowest;
    Ends m_highest;
    double m_relativeSlack = 0;
    double m_absoluteSlack = 0;
    std::vector<std::string> m_faults;
};

}

void count(CertifiedCounts& counts, const RowMass& row)
{
    ++counts.total;
    counts.valid += row.kind == RowKind::Valid ? 1U : 0U;
    counts.masked += row.kind == RowKind::Masked ? 1U : 0U;
    counts.undefined += row.kind == RowKind::Undefined ? 1U : 0U;
    counts.zero += row.kind == RowKind::Zero ? 1U : 0U;
    counts.notNormalised += row.notNormalised ? 1U : 0U;
}

std::vector<std::string> faultsOf(
    const CertifiedDecision& decision, const CheckedUnit& unit, const CertificateFile& certificate)
{
    return UnitChecker(decision, unit, certificate).check();
}

}
