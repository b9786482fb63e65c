// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/jsondump.h"

#include <bit>
#include <limits>
#include <optional>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "files/jsonscanner.h"
#include "files/layout.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

struct TooMany
{
    std::string reason;
};

/// Numbers that were read from text. As OwnedBytes, they hold for the file they were read from.
class NumberBytes : public Bytes
{
public:
    NumberBytes(std::vector<double> numbers, std::shared_ptr<const Bytes> source)
        : m_numbers(std::move(numbers))
        , m_source(std::move(source))
    {
    }
    std::span<const std::byte> span() const override { return std::as_bytes(std::span(m_numbers)); }
    bool intact() const override { return m_source->intact(); }

private:
    std::vector<double> m_numbers;
    std::shared_ptr<const Bytes> m_source;
};

/// A list of lists while it is read: every list of one level has the same length.
struct Grid
{
    std::vector<double> numbers;
    std::vector<std::optional<std::uint64_t>> lengths; ///< by level, known once a list of it has ended
    bool hasNumbers = false; ///< then the last level holds them
};

class DumpReader
{
public:
    DumpReader(const FilePart& part, const std::string& loneName, const JsonDumpLimits& limits)
        : m_scanner(part.text(), limits.depth)
        , m_source(part.bytes)
        , m_loneName(loneName)
        , m_limits(limits)
    {
    }

    DumpContent content()
    {
        readValue({}, 0);
        if (m_scanner.next() != JsonToken::End)
            m_scanner.refuse("something follows its value");
        return std::move(m_content);
    }

private:
    /// The value that comes next; `depth` counts the keys and numbers of its path.
    void readValue(const std::string& path, std::size_t depth)
    {
        const char leaf = m_scanner.firstInLists();
        const std::size_t begin = m_scanner.place();
        const JsonToken token = m_scanner.next();
        if (token == JsonToken::BeginObject)
            return readObject(path, depth);
        if (token != JsonToken::BeginList)
            return addScalar(token, path, depth, begin);
        if (leaf == '{')
            return readItems(path, depth);
        if (leaf == '"') {
            skipList();
            return addMetadata(path, depth, begin);
        }
        const std::size_t axes = addTensor(path);
        if (axes == 1)
            addMetadata(path, depth, begin);
    }

    void readObject(const std::string& path, std::size_t depth)
    {
        std::unordered_set<std::string> keys;
        while (m_scanner.next() == JsonToken::Key) {
            const std::string key = m_scanner.text();
            if (!keys.insert(key).second)
                m_scanner.refuse("the key " + inQuotes(key) + " stands twice");
            if (key.find('\0') != std::string::npos)
                m_scanner.refuse("a key has a zero byte in it");
            readValue(counted(path.empty() ? key : path + '.' + key), depth + 1);
        }
    }

    /// A list of objects, or of lists of them.
    void readItems(const std::string& path, std::size_t depth)
    {
        for (std::size_t i = 0;; ++i) {
            const JsonToken token = m_scanner.next();
            if (token == JsonToken::EndList)
                return;
            const std::string item = counted(path + fmt::format("[{}]", i));
            switch (token) {
            case JsonToken::BeginObject:
                readObject(item, depth + 1);
                break;
            case JsonToken::BeginList:
                readItems(item, depth + 1);
                break;
            default:
                m_scanner.refuse(inQuotes(item) + " stands among objects and is none");
            }
        }
    }

    std::string counted(std::string path)
    {
        m_pathBytes += path.size();
        if (m_pathBytes > m_limits.pathBytes)
            throw TooMany{fmt::format("the paths in its JSON take more than {} bytes", m_limits.pathBytes)};
        return path;
    }

    void skipList()
    {
        for (std::size_t open = 1; open > 0;) {
            const JsonToken token = m_scanner.next();
            if (token == JsonToken::BeginList || token == JsonToken::BeginObject)
                ++open;
            else if (token == JsonToken::EndList || token == JsonToken::EndObject)
                --open;
        }
    }

    void addScalar(JsonToken token, const std::string& path, std::size_t depth, std::size_t begin)
    {
        if (token == JsonToken::Text && depth == 1)
            m_content.metadata[path] = m_scanner.text();
        else if (token != JsonToken::Null)
            addMetadata(path, depth, begin);
    }

    /// What was read since `begin`, as it is written.
    void addMetadata(const std::string& path, std::size_t depth, std::size_t begin)
    {
        if (depth != 1)
            return;
        const auto text = m_scanner.between(begin, m_scanner.place());
        m_content.metadata[path] = std::string(text.substr(text.find_first_not_of(" \t\r\n")));
    }

    /// Returns the number of axes.
    std::size_t addTensor(const std::string& path)
    {
        const std::string name = path.empty() ? m_loneName : path;
        Grid grid;
        readLevel(grid, 0, name);
        if (m_content.tensors.size() == m_limits.tensors)
            throw TooMany{fmt::format("its JSON has more than {} lists of numbers", m_limits.tensors)};
        if (!m_names.insert(name).second)
            m_scanner.refuse("two lists of numbers would be named " + inQuotes(name));
        std::vector<std::uint64_t> shape;
        for (const auto& length : grid.lengths)
            shape.push_back(*length);
        const auto layout = layoutOf(shape, sizeof(double), AxisOrder::LastFastest);
        if (!layout) // only where an axis has no element
            m_scanner.refuse("the lists of " + inQuotes(name) + " are too many");
        const auto bytes = std::make_shared<NumberBytes>(std::move(grid.numbers), m_source);
        const auto order = std::endian::native == std::endian::little ? ByteOrder::Little : ByteOrder::Big;
        m_content.tensors.push_back(
            {name, Element::F64, order, std::move(shape), layout->strides, bytes, bytes->span().data()});
        return grid.lengths.size();
    }

    /// The items of a list whose bracket was read.
    void readLevel(Grid& grid, std::size_t level, const std::string& name)
    {
        if (level == grid.lengths.size()) {
            if (grid.hasNumbers)
                refuseMixture(name);
            grid.lengths.emplace_back();
        }
        std::uint64_t length = 0;
        for (JsonToken token = m_scanner.next(); token != JsonToken::EndList; token = m_scanner.next()) {
            if (token == JsonToken::BeginList)
                readLevel(grid, level + 1, name);
            else
                addNumber(grid, level, token, name);
            ++length;
        }
        const std::uint64_t first = grid.lengths[level].value_or(length);
        if (first != length)
            m_scanner.refuse(
                fmt::format("{} has lists of {} and of {} entries side by side", inQuotes(name), first, length));
        grid.lengths[level] = length;
    }

    void addNumber(Grid& grid, std::size_t level, JsonToken token, const std::string& name)
    {
        if (level + 1 != grid.lengths.size())
            refuseMixture(name);
        if (++m_numbers > m_limits.numbers)
            throw TooMany{fmt::format("its JSON has more than {} numbers", m_limits.numbers)};
        grid.hasNumbers = true;
        grid.numbers.push_back(numberOf(token, name));
    }

    double numberOf(JsonToken token, const std::string& name) const
    {
        switch (token) {
        case JsonToken::Number:
            return m_scanner.number();
        case JsonToken::True:
            return 1;
        case JsonToken::False:
            return 0;
        case JsonToken::Null:
            return std::numeric_limits<double>::quiet_NaN();
        default:
            m_scanner.refuse(inQuotes(name) + " has something other than numbers in its lists");
        }
    }

    [[noreturn]] void refuseMixture(const std::string& name) const
    {
        m_scanner.refuse(inQuotes(name) + " has numbers and lists side by side");
    }

    JsonScanner m_scanner;
    std::shared_ptr<const Bytes> m_source;
    const std::string& m_loneName;
    JsonDumpLimits m_limits;
    DumpContent m_content;
    std::set<std::string> m_names;
    std::size_t m_numbers = 0;
    std::size_t m_pathBytes = 0;
};

}

Result<DumpContent> readJsonDump(const FilePart& part, const std::string& loneName, const JsonDumpLimits& limits)
{
    try {
        DumpContent content = DumpReader(part, loneName, limits).content();
        if (content.tensors.empty())
            return part.failure(ErrorCode::Unsupported, "it is JSON without a list of numbers",
                "Attention is a list of rows, each a list of numbers, under a key such as \"attention\".");
        return content;
    } catch (const JsonRefused& refused) {
        return part.failure(ErrorCode::Malformed, refused.reason, damaged);
    } catch (const TooMany& refused) {
        return part.failure(ErrorCode::TooLarge, refused.reason, "Save the arrays with numpy.savez or as safetensors.");
    }
}

}
