// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/headmasses.h"

#include <numeric>
#include <tuple>

#include "base/chunks.h"
#include "files/utf8.h"
#include "verify/blockrows.h"
#include "verify/maskfile.h"
#include "verify/sharedrows.h"

namespace core {

namespace {

/// The same head by the same account.
bool sameStatement(const CertifiedHead& a, const CertifiedHead& b)
{
    const auto all = [](const CertifiedHead& head) {
        return std::tie(head.group, head.layer, head.head, head.item, head.name, head.source, head.rowCount,
            head.keyCount, head.tensor, head.tensorLayer, head.keys, head.keysLayer, head.kvHead, head.kvHeads,
            head.scale, head.softCap, head.causal, head.window, head.sinks, head.sinkScore, head.sharedSinkScores,
            head.mask, head.masksQueries);
    };
    return all(a) == all(b);
}

Result<HeadAnswer> answer(Result<std::vector<RowMass>> masses)
{
    if (!masses)
        return tl::unexpected(masses.error());
    return HeadAnswer(std::move(*masses));
}

HeadAnswer misfit(const std::string& statement)
{
    return tl::unexpected(statement);
}

}

HeadMasses::HeadMasses(
    const CertificateFile& certificate, const DumpFile& dump, const std::optional<DumpFile>& maskFile, Work& work)
    : m_certificate(certificate)
    , m_dump(dump)
    , m_maskFile(maskFile)
    , m_work(work)
{
}

Result<HeadAnswer> HeadMasses::of(std::size_t index)
{
    if (const auto ready = m_ready.extract(index))
        return HeadAnswer(std::move(ready.mapped()));
    const CertifiedHead& head = m_certificate.heads[index];
    const auto bytes = bytesOf(head, m_certificate, m_dump);
    if (!bytes)
        return misfit(bytes.error());
    const auto rows = rowsOf(head);
    if (!rows)
        return misfit(rows.error());
    const double share = 1 / static_cast<double>(m_certificate.heads.size());
    Work part{m_work.pool, m_work.progress.part(static_cast<double>(index) * share, share), m_work.memory};
    if (m_certificate.sharesKeys && bytes->headsPerKeys > 1)
        return shared(index, *rows, part);
    if (const auto* blocks = std::get_if<KeepsBlocks>(&m_certificate.keeps))
        return answer(blockRows(*blocks, head, *bytes, m_certificate.reading, *rows, part));
    return rowByRow(head, *bytes, *rows, part);
}

Result<HeadAnswer> HeadMasses::rowByRow(
    const CertifiedHead& head, const HeadBytes& bytes, const std::vector<std::uint64_t>& rows, Work& work) const
{
    StoredBlock marked;
    if (m_maskFile) {
        const auto found = marksOf(*m_maskFile, head, bytes.headCount);
        if (!found)
            return misfit(found.error());
        marked = *found;
    }
    std::vector<RowMass> masses(rows.size());
    const auto done = forEachChunk(rows.size(), work, [&](RowRange part) -> Result<void> {
        const NumberCache cache;
        RowReader reader(head, bytes, m_certificate.reading);
        for (std::size_t i = part.begin; i < part.end; ++i) {
            const RowWeights& row = reader.row(rows[i]);
            const auto marks = [&](std::uint32_t key) { return marked.at(rows[i], key) == 1; };
            masses[i] = row.facts.kind == RowKind::Valid ? massOf(row, standingsOf(m_certificate.keeps, row, marks))
                                                         : massOf(row.facts, SplitSums{});
        }
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    return HeadAnswer(std::move(masses));
}

Result<HeadAnswer> HeadMasses::shared(std::size_t index, const std::vector<std::uint64_t>& rows, Work& work)
{
    const auto heads = headsThatShare(m_certificate.heads[index], m_certificate, m_dump);
    if (!heads)
        return misfit(heads.error());
    auto masses = sharedRows(m_certificate.keeps, *heads, m_certificate.reading, rows, work);
    if (!masses)
        return tl::unexpected(masses.error());
    for (std::size_t i = 0; i < heads->size(); ++i)
        for (std::size_t other = index; other < m_certificate.heads.size(); ++other)
            if (sameStatement((*heads)[i].head, m_certificate.heads[other])) { // else computed by its own account
                m_ready[other] = std::move((*masses)[i]);
                break;
            }
    return HeadAnswer(std::move(m_ready.extract(index).mapped()));
}

tl::expected<std::vector<std::uint64_t>, std::string> HeadMasses::rowsOf(const CertifiedHead& head) const
{
    std::vector<std::uint64_t> rows = m_certificate.rows;
    if (rows.empty()) {
        rows.resize(head.rowCount);
        std::iota(rows.begin(), rows.end(), 0U);
    }
    if (rows.empty() || rows.back() >= head.rowCount)
        return tl::unexpected(inQuotes(head.name) + ": it has not all the rows that are named");
    return rows;
}

}
