// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "verify/number.h"

namespace core {

/// q.k of one query with one key after the other. Products of 16-bit and 32-bit formats are exact in double and are
/// added as whole numbers, without any rounding, where their exponents lie close enough; else in 200 bits.
class ExactDot
{
public:
    explicit ExactDot(std::vector<double> query);

    /// Puts q.k into `sum`; the answer is the sum of |q_c k_c| to double precision, not finite where an element is not.
    double with(const double* key, Number& sum);

private:
    bool multiply(const double* key); ///< false when a product is not exact
    bool addWhole(Number& sum) const; ///< false when exponents lie too far apart

    std::vector<double> m_query;
    std::vector<double> m_products;
};

}
