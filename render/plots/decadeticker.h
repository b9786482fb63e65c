// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSharedPointer>

class QCPAxisTicker;

namespace render {

/// Ticks of a log axis: powers of ten, with 2 and 5 between them when there is room, and equal steps within a part of a
/// decade. `about` ticks at most.
QSharedPointer<QCPAxisTicker> makeDecadeTicker(int about);

}
