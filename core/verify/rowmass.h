// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "verify/rowweights.h"

namespace core {

/// Whether a rule keeps a key. Perhaps: double arithmetic need not be able to tell, so that a proven interval may count
/// with either.
enum class Standing : std::uint8_t { Kept, KeptPerhaps, DroppedPerhaps, Dropped };

inline bool isKept(Standing standing)
{
    return standing == Standing::Kept || standing == Standing::KeptPerhaps;
}

/// Weights and numbers of keys, by standing.
class SplitSums
{
public:
    void add(Standing standing, const Number& weight, std::uint64_t keys = 1);
    const Number& sum(Standing standing) const { return m_sums[static_cast<std::size_t>(standing)]; }
    std::uint64_t keys(Standing standing) const { return m_keys[static_cast<std::size_t>(standing)]; }

private:
    std::array<Number, 4> m_sums;
    std::array<std::uint64_t, 4> m_keys{};
};

/// A real tail mass: one number under reading `stored`, its range under `rounded`.
struct MassRange
{
    Number lower;
    Number upper;
};

/// The tail mass of one row, recomputed.
struct RowMass
{
    RowKind kind = RowKind::Masked;
    bool notNormalised = false;
    std::uint64_t keys = 0;
    std::uint64_t keptAtLeast = 0; ///< keys that are kept, however those fall that are kept or dropped perhaps
    std::uint64_t keptAtMost = 0;
    MassRange exact;
    std::optional<MassRange> anyway; ///< the same however these fall; absent when there are none
    double relativeSlack = 0; ///< as in RowFacts
    double absoluteSlack = 0;

    const MassRange& widest() const { return anyway ? *anyway : exact; }
};

/// Without numbers where the row is not valid.
RowMass massOf(const RowFacts& facts, const SplitSums& sums);
RowMass massOf(const RowWeights& row, const std::vector<Standing>& standings);

}
