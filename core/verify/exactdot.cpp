// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/exactdot.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace core {

namespace {

__extension__ using Wide = __int128;

constexpr int mantissaBits = 52;
constexpr std::uint64_t mantissaMask = (std::uint64_t{1} << mantissaBits) - 1;

/// Biased exponent of a normal number.
int exponentOf(double x)
{
    return static_cast<int>((std::bit_cast<std::uint64_t>(x) >> mantissaBits) & 0x7ffU);
}

/// x = whole 2^(exponent - 1075), exponent as exponentOf gives it.
std::int64_t wholeOf(double x)
{
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    const auto whole = static_cast<std::int64_t>((bits & mantissaMask) | (mantissaMask + 1));
    return std::signbit(x) ? -whole : whole;
}

}

ExactDot::ExactDot(std::vector<double> query)
    : m_query(std::move(query))
    , m_products(m_query.size())
{
}

double ExactDot::with(const double* key, Number& sum)
{
    const bool exact = multiply(key);
    double magnitude = 0;
    for (const double product : m_products)
        magnitude += std::abs(product);
    if (!std::isfinite(magnitude) || (exact && addWhole(sum)))
        return magnitude;
    mpfr_set_zero(sum.get(), 1);
    for (std::size_t c = 0; c < m_query.size(); ++c) {
        const Number product = Number(m_query[c]) * Number(key[c]);
        mpfr_add(sum.get(), sum.get(), product.get(), MPFR_RNDN);
    }
    return magnitude;
}

bool ExactDot::multiply(const double* key)
{
    bool exact = true;
    for (std::size_t c = 0; c < m_query.size(); ++c) {
        const double product = m_query[c] * key[c];
        m_products[c] = product;
        const bool zero = m_query[c] == 0 || key[c] == 0;
        // Below 2^-900 the rest of the product might vanish.
        exact = exact && (zero || (std::abs(product) > 0x1p-900 && std::fma(m_query[c], key[c], -product) == 0));
    }
    return exact;
}

bool ExactDot::addWhole(Number& sum) const
{
    int smallest = 0x7ff;
    int largest = 0;
    for (const double product : m_products) {
        if (product == 0)
            continue;
        smallest = std::min(smallest, exponentOf(product));
        largest = std::max(largest, exponentOf(product));
    }
    const auto carries = static_cast<int>(std::bit_width(m_products.size()));
    if (largest - smallest + mantissaBits + 1 + carries > 126)
        return false;
    Wide whole = 0;
    for (const double product : m_products)
        if (product != 0)
            whole += static_cast<Wide>(wholeOf(product)) * (Wide{1} << (exponentOf(product) - smallest));
    mpfr_set_si(sum.get(), static_cast<std::int64_t>(whole >> 64), MPFR_RNDN);
    mpfr_mul_2si(sum.get(), sum.get(), 64, MPFR_RNDN);
    mpfr_add_ui(sum.get(), sum.get(), static_cast<std::uint64_t>(whole), MPFR_RNDN);
    mpfr_mul_2si(sum.get(), sum.get(), smallest - 1075, MPFR_RNDN);
    return true;
}

}
