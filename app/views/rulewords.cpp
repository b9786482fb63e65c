// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rulewords.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "views/numbertext.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Rule", text);
}

struct Words
{
    QString operator()(const core::TopK& rule) const { return tr("top-k, k = %1").arg(countText(rule.k)); }
    QString operator()(const core::TopP& rule) const { return tr("top-p, p = %1").arg(settingText(rule.mass)); }
    QString operator()(const core::Threshold& rule) const
    {
        return tr("threshold, p ≥ %1").arg(settingText(rule.probability));
    }
    QString operator()(const core::Window& rule) const
    {
        return tr("window %1 + %2 sinks").arg(countText(rule.recent), countText(rule.sinks));
    }
    QString operator()(const core::ForcedTopK& rule) const
    {
        return tr("top-k %1, window %2 + %3")
            .arg(countText(rule.k), countText(rule.forced.recent), countText(rule.forced.sinks));
    }
    QString operator()(const core::BlockTop& rule) const
    {
        return tr("blocks %1 × %2, best %3").arg(countText(rule.queries), countText(rule.keys), countText(rule.count));
    }
    QString operator()(const core::ImportedMask& rule) const
    {
        return tr("mask %1").arg(QFileInfo(QString::fromStdString(rule.path)).fileName());
    }
};

}

QString ruleWords(const core::Rule& rule)
{
    return std::visit(Words{}, rule);
}

}
