// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "files/filepart.h"

namespace core {

/// The place of a value in Pickle::values.
using PickleId = std::uint32_t;

struct PickleNone
{
};
/// A list or a tuple.
struct PickleList
{
    std::vector<PickleId> items;
};
/// Key, value, key, value ...
struct PickleDict
{
    std::vector<PickleId> items;
};
/// A function or class, by its name.
struct PickleGlobal
{
    std::string_view module;
    std::string_view name;
};
/// What a function or class would make of its arguments. It is only noted: nothing of a pickle is ever executed.
struct PickleCall
{
    PickleId callable = 0;
    PickleId arguments = 0;
    std::optional<PickleId> items; ///< a PickleDict: what was set in the made object
    std::optional<PickleId> state;
};
/// Something that is kept outside the pickle.
struct PicklePersistent
{
    PickleId id = 0;
};

using PickleValue = std::variant<PickleNone, bool, std::int64_t, double, std::string_view, PickleList, PickleDict,
    PickleGlobal, PickleCall, PicklePersistent>;

/// What a pickle describes. Values refer to each other by place; they may be shared and may form cycles.
struct Pickle
{
    std::vector<PickleValue> values;
    PickleId root = 0;
    std::size_t byteCount = 0; ///< what it took of the bytes it was read from
};

struct PickleLimits
{
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t values = 8'000'000;
};

/// Reads one pickle (protocols 2 to 5) from the start of a part. Texts stay in the part. Only what lists, tuples,
/// dictionaries, numbers, texts and calls need is read; any other instruction is refused by its name, and so is a
/// function or class for which `allowed` is false. Errors: Malformed, Unsupported, TooLarge.
Result<Pickle> readPickle(const FilePart& part, bool (*allowed)(const PickleGlobal&), const PickleLimits& limits = {});

}
