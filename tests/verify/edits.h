// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "certified.h"

/// Changes of a certificate, by the paths of its members.
namespace edits {

using Edit = std::function<void(QJsonObject&)>;

/// The place that a path such as "claim.heads.0.scale" names.
inline void change(QJsonValue& value, const QStringList& path, const std::function<void(QJsonValue&)>& edit)
{
    if (path.isEmpty())
        return edit(value);
    if (value.isArray()) {
        QJsonArray list = value.toArray();
        QJsonValue member = list[path.front().toInt()];
        change(member, path.mid(1), edit);
        list[path.front().toInt()] = member;
        value = list;
    } else {
        QJsonObject object = value.toObject();
        QJsonValue member = object[path.front()];
        change(member, path.mid(1), edit);
        if (member.isUndefined())
            object.remove(path.front());
        else
            object[path.front()] = member;
        value = object;
    }
}

inline QJsonObject changed(
    const QJsonObject& document, const QString& path, const std::function<void(QJsonValue&)>& edit)
{
    QJsonValue whole(document);
    change(whole, path.split(QLatin1Char('.')), edit);
    return whole.toObject();
}

inline Edit set(const char* path, const QJsonValue& to)
{
    return [=](QJsonObject& document) {
        document = changed(document, QLatin1String(path), [&](QJsonValue& value) { value = to; });
    };
}

inline Edit both(const Edit& first, const Edit& second)
{
    return [=](QJsonObject& document) {
        first(document);
        second(document);
    };
}

/// Sets a member of every head.
inline Edit setInHeads(const char* key, const QJsonValue& to)
{
    return [=](QJsonObject& document) {
        for (int i = 0; i < document[QLatin1String("claim")][QLatin1String("heads")].toArray().size(); ++i)
            document = changed(document, QStringLiteral("claim.heads.%1.%2").arg(i).arg(QLatin1String(key)),
                [&](QJsonValue& value) { value = to; });
    };
}

/// Calls `visit` for the path of every member below `value`.
inline void forEachMember(
    const QJsonValue& value, const QString& path, const std::function<void(const QString&)>& visit)
{
    const QString prefix = path.isEmpty() ? QString() : path + QLatin1Char('.');
    if (value.isArray())
        for (int i = 0; i < value.toArray().size(); ++i)
            forEachMember(value.toArray()[i], prefix + QString::number(i), visit);
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        visit(prefix + member.key());
        forEachMember(member.value(), prefix + member.key(), visit);
    }
}

inline QJsonObject parsed(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

inline certified::Verified answerTo(
    const support::TempFolder& folder, const QJsonObject& document, const std::filesystem::path& dump)
{
    return certified::verified(folder, QJsonDocument(document).toJson().toStdString(), dump);
}

}
