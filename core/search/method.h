// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace core {

/// How a certified search knows what keys that it has not scored can weigh at most (theory 11).
enum class SearchMethod {
    Box, ///< least and largest coordinate of each block
    Ball, ///< centre and radius of each block
    Norm, ///< largest norm of each block
    EdmundsonMadansky, ///< the block's mean score, between its ends
    Bennett, ///< mean and variance of the block's scores, below its upper end
    Mc, ///< the first paper's MC-Search: cells with centre and radius, largest upper score first
    DeltaK, ///< the first paper's Delta_k-Search: the gap between the k-th score and all that follow
    Int8, ///< each key in one byte a dimension
    Pca, ///< half of each key's principal components, and the length of the rest
};

struct SearchMethodInfo
{
    SearchMethod method;
    std::string_view name; ///< on the command line and in documents
    std::string_view summary; ///< one line
};

/// Every method, in the order of the enumeration.
const std::vector<SearchMethodInfo>& searchMethods();
std::string_view nameOf(SearchMethod method);

/// "int8,bennett" or "all", in the given order without repetitions. Error: BadRequest, with the methods that are known.
Result<std::vector<SearchMethod>> parseSearchMethods(const std::string& text);

}
