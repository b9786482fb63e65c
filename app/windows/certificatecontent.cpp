// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/certificatecontent.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QStringList>

#include "bounds/tailcurve.h"
#include "session/explorer.h"
#include "session/rowstatetext.h"
#include "views/numbertext.h"
#include "views/rulewords.h"
#include "windows/laddercontent.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Certificate", text);
}

bool isValid(const core::RowDetail* detail)
{
    return detail && detail->record.state == core::RowState::Valid;
}

bool hasNoValidRow(const ScopeAnswer& answer)
{
    return answer.headsKnown == answer.headsTotal && answer.audit.total > 0 && answer.audit.valid == 0;
}

Judgement judgementOf(const Explorer& explorer, core::Scope scope, const ScopeAnswer& answer)
{
    if (explorer.isOutdated())
        return Judgement::Outdated;
    if (answer.verdict)
        return app::judgementOf(*answer.verdict);
    if (scope == core::Scope::Rows && !explorer.pick())
        return Judgement::NoClaim;
    if (scope == core::Scope::Rows)
        return explorer.rowDetail() && !isValid(explorer.rowDetail()) ? Judgement::InvalidRow : Judgement::Computing;
    return hasNoValidRow(answer) || explorer.isStopped() ? Judgement::NoClaim : Judgement::Computing;
}

QString ruleText(const Explorer& explorer)
{
    return ruleWords(explorer.rule());
}

QString nameOf(const Explorer& explorer, core::Scope scope, const core::RowName& row)
{
    const auto text = tr("row %1").arg(row.row);
    if (scope == core::Scope::Rows || scope == core::Scope::Heads)
        return text;
    const auto& heads = explorer.heads();
    const auto found =
        std::find_if(heads.begin(), heads.end(), [&row](const core::HeadInfo& info) { return info.id == row.head; });
    return found == heads.end() ? text : QString::fromStdString(found->name) % QLatin1Char(' ') % text;
}

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString invalidReason(const core::RowDetail& detail, std::size_t row)
{
    const auto what = rowStateText(row, detail.record.state);
    return detail.record.state == core::RowState::Masked ? tr("%1 Skipped, counted in the audit.").arg(what)
                                                         : tr("%1 Drawn, not certified, counted.").arg(what);
}

/// Brackets prove what the largest tail mass of a scope can be, but not which row has it.
QString someRow(core::Scope scope, Judgement judgement)
{
    const auto unit = scope == core::Scope::Dump ? tr("the dump")
        : scope == core::Scope::Layers           ? tr("the layer")
                                                 : tr("the head");
    return judgement == Judgement::Certified ? tr("Each row of %1").arg(unit) : tr("Some row of %1").arg(unit);
}

std::size_t rowsOf(const Explorer& explorer, core::Scope scope)
{
    std::size_t rows = 0;
    for (const auto& head : explorer.headsOf(scope))
        rows += head.rowCount;
    return rows;
}

QString noClaimReason(const Explorer& explorer, core::Scope scope, const ScopeAnswer& answer)
{
    if (scope == core::Scope::Rows)
        return tr("No row is picked. Click one in the map, or press W for the worst row of the head.");
    if (hasNoValidRow(answer))
        return tr("No row here has numbers: each is masked, all zero or holds NaN or infinity.");
    const auto done = tr("Stopped at %1 of %2 rows.")
                          .arg(countText(answer.audit.total), countText(rowsOf(explorer, scope)));
    const auto soFar = answer.worst ? tr("Max so far %1; not a verdict.").arg(atLeastText(answer.value.lower))
                                    : tr("Not a verdict.");
    return tr("%1 %2 Rule › Continue the stopped work goes on.").arg(done, soFar);
}

CardValues cardOf(const Explorer& explorer, core::Scope scope, const ScopeAnswer& answer, Judgement judgement)
{
    CardValues card;
    card.judgement = judgement;
    card.overRows = scope != core::Scope::Rows;
    card.epsilon = explorer.parameters().epsilon;
    card.rule = ruleText(explorer);
    if (answer.worst) {
        card.worstRow = answer.exact ? capitalised(nameOf(explorer, scope, *answer.worst)) : someRow(scope, judgement);
        card.tau = answer.value;
    }
    if (judgement == Judgement::InvalidRow)
        card.reason = invalidReason(*explorer.rowDetail(), explorer.pick()->row.value);
    if (judgement == Judgement::NoClaim)
        card.reason = noClaimReason(explorer, scope, answer);
    if (answer.rowsHolding) {
        card.rowsHolding = *answer.rowsHolding;
        card.rowsTotal = answer.audit.valid;
    }
    if (judgement == Judgement::Computing) {
        card.rowsDone = answer.audit.total;
        card.rowsTotal = rowsOf(explorer, scope);
    }
    return card;
}

/// In a word or two why the picked row has no k_eps; empty where it has one or it is being computed.
QString whyNoNumber(const Explorer& explorer)
{
    if (!explorer.pick())
        return tr("none picked");
    const auto* detail = explorer.rowDetail();
    if (!detail)
        return {};
    switch (detail->record.state) {
    case core::RowState::Masked:
        return tr("no keys");
    case core::RowState::Undefined:
        return tr("holds NaN");
    case core::RowState::Zero:
        return tr("all zero");
    case core::RowState::Absent:
    case core::RowState::Valid:
        break;
    }
    return {};
}

KEpsValues kEpsOf(const Explorer& explorer)
{
    KEpsValues values;
    const auto& parameters = explorer.parameters();
    values.epsilon = parameters.epsilon;
    values.rowName = explorer.pick() ? tr("row %1").arg(explorer.pick()->row.value) : tr("row");
    values.rowNote = whyNoNumber(explorer);
    if (const auto& numbers = explorer.headNumbers()) {
        values.headMean = numbers->kEps.mean;
        values.headP99 = numbers->kEps.p99;
        values.headMax = numbers->kEps.max;
    }
    if (const auto* detail = explorer.rowDetail(); isValid(detail))
        values.row = core::kEps(*detail, parameters.epsilon);
    return values;
}

RowCounts countsOf(const Explorer& explorer)
{
    RowCounts counts;
    const auto& rows = explorer.resident()->rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].state != core::RowState::Valid) {
            ++counts.skipped;
            continue;
        }
        switch (core::decide(explorer.records()[row].tailMass, explorer.parameters().epsilon)) {
        case core::Verdict::Certified:
            ++counts.certified;
            break;
        case core::Verdict::NotCertified:
            ++counts.notCertified;
            break;
        case core::Verdict::Undecided:
            ++counts.undecided;
            break;
        }
    }
    return counts;
}

constexpr std::size_t pageSize = 16;
constexpr std::size_t blockSize = 64;

/// The number of keys that a rule asks for, where it asks for one.
std::optional<std::size_t> requestedOf(const core::Rule& rule)
{
    if (const auto* topK = std::get_if<core::TopK>(&rule))
        return topK->k;
    if (const auto* forced = std::get_if<core::ForcedTopK>(&rule))
        return forced->k;
    return {};
}

std::optional<BudgetValues> budgetOf(const Explorer& explorer, core::Scope scope, const ScopeAnswer& answer,
    const std::optional<Explorer::NamedRow>& named)
{
    BudgetValues budget;
    budget.causal = explorer.head().causal;
    if (answer.worst)
        budget.tau = answer.value;
    if (scope == core::Scope::Rows) {
        if (!named)
            return {};
        const auto& keys = named->detail->keys;
        const auto& kept = named->truncation.choice.shown;
        budget.keys = keys.size();
        budget.tokens = kept.size();
        budget.requested = requestedOf(explorer.rule()).value_or(budget.tokens);
        budget.density = static_cast<double>(budget.tokens) / static_cast<double>(budget.keys);
        budget.pages = pagesOf(keys, kept, pageSize);
        budget.blocks = pagesOf(keys, kept, blockSize);
        return budget;
    }
    if (scope != core::Scope::Heads || !explorer.headNumbers())
        return {};
    const auto& tailMass = explorer.headNumbers()->tailMass;
    budget.requested = budget.tokens =
        requestedOf(explorer.rule()).value_or(static_cast<std::size_t>(std::lround(tailMass.keptMean)));
    budget.density = tailMass.density;
    return budget;
}

std::optional<PredictionValues> predictionOf(const Explorer& explorer)
{
    const auto prediction = explorer.prediction();
    if (!prediction || !explorer.pick())
        return {};
    return PredictionValues{tr("row %1").arg(explorer.pick()->row.value), explorer.parameters().sigma, *prediction};
}

WhatIfValues whatIfOf(const Explorer& explorer, const Explorer::NamedRow& named, double delta)
{
    const auto& row = *named.detail;
    const auto& parameters = explorer.parameters();
    const auto perturbed = core::perturbation(row, delta);
    WhatIfValues values;
    values.rowName = tr("row %1").arg(named.row.value);
    values.delta = delta;
    values.tau = named.truncation.mass.tau;
    values.tauUnderDelta = {core::tailMassOf(row.sorted, named.truncation.choice, perturbed.error).tau.upper};
    values.totalVariation = perturbed.totalVariation;
    values.kEps = core::kEps(row, parameters.epsilon);
    values.kEpsUnderDelta = core::kEps(row.sorted, parameters.epsilon, perturbed.error);
    values.hasScores = !row.sorted.stored;
    values.hasFactors = explorer.head().id.source == core::Source::Factors;
    return values;
}

/// Everything that belongs to one row; in wider scopes, why it is not there.
void placeRow(CertificateValues& values, const Explorer& explorer, const PanelState& state)
{
    if (!state.row) {
        if (values.scope == core::Scope::Layers || values.scope == core::Scope::Dump)
            values.ladder = TailLadderValues{{},
                tr("Bounds, divergences and output error belong to one row: go to the "
                   "worst row, or choose the scope row or head.")};
        return;
    }
    const auto& row = *state.row->detail;
    const auto& truncation = state.row->truncation;
    values.rowName = tr("row %1").arg(state.row->row.value);
    values.divergences = core::divergences(truncation.mass);
    values.ladder = tailLadderContent(row, truncation, explorer.parameters().epsilon, state.tailMass);
    values.outputError = outputErrorContent(row, truncation, state.output);
    values.whatIf = whatIfOf(explorer, *state.row, state.delta);
}

/// The largest k whose lower end is above epsilon.
std::size_t lastNotCertified(const core::RowDetail& row, double epsilon)
{
    std::size_t k = row.tailMass.size();
    while (k > 0 && !(row.tailMass[k - 1].tau.lower > epsilon))
        --k;
    return k > 0 ? k - 1 : 0;
}

UndecidedValues undecidedOf(const Explorer& explorer, const ScopeAnswer& answer, const PanelState& state)
{
    UndecidedValues values;
    values.tau = answer.value;
    if (const auto kEps = explorer.kEpsOfScope())
        values.certifiedFrom = kEps->k;
    if (!state.row)
        return values;
    values.rowName = tr("row %1").arg(state.row->row.value);
    values.notCertifiedTo = lastNotCertified(*state.row->detail, explorer.parameters().epsilon);
    if (const auto& open = state.row->truncation.choice.undecided)
        values.choice = {
            std::min(open->best.size(), open->worst.size()), std::max(open->best.size(), open->worst.size())};
    return values;
}

void placeScopes(CertificateValues& values, const Explorer& explorer)
{
    const std::array<QString, 4> names{explorer.pick() ? tr("Row %1").arg(explorer.pick()->row.value) : tr("Row"),
        tr("Head"), tr("Layer"), tr("Dump")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto scope = static_cast<core::Scope>(i);
        values.scopes[i] = {names[i], judgementOf(explorer, scope, explorer.answer(scope))};
    }
}

}

CertificateValues certificateContent(const Explorer& explorer, const PanelState& state)
{
    CertificateValues values;
    values.scope = explorer.scope();
    values.hasValues = true;
    placeScopes(values, explorer);
    if (explorer.isOutdated()) {
        values.card.judgement = Judgement::Outdated;
        values.card.reason =
            tr("The file changed after it was opened. What was said of it is withdrawn. Reload it to certify anew.");
        return values;
    }
    values.hasValues = explorer.head().hasValues;
    const auto answer = explorer.answer(values.scope);
    values.card =
        cardOf(explorer, values.scope, answer, values.scopes[static_cast<std::size_t>(values.scope)].judgement);
    if (values.card.judgement == Judgement::Undecided)
        values.undecided = undecidedOf(explorer, answer, state);
    placeRow(values, explorer, state);
    values.kEps = kEpsOf(explorer);
    const auto head = values.scope == core::Scope::Rows ? explorer.answer(core::Scope::Heads) : answer;
    const auto headScope = values.scope == core::Scope::Rows ? core::Scope::Heads : values.scope;
    if (head.worst && head.exact)
        values.worstRow = WorstRowValues{nameOf(explorer, headScope, *head.worst), head.value};
    if (values.scope == core::Scope::Heads && explorer.resident() && !explorer.records().empty())
        values.rows = countsOf(explorer);
    values.budget = budgetOf(explorer, values.scope, answer, state.row);
    values.prediction = predictionOf(explorer);
    return values;
}

QString certificateText(const Explorer& explorer)
{
    const auto scope = explorer.scope();
    const auto answer = explorer.answer(scope);
    QStringList lines;
    lines += wordOf(judgementOf(explorer, scope, answer));
    lines += QString::fromStdString(explorer.head().name) % QStringLiteral(", ") % ruleText(explorer)
        % QStringLiteral(", ε = ") % settingText(explorer.parameters().epsilon);
    if (answer.worst)
        lines +=
            tr("%1, tail mass in [%2, %3]")
                .arg(scope == core::Scope::Rows ? capitalised(nameOf(explorer, scope, *answer.worst)) : tr("Worst row"),
                    decimalText(answer.value.lower, 17, Rounding::Down),
                    decimalText(answer.value.upper, 17, Rounding::Up));
    return lines.join(QLatin1Char('\n'));
}

}
