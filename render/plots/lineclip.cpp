// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/lineclip.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <qcustomplot.h>

namespace render {

namespace {

/// Stands in for values of 0 and less on a log axis.
constexpr double tiny = 1e-300;

/// Part t of the way from a to b along both log axes.
QCPGraphData between(const QCPGraphData& a, const QCPGraphData& b, double t)
{
    return {a.key * std::pow(b.key / a.key, t), a.value * std::pow(b.value / a.value, t)};
}

/// Liang-Barsky for one border: narrows [t0, t1] to where start + t * step >= 0.
void narrow(double start, double step, double& t0, double& t1)
{
    if (step == 0) {
        if (start < 0)
            t1 = -1;
    } else if (step > 0) {
        t0 = std::max(t0, -start / step);
    } else {
        t1 = std::min(t1, -start / step);
    }
}

void appendClipped(QVector<QCPGraphData>& points, const QCPGraphData& a, const QCPGraphData& b, const AxesRange& range)
{
    double t0 = 0;
    double t1 = 1;
    const double dx = std::log(b.key / a.key);
    const double dy = std::log(b.value / a.value);
    narrow(std::log(a.key / range.left), dx, t0, t1);
    narrow(std::log(range.right / a.key), -dx, t0, t1);
    narrow(std::log(a.value / range.bottom), dy, t0, t1);
    narrow(std::log(range.top / a.value), -dy, t0, t1);
    if (!(t0 <= t1))
        return;
    if (points.isEmpty() || t0 > 0)
        points.append(between(a, b, t0));
    points.append(between(a, b, t1));
    if (t1 < 1)
        points.append(QCPGraphData(between(a, b, t1).key, std::numeric_limits<double>::quiet_NaN()));
}

}

QSharedPointer<QCPGraphDataContainer> clippedData(const QCPGraph& graph, const AxesRange& range, Clip clip)
{
    QVector<QCPGraphData> points;
    const auto& data = *graph.data();
    for (auto point = data.constBegin(); point != data.constEnd(); ++point) {
        const QCPGraphData here(std::max(point->key, tiny), std::max(point->value, tiny));
        if (clip == Clip::Clamp) {
            if (here.key >= range.left && here.key <= range.right)
                points.append(QCPGraphData(here.key, std::clamp(here.value, range.bottom, range.top)));
            continue;
        }
        if (point == data.constBegin() || std::isnan(point->value) || std::isnan((point - 1)->value))
            continue;
        appendClipped(points, {std::max((point - 1)->key, tiny), std::max((point - 1)->value, tiny)}, here, range);
    }
    auto result = QSharedPointer<QCPGraphDataContainer>::create();
    result->set(points, true);
    return result;
}

}
