// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace core {

// How a kept set is chosen: resources/manual/rules.md defines every choice in exact arithmetic. Keys are ordered by
// falling score, equal ones by rising index.

/// The k best keys; k larger than a row's keys keeps all.
struct TopK
{
    std::size_t k = 0; ///< from 1
    friend bool operator==(const TopK&, const TopK&) = default;
};

/// The fewest best keys, at least one, whose tail mass is at most 1 - mass.
struct TopP
{
    double mass = 0; ///< in (0, 1)
    friend bool operator==(const TopP&, const TopP&) = default;
};

/// The keys whose probability is at least this. May be none.
struct Threshold
{
    double probability = 0; ///< in (0, 1]
    friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Of a row's keys by index: the last `recent` ones and the first `sinks`.
struct Window
{
    std::size_t recent = 0;
    std::size_t sinks = 0; ///< not both 0
    friend bool operator==(const Window&, const Window&) = default;
};

/// The window's keys, and the best of the others until k are kept.
struct ForcedTopK
{
    std::size_t k = 0; ///< at least as many as the window forces
    Window forced;
    friend bool operator==(const ForcedTopK&, const ForcedTopK&) = default;
};

/// Of the key blocks of a query block those of largest mass; a row keeps its keys in them, which may be none.
struct BlockTop
{
    std::size_t queries = 0; ///< rows of a query block, from 1
    std::size_t keys = 0; ///< keys of a key block, from 1
    std::size_t count = 0; ///< key blocks kept, from 1
    friend bool operator==(const BlockTop&, const BlockTop&) = default;
};

/// The keys that a file marks. May be none.
struct ImportedMask
{
    std::string path;
    friend bool operator==(const ImportedMask&, const ImportedMask&) = default;
};

using Rule = std::variant<TopK, TopP, Threshold, Window, ForcedTopK, BlockTop, ImportedMask>;

/// All forms of a rule in one line.
std::string_view ruleGrammar();

/// "topk:64", "topp:0.99" ... Error: BadRequest, with the grammar.
Result<Rule> parseRule(std::string_view text);

/// The canonical text: parseRule gives the same rule again.
std::string ruleText(const Rule& rule);

/// Error: BadRequest, where a number is outside its range.
Result<void> checkRule(const Rule& rule);

}
