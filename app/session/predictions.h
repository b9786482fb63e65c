// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "bounds/scoremodel.h"

namespace app {

/// What the score model predicts for the selected row; none of it is proven.
struct Prediction
{
    core::Estimate gaussianKEps; ///< keys
    core::Estimate plugInKEps; ///< keys
    core::Estimate gaussianTailMass;
    core::Estimate plugInTailMass;
    core::Estimate impliedSigma; ///< at which the Gaussian rule gives the row's own k_eps
};

/// Predictions at any k and epsilon. The plug-in row costs O(n) and is made once for a sigma and a number of keys.
class Predictions
{
public:
    struct Question
    {
        double sigma = 1;
        std::size_t keyCount = 1;
        std::size_t k = 1;
        double epsilon = 0.01;
        std::size_t kEps = 1; ///< of the row itself
    };

    Prediction at(const Question& question);
    std::size_t rowsMade() const { return m_rowsMade; }

private:
    std::optional<core::PlugInRow> m_row;
    double m_sigma = 0;
    std::size_t m_rowsMade = 0;
};

}
