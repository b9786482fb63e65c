// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/maskfile.h"

#include <algorithm>

#include <fmt/format.h>

#include "files/dumpfile.h"
#include "files/utf8.h"

namespace core {

namespace {

tl::unexpected<Error> refused(const std::string& path, const std::string& reason, const std::string& advice)
{
    return failure(ErrorCode::BadRequest, fmt::format("failed to use the mask {}: {}", inQuotes(path), reason), advice);
}

tl::unexpected<Error> changed(const std::string& path)
{
    return failure(ErrorCode::FileChanged,
        fmt::format("failed to use the mask {}: the file shrank or was written to meanwhile", inQuotes(path)),
        "Start again.");
}

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    return fmt::format("{}", fmt::join(shape, " x "));
}

/// Rows of one head's mask.
class MaskMarks : public MarkedKeys
{
public:
    MaskMarks(const StoredMatrix& matrix, std::shared_ptr<const Bytes> bytes)
        : m_matrix(matrix)
        , m_bytes(std::move(bytes))
    {
    }

    std::vector<double> numbers(std::size_t row, KeyRange keys) const
    {
        std::vector<double> numbers(keys.size());
        decode(m_matrix.data + static_cast<std::ptrdiff_t>(row) * m_matrix.rowStride
                + static_cast<std::ptrdiff_t>(keys.begin) * m_matrix.columnStride,
            m_matrix.columnStride, keys.size(), m_matrix.element, m_matrix.order, numbers.data());
        return numbers;
    }

    std::vector<Membership> marks(std::size_t row, KeyRange keys) const override
    {
        const std::vector<double> stored = numbers(row, keys);
        std::vector<Membership> result(keys.size());
        std::ranges::transform(
            stored, result.begin(), [](double x) { return x == 1 ? Membership::Kept : Membership::Dropped; });
        return result;
    }
    bool countIsKnown() const override { return true; }
    bool intact() const override { return m_bytes->intact(); }

private:
    StoredMatrix m_matrix;
    std::shared_ptr<const Bytes> m_bytes;
};

std::size_t headsBeside(const Capture& capture, const HeadInfo& head)
{
    return static_cast<std::size_t>(std::ranges::count_if(capture.heads(), [&](const HeadInfo& other) {
        return other.id.group == head.id.group && other.id.layer == head.id.layer && other.id.item == head.id.item
            && other.id.source == head.id.source;
    }));
}

}

Result<MaskFile> MaskFile::open(const std::string& path)
{
    auto file = openDump(path);
    if (!file)
        return tl::unexpected(file.error());
    if (file->container != "npy" && file->container != "safetensors")
        return failure(ErrorCode::Unsupported,
            fmt::format("failed to use the mask {}: it is a file of kind {}", inQuotes(path), file->container),
            "Save the mask as npy or safetensors.");
    const auto named = std::ranges::find_if(file->tensors, [](const Tensor& tensor) { return tensor.name == "mask"; });
    if (named == file->tensors.end() && file->tensors.size() != 1)
        return refused(path, fmt::format("it holds {} tensors and none is named 'mask'", file->tensors.size()),
            "Name the tensor 'mask', or leave it alone in the file.");
    Tensor tensor = named == file->tensors.end() ? file->tensors.front() : *named;
    if (tensor.shape.size() != 2 && tensor.shape.size() != 3)
        return refused(path, fmt::format("its shape is {}", tensor.shape.empty() ? "empty" : shapeText(tensor.shape)),
            "A mask is query x key, or head x query x key.");
    return MaskFile(path, std::move(tensor));
}

Result<void> MaskFile::checkShape(const Capture& capture, const HeadInfo& head) const
{
    std::vector<std::uint64_t> wanted{head.rowCount, head.keyCount};
    if (m_tensor.shape.size() == 3)
        wanted.insert(wanted.begin(), headsBeside(capture, head));
    if (m_tensor.shape != wanted)
        return refused(m_path,
            fmt::format("its shape is {}, and {} needs {}", shapeText(m_tensor.shape), head.name, shapeText(wanted)),
            "Choose the heads that it fits, or make a mask of this shape.");
    // Heads count within their layer; a dump may hold some of them only.
    if (m_tensor.shape.size() == 3 && head.id.head.value >= m_tensor.shape[0])
        return refused(m_path,
            fmt::format("it has {} heads and none of number {}", m_tensor.shape[0], head.id.head.value),
            "Give every head of the layer a mask.");
    return {};
}

Result<std::shared_ptr<const MarkedKeys>> MaskFile::forHead(
    const Capture& capture, const HeadInfo& head, const std::vector<std::size_t>& rows) const
{
    if (const auto fits = checkShape(capture, head); !fits)
        return tl::unexpected(fits.error());
    const std::size_t queryAxis = m_tensor.shape.size() - 2;
    StoredMatrix matrix;
    matrix.element = m_tensor.element;
    matrix.order = m_tensor.order;
    matrix.data = m_tensor.data;
    if (queryAxis == 1)
        matrix.data += static_cast<std::ptrdiff_t>(head.id.head.value) * m_tensor.strides[0];
    matrix.rowStride = m_tensor.strides[queryAxis];
    matrix.columnStride = m_tensor.strides[queryAxis + 1];
    matrix.rows = head.rowCount;
    matrix.columns = head.keyCount;
    const auto marks = std::make_shared<const MaskMarks>(matrix, m_tensor.bytes);
    const std::size_t count = rows.empty() ? head.rowCount : rows.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = rows.empty() ? i : rows[i];
        const std::vector<double> numbers = marks->numbers(row, {0, head.keyCount});
        const auto odd = std::ranges::find_if(numbers, [](double x) { return !(x == 0 || x == 1); });
        if (odd != numbers.end())
            return refused(m_path,
                fmt::format("row {}, key {} of {} is {}", row, odd - numbers.begin(), head.name, *odd),
                "Every element has to be 0 or 1.");
    }
    if (!marks->intact())
        return changed(m_path);
    return std::shared_ptr<const MarkedKeys>(marks);
}

Result<std::string> MaskFile::sha256() const
{
    auto hash = sha256Of(m_path);
    if (hash && !m_tensor.bytes->intact())
        return changed(m_path);
    return hash;
}

}
