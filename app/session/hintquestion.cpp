// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/hintquestion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

namespace app {

namespace {

constexpr qsizetype shownReasons = 4;

QString tr(const char* text)
{
    return QCoreApplication::translate("app::HintQuestion", text);
}

/// A missing hint as the core says it, "--OPTION VALUE: REASON".
struct Need
{
    QString option;
    QString value;
    QString reason;
};

std::optional<Need> needOf(const std::string& hint)
{
    const auto text = QString::fromStdString(hint);
    const auto space = text.indexOf(QLatin1Char(' '));
    const auto colon = text.indexOf(QStringLiteral(": "), space);
    if (!text.startsWith(QStringLiteral("--")) || space < 0 || colon < 0)
        return {};
    return Need{text.left(space), text.mid(space + 1, colon - space - 1), text.mid(colon + 2)};
}

/// "item, layer, head, query, key" for "BLHQK".
QString axesText(const QString& letters)
{
    QStringList axes;
    for (const QChar letter : letters) {
        switch (letter.unicode()) {
        case 'L':
            axes += tr("layer");
            break;
        case 'B':
            axes += tr("item");
            break;
        case 'H':
            axes += tr("head");
            break;
        case 'Q':
            axes += tr("query");
            break;
        case 'K':
            axes += tr("key");
            break;
        case 'P':
            axes += tr("position");
            break;
        default:
            axes += tr("dimension");
        }
    }
    return axes.join(QStringLiteral(", "));
}

QString rolesLabel(const Need& need)
{
    static constexpr std::array words{
        std::pair{"counts layers and the next", QT_TRANSLATE_NOOP("app::HintQuestion", "Layers first")},
        std::pair{"counts items of a batch and the next", QT_TRANSLATE_NOOP("app::HintQuestion", "Batch first")},
        std::pair{"counts layers", QT_TRANSLATE_NOOP("app::HintQuestion", "Layers")},
        std::pair{"counts items", QT_TRANSLATE_NOOP("app::HintQuestion", "Batch")},
        std::pair{"heads come before positions", QT_TRANSLATE_NOOP("app::HintQuestion", "Heads first")},
        std::pair{"positions come before heads", QT_TRANSLATE_NOOP("app::HintQuestion", "Positions first")},
        std::pair{"counts queries", QT_TRANSLATE_NOOP("app::HintQuestion", "Queries last")},
        std::pair{"counts keys", QT_TRANSLATE_NOOP("app::HintQuestion", "Keys last")}};
    for (const auto& [phrase, label] : words)
        if (need.reason.contains(QLatin1String(phrase)))
            return tr(label);
    return axesText(need.value);
}

HintAnswer answer(const QString& label, const QString& meaning, const QString& option, core::Hints hints)
{
    return {label, tr("%1. The same on the command line: %2").arg(meaning, option), std::move(hints)};
}

/// The answers that a need offers; none for an option that is not known here.
std::vector<HintAnswer> answersTo(const Need& need, const core::Hints& stated)
{
    auto hints = stated;
    const QString option = need.option + QLatin1Char(' ') + need.value;
    if (need.option == QStringLiteral("--causal")) {
        hints.causal = true;
        auto others = stated;
        others.causal = false;
        return {answer(tr("Causal"), tr("A query sees no later key"), QStringLiteral("--causal yes"), hints),
            answer(tr("Not causal"), tr("A query sees every key"), QStringLiteral("--causal no"), others)};
    }
    if (need.option == QStringLiteral("--roles")) {
        hints.roles = need.value.toStdString();
        return {answer(rolesLabel(need), tr("Axes: %1").arg(axesText(need.value)), option, hints)};
    }
    if (need.option == QStringLiteral("--kind")) {
        const bool isScores = need.value == QStringLiteral("scores");
        hints.kind = isScores ? core::Source::Scores : core::Source::Probabilities;
        return {answer(isScores ? tr("Scores") : tr("Probabilities"),
            isScores ? tr("What goes into the softmax") : tr("What comes out of the softmax"), option, hints)};
    }
    if (need.option == QStringLiteral("--mask")) {
        hints.mask = need.value.toStdString();
        return {answer(need.value, tr("Which keys exist, from '%1'").arg(need.value), option, hints)};
    }
    return {};
}

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

/// A reason in words of the window: "Layers: if the axis before heads ... counts layers".
QString reasonOf(const Need& need, const std::vector<HintAnswer>& answers)
{
    return answers.size() == 1 ? answers.front().label + QStringLiteral(": ") + need.reason : capitalised(need.reason);
}

QString adviceFor(const QString& option)
{
    if (option == QStringLiteral("--causal"))
        return tr("Choose; or state \"causal\": true or false in the sidecar NAME.tokens.json beside the file.");
    if (option == QStringLiteral("--kind"))
        return tr(
            "Choose; or state \"kind\": \"probs\" or \"scores\" in the sidecar NAME.tokens.json beside the file.");
    return tr("Choose.");
}

}

HintQuestion hintQuestion(const core::Error& error, const core::Hints& stated)
{
    HintQuestion question{windowMessageOf(error), {}};
    QString option;
    QStringList reasons;
    for (const auto& hint : error.reasons) {
        const auto need = needOf(hint);
        if (!need || (!option.isEmpty() && need->option != option))
            continue;
        const auto answers = answersTo(*need, stated);
        if (answers.empty())
            continue;
        option = need->option;
        reasons += reasonOf(*need, answers);
        for (const auto& one : answers)
            if (std::ranges::find(question.answers, one.label, &HintAnswer::label) == question.answers.end())
                question.answers.push_back(one);
    }
    if (question.answers.empty())
        return question;
    const auto left = reasons.size() - shownReasons;
    auto shown = reasons.mid(0, shownReasons);
    if (left > 0)
        shown += tr("and %1 more").arg(left);
    question.message.reasons = shown.join(QStringLiteral("; ")) + QLatin1Char('.');
    question.message.advice = adviceFor(option);
    return question;
}

}
