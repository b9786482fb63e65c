// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torchtree.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::json;

constexpr auto splitIt = "Save less in one file.";
constexpr std::size_t bytesPerTensor = 256;

struct Refused
{
    Error error;
};

class Walk
{
public:
    Walk(const TorchSource& source, const std::string& loneName, const TorchTreeLimits& limits)
        : m_source(source)
        , m_loneName(loneName)
        , m_limits(limits)
    {
    }

    DumpContent content()
    {
        visit(m_source.pickle.root, {}, 0);
        if (m_content.tensors.empty())
            refuseEmpty();
        addMetadata();
        return std::move(m_content);
    }

private:
    [[noreturn]] void refuse(ErrorCode code, const std::string& reason, const std::string& advice = {}) const
    {
        throw Refused{m_source.part.failure(code, reason, advice).value()};
    }

    [[noreturn]] void refuseEmpty() const
    {
        if (m_nones == 0)
            refuse(ErrorCode::Unsupported, "it holds no tensor", "Save tensors in a list, a tuple or a dictionary.");
        refuse(ErrorCode::Unsupported, fmt::format("it holds no tensor; {} of its entries are None", m_nones),
            "Fast attention paths return no weights. Load the model with attn_implementation='eager' and "
            "output_attentions=True, or save Q and K.");
    }

    const PickleValue& value(PickleId id) const { return m_source.pickle.values[id]; }

    void visit(PickleId id, const std::string& path, std::size_t depth)
    {
        if (++m_visits > m_limits.visits)
            refuse(ErrorCode::TooLarge, fmt::format("it holds more than {} values", m_limits.visits), splitIt);
        take(path.size());
        if (depth > m_limits.depth)
            refuse(ErrorCode::TooLarge, fmt::format("it is nested more than {} deep", m_limits.depth),
                "Save it with fewer lists in each other.");
        const PickleValue& visited = value(id);
        if (std::holds_alternative<PickleNone>(visited))
            ++m_nones;
        else if (const auto* const list = std::get_if<PickleList>(&visited))
            visitList(*list, path, depth);
        else if (const auto* const dict = std::get_if<PickleDict>(&visited))
            visitDict(*dict, path, depth);
        else if (const auto* const call = std::get_if<PickleCall>(&visited))
            visitCall(*call, path, depth);
    }

    void visitList(const PickleList& list, const std::string& path, std::size_t depth)
    {
        for (std::size_t i = 0; i < list.items.size(); ++i)
            visit(list.items[i], path + fmt::format("[{}]", i), depth + 1);
    }

    void visitDict(const PickleDict& dict, const std::string& path, std::size_t depth)
    {
        for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2)
            visit(dict.items[i + 1], join(path, keyText(dict.items[i], path)), depth + 1);
    }

    void visitCall(const PickleCall& call, const std::string& path, std::size_t depth)
    {
        if (makesTensor(m_source.pickle, call))
            return addTensor(call, path.empty() ? m_loneName : path);
        if (const PickleDict* const items = itemsOf(call))
            return visitDict(*items, path, depth);
        const auto& global = std::get<PickleGlobal>(value(call.callable));
        if (global.name == "OrderedDict")
            visitPairs(call, path, depth);
    }

    /// What was set in an object that stands for a dictionary: its items, else the attributes of a model's output.
    const PickleDict* itemsOf(const PickleCall& call) const
    {
        if (call.items)
            return std::get_if<PickleDict>(&value(*call.items));
        const bool isOutput = isModelOutput(std::get<PickleGlobal>(value(call.callable)));
        return isOutput && call.state ? std::get_if<PickleDict>(&value(*call.state)) : nullptr;
    }

    /// OrderedDict([[key, value], ...]), as Python 2 wrote it.
    void visitPairs(const PickleCall& call, const std::string& path, std::size_t depth)
    {
        const auto& arguments = std::get<PickleList>(value(call.arguments));
        const auto* const pairs =
            arguments.items.size() == 1 ? std::get_if<PickleList>(&value(arguments.items[0])) : nullptr;
        if (pairs == nullptr)
            return;
        for (const PickleId item : pairs->items) {
            const auto* const pair = std::get_if<PickleList>(&value(item));
            if (pair == nullptr || pair->items.size() != 2)
                refuse(ErrorCode::Malformed, "an OrderedDict is made of other things than pairs");
            visit(pair->items[1], join(path, keyText(pair->items[0], path)), depth + 1);
        }
    }

    std::string keyText(PickleId id, const std::string& path) const
    {
        if (const auto* const number = std::get_if<std::int64_t>(&value(id)))
            return std::to_string(*number);
        const auto* const text = std::get_if<std::string_view>(&value(id));
        if (text == nullptr)
            refuse(ErrorCode::Unsupported,
                "a key " + (path.empty() ? "of it" : "in " + inQuotes(path)) + " is neither text nor a whole number",
                "Save it under a text.");
        if (!isUtf8(*text) || text->find('\0') != std::string_view::npos)
            refuse(ErrorCode::Malformed, "the key " + inQuotes(*text) + " is no UTF-8, or has a zero byte in it");
        return std::string(*text);
    }

    static std::string join(const std::string& path, const std::string& key)
    {
        return path.empty() ? key : path + '.' + key;
    }

    void take(std::size_t bytes)
    {
        m_bytes += bytes;
        if (m_bytes > m_limits.bytes)
            refuse(ErrorCode::TooLarge,
                fmt::format("it holds so much that listing it takes more than {} bytes", m_limits.bytes), splitIt);
    }

    void addTensor(const PickleCall& call, const std::string& name)
    {
        take(bytesPerTensor);
        if (!m_names.insert(name).second)
            refuse(ErrorCode::Unsupported, "two of its tensors would be named " + inQuotes(name),
                "Save them under keys without dots.");
        auto tensor = torchView(m_source, call, name);
        if (!tensor)
            throw Refused{tensor.error()};
        m_content.tensors.push_back(std::move(*tensor));
    }

    void addMetadata()
    {
        const PickleValue& root = value(m_source.pickle.root);
        const auto* const call = std::get_if<PickleCall>(&root);
        const auto* const dict = call == nullptr ? std::get_if<PickleDict>(&root) : itemsOf(*call);
        if (dict == nullptr)
            return;
        for (std::size_t i = 0; i + 1 < dict->items.size(); i += 2) {
            const auto* const key = std::get_if<std::string_view>(&value(dict->items[i]));
            const auto stated = key == nullptr ? std::nullopt : plainValue(dict->items[i + 1], 0);
            if (stated)
                m_content.metadata[std::string(*key)] =
                    stated->is_string() ? stated->get<std::string>() : stated->dump();
        }
    }

    /// Text, a truth value, a number, or lists of these at most two deep.
    std::optional<json> plainValue(PickleId id, std::size_t depth)
    {
        if (++m_visits > m_limits.visits)
            refuse(ErrorCode::TooLarge, fmt::format("it holds more than {} values", m_limits.visits), splitIt);
        const PickleValue& plain = value(id);
        if (const auto* const text = std::get_if<std::string_view>(&plain))
            return isUtf8(*text) ? std::optional<json>(std::string(*text)) : std::nullopt;
        if (const auto* const truth = std::get_if<bool>(&plain))
            return *truth;
        if (const auto* const whole = std::get_if<std::int64_t>(&plain))
            return *whole;
        if (const auto* const real = std::get_if<double>(&plain))
            return *real;
        const auto* const list = std::get_if<PickleList>(&plain);
        if (list == nullptr || depth == 2)
            return std::nullopt;
        json items = json::array();
        for (const PickleId item : list->items) {
            auto stated = plainValue(item, depth + 1);
            if (!stated)
                return std::nullopt;
            items.push_back(std::move(*stated));
        }
        return items;
    }

    const TorchSource& m_source;
    const std::string& m_loneName;
    TorchTreeLimits m_limits;
    DumpContent m_content;
    std::set<std::string> m_names;
    std::size_t m_visits = 0;
    std::size_t m_nones = 0;
    std::size_t m_bytes = 0;
};

}

Result<DumpContent> torchTensors(const TorchSource& source, const std::string& loneName, const TorchTreeLimits& limits)
{
    try {
        return Walk(source, loneName, limits).content();
    } catch (const Refused& refused) {
        return tl::unexpected(refused.error);
    }
}

}
