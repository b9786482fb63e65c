// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/activity.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "session/explorer.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Explorer", text);
}

}

QString activityText(const Explorer& explorer)
{
    const auto& board = explorer.board();
    if (explorer.isOpening())
        return tr("Opening %1").arg(QFileInfo(explorer.openingPath()).fileName());
    if (!explorer.capture())
        return {};
    if (explorer.isOutdated())
        return tr("the file changed: reload");
    if (explorer.isPreparing())
        return tr("Preparing %1").arg(QString::fromStdString(explorer.head().name));
    if (explorer.isPreparingRule())
        return tr("Preparing the rule for %1").arg(QString::fromStdString(explorer.head().name));
    if (board.isRunning() && board.studiedCount() < board.headCount())
        return tr("Studying heads, %1 of %2 done").arg(board.studiedCount()).arg(board.headCount());
    if (board.isRunning())
        return tr("Refining numbers for this rule");
    if (explorer.spectra().isRunning())
        return tr("Computing singular values");
    if (board.isStopped() && board.studiedCount() < board.headCount())
        return tr("Stopped at %1 of %2 heads").arg(board.studiedCount()).arg(board.headCount());
    if (explorer.isStopped())
        return tr("Stopped before all was computed");
    return tr("analysis complete");
}

}
