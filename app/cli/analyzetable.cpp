// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/analyzetable.h"

#include <algorithm>
#include <cmath>

#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/decimal.h"

namespace app {

namespace {

/// A mean number of keys to 3 digits, or to the whole number where that has more: rounded further it would pass the
/// maximum beside it.
std::string meanKeys(double mean)
{
    const int wholeDigits = mean < 1 ? 1 : static_cast<int>(std::log10(mean)) + 1;
    return core::roundedText(mean, std::max(3, wholeDigits));
}

/// Cells of text, one column after the other.
class Cells
{
public:
    explicit Cells(const core::HeadRecord& record)
        : m_none(record.summary.audit.valid == 0)
        , m_cells{fullName(record.head), std::to_string(record.summary.audit.valid)}
    {
    }

    /// Of all valid rows; without any there is none.
    void add(std::string text) { m_cells.push_back(m_none ? "-" : std::move(text)); }
    void addPair(const std::string& mean, const std::string& max) { add(mean + " / " + max); }
    void addTail(const core::TailMassSummary& tail)
    {
        addPair(core::roundedUp(tail.mean.upper, 3), core::roundedUp(tail.max.upper, 3));
    }
    std::vector<std::string> take() { return std::move(m_cells); }

private:
    bool m_none;
    std::vector<std::string> m_cells;
};

void addRule(Cells& cells, const core::HeadSummary& summary)
{
    cells.addTail(*summary.rule);
    if (summary.sharing) {
        cells.addTail(summary.sharing->own);
        cells.addPair(core::roundedUp(summary.sharing->meanCost, 3), core::roundedUp(summary.sharing->maxCost, 3));
    }
    cells.add(meanKeys(summary.rule->keptMean));
    cells.add(core::roundedText(summary.rule->density, 3));
    cells.add(core::roundedText(summary.rule->efficiencyMean, 3));
}

/// `errors`: how many columns of output errors the table has.
std::vector<std::string> cellsOf(const core::HeadRecord& record, std::size_t errors)
{
    const core::HeadSummary& summary = record.summary;
    Cells cells(record);
    for (const core::KEpsSummary& kEps : summary.kEps)
        cells.addPair(meanKeys(kEps.mean), std::to_string(kEps.max));
    for (const core::TailMassSummary& tail : summary.tailMass)
        cells.addTail(tail);
    if (summary.rule)
        addRule(cells, summary);
    for (std::size_t i = 0; i < errors; ++i) {
        if (i < summary.outputError.size() && summary.outputError[i].rows > 0)
            cells.addPair(core::roundedUp(summary.outputError[i].mean, 3), core::roundedUp(summary.outputError[i].max, 3));
        else
            cells.add("-");
    }
    cells.add(core::roundedText(summary.entropy.mean, 3));
    cells.add(core::roundedText(summary.sigma.mean, 3));
    return cells.take();
}

void addRuleColumns(std::vector<TextTable::Column>& columns, const core::Rule& rule, bool shared)
{
    const std::string name = printable(core::ruleText(rule));
    columns.push_back({shared ? name + " shared" : name});
    if (shared) {
        columns.push_back({name + " per head"});
        columns.push_back({"sharing costs"});
    }
    columns.push_back({"keys kept"});
    columns.push_back({"density"});
    columns.push_back({"efficiency"});
}

std::vector<TextTable::Column> columnsOf(
    const core::StatisticsRequest& request, const Options& options, std::size_t errors)
{
    std::vector<TextTable::Column> columns{{"head", TextTable::Align::Left}, {"valid rows"}};
    for (const double epsilon : request.epsilons)
        columns.push_back({"k_eps " + core::decimalText(epsilon)});
    for (const std::size_t k : request.ks)
        columns.push_back({"tail mass k=" + std::to_string(k)});
    if (options.rule)
        addRuleColumns(columns, *options.rule, options.sharing == core::RulePreparer::Sharing::KvGroup);
    for (std::size_t i = 0; i < errors; ++i)
        columns.push_back({"output error k=" + std::to_string(request.ks[i])});
    columns.push_back({"entropy [nat]"});
    columns.push_back({"sigma"});
    return columns;
}

}

void printHeadTable(std::ostream& out, const std::vector<core::HeadRecord>& records,
    const core::StatisticsRequest& request, const Options& options)
{
    const bool hasErrors = std::any_of(records.begin(), records.end(),
        [](const core::HeadRecord& record) { return !record.summary.outputError.empty(); });
    const std::size_t errors = hasErrors ? request.ks.size() : 0;
    TextTable table(columnsOf(request, options, errors));
    for (const core::HeadRecord& record : records)
        table.add(cellsOf(record, errors));
    out << "k_eps, tail mass and output error: mean / max over valid rows";
    const bool sampled = !records.empty() && records.front().sampled;
    out << (sampled ? "; estimates from sampled rows\n" : "; tail masses and errors are proven upper ends\n");
    if (options.rule)
        out << "keys kept, density and efficiency: means over valid rows, not proven\n";
    table.print(out);
    std::size_t without = 0;
    for (const core::HeadRecord& record : records)
        if (!record.summary.outputError.empty())
            without += record.summary.outputError.front().rowsWithout;
    if (without > 0)
        out << without << " valid rows have no output error: a value of theirs is not finite\n";
}

}
