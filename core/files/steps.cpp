// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/steps.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "files/layout.h"
#include "files/utf8.h"

namespace core {

namespace {

/// NAME[step][layer].
struct StepName
{
    std::string_view list;
    std::uint64_t step = 0;
    std::uint64_t layer = 0;
};

/// Takes "[number]" from the end.
std::optional<std::uint64_t> takeIndex(std::string_view& name)
{
    const auto open = name.rfind('[');
    if (!name.ends_with(']') || open == std::string_view::npos)
        return {};
    const auto digits = name.substr(open + 1, name.size() - open - 2);
    std::uint64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return {};
    name = name.substr(0, open);
    return number;
}

std::optional<StepName> stepNameOf(std::string_view name)
{
    const auto layer = takeIndex(name);
    const auto step = layer ? takeIndex(name) : std::nullopt;
    return step ? std::optional(StepName{name, *step, *layer}) : std::nullopt;
}

using Places = std::vector<std::size_t>; ///< of tensors, by step
using Layers = std::map<std::uint64_t, std::map<std::uint64_t, std::size_t>>; ///< places by layer and step

std::uint64_t queriesOf(const Tensor& tensor)
{
    return tensor.shape[tensor.shape.size() - 2];
}

std::uint64_t keysOf(const Tensor& tensor)
{
    return tensor.shape.back();
}

/// Where the rows of each step of one layer go.
struct Stack
{
    std::vector<const Tensor*> steps;
    std::vector<std::uint64_t> firstKeys; ///< of each step: the position of its first column
    std::uint64_t queries = 0;
    std::uint64_t keys = 0;

    const Tensor& first() const { return *steps.front(); }
    bool isGrowing() const { return keysOf(first()) < keys; }
    std::vector<std::uint64_t> shape() const
    {
        auto shape = first().shape;
        shape[shape.size() - 2] = queries;
        shape.back() = keys;
        return shape;
    }
};

/// Why a step cannot follow the first one whatever its keys are; empty when it can.
std::string mismatch(const Tensor& first, const Tensor& step)
{
    if (step.element != first.element || step.order != first.order)
        return "the number format changes";
    if (step.shape.size() != first.shape.size()
        || !std::equal(first.shape.begin(), first.shape.end() - 2, step.shape.begin()))
        return "the axes before queries and keys change";
    return step.elementCount() == 0 ? "a step is empty" : "";
}

/// Places the columns of every step: all steps have the same keys (cross-attention), or each adds its own to those
/// before, of which the earliest may be forgotten (a window). Why not, if neither fits.
std::string placeKeys(Stack& stack)
{
    const Tensor& first = stack.first();
    const bool single = std::all_of(
        stack.steps.begin() + 1, stack.steps.end(), [](const Tensor* step) { return queriesOf(*step) == 1; });
    const bool equal = std::all_of(
        stack.steps.begin() + 1, stack.steps.end(), [&](const Tensor* step) { return keysOf(*step) == keysOf(first); });
    const bool forgetsFromTheStart = keysOf(first) == queriesOf(first) && queriesOf(first) > 1;
    stack.keys = keysOf(first);
    stack.queries = queriesOf(first);
    stack.firstKeys.assign(1, 0);
    std::uint64_t before = keysOf(first);
    for (std::size_t i = 1; i < stack.steps.size(); ++i) {
        const Tensor& step = *stack.steps[i];
        stack.queries += queriesOf(step);
        if (equal && single && !forgetsFromTheStart) {
            stack.firstKeys.push_back(0);
            continue;
        }
        stack.keys += queriesOf(step);
        const bool grows = keysOf(step) == before + queriesOf(step);
        if (!grows && !(single && keysOf(step) == before))
            return fmt::format(
                "step {} has {} keys after {} and {} new ones", i, keysOf(step), before, queriesOf(step));
        before = keysOf(step);
        stack.firstKeys.push_back(stack.keys - before);
    }
    return {};
}

/// The stack of one layer, or why there is none.
std::string read(const std::vector<Tensor>& tensors, const std::map<std::uint64_t, std::size_t>& places, Stack& stack)
{
    for (const auto& [step, place] : places) {
        const Tensor& tensor = tensors[place];
        if (step != stack.steps.size())
            return fmt::format("step {} is missing", stack.steps.size());
        if (tensor.shape.size() < 2 || !isFloating(tensor.element))
            return fmt::format("{} is no matrix of weights or scores", inQuotes(tensor.name));
        stack.steps.push_back(&tensor);
        if (const std::string what = mismatch(stack.first(), tensor); !what.empty())
            return fmt::format("{} at {}", what, inQuotes(tensor.name));
    }
    return placeKeys(stack);
}

/// Bytes made of those of several files.
class StackedBytes : public Bytes
{
public:
    StackedBytes(std::vector<std::byte> bytes, std::set<std::shared_ptr<const Bytes>> sources)
        : m_bytes(std::move(bytes))
        , m_sources(std::move(sources))
    {
    }
    std::span<const std::byte> span() const override { return m_bytes; }
    bool intact() const override
    {
        return std::all_of(m_sources.begin(), m_sources.end(), [](const auto& source) { return source->intact(); });
    }

private:
    std::vector<std::byte> m_bytes;
    std::set<std::shared_ptr<const Bytes>> m_sources;
};

/// -inf as stored, first byte first in `order`; empty where the format has none.
std::vector<std::byte> minusInfinity(Element element, ByteOrder order)
{
    std::vector<std::byte> bytes(sizeOf(element), std::byte{0});
    const auto last = bytes.size() - 1; // of a little-endian number: its sign and exponent
    switch (element) {
    case Element::F64:
        bytes[last - 1] = std::byte{0xf0};
        bytes[last] = std::byte{0xff};
        break;
    case Element::F32:
    case Element::BF16:
        bytes[last - 1] = std::byte{0x80};
        bytes[last] = std::byte{0xff};
        break;
    case Element::F16:
    case Element::F8E5M2:
        bytes[last] = std::byte{0xfc};
        break;
    default:
        return {};
    }
    if (order == ByteOrder::Big)
        std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

/// Calls visit(matrix, row, first element of the stored row) for every row of a step; matrices in the order of the
/// axes.
template <typename Visit>
void forRows(const Tensor& step, const Visit& visit)
{
    const std::size_t leading = step.shape.size() - 2;
    std::vector<std::uint64_t> index(leading, 0);
    for (std::uint64_t matrix = 0;; ++matrix) {
        const std::byte* data = step.data;
        for (std::size_t axis = 0; axis < leading; ++axis)
            data += static_cast<std::int64_t>(index[axis]) * step.strides[axis];
        for (std::uint64_t row = 0; row < queriesOf(step); ++row)
            visit(matrix, row, data + static_cast<std::int64_t>(row) * step.strides[leading]);
        std::size_t axis = leading;
        while (axis > 0 && ++index[axis - 1] == step.shape[axis - 1])
            index[--axis] = 0;
        if (axis == 0)
            return;
    }
}

/// Whether the steps hold scores: a number that no probability can be, however it was rounded.
bool holdsScores(const Stack& stack)
{
    constexpr double beyond = 1.01;
    bool scores = false;
    std::vector<double> numbers;
    for (const Tensor* step : stack.steps)
        forRows(*step, [&](std::uint64_t, std::uint64_t, const std::byte* row) {
            numbers.resize(keysOf(*step));
            decode(row, static_cast<std::ptrdiff_t>(step->strides.back()), numbers.size(), step->element, step->order,
                numbers.data());
            scores =
                scores || std::any_of(numbers.begin(), numbers.end(), [](double x) { return x < 0 || x > beyond; });
        });
    return scores;
}

void copyRow(std::byte* to, const std::byte* from, const Tensor& step)
{
    const std::size_t size = sizeOf(step.element);
    for (std::uint64_t key = 0; key < keysOf(step); ++key)
        std::memcpy(to + key * size, from + static_cast<std::int64_t>(key) * step.strides.back(), size);
}

std::vector<std::byte> stackedBytes(const Stack& stack, const std::vector<std::byte>& fill, std::uint64_t byteCount)
{
    const std::size_t size = sizeOf(stack.first().element);
    std::vector<std::byte> bytes(byteCount);
    for (std::size_t at = 0; !fill.empty() && at < bytes.size(); at += size)
        std::copy(fill.begin(), fill.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    std::uint64_t firstRow = 0;
    for (std::size_t i = 0; i < stack.steps.size(); ++i) {
        const Tensor& step = *stack.steps[i];
        forRows(step, [&](std::uint64_t matrix, std::uint64_t row, const std::byte* from) {
            const std::uint64_t to = (matrix * stack.queries + firstRow + row) * stack.keys + stack.firstKeys[i];
            copyRow(bytes.data() + to * size, from, step);
        });
        firstRow += queriesOf(step);
    }
    return bytes;
}

Tensor stacked(const Stack& stack, std::string name, const Layout& layout)
{
    const Tensor& first = stack.first();
    std::set<std::shared_ptr<const Bytes>> sources;
    for (const Tensor* step : stack.steps)
        if (step->bytes)
            sources.insert(step->bytes);
    const auto fill =
        stack.isGrowing() && holdsScores(stack) ? minusInfinity(first.element, first.order) : std::vector<std::byte>();
    const auto bytes = std::make_shared<StackedBytes>(stackedBytes(stack, fill, layout.byteCount), std::move(sources));
    return {std::move(name), first.element, first.order, stack.shape(), layout.strides, bytes, bytes->span().data()};
}

/// One list of steps: what it was found to be, and its tensors.
struct Nest
{
    StepNest told;
    std::vector<Stack> stacks; ///< one per layer
    std::vector<Layout> layouts;
    std::uint64_t byteCount = 0;
};

std::string readLayers(const std::vector<Tensor>& tensors, const Layers& layers, Nest& nest)
{
    for (const auto& [layer, places] : layers) {
        Stack stack;
        if (const std::string why = read(tensors, places, stack); !why.empty())
            return fmt::format("of layer {} {}", layer, why);
        if (stack.isGrowing() && stack.first().element == Element::F8E4M3 && holdsScores(stack))
            return "float8_e4m3fn has no -inf for the scores of keys that do not exist yet";
        const auto layout = layoutOf(stack.shape(), sizeOf(stack.first().element), AxisOrder::LastFastest);
        if (!layout || nest.byteCount + layout->byteCount < nest.byteCount)
            return "its steps together are larger than any memory";
        nest.byteCount += layout->byteCount;
        if (nest.told.steps > 0 && (stack.steps.size() != nest.told.steps || stack.queries != nest.told.queries))
            return fmt::format("layer {} has {} steps with {} queries, those before {} with {}", layer,
                stack.steps.size(), stack.queries, nest.told.steps, nest.told.queries);
        nest.told.steps = stack.steps.size();
        nest.told.queries = stack.queries;
        nest.told.keys = stack.keys;
        nest.told.growing = stack.isGrowing();
        nest.layouts.push_back(*layout);
        nest.stacks.push_back(std::move(stack));
    }
    return {};
}

std::map<std::string, Layers, std::less<>> nestsIn(const std::vector<Tensor>& tensors)
{
    std::map<std::string, Layers, std::less<>> nests;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (const auto name = stepNameOf(tensors[i].name))
            nests[std::string(name->list)][name->layer].emplace(name->step, i);
    return nests;
}

}

Result<std::vector<StepNest>> stackSteps(
    std::vector<Tensor>& tensors, const std::string& label, std::uint64_t mostBytes)
{
    std::vector<StepNest> told;
    std::map<std::size_t, Tensor> made; // by the place of the first step
    std::set<std::size_t> taken;
    std::uint64_t total = 0;
    for (const auto& [name, layers] : nestsIn(tensors)) {
        Nest nest;
        nest.told.name = name;
        nest.told.layers = layers.size();
        nest.told.obstacle = readLayers(tensors, layers, nest);
        told.push_back(nest.told);
        if (!nest.told.obstacle.empty())
            continue;
        if (nest.byteCount > mostBytes - total)
            return failure(ErrorCode::TooLarge,
                fmt::format(
                    "failed to read {}: the generation steps of {} take {} bytes when they are stacked, more than {}",
                    label, inQuotes(name + "[step][layer]"), nest.byteCount, mostBytes - total),
                "Save fewer layers, or the first step alone: torch.save(attentions[0], 'OUT.pt').");
        total += nest.byteCount;
        auto stack = nest.stacks.begin();
        auto layout = nest.layouts.begin();
        for (const auto& [layer, places] : layers) {
            made.emplace(places.begin()->second, stacked(*stack++, fmt::format("{}[*][{}]", name, layer), *layout++));
            for (const auto& [step, place] : places)
                taken.insert(place);
        }
    }
    std::vector<Tensor> kept;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (const auto stack = made.find(i); stack != made.end())
            kept.push_back(std::move(stack->second));
        else if (!taken.contains(i))
            kept.push_back(std::move(tensors[i]));
    }
    tensors = std::move(kept);
    return told;
}

}
