// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/strictjson.h"

#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::json;

struct Refused
{
    std::string reason;
};

/// Watches the parser while it builds the value.
class Guard
{
public:
    explicit Guard(const JsonLimits& limits)
        : m_limits(limits)
    {
    }

    bool operator()(int depth, json::parse_event_t event, json& parsed)
    {
        if (++m_values > m_limits.values)
            throw Refused{fmt::format("its JSON has more than {} values", m_limits.values)};
        if (depth > m_limits.depth)
            throw Refused{fmt::format("its JSON is nested more than {} deep", m_limits.depth)};
        switch (event) {
        case json::parse_event_t::object_start:
            m_keys.emplace_back();
            break;
        case json::parse_event_t::object_end:
            m_keys.pop_back();
            break;
        case json::parse_event_t::key:
            checkKey(parsed.get_ref<const std::string&>());
            break;
        default:
            break;
        }
        return true;
    }

private:
    void checkKey(const std::string& key)
    {
        if (!m_keys.back().insert(key).second)
            throw Refused{"the key " + inQuotes(key) + " stands twice in its JSON"};
    }

    JsonLimits m_limits;
    std::size_t m_values = 0;
    std::vector<std::unordered_set<std::string>> m_keys;
};

}

tl::expected<json, std::string> parseStrictJson(std::string_view text, const JsonLimits& limits)
{
    try {
        // std::function copies what it is given, hence the reference.
        Guard guard(limits);
        return json::parse(text.begin(), text.end(), std::ref(guard));
    } catch (const Refused& refused) {
        return tl::unexpected(refused.reason);
    } catch (const json::parse_error& error) {
        return tl::unexpected(fmt::format("byte {} of its JSON is where it stops to be valid", error.byte));
    } catch (const json::out_of_range&) {
        return tl::unexpected(std::string("a number in its JSON is too large"));
    }
}

}
