// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/pickle.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "files/picklemachine.h"

namespace core {

namespace {

using Machine = PickleMachine;

constexpr auto saveAgain = "Save tensors with torch.save as it comes, without another pickle module.";

void protocol(Machine& m)
{
    const auto version = m.number(1);
    if (version < 2 || version > 5)
        throw PickleRefused{
            ErrorCode::Unsupported, fmt::format("its pickle is of protocol {}; 2 to 5 are read", version), saveAgain};
}

/// Two's complement in as few bytes as it needs.
void longNumber(Machine& m)
{
    const auto bytes = m.take(m.number(1));
    if (bytes.size() > sizeof(std::int64_t))
        throw PickleRefused{ErrorCode::Unsupported, "its pickle has a whole number beyond 64 bits", saveAgain};
    std::uint64_t bits = littleEndian(bytes);
    const bool negative = !bytes.empty() && (std::to_integer<unsigned>(bytes.back()) & 0x80u) != 0;
    if (negative && bytes.size() < sizeof bits)
        bits |= ~std::uint64_t{0} << (8 * bytes.size());
    m.pushNumber(static_cast<std::int64_t>(bits));
}

void realNumber(Machine& m)
{
    std::uint64_t bits = 0; // big-endian
    for (const auto byte : m.take(sizeof bits))
        bits = bits << 8 | std::to_integer<std::uint64_t>(byte);
    m.push(std::bit_cast<double>(bits));
}

void namedGlobal(Machine& m)
{
    const auto module = m.line();
    m.pushGlobal({module, m.line()});
}

void markedDict(Machine& m)
{
    const auto items = m.poppedToMark();
    m.push(PickleDict{});
    m.set(items);
}

struct Operation
{
    unsigned char code;
    std::string_view name; ///< as Python's pickletools calls it
    void (*run)(Machine&); ///< null: not read
};

constexpr std::array operations{
    Operation{0x80, "PROTO", protocol},
    Operation{0x95, "FRAME", [](Machine& m) { m.number(8); }},
    Operation{'.', "STOP", [](Machine& m) { m.stopped = true; }},
    Operation{'(', "MARK", [](Machine& m) { m.mark(); }},
    Operation{'0', "POP", [](Machine& m) { m.pop(); }},
    Operation{'1', "POP_MARK", [](Machine& m) { m.poppedToMark(); }},
    Operation{'2', "DUP", [](Machine& m) { m.pushKnown(m.top()); }},
    Operation{'N', "NONE", [](Machine& m) { m.push(PickleNone{}); }},
    Operation{0x88, "NEWTRUE", [](Machine& m) { m.push(true); }},
    Operation{0x89, "NEWFALSE", [](Machine& m) { m.push(false); }},
    Operation{'K', "BININT1", [](Machine& m) { m.pushNumber(static_cast<std::int64_t>(m.number(1))); }},
    Operation{'M', "BININT2", [](Machine& m) { m.pushNumber(static_cast<std::int64_t>(m.number(2))); }},
    Operation{'J', "BININT", [](Machine& m) { m.pushNumber(static_cast<std::int32_t>(m.number(4))); }},
    Operation{0x8a, "LONG1", longNumber},
    Operation{'G', "BINFLOAT", realNumber},
    Operation{'U', "SHORT_BINSTRING", [](Machine& m) { m.push(m.text(m.number(1))); }},
    Operation{'T', "BINSTRING", [](Machine& m) { m.push(m.text(m.number(4))); }},
    Operation{0x8c, "SHORT_BINUNICODE", [](Machine& m) { m.push(m.text(m.number(1))); }},
    Operation{'X', "BINUNICODE", [](Machine& m) { m.push(m.text(m.number(4))); }},
    Operation{0x8d, "BINUNICODE8", [](Machine& m) { m.push(m.text(m.number(8))); }},
    Operation{']', "EMPTY_LIST", [](Machine& m) { m.push(PickleList{}); }},
    Operation{'l', "LIST", [](Machine& m) { m.push(m.poppedToMark()); }},
    Operation{'a', "APPEND", [](Machine& m) { m.append(m.popped(1)); }},
    Operation{'e', "APPENDS", [](Machine& m) { m.append(m.poppedToMark()); }},
    Operation{')', "EMPTY_TUPLE", [](Machine& m) { m.push(PickleList{}); }},
    Operation{'t', "TUPLE", [](Machine& m) { m.push(m.poppedToMark()); }},
    Operation{0x85, "TUPLE1", [](Machine& m) { m.push(m.popped(1)); }},
    Operation{0x86, "TUPLE2", [](Machine& m) { m.push(m.popped(2)); }},
    Operation{0x87, "TUPLE3", [](Machine& m) { m.push(m.popped(3)); }},
    Operation{'}', "EMPTY_DICT", [](Machine& m) { m.push(PickleDict{}); }},
    Operation{'d', "DICT", markedDict},
    Operation{'s', "SETITEM", [](Machine& m) { m.set(m.popped(2)); }},
    Operation{'u', "SETITEMS", [](Machine& m) { m.set(m.poppedToMark()); }},
    Operation{'q', "BINPUT", [](Machine& m) { m.remember(m.number(1)); }},
    Operation{'r', "LONG_BINPUT", [](Machine& m) { m.remember(m.number(4)); }},
    Operation{0x94, "MEMOIZE", [](Machine& m) { m.rememberNext(); }},
    Operation{'h', "BINGET", [](Machine& m) { m.recall(m.number(1)); }},
    Operation{'j', "LONG_BINGET", [](Machine& m) { m.recall(m.number(4)); }},
    Operation{'c', "GLOBAL", namedGlobal},
    Operation{0x93, "STACK_GLOBAL", [](Machine& m) { m.pushGlobalFromStack(); }},
    Operation{'R', "REDUCE", [](Machine& m) { m.pushCall(); }},
    Operation{0x81, "NEWOBJ", [](Machine& m) { m.pushCall(); }},
    Operation{'b', "BUILD", [](Machine& m) { m.setState(); }},
    Operation{'Q', "BINPERSID", [](Machine& m) { m.push(PicklePersistent{m.pop()}); }},
    Operation{'I', "INT", nullptr},
    Operation{'L', "LONG", nullptr},
    Operation{0x8b, "LONG4", nullptr},
    Operation{'F', "FLOAT", nullptr},
    Operation{'S', "STRING", nullptr},
    Operation{'V', "UNICODE", nullptr},
    Operation{'B', "BINBYTES", nullptr},
    Operation{'C', "SHORT_BINBYTES", nullptr},
    Operation{0x8e, "BINBYTES8", nullptr},
    Operation{0x8f, "EMPTY_SET", nullptr},
    Operation{0x90, "ADDITEMS", nullptr},
    Operation{0x91, "FROZENSET", nullptr},
    Operation{0x92, "NEWOBJ_EX", nullptr},
    Operation{0x96, "BYTEARRAY8", nullptr},
    Operation{0x97, "NEXT_BUFFER", nullptr},
    Operation{0x98, "READONLY_BUFFER", nullptr},
    Operation{0x82, "EXT1", nullptr},
    Operation{0x83, "EXT2", nullptr},
    Operation{0x84, "EXT4", nullptr},
    Operation{'P', "PERSID", nullptr},
    Operation{'p', "PUT", nullptr},
    Operation{'g', "GET", nullptr},
    Operation{'i', "INST", nullptr},
    Operation{'o', "OBJ", nullptr},
};

/// One row per byte, so that a row is found without a search.
constexpr auto byCode = [] {
    std::array<Operation, 256> table{};
    for (const auto& operation : operations)
        table[operation.code] = operation;
    return table;
}();

void step(Machine& machine)
{
    const auto code = machine.number(1);
    const Operation& operation = byCode[code];
    if (operation.run != nullptr)
        return operation.run(machine);
    if (operation.name.empty())
        machine.malformed(fmt::format("the byte {:02x} is no instruction", code));
    throw PickleRefused{ErrorCode::Unsupported,
        fmt::format("its pickle has the instruction {}, which holding tensors does not need", operation.name),
        saveAgain};
}

}

Result<Pickle> readPickle(const FilePart& part, bool (*allowed)(const PickleGlobal&), const PickleLimits& limits)
{
    const auto bytes = part.span.first(std::min(part.span.size(), limits.bytes));
    Machine machine(bytes, allowed, limits);
    try {
        while (!machine.stopped)
            step(machine);
        return machine.finished();
    } catch (const PickleRefused& refused) {
        if (machine.exhausted && bytes.size() < part.span.size())
            return part.failure(
                ErrorCode::TooLarge, fmt::format("its pickle has more than {} bytes", limits.bytes), "Split the file.");
        return part.failure(refused.code, refused.reason, refused.advice);
    }
}

}
