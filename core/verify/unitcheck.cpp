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

/// A statistic of the unit, recomputed: [lower, upper] as in RowMass, and how wide its proven interval may be.
struct Recomputed
{
    Number lower;
    Number upper;
    double relativeSlack = 0;
    double absoluteSlack = 0;
};

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
        const Recomputed max{m_lowers.back(), m_uppers.back(), m_relativeSlack, m_absoluteSlack};
        const Recomputed mean = meanOf();
        const std::size_t place = (m_lowers.size() * 99 + 99) / 100 - 1;
        const Recomputed p99{m_lowers[place], m_uppers[place], m_relativeSlack, m_absoluteSlack};
        checkInterval("max", numbers.max, max);
        checkInterval("mean", numbers.mean, mean);
        checkInterval("p99", numbers.p99, p99);
        const std::array<Recomputed, 3> statistics{max, mean, p99};
        checkInterval("value", numbers.value, statistics[static_cast<std::size_t>(m_certificate.statistic)]);
        if (verdictOf(numbers.value) != m_decision.verdict)
            fault("the verdict is not what value and epsilon give");
        checkWorst(numbers.worst, max);
        checkHolding(numbers.rowsHolding);
        const auto saturated = std::count_if(
            m_valid.begin(), m_valid.end(), [](const NamedRow* row) { return row->mass.kept == row->mass.keys; });
        if (numbers.saturated != static_cast<std::uint64_t>(saturated))
            fault("saturated is " + std::to_string(numbers.saturated) + ", recomputed " + std::to_string(saturated));
    }

    /// Ends of all valid rows, rising.
    void collect()
    {
        for (const NamedRow* row : m_valid) {
            m_lowers.push_back(row->mass.lower);
            m_uppers.push_back(row->mass.upper);
            m_relativeSlack = std::max(m_relativeSlack, row->mass.relativeSlack);
            m_absoluteSlack = std::max(m_absoluteSlack, row->mass.absoluteSlack);
        }
        std::sort(m_lowers.begin(), m_lowers.end());
        std::sort(m_uppers.begin(), m_uppers.end());
    }

    Recomputed meanOf() const
    {
        Recomputed mean;
        const Number count(static_cast<double>(m_valid.size()));
        for (std::size_t i = 0; i < m_lowers.size(); ++i) {
            mean.lower = mean.lower + m_lowers[i];
            mean.upper = mean.upper + m_uppers[i];
        }
        mean.lower = mean.lower / count;
        mean.upper = mean.upper / count;
        mean.relativeSlack = m_relativeSlack;
        mean.absoluteSlack = m_absoluteSlack;
        return mean;
    }

    /// The interval has to enclose the recomputed value, and to be no wider than precision `proven` allows.
    void checkInterval(const std::string& name, const Interval& stated, const Recomputed& exact)
    {
        const Number lower(stated.lower);
        const Number upper(stated.upper);
        if (exact.lower < lower)
            fault(name + "_lower is " + shortest(stated.lower) + ", above the recomputed "
                + shortest(exact.lower.toDouble()));
        if (upper < exact.upper)
            fault(name + "_upper is " + shortest(stated.upper) + ", below the recomputed "
                + shortest(exact.upper.toDouble()));
        const Number absolute(exact.absoluteSlack);
        if (lower < exact.lower * Number(1 - exact.relativeSlack) - absolute)
            fault(name + "_lower is " + shortest(stated.lower) + ", further below the recomputed "
                + shortest(exact.lower.toDouble()) + " than a proven end is");
        if (exact.upper * Number(1 + exact.relativeSlack) + absolute < upper)
            fault(name + "_upper is " + shortest(stated.upper) + ", further above the recomputed "
                + shortest(exact.upper.toDouble()) + " than a proven end is");
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
        if ((*found)->mass.upper * Number(1 + 2 * max.relativeSlack) + Number(max.absoluteSlack) < max.upper)
            fault("row " + std::to_string(worst.row) + " of " + inQuotes(worst.head) + " is not the worst");
    }

    void checkHolding(std::uint64_t stated)
    {
        std::uint64_t certain = 0;
        std::uint64_t possible = 0;
        const Number epsilon(m_certificate.epsilon);
        for (const NamedRow* row : m_valid) {
            const Number& upper = row->mass.upper;
            possible += upper < epsilon ? 1U : 0U;
            certain +=
                upper * Number(1 + row->mass.relativeSlack) + Number(row->mass.absoluteSlack) < epsilon ? 1U : 0U;
        }
        if (stated < certain || stated > possible)
            fault("rows_holding is " + std::to_string(stated) + ", recomputed " + std::to_string(possible));
    }

    const CertifiedDecision& m_decision;
    const CheckedUnit& m_unit;
    const CertificateFile& m_certificate;
    std::vector<const NamedRow*> m_valid;
    std::vector<Number> m_lowers;
    std::vector<Number> m_uppers;
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
