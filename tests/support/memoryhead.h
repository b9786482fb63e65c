// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "capture/rowbatch.h"
#include "encode.h"

namespace support {

/// Numbers stored as they would be in a dump.
class StoredNumbers
{
public:
    StoredNumbers(std::size_t rows, std::size_t columns, const std::vector<double>& numbers, core::Element element)
        : m_bytes(encode(numbers, element))
        , m_rows(rows)
        , m_columns(columns)
        , m_element(element)
    {
    }

    core::StoredMatrix matrix(core::RowRange rows) const
    {
        const auto size = static_cast<std::ptrdiff_t>(core::sizeOf(m_element));
        const std::ptrdiff_t stride = size * static_cast<std::ptrdiff_t>(m_columns);
        core::StoredMatrix matrix;
        matrix.element = m_element;
        matrix.data =
            reinterpret_cast<const std::byte*>(m_bytes.data()) + static_cast<std::ptrdiff_t>(rows.begin) * stride;
        matrix.rowStride = stride;
        matrix.columnStride = size;
        matrix.rows = rows.size();
        matrix.columns = m_columns;
        return matrix;
    }
    core::StoredMatrix matrix() const { return matrix({0, m_rows}); }
    std::size_t rows() const { return m_rows; }
    std::size_t columns() const { return m_columns; }
    core::Element element() const { return m_element; }

private:
    std::string m_bytes;
    std::size_t m_rows = 0;
    std::size_t m_columns = 0;
    core::Element m_element = core::Element::F64;
};

enum class Shape { Full, Causal };

/// Bytes that say when they are no longer intact: stands for a file that was truncated.
class FragileBytes : public core::Bytes
{
public:
    std::span<const std::byte> span() const override { return {}; }
    bool intact() const override { return whole; }

    bool whole = true;
};

/// A head in memory: scores or probabilities, or Q and K, and perhaps V.
class MemoryHead : public core::HeadRows
{
public:
    MemoryHead(core::Source source, StoredNumbers numbers, Shape shape = Shape::Full)
        : m_source(source)
        , m_numbers(std::move(numbers))
        , m_keyCount(m_numbers.columns())
        , m_shape(shape)
    {
    }
    MemoryHead(StoredNumbers queries, StoredNumbers keys, double scale, Shape shape = Shape::Full)
        : m_source(core::Source::Factors)
        , m_numbers(std::move(queries))
        , m_keys(std::move(keys))
        , m_scale(scale)
        , m_keyCount(m_keys->rows())
        , m_shape(shape)
    {
    }

    void setValues(StoredNumbers values) { m_values = std::move(values); }
    void setAllowedKeys(std::vector<std::uint8_t> keys)
    {
        m_allowed = std::make_shared<const std::vector<std::uint8_t>>(std::move(keys));
    }
    void setSoftCap(double cap) { m_softCap = cap; }
    void setSinkScore(double score) { m_sinkScore = score; }
    void setGuard(std::shared_ptr<const core::Bytes> guard) { m_guard = std::move(guard); }

    std::size_t rowCount() const override { return m_numbers.rows(); }
    std::size_t keyCount() const override { return m_keyCount; }
    core::Source source() const override { return m_source; }
    core::Element element() const override { return m_keys ? m_keys->element() : m_numbers.element(); }
    std::optional<core::StoredMatrix> values() const override
    {
        return m_values ? std::optional(m_values->matrix()) : std::nullopt;
    }

    core::Result<core::RowBatch> rows(core::RowRange range) const override
    {
        core::RowBatch batch;
        batch.rows = range;
        batch.keyCount = m_keyCount;
        if (m_keys)
            batch.data = core::FactorRows{m_numbers.matrix(range), m_keys->matrix(), m_scale, m_softCap};
        else
            batch.data = core::StoredRows{m_source, m_numbers.matrix(range)};
        for (std::size_t row = range.begin; row < range.end; ++row)
            batch.allowed.ranges.push_back({0, m_shape == Shape::Causal ? std::min(row + 1, m_keyCount) : m_keyCount});
        batch.allowed.keys = m_allowed;
        batch.sinkScore = m_sinkScore;
        if (m_guard)
            batch.guards.push_back(m_guard);
        return batch;
    }

private:
    core::Source m_source;
    StoredNumbers m_numbers;
    std::optional<StoredNumbers> m_keys;
    std::optional<StoredNumbers> m_values;
    double m_scale = 1;
    double m_softCap = 0;
    std::size_t m_keyCount = 0;
    Shape m_shape;
    std::shared_ptr<const std::vector<std::uint8_t>> m_allowed;
    std::optional<double> m_sinkScore;
    std::shared_ptr<const core::Bytes> m_guard;
};

/// Normally distributed numbers, the same on every run.
inline std::vector<double> normalNumbers(std::size_t count, double sigma, std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::vector<double> numbers(count);
    for (double& number : numbers) {
        // Irwin-Hall: the standard's own distributions differ between libraries.
        double sum = 0;
        for (int i = 0; i < 12; ++i)
            sum += static_cast<double>(generator()) * 0x1p-32;
        number = sigma * (sum - 6);
    }
    return numbers;
}

inline MemoryHead scoreHead(
    std::size_t rows, std::size_t keys, double sigma, std::uint32_t seed, Shape shape = Shape::Full)
{
    return {core::Source::Scores,
        StoredNumbers(rows, keys, normalNumbers(rows * keys, sigma, seed), core::Element::F32), shape};
}

}
