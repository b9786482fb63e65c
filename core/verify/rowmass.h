// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "verify/headbytes.h"
#include "verify/number.h"

namespace core {

enum class RowKind { Valid, Masked, Undefined, Zero };

/// The tail mass of one row, recomputed.
struct RowMass
{
    RowKind kind = RowKind::Masked;
    bool notNormalised = false;
    std::uint64_t keys = 0; ///< that exist
    std::uint64_t kept = 0;
    /// The real tail mass: one number under reading `stored`, its range under `rounded`.
    Number lower;
    Number upper;
    /// How much wider, relative and absolute, a proven interval may be: 1e-11, and 4 delta where rows are computed from
    /// Q and K (delta as in soundness 8); what underflows in double.
    double relativeSlack = 0;
    double absoluteSlack = 0;
};

/// Recomputes the rows of one head. One object per thread; `head` and `bytes` have to outlive it.
class RowComputer
{
public:
    RowComputer(const CertifiedHead& head, const HeadBytes& bytes, std::uint64_t k, CertifiedReading reading);
    RowMass row(std::uint64_t row);

private:
    /// Puts the existing keys' scores or probabilities to the front of m_numbers.
    RowKind collect(std::uint64_t row);
    RowKind collectFactors(std::uint64_t row, std::uint64_t keyEnd);
    RowKind collectStored(std::uint64_t row, std::uint64_t keyEnd);
    bool exists(std::uint64_t key) const { return m_bytes.exists.empty() || m_bytes.exists[key]; }
    Number& nextNumber();
    void sort();
    void takeExponentials();
    void addUp(RowMass& mass) const;
    void readRounded(const Number& tail, const Number& head, RowMass& mass) const;

    const CertifiedHead& m_head;
    const HeadBytes& m_bytes;
    std::uint64_t m_k;
    CertifiedReading m_reading;
    std::vector<double> m_keys; ///< K, row by row
    std::vector<Number> m_numbers; ///< more than m_count after a longer row
    std::vector<std::uint32_t> m_order; ///< of m_numbers, falling
    std::uint64_t m_count = 0;
    double m_scoreError = 0; ///< delta
};

}
