// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/hints.h"

#include <algorithm>
#include <cmath>

#include "capture/text.h"

namespace core {
namespace {

constexpr auto stated = "stated by hint";

Result<void> checkRoles(const std::string& letters)
{
    const auto has = [&letters](char letter) { return letters.find(letter) != std::string::npos; };
    const auto wrong = [&letters](const std::string& why) {
        return failure(ErrorCode::BadRequest, "failed to use '--roles " + letters + "': " + why,
            "Give one letter per axis, first axis first: L layer, B item of the batch, H head, Q query, K key; P "
            "position and "
            "D dim for Q, K and V. For example --roles BHQK.");
    };
    for (const char letter : letters) {
        if (std::string("LBHQKPD").find(letter) == std::string::npos)
            return wrong(std::string("'") + letter + "' is no axis");
        if (std::count(letters.begin(), letters.end(), letter) > 1)
            return wrong(std::string("'") + letter + "' stands there twice");
    }
    const bool rows = has('Q') && has('K') && !has('P') && !has('D');
    const bool factors = has('P') && has('D') && !has('Q') && !has('K');
    if (!rows && !factors)
        return wrong("it needs either Q and K, or P and D");
    return {};
}

Result<void> checkNumbers(const Hints& hints)
{
    if (hints.scale && !(std::isfinite(*hints.scale) && *hints.scale > 0))
        return failure(ErrorCode::BadRequest, "failed to use '--scale': it has to be a positive number",
            "Leave it out to use 1/sqrt(dim), or give the factor of q.k.");
    if ((hints.queryHeads && *hints.queryHeads == 0) || (hints.kvHeads && *hints.kvHeads == 0))
        return failure(ErrorCode::BadRequest, "failed to use the number of heads: it has to be at least 1");
    if (hints.queryHeads && hints.kvHeads && *hints.queryHeads % *hints.kvHeads != 0)
        return failure(ErrorCode::BadRequest,
            numbered("failed to use '--kv-heads ", *hints.kvHeads) + "': " + std::to_string(*hints.queryHeads)
                + " query heads cannot share them equally");
    return {};
}

}

Result<void> checkHints(Draft& draft)
{
    const Hints& hints = draft.hints;
    if (hints.roles) {
        if (auto checked = checkRoles(*hints.roles); !checked)
            return checked;
        const bool rows = hints.roles->find('Q') != std::string::npos;
        if (hints.kind && rows == (*hints.kind == Source::Factors))
            return failure(ErrorCode::BadRequest,
                "failed to use '--kind " + std::string(nameOf(*hints.kind)) + "' with '--roles " + *hints.roles
                    + "': Q and K are axes of probabilities and scores, P and D those of Q, K and V",
                "Leave one of the two out.");
        draft.find("roles", *hints.roles, stated);
    }
    if (auto checked = checkNumbers(hints); !checked)
        return checked;
    if (hints.kind)
        draft.find("kind", std::string(nameOf(*hints.kind)), stated);
    if (hints.queryHeads)
        draft.find("query heads", std::to_string(*hints.queryHeads), stated);
    if (hints.kvHeads)
        draft.find("kv heads", std::to_string(*hints.kvHeads), stated);
    if (hints.mask)
        draft.find("mask", *hints.mask, stated);
    return {};
}

}
