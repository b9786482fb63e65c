// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/indices.h"
#include "truncation/rule.h"

namespace core {

/// What is known of a key and a kept set. Undecided keys are shown as kept or as dropped.
enum class Membership : std::uint8_t { Dropped, Kept, PerhapsDropped, PerhapsKept };

/// A choice of keys that a row's own weights do not make: it was made beforehand. Usable from several threads.
class MarkedKeys
{
public:
    virtual ~MarkedKeys() = default;
    /// One mark for each key of `keys`, in row `row` of the head.
    virtual std::vector<Membership> marks(std::size_t row, KeyRange keys) const = 0;
    /// Whether as many undecided keys are kept as are shown as kept; else any number of them.
    virtual bool countIsKnown() const = 0;
    /// False once a file behind the marks changed: then nothing computed from them may be published.
    virtual bool intact() const { return true; }
};

/// A rule ready for the rows of one head. Rules that look at a row alone are ready as they are.
struct PreparedRule
{
    Rule rule;
    std::shared_ptr<const MarkedKeys> marks; ///< where the choice is made beforehand: blocks, masks, shared sets

    template <typename R>
    requires std::constructible_from<Rule, R> PreparedRule(R&& from) // implicit: most rules need no preparation
        : rule(std::forward<R>(from))
    {
    }
    PreparedRule(Rule from, std::shared_ptr<const MarkedKeys> made)
        : rule(std::move(from))
        , marks(std::move(made))
    {
    }

    friend bool operator==(const PreparedRule&, const PreparedRule&) = default;
};

/// Error: BadRequest, where a number is outside its range or the rule has to be prepared for a head first.
Result<void> checkRule(const PreparedRule& rule);

}
