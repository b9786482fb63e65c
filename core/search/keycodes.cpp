// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/keycodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/narrowed.h"
#include "truncation/rounding.h"

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largestCode = 255;

std::vector<std::uint8_t> finiteKeys(const DecodedMatrix& keys, std::span<const std::uint8_t> exists)
{
    std::vector<std::uint8_t> finite(keys.rows, 1);
    for (std::size_t key = 0; key < keys.rows; ++key) {
        const auto row = std::span(keys.numbers).subspan(key * keys.columns, keys.columns);
        const bool used = exists.empty() || exists[key] != 0;
        finite[key] = used && std::ranges::all_of(row, [](double x) { return std::isfinite(x); }) ? 1 : 0;
    }
    return finite;
}

/// One dimension at a time: its range, its codes, and how far they are from the keys.
void encode(const DecodedMatrix& keys, std::size_t c, KeyCodes& codes)
{
    double lowest = infinity;
    double highest = -infinity;
    for (std::size_t key = 0; key < keys.rows; ++key)
        if (codes.coded[key] != 0) {
            lowest = std::min(lowest, keys.numbers[key * keys.columns + c]);
            highest = std::max(highest, keys.numbers[key * keys.columns + c]);
        }
    if (!(lowest <= highest))
        return;
    const double least = codes.least[c] = narrowedDown(lowest);
    const double step = codes.step[c] = narrowedUp((highest - least) / largestCode);
    double error = 0;
    for (std::size_t key = 0; key < keys.rows; ++key) {
        if (codes.coded[key] == 0)
            continue;
        const double number = keys.numbers[key * keys.columns + c];
        const double code = step > 0 ? std::clamp(std::round((number - least) / step), 0.0, largestCode) : 0;
        if (!std::isfinite(code)) { // beyond the range of float
            error = infinity;
            break;
        }
        codes.codes[c * keys.rows + key] = static_cast<std::uint8_t>(code);
        error = std::max(error, std::abs(number - (least + step * code)));
    }
    codes.error[c] = narrowedUp(error + 3 * unitRoundoff * (std::abs(least) + largestCode * step) + 4 * smallestNormal);
}

}

KeyCodes keyCodes(const DecodedMatrix& keys, std::span<const std::uint8_t> exists)
{
    KeyCodes codes;
    codes.keys = keys.rows;
    codes.coded = finiteKeys(keys, exists);
    codes.least.assign(keys.columns, 0);
    codes.step.assign(keys.columns, 0);
    codes.error.assign(keys.columns, 0);
    codes.codes.assign(keys.columns * keys.rows, 0);
    for (std::size_t c = 0; c < keys.columns; ++c)
        encode(keys, c, codes);
    return codes;
}

/// delta(q) = scale sum |q_c| e_c + gamma scale sum |q_c| (|least_c| + 255 step_c), the same for every key.
std::vector<Interval> codedScores(const SearchQuery& query, const KeyCodes& codes, std::size_t count)
{
    std::vector<double> products(count, 0.0);
    double common = 0;
    double distance = 0;
    double magnitude = 0;
    for (std::size_t c = 0; c < query.dimensions(); ++c) {
        const double number = query.numbers[c];
        const double perCode = number * codes.step[c];
        const std::uint8_t* const column = codes.codes.data() + c * codes.keys;
        for (std::size_t key = 0; key < count; ++key)
            products[key] += perCode * column[key];
        common += number * codes.least[c];
        distance += std::abs(number) * codes.error[c];
        magnitude += std::abs(number) * (std::abs(codes.least[c]) + largestCode * codes.step[c]);
    }
    const double error = dotError(query.dimensions());
    const double delta = query.scale * (distance * (1 + error) + 2 * error * magnitude) + dotUnderflow(query);
    std::vector<Interval> scores(count, {-infinity, infinity});
    for (std::size_t key = 0; key < count; ++key) {
        const double middle = query.scale * (common + products[key]);
        if (codes.coded[key] != 0 && std::isfinite(middle) && std::isfinite(delta))
            scores[key] = {middle - delta, middle + delta};
    }
    return scores;
}

}
