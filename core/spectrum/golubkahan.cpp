// SPDX-License-Identifier: GPL-3.0-or-later
#include "spectrum/golubkahan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

#include "spectrum/fixedrandom.h"

namespace core {

namespace {

/// T - shift as factors L U with row exchanges, for repeated solving.
class ShiftedTridiagonal
{
public:
    ShiftedTridiagonal(const std::vector<double>& beside, double shift, double smallestPivot)
        : m_pivot(beside.size() + 1, -shift)
        , m_first(beside)
        , m_second(beside.size() + 1, 0.0)
        , m_factor(beside.size(), 0.0)
        , m_exchanged(beside.size(), false)
    {
        for (std::size_t i = 0; i < beside.size(); ++i)
            eliminate(i, beside, shift, smallestPivot);
        if (std::abs(m_pivot.back()) < smallestPivot)
            m_pivot.back() = smallestPivot;
    }

    void solve(std::vector<double>& x) const
    {
        for (std::size_t i = 0; i < m_factor.size(); ++i) {
            if (m_exchanged[i])
                std::swap(x[i], x[i + 1]);
            x[i + 1] -= m_factor[i] * x[i];
        }
        for (std::size_t i = x.size(); i-- > 0;) {
            double rest = x[i];
            if (i + 1 < x.size())
                rest -= m_first[i] * x[i + 1];
            if (i + 2 < x.size())
                rest -= m_second[i] * x[i + 2];
            x[i] = rest / m_pivot[i];
        }
    }

private:
    void eliminate(std::size_t i, const std::vector<double>& beside, double shift, double smallestPivot)
    {
        const double below = beside[i];
        const double next = i + 1 < beside.size() ? beside[i + 1] : 0;
        if (std::abs(below) > std::abs(m_pivot[i])) {
            m_exchanged[i] = true;
            m_factor[i] = m_pivot[i] / below;
            m_pivot[i] = below;
            const double above = m_first[i];
            m_first[i] = -shift;
            m_second[i] = next;
            m_pivot[i + 1] = above + m_factor[i] * shift;
            if (i + 1 < m_first.size())
                m_first[i + 1] = -m_factor[i] * next;
            return;
        }
        if (std::abs(m_pivot[i]) < smallestPivot)
            m_pivot[i] = smallestPivot;
        m_factor[i] = below / m_pivot[i];
        m_pivot[i + 1] -= m_factor[i] * m_first[i];
    }

    std::vector<double> m_pivot;
    std::vector<double> m_first; ///< beside the pivots
    std::vector<double> m_second; ///< beside those, where rows were exchanged
    std::vector<double> m_factor;
    std::vector<bool> m_exchanged;
};

void scaleToUnit(std::vector<double>& x)
{
    double largest = 0;
    for (const double number : x)
        largest = std::max(largest, std::abs(number));
    double sum = 0;
    for (double& number : x) {
        number = largest == 0 ? 0 : number / largest;
        sum += number * number;
    }
    for (double& number : x)
        number = sum == 0 ? 0 : number / std::sqrt(sum);
}

}

GolubKahan::GolubKahan(const std::vector<double>& diagonal, const std::vector<double>& above)
    : m_beside(2 * diagonal.size() - 1)
{
    for (std::size_t i = 0; i < diagonal.size(); ++i)
        m_beside[2 * i] = diagonal[i];
    for (std::size_t i = 0; i + 1 < diagonal.size(); ++i)
        m_beside[2 * i + 1] = above[i];
}

bool GolubKahan::values(std::vector<double>& to) const
{
    const auto order = static_cast<Eigen::Index>(m_beside.size() + 1);
    const Eigen::VectorXd beside = Eigen::Map<const Eigen::VectorXd>(m_beside.data(), order - 1);
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::VectorXd::Zero(order), beside, Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success)
        return false;
    to.resize(size());
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = std::max(0.0, solver.eigenvalues()(order - 1 - static_cast<Eigen::Index>(i)));
    return true;
}

GolubKahan::Vectors GolubKahan::vectors(double value, std::size_t seed) const
{
    double largest = std::numeric_limits<double>::min();
    for (const double number : m_beside)
        largest = std::max(largest, std::abs(number));
    const ShiftedTridiagonal shifted(m_beside, value, largest * std::numeric_limits<double>::epsilon());
    std::vector<double> x(m_beside.size() + 1);
    FixedRandom random(seed);
    for (double& number : x)
        number = random.next();
    for (int pass = 0; pass < 3; ++pass) {
        shifted.solve(x);
        scaleToUnit(x);
    }
    Vectors vectors;
    for (std::size_t i = 0; i < x.size(); i += 2) {
        vectors.right.push_back(x[i]);
        vectors.left.push_back(x[i + 1]);
    }
    scaleToUnit(vectors.right);
    scaleToUnit(vectors.left);
    return vectors;
}

}
