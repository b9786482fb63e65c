// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval.h"

namespace core {

/// Writes JSON as it goes, without holding the document. Values follow a key inside an object and stand alone inside a
/// list. Numbers have enough digits to give the same double again.
class JsonWriter
{
public:
    /// How the members of an object or a list are laid out.
    enum class Layout { Lines, Line };

    explicit JsonWriter(std::ostream& out)
        : m_out(out)
    {
    }

    void beginObject(Layout layout = Layout::Lines) { begin('{', layout); }
    void beginObject(std::string_view key, Layout layout = Layout::Lines);
    void endObject() { end('}'); }
    void beginList(Layout layout = Layout::Lines) { begin('[', layout); }
    void beginList(std::string_view key, Layout layout = Layout::Lines);
    void endList() { end(']'); }

    /// Members. A number that is not finite is left out with its key.
    void text(std::string_view key, std::string_view value);
    void number(std::string_view key, double value);
    void lower(std::string_view key, double value); ///< rounded down, as a lower end has to be
    void upper(std::string_view key, double value); ///< rounded up
    void integer(std::string_view key, std::uint64_t value);
    void truth(std::string_view key, bool value);

    /// A whole document, which has to be JSON, as a member of a list; its lines are moved to the right.
    void embed(std::string_view document);

    /// Members of a list. Numbers have to be finite.
    void text(std::string_view value);
    void number(double value);
    void lower(double value);
    void upper(double value);
    void integer(std::uint64_t value);
    void null();

private:
    struct Level
    {
        Layout layout;
        bool empty;
    };

    void begin(char bracket, Layout layout);
    void end(char bracket);
    void key(std::string_view name);
    void separate();
    void indent();

    std::ostream& m_out;
    std::vector<Level> m_levels;
    bool m_afterKey = false;
};

/// The text as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
std::string quotedJson(std::string_view text);

}
