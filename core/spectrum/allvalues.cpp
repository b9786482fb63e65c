// SPDX-License-Identifier: GPL-3.0-or-later
#include "spectrum/allvalues.h"

#include <algorithm>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "spectrum/golubkahan.h"

namespace core {

namespace {

using Matrix = Eigen::MatrixXd;
using RowMajorMap = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using Bidiagonalization = Eigen::internal::UpperBidiagonalization<Matrix>;

/// As tall as wide or taller.
Matrix tall(const HeadMatrix& matrix)
{
    const RowMajorMap map(
        matrix.numbers.data(), static_cast<Eigen::Index>(matrix.rows), static_cast<Eigen::Index>(matrix.columns));
    if (matrix.rows < matrix.columns)
        return map.transpose();
    return map;
}

Matrix triangleOf(const Eigen::HouseholderQR<Matrix>& factors)
{
    return factors.matrixQR().topRows(factors.cols()).triangularView<Eigen::Upper>();
}

GolubKahan golubKahan(const Bidiagonalization& bidiagonal)
{
    auto band = bidiagonal.bidiagonal(); // a copy: its diagonals cannot be read from a const one
    const Eigen::VectorXd diagonal = band.diagonal();
    const auto size = static_cast<std::size_t>(diagonal.size());
    std::vector<double> above(size - 1);
    for (std::size_t i = 0; i + 1 < size; ++i)
        above[i] = band.diagonal<1>()(static_cast<Eigen::Index>(i));
    return {std::vector<double>(diagonal.data(), diagonal.data() + size), above};
}

/// Vectors of the bidiagonal matrix for the first `count` values, as columns.
void fillVectors(const GolubKahan& bidiagonal, const std::vector<double>& values, Matrix& left, Matrix& right)
{
    for (Eigen::Index i = 0; i < right.cols(); ++i) {
        const auto vectors = bidiagonal.vectors(values[static_cast<std::size_t>(i)], static_cast<std::size_t>(i));
        right.col(i) = Eigen::Map<const Eigen::VectorXd>(vectors.right.data(), right.rows());
        left.col(i).head(right.rows()) = Eigen::Map<const Eigen::VectorXd>(vectors.left.data(), right.rows());
    }
}

std::vector<double> measuredResiduals(
    const Matrix& a, const Matrix& left, const Matrix& right, const std::vector<double>& values)
{
    const Eigen::Map<const Eigen::VectorXd> sigma(values.data(), right.cols());
    const Eigen::VectorXd forward = (a * right - left * sigma.asDiagonal()).colwise().norm();
    const Eigen::VectorXd backward = (a.transpose() * left - right * sigma.asDiagonal()).colwise().norm();
    const Eigen::VectorXd larger = forward.cwiseMax(backward);
    return {larger.data(), larger.data() + larger.size()};
}

tl::unexpected<Error> notConverged()
{
    return failure(ErrorCode::Unsupported, "failed to compute singular values: the iteration did not converge",
        "Report this head; its other numbers are not affected.");
}

}

Result<Spectrum> allSingularValues(const HeadMatrix& matrix, std::size_t residuals, const Progress& progress)
{
    const Matrix a = tall(matrix);
    const Eigen::Index size = a.cols();
    const bool square = a.rows() == size;
    const Eigen::HouseholderQR<Matrix> triangular(square ? Matrix(0, 0) : a);
    if (!progress.advance(1, 4))
        return cancelled();
    Bidiagonalization bidiagonal(square ? a : triangleOf(triangular)); // not const: householderV() is not
    const GolubKahan reduced = golubKahan(bidiagonal);
    if (!progress.advance(2, 4))
        return cancelled();
    Spectrum spectrum;
    if (!reduced.values(spectrum.values))
        return notConverged();
    if (!progress.advance(3, 4))
        return cancelled();
    const auto count = static_cast<Eigen::Index>(std::min(residuals, spectrum.values.size()));
    Matrix left = Matrix::Zero(a.rows(), count);
    Matrix right(size, count);
    fillVectors(reduced, spectrum.values, left, right);
    const Matrix inner = bidiagonal.householderU() * left.topRows(size);
    left.topRows(size) = inner;
    if (!square)
        left = triangular.householderQ() * left;
    right = bidiagonal.householderV() * right;
    spectrum.residuals = measuredResiduals(a, left, right, spectrum.values);
    if (!progress.advance(4, 4))
        return cancelled();
    return spectrum;
}

}
