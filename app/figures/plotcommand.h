// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "figures/plotoptions.h"

namespace app {

/// Opens the dump, computes what the figure shows and writes it. Needs a QGuiApplication, no display. Errors: those of
/// the dump, BadRequest (no such head or row), CannotWrite.
core::Result<void> plot(const PlotOptions& options);

/// `tailmass-gui plot ...`: 0 done, 2 not done, with the reason on stderr. `arguments` begins with the program's name,
/// without "plot".
int runPlotCommand(const QStringList& arguments);

}
