// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torchview.h"

#include <algorithm>

#include <fmt/format.h>

#include "files/layout.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr std::uint64_t mostExpanded = std::uint64_t{1} << 31; // a few bytes may claim to be any number of them
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

std::string_view nameOf(const Pickle& pickle, const PickleCall& call)
{
    return std::get<PickleGlobal>(pickle.values[call.callable]).name;
}

/// Numbers of a tuple that are not negative.
std::optional<std::vector<std::uint64_t>> wholeNumbers(const Pickle& pickle, PickleId id)
{
    const auto* const tuple = std::get_if<PickleList>(&pickle.values[id]);
    if (tuple == nullptr)
        return std::nullopt;
    std::vector<std::uint64_t> numbers;
    for (const PickleId item : tuple->items) {
        const auto* const number = std::get_if<std::int64_t>(&pickle.values[item]);
        if (number == nullptr || *number < 0)
            return std::nullopt;
        numbers.push_back(static_cast<std::uint64_t>(*number));
    }
    return numbers;
}

struct View
{
    const TorchStorage* storage = nullptr;
    Element element = Element::F32;
    std::uint64_t offset = 0; ///< elements, as the strides
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> strides;
};

/// The place of the last element; absent beyond `count`.
std::optional<std::uint64_t> lastElement(const View& view, std::uint64_t count)
{
    std::uint64_t last = view.offset;
    if (last >= count)
        return std::nullopt;
    for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
        const std::uint64_t steps = view.shape[axis] - 1;
        if (steps != 0 && view.strides[axis] > (count - 1 - last) / steps)
            return std::nullopt;
        last += steps * view.strides[axis];
    }
    return last;
}

class ViewReader
{
public:
    ViewReader(const TorchSource& source, const std::string& name)
        : m_source(source)
        , m_name(name)
    {
    }

    Result<Tensor> read(const PickleCall& call) const
    {
        const auto function = nameOf(m_source.pickle, call);
        const auto* const arguments = std::get_if<PickleList>(&value(call.arguments));
        if (arguments == nullptr || arguments->items.empty())
            return malformed("is made of nothing");
        if (function == "_rebuild_parameter")
            return readInner(arguments->items[0]);
        if (function == "_rebuild_from_type_v2")
            return readFromType(*arguments);
        auto view = viewOf(function, *arguments);
        if (!view)
            return tl::unexpected(view.error());
        return tensorOf(std::move(*view));
    }

private:
    const PickleValue& value(PickleId id) const { return m_source.pickle.values[id]; }

    tl::unexpected<Error> malformed(const std::string& reason) const
    {
        return m_source.part.failure(ErrorCode::Malformed, "tensor " + inQuotes(m_name) + " " + reason, damaged);
    }
    tl::unexpected<Error> unsupported(const std::string& reason, const std::string& advice) const
    {
        return m_source.part.failure(ErrorCode::Unsupported, "tensor " + inQuotes(m_name) + " " + reason, advice);
    }

    /// A parameter holds a tensor; nothing holds a parameter.
    Result<Tensor> readInner(PickleId id) const
    {
        const auto* const call = std::get_if<PickleCall>(&value(id));
        if (call == nullptr || !nameOf(m_source.pickle, *call).starts_with("_rebuild_tensor"))
            return malformed("is a parameter without a tensor");
        return read(*call);
    }

    /// (function, type, arguments, state): a tensor with attributes.
    Result<Tensor> readFromType(const PickleList& arguments) const
    {
        const auto* const function =
            arguments.items.size() == 4 ? std::get_if<PickleGlobal>(&value(arguments.items[0])) : nullptr;
        if (function == nullptr || !function->name.starts_with("_rebuild_tensor"))
            return malformed("is made by no function for tensors");
        return read(PickleCall{arguments.items[0], arguments.items[2], {}, {}});
    }

    Result<View> viewOf(std::string_view function, const PickleList& arguments) const
    {
        if (arguments.items.size() < 4)
            return malformed("has too few properties");
        const auto storage = m_source.storages.find(storageKey(m_source.pickle, arguments.items[0]));
        const auto* const offset = std::get_if<std::int64_t>(&value(arguments.items[1]));
        auto shape = wholeNumbers(m_source.pickle, arguments.items[2]);
        auto strides = wholeNumbers(m_source.pickle, arguments.items[3]);
        if (storage == m_source.storages.end() || offset == nullptr || *offset < 0 || !shape || !strides)
            return malformed("has no storage, or properties that are no whole numbers");
        if (shape->size() != strides->size())
            return malformed(fmt::format("has {} axes, but {} strides", shape->size(), strides->size()));
        if (shape->size() > mostAxes)
            return malformed(fmt::format("has {} axes, more than {}", shape->size(), mostAxes));
        const auto element = elementOf(function, arguments, storage->second);
        if (!element)
            return tl::unexpected(element.error());
        return View{
            &storage->second, *element, static_cast<std::uint64_t>(*offset), std::move(*shape), std::move(*strides)};
    }

    Result<Element> elementOf(std::string_view function, const PickleList& arguments, const TorchStorage& storage) const
    {
        const bool third = function == "_rebuild_tensor_v3";
        const std::size_t metadataAt = third ? 7 : 6;
        if (arguments.items.size() > metadataAt)
            if (const auto* const dict = std::get_if<PickleDict>(&value(arguments.items[metadataAt])))
                if (!dict->items.empty())
                    return unsupported("is a conjugated or negated view", "Save it with .resolve_neg().");
        if (!third && storage.element)
            return *storage.element;
        const auto* const dtype =
            third && arguments.items.size() > 6 ? std::get_if<PickleGlobal>(&value(arguments.items[6])) : nullptr;
        const auto element = dtype == nullptr ? std::nullopt : torchElement(dtype->name);
        if (!element)
            return malformed("has no element type");
        if (storage.element && *storage.element != *element)
            return malformed("has another element type than its storage");
        return *element;
    }

    Result<Tensor> tensorOf(View view) const
    {
        auto layout = layoutOf(view.shape, sizeOf(view.element), AxisOrder::LastFastest);
        if (!layout)
            return malformed("has a shape too large for any memory");
        const std::uint64_t count =
            view.storage->element ? view.storage->count : view.storage->count / sizeOf(view.element);
        const bool empty = layout->byteCount == 0;
        if (empty)
            view.offset = std::min(view.offset, count);
        else if (!lastElement(view, count))
            return malformed(fmt::format("reaches beyond the {} elements of its storage", count));
        const std::uint64_t elements = layout->byteCount / sizeOf(view.element);
        if (elements > count && elements > mostExpanded)
            return unsupported(fmt::format("is expanded to {} elements, more than {}", elements, mostExpanded),
                "Save what it was expanded from.");
        // Along an axis of one element (or of an empty tensor) any stride may be stated: it is never used.
        for (std::size_t axis = 0; axis < view.shape.size(); ++axis)
            if (!empty && view.shape[axis] > 1)
                layout->strides[axis] = static_cast<std::int64_t>(view.strides[axis] * sizeOf(view.element));
        const auto& part = view.storage->part;
        return Tensor{m_name, view.element, m_source.order, std::move(view.shape), std::move(layout->strides),
            part.bytes, part.span.data() + view.offset * sizeOf(view.element)};
    }

    const TorchSource& m_source;
    const std::string& m_name;
};

}

bool makesTensor(const Pickle& pickle, const PickleCall& call)
{
    return nameOf(pickle, call).starts_with("_rebuild_");
}

Result<Tensor> torchView(const TorchSource& source, const PickleCall& call, const std::string& name)
{
    return ViewReader(source, name).read(call);
}

}
