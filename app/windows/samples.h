// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "capture/capture.h"
#include "theme/theme.h"
#include "views/startvalues.h"

namespace app {

/// The dumps that come with the program: beside an installed program, or in the source tree around its build folder.
std::vector<QString> samplePaths();

/// Opens a sample and draws its first heads.
core::Result<SampleDump> describeSample(const QString& path, render::Shade shade, core::Work& work);

/// "Q, K, V · 5 layers × 8 heads (4 kv) · 1 536 rows · float32".
QString contentLine(const core::Capture& capture);

}
