// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/preparedrule.h"

namespace core {

Result<void> checkRule(const PreparedRule& prepared)
{
    if (auto fits = checkRule(prepared.rule); !fits)
        return fits;
    const bool needsMarks =
        std::holds_alternative<BlockTop>(prepared.rule) || std::holds_alternative<ImportedMask>(prepared.rule);
    if (needsMarks && !prepared.marks)
        return failure(ErrorCode::BadRequest,
            "failed to apply the rule '" + ruleText(prepared.rule) + "': it was not prepared for this head",
            "Prepare it for the head's rows first.");
    return {};
}

}
