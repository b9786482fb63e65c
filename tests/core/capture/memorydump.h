// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "encode.h"
#include "files/dumpfile.h"

/// Dumps in memory from a line of text.
namespace support {

using Indices = std::vector<std::uint64_t>;

/// Bytes that can be told to have changed.
class FakeFile : public core::Bytes
{
public:
    explicit FakeFile(const std::string& bytes)
    {
        for (const char byte : bytes)
            m_bytes.push_back(static_cast<std::byte>(byte));
    }
    std::span<const std::byte> span() const override { return m_bytes; }
    bool intact() const override { return changed == nullptr || !*changed; }

    std::shared_ptr<bool> changed;

private:
    std::vector<std::byte> m_bytes;
};

struct Layout
{
    core::Element element = core::Element::F32;
    core::ByteOrder order = core::ByteOrder::Little;
    bool fortran = false;
    std::shared_ptr<bool> changed = nullptr;
};

/// A tensor of `value(indices)`.
inline core::Tensor tensorOf(const std::string& name, const Indices& shape,
    const std::function<double(const Indices&)>& value, const Layout& layout = {})
{
    core::Tensor tensor;
    tensor.name = name;
    tensor.element = layout.element;
    tensor.order = layout.order;
    tensor.shape = shape;
    tensor.strides.resize(shape.size());
    auto stride = static_cast<std::int64_t>(core::sizeOf(layout.element));
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::size_t axis = layout.fortran ? i : shape.size() - 1 - i;
        tensor.strides[axis] = stride;
        stride *= static_cast<std::int64_t>(shape[axis]);
    }
    std::string bytes(tensor.elementCount() * core::sizeOf(layout.element), '\0');
    for (std::uint64_t number = 0; number < tensor.elementCount(); ++number) {
        Indices indices(shape.size());
        std::uint64_t rest = number;
        std::int64_t offset = 0;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            indices[axis] = rest % shape[axis];
            rest /= shape[axis];
            offset += static_cast<std::int64_t>(indices[axis]) * tensor.strides[axis];
        }
        const double x = value(indices);
        const std::string encoded = encode(std::span(&x, 1), layout.element, layout.order);
        bytes.replace(static_cast<std::size_t>(offset), encoded.size(), encoded);
    }
    auto file = std::make_shared<FakeFile>(bytes);
    file->changed = layout.changed;
    tensor.data = file->span().data();
    tensor.bytes = std::move(file);
    return tensor;
}

/// Any number that is the same for the same indices, in (-1, 1) times `size`.
inline double noise(const Indices& indices, double size = 1)
{
    std::uint64_t hash = 1469598103934665603U;
    for (const std::uint64_t index : indices)
        hash = (hash ^ (index + 0x9E3779B97F4A7C15U)) * 1099511628211U;
    std::mt19937_64 random(hash);
    return std::uniform_real_distribution(-size, size)(random);
}

/// Softmax over the last axis of noise; with `seen`, over its first seen(row) keys.
inline double softmax(Indices indices, std::uint64_t keys, const std::function<std::uint64_t(std::uint64_t)>& seen)
{
    const std::uint64_t key = indices.back();
    const std::uint64_t count = seen(indices[indices.size() - 2]);
    if (key >= count)
        return 0;
    double sum = 0, mine = 0;
    for (std::uint64_t other = 0; other < std::min(count, keys); ++other) {
        indices.back() = other;
        const double weight = std::exp(noise(indices, 3));
        sum += weight;
        mine = other == key ? weight : mine;
    }
    return mine / sum;
}

/// A number of a tensor of the kind given by a letter, see dumpOf.
inline double contentOf(char kind, const Indices& at, const Indices& shape)
{
    if (at.size() < 2 && kind != 'M')
        return noise(at, 4);
    const auto row = at.size() > 1 ? at[at.size() - 2] : 0;
    const std::uint64_t column = at.back(), keys = shape.back();
    const auto all = [keys](std::uint64_t) { return keys; };
    const auto causal = [&](std::uint64_t i) { return i + 1 + keys - shape[shape.size() - 2]; };
    switch (kind) {
    case 'P':
        return softmax(at, keys, all);
    case 'C':
        return softmax(at, keys, causal);
    case 'D':
        return noise(at) < -0.8 ? 0 : softmax(at, keys, all) / 0.9;
    case 'K':
        return 0.7 * softmax(at, keys, all);
    case 'N':
        return row < keys / 4 ? 1 / static_cast<double>(keys) : softmax(at, keys, causal);
    case 'A':
        return softmax(at, keys, [](std::uint64_t i) { return i + 1; });
    case 'W':
        return column + 3 <= row ? 0 : softmax(at, keys, causal);
    case 'L':
        return row > 1 && column < causal(row) ? noise(at, 4)
                                               : static_cast<double>(std::numeric_limits<float>::lowest());
    case 'U': {
        Indices flipped = at;
        std::swap(flipped[at.size() - 2], flipped.back());
        return softmax(flipped, shape[at.size() - 2], [&](std::uint64_t) { return shape[at.size() - 2]; });
    }
    case 'X':
        return row % 3 == 0 ? std::numeric_limits<double>::quiet_NaN() : row % 3 == 1 ? 0 : softmax(at, keys, all);
    case 'T':
        return column < causal(row) ? noise(at, 4) : -std::numeric_limits<double>::infinity();
    case 'V':
        return 0.5 + 0.4 * noise(at);
    case 'E':
        return 1 / static_cast<double>(keys);
    case 'Z':
        return 0;
    case 'M':
        return column + at.front() < keys ? 1 : 0;
    default:
        return noise(at, 4);
    }
}

/// Tensors from text: "name kind shape [element]; ...". Kinds: P probabilities, C causal ones, D after dropout, K with
/// a share of each row in a sink, U on their side (columns sum to 1), X with NaN and zero rows; S scores, T causal
/// ones; N causal ones after rows that are uniform over all keys, A causal ones that leave the last keys unused, W rows
/// that see three keys; L causal scores where the lowest number masks, two rows wholly; F any vectors, V vectors within
/// [0, 1], Z zeros, E equal weights, M a mask that pads one key more for each item. Shape: "8x16x4".
inline core::DumpFile dumpOf(const std::string& text)
{
    core::DumpFile dump;
    dump.path = "memory.npz";
    dump.container = "npz";
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ';');) {
        std::istringstream words(entry);
        std::string name, kind, sizes, element;
        words >> name >> kind >> sizes >> element;
        Indices shape;
        std::istringstream extents(sizes);
        for (std::string extent; std::getline(extents, extent, 'x');)
            shape.push_back(std::stoull(extent));
        Layout layout;
        for (const auto candidate : {core::Element::F64, core::Element::F16, core::Element::BF16, core::Element::I64,
                 core::Element::I32, core::Element::U16, core::Element::Bool})
            if (core::nameOf(candidate) == element)
                layout.element = candidate;
        dump.tensors.push_back(tensorOf(
            name, shape, [&](const Indices& at) { return contentOf(kind.front(), at, shape); }, layout));
    }
    return dump;
}

/// Sidecar from text: "causal=yes heads=8 kv=4 group=encoder scale=0.5,1 layers=2,5 kind=probs queries=16 keys=16
/// items=3x16 window=4,all sinks=1,2/3,4 softcap=50 rope=no unread=window".
inline core::Sidecar sidecarOf(const std::string& text)
{
    const auto tokens = [](std::size_t count) {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < count; ++i)
            list.push_back(std::to_string(i));
        return list;
    };
    core::Sidecar sidecar;
    sidecar.path = "memory.tokens.json";
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::string key = word.substr(0, word.find('='));
        const std::string value = word.substr(word.find('=') + 1);
        std::istringstream parts(value);
        if (key == "causal")
            sidecar.causal = value == "yes";
        else if (key == "heads")
            sidecar.queryHeads = std::stoull(value);
        else if (key == "kv")
            sidecar.kvHeads = std::stoull(value);
        else if (key == "group")
            sidecar.group = value;
        else if (key == "kind")
            sidecar.kind = value;
        else if (key == "queries")
            sidecar.queryTokens = tokens(std::stoull(value));
        else if (key == "keys")
            sidecar.keyTokens = tokens(std::stoull(value));
        else if (key == "items")
            sidecar.itemTokens.assign(std::stoull(value), tokens(std::stoull(value.substr(value.find('x') + 1))));
        else if (key == "scale")
            for (std::string part; std::getline(parts, part, ',');)
                sidecar.scales.push_back(std::stod(part));
        else if (key == "window")
            for (std::string part; std::getline(parts, part, ',');)
                sidecar.windows.push_back(part == "all" ? std::nullopt : std::optional(std::stoull(part)));
        else if (key == "sinks")
            for (std::string part; std::getline(parts, part, '/');) {
                std::istringstream heads(part);
                auto& layer = sidecar.sinkScores.emplace_back();
                for (std::string head; std::getline(heads, head, ',');)
                    layer.push_back(std::stod(head));
            }
        else if (key == "softcap")
            for (std::string part; std::getline(parts, part, ',');)
                sidecar.softCaps.push_back(std::stod(part));
        else if (key == "rope")
            sidecar.positionsApplied = value == "yes";
        else if (key == "unread")
            sidecar.unread.push_back(value);
        else if (key == "layers")
            for (std::string part; std::getline(parts, part, ',');)
                sidecar.layers.push_back(static_cast<std::uint32_t>(std::stoul(part)));
    }
    return sidecar;
}

inline core::DumpFile dumpOf(const std::string& tensors, const std::string& sidecar)
{
    core::DumpFile dump = dumpOf(tensors);
    if (!sidecar.empty())
        dump.sidecar = sidecarOf(sidecar);
    return dump;
}

}
