// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace core {

/// Exact sum of up to 2^32 non-negative finite doubles below 2^64, as one long integer in units of 2^-1074. Adding and merging
/// commute, so parts may come in any order and give the same bytes.
class ExactSum
{
public:
    void add(double x);
    void merge(const ExactSum& other);

    /// Largest double not above the sum, and smallest double not below it.
    double roundedDown() const;
    double roundedUp() const;
    /// The sum rounded to nearest.
    double value() const;

    friend bool operator==(const ExactSum&, const ExactSum&) = default;

private:
    struct Rounded
    {
        double down = 0;
        bool exact = true;
        bool upperHalf = false; ///< the rest is at least half a unit of `down`
    };

    Rounded rounded() const;

    std::array<std::uint64_t, 19> m_words {}; ///< least significant first; word 0, bit 0 is 2^-1074
};

}
