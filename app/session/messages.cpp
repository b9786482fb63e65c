// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/messages.h"

#include <array>
#include <utility>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace app {

namespace {

/// Options of the command line are nothing that a window has: what it can do instead.
QString inWindowWords(QString text)
{
    static const std::array<std::pair<QRegularExpression, QString>, 4> words{{
        {QRegularExpression(QStringLiteral("--kind probs\\|scores and --roles")),
            QStringLiteral("\"kind\": \"probs\" or \"scores\" in the sidecar NAME.tokens.json beside the file")},
        {QRegularExpression(QStringLiteral("state --scale X"), QRegularExpression::CaseInsensitiveOption),
            QStringLiteral("leave the scale out")},
        {QRegularExpression(QStringLiteral("state (the axes with )?--roles"), QRegularExpression::CaseInsensitiveOption),
            QStringLiteral("store the axes in the order layer, item, head, query, key")},
        {QRegularExpression(QStringLiteral("--(?=[a-z])")), QString()},
    }};
    for (const auto& [option, word] : words)
        text.replace(option, word);
    return text;
}

QString asItIs(QString text)
{
    return text;
}

using Wording = QString (*)(QString);

QString sentence(const std::string& text, Wording worded)
{
    auto result = worded(QString::fromStdString(text).trimmed());
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

Message messageIn(Wording worded, const core::Error& error)
{
    QStringList reasons;
    for (const auto& reason : error.reasons)
        reasons += sentence(reason, worded);
    const auto advice = sentence(error.advice, worded);
    return {sentence(error.message, worded), reasons.join(QLatin1Char(' ')),
        advice.isEmpty() ? adviceFor(error.code) : advice};
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
    return messageIn(asItIs, error);
}

Message windowMessageOf(const core::Error& error)
{
    return messageIn(inWindowWords, error);
}

}
