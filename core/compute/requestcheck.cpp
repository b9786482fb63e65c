// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/requestcheck.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace core {

namespace {

tl::unexpected<Error> refused(const std::string& reason, const std::string& advice)
{
    return failure(ErrorCode::BadRequest, "failed to compute statistics: " + reason, advice);
}

Result<void> checkK(std::size_t k)
{
    if (k == 0)
        return refused("k is 0", "Keep at least one key.");
    return {};
}

Result<void> checkEpsilon(double epsilon)
{
    if (!(epsilon > 0) || !std::isfinite(epsilon))
        return refused(fmt::format("epsilon {} is not a number above 0", epsilon), "Give an epsilon such as 0.01.");
    return {};
}

Result<void> checkGrid(const std::optional<KGrid>& grid)
{
    if (grid && !(grid->ratio >= 0 && std::isfinite(grid->ratio)))
        return refused(fmt::format("the ratio {} of a grid of k is not a number from 0 up", grid->ratio),
            "Use 1.04, or 0 for every k.");
    return {};
}

Result<void> checkValues(
    const StatisticsRequest& request, std::size_t keyCount, const std::optional<StoredMatrix>& values)
{
    if (!request.outputError)
        return {};
    if (!values)
        return refused(
            "output errors need values V, and the dump has none for this head", "Ask without output errors.");
    if (values->rows != keyCount)
        return refused(fmt::format("V has {} rows for {} keys", values->rows, keyCount), "Ask without output errors.");
    return {};
}

template <typename Values, typename Check>
Result<void> checkAll(const Values& values, Check check)
{
    for (const auto& value : values)
        if (auto fits = check(value); !fits)
            return fits;
    return {};
}

}

Result<void> checkRequest(
    const StatisticsRequest& request, Source source, std::size_t keyCount, const std::optional<StoredMatrix>& values)
{
    if (request.reading == Reading::Rounded && source != Source::Probabilities)
        return refused("the reading 'rounded' is about stored probabilities, and these rows are computed from scores",
            "Use the reading 'stored'.");
    const Result<void> checks[] = {
        checkAll(request.ks, checkK),
        checkAll(request.epsilons, checkEpsilon),
        request.rule ? checkRule(*request.rule) : Result<void>(),
        checkGrid(request.curve),
        checkGrid(request.rowCurves),
        checkValues(request, keyCount, values),
    };
    for (const auto& check : checks)
        if (!check)
            return check;
    return {};
}

}
