// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/blockrows.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/chunks.h"
#include "verify/candidates.h"

namespace core {

namespace {

/// Rows whose sums are kept at a time, and those of the block in which this is reached.
constexpr std::uint64_t rowsAtOnce = 512;

/// floor(2^32 p + 1/2) of keys, added up: exact, and between the ends that a proven interval of p may have.
using BlockMass = Candidate<std::uint64_t, std::uint64_t>;

struct BlockPart
{
    Number sum; ///< of weights
    std::uint64_t keys = 0;
    BlockMass mass{};
};

struct BlockedRow
{
    RowFacts facts;
    std::vector<BlockPart> parts; ///< by key block
};

std::uint64_t nearest(double x)
{
    return static_cast<std::uint64_t>(std::floor(std::clamp(x, 0.0, 1.0) * 0x1p32 + 0.5));
}

BlockMass massOfKey(const Number& weight, const RowFacts& facts)
{
    const Number probability = weight / facts.total;
    const Number scaled = probability * Number(0x1p32) + Number(0.5);
    const double p = probability.toDouble();
    // The double that stands for p errs by less than a tenth of the slack.
    const double slack = 1.1 * (p * facts.relativeSlack + facts.absoluteSlack);
    return {mpfr_get_ui(scaled.get(), MPFR_RNDD), nearest(p - slack), nearest(p + slack)};
}

void add(BlockMass& sum, const BlockMass& mass)
{
    sum.exact += mass.exact;
    sum.lowest += mass.lowest;
    sum.highest += mass.highest;
}

BlockedRow blockedRow(const RowWeights& row, const KeepsBlocks& rule, std::uint64_t keyCount)
{
    BlockedRow result{row.facts, std::vector<BlockPart>(keyCount == 0 ? 0 : (keyCount - 1) / rule.keys + 1)};
    for (std::size_t place = 0; row.facts.kind == RowKind::Valid && place < row.keys.size(); ++place) {
        BlockPart& part = result.parts[row.keys[place] / rule.keys];
        mpfr_add(part.sum.get(), part.sum.get(), row.weights[place].get(), MPFR_RNDN);
        ++part.keys;
        add(part.mass, massOfKey(row.weights[place], row.facts));
    }
    return result;
}

/// By key block; those in which no valid row has a key stand for no key.
std::vector<Standing> blockStandings(std::span<const BlockedRow> rows, std::uint64_t count)
{
    std::vector<BlockMass> candidates;
    std::vector<std::size_t> blocks;
    const std::size_t blockCount = rows.front().parts.size();
    for (std::size_t block = 0; block < blockCount; ++block) {
        BlockMass mass{};
        std::uint64_t keys = 0;
        for (const BlockedRow& row : rows) {
            add(mass, row.parts[block].mass);
            keys += row.parts[block].keys;
        }
        if (keys == 0)
            continue;
        candidates.push_back(mass);
        blocks.push_back(block);
    }
    const std::vector<Standing> chosen = largestOf(candidates, count);
    std::vector<Standing> standings(blockCount, Standing::Dropped);
    for (std::size_t i = 0; i < blocks.size(); ++i)
        standings[blocks[i]] = chosen[i];
    return standings;
}

RowMass massOf(const BlockedRow& row, const std::vector<Standing>& standings)
{
    SplitSums sums;
    for (std::size_t block = 0; block < standings.size(); ++block)
        sums.add(standings[block], row.parts[block].sum, row.parts[block].keys);
    return massOf(row.facts, sums);
}

/// Whole query blocks, as many as are kept at a time.
struct Batch
{
    std::vector<std::uint64_t> rows; ///< of all blocks
    std::vector<std::size_t> ends; ///< of each block, in `rows`
};

class BlockedHead
{
public:
    BlockedHead(const KeepsBlocks& rule, const CertifiedHead& head, const HeadBytes& bytes, CertifiedReading reading)
        : m_rule(rule)
        , m_height(std::min(rule.queries, head.rowCount))
        , m_head(head)
        , m_bytes(bytes)
        , m_reading(reading)
    {
    }

    Result<std::vector<RowMass>> masses(const std::vector<std::uint64_t>& rows, Work& work) const
    {
        std::vector<RowMass> result;
        const double share = 1 / static_cast<double>(rows.size());
        while (result.size() < rows.size()) {
            const Batch batch = batchFrom(rows, result.size());
            Work part{work.pool, work.progress.part(static_cast<double>(result.size()) * share, share), work.memory};
            const auto sums = sumsOf(batch.rows, part);
            if (!sums)
                return tl::unexpected(sums.error());
            std::size_t begin = 0;
            for (const std::size_t end : batch.ends) {
                const std::span block(sums->data() + begin, end - begin);
                const std::vector<Standing> standings = blockStandings(block, m_rule.count);
                const std::uint64_t first = batch.rows[begin];
                while (result.size() < rows.size() && rows[result.size()] - first < block.size())
                    result.push_back(massOf(block[rows[result.size()] - first], standings));
                begin = end;
            }
        }
        return result;
    }

private:
    Batch batchFrom(const std::vector<std::uint64_t>& rows, std::size_t next) const
    {
        Batch batch;
        while (next < rows.size() && batch.rows.size() < rowsAtOnce) {
            const std::uint64_t begin = rows[next] / m_height * m_height;
            const std::uint64_t end = std::min(begin + m_height, m_head.rowCount);
            for (std::uint64_t row = begin; row < end; ++row)
                batch.rows.push_back(row);
            batch.ends.push_back(batch.rows.size());
            while (next < rows.size() && rows[next] < end)
                ++next;
        }
        return batch;
    }

    Result<std::vector<BlockedRow>> sumsOf(const std::vector<std::uint64_t>& rows, Work& work) const
    {
        std::vector<BlockedRow> result(rows.size());
        const auto done = forEachChunk(rows.size(), work, [&](RowRange part) -> Result<void> {
            const NumberCache cache;
            RowReader reader(m_head, m_bytes, m_reading);
            for (std::size_t i = part.begin; i < part.end; ++i)
                result[i] = blockedRow(reader.row(rows[i]), m_rule, m_head.keyCount);
            return {};
        });
        if (!done)
            return tl::unexpected(done.error());
        return result;
    }

    const KeepsBlocks& m_rule;
    std::uint64_t m_height;
    const CertifiedHead& m_head;
    const HeadBytes& m_bytes;
    CertifiedReading m_reading;
};

}

Result<std::vector<RowMass>> blockRows(const KeepsBlocks& rule, const CertifiedHead& head, const HeadBytes& bytes,
    CertifiedReading reading, const std::vector<std::uint64_t>& rows, Work& work)
{
    return BlockedHead(rule, head, bytes, reading).masses(rows, work);
}

}
