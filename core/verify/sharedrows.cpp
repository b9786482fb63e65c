// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/sharedrows.h"

#include <algorithm>

#include "base/chunks.h"
#include "verify/candidates.h"
#include "verify/keptkeys.h"

namespace core {

namespace {

/// The sum of a key's probabilities over the heads.
struct SharedKey
{
    bool exists = false;
    Number sum;
    double slack = 0; ///< that intervals of the probabilities may have together
};

using SharedMass = Candidate<Number, double>;

SharedMass massOf(const SharedKey& key)
{
    const double sum = key.sum.toDouble();
    return {key.sum, sum - 1.1 * key.slack, sum + 1.1 * key.slack};
}

/// One row of all heads.
class SharedRow
{
public:
    explicit SharedRow(std::uint64_t keyCount)
        : m_keys(keyCount)
        , m_standings(keyCount, Standing::Dropped)
    {
    }

    void add(const RowWeights& row)
    {
        for (std::size_t place = 0; place < row.keys.size(); ++place) {
            SharedKey& key = m_keys[row.keys[place]];
            const Number probability = row.weights[place] / row.facts.total;
            key.exists = true;
            key.sum = key.sum + probability;
            key.slack += probability.toDouble() * row.facts.relativeSlack + row.facts.absoluteSlack;
        }
    }

    void choose(const KeptRule& rule)
    {
        if (const auto* best = std::get_if<KeepsBest>(&rule))
            keepBest(best->count);
        if (const auto* both = std::get_if<KeepsWindowAndBest>(&rule))
            keepBest(both->count - std::min(both->count, keepWindow(both->window)));
    }

    std::vector<Standing> standingsOf(const RowWeights& row) const
    {
        std::vector<Standing> standings;
        for (const std::uint32_t key : row.keys)
            standings.push_back(m_standings[key]);
        return standings;
    }

private:
    std::uint64_t keepWindow(const KeepsWindow& window)
    {
        std::vector<std::size_t> existing;
        for (std::size_t key = 0; key < m_keys.size(); ++key)
            if (m_keys[key].exists)
                existing.push_back(key);
        const std::vector<bool> forced = windowKeys(window, existing.size());
        for (std::size_t place = 0; place < existing.size(); ++place)
            if (forced[place])
                m_standings[existing[place]] = Standing::Kept;
        return static_cast<std::uint64_t>(std::count(forced.begin(), forced.end(), true));
    }

    /// Of those that are not kept yet.
    void keepBest(std::uint64_t count)
    {
        std::vector<std::size_t> keys;
        std::vector<SharedMass> candidates;
        for (std::size_t key = 0; key < m_keys.size(); ++key)
            if (m_keys[key].exists && m_standings[key] != Standing::Kept) {
                keys.push_back(key);
                candidates.push_back(massOf(m_keys[key]));
            }
        const std::vector<Standing> standings = largestOf(candidates, count);
        for (std::size_t i = 0; i < keys.size(); ++i)
            m_standings[keys[i]] = standings[i];
    }

    std::vector<SharedKey> m_keys;
    std::vector<Standing> m_standings;
};

}

Result<std::vector<std::vector<RowMass>>> sharedRows(const KeptRule& rule, const std::vector<FoundHead>& heads,
    CertifiedReading reading, const std::vector<std::uint64_t>& rows, Work& work)
{
    std::vector<std::vector<RowMass>> masses(heads.size(), std::vector<RowMass>(rows.size()));
    const auto done = forEachChunk(rows.size(), work, [&](RowRange part) -> Result<void> {
        const NumberCache cache;
        std::vector<RowReader> readers;
        for (const FoundHead& found : heads)
            readers.emplace_back(found.head, found.bytes, reading);
        for (std::size_t i = part.begin; i < part.end; ++i) {
            SharedRow shared(heads.front().head.keyCount);
            std::vector<const RowWeights*> own;
            for (RowReader& reader : readers) {
                own.push_back(&reader.row(rows[i]));
                if (own.back()->facts.kind == RowKind::Valid)
                    shared.add(*own.back());
            }
            shared.choose(rule);
            for (std::size_t head = 0; head < heads.size(); ++head)
                masses[head][i] = own[head]->facts.kind == RowKind::Valid
                    ? massOf(*own[head], shared.standingsOf(*own[head]))
                    : massOf(own[head]->facts, {});
        }
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    return masses;
}

}
