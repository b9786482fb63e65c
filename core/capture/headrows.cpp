// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/headrows.h"

#include <algorithm>
#include <utility>

#include "capture/text.h"

namespace core {
namespace {

class DumpedRows : public HeadRows
{
public:
    explicit DumpedRows(HeadParts parts)
        : m_parts(std::move(parts))
    {
    }

    std::size_t rowCount() const override { return m_parts.rows.rows; }
    std::size_t keyCount() const override { return isFactors() ? m_parts.keys.rows : m_parts.rows.columns; }
    Source source() const override { return m_parts.source; }
    Element element() const override { return isFactors() ? m_parts.keys.element : m_parts.rows.element; }
    std::optional<StoredMatrix> values() const override { return m_parts.values; }

    Result<RowBatch> rows(RowRange range) const override
    {
        if (range.begin > range.end || range.end > rowCount())
            return failure(ErrorCode::BadRequest,
                numbered("failed to read rows ", range.begin) + " to " + std::to_string(range.end) + ": the head has "
                    + std::to_string(rowCount()));
        RowBatch batch;
        batch.rows = range;
        batch.keyCount = keyCount();
        batch.guards = m_parts.guards;
        if (!batch.intact())
            return failure(ErrorCode::FileChanged, "failed to read rows: the file was changed after it was opened",
                "Open it again.");
        StoredMatrix matrix = m_parts.rows;
        matrix.data += static_cast<std::ptrdiff_t>(range.begin) * matrix.rowStride;
        matrix.rows = range.size();
        if (isFactors())
            batch.data = FactorRows{matrix, m_parts.keys, m_parts.scale, m_parts.softCap};
        else
            batch.data = StoredRows{m_parts.source, matrix};
        batch.allowed = allowed(range);
        batch.sinkScore = m_parts.sinkScore;
        return batch;
    }

private:
    bool isFactors() const { return m_parts.source == Source::Factors; }

    AllowedKeys allowed(RowRange range) const
    {
        AllowedKeys allowed;
        allowed.keys = m_parts.existingKeys;
        allowed.ranges.reserve(range.size());
        for (std::size_t row = range.begin; row < range.end; ++row)
            allowed.ranges.push_back(seenBy(row));
        return allowed;
    }

    KeyRange seenBy(std::size_t row) const
    {
        if (m_parts.masksQueries && m_parts.existingKeys && (*m_parts.existingKeys)[row] == 0)
            return {0, 0};
        if (!m_parts.causal)
            return {0, keyCount()};
        const KeyRange keys = causalKeys(row, rowCount(), keyCount());
        return m_parts.window ? lastKeys(keys, *m_parts.window) : keys;
    }

    HeadParts m_parts;
};

}

KeyRange causalKeys(std::size_t row, std::size_t rowCount, std::size_t keyCount)
{
    const std::size_t rowsBelow = rowCount - 1 - row;
    return {0, keyCount > rowsBelow ? keyCount - rowsBelow : 0};
}

KeyRange lastKeys(KeyRange keys, std::uint64_t window)
{
    return {keys.size() > window ? keys.end - static_cast<std::size_t>(window) : keys.begin, keys.end};
}

std::shared_ptr<const HeadRows> headRows(HeadParts parts)
{
    return std::make_shared<const DumpedRows>(std::move(parts));
}

}
