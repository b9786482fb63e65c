// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <mpfr.h>

/// Sums and exponentials of about 100 bits at the price of some dozen operations of double: the reference that ten
/// thousands of keys a millisecond need. Independent of core, and checked against MPFR while it is used.
namespace proofs {

/// The unevaluated sum of two doubles, |low| at most half a unit of high. Operations err by less than 2^-102 of their
/// result, sums of numbers of one sign too.
struct DoubleDouble
{
    double high = 0;
    double low = 0;
};

inline DoubleDouble exactSum(double a, double b)
{
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

inline DoubleDouble exactProduct(double a, double b)
{
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble high = exactSum(a.high, b.high);
    const DoubleDouble low = exactSum(a.low, b.low);
    const DoubleDouble first = exactSum(high.high, high.low + low.high);
    return exactSum(first.high, first.low + low.low);
}

inline DoubleDouble operator-(const DoubleDouble& a)
{
    return {-a.high, -a.low};
}

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble product = exactProduct(a.high, b.high);
    return exactSum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline bool operator<(const DoubleDouble& a, const DoubleDouble& b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/// exp on [-600, 0], relative error below 2^-95: x = k ln2/256 + r, exp(x) = 2^(k/256) e^r, |r| < 0.00136.
///   k ln2/256 in three parts of which the first two times k are exact; r errs by 2^-104 |r|.
///   e^r by its series up to r^9 / 9!, remainder 10^-35; terms from r^5 on in double, 2^-53 r^4/120 < 2^-94 of |r|.
///   table, two products and one sum: 5 x 2^-102.
class Exponential
{
public:
    Exponential()
    {
        mpfr_t number;
        mpfr_init2(number, 300);
        for (std::size_t j = 0; j < m_powers.size(); ++j) {
            mpfr_set_ui(number, static_cast<unsigned long>(j), MPFR_RNDN);
            mpfr_div_ui(number, number, 256, MPFR_RNDN);
            mpfr_exp2(number, number, MPFR_RNDN);
            m_powers[j] = split(number, 53);
        }
        mpfr_const_log2(number, MPFR_RNDN);
        mpfr_div_ui(number, number, 256, MPFR_RNDN);
        for (double& part : m_step)
            part = split(number, 33).high;
        for (std::size_t n = 0; n < m_inverse.size(); ++n) {
            mpfr_fac_ui(number, n + 1, MPFR_RNDN);
            mpfr_ui_div(number, 1, number, MPFR_RNDN);
            m_inverse[n] = split(number, 53);
        }
        mpfr_clear(number);
    }

    DoubleDouble operator()(const DoubleDouble& x) const
    {
        const double k = std::nearbyint(x.high * (256 / 0.6931471805599453));
        DoubleDouble r = exactSum(x.high, -k * m_step[0]);
        r = r + exactSum(x.low, -k * m_step[1]);
        r = r + -exactProduct(k, m_step[2]) + DoubleDouble{-k * m_step[3], 0};
        const double a = r.high;
        double tail = m_inverse[8].high;
        for (std::size_t n = 8; n-- > 4;)
            tail = tail * a + m_inverse[n].high;
        DoubleDouble series{tail, 0};
        for (std::size_t n = 4; n-- > 0;)
            series = series * r + m_inverse[n];
        series = series * r + DoubleDouble{1, 0};
        const auto steps = static_cast<std::int64_t>(k);
        const DoubleDouble result = m_powers[static_cast<std::size_t>(steps & 255)] * series;
        const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>((steps >> 8) + 1023) << 52U);
        return {result.high * scale, result.low * scale};
    }

private:
    /// The first `bits` bits and the next 53; `number` keeps what is left after the first.
    static DoubleDouble split(mpfr_t number, mpfr_prec_t bits)
    {
        mpfr_t first;
        mpfr_init2(first, bits);
        mpfr_set(first, number, MPFR_RNDN);
        DoubleDouble result{mpfr_get_d(first, MPFR_RNDN), 0};
        mpfr_sub(number, number, first, MPFR_RNDN);
        result.low = mpfr_get_d(number, MPFR_RNDN);
        mpfr_clear(first);
        return result;
    }

    std::array<DoubleDouble, 256> m_powers;
    std::array<double, 4> m_step{}; ///< 33 bits each
    std::array<DoubleDouble, 9> m_inverse; ///< 1/(n + 1)!
};

}
