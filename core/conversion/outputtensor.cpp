// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/outputtensor.h"

#include <algorithm>
#include <limits>

#include "base/chunks.h"

namespace core {

namespace {

constexpr std::uint64_t blockBytes = std::uint64_t{32} << 20U; ///< of rows that are made before they are written

/// Writes matrices one after the other and tells how much of the file is done.
class MatrixWriter
{
public:
    MatrixWriter(std::ostream& out, std::uint64_t total, Work& work)
        : m_out(out)
        , m_total(static_cast<double>(total))
        , m_work(work)
    {
    }

    Result<void> write(const OutputTensor& tensor, const MatrixMaker& make)
    {
        auto preparing = part(0);
        const auto filler = make(preparing);
        if (!filler)
            return tl::unexpected(filler.error());
        const std::uint64_t rowBytes = tensor.rowBytes();
        const std::uint64_t rowsEach = std::clamp<std::uint64_t>(blockBytes / rowBytes, 1, tensor.rows());
        for (std::uint64_t begin = 0; begin < tensor.rows() && m_out; begin += rowsEach) {
            const std::uint64_t count = std::min(rowsEach, tensor.rows() - begin);
            m_block.resize(count * rowBytes);
            auto work = part(m_block.size());
            const auto made = forEachChunk(count, work, [&](RowRange range) {
                return (*filler)->fill(
                    {begin + range.begin, begin + range.end}, m_block.data() + range.begin * rowBytes);
            });
            if (!made)
                return made;
            m_out.write(reinterpret_cast<const char*>(m_block.data()), static_cast<std::streamsize>(m_block.size()));
            m_done += static_cast<double>(m_block.size());
        }
        return {};
    }

    bool takesMore() const { return static_cast<bool>(m_out); }

private:
    Work part(std::uint64_t bytes) const
    {
        return {
            m_work.pool, m_work.progress.part(m_done / m_total, static_cast<double>(bytes) / m_total), m_work.memory};
    }

    std::ostream& m_out;
    double m_total;
    double m_done = 0;
    Work& m_work;
    std::vector<std::byte> m_block;
};

}

Result<std::uint64_t> byteCountOf(const std::vector<OutputTensor>& tensors)
{
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t total = 0;
    for (const OutputTensor& tensor : tensors) {
        std::uint64_t bytes = sizeOf(tensor.element);
        for (const std::uint64_t extent : tensor.shape) {
            if (extent != 0 && bytes > most / extent)
                bytes = most + 1;
            else
                bytes *= extent;
        }
        if (bytes > most - total)
            return failure(ErrorCode::TooLarge, "failed to convert: '" + tensor.name + "' is larger than any file",
                "Choose fewer heads with --layer or --head, or convert Q, K and V as they are.");
        total += bytes;
    }
    return total;
}

Result<void> writeTensors(std::ostream& out, const std::vector<OutputTensor>& tensors, Work& work)
{
    const auto total = byteCountOf(tensors);
    if (!total)
        return tl::unexpected(total.error());
    MatrixWriter writer(out, *total, work);
    for (const OutputTensor& tensor : tensors)
        for (const MatrixMaker& make : tensor.matrices) {
            if (!writer.takesMore())
                return {};
            if (auto written = writer.write(tensor, make); !written)
                return written;
        }
    return {};
}

}
