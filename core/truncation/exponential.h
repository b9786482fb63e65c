// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "truncation/exponentialtable.h"

namespace core {

/// exp(x) for x in [-inf, 0], with relative error at most 2.1 u (u = 2^-53) where the result is normal and an absolute one of at most
/// 1.6 x 2^-1074 below; exponential(0) is exactly 1. The only exp inside an interval (soundness 2).
///
/// x = k ln2/128 + r, k = 128 m + j, exp(x) = 2^m 2^(j/128) (1 + p), p = e^r - 1 by its series up to r^5.
///   |r| <= ln2/256 + 2^-52 k / 128 < 0.00271.
///   r: k step is exact (35 + 18 bits), x - k step is exact or errs by u |r|; k rest errs by 2 u 2^18 2^-42 < 2^-24 u, its
///      representation by 2^18 2^-96; the last subtraction by u |r|. Sum below 0.0055 u, relative to exp(x) the same.
///   series: r^6/720 < 5.5e-19 < 0.005 u. Rounding of p: at most 3 u |r| + u r^2 < 0.009 u.
///   table u, product u |p| < 0.0028 u, sum u. Together below 2.03 u; second-order terms below 0.001 u.
/// 2^m is exact where the result is normal, and rounds once below. Confirmed by tests/proofs/prove_exponential on 10^8 points.
inline double exponential(double x)
{
    if (!(x > -746.0))
        return 0;
    constexpr double toInteger = 0x1.8p52; // adding and subtracting it rounds to an integer, in round-to-nearest
    const double steps = (x * exponentialStepsPerUnit + toInteger) - toInteger;
    const double r = (x - steps * exponentialStep) - steps * exponentialStepRest;
    const double p = r + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120))));
    const auto k = static_cast<std::int64_t>(steps);
    const double power = exponentialTable[static_cast<std::size_t>(k & 127)];
    const double mantissa = power + power * p;
    const std::int64_t exponent = k >> 7; // floor division: -1076 ... 0
    if (exponent >= -1021)
        return mantissa * std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
    return mantissa * std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023 + 200) << 52U) * 0x1p-200;
}

}
