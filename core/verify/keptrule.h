// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace core {

// The rules of resources/manual/rules.md. Keys are ordered by falling score, equal ones by rising index.

struct KeepsBest
{
    std::uint64_t count = 0;
};

struct KeepsMass
{
    double mass = 0; ///< in (0, 1)
};

struct KeepsProbable
{
    double probability = 0; ///< in (0, 1]
};

struct KeepsWindow
{
    std::uint64_t recent = 0;
    std::uint64_t sinks = 0;
};

struct KeepsWindowAndBest
{
    std::uint64_t count = 0; ///< with the window's keys
    KeepsWindow window;
};

struct KeepsBlocks
{
    std::uint64_t queries = 0; ///< of a query block
    std::uint64_t keys = 0; ///< of a key block
    std::uint64_t count = 0;
};

struct KeepsMarked
{
    std::string path;
};

using KeptRule =
    std::variant<KeepsBest, KeepsMass, KeepsProbable, KeepsWindow, KeepsWindowAndBest, KeepsBlocks, KeepsMarked>;

/// "topk:64" ...; nothing when the text is no rule, or its numbers are out of range.
std::optional<KeptRule> keptRuleOf(std::string_view text);

}
