// SPDX-License-Identifier: GPL-3.0-or-later
#include "spectrum/leadingvalues.h"

#include <algorithm>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "spectrum/fixedrandom.h"

namespace core {

namespace {

using Size = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajorMap = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr Size blockSize = 16;
constexpr std::size_t mostRestarts = 50;
constexpr double tolerance = 1e-8; ///< of the largest value

/// Products of a large matrix with thin ones; cut the same way whatever the number of threads.
class Products
{
public:
    Products(const HeadMatrix& matrix, ThreadPool& pool)
        : m_matrix(matrix.numbers.data(), static_cast<Size>(matrix.rows), static_cast<Size>(matrix.columns))
        , m_pool(pool)
    {
    }

    Size rows() const { return m_matrix.rows(); }
    Size columns() const { return m_matrix.cols(); }

    Matrix forward(const Matrix& x) const
    {
        Matrix y(rows(), x.cols());
        forEachPart(rows(), [&](Size begin, Size count) {
            y.middleRows(begin, count).noalias() = m_matrix.middleRows(begin, count) * x;
        });
        return y;
    }

    Matrix transposed(const Matrix& y) const
    {
        Matrix x(columns(), y.cols());
        forEachPart(columns(), [&](Size begin, Size count) {
            x.middleRows(begin, count).noalias() = m_matrix.middleCols(begin, count).transpose() * y;
        });
        return x;
    }

private:
    template <typename Part>
    void forEachPart(Size size, Part part) const
    {
        constexpr Size step = 256;
        m_pool.forEach(static_cast<std::size_t>((size + step - 1) / step), [&](std::size_t i) {
            const Size begin = static_cast<Size>(i) * step;
            part(begin, std::min(step, size - begin));
        });
    }

    RowMajorMap m_matrix;
    ThreadPool& m_pool;
};

Matrix startBlock(Size rows)
{
    FixedRandom random(1);
    Matrix block(rows, blockSize);
    for (Size column = 0; column < block.cols(); ++column)
        for (Size row = 0; row < rows; ++row)
            block(row, column) = random.next();
    return block;
}

/// A space of right vectors V with its image A V, and what it says about the largest values.
class KrylovSpace
{
public:
    KrylovSpace(const Products& products, Size wanted)
        : m_products(products)
        , m_wanted(wanted)
        , m_most(std::min(products.columns(), 3 * wanted + 4 * blockSize))
        , m_basis(products.columns(), 0)
        , m_image(products.rows(), 0)
        , m_next(startBlock(products.columns()))
    {
    }

    bool full() const { return m_basis.cols() + blockSize > m_most; }
    std::size_t blocksPerRound() const { return static_cast<std::size_t>(m_most / blockSize); }

    /// Adds one block: two products with the matrix.
    void expand()
    {
        orthonormalise();
        const Size old = m_basis.cols();
        const Matrix image = m_products.forward(m_next);
        m_basis.conservativeResize(Eigen::NoChange, old + blockSize);
        m_basis.rightCols(blockSize) = m_next;
        m_image.conservativeResize(Eigen::NoChange, old + blockSize);
        m_image.rightCols(blockSize) = image;
        m_next = m_products.transposed(image);
    }

    /// Best values and vectors of the space with their residuals. A v = sigma u holds by construction up to rounding.
    void extract()
    {
        const Eigen::HouseholderQR<Matrix> triangular(m_image);
        const Matrix upper = triangular.matrixQR().topRows(m_image.cols()).triangularView<Eigen::Upper>();
        const Eigen::JacobiSVD<Matrix> svd(upper, Eigen::ComputeFullU | Eigen::ComputeFullV);
        m_values = svd.singularValues();
        m_basis = m_basis * svd.matrixV();
        m_image = m_image * svd.matrixV();
        Matrix left = Matrix::Zero(m_products.rows(), m_wanted);
        left.topRows(upper.rows()) = svd.matrixU().leftCols(m_wanted);
        left = triangular.householderQ() * left;
        m_errors = m_products.transposed(left) - m_basis.leftCols(m_wanted) * m_values.head(m_wanted).asDiagonal();
        const Vector forward =
            (m_image.leftCols(m_wanted) - left * m_values.head(m_wanted).asDiagonal()).colwise().norm();
        const Vector backward = m_errors.colwise().norm();
        m_residuals = forward.cwiseMax(backward);
    }

    bool converged() const { return m_residuals.maxCoeff() <= tolerance * m_values(0); }

    /// Goes on from the best vectors and the errors of the first ones that are not good enough.
    void restart()
    {
        const Size keep = m_wanted + blockSize;
        m_basis = m_basis.leftCols(keep).eval();
        m_image = m_image.leftCols(keep).eval();
        Size taken = 0;
        for (Size i = 0; i < m_wanted && taken < blockSize; ++i)
            if (m_residuals(i) > tolerance * m_values(0))
                m_next.col(taken++) = m_errors.col(i);
        if (taken < blockSize)
            m_next.rightCols(blockSize - taken) = startBlock(m_products.columns()).leftCols(blockSize - taken);
    }

    Spectrum result() const
    {
        Spectrum spectrum;
        spectrum.values.assign(m_values.data(), m_values.data() + m_wanted);
        spectrum.residuals.assign(m_residuals.data(), m_residuals.data() + m_wanted);
        return spectrum;
    }

private:
    /// Three passes: the second mends rounding of the first, the third what a dependent block left arbitrary.
    void orthonormalise()
    {
        for (int pass = 0; pass < 3; ++pass) {
            m_next -= m_basis * (m_basis.transpose() * m_next);
            m_next = Eigen::HouseholderQR<Matrix>(m_next).householderQ() * Matrix::Identity(m_next.rows(), blockSize);
        }
    }

    const Products& m_products;
    Size m_wanted;
    Size m_most;
    Matrix m_basis;
    Matrix m_image;
    Matrix m_next;
    Vector m_values;
    Vector m_residuals;
    Matrix m_errors;
};

}

Result<Spectrum> leadingSingularValues(const HeadMatrix& matrix, std::size_t top, Work& work)
{
    const Products products(matrix, work.pool);
    KrylovSpace space(products, static_cast<Size>(top));
    const std::size_t total = (mostRestarts + 1) * space.blocksPerRound();
    std::size_t done = 0;
    for (std::size_t round = 0; round <= mostRestarts; ++round) {
        while (!space.full()) {
            space.expand();
            if (!work.progress.advance(std::min(++done, total), total))
                return cancelled();
        }
        space.extract();
        if (space.converged() || round == mostRestarts)
            break;
        space.restart();
    }
    if (!work.progress.advance(total, total))
        return cancelled();
    return space.result();
}

}
