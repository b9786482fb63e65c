// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/tokentext.h"

#include <algorithm>

#include "capture/tokens.h"

namespace app {

namespace {

bool carriesSpaces(const std::vector<std::string>& tokens)
{
    return std::any_of(tokens.begin(), tokens.end(), [](const std::string& raw) {
        const auto text = core::displayToken(raw);
        return text.size() > 1 && text.front() == ' ';
    });
}

}

QString tokenText(const std::string& raw)
{
    const auto text = QString::fromStdString(core::displayToken(raw));
    const auto trimmed = text.trimmed();
    return trimmed.isEmpty() ? text : trimmed;
}

QString runningText(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end)
{
    const auto gap = carriesSpaces(tokens) ? QString() : QStringLiteral(" ");
    QString text;
    for (auto i = begin; i < end; ++i)
        text += QString::fromStdString(core::displayToken(tokens[i])) + gap;
    return text.simplified();
}

}
