// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/tokentext.h"

#include <algorithm>

#include "capture/tokens.h"

namespace app {

namespace {

QString display(const std::string& raw)
{
    return QString::fromStdString(core::displayToken(raw));
}

bool startsWord(const std::string& raw)
{
    const auto text = display(raw);
    return text.size() > 1 && text.front() == QLatin1Char(' ');
}

QString joined(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end)
{
    const bool carrySpaces = std::any_of(tokens.begin(), tokens.end(), startsWord);
    QString text;
    for (auto i = begin; i < end; ++i)
        text += carrySpaces ? display(tokens[i]) : QLatin1Char(' ') + display(tokens[i]);
    return text;
}

}

QString tokenText(const std::string& raw)
{
    const auto text = display(raw);
    const auto trimmed = text.trimmed();
    return trimmed.isEmpty() ? text : trimmed;
}

QString textBefore(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end)
{
    const bool spaceFollows = end < tokens.size() && joined(tokens, end, end + 1).startsWith(QLatin1Char(' '));
    const auto text = joined(tokens, begin, end).simplified();
    return spaceFollows && !text.isEmpty() ? text + QLatin1Char(' ') : text;
}

QString textAfter(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end)
{
    const auto text = joined(tokens, begin, end);
    return text.startsWith(QLatin1Char(' ')) ? QLatin1Char(' ') + text.simplified() : text.simplified();
}

}
