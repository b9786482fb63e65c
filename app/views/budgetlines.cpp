// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/budgetlines.h"

#include <QCoreApplication>

#include "views/numbertext.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Budget", text);
}

TextRun label(const QString& text)
{
    return {text, Tone::Label};
}

QString fullText(double number)
{
    return QString::number(number, 'g', 17);
}

/// Something kept is never written as all removed.
QString removedText(double density)
{
    const double removed = 1 - density;
    return decimalText(removed, 4, removed < 0.99995 ? Rounding::Nearest : Rounding::Down);
}

QString tokensText(const BudgetValues& budget)
{
    if (budget.keys == 0)
        return tr("%1 per row").arg(countText(budget.tokens));
    if (budget.requested > budget.keys)
        return tr("%1 → all %2").arg(countText(budget.requested), countText(budget.keys));
    return tr("%1 of %2").arg(countText(budget.tokens), countText(budget.keys));
}

void addPages(std::vector<LabelledValue>& lines, const PageCount& pages, const QString& name, const QString& users)
{
    lines.push_back({label(name),
        {tr("%1 of %2 → %3 keys").arg(countText(pages.kept), countText(pages.total), countText(pages.keys))}, users,
        QString::number(pages.kept)});
}

}

std::vector<LabelledValue> budgetLines(const BudgetValues& budget, Judgement judgement)
{
    const QString share =
        tr("Kept keys over the keys that exist%1. ").arg(budget.causal ? tr(" in the causal area") : QString());
    std::vector<LabelledValue> lines{
        {label(tr("tokens (token_budget)")), {tokensText(budget)},
            tr("Keys kept for each row, asked for and realised. sparse-frontier and Quest: token_budget; DeepSeek "
               "sparse "
               "attention: index_topk; SnapKV and AdaKV: max_capacity_prompts, base_capacity"),
            QString::number(budget.tokens)},
        {label(budget.causal ? tr("keep (density, causal area)") : tr("keep (density)")), {percentText(budget.density)},
            share + tr("H2O: heavy_ratio + recent_ratio"), fullText(budget.density)},
        {label(tr("removed (compression_ratio, sparsity)")), {removedText(budget.density)},
            tr("1 − density. kvpress: compression_ratio; sparse-frontier: sparsity"), fullText(1 - budget.density)}};
    if (budget.density > 0)
        lines.push_back({label(tr("speed-up, at most")), {factorText(1 / budget.density)},
            tr("1 / density: the multiplications of Q·K and P·V that are left out, if choosing the keys cost nothing. "
               "What a kernel gains of it is not known here"),
            fullText(1 / budget.density)});
    if (budget.pages)
        addPages(lines, *budget.pages, tr("pages of 16"),
            tr("Pages that hold a kept key, and the keys on them: what a kernel that reads whole pages reads. Quest, "
               "LServe: "
               "token_budget with page size 16"));
    if (budget.blocks)
        addPages(lines, *budget.blocks, tr("blocks of 64"),
            tr("Blocks that hold a kept key, and the keys in them. SpargeAttn: topk is the share of blocks"));
    if (budget.tau) {
        const bool lost = judgement == Judgement::NotCertified;
        lines.push_back({label(tr("coverage (top-p, gamma)")),
            {lost ? coverageAtMostText(budget.tau->lower) : coverageAtLeastText(budget.tau->upper)},
            tr("1 − tau. Twilight: top-p, pruner threshold; FlexPrefill: gamma; XAttention: threshold; SpargeAttn: "
               "cdfthreshd. FlexPrefill's own tau is another quantity"),
            tr("1 - [%1, %2]").arg(fullText(budget.tau->lower), fullText(budget.tau->upper))});
    }
    return lines;
}

}
