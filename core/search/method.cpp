// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/method.h"

#include <algorithm>

namespace core {

const std::vector<SearchMethodInfo>& searchMethods()
{
    static const std::vector<SearchMethodInfo> methods{
        {SearchMethod::Box, "box", "blocks by least and largest coordinate of their keys"},
        {SearchMethod::Ball, "ball", "blocks by centre and radius, largest mass first"},
        {SearchMethod::Norm, "norm", "blocks by their largest key norm (Cauchy-Schwarz)"},
        {SearchMethod::EdmundsonMadansky, "em", "blocks by mean score and both ends (Edmundson-Madansky)"},
        {SearchMethod::Bennett, "bennett", "blocks by mean, variance and upper end of their scores"},
        {SearchMethod::Mc, "mc", "MC-Search: centre and radius, largest upper score first"},
        {SearchMethod::DeltaK, "delta_k", "Delta_k-Search: only the gap below the k-th score counts"},
        {SearchMethod::Int8, "int8", "a score interval for each key from codes of one byte a dimension"},
        {SearchMethod::Pca, "pca", "a score interval for each key from half of its principal components"},
    };
    return methods;
}

std::string_view nameOf(SearchMethod method)
{
    return searchMethods()[static_cast<std::size_t>(method)].name;
}

namespace {

tl::unexpected<Error> unknownMethod(const std::string& name)
{
    std::string known = "all";
    for (const SearchMethodInfo& info : searchMethods())
        known += ", " + std::string(info.name);
    return failure(ErrorCode::BadRequest, "failed to read '--search " + name + "': expected some of " + known);
}

}

Result<std::vector<SearchMethod>> parseSearchMethods(const std::string& text)
{
    std::vector<SearchMethod> chosen;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string name = text.substr(begin, end - begin);
        begin = end + 1;
        bool known = false;
        for (const SearchMethodInfo& info : searchMethods()) {
            if (name != "all" && name != info.name)
                continue;
            known = true;
            if (std::ranges::find(chosen, info.method) == chosen.end())
                chosen.push_back(info.method);
        }
        if (!known)
            return unknownMethod(name);
    }
    return chosen;
}

}
