// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "base/interval.h"
#include "views/verdictshape.h"

class QPainter;

namespace app {

/// Axis of the gauge of a verdict card: logarithmic from 10^-4 (lower where epsilon needs it) to 1; linear around
/// epsilon, 10 % to each side, once both ends of the interval lie there.
class GaugeAxis
{
public:
    GaugeAxis(const core::Interval& tau, double epsilon);

    bool isLinear() const { return m_linear; }
    double low() const { return m_low; }
    double high() const { return m_high; }
    double shareOf(double number) const; ///< 0 ... 1, cut off outside

private:
    bool m_linear = false;
    double m_low = 1e-4;
    double m_high = 1;
};

struct Gauge
{
    core::Interval tau;
    double epsilon = 0.01;
    Judgement judgement = Judgement::NoClaim; ///< only verdicts show a marker
};

inline constexpr int gaugeHeight = 32;

/// Track, marker, epsilon and labels; `area` is gaugeHeight high.
void paintGauge(QPainter& painter, const QRectF& area, const Gauge& gauge);

}
