// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/computedrows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/filechanged.h"
#include "bounds/choice.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

/// The number little-endian in the format; the place after it.
template <typename Number, typename Bits>
std::byte* put(Number number, std::byte* to)
{
    auto bits = std::bit_cast<Bits>(number);
    for (std::size_t i = 0; i < sizeof(Bits); ++i, bits >>= 7U, bits >>= 1U)
        *to++ = static_cast<std::byte>(bits & 0xFFU);
    return to;
}

std::byte* putReal(double x, Element element, std::byte* to)
{
    return element == Element::F64 ? put<double, std::uint64_t>(x, to)
                                   : put<float, std::uint32_t>(static_cast<float>(x), to);
}

/// Rows of one head, one after the other, and whether the files behind them are still the same.
class HeadFiller : public RowFiller
{
public:
    HeadFiller(std::shared_ptr<const HeadRows> head, const RowBatch& anyBatch)
        : m_head(std::move(head))
        , m_sorter(anyBatch)
    {
    }

    Result<void> fill(RowRange rows, std::byte* to) const override
    {
        const auto batch = m_head->rows(rows);
        if (!batch)
            return tl::unexpected(batch.error());
        for (std::size_t i = 0; i < rows.size(); ++i)
            to = fillRow(*batch, i, to);
        return batch->intact() && isIntact() ? Result<void>() : fileChanged();
    }

protected:
    virtual std::byte* fillRow(const RowBatch& batch, std::size_t rowOfBatch, std::byte* to) const = 0;
    virtual bool isIntact() const { return true; }
    const RowSorter& sorter() const { return m_sorter; }

private:
    std::shared_ptr<const HeadRows> m_head;
    RowSorter m_sorter;
};

class ProbabilityFiller : public HeadFiller
{
public:
    ProbabilityFiller(std::shared_ptr<const HeadRows> head, const RowBatch& anyBatch, Element element)
        : HeadFiller(std::move(head), anyBatch)
        , m_element(element)
    {
    }

protected:
    std::byte* fillRow(const RowBatch& batch, std::size_t rowOfBatch, std::byte* to) const override
    {
        std::vector<double> numbers(batch.keyCount);
        const auto* stored = std::get_if<StoredRows>(&batch.data);
        if (stored != nullptr && stored->measure == Source::Probabilities)
            stored->matrix.decodeRow(rowOfBatch, numbers.data());
        else
            softmax(batch, rowOfBatch, numbers);
        for (const double x : numbers)
            to = putReal(x, m_element, to);
        return to;
    }

private:
    void softmax(const RowBatch& batch, std::size_t rowOfBatch, std::vector<double>& numbers) const
    {
        SortedRow row;
        sorter().sort(batch, rowOfBatch, row);
        if (row.state == RowState::Undefined)
            for (std::size_t key = 0; key < numbers.size(); ++key)
                numbers[key] = batch.allowed.allows(rowOfBatch, key) ? std::numeric_limits<double>::quiet_NaN() : 0;
        if (row.state != RowState::Valid)
            return;
        for (std::size_t place = 0; place < row.size(); ++place)
            numbers[row.keys[place]] = row.weights[place] / row.total();
    }

    Element m_element;
};

class KeptFiller : public HeadFiller
{
public:
    KeptFiller(std::shared_ptr<const HeadRows> head, const RowBatch& anyBatch, PreparedRule rule, KeptRequest request)
        : HeadFiller(std::move(head), anyBatch)
        , m_rule(std::move(rule))
        , m_request(std::move(request))
    {
    }

protected:
    std::byte* fillRow(const RowBatch& batch, std::size_t rowOfBatch, std::byte* to) const override
    {
        std::vector<std::uint32_t> keys;
        SortedRow row;
        sorter().sort(batch, rowOfBatch, row);
        if (row.state == RowState::Valid) {
            const Choice choice = chooseKeys(row, m_rule, batch.rows.begin + rowOfBatch);
            for (const std::uint32_t place : choice.shown.kept())
                keys.push_back(row.keys[place]);
            if (choice.isAmbiguous())
                ++*m_request.ambiguous;
        }
        return m_request.form == KeptForm::Indices ? putIndices(keys, to) : putMarks(keys, to);
    }
    bool isIntact() const override { return !m_rule.marks || m_rule.marks->intact(); }

private:
    std::byte* putIndices(const std::vector<std::uint32_t>& keys, std::byte* to) const
    {
        for (std::size_t i = 0; i < m_request.columns; ++i)
            to = put<std::int32_t, std::uint32_t>(i < keys.size() ? static_cast<std::int32_t>(keys[i]) : -1, to);
        return to;
    }

    std::byte* putMarks(const std::vector<std::uint32_t>& keys, std::byte* to) const
    {
        std::memset(to, 0, m_request.columns);
        for (const std::uint32_t key : keys)
            to[key] = std::byte{1};
        return to + m_request.columns;
    }

    PreparedRule m_rule;
    KeptRequest m_request;
};

struct OpenedHead
{
    std::shared_ptr<const HeadRows> rows;
    RowBatch anyBatch;
};

Result<OpenedHead> openHead(const Capture& capture, const HeadId& id)
{
    auto rows = capture.rows(id);
    if (!rows)
        return tl::unexpected(rows.error());
    auto batch = (*rows)->rows({0, 0});
    if (!batch)
        return tl::unexpected(batch.error());
    return OpenedHead{std::move(*rows), std::move(*batch)};
}

struct Budget
{
    std::size_t keyCount;

    std::optional<std::size_t> operator()(const TopK& rule) const { return std::min(rule.k, keyCount); }
    std::optional<std::size_t> operator()(const ForcedTopK& rule) const { return std::min(rule.k, keyCount); }
    std::optional<std::size_t> operator()(const Window& rule) const
    {
        return rule.recent >= keyCount ? keyCount : std::min(keyCount, rule.recent + std::min(rule.sinks, keyCount));
    }
    template <typename Other>
    std::optional<std::size_t> operator()(const Other&) const
    {
        return std::nullopt;
    }
};

}

MatrixMaker probabilityRows(const Capture& capture, const HeadInfo& head, Element element)
{
    return [&capture, id = head.id, element](Work&) -> Result<std::unique_ptr<RowFiller>> {
        auto opened = openHead(capture, id);
        if (!opened)
            return tl::unexpected(opened.error());
        return std::make_unique<ProbabilityFiller>(std::move(opened->rows), opened->anyBatch, element);
    };
}

std::optional<std::size_t> budgetOf(const Rule& rule, std::size_t keyCount)
{
    return std::visit(Budget{keyCount}, rule);
}

MatrixMaker keptRows(const Capture& capture, const HeadInfo& head, const KeptRequest& request)
{
    return [&capture, head, request](Work& work) -> Result<std::unique_ptr<RowFiller>> {
        auto rule = request.rule->forHead(head, {}, work);
        if (!rule)
            return tl::unexpected(rule.error());
        auto opened = openHead(capture, head.id);
        if (!opened)
            return tl::unexpected(opened.error());
        return std::make_unique<KeptFiller>(std::move(opened->rows), opened->anyBatch, std::move(*rule), request);
    };
}

}
