// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "capture/capture.h"
#include "session/messages.h"

namespace app {

/// One way to read a dump that may be read in several.
struct HintAnswer
{
    QString label; ///< "Causal"
    QString tip; ///< what it means, and the option that says the same on the command line
    core::Hints hints; ///< all that is stated then
};

/// What a person has to decide before a dump can be opened, one thing at a time.
struct HintQuestion
{
    Message message;
    std::vector<HintAnswer> answers; ///< empty: it cannot be told by choosing
};

/// Of an error of code HintNeeded from opening with the hints `stated`.
HintQuestion hintQuestion(const core::Error& error, const core::Hints& stated);

}
