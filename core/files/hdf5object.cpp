// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5object.h"

namespace core {

namespace {

constexpr std::size_t mostBlocks = 1000; // of one header
constexpr std::size_t mostMessages = 1'000'000;

struct Block
{
    std::uint64_t at = 0;
    std::uint64_t size = 0;
};

/// How messages of a header are written.
struct Form
{
    std::uint64_t version = 1;
    bool numbered = false; ///< each has a number of creation

    std::uint64_t prefix() const { return version == 1 ? 8 : numbered ? 6 : 4; }
};

class ObjectReader
{
public:
    explicit ObjectReader(const Hdf5Bytes& file)
        : m_file(file)
    {
    }

    Hdf5Object read(std::uint64_t address)
    {
        m_blocks.push_back(m_file.from(address).text(0, 4) == "OHDR" ? secondVersion(address) : firstVersion(address));
        for (std::size_t i = 0; i < m_blocks.size(); ++i) {
            if (i == mostBlocks)
                throw Hdf5Refused{ErrorCode::TooLarge, "an object has more than 1000 blocks of description"};
            readBlock(m_blocks[i]);
        }
        return std::move(m_object);
    }

private:
    Block firstVersion(std::uint64_t address)
    {
        const auto header = m_file.part(address, 16);
        if (header.number(0, 1) != 1)
            throw Hdf5Refused{ErrorCode::Malformed, "an object has a description of an unknown version"};
        return {address + 16, header.number(8, 4)};
    }

    Block secondVersion(std::uint64_t address)
    {
        const auto header = m_file.from(address);
        if (header.number(4, 1) != 2)
            throw Hdf5Refused{ErrorCode::Malformed, "an object has a description of an unknown version"};
        const auto flags = header.number(5, 1);
        m_form = {2, (flags & 4) != 0};
        std::uint64_t at = 6;
        at += (flags & 0x20) != 0 ? 16 : 0; // times
        at += (flags & 0x10) != 0 ? 4 : 0; // when attributes move elsewhere
        const std::uint64_t width = std::uint64_t{1} << (flags & 3);
        return {address + at + width, header.number(at, width)};
    }

    void readBlock(const Block& block)
    {
        const auto bytes = m_file.part(block.at, block.size);
        const std::uint64_t prefix = m_form.prefix();
        for (std::uint64_t at = 0; at + prefix <= bytes.size();) {
            const bool first = m_form.version == 1;
            const auto kind = bytes.number(at, first ? 2 : 1);
            const auto size = bytes.number(at + (first ? 2 : 1), 2);
            const auto flags = bytes.number(at + (first ? 4 : 3), 1);
            add({static_cast<Hdf5Message>(kind), (flags & 2) != 0, bytes.part(at + prefix, size)});
            at += prefix + size;
        }
    }

    void add(const Hdf5Object::Entry& entry)
    {
        if (entry.kind == Hdf5Message::Continuation)
            m_blocks.push_back(continuation(entry.bytes));
        if (m_object.messages.size() == mostMessages)
            throw Hdf5Refused{ErrorCode::TooLarge, "an object has more than a million messages"};
        m_object.messages.push_back(entry);
    }

    Block continuation(const Hdf5Bytes& message) const
    {
        const Block block{message.number(0, 8), message.number(8, 8)};
        if (m_form.version == 1)
            return block;
        m_file.part(block.at, block.size).expect("OCHK", "continued description");
        if (block.size < 8) // signature and checksum
            throw Hdf5Refused{ErrorCode::Malformed, "a continued description is too short"};
        return {block.at + 4, block.size - 8};
    }

    const Hdf5Bytes& m_file;
    Form m_form;
    std::vector<Block> m_blocks;
    Hdf5Object m_object;
};

/// The members of a group in its older form: a tree of nodes of symbols, and a heap of their names.
class SymbolReader
{
public:
    SymbolReader(const Hdf5Bytes& file, const Hdf5Bytes& message)
        : m_file(file)
        , m_tree(message.number(0, 8))
        , m_names(heapOf(file, message.number(8, 8)))
    {
    }

    Hdf5Group read()
    {
        readTree(m_tree, 0);
        return std::move(m_group);
    }

private:
    static Hdf5Bytes heapOf(const Hdf5Bytes& file, std::uint64_t address)
    {
        const auto heap = file.part(address, 32);
        heap.expect("HEAP", "heap of names");
        return file.part(heap.number(24, 8), heap.number(8, 8));
    }

    void readTree(std::uint64_t address, std::size_t depth)
    {
        constexpr std::size_t deepest = 32;
        if (depth > deepest || ++m_nodes > mostMessages)
            throw Hdf5Refused{ErrorCode::Malformed, "a group has an endless tree of names"};
        const auto node = m_file.from(address);
        node.expect("TREE", "tree of names");
        const auto level = node.number(5, 1);
        const auto count = node.number(6, 2);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto child = node.number(24 + 8 + 16 * i, 8);
            if (level == 0)
                readSymbols(child);
            else
                readTree(child, depth + 1);
        }
    }

    void readSymbols(std::uint64_t address)
    {
        const auto node = m_file.from(address);
        node.expect("SNOD", "node of names");
        const auto count = node.number(6, 2);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto entry = node.part(8 + 40 * i, 40);
            const std::string name(m_names.textAt(entry.number(0, 8)));
            const bool soft = entry.number(16, 4) == 2;
            if (m_group.links.size() + m_group.others.size() == mostMessages)
                throw Hdf5Refused{ErrorCode::TooLarge, "a group has more than a million members"};
            if (soft)
                m_group.others.push_back(name);
            else
                m_group.links.push_back({name, entry.number(8, 8)});
        }
    }

    const Hdf5Bytes& m_file;
    std::uint64_t m_tree;
    Hdf5Bytes m_names;
    std::size_t m_nodes = 0;
    Hdf5Group m_group;
};

void addLink(const Hdf5Bytes& message, Hdf5Group& group)
{
    if (message.number(0, 1) != 1)
        throw Hdf5Refused{ErrorCode::Malformed, "a link is of an unknown version"};
    const auto flags = message.number(1, 1);
    std::uint64_t at = 2;
    const auto kind = (flags & 8) != 0 ? message.number(at++, 1) : 0;
    at += (flags & 4) != 0 ? 8 : 0; // number of creation
    at += (flags & 16) != 0 ? 1 : 0; // character set
    const std::uint64_t width = std::uint64_t{1} << (flags & 3);
    const auto length = message.number(at, width);
    const std::string name(message.text(at + width, length));
    if (kind == 0)
        group.links.push_back({name, message.number(at + width + length, 8)});
    else
        group.others.push_back(name);
}

}

const Hdf5Bytes* Hdf5Object::find(Hdf5Message kind) const
{
    for (const auto& message : messages) {
        if (message.kind == kind && message.shared)
            throw Hdf5Refused{ErrorCode::Unsupported, "it has a type or shape that is stored elsewhere"};
        if (message.kind == kind)
            return &message.bytes;
    }
    return nullptr;
}

Hdf5Object readHdf5Object(const Hdf5Bytes& file, std::uint64_t address)
{
    return ObjectReader(file).read(address);
}

Hdf5Group readHdf5Group(const Hdf5Bytes& file, const Hdf5Object& object)
{
    if (const auto* const symbols = object.find(Hdf5Message::SymbolTable))
        return SymbolReader(file, *symbols).read();
    if (const auto* const info = object.find(Hdf5Message::LinkInfo)) {
        const std::uint64_t at = (info->number(1, 1) & 1) != 0 ? 10 : 2;
        if (info->number(at, 8) != hdf5NoAddress)
            throw Hdf5Refused{
                ErrorCode::Unsupported, "its members are listed in the form of later versions of the library"};
    }
    Hdf5Group group;
    for (const auto& message : object.messages)
        if (message.kind == Hdf5Message::Link)
            addLink(message.bytes, group);
    return group;
}

}
