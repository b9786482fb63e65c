// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/headchoice.h"

#include <algorithm>

#include <QRegularExpression>
#include <QStringList>

namespace app {

namespace {

template <typename T>
bool fits(const std::optional<T>& wanted, const T& actual)
{
    return !wanted || *wanted == actual;
}

QString text(const HeadChoice& choice)
{
    QStringList parts;
    if (choice.group)
        parts += QString::fromStdString(*choice.group);
    if (choice.layer)
        parts += QStringLiteral("layer %1").arg(choice.layer->value);
    if (choice.head)
        parts += QStringLiteral("head %1").arg(choice.head->value);
    if (choice.item)
        parts += QStringLiteral("item %1").arg(choice.item->value);
    return parts.join(QLatin1String(", "));
}

}

bool readShortName(const QString& text, HeadChoice& choice)
{
    static const QRegularExpression pattern(
        QStringLiteral("^\\s*L(\\d{1,6})H(\\d{1,6})\\s*$"), QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return false;
    choice.layer = core::LayerIndex{match.captured(1).toUInt()};
    choice.head = core::HeadIndex{match.captured(2).toUInt()};
    return true;
}

core::Result<core::HeadInfo> findHead(const core::Capture& capture, const HeadChoice& choice)
{
    const auto heads = choice.source ? capture.heads() : core::defaultHeads(capture);
    const auto found = std::find_if(heads.begin(), heads.end(), [&choice](const core::HeadInfo& info) {
        return fits(choice.group, info.id.group) && fits(choice.layer, info.id.layer) && fits(choice.head, info.id.head)
            && fits(choice.item, info.id.item) && fits(choice.source, info.id.source);
    });
    if (found != heads.end())
        return *found;
    const auto known = heads.empty() ? std::string("none") : heads.front().name + " ... " + heads.back().name;
    return core::failure(core::ErrorCode::BadRequest,
        QStringLiteral("failed to find '%1': the dump has no such head").arg(text(choice)).toStdString(),
        "heads of this dump: " + known);
}

}
