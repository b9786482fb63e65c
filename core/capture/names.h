// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

/// What a name suggests. Attention is either probabilities or scores; Foreign is something else for certain.
enum class NameRole { None, Attention, Probabilities, Scores, Queries, Keys, Values, Mask, Sinks, Foreign };

/// What the name of a tensor says, by the tables of users.md 5.2. A suggestion: values overrule it.
struct NameReading
{
    NameRole role = NameRole::None;
    std::string word; ///< the word that gave the role
    std::string foreign; ///< for Foreign: what it is
    std::string group; ///< "encoder", "decoder", "cross" or empty
    std::optional<std::uint32_t> layer;
    bool layerIsIndex = false; ///< the number is a position in a list ("[2]", "arr_2") and not a layer's own number
    bool positionFirst = false; ///< written by a tool whose Q, K and V have the position axis before the head axis
    bool positionsApplied = false; ///< "rot_q": after the rotary embedding, where "q" beside it is before it
    bool decoderOnly = false; ///< "model.layers.N", "transformer.h.N": models without an encoder
};

NameReading readName(std::string_view name);

}
