// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/keptkeys.h"

#include <algorithm>

namespace core {

namespace {

/// One function for each rule of resources/manual/rules.md.
class Chooser
{
public:
    Chooser(const RowWeights& row, const Marks& marks)
        : m_row(row)
        , m_marks(marks)
        , m_standings(row.keys.size(), Standing::Dropped)
    {
    }

    std::vector<Standing> operator()(const KeepsBest& rule)
    {
        keepBest(rule.count);
        return std::move(m_standings);
    }

    std::vector<Standing> operator()(const KeepsWindow& rule)
    {
        keepWindow(rule);
        return std::move(m_standings);
    }

    std::vector<Standing> operator()(const KeepsWindowAndBest& rule)
    {
        keepBest(rule.count - std::min(rule.count, keepWindow(rule.window)));
        return std::move(m_standings);
    }

    std::vector<Standing> operator()(const KeepsMarked&)
    {
        for (std::size_t place = 0; place < m_standings.size(); ++place)
            if (m_marks(m_row.keys[place]))
                m_standings[place] = Standing::Kept;
        return std::move(m_standings);
    }

    /// p_j >= T, as w_j >= T Z.
    std::vector<Standing> operator()(const KeepsProbable& rule)
    {
        const RowFacts& facts = m_row.facts;
        const Number limit = Number(rule.probability) * facts.total;
        const Number widest = Number(facts.absoluteSlack) * facts.total;
        for (std::size_t place = 0; place < m_standings.size(); ++place) {
            const Number& weight = m_row.weights[place];
            const bool kept = !(weight < limit);
            const Number slack = weight * Number(facts.relativeSlack) + widest;
            const bool open = kept ? weight - slack < limit : !(weight + slack < limit);
            m_standings[place] = standing(kept, open);
        }
        return std::move(m_standings);
    }

    /// The tail beyond k is at most (1 - P) Z.
    std::vector<Standing> operator()(const KeepsMass& rule)
    {
        const RowFacts& facts = m_row.facts;
        const Number limit = (Number(1) - Number(rule.mass)) * facts.total;
        const Number widest = Number(facts.absoluteSlack) * facts.total;
        Number tail;
        std::size_t k = m_row.order.size();
        for (; k > 1; --k) {
            const Number longer = tail + m_row.weights[m_row.order[k - 1]];
            const Number slack = longer * Number(facts.relativeSlack) + widest;
            if (limit < longer - slack)
                break;
            const bool kept = limit < longer;
            m_standings[m_row.order[k - 1]] = standing(kept, kept || limit < longer + slack);
            tail = longer;
        }
        for (std::size_t rank = 0; rank < k; ++rank)
            m_standings[m_row.order[rank]] = Standing::Kept;
        return std::move(m_standings);
    }

    std::vector<Standing> operator()(const KeepsBlocks&) { return std::move(m_standings); }

private:
    static Standing standing(bool kept, bool open)
    {
        if (kept)
            return open ? Standing::KeptPerhaps : Standing::Kept;
        return open ? Standing::DroppedPerhaps : Standing::Dropped;
    }

    /// Of those that are not kept yet.
    void keepBest(std::uint64_t count)
    {
        for (auto place = m_row.order.begin(); place != m_row.order.end() && count > 0; ++place) {
            if (m_standings[*place] == Standing::Kept)
                continue;
            m_standings[*place] = Standing::Kept;
            --count;
        }
    }

    std::uint64_t keepWindow(const KeepsWindow& window)
    {
        const std::vector<bool> forced = windowKeys(window, m_standings.size());
        for (std::size_t place = 0; place < forced.size(); ++place)
            if (forced[place])
                m_standings[place] = Standing::Kept;
        return static_cast<std::uint64_t>(std::count(forced.begin(), forced.end(), true));
    }

    const RowWeights& m_row;
    const Marks& m_marks;
    std::vector<Standing> m_standings;
};

}

std::vector<Standing> standingsOf(const KeptRule& rule, const RowWeights& row, const Marks& marks)
{
    return std::visit(Chooser(row, marks), rule);
}

std::vector<bool> windowKeys(const KeepsWindow& window, std::size_t keys)
{
    std::vector<bool> forced(keys);
    for (std::size_t place = 0; place < keys; ++place)
        forced[place] = place < window.sinks || keys - place <= window.recent;
    return forced;
}

}
