// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "capture/rowbatch.h"

namespace app {

/// From `first` to `last`, both included.
struct NumberRange
{
    std::size_t first = 0;
    std::size_t last = 0;

    bool contains(std::size_t n) const { return first <= n && n <= last; }
};
using NumberRanges = std::vector<NumberRange>;

/// A head by its number, or by layer and number ("L12H7").
struct HeadPick
{
    std::optional<std::size_t> layer;
    NumberRange heads;
};

/// A head and, where it is stated, what its rows come from.
struct SourcedHead
{
    HeadPick head;
    std::optional<core::Source> source;
};

/// "3", "0,3-7". `option` is named in errors.
core::Result<NumberRanges> parseRanges(std::string_view option, const std::string& text);
/// "3", "0-7", "L12H7" and lists of them.
core::Result<std::vector<HeadPick>> parseHeads(std::string_view option, const std::string& text);
/// One head, "5", "L12H7" or "L12H7:probs" (scores, qkv).
core::Result<SourcedHead> parseSourcedHead(std::string_view option, const std::string& text);
/// Whole numbers from 1 up, as "8,64" or "1-16", in the given order without repetitions.
core::Result<std::vector<std::size_t>> parseCounts(std::string_view option, const std::string& text);
core::Result<std::size_t> parseCount(std::string_view option, const std::string& text);
/// Decimals above 0 and at most 1: the double nearest to each, in the given order without repetitions.
core::Result<std::vector<double>> parseEpsilons(std::string_view option, const std::string& text);
/// A finite number.
core::Result<double> parseNumber(std::string_view option, const std::string& text);

/// Empty ranges contain everything.
bool contains(const NumberRanges& ranges, std::size_t n);
std::string rangeText(const NumberRange& range); ///< "3" or "3-7"

}
