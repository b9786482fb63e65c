// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <unordered_map>

#include "files/pickle.h"

namespace core {

/// Why a pickle is not read.
struct PickleRefused
{
    ErrorCode code;
    std::string reason;
    const char* advice;
};

/// The stack, the marks and the memory of the machine that a pickle is written for. Every member throws PickleRefused
/// where the bytes ask for what is not there.
class PickleMachine
{
public:
    PickleMachine(std::span<const std::byte> bytes, bool (*allowed)(const PickleGlobal&), const PickleLimits& limits)
        : m_bytes(bytes)
        , m_allowed(allowed)
        , m_limits(limits)
    {
    }

    [[noreturn]] void malformed(const std::string& reason) const;

    // Bytes of the pickle.
    std::span<const std::byte> take(std::uint64_t count);
    std::uint64_t number(std::size_t width) { return littleEndian(take(width)); }
    std::string_view text(std::uint64_t length);
    std::string_view line();

    // The stack above the last mark.
    void push(PickleValue value) { pushKnown(made(std::move(value))); }
    void pushKnown(PickleId id) { m_stack.push_back(id); }
    /// Small numbers are most of a pickle: each is kept once.
    void pushNumber(std::int64_t number);
    PickleId top() const;
    PickleId pop();
    PickleList popped(std::size_t count);
    void mark();
    PickleList poppedToMark();

    // What is on top of the stack grows.
    void append(const PickleList& items);
    void set(const PickleList& keysAndValues);
    void setState();

    void remember(std::uint64_t place);
    void rememberNext() { remember(m_memory.size()); }
    void recall(std::uint64_t place);

    void pushGlobal(const PickleGlobal& global);
    void pushGlobalFromStack();
    void pushCall();

    bool stopped = false;
    bool exhausted = false; ///< more bytes were asked for than there are
    Pickle finished();

private:
    [[noreturn]] void tooMany() const;
    PickleId made(PickleValue value);
    PickleValue& at(PickleId id) { return m_pickle.values[id]; }

    std::span<const std::byte> m_bytes;
    bool (*m_allowed)(const PickleGlobal&);
    PickleLimits m_limits;
    std::size_t m_at = 0;
    Pickle m_pickle;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, PickleId> m_memory;
    std::array<std::optional<PickleId>, 256> m_small;
};

}
