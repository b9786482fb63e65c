// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "plots/plotdata.h"

/// tau(k) = (1 - k / 1001) / sqrt(k) and curves around it, for k = 1 ... 1000.
inline render::TailMassData exampleTailMass()
{
    render::TailMassData data;
    data.rowName = QStringLiteral("row 12");
    data.keyCount = 1000;
    for (int k = 1; k <= 1000; ++k) {
        const double tau = (1 - k / 1001.0) / std::sqrt(k);
        for (render::Line* line : {&data.row, &data.mean, &data.maximum, &data.gaussian, &data.plugIn})
            line->x.push_back(k);
        data.row.y.push_back(tau);
        data.mean.y.push_back(0.5 * tau);
        data.maximum.y.push_back(std::pow(tau, 0.25));
        data.gaussian.y.push_back(0.02 * tau);
        data.plugIn.y.push_back(0.05 * tau);
        data.percentiles.x.push_back(k);
        data.percentiles.lower.push_back(0.2 * tau);
        data.percentiles.upper.push_back(std::sqrt(tau));
    }
    return data;
}

inline render::Crosshair exampleCrosshair()
{
    return {100, 0.01, {{(1 - 100 / 1001.0) / 10, core::Verdict::NotCertified}}};
}
