// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "capture/rowbatch.h"
#include "encode.h"
#include "truncation/sortedrow.h"

namespace support {

/// Encoded numbers, row-major, that a StoredMatrix may point into.
class Matrix
{
public:
    Matrix(const std::vector<double>& numbers, std::size_t columns, core::Element element = core::Element::F64)
        : m_bytes(encode(numbers, element))
        , m_element(element)
        , m_columns(columns)
        , m_rows(columns == 0 ? 0 : numbers.size() / columns)
    {
    }

    core::StoredMatrix stored() const
    {
        const auto size = static_cast<std::ptrdiff_t>(core::sizeOf(m_element));
        return {m_element, core::ByteOrder::Little, reinterpret_cast<const std::byte*>(m_bytes.data()),
            size * static_cast<std::ptrdiff_t>(m_columns), size, m_rows, m_columns};
    }

private:
    std::string m_bytes;
    core::Element m_element;
    std::size_t m_columns = 0;
    std::size_t m_rows = 0;
};

/// All keys allowed for every row of `matrix`.
inline core::RowBatch storedBatch(const Matrix& matrix, core::Source measure)
{
    const core::StoredMatrix stored = matrix.stored();
    core::RowBatch batch;
    batch.rows = {0, stored.rows};
    batch.keyCount = stored.columns;
    batch.data = core::StoredRows{measure, stored};
    batch.allowed.ranges.assign(stored.rows, core::KeyRange{0, stored.columns});
    return batch;
}

inline core::RowBatch factorBatch(const Matrix& queries, const Matrix& keys, double scale)
{
    core::RowBatch batch;
    batch.rows = {0, queries.stored().rows};
    batch.keyCount = keys.stored().rows;
    batch.data = core::FactorRows{queries.stored(), keys.stored(), scale};
    batch.allowed.ranges.assign(queries.stored().rows, core::KeyRange{0, keys.stored().rows});
    return batch;
}

inline core::SortedRow sortedScores(const std::vector<double>& scores, core::Element element = core::Element::F64)
{
    core::SortedRow row;
    core::sortRow(storedBatch(Matrix(scores, scores.size(), element), core::Source::Scores), 0, row);
    return row;
}

inline core::SortedRow sortedProbabilities(const std::vector<double>& probabilities, core::Element element)
{
    core::SortedRow row;
    core::sortRow(
        storedBatch(Matrix(probabilities, probabilities.size(), element), core::Source::Probabilities), 0, row);
    return row;
}

/// "fp16", "bf16", "fp32" or "fp64", as the golden files say.
inline core::Element elementNamed(const std::string& format)
{
    if (format == "fp16")
        return core::Element::F16;
    if (format == "bf16")
        return core::Element::BF16;
    return format == "fp32" ? core::Element::F32 : core::Element::F64;
}

}
