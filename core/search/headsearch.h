// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "capture/rowbatch.h"
#include "search/method.h"

namespace core {

struct SearchRequest
{
    std::vector<SearchMethod> methods;
    std::vector<double> epsilons; ///< in (0, 1]
    std::size_t blockLength = 64; ///< keys
};

/// How one method does on a head for one epsilon. Shares are means over valid rows, each relative to the keys of its
/// row.
struct MethodSummary
{
    SearchMethod method = SearchMethod::Box;
    double scored = 0; ///< keys that were scored
    double bytes = 0; ///< bytes that were read, relative to reading all keys as stored
    double kept = 0; ///< scored keys that the proof needs to keep
    std::size_t provenRows = 0; ///< the tail mass of what was scored is proven to be below epsilon
    std::size_t earlyRows = 0; ///< of these, rows with keys that were never scored
};

struct EpsilonSearch
{
    double epsilon = 0;
    double oracle = 0; ///< k_eps: the fewest keys that are proven to hold epsilon
    std::vector<MethodSummary> methods; ///< as in the request
};

struct HeadSearch
{
    std::size_t blockLength = 0;
    std::size_t looked = 0; ///< rows that were looked at
    std::size_t rows = 0; ///< valid ones of them
    std::vector<EpsilonSearch> epsilons; ///< as in the request
};

/// Searches some rows (rising) of a head that comes from Q and K. The same bytes for any number of threads. Errors:
/// BadRequest where the head comes from something else, Cancelled, FileChanged, OutOfMemory.
Result<HeadSearch> searchHead(
    const HeadRows& head, const std::vector<std::size_t>& rows, const SearchRequest& request, Work& work);

}
