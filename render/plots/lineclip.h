// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSharedPointer>

#include "plots/plotcanvas.h"

class QCPGraph;
class QCPGraphData;
template <typename DataType>
class QCPDataContainer;

namespace render {

/// Cut: the line ends where it crosses the range. Clamp: values are moved to the edge, as the edge of an area needs it.
enum class Clip { Cut, Clamp };

/// The graph's data with nothing outside the range of its log axes.
QSharedPointer<QCPDataContainer<QCPGraphData>> clippedData(const QCPGraph& graph, const AxesRange& range, Clip clip);

}
