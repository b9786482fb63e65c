// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/indices.h"
#include "base/result.h"
#include "files/tensor.h"

namespace core {

/// What a head's rows come from.
enum class Source { Probabilities, Scores, Factors };

/// A matrix inside a dump, unconverted: element (r, c) lies at data + r * rowStride + c * columnStride.
struct StoredMatrix
{
    Element element = Element::F32;
    ByteOrder order = ByteOrder::Little;
    const std::byte* data = nullptr;
    std::ptrdiff_t rowStride = 0; ///< bytes
    std::ptrdiff_t columnStride = 0; ///< bytes
    std::size_t rows = 0;
    std::size_t columns = 0;

    double at(std::size_t row, std::size_t column) const
    {
        return decode(
            data + static_cast<std::ptrdiff_t>(row) * rowStride + static_cast<std::ptrdiff_t>(column) * columnStride,
            element, order);
    }
    /// Row `row` into `to`, which has `columns` places.
    void decodeRow(std::size_t row, double* to) const
    {
        decode(data + static_cast<std::ptrdiff_t>(row) * rowStride, columnStride, columns, element, order, to);
    }
};

/// Probabilities or scores as stored: one row per query of the batch, one column per key of the head.
struct StoredRows
{
    Source measure = Source::Scores; ///< Probabilities or Scores
    StoredMatrix matrix;
};

/// Rows as scale * q.k, soft-capped where softCap is above 0: softCap * tanh(scale * q.k / softCap). `queries` has one
/// row per query of the batch, `keys` one row per key of the head.
struct FactorRows
{
    StoredMatrix queries;
    StoredMatrix keys;
    double scale = 1; ///< taken as this very number (soundness 8)
    double softCap = 0; ///< 0: none
};

/// Which keys exist for which row.
struct AllowedKeys
{
    std::vector<KeyRange> ranges; ///< one per row of the batch: causal, window, ragged decode
    std::shared_ptr<const std::vector<std::uint8_t>> keys; ///< 0 = padded key, one per key of the head; null: all exist

    bool allows(std::size_t rowOfBatch, std::size_t key) const
    {
        return ranges[rowOfBatch].contains(key) && (!keys || (*keys)[key] != 0);
    }
};

/// Consecutive rows of one head, still as stored bytes.
struct RowBatch
{
    RowRange rows; ///< rows of the head
    std::size_t keyCount = 0; ///< columns of the head, allowed or not
    std::variant<StoredRows, FactorRows> data;
    AllowedKeys allowed;
    std::vector<std::shared_ptr<const Bytes>> guards;
    /// Score of the head's sink: a virtual key of every row that is always kept, never counted and of value 0, so that
    /// it stands in the softmax's denominator only (theory 1). Absent: there is none. Not of probabilities.
    std::optional<double> sinkScore = {};

    /// False once a file behind the batch shrank or changed: then nothing computed from it may be published.
    bool intact() const
    {
        for (const auto& guard : guards)
            if (!guard->intact())
                return false;
        return true;
    }
};

/// The rows of one head on demand. Immutable and usable from several threads.
class HeadRows
{
public:
    virtual ~HeadRows() = default;
    virtual std::size_t rowCount() const = 0;
    virtual std::size_t keyCount() const = 0;
    virtual Source source() const = 0;
    virtual Element element() const = 0; ///< of probabilities, scores or keys
    /// Error: FileChanged.
    virtual Result<RowBatch> rows(RowRange range) const = 0;
    /// V of the head, one row per key; absent when the dump has none.
    virtual std::optional<StoredMatrix> values() const = 0;
};

}
