// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5chunks.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>

namespace core {

namespace {

constexpr std::uint64_t mostOfDeflate = 1032; // its format cannot make more of a byte
constexpr std::uint64_t checksumBytes = 4;
enum FilterId : std::uint64_t { Deflate = 1, Shuffle = 2, Fletcher32 = 3 };

[[noreturn]] void malformed(const char* reason)
{
    throw Hdf5Refused{ErrorCode::Malformed, reason};
}

/// The filters that were applied, first one first.
std::vector<std::uint64_t> filtersOf(const Hdf5Bytes* message)
{
    std::vector<std::uint64_t> filters;
    if (message == nullptr)
        return filters;
    const auto version = message->number(0, 1);
    if (version != 1 && version != 2)
        malformed("its filters are of an unknown version");
    const auto count = message->number(1, 1);
    std::uint64_t at = version == 1 ? 8 : 2;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto id = message->number(at, 2);
        const bool named = version == 1 || id >= 256;
        const auto nameBytes = named ? message->number(at + 2, 2) : 0;
        at += named ? 4 : 2;
        const auto values = message->number(at + 2, 2);
        at += 4 + nameBytes + 4 * values + (version == 1 && values % 2 != 0 ? 4 : 0);
        if (id != Deflate && id != Shuffle && id != Fletcher32)
            throw Hdf5Refused{ErrorCode::Unsupported,
                fmt::format("its chunks are stored with filter {}; deflate, shuffle and fletcher32 are read", id)};
        filters.push_back(id);
    }
    return filters;
}

std::vector<std::byte> inflated(std::span<const std::byte> packed, std::uint64_t size)
{
    if (size / mostOfDeflate > packed.size())
        malformed("a chunk is said to hold more than its compressed bytes can");
    std::vector<std::byte> bytes(size);
    auto got = static_cast<uLongf>(size);
    const int result = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &got,
        reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size()));
    if (result != Z_OK || got != size)
        malformed("a chunk does not inflate to its size");
    return bytes;
}

/// First bytes of all elements, then second bytes ...
std::vector<std::byte> unshuffled(const std::vector<std::byte>& bytes, std::size_t elementSize)
{
    const std::size_t count = bytes.size() / elementSize;
    std::vector<std::byte> elements(bytes.size());
    for (std::size_t byte = 0; byte < elementSize; ++byte)
        for (std::size_t i = 0; i < count; ++i)
            elements[i * elementSize + byte] = bytes[byte * count + i];
    return elements;
}

/// How large a chunk is and how many there are.
struct ChunkGrid
{
    std::vector<std::uint64_t> extents; ///< of a chunk
    std::vector<std::uint64_t> counts; ///< of chunks
    std::uint64_t bytes = 0; ///< of a chunk
    std::uint64_t number = 1; ///< of chunks; at most as many as elements
};

ChunkGrid gridOf(const Hdf5Chunked& dataset)
{
    const auto& layout = dataset.layout;
    const std::size_t axes = dataset.shape.size();
    if (axes == 0 || layout.number(2, 1) != axes + 1 || layout.number(11 + 4 * axes, 4) != dataset.elementSize)
        malformed("its chunks are of another shape than its array");
    constexpr std::uint64_t largestChunk = std::uint64_t{1} << 32; // what the format allows
    ChunkGrid grid;
    grid.bytes = dataset.elementSize;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto extent = layout.number(11 + 4 * axis, 4);
        if (extent == 0 || grid.bytes > largestChunk / extent)
            malformed("its chunks have no possible size");
        grid.bytes *= extent;
        grid.extents.push_back(extent);
        const auto whole = dataset.shape[axis] / extent;
        grid.counts.push_back(dataset.shape[axis] % extent == 0 ? whole : whole + 1);
        grid.number *= grid.counts.back();
    }
    constexpr std::uint64_t smallChunk = std::uint64_t{1} << 26; // larger ones must not be mostly outside the array
    if (grid.bytes > std::max(dataset.byteCount, smallChunk))
        malformed("its chunks are larger than its array");
    return grid;
}

struct Chunk
{
    std::vector<std::uint64_t> corner; ///< of its first element
    std::uint64_t storedSize = 0;
    std::uint64_t skipped = 0; ///< a bit per filter that was not applied
    std::uint64_t address = 0;
};

class ChunkReader
{
public:
    ChunkReader(const Hdf5Bytes& file, const Hdf5Chunked& dataset)
        : m_file(file)
        , m_dataset(dataset)
        , m_filters(filtersOf(dataset.filters))
        , m_grid(gridOf(dataset))
        , m_left(m_grid.number)
    {
    }

    std::vector<std::byte> read()
    {
        const auto tree = m_dataset.layout.number(3, 8);
        if (m_dataset.byteCount == 0)
            return {};
        if (tree == hdf5NoAddress)
            throw Hdf5Refused{ErrorCode::Unsupported, "it was never written"};
        readTree(tree, 0);
        if (m_left != 0)
            throw Hdf5Refused{ErrorCode::Unsupported, fmt::format("{} of its chunks were never written", m_left)};
        return std::move(m_array);
    }

private:
    std::size_t axes() const { return m_dataset.shape.size(); }

    void readTree(std::uint64_t address, std::size_t depth)
    {
        constexpr std::size_t deepest = 32;
        const auto node = m_file.from(address);
        node.expect("TREE", "tree of chunks");
        const auto level = node.number(5, 1);
        const auto count = node.number(6, 2);
        const std::uint64_t keyBytes = 8 + 8 * (axes() + 1);
        // An inner node whose levels don't fall would be visited for ever.
        if (node.number(4, 1) != 1 || depth > deepest || (depth > 0 && level >= m_level))
            malformed("its tree of chunks is endless or none");
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t at = 24 + i * (keyBytes + 8);
            m_level = level;
            if (level > 0)
                readTree(node.number(at + keyBytes, 8), depth + 1);
            else
                readChunk(chunkOf(node.part(at, keyBytes + 8)));
        }
    }

    Chunk chunkOf(const Hdf5Bytes& entry) const
    {
        Chunk chunk;
        chunk.storedSize = entry.number(0, 4);
        chunk.skipped = entry.number(4, 4);
        for (std::size_t axis = 0; axis < axes(); ++axis)
            chunk.corner.push_back(entry.number(8 + 8 * axis, 8));
        chunk.address = entry.number(8 + 8 * (axes() + 1), 8);
        return chunk;
    }

    void readChunk(const Chunk& chunk)
    {
        std::uint64_t place = 0;
        for (std::size_t axis = 0; axis < axes(); ++axis) {
            if (chunk.corner[axis] % m_grid.extents[axis] != 0 || chunk.corner[axis] >= m_dataset.shape[axis])
                malformed("a chunk lies outside its array");
            place = place * m_grid.counts[axis] + chunk.corner[axis] / m_grid.extents[axis];
        }
        const auto bytes = unfiltered(chunk);
        // Only after a chunk was there: an array of nothing costs nothing.
        if (m_array.empty()) {
            m_array.resize(m_dataset.byteCount);
            m_seen.resize(m_left);
        }
        if (m_seen[place])
            malformed("a chunk stands twice in its tree");
        m_seen[place] = true;
        --m_left;
        copy(bytes, chunk.corner);
    }

    std::vector<std::byte> unfiltered(const Chunk& chunk) const
    {
        const auto stored = m_file.part(chunk.address, chunk.storedSize).span();
        std::vector<std::byte> bytes(stored.begin(), stored.end());
        for (std::size_t i = m_filters.size(); i-- > 0;) {
            if ((chunk.skipped >> i & 1) != 0)
                continue;
            if (m_filters[i] == Deflate)
                bytes = inflated(bytes, m_grid.bytes + checksumsWithin(i, chunk));
            else if (m_filters[i] == Shuffle)
                bytes = unshuffled(bytes, m_dataset.elementSize);
            else
                bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), checksumBytes));
        }
        if (bytes.size() != m_grid.bytes)
            malformed("a chunk has another size than its shape");
        return bytes;
    }

    /// Bytes of checksums that were added before filter `i`.
    std::uint64_t checksumsWithin(std::size_t i, const Chunk& chunk) const
    {
        std::uint64_t bytes = 0;
        for (std::size_t before = 0; before < i; ++before)
            if (m_filters[before] == Fletcher32 && (chunk.skipped >> before & 1) == 0)
                bytes += checksumBytes;
        return bytes;
    }

    /// Those of a chunk's rows that lie inside the array.
    void copy(const std::vector<std::byte>& bytes, const std::vector<std::uint64_t>& corner)
    {
        const std::size_t last = axes() - 1;
        const auto rowElements = std::min(m_grid.extents[last], m_dataset.shape[last] - corner[last]);
        const std::uint64_t rows = m_grid.bytes / m_dataset.elementSize / m_grid.extents[last];
        for (std::uint64_t row = 0; row < rows; ++row) {
            std::uint64_t rest = row, to = 0, stride = m_dataset.shape[last];
            bool inside = true;
            for (std::size_t axis = last; axis-- > 0;) {
                const auto at = corner[axis] + rest % m_grid.extents[axis];
                rest /= m_grid.extents[axis];
                inside = inside && at < m_dataset.shape[axis];
                to += at * stride;
                stride *= m_dataset.shape[axis];
            }
            if (inside)
                std::memcpy(m_array.data() + (to + corner[last]) * m_dataset.elementSize,
                    bytes.data() + row * m_grid.extents[last] * m_dataset.elementSize,
                    rowElements * m_dataset.elementSize);
        }
    }

    const Hdf5Bytes& m_file;
    const Hdf5Chunked& m_dataset;
    std::vector<std::uint64_t> m_filters;
    ChunkGrid m_grid;
    std::uint64_t m_left; ///< chunks not read yet
    std::uint64_t m_level = 0;
    std::vector<bool> m_seen;
    std::vector<std::byte> m_array;
};

}

std::uint64_t bytesOfChunks(const Hdf5Chunked& dataset)
{
    const ChunkGrid grid = gridOf(dataset);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return grid.number > most / grid.bytes ? most : grid.number * grid.bytes;
}

std::vector<std::byte> readHdf5Chunks(const Hdf5Bytes& file, const Hdf5Chunked& dataset)
{
    return ChunkReader(file, dataset).read();
}

}
