// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/sharedkeys.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <tuple>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "bounds/keyshare.h"
#include "bounds/largestof.h"
#include "bounds/tailcurve.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

struct MarkedKey
{
    std::uint32_t key = 0;
    Membership mark = Membership::Dropped;
};

class SharedMarks : public MarkedKeys
{
public:
    explicit SharedMarks(std::size_t rowCount)
        : m_rows(rowCount)
    {
    }

    std::vector<Membership> marks(std::size_t row, KeyRange keys) const override
    {
        std::vector<Membership> result(keys.size(), Membership::Dropped);
        for (const MarkedKey& marked : m_rows[row])
            if (keys.contains(marked.key))
                result[marked.key - keys.begin] = marked.mark;
        return result;
    }
    bool countIsKnown() const override { return m_countIsKnown; }

    void set(std::size_t row, std::vector<MarkedKey> marked) { m_rows[row] = std::move(marked); }
    void forgetCount() { m_countIsKnown = false; }

private:
    std::vector<std::vector<MarkedKey>> m_rows; ///< keys that are not dropped for certain
    std::atomic<bool> m_countIsKnown = true;
};

/// One head of the group.
struct Member
{
    std::shared_ptr<const HeadRows> rows;
    RowSorter sorter;
};

/// Sums over the heads of one row, by key.
class RowSums
{
public:
    explicit RowSums(std::size_t keyCount)
        : m_sums(keyCount)
        , m_heads(keyCount)
    {
    }

    void clear()
    {
        std::ranges::fill(m_sums, Interval{});
        std::ranges::fill(m_heads, 0U);
        m_validHeads = 0;
    }

    void add(const SortedRow& row)
    {
        if (row.state != RowState::Valid)
            return;
        const KeyShares shares(row, weightErrorOf(row));
        ++m_validHeads;
        for (std::size_t place = 0; place < row.size(); ++place) {
            const Interval share = shares.of(row.weights[place]);
            Interval& sum = m_sums[row.keys[place]];
            sum.lower = sum.lower + share.lower;
            sum.upper = sum.upper + share.upper;
            ++m_heads[row.keys[place]];
        }
    }

    /// Keys that exist for some head.
    std::vector<std::uint32_t> keys() const
    {
        std::vector<std::uint32_t> keys;
        for (std::uint32_t key = 0; key < m_heads.size(); ++key)
            if (m_heads[key] > 0)
                keys.push_back(key);
        return keys;
    }
    bool existsForAll(std::uint32_t key) const { return m_heads[key] == m_validHeads; }
    /// A sum of so few terms rounds less than this.
    Interval sum(std::uint32_t key) const
    {
        const double slack = 2 * unitRoundoff * static_cast<double>(m_validHeads + 1);
        return {m_sums[key].lower * (1 - slack), m_sums[key].upper * (1 + slack)};
    }

private:
    std::vector<Interval> m_sums;
    std::vector<std::uint32_t> m_heads;
    std::uint32_t m_validHeads = 0;
};

bool isForced(const Window& window, std::size_t place, std::size_t count)
{
    return place < window.sinks || count - place <= window.recent;
}

std::vector<MarkedKey> choose(const RowSums& sums, std::size_t budget, const Window& window)
{
    const std::vector<std::uint32_t> keys = sums.keys();
    std::vector<MarkedKey> marked;
    std::vector<std::uint32_t> free;
    std::vector<Interval> values;
    for (std::size_t place = 0; place < keys.size(); ++place) {
        if (isForced(window, place, keys.size())) {
            marked.push_back({keys[place], Membership::Kept});
        } else {
            free.push_back(keys[place]);
            values.push_back(sums.sum(keys[place]));
        }
    }
    const std::vector<Membership> marks = largestOf(values, budget - marked.size());
    for (std::size_t i = 0; i < free.size(); ++i)
        if (marks[i] != Membership::Dropped)
            marked.push_back({free[i], marks[i]});
    return marked;
}

bool hasOpenCount(const RowSums& sums, const std::vector<MarkedKey>& marked)
{
    return std::ranges::any_of(
        marked, [&](const MarkedKey& key) { return key.mark != Membership::Kept && !sums.existsForAll(key.key); });
}

Result<std::vector<Member>> membersOf(const Capture& capture, const HeadInfo& head)
{
    std::vector<Member> members;
    for (const HeadInfo& other : capture.heads()) {
        if (!inSameKvGroup(head, other))
            continue;
        auto rows = capture.rows(other.id);
        if (!rows)
            return tl::unexpected(rows.error());
        const auto sample = (*rows)->rows({0, std::min<std::size_t>((*rows)->rowCount(), 1)});
        if (!sample)
            return tl::unexpected(sample.error());
        members.push_back({*rows, RowSorter(*sample)});
    }
    return members;
}

Result<void> sumRow(const std::vector<Member>& members, std::size_t row, RowSums& sums)
{
    SortedRow sorted;
    sums.clear();
    for (const Member& member : members) {
        const auto batch = member.rows->rows({row, row + 1});
        if (!batch)
            return tl::unexpected(batch.error());
        member.sorter.sort(*batch, 0, sorted);
        sums.add(sorted);
        if (!batch->intact())
            return fileChanged();
    }
    return {};
}

}

bool inSameKvGroup(const HeadInfo& a, const HeadInfo& b)
{
    const auto group = [](const HeadInfo& head) {
        return std::tie(head.id.group, head.id.layer, head.id.item, head.id.source, head.kvHead);
    };
    return a.kvHead && group(a) == group(b) && a.rowCount == b.rowCount && a.keyCount == b.keyCount;
}

Result<std::shared_ptr<const MarkedKeys>> sharedKeys(
    const Capture& capture, const HeadInfo& head, const Rule& rule, const std::vector<std::size_t>& rows, Work& work)
{
    const auto* forced = std::get_if<ForcedTopK>(&rule);
    const Window window = forced ? forced->forced : Window{};
    const std::size_t budget = forced ? forced->k : std::get<TopK>(rule).k;
    const auto members = membersOf(capture, head);
    if (!members)
        return tl::unexpected(members.error());
    std::vector<std::size_t> wanted = rows;
    if (wanted.empty()) {
        wanted.resize(head.rowCount);
        std::iota(wanted.begin(), wanted.end(), std::size_t{0});
    }
    const auto marks = std::make_shared<SharedMarks>(head.rowCount);
    const auto done = forEachChunk(wanted.size(), work, [&](RowRange some) -> Result<void> {
        RowSums sums(head.keyCount);
        for (std::size_t i = some.begin; i < some.end; ++i) {
            if (auto summed = sumRow(*members, wanted[i], sums); !summed)
                return summed;
            auto marked = choose(sums, budget, window);
            if (hasOpenCount(sums, marked))
                marks->forgetCount();
            marks->set(wanted[i], std::move(marked));
        }
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    return std::shared_ptr<const MarkedKeys>(marks);
}

}
