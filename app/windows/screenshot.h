// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QSize>
#include <QString>
#include <QStringList>

#include "figures/plotoptions.h"
#include "session/messages.h"
#include "study/certify.h"

namespace app {

class MainWindow;

/// What the command line asks of the window: a dump, and the state that is shown once it is open.
struct WindowRequest
{
    QString dump; ///< empty: the start page
    QStringList others; ///< further dumps that were named; a window shows one
    core::Hints hints;
    HeadChoice head;
    std::optional<core::RowIndex> row;
    std::optional<core::Rule> rule;
    std::optional<double> epsilon;
    std::optional<double> sigma;
    std::optional<core::Scope> scope;
    std::optional<QSize> size;
    std::optional<bool> dark;
    QString screenshot; ///< empty: none
};

/// "One window shows one dump: ..."; what to do with the others.
Message oneDumpMessage(const WindowRequest& request);
/// Errors: BadRequest; more than one dump for a picture is one.
core::Result<WindowRequest> readWindowRequest(const QCommandLineParser& parser);
/// Opens the dump; the state follows as soon as it is open.
void applyRequest(MainWindow& window, const WindowRequest& request);
/// The same, waits until nothing is computed any more and writes a picture of the window. Errors: those of the dump,
/// CannotWrite.
core::Result<void> takeScreenshot(MainWindow& window, const WindowRequest& request);

}
