// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "base/interval.h"

namespace core {

/// Gaussian score model (theory 2.7): predictions for rows of n keys whose scores are i.i.d. normal with deviation
/// sigma.
Estimate gaussianKeptShare(double sigma, double epsilon); ///< k_eps / n -> Phi_c(sigma + Phi^-1(epsilon))
Estimate gaussianTailMass(double sigma, double keptShare); ///< tau(kappa) = Phi(Phi_c^-1(kappa) - sigma)
double gaussianSigma(
    double keptShare, double epsilon); ///< sigma at which the rule gives this share: Phi_c^-1(kappa) - Phi^-1(epsilon)
/// The sigma at which the Gaussian rule gives a row's k_eps (design 2).
Estimate impliedSigma(std::size_t kEps, std::size_t keyCount, double epsilon);

/// Finite-n plug-in: the row of n >= 1 keys whose scores are sigma * Phi^-1((i - 1/2) / n). O(n) to make; then it
/// answers for any epsilon and k.
class PlugInRow
{
public:
    PlugInRow(double sigma, std::size_t keyCount);

    std::size_t keyCount() const { return m_sums.size() - 1; }
    std::size_t kEps(double epsilon) const;
    Estimate tailMass(std::size_t k) const; ///< 0 from the number of keys on

private:
    std::vector<double> m_sums; ///< [d]: of the d smallest weights
};

std::size_t plugInKEps(double sigma, std::size_t keyCount, double epsilon);

double normalCdf(double x);
/// Inverse of normalCdf to 1e-14; -inf and +inf at 0 and 1; p in (0, 2^-1022) counts as 2^-1022.
double normalQuantile(double p);

}
