// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "encode.h"
#include "zipwriter.h"

/// Pickles as text, one instruction behind the other, so that tests can write what no program would. An expression
/// leaves one value on the stack.
namespace support::pickle {

using Expression = std::string;

inline Expression all(const std::vector<Expression>& items)
{
    Expression joined;
    for (const auto& item : items)
        joined += item;
    return joined;
}
inline Expression none()
{
    return "N";
}
inline Expression truth(bool value)
{
    return value ? "\x88" : "\x89";
}
inline Expression whole(std::int64_t number)
{
    return all({"\x8a\x08", word(static_cast<std::uint64_t>(number), 8)});
}
inline Expression real(double number)
{
    return all({"G", word(elementBits(number, core::Element::F64), 8, core::ByteOrder::Big)});
}
inline Expression text(const std::string& value)
{
    return all({"X", word(value.size(), 4), value});
}
inline Expression tuple(const std::vector<Expression>& items)
{
    return all({"(", all(items), "t"});
}
inline Expression wholes(const std::vector<std::int64_t>& numbers)
{
    std::vector<Expression> items;
    for (const auto number : numbers)
        items.push_back(whole(number));
    return tuple(items);
}
inline Expression list(const std::vector<Expression>& items)
{
    return all({"](", all(items), "e"});
}
using Pairs = std::vector<std::pair<Expression, Expression>>;
inline Expression pairs(const Pairs& items)
{
    Expression joined;
    for (const auto& [key, value] : items)
        joined += key + value;
    return joined;
}
inline Expression dict(const Pairs& items)
{
    return all({"}(", pairs(items), "u"});
}
inline Expression global(const std::string& module, const std::string& name)
{
    return all({"c", module, "\n", name, "\n"});
}
inline Expression call(const Expression& callable, const Expression& arguments)
{
    return all({callable, arguments, "R"});
}
inline Expression orderedDict(const Pairs& items)
{
    return all({call(global("collections", "OrderedDict"), ")"), "(", pairs(items), "u"});
}
/// A whole pickle.
inline std::string file(const Expression& root)
{
    return all({"\x80\x02", root, "."});
}

}

namespace support {

struct TorchStorage
{
    std::string key = "0";
    std::string type = "FloatStorage";
    core::Element element = core::Element::F32;
    std::vector<double> values = {};
    std::int64_t statedCount = -1; ///< -1: what is true
};

/// The reference to a storage.
inline pickle::Expression reference(const TorchStorage& storage, bool legacy = false)
{
    using namespace pickle;
    const std::string module = storage.type == "UntypedStorage" ? "torch.storage" : "torch";
    const auto count = storage.statedCount >= 0 ? storage.statedCount
        : storage.type == "UntypedStorage"
        ? static_cast<std::int64_t>(storage.values.size() * core::sizeOf(storage.element))
        : static_cast<std::int64_t>(storage.values.size());
    std::vector<Expression> entries{
        text("storage"), global(module, storage.type), text(storage.key), text("cpu"), whole(count)};
    if (legacy)
        entries.push_back(none());
    return tuple(entries) + "Q";
}

struct TorchView
{
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
};

inline pickle::Expression tensor(const TorchStorage& storage, const TorchView& view, bool legacy = false)
{
    using namespace pickle;
    return call(global("torch._utils", "_rebuild_tensor_v2"),
        tuple({reference(storage, legacy), whole(view.offset), wholes(view.shape), wholes(view.strides), truth(false),
            orderedDict({})}));
}

/// A tensor of a type without a storage class, as torch.save writes it since version 2.1.
inline pickle::Expression untypedTensor(const TorchStorage& storage, const std::string& dtype, const TorchView& view)
{
    using namespace pickle;
    return call(global("torch._utils", "_rebuild_tensor_v3"),
        tuple({reference(storage), whole(view.offset), wholes(view.shape), wholes(view.strides), truth(false),
            orderedDict({}), global("torch", dtype)}));
}

struct TorchOptions
{
    bool deflated = false;
    core::ByteOrder order = core::ByteOrder::Little;
};

/// The file that torch.save writes.
inline std::string torchFile(
    const pickle::Expression& root, const std::vector<TorchStorage>& storages, const TorchOptions& options = {})
{
    const auto member = [&](const std::string& name, const std::string& content) {
        ZipMember made;
        made.name = "archive/" + name;
        made.content = content;
        made.deflated = options.deflated;
        return made;
    };
    std::vector<ZipMember> members{member("data.pkl", pickle::file(root))};
    members.push_back(member("byteorder", options.order == core::ByteOrder::Little ? "little" : "big"));
    for (const auto& storage : storages)
        members.push_back(member("data/" + storage.key, encode(storage.values, storage.element, options.order)));
    members.push_back(member("version", "3\n"));
    return zip(members);
}

/// The file that torch.save wrote before version 1.6.
inline std::string legacyTorchFile(const pickle::Expression& root, const std::vector<TorchStorage>& storages)
{
    using namespace pickle;
    std::vector<Expression> keys;
    std::string data;
    for (const auto& storage : storages) {
        keys.push_back(text(storage.key));
        data += word(storage.values.size(), 8) + encode(storage.values, storage.element);
    }
    const std::string magic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.", 21);
    return magic + file(dict({{text("protocol_version"), whole(1001)}, {text("little_endian"), truth(true)}}))
        + file(root) + file(list(keys)) + data;
}

}
