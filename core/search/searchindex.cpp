// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/searchindex.h"

#include <algorithm>

namespace core {

namespace {

bool readsBlocks(SearchMethod method)
{
    return method != SearchMethod::Int8 && method != SearchMethod::Pca;
}

}

SearchIndex searchIndex(const StoredMatrix& keys, std::span<const std::uint8_t> exists, std::size_t blockLength,
    std::span<const SearchMethod> methods)
{
    const DecodedMatrix numbers = decoded(keys, MatrixOrder::ByRow);
    SearchIndex index;
    index.keyCount = keys.rows;
    index.dimensions = keys.columns;
    index.keyBytes = keys.columns * sizeOf(keys.element);
    if (std::ranges::any_of(methods, readsBlocks))
        index.blocks = keyBlocks(numbers, exists, blockLength);
    if (std::ranges::find(methods, SearchMethod::Int8) != methods.end())
        index.codes = keyCodes(numbers, exists);
    if (std::ranges::find(methods, SearchMethod::Pca) != methods.end())
        index.prefix = keyPrefix(numbers, exists);
    return index;
}

std::size_t summaryBytes(const SearchIndex& index, SearchMethod method)
{
    const std::size_t box = 2 * index.keyBytes;
    const std::size_t centre = index.dimensions * sizeof(float);
    switch (method) {
    case SearchMethod::Box:
        return box;
    case SearchMethod::Ball:
    case SearchMethod::Mc:
        return centre + sizeof(double);
    case SearchMethod::Norm:
        return sizeof(double);
    case SearchMethod::EdmundsonMadansky:
    case SearchMethod::DeltaK:
        return box + centre + 3 * sizeof(double); // radius, norm, error of the centre
    case SearchMethod::Bennett:
        return box + centre + 4 * sizeof(double);
    case SearchMethod::Int8:
    case SearchMethod::Pca:
        break;
    }
    return 0;
}

std::size_t passBytes(const SearchIndex& index, SearchMethod method, std::size_t count)
{
    if (method == SearchMethod::Int8)
        return index.dimensions * (count + 3 * sizeof(float));
    if (method != SearchMethod::Pca)
        return 0;
    const std::size_t components = index.prefix->components;
    return (count * (components + 1) + (components + 1) * index.dimensions) * sizeof(float) + 2 * sizeof(double);
}

}
