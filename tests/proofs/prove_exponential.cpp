// SPDX-License-Identifier: GPL-3.0-or-later
// prove_exponential [POINTS]: compares core::exponential with MPFR on POINTS (default 10^8) arguments in [-760, 0]: uniform, near
// multiples and half multiples of ln2/128, near 0, with subnormal results. Exit code 1 when an error exceeds what the header states.
#include "truncation/exponential.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

constexpr double provenRelative = 2.1; // in units of u
constexpr double provenAbsolute = 1.6; // in units of 2^-1074, where the result is subnormal

struct Worst
{
    double relative = 0;
    double atRelative = 0;
    double absolute = 0;
    double atAbsolute = 0;
};

double argument(std::mt19937_64& random, std::uint64_t i)
{
    std::uniform_real_distribution<double> unit(0, 1);
    switch (i % 5) {
    case 0:
        return -760 * unit(random);
    case 1: {
        const double steps = 0.5 * std::floor(2 * 137000 * unit(random));
        return -steps * (std::log(2.0) / 128) * (1 + (unit(random) - 0.5) * 0x1p-48);
    }
    case 2:
        return -std::exp2(-60 + 66 * unit(random));
    case 3:
        return -705 - 45 * unit(random);
    default:
        return -40 * unit(random);
    }
}

class Comparison
{
public:
    Comparison()
    {
        mpfr_init2(m_exact, 120);
        mpfr_init2(m_error, 120);
    }
    ~Comparison()
    {
        mpfr_clear(m_exact);
        mpfr_clear(m_error);
    }
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    void at(double x, Worst& worst)
    {
        const double computed = core::exponential(x);
        mpfr_set_d(m_exact, x, MPFR_RNDN);
        mpfr_exp(m_exact, m_exact, MPFR_RNDN);
        mpfr_d_sub(m_error, computed, m_exact, MPFR_RNDN);
        mpfr_abs(m_error, m_error, MPFR_RNDN);
        if (computed >= 0x1p-1022) {
            mpfr_div(m_error, m_error, m_exact, MPFR_RNDN);
            note(std::ldexp(mpfr_get_d(m_error, MPFR_RNDU), 53), x, worst.relative, worst.atRelative);
        } else {
            mpfr_mul_2si(m_error, m_error, 1074, MPFR_RNDN);
            note(mpfr_get_d(m_error, MPFR_RNDU), x, worst.absolute, worst.atAbsolute);
        }
    }

private:
    static void note(double error, double x, double& largest, double& at)
    {
        if (!(error <= largest)) {
            largest = error;
            at = x;
        }
    }

    mpfr_t m_exact;
    mpfr_t m_error;
};

}

int main(int argc, char** argv)
{
    const std::uint64_t points = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000'000;
    std::mt19937_64 random(20261130);
    Comparison comparison;
    Worst worst;
    for (std::uint64_t i = 0; i < points; ++i)
        comparison.at(argument(random, i), worst);
    std::printf("%llu points: largest relative error %.4f u (at %.17g), largest absolute error of subnormal results %.4f x 2^-1074 (at %.17g)\n",
                static_cast<unsigned long long>(points), worst.relative, worst.atRelative, worst.absolute, worst.atAbsolute);
    if (core::exponential(0.0) != 1.0 || core::exponential(-1e308) != 0.0) {
        std::puts("exponential(0) is not 1 or exponential(-1e308) is not 0");
        return 1;
    }
    return worst.relative <= provenRelative && worst.absolute <= provenAbsolute ? 0 : 1;
}
