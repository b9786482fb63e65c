// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rowstatetext.h"

#include <QCoreApplication>

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::RowState", text);
}

}

QString rowStateText(std::size_t row, core::RowState state)
{
    switch (state) {
    case core::RowState::Masked:
        return tr("Row %1 has no allowed keys.").arg(row);
    case core::RowState::Undefined:
        return tr("Row %1 holds NaN or infinity.").arg(row);
    case core::RowState::Zero:
        return tr("Row %1 is all zero.").arg(row);
    case core::RowState::Absent:
    case core::RowState::Valid:
        break;
    }
    return {};
}

}
