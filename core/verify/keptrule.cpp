// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/keptrule.h"

#include <charconv>

namespace core {

namespace {

/// Reads a text from its front.
class RuleReader
{
public:
    explicit RuleReader(std::string_view text)
        : m_rest(text)
    {
    }

    bool take(std::string_view start)
    {
        if (!m_rest.starts_with(start))
            return false;
        m_rest.remove_prefix(start.size());
        return true;
    }

    template <typename Number>
    std::optional<Number> number()
    {
        Number x{};
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), x);
        if (error != std::errc{})
            return std::nullopt;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return x;
    }

    bool atEnd() const { return m_rest.empty(); }
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

std::optional<KeptRule> windowOf(RuleReader& reader, std::optional<std::uint64_t> count)
{
    const auto recent = reader.number<std::uint64_t>();
    if (!recent || !reader.take("+"))
        return std::nullopt;
    const auto sinks = reader.number<std::uint64_t>();
    if (!sinks || *recent + *sinks < 1 || *recent + *sinks < *recent)
        return std::nullopt;
    const KeepsWindow window{*recent, *sinks};
    if (!count)
        return window;
    if (*count < window.recent + window.sinks)
        return std::nullopt;
    return KeepsWindowAndBest{*count, window};
}

std::optional<KeptRule> bestOf(RuleReader& reader)
{
    const auto count = reader.number<std::uint64_t>();
    if (!count || *count == 0)
        return std::nullopt;
    if (reader.take("+window:"))
        return windowOf(reader, count);
    return KeepsBest{*count};
}

std::optional<KeptRule> blocksOf(RuleReader& reader)
{
    const auto queries = reader.number<std::uint64_t>();
    if (!queries || !reader.take("x"))
        return std::nullopt;
    const auto keys = reader.number<std::uint64_t>();
    if (!keys || !reader.take(":top"))
        return std::nullopt;
    const auto count = reader.number<std::uint64_t>();
    if (!count || *queries == 0 || *keys == 0 || *count == 0)
        return std::nullopt;
    return KeepsBlocks{*queries, *keys, *count};
}

std::optional<KeptRule> read(RuleReader& reader)
{
    if (reader.take("topk:"))
        return bestOf(reader);
    if (reader.take("window:"))
        return windowOf(reader, std::nullopt);
    if (reader.take("block:"))
        return blocksOf(reader);
    if (reader.take("topp:")) {
        const auto mass = reader.number<double>();
        return mass && *mass > 0 && *mass < 1 ? std::optional<KeptRule>(KeepsMass{*mass}) : std::nullopt;
    }
    if (reader.take("threshold:")) {
        const auto least = reader.number<double>();
        return least && *least > 0 && *least <= 1 ? std::optional<KeptRule>(KeepsProbable{*least}) : std::nullopt;
    }
    return std::nullopt;
}

}

std::optional<KeptRule> keptRuleOf(std::string_view text)
{
    RuleReader reader(text);
    if (reader.take("mask:"))
        return reader.atEnd() ? std::nullopt : std::optional<KeptRule>(KeepsMarked{std::string(reader.rest())});
    const auto rule = read(reader);
    return reader.atEnd() ? rule : std::nullopt;
}

}
