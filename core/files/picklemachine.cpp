// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/picklemachine.h"

#include <algorithm>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

constexpr std::size_t mostMarks = 1000; // more than any nesting that is read
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";
constexpr auto saveTensors = "Nothing of it was run. Save tensors only, in lists, tuples and dictionaries: "
                             "torch.save({'attentions': [t.cpu() for t in attentions]}, 'OUT.pt')";
constexpr auto saveFromNumpy = "Nothing of it was run. Turn arrays into tensors before saving: torch.from_numpy(x)";

}

void PickleMachine::malformed(const std::string& reason) const
{
    throw PickleRefused{ErrorCode::Malformed, fmt::format("{} (byte {} of its pickle)", reason, m_at), damaged};
}

std::span<const std::byte> PickleMachine::take(std::uint64_t count)
{
    if (count > m_bytes.size() - m_at) {
        exhausted = true;
        malformed("it breaks off");
    }
    const auto taken = m_bytes.subspan(m_at, count);
    m_at += count;
    return taken;
}

std::string_view PickleMachine::text(std::uint64_t length)
{
    const auto taken = take(length);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

std::string_view PickleMachine::line()
{
    const std::string_view rest(reinterpret_cast<const char*>(m_bytes.data()) + m_at, m_bytes.size() - m_at);
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
        exhausted = true;
        malformed("a name does not end");
    }
    m_at += end + 1;
    return rest.substr(0, end);
}

void PickleMachine::tooMany() const
{
    throw PickleRefused{
        ErrorCode::TooLarge, fmt::format("its pickle has more than {} values", m_limits.values), "Split the file."};
}

PickleId PickleMachine::made(PickleValue value)
{
    if (m_pickle.values.size() >= m_limits.values)
        tooMany();
    m_pickle.values.push_back(std::move(value));
    return static_cast<PickleId>(m_pickle.values.size() - 1);
}

void PickleMachine::pushNumber(std::int64_t number)
{
    if (number < 0 || number >= static_cast<std::int64_t>(m_small.size()))
        return push(number);
    auto& known = m_small[static_cast<std::size_t>(number)];
    if (!known)
        known = made(number);
    pushKnown(*known);
}

PickleId PickleMachine::top() const
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
        malformed("a value is missing");
    return m_stack.back();
}

PickleId PickleMachine::pop()
{
    const PickleId id = top();
    m_stack.pop_back();
    return id;
}

PickleList PickleMachine::popped(std::size_t count)
{
    PickleList list;
    for (std::size_t i = 0; i < count; ++i)
        list.items.push_back(pop());
    std::reverse(list.items.begin(), list.items.end());
    return list;
}

void PickleMachine::mark()
{
    if (m_marks.size() == mostMarks)
        malformed(fmt::format("more than {} values are open at once", mostMarks));
    m_marks.push_back(m_stack.size());
}

PickleList PickleMachine::poppedToMark()
{
    if (m_marks.empty())
        malformed("a mark is missing");
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    PickleList list{{first, m_stack.end()}};
    m_stack.erase(first, m_stack.end());
    m_marks.pop_back();
    return list;
}

void PickleMachine::append(const PickleList& items)
{
    auto* const list = std::get_if<PickleList>(&at(top()));
    if (list == nullptr)
        malformed("something is appended to what is no list");
    list->items.insert(list->items.end(), items.items.begin(), items.items.end());
}

void PickleMachine::set(const PickleList& keysAndValues)
{
    if (keysAndValues.items.size() % 2 != 0)
        malformed("a key has no value");
    PickleId target = top();
    if (const auto* const call = std::get_if<PickleCall>(&at(target))) {
        const PickleId items = call->items ? *call->items : made(PickleDict{});
        std::get<PickleCall>(at(target)).items = items;
        target = items;
    }
    auto* const dict = std::get_if<PickleDict>(&at(target));
    if (dict == nullptr)
        malformed("a key is set in what is no dictionary");
    dict->items.insert(dict->items.end(), keysAndValues.items.begin(), keysAndValues.items.end());
}

void PickleMachine::setState()
{
    const PickleId state = pop();
    auto* const call = std::get_if<PickleCall>(&at(top()));
    if (call == nullptr)
        malformed("a state is set in what was not made by a call");
    call->state = state;
}

void PickleMachine::remember(std::uint64_t place)
{
    if (m_memory.size() >= m_limits.values)
        tooMany();
    m_memory[place] = top();
}

void PickleMachine::recall(std::uint64_t place)
{
    const auto known = m_memory.find(place);
    if (known == m_memory.end())
        malformed(fmt::format("the value {} was not remembered", place));
    pushKnown(known->second);
}

void PickleMachine::pushGlobal(const PickleGlobal& global)
{
    if (!m_allowed(global))
        throw PickleRefused{ErrorCode::Unsupported,
            "its pickle names " + inQuotes(std::string(global.module) + "." + std::string(global.name))
                + ", which holding tensors does not need",
            global.module.starts_with("numpy") ? saveFromNumpy : saveTensors};
    push(global);
}

void PickleMachine::pushGlobalFromStack()
{
    const PickleId name = pop();
    const PickleId module = pop();
    const auto* const moduleText = std::get_if<std::string_view>(&at(module));
    const auto* const nameText = std::get_if<std::string_view>(&at(name));
    if (moduleText == nullptr || nameText == nullptr)
        malformed("the name of a function is no text");
    pushGlobal({*moduleText, *nameText});
}

void PickleMachine::pushCall()
{
    const PickleId arguments = pop();
    const PickleId callable = pop();
    if (!std::holds_alternative<PickleGlobal>(at(callable)) || !std::holds_alternative<PickleList>(at(arguments)))
        malformed("a call is not one of a named function with a tuple");
    push(PickleCall{callable, arguments, {}, {}});
}

Pickle PickleMachine::finished()
{
    if (m_stack.size() != 1 || !m_marks.empty())
        malformed("it stops with values left over");
    m_pickle.root = m_stack.back();
    m_pickle.byteCount = m_at;
    return std::move(m_pickle);
}

}
