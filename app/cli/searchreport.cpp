// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/searchreport.h"

#include <algorithm>
#include <numeric>

#include "cli/headstudy.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/decimal.h"

namespace app {

namespace {

std::string shareText(double share)
{
    return core::roundedText(share, 3);
}

const core::HeadSearch* firstSearch(const std::vector<core::HeadRecord>& records)
{
    for (const core::HeadRecord& record : records)
        if (record.search)
            return &*record.search;
    return nullptr;
}

void addLines(TextTable& table, const core::HeadRecord& record)
{
    for (const core::EpsilonSearch& at : record.search->epsilons) {
        const bool none = record.search->rows == 0;
        std::vector<std::string> cells{fullName(record.head), core::decimalText(at.epsilon),
            std::to_string(record.search->rows), none ? "-" : shareText(at.oracle)};
        for (const core::MethodSummary& method : at.methods)
            cells.push_back(none ? "-" : shareText(method.scored) + " / " + shareText(method.bytes));
        table.add(std::move(cells));
    }
}

}

core::Result<void> checkSearch(const std::vector<core::HeadInfo>& heads, const Options& options)
{
    if (options.search.empty())
        return {};
    for (const core::HeadInfo& head : heads)
        if (head.id.source != core::Source::Factors)
            return core::failure(core::ErrorCode::BadRequest,
                "failed to search keys of " + fullName(head) + ": it comes from "
                    + std::string(core::nameOf(head.id.source)) + ", and a search needs Q and K",
                "Leave out --search, or choose heads of the source qkv; info lists them.");
    return {};
}

core::Result<void> searchInto(core::HeadRecord& record, const core::HeadRows& rows,
    const std::vector<std::size_t>& chosen, const Options& options, core::Work& work)
{
    std::vector<std::size_t> looked = chosen;
    if (looked.empty()) {
        looked.resize(rows.rowCount());
        std::iota(looked.begin(), looked.end(), std::size_t{0});
    }
    if (options.searchRows && *options.searchRows < looked.size()) {
        std::vector<std::size_t> sample;
        for (const std::size_t i : spreadRows(looked.size(), *options.searchRows))
            sample.push_back(looked[i]);
        record.searchSampled = sample.size();
        looked = std::move(sample);
    }
    core::SearchRequest request;
    request.methods = options.search;
    request.epsilons = options.epsilons.empty() ? std::vector<double>{0.1, 0.01} : options.epsilons;
    request.blockLength = options.searchBlock;
    auto found = core::searchHead(rows, looked, request, work);
    if (!found)
        return tl::unexpected(found.error());
    record.search = std::move(*found);
    return {};
}

void printSearch(std::ostream& out, const std::vector<core::HeadRecord>& records)
{
    const core::HeadSearch* const first = firstSearch(records);
    if (first == nullptr)
        return;
    std::vector<TextTable::Column> columns{{"head", TextTable::Align::Left}, {"epsilon"}, {"rows"}, {"oracle"}};
    for (const core::MethodSummary& method : first->epsilons.front().methods)
        columns.push_back({std::string(core::nameOf(method.method))});
    TextTable table(columns);
    for (const core::HeadRecord& record : records)
        if (record.search)
            addLines(table, record);
    const bool sampled =
        std::ranges::any_of(records, [](const core::HeadRecord& record) { return record.searchSampled.has_value(); });
    out << "\nsearch: keys scored / bytes read until the tail mass is proven below epsilon, relative to reading all "
           "keys; means over "
        << (sampled ? "sampled rows" : "valid rows") << "\noracle: k_eps, the smallest top-k that is proven\n";
    table.print(out);
}

}
