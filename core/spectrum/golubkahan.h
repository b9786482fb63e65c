// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace core {

/// Singular values and vectors of an upper bidiagonal matrix B (diagonal d, above it e) through the symmetric
/// tridiagonal matrix T with zero diagonal and d1 e1 d2 e2 ... beside it: its eigenvalues are plus and minus those of
/// B, its eigenvectors hold the right and left vectors of B in turn.
class GolubKahan
{
public:
    GolubKahan(const std::vector<double>& diagonal, const std::vector<double>& above);

    std::size_t size() const { return m_beside.size() / 2 + 1; }
    /// Falling; false when the iteration did not converge.
    bool values(std::vector<double>& to) const;

    struct Vectors
    {
        std::vector<double> right;
        std::vector<double> left;
    };
    /// Unit vectors for a computed singular value, by inverse iteration from a start that `seed` fixes.
    Vectors vectors(double value, std::size_t seed) const;

private:
    std::vector<double> m_beside; ///< beside the diagonal of T; size 2 n - 1
};

}
