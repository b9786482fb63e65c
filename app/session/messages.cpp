// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/messages.h"

#include <QCoreApplication>
#include <QStringList>

namespace app {

namespace {

QString sentence(const std::string& text)
{
    auto result = QString::fromStdString(text).trimmed();
    if (result.isEmpty())
        return result;
    result[0] = result[0].toUpper();
    if (!result.endsWith(QLatin1Char('.')) && !result.endsWith(QLatin1Char('?')))
        result += QLatin1Char('.');
    return result;
}

QString adviceFor(core::ErrorCode code)
{
    switch (code) {
    case core::ErrorCode::FileChanged:
        return QCoreApplication::translate("app::Message", "Reload the file.");
    case core::ErrorCode::OutOfMemory:
    case core::ErrorCode::TooLarge:
        return QCoreApplication::translate("app::Message", "Open a smaller dump or one with fewer heads.");
    default:
        return {};
    }
}

}

QString Message::text() const
{
    QStringList parts{what};
    for (const auto& part : {reasons, advice})
        if (!part.isEmpty())
            parts += part;
    return parts.join(QLatin1Char(' '));
}

Message messageOf(const core::Error& error)
{
    QStringList reasons;
    for (const auto& reason : error.reasons)
        reasons += sentence(reason);
    const auto advice = sentence(error.advice);
    return {sentence(error.message), reasons.join(QLatin1Char(' ')), advice.isEmpty() ? adviceFor(error.code) : advice};
}

}
