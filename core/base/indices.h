// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace core {

/// An index of one kind cannot be used as an index of another kind.
template<typename Tag>
struct Index
{
    std::uint32_t value = 0;

    friend constexpr auto operator<=>(const Index&, const Index&) = default;
};

using LayerIndex = Index<struct LayerTag>;
using HeadIndex = Index<struct HeadTag>;
using ItemIndex = Index<struct ItemTag>; ///< item of the batch
using RowIndex = Index<struct RowTag>; ///< query
using KeyIndex = Index<struct KeyTag>;

/// Half-open range of rows (queries).
struct RowRange
{
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
    friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// Half-open range of keys.
struct KeyRange
{
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
    bool contains(std::size_t key) const { return key >= begin && key < end; }
    friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

}
