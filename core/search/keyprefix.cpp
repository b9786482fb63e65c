// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/keyprefix.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/norm.h"
#include "search/narrowed.h"
#include "truncation/rounding.h"

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<const double*> finiteKeys(const DecodedMatrix& keys, std::span<const std::uint8_t> exists)
{
    std::vector<const double*> finite;
    for (std::size_t key = 0; key < keys.rows; ++key) {
        const double* const row = keys.numbers.data() + key * keys.columns;
        const bool used = exists.empty() || exists[key] != 0;
        if (used && std::all_of(row, row + keys.columns, [](double x) { return std::isfinite(x); }))
            finite.push_back(row);
    }
    return finite;
}

void takeCentre(const std::vector<const double*>& rows, KeyPrefix& prefix)
{
    for (std::size_t c = 0; c < prefix.centre.size(); ++c) {
        double sum = 0;
        for (const double* row : rows)
            sum += row[c];
        prefix.centre[c] = narrowed(sum / std::max<double>(1, static_cast<double>(rows.size())));
    }
}

/// Any basis is sound; the eigenvectors of the covariance leave the shortest rests.
void takeBasis(const std::vector<const double*>& rows, KeyPrefix& prefix)
{
    const auto dimensions = static_cast<Eigen::Index>(prefix.centre.size());
    Eigen::MatrixXd x(dimensions, static_cast<Eigen::Index>(rows.size()));
    for (Eigen::Index j = 0; j < x.cols(); ++j)
        for (Eigen::Index c = 0; c < dimensions; ++c)
            x(c, j) = rows[static_cast<std::size_t>(j)][c] - prefix.centre[static_cast<std::size_t>(c)];
    const double largest = x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff();
    if (!(largest > 0) || !std::isfinite(largest))
        return;
    x /= largest;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(x * x.transpose());
    if (solver.info() != Eigen::Success)
        return;
    for (std::size_t i = 0; i < prefix.components; ++i)
        for (Eigen::Index c = 0; c < dimensions; ++c)
            prefix.basis[i * prefix.centre.size() + static_cast<std::size_t>(c)] =
                narrowed(solver.eigenvectors()(c, dimensions - 1 - static_cast<Eigen::Index>(i)));
}

/// Puts coordinates of keys in place, and measures what they leave of them.
class Projection
{
public:
    explicit Projection(KeyPrefix& prefix)
        : m_prefix(prefix)
        , m_dimensions(prefix.centre.size())
        , m_rest(m_dimensions)
        , m_magnitude(m_dimensions)
        , m_coordinates(prefix.components)
    {
    }

    void take(const double* key, std::size_t place)
    {
        for (std::size_t c = 0; c < m_dimensions; ++c)
            m_rest[c] = key[c] - m_prefix.centre[c];
        for (std::size_t i = 0; i < m_prefix.components; ++i) {
            double coordinate = 0;
            for (std::size_t c = 0; c < m_dimensions; ++c)
                coordinate += at(i, c) * m_rest[c];
            m_prefix.coordinates[i * m_prefix.keys + place] = narrowed(coordinate);
            m_coordinates[i] = m_prefix.coordinates[i * m_prefix.keys + place];
        }
        subtract(key);
        measure(place);
    }

private:
    double at(std::size_t component, std::size_t c) const { return m_prefix.basis[component * m_dimensions + c]; }

    void subtract(const double* key)
    {
        for (std::size_t c = 0; c < m_dimensions; ++c) {
            double sum = key[c] - m_prefix.centre[c];
            double magnitude = std::abs(key[c]) + std::abs(m_prefix.centre[c]);
            for (std::size_t i = 0; i < m_prefix.components; ++i) {
                sum -= at(i, c) * m_coordinates[i];
                magnitude += std::abs(at(i, c) * m_coordinates[i]);
            }
            m_rest[c] = sum;
            m_magnitude[c] = magnitude;
        }
    }

    /// The rounding of e, component by component, is below gamma_(r + 4) times its magnitudes.
    void measure(std::size_t place)
    {
        const auto components = static_cast<double>(m_prefix.components);
        const double underflow = static_cast<double>(m_dimensions) * (components + 8) * smallestNormal;
        const double rounding = gammaOf(components + 8) * normUpper(m_magnitude) + underflow;
        const double rest = (normUpper(m_rest) + rounding) * (1 + 8 * unitRoundoff);
        if (!std::isfinite(rest))
            return;
        double squares = 0;
        double basis = 0;
        for (std::size_t i = 0; i < m_prefix.components; ++i) {
            double product = 0;
            for (std::size_t c = 0; c < m_dimensions; ++c) {
                product += at(i, c) * m_rest[c];
                basis += at(i, c) * at(i, c);
            }
            squares += product * product;
        }
        // ||V^T e|| <= ||V^T e^|| + gamma ||V||_F ||e^|| + ||V||_F ||e - e^||
        const double error = std::sqrt(basis) * (gammaOf(static_cast<double>(m_dimensions) + 4) * rest + rounding);
        const double grown = 1 + 2 * gammaOf(components * static_cast<double>(m_dimensions) + 16);
        const double projection = (std::sqrt(squares) + error) * grown + 0x1p-500;
        const double length = normUpper(m_coordinates) * (1 + 8 * unitRoundoff);
        if (!std::isfinite(projection) || !std::isfinite(length))
            return;
        m_prefix.rest[place] = narrowedUp(rest);
        m_prefix.largestProjection = std::max(m_prefix.largestProjection, projection);
        m_prefix.largestCoordinates = std::max(m_prefix.largestCoordinates, length);
    }

    KeyPrefix& m_prefix;
    std::size_t m_dimensions;
    std::vector<double> m_rest;
    std::vector<double> m_magnitude;
    std::vector<double> m_coordinates;
};

/// The query seen through the basis.
struct ProjectedQuery
{
    std::vector<double> components; ///< p = V^T q, computed
    double componentsNorm = 0; ///< upper end of ||p||
    double magnitudeNorm = 0; ///< upper end of || |V|^T |q| ||
    double restNorm = 0; ///< upper end of ||q - V p||
};

ProjectedQuery projected(const SearchQuery& query, const KeyPrefix& prefix)
{
    const std::size_t dimensions = query.dimensions();
    ProjectedQuery result;
    result.components.resize(prefix.components);
    std::vector<double> magnitudes(prefix.components);
    std::vector<double> rest = query.numbers;
    std::vector<double> restMagnitudes(dimensions);
    for (std::size_t c = 0; c < dimensions; ++c)
        restMagnitudes[c] = std::abs(query.numbers[c]);
    for (std::size_t i = 0; i < prefix.components; ++i) {
        const float* const direction = prefix.basis.data() + i * dimensions;
        for (std::size_t c = 0; c < dimensions; ++c) {
            result.components[i] += direction[c] * query.numbers[c];
            magnitudes[i] += std::abs(direction[c] * query.numbers[c]);
        }
        for (std::size_t c = 0; c < dimensions; ++c) {
            rest[c] -= direction[c] * result.components[i];
            restMagnitudes[c] += std::abs(direction[c] * result.components[i]);
        }
    }
    const double error = dotError(dimensions + prefix.components);
    const double underflow = dotUnderflow(query) * static_cast<double>(dimensions + prefix.components);
    result.componentsNorm = normUpper(result.components) * (1 + error);
    result.magnitudeNorm = normUpper(magnitudes) * (1 + error) + underflow;
    result.restNorm = (normUpper(rest) + error * normUpper(restMagnitudes)) * (1 + error) + underflow;
    return result;
}

}

KeyPrefix keyPrefix(const DecodedMatrix& keys, std::span<const std::uint8_t> exists)
{
    KeyPrefix prefix;
    prefix.keys = keys.rows;
    prefix.components = (keys.columns + 1) / 2;
    prefix.centre.assign(keys.columns, 0);
    prefix.basis.assign(prefix.components * keys.columns, 0);
    prefix.coordinates.assign(prefix.components * keys.rows, 0);
    prefix.rest.assign(keys.rows, std::numeric_limits<float>::infinity());
    const auto finite = finiteKeys(keys, exists);
    takeCentre(finite, prefix);
    takeBasis(finite, prefix);
    Projection projection(prefix);
    for (const double* key : finite)
        projection.take(
            key, static_cast<std::size_t>(key - keys.numbers.data()) / std::max<std::size_t>(keys.columns, 1));
    return prefix;
}

/// q.k = q.centre + (V^T q).y + q.e, and |q.e| <= ||q - V p|| ||e|| + ||p|| ||V^T e|| for any p.
std::vector<Interval> prefixScores(const SearchQuery& query, const KeyPrefix& prefix, std::size_t count)
{
    const ProjectedQuery seen = projected(query, prefix);
    double common = 0;
    double commonMagnitude = 0;
    for (std::size_t c = 0; c < query.dimensions(); ++c) {
        common += query.numbers[c] * prefix.centre[c];
        commonMagnitude += std::abs(query.numbers[c] * prefix.centre[c]);
    }
    std::vector<double> products(count, 0.0);
    for (std::size_t i = 0; i < prefix.components; ++i) {
        const float* const column = prefix.coordinates.data() + i * prefix.keys;
        for (std::size_t key = 0; key < count; ++key)
            products[key] += seen.components[i] * column[key];
    }
    const double error = dotError(query.dimensions() + prefix.components);
    const double rounding = 2 * error * (commonMagnitude + seen.magnitudeNorm * prefix.largestCoordinates);
    const double fixed = rounding + seen.componentsNorm * prefix.largestProjection;
    std::vector<Interval> scores(count, {-infinity, infinity});
    for (std::size_t key = 0; key < count; ++key) {
        const double middle = query.scale * (common + products[key]);
        const double reach =
            query.scale * (seen.restNorm * prefix.rest[key] + fixed) * (1 + error) + dotUnderflow(query);
        if (std::isfinite(middle) && std::isfinite(reach))
            scores[key] = {middle - reach, middle + reach};
    }
    return scores;
}

}
