// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exchange/document.h"
#include "spectrum/singularvalues.h"

namespace core {

/// Writes a document tailmass.spectrum/1.
void writeSpectrumDocument(
    JsonWriter& json, const DocumentHeader& header, const HeadInfo& head, const Spectrum& spectrum);

}
