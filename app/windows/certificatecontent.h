// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/explorer.h"
#include "views/certificatevalues.h"

namespace app {

/// What the panel knows beside the explorer.
struct PanelState
{
    std::optional<Explorer::NamedRow> row;
    const std::vector<core::LadderBound>* tailMass =
        nullptr; ///< of `row` under the rule; null while it is being computed
    const core::OutputLadder* output = nullptr; ///< the same
    double delta = 0; ///< what-if error of each score; lives in the panel only, so that nothing exported can hold it
};

/// What the certificate panel says about the present state.
CertificateValues certificateContent(const Explorer& explorer, const PanelState& state);

/// The same as plain text, for the clipboard.
QString certificateText(const Explorer& explorer);

}
