// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/storedtensors.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "base/filechanged.h"

namespace core {

namespace {

using Guards = std::vector<std::shared_ptr<const Bytes>>;

/// Copies rows of a matrix; what is stored in the other byte order is turned round.
class StoredFiller : public RowFiller
{
public:
    StoredFiller(StoredMatrix matrix, Guards guards)
        : m_matrix(matrix)
        , m_guards(std::move(guards))
    {
    }

    Result<void> fill(RowRange rows, std::byte* to) const override
    {
        const std::size_t size = sizeOf(m_matrix.element);
        for (std::size_t row = rows.begin; row < rows.end; ++row, to += m_matrix.columns * size)
            copyRow(m_matrix.data + static_cast<std::ptrdiff_t>(row) * m_matrix.rowStride, size, to);
        const bool intact = std::all_of(m_guards.begin(), m_guards.end(), [](const auto& x) { return x->intact(); });
        return intact ? Result<void>() : fileChanged();
    }

private:
    void copyRow(const std::byte* from, std::size_t size, std::byte* to) const
    {
        const bool asIs = m_matrix.order == ByteOrder::Little || size == 1;
        if (asIs && m_matrix.columnStride == static_cast<std::ptrdiff_t>(size)) {
            std::memcpy(to, from, m_matrix.columns * size);
            return;
        }
        for (std::size_t i = 0; i < m_matrix.columns; ++i, from += m_matrix.columnStride, to += size) {
            std::memcpy(to, from, size);
            if (!asIs)
                std::reverse(to, to + size);
        }
    }

    StoredMatrix m_matrix;
    Guards m_guards;
};

MatrixMaker makerOf(const StoredMatrix& matrix, const Guards& guards)
{
    return [matrix, guards](
               Work&) -> Result<std::unique_ptr<RowFiller>> { return std::make_unique<StoredFiller>(matrix, guards); };
}

/// A tensor of matrices of equal shape, `heads` for each item.
OutputTensor tensorOf(
    std::string name, std::size_t heads, const std::vector<StoredMatrix>& matrices, const std::vector<Guards>& guards)
{
    const StoredMatrix& first = matrices.front();
    OutputTensor tensor{
        std::move(name), first.element, tensorShape(matrices.size() / heads, heads, first.rows, first.columns), {}};
    for (std::size_t i = 0; i < matrices.size(); ++i)
        tensor.matrices.push_back(makerOf(matrices[i], guards[i]));
    return tensor;
}

/// Everything of `all` that stands at the start of a run of `length`.
template <typename T>
std::vector<T> everyNth(const std::vector<T>& all, std::size_t length)
{
    std::vector<T> some;
    for (std::size_t i = 0; i < all.size(); i += length)
        some.push_back(all[i]);
    return some;
}

/// How many heads in a row have the very same V; 1 where that differs.
std::size_t headsPerMatrix(const std::vector<StoredMatrix>& matrices, std::size_t headCount)
{
    std::size_t length = 1;
    while (length < headCount && matrices[length].data == matrices[0].data)
        ++length;
    if (headCount % length != 0)
        return 1;
    for (std::size_t i = 0; i < matrices.size(); ++i)
        if (matrices[i].data != matrices[i / length * length].data)
            return 1;
    return length;
}

const Tensor* tensorNamed(const Capture& capture, const std::string& name)
{
    const auto& tensors = capture.dump().tensors;
    const auto found =
        std::find_if(tensors.begin(), tensors.end(), [&name](const Tensor& tensor) { return tensor.name == name; });
    return found == tensors.end() ? nullptr : &*found;
}

/// The rows of a mask tensor that belong to the items, or its only row.
std::vector<MatrixMaker> maskRows(const Capture& capture, const Tensor& tensor, const std::set<ItemIndex>& items)
{
    StoredMatrix row;
    row.element = tensor.element;
    row.order = tensor.order;
    row.rows = 1;
    row.columns = tensor.shape.back();
    row.columnStride = static_cast<std::ptrdiff_t>(tensor.strides.back());
    std::vector<MatrixMaker> rows;
    const auto& axes = capture.readings()[static_cast<std::size_t>(&tensor - capture.dump().tensors.data())].axes;
    const auto itemAxis = std::find(axes.begin(), axes.end(), "item");
    for (const ItemIndex item : items) {
        row.data = tensor.data;
        if (itemAxis != axes.end())
            row.data += static_cast<std::ptrdiff_t>(item.value)
                * static_cast<std::ptrdiff_t>(tensor.strides[static_cast<std::size_t>(itemAxis - axes.begin())]);
        rows.push_back(makerOf(row, {tensor.bytes}));
        if (itemAxis == axes.end())
            break;
    }
    return rows;
}

}

std::vector<std::uint64_t> tensorShape(std::size_t items, std::size_t heads, std::uint64_t rows, std::uint64_t columns)
{
    if (items == 1)
        return {heads, rows, columns};
    return {items, heads, rows, columns};
}

Result<std::vector<OutputTensor>> storedRows(const Capture& capture, const LayerHeads& layer, const SourceHeads& heads)
{
    std::vector<StoredMatrix> rows, keys;
    std::vector<Guards> guards;
    for (const HeadInfo& head : heads.heads) {
        const auto all = capture.rows(head.id);
        if (!all)
            return tl::unexpected(all.error());
        const auto batch = (*all)->rows({0, head.rowCount});
        if (!batch)
            return tl::unexpected(batch.error());
        guards.push_back(batch->guards);
        if (const auto* factors = std::get_if<FactorRows>(&batch->data)) {
            rows.push_back(factors->queries);
            keys.push_back(factors->keys);
        } else {
            rows.push_back(std::get<StoredRows>(batch->data).matrix);
        }
    }
    const std::string prefix = layerPrefix(layer.group, layer.layer);
    const std::size_t count = heads.headCount();
    if (keys.empty())
        return std::vector{
            tensorOf(prefix + (heads.source() == Source::Scores ? "logits" : "probs"), count, rows, guards)};
    const auto shared = headsPerKvHead(heads);
    if (!shared)
        return tl::unexpected(shared.error());
    return std::vector{tensorOf(prefix + "q", count, rows, guards),
        tensorOf(prefix + "k", count / *shared, everyNth(keys, *shared), everyNth(guards, *shared))};
}

Result<std::vector<OutputTensor>> storedValues(const Capture& capture, const LayerHeads& layer)
{
    // Sources of a layer may differ in shape; V belongs to the preferred one that it fits.
    for (auto heads = layer.sources.rbegin(); heads != layer.sources.rend(); ++heads) {
        if (!heads->heads.front().hasValues)
            continue;
        std::vector<StoredMatrix> values;
        std::vector<Guards> guards;
        for (const HeadInfo& head : heads->heads) {
            const auto rows = capture.rows(head.id);
            if (!rows)
                return tl::unexpected(rows.error());
            const auto batch = (*rows)->rows({0, 0});
            if (!batch)
                return tl::unexpected(batch.error());
            values.push_back(*(*rows)->values());
            guards.push_back(batch->guards);
        }
        const std::size_t each = headsPerMatrix(values, heads->headCount());
        return std::vector{tensorOf(layerPrefix(layer.group, layer.layer) + "v", heads->headCount() / each,
            everyNth(values, each), everyNth(guards, each))};
    }
    return std::vector<OutputTensor>();
}

std::vector<OutputTensor> storedMasks(const Capture& capture, const std::vector<LayerHeads>& layers)
{
    std::map<std::string, std::string> groups; // of each mask, the first group that has it
    std::set<ItemIndex> items;
    for (const LayerHeads& layer : layers)
        for (const SourceHeads& heads : layer.sources)
            for (const HeadInfo& head : heads.heads) {
                items.insert(head.id.item);
                if (!head.origin.mask.empty())
                    groups.emplace(head.origin.mask, head.id.group);
            }
    std::vector<OutputTensor> masks;
    for (const auto& [name, group] : groups) {
        const Tensor* tensor = tensorNamed(capture, name);
        if (tensor == nullptr)
            continue;
        const std::string prefix = groups.size() > 1 && !group.empty() ? group + "." : "";
        auto rows = maskRows(capture, *tensor, items);
        masks.push_back({prefix + "attention_mask", tensor->element, {rows.size(), 1, tensor->shape.back()}, rows});
    }
    return masks;
}

}
