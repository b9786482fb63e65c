// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torchstorage.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";
constexpr auto convert = "Convert the tensors with .float() before saving.";

struct TypeName
{
    std::string_view storage;
    std::string_view dtype;
    Element element;
};

// Types without a storage class of their own are kept in untyped storages.
constexpr std::array<TypeName, 15> typeNames{{
    {"DoubleStorage", "float64", Element::F64},
    {"FloatStorage", "float32", Element::F32},
    {"HalfStorage", "float16", Element::F16},
    {"BFloat16Storage", "bfloat16", Element::BF16},
    {"", "float8_e4m3fn", Element::F8E4M3},
    {"", "float8_e5m2", Element::F8E5M2},
    {"LongStorage", "int64", Element::I64},
    {"IntStorage", "int32", Element::I32},
    {"ShortStorage", "int16", Element::I16},
    {"CharStorage", "int8", Element::I8},
    {"", "uint64", Element::U64},
    {"", "uint32", Element::U32},
    {"", "uint16", Element::U16},
    {"ByteStorage", "uint8", Element::U8},
    {"BoolStorage", "bool", Element::Bool},
}};

constexpr std::array<PickleGlobal, 17> globals{{
    {"torch._utils", "_rebuild_tensor"},
    {"torch._utils", "_rebuild_tensor_v2"},
    {"torch._utils", "_rebuild_tensor_v3"},
    {"torch._utils", "_rebuild_parameter"},
    {"torch._tensor", "_rebuild_from_type_v2"},
    {"torch", "Tensor"},
    {"torch.nn.parameter", "Parameter"},
    {"torch", "Size"},
    {"torch", "device"},
    {"torch", "UntypedStorage"},
    {"torch.storage", "UntypedStorage"},
    {"collections", "OrderedDict"},
    {"collections", "defaultdict"},
    {"builtins", "list"},
    {"builtins", "dict"},
    {"__builtin__", "list"},
    {"__builtin__", "dict"},
}};

const PickleList* tupleAt(const Pickle& pickle, PickleId id)
{
    return std::get_if<PickleList>(&pickle.values[id]);
}

/// ('storage', TYPE, KEY, DEVICE, COUNT), in old files with a sixth entry that is None.
Result<void> addStorage(const FilePart& part, const Pickle& pickle, PickleId id, TorchStorages& storages)
{
    const auto malformed = [&](const std::string& reason) {
        return part.failure(ErrorCode::Malformed, "a reference to a storage " + reason, damaged);
    };
    const auto* const tuple = tupleAt(pickle, id);
    if (tuple == nullptr || tuple->items.size() < 5 || tuple->items.size() > 6)
        return malformed("has not the form of one");
    const auto value = [&](std::size_t i) -> const PickleValue& { return pickle.values[tuple->items[i]]; };
    const auto* const type = std::get_if<PickleGlobal>(&value(1));
    const auto* const key = std::get_if<std::string_view>(&value(2));
    const auto* const count = std::get_if<std::int64_t>(&value(4));
    if (type == nullptr || key == nullptr || count == nullptr || *count < 0)
        return malformed("has not the form of one");
    if (tuple->items.size() == 6 && !std::holds_alternative<PickleNone>(value(5)))
        return part.failure(ErrorCode::Unsupported, "a storage is part of another one, as very old versions wrote it",
            "Load it and save it again with a later PyTorch.");
    TorchStorage storage{torchElement(type->name), static_cast<std::uint64_t>(*count), {}};
    const auto [known, isNew] = storages.try_emplace(std::string(*key), storage);
    if (!isNew && (known->second.element != storage.element || known->second.count != storage.count))
        return malformed("contradicts another one about " + inQuotes(*key));
    return {};
}

}

std::optional<Element> torchElement(std::string_view name)
{
    const auto* const found = std::find_if(typeNames.begin(), typeNames.end(),
        [&](const TypeName& type) { return !name.empty() && (type.storage == name || type.dtype == name); });
    return found == typeNames.end() ? std::nullopt : std::optional(found->element);
}

bool isTorchGlobal(const PickleGlobal& global)
{
    const bool listed = std::any_of(globals.begin(), globals.end(),
        [&](const PickleGlobal& x) { return x.module == global.module && x.name == global.name; });
    const bool isType =
        (global.module == "torch" || global.module == "torch.cuda") && torchElement(global.name).has_value();
    return listed || isType || isModelOutput(global);
}

bool isModelOutput(const PickleGlobal& global)
{
    return global.module.starts_with("transformers.");
}

Result<TorchStorages> storagesOf(const FilePart& part, const Pickle& pickle)
{
    TorchStorages storages;
    for (const PickleValue& value : pickle.values) {
        if (const auto* const persistent = std::get_if<PicklePersistent>(&value))
            if (auto added = addStorage(part, pickle, persistent->id, storages); !added)
                return tl::unexpected(added.error());
    }
    return storages;
}

std::string_view storageKey(const Pickle& pickle, PickleId id)
{
    const auto* const persistent = std::get_if<PicklePersistent>(&pickle.values[id]);
    const auto* const tuple = persistent == nullptr ? nullptr : tupleAt(pickle, persistent->id);
    if (tuple == nullptr || tuple->items.size() < 3)
        return {};
    const auto* const key = std::get_if<std::string_view>(&pickle.values[tuple->items[2]]);
    return key == nullptr ? std::string_view() : *key;
}

}
