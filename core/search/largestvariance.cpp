// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/largestvariance.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

#include "truncation/rounding.h"

namespace core {

namespace {

/// Keys less the centre, one column each, divided by a power of two that makes the largest number about 1.
Eigen::MatrixXd differences(const std::vector<const double*>& keys, std::span<const float> centre)
{
    const auto dimensions = static_cast<Eigen::Index>(centre.size());
    Eigen::MatrixXd result(dimensions, static_cast<Eigen::Index>(keys.size()));
    for (Eigen::Index j = 0; j < result.cols(); ++j)
        for (Eigen::Index c = 0; c < dimensions; ++c)
            result(c, j) = keys[static_cast<std::size_t>(j)][c] - centre[static_cast<std::size_t>(c)];
    return result;
}

/// The smaller of X X^T and X^T X: both have the same largest eigenvalue.
Eigen::MatrixXd smallerProduct(const Eigen::MatrixXd& x)
{
    if (x.rows() <= x.cols())
        return x * x.transpose();
    return x.transpose() * x;
}

bool isAtLeastLargestEigenvalue(double value, const Eigen::MatrixXd& symmetric)
{
    Eigen::MatrixXd shifted = -symmetric;
    shifted.diagonal().array() += value;
    return Eigen::LLT<Eigen::MatrixXd>(shifted).info() == Eigen::Success;
}

}

double largestVarianceUpper(const std::vector<const double*>& keys, std::span<const float> centre)
{
    Eigen::MatrixXd x = differences(keys, centre);
    const double largest = x.cwiseAbs().maxCoeff();
    if (!x.allFinite() || !(largest < 0x1p500))
        return std::numeric_limits<double>::infinity();
    if (largest < 0x1p-500)
        return 0x1p-990 * static_cast<double>(x.rows());
    const double power = std::ldexp(1.0, std::ilogb(largest));
    x /= power;
    const Eigen::MatrixXd product = smallerProduct(x);
    const auto side = static_cast<double>(product.rows());
    const auto terms = static_cast<double>(x.rows() + x.cols());
    // What the computed product may lack of the exact one, in the spectral norm: gamma times the trace.
    const double trace = product.trace() * (1 + gammaOf(terms + 8));
    const double missing = gammaOf(terms + 8) * trace + 4 * terms * terms * smallestNormal;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(product, Eigen::EigenvaluesOnly);
    double upper = std::min(trace, product.norm() * (1 + gammaOf(side * side + 8)));
    if (solver.info() == Eigen::Success) {
        const double value = solver.eigenvalues()(product.rows() - 1) * (1 + 16 * side * unitRoundoff);
        // The factorisation itself errs by gamma_(m + 1) times the trace of l I - C, which is below m l.
        if (value < upper && isAtLeastLargestEigenvalue(value, product))
            upper = std::min(upper, value * (1 + 1.01 * side * gammaOf(side + 4)));
    }
    return (upper + missing) / static_cast<double>(x.cols()) * power * power * (1 + 16 * unitRoundoff);
}

}
