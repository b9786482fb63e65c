// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "capture/capture.h"
#include "compute/backend.h"
#include "theme/theme.h"

namespace app {

/// A head as a small square picture: whole, stretched, in the colours of its own percentiles.
QImage thumbnailOf(
    const core::HeadInfo& info, const core::ResidentHead& head, int side, render::Shade shade, core::ThreadPool& pool);

}
