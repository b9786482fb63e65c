// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/reading.h"

#include <cmath>

#include <QCoreApplication>
#include <QStringList>

#include "session/explorer.h"
#include "session/tokentext.h"
#include "views/numbertext.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Reading", text);
}

QString quoted(const std::vector<std::string>& tokens, std::size_t place, std::size_t count)
{
    if (tokens.size() != count)
        return {};
    return QStringLiteral(" “%1”").arg(tokenText(tokens[place]));
}

QString rankText(std::uint32_t rank, std::uint32_t keys, bool isKept)
{
    const auto text = tr("rank %1 of %2").arg(countText(rank + 1), countText(keys));
    return isKept ? tr("%1, kept").arg(text) : tr("%1, dropped").arg(text);
}

}

QString rowText(const Explorer& explorer, core::RowIndex row)
{
    const auto& head = explorer.head();
    return tr("row %1").arg(row.value)
        + quoted(explorer.capture()->queryTokens(head.id.item), row.value, head.rowCount);
}

QString readingOf(const Explorer& explorer, Pick cell)
{
    const auto& head = explorer.head();
    QStringList parts{rowText(explorer, cell.row),
        tr("key %1").arg(cell.key.value)
            + quoted(explorer.capture()->keyTokens(head.id.item), cell.key.value, head.keyCount)};
    const auto* held = explorer.resident();
    if (!held)
        return parts.join(QStringLiteral(" · "));
    const auto& row = held->rows()[cell.row.value];
    const auto rank = held->rank(cell.row.value, cell.key.value);
    if (rank >= head.keyCount) {
        parts += row.state == core::RowState::Valid ? tr("masked") : tr("row without numbers");
        return parts.join(QStringLiteral(" · "));
    }
    const double p = held->probability(cell.row.value, cell.key.value);
    parts += std::isnan(p) ? tr("not a number") : tr("p = %1").arg(decimalText(p, 5, Rounding::Nearest));
    const auto* detail = explorer.rowDetail();
    if (detail && explorer.pick() && explorer.pick()->row == cell.row && rank < detail->scores.size()
        && head.id.source != core::Source::Probabilities)
        parts += tr("score %1").arg(decimalText(detail->scores[rank], 5, Rounding::Nearest));
    const auto& rule = explorer.preparedRule();
    const bool hasSet = rule && row.state == core::RowState::Valid;
    parts += rankText(rank, row.keyCount, hasSet && held->choiceOf(*rule, cell.row.value).shown.contains(rank));
    return parts.join(QStringLiteral(" · "));
}

}
