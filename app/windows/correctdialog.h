// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

#include "capture/capture.h"

class QWidget;

namespace app {

/// What a person states about the open dump, and whether its sidecar shall remember it.
struct Correction
{
    core::Hints hints;
    bool remember = false;
};

/// Asks for what was understood wrongly. `sidecar`: the file that would remember it.
void askForCorrection(QWidget& window, const core::Capture& capture, const QString& sidecar,
    const std::function<void(const Correction&)>& take);

}
