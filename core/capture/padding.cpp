// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/padding.h"

#include <algorithm>

#include "capture/text.h"

namespace core {
namespace {

constexpr std::uint64_t longestMask = 1U << 24U; ///< items or keys

/// Axes of a mask: keys last, items first, all others of one element. Says why a tensor is none.
struct MaskAxes
{
    std::size_t keys = 0;
    std::optional<std::size_t> items;
    std::string obstacle;
};

MaskAxes maskAxes(const Tensor& tensor)
{
    MaskAxes axes;
    if (tensor.shape.empty() || std::find(tensor.shape.begin(), tensor.shape.end(), 0U) != tensor.shape.end()) {
        axes.obstacle = "it is empty";
        return axes;
    }
    if (*std::max_element(tensor.shape.begin(), tensor.shape.end()) > longestMask) {
        axes.obstacle = "its shape is " + shapeText(tensor.shape) + ", longer than any batch or row";
        return axes;
    }
    axes.keys = tensor.shape.size() - 1;
    for (std::size_t axis = 0; axis < axes.keys; ++axis) {
        if (tensor.shape[axis] == 1)
            continue;
        if (axis > 0)
            axes.obstacle = "its shape is " + shapeText(tensor.shape) + ", a mask of keys is items x keys";
        axes.items = axis;
    }
    return axes;
}

/// The keys of one item; null when all exist. Nothing when a number is neither 0 nor 1.
std::optional<PaddingMask::Keys> keysOf(const Tensor& tensor, const MaskAxes& axes, std::uint64_t item)
{
    const std::uint64_t count = tensor.shape[axes.keys];
    const auto offset = axes.items ? static_cast<std::int64_t>(item) * tensor.strides[*axes.items] : 0;
    std::vector<double> numbers(count);
    decode(tensor.data + offset, static_cast<std::ptrdiff_t>(tensor.strides[axes.keys]), numbers.size(), tensor.element,
        tensor.order, numbers.data());
    if (std::any_of(numbers.begin(), numbers.end(), [](double x) { return x != 0 && x != 1; }))
        return std::nullopt;
    if (std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 1; }))
        return PaddingMask::Keys{};
    std::vector<std::uint8_t> keys(numbers.size());
    std::transform(numbers.begin(), numbers.end(), keys.begin(), [](double x) { return static_cast<std::uint8_t>(x); });
    return std::make_shared<const std::vector<std::uint8_t>>(std::move(keys));
}

/// Fills `mask`, or says why the tensor is none.
std::string readMask(const Tensor& tensor, const MaskAxes& axes, PaddingMask& mask)
{
    if (!axes.obstacle.empty())
        return axes.obstacle;
    mask.name = tensor.name;
    mask.group = readName(tensor.name).group;
    mask.keyCount = tensor.shape[axes.keys];
    const std::uint64_t items = axes.items ? tensor.shape[*axes.items] : 1;
    for (std::uint64_t item = 0; item < items; ++item) {
        const auto keys = keysOf(tensor, axes, item);
        if (!keys)
            return "it holds numbers other than 0 and 1";
        const auto padded = *keys ? std::count((*keys)->begin(), (*keys)->end(), std::uint8_t{0}) : 0;
        mask.items.push_back(*keys);
        mask.padded.push_back(static_cast<std::uint64_t>(padded));
    }
    return {};
}

void describe(TensorReading& reading, const MaskAxes& axes, const PaddingMask& mask)
{
    reading.role = TensorRole::Mask;
    reading.reason = "0 and 1 for " + countText(mask.keyCount, "key")
        + (axes.items ? " of " + countText(mask.items.size(), "item") : "");
    std::fill(reading.axisReasons.begin(), reading.axisReasons.end(), "one element");
    reading.axes[axes.keys] = "key";
    reading.axisReasons[axes.keys] = "last axis";
    if (axes.items) {
        reading.axes[*axes.items] = "item";
        reading.axisReasons[*axes.items] = "first axis";
    }
}

}

bool PaddingMask::fits(const std::string& headGroup, std::uint64_t itemCount, std::uint64_t keys) const
{
    // The keys of cross-attention are the encoder's positions.
    const bool sameGroup = group.empty() || group == headGroup || (group == "encoder" && headGroup == "cross");
    return sameGroup && keys == keyCount && (items.size() == 1 || items.size() == itemCount);
}

Result<std::vector<PaddingMask>> readMasks(Draft& draft)
{
    std::vector<PaddingMask> masks;
    bool hintFound = false;
    for (std::size_t i = 0; i < draft.dump->tensors.size(); ++i) {
        const Tensor& tensor = draft.tensor(i);
        const bool hinted = draft.hints.mask == tensor.name;
        hintFound = hintFound || hinted;
        if (!hinted && draft.names[i].role != NameRole::Mask)
            continue;
        if (!hinted && draft.hints.mask) {
            draft.readings[i].reason = "another mask is stated by hint";
            continue;
        }
        const MaskAxes axes = maskAxes(tensor);
        PaddingMask mask;
        const std::string obstacle = readMask(tensor, axes, mask);
        if (obstacle.empty()) {
            describe(draft.readings[i], axes, mask);
            masks.push_back(std::move(mask));
        } else if (hinted) {
            return failure(ErrorCode::BadRequest, "failed to use '--mask " + tensor.name + "': " + obstacle,
                "Give a tensor of 0 and 1, items x keys.");
        } else {
            draft.readings[i].reason = "named as a mask, but " + obstacle;
            draft.find(tensor.name, "not used", "named as a mask, but " + obstacle);
        }
    }
    if (draft.hints.mask && !hintFound)
        return failure(ErrorCode::BadRequest,
            "failed to use '--mask " + *draft.hints.mask + "': the dump has no such tensor",
            "'info' lists the tensors of a dump.");
    return masks;
}

}
