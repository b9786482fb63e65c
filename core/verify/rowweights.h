// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/exactdot.h"
#include "verify/headbytes.h"
#include "verify/number.h"

namespace core {

enum class RowKind { Valid, Masked, Undefined, Zero };

/// What is known of a row without a rule.
struct RowFacts
{
    RowKind kind = RowKind::Masked;
    bool notNormalised = false;
    std::uint64_t keys = 0; ///< that exist
    Number total; ///< of the weights, the sink's among them
    std::optional<Number> sink; ///< weight of the virtual key that is always kept
    /// Under reading `rounded`, where it applies: the factor that numbers may be off by before they were stored. Else
    /// 0.
    Number producerFactor;
    FormatPrecision format;
    /// How much wider, relative and absolute, proven intervals of probabilities and tail masses may be: 1e-11, and
    /// 4 delta where rows are computed from Q and K (delta as in soundness 8); what underflows in double.
    double relativeSlack = 0;
    double absoluteSlack = 0;
};

/// The weights of one row: exp(score - maximum), or the stored probabilities. Meaningful for valid rows only.
struct RowWeights
{
    RowFacts facts;
    std::vector<std::uint32_t> keys; ///< those that exist, rising
    std::vector<Number> weights; ///< one for each of them; more after a longer row
    std::vector<std::uint32_t> order; ///< places in `keys` by falling weight, equal ones rising
};

/// Reads the rows of one head. One object per thread; `head` and `bytes` have to outlive it.
class RowReader
{
public:
    RowReader(const CertifiedHead& head, const HeadBytes& bytes, CertifiedReading reading);

    /// Valid until the next call.
    const RowWeights& row(std::uint64_t row);

private:
    RowKind collect(std::uint64_t row);
    /// Keys that a row sees, masked or not: begin and end.
    struct Seen
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    Seen seenBy(std::uint64_t row) const;
    RowKind collectFactors(std::uint64_t row, const Seen& seen);
    RowKind collectStored(std::uint64_t row, const Seen& seen);
    bool exists(std::uint64_t key) const { return m_bytes.exists.empty() || m_bytes.exists[key]; }
    Number& nextWeight(std::uint64_t key);
    void sort();
    void takeExponentials();
    void addFacts();
    Number producerFactor() const;

    const CertifiedHead& m_head;
    const HeadBytes& m_bytes;
    CertifiedReading m_reading;
    std::vector<double> m_keys; ///< K, row by row
    RowWeights m_row;
    double m_scoreError = 0; ///< delta
};

}
