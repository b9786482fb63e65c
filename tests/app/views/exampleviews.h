// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

#include "theme/palette.h"
#include "views/certificatevalues.h"
#include "views/dumpvalues.h"
#include "views/headspanel.h"
#include "views/pickvalues.h"
#include "views/rulestrip.h"
#include "views/startvalues.h"

/// Values as the look's pictures show them, and harder ones.
namespace example {

inline app::CardValues certifiedCard()
{
    app::CardValues card;
    card.judgement = app::Judgement::Certified;
    card.worstRow = QStringLiteral("Row 1284");
    card.tau = core::Interval{0.0065970000000001, 0.0065975};
    card.epsilon = 0.01;
    card.rule = QStringLiteral("top-k, k = 128");
    return card;
}

inline app::CardValues notCertifiedCard()
{
    app::CardValues card = certifiedCard();
    card.judgement = app::Judgement::NotCertified;
    card.overRows = true;
    card.worstRow = QStringLiteral("Row 1497");
    card.tau = core::Interval{0.43131, 0.43139};
    card.rowsHolding = 1138;
    card.rowsTotal = 1536;
    return card;
}

inline app::CardValues undecidedCard()
{
    app::CardValues card = certifiedCard();
    card.judgement = app::Judgement::Undecided;
    card.tau = core::Interval{0.00097041, 0.0010269};
    card.epsilon = 0.001;
    card.rule = QStringLiteral("top-k, k = 208");
    return card;
}

inline app::CardValues computingCard()
{
    app::CardValues card = notCertifiedCard();
    card.judgement = app::Judgement::Computing;
    card.rowsDone = 412;
    return card;
}

inline app::CardValues invalidCard()
{
    app::CardValues card;
    card.judgement = app::Judgement::InvalidRow;
    card.reason = QStringLiteral("Row 17 has no allowed keys. Skipped, counted in the audit.");
    return card;
}

inline std::array<app::ScopeState, 4> scopes()
{
    return {{{QStringLiteral("Row 1284"), app::Judgement::Certified},
        {QStringLiteral("Head"), app::Judgement::NotCertified}, {QStringLiteral("Layer"), app::Judgement::Undecided},
        {QStringLiteral("Dump"), app::Judgement::Computing}}};
}

inline app::LadderValues tailLadder()
{
    const auto reads = QStringLiteral("only the gap between the scores k and k+1 is known");
    return {QStringLiteral("tail mass"), {0.006597, 0.0065979},
        {{QStringLiteral("sorted blocks"), reads, {0.0419}, false, true},
            {QStringLiteral("key blocks"), reads, {0.123}}, {QStringLiteral("multi-gap"), reads, {0.176}},
            {QStringLiteral("single gap"), reads, {0.8991}, false}, {QStringLiteral("gap ratio"), reads, {8.91}, true}},
        0.01};
}

inline app::LadderValues outputLadder()
{
    const auto reads = QStringLiteral("the variance of the values under the row is known");
    return {QStringLiteral("output error"), {0.0042921, 0.0042929},
        {{QStringLiteral("τ · diameter"), reads, {0.0377}, false, true}, {QStringLiteral("2 R τ"), reads, {0.0456}},
            {QStringLiteral("variance"), reads, {0.129}}, {QStringLiteral("2 C τ"), reads, {1.98}, true}},
        {}};
}

inline app::CertificateValues certificate()
{
    app::CertificateValues values;
    values.scopes = scopes();
    values.card = certifiedCard();
    values.rowName = QStringLiteral("row 1284");
    values.divergences =
        core::Divergences{{0.006597, 0.0065979}, {0.00661, 0.0066199}, {0.00229, 0.0022919}, {0.0033, 0.0033049}};
    values.ladder = app::TailLadderValues{tailLadder(), {}};
    values.outputError =
        app::OutputErrorValues{{0.0042921, 0.0042929}, 0.00892, outputLadder(), core::Interval{0.0039211, 0.0039219}};
    values.kEps = app::KEpsValues{0.01, QStringLiteral("row 1284"), 106, 98.9, 455, 975};
    values.worstRow = app::WorstRowValues{QStringLiteral("row 1497"), {0.43131, 0.43139}};
    values.rows = app::RowCounts{1138, 1, 397, 0};
    values.budget = app::BudgetValues{128, 128, 1285, 0.0996, false, core::Interval{0.0065970000000001, 0.0065975},
        app::PageCount{38, 81, 597}, app::PageCount{17, 21, 1029}};
    values.prediction =
        app::PredictionValues{QStringLiteral("row 1284"), 5.56, {{0.8}, {23}, {1.23e-5}, {0.00071}, {3.21}}};
    values.whatIf = app::WhatIfValues{
        QStringLiteral("row 1284"), 0.05, {0.006597, 0.0065979}, {0.00728}, {0.025}, 106, 109, true, true};
    return values;
}

inline app::UndecidedValues undecided()
{
    return {QStringLiteral("row 33"), {0.00097041, 0.0010269}, std::nullopt, 210, 206};
}

/// The longest numbers that occur.
inline app::CertificateValues longCertificate()
{
    app::CertificateValues values = certificate();
    values.scopes[0].text = QStringLiteral("Row 131071");
    values.card = notCertifiedCard();
    values.card.worstRow = QStringLiteral("L127H127 row 131071");
    values.card.tau = core::Interval{1.23456e-5, 9.87654e-5};
    values.card.rule = QStringLiteral("top-k, k = 131072");
    values.card.rowsHolding = 131071;
    values.card.rowsTotal = 131072;
    values.rowName = QStringLiteral("L127H127 row 131071");
    const core::Interval tiny{1.23456e-17, 9.87654e-17};
    values.divergences = core::Divergences{tiny, tiny, tiny, tiny};
    for (auto* ladder : {&*values.ladder->ladder, &*values.outputError->ladder}) {
        ladder->exact = tiny;
        for (auto& rung : ladder->rungs)
            rung.bound.upper *= 1.2345e-12;
        ladder->rungs.back().vacuous = true;
    }
    values.outputError->absolute = tiny;
    values.outputError->relativeUpper = 1.234e-7;
    values.outputError->notRenormalised = tiny;
    values.kEps = app::KEpsValues{1.23e-6, QStringLiteral("row 131071"), 131071, 131070.5, 131071, 131072};
    values.worstRow = app::WorstRowValues{QStringLiteral("L127H127 row 131071"), tiny};
    values.rows = app::RowCounts{131072, 131072, 131072, 131072};
    values.budget = app::BudgetValues{131072, 131071, 131071, 0.00001234, true, tiny,
        app::PageCount{8192, 8192, 131072}, app::PageCount{2048, 2048, 131072}};
    values.prediction = app::PredictionValues{
        QStringLiteral("row 131071"), 31.5, {{131070.5}, {131072}, {1.23e-17}, {1.23e-17}, {31.5}}};
    values.whatIf = app::WhatIfValues{
        QStringLiteral("row 131071"), 1.23e-5, tiny, {1.2345e-17}, {1.2345e-5}, 131071, 131072, true, false};
    return values;
}

inline app::HeadsPanelValues heads(int layers, int count, int kv)
{
    app::HeadsPanelValues values;
    app::HeadSection section;
    section.keyValueHeads = kv;
    for (int layer = 0; layer < layers; ++layer) {
        app::HeadRow row{layer, {}};
        for (int head = 0; head < count; ++head) {
            const double number = 0.55 * std::abs(std::sin(1.7 * layer + 0.9 * head));
            row.cells.push_back({number, true, QStringLiteral("L%1H%2: %3").arg(layer).arg(head).arg(number)});
        }
        section.rows.push_back(row);
    }
    section.rows.back().cells.back().number.reset();
    values.grid.sections = {section};
    values.grid.high = 0.55;
    values.measures = {QStringLiteral("k_eps / n, row mean"), QStringLiteral("tau at k")};
    values.low = QStringLiteral("0");
    values.high = QStringLiteral(".55");
    values.meaning = QStringLiteral("keys needed at ε = 0.01");
    values.note = QStringLiteral("This dump holds layers 2 and 5 only.");
    return values;
}

inline app::DumpValues dump()
{
    app::DumpValues values;
    values.fileName = QStringLiteral("example_ctx1536_qkv.npz");
    values.sizeAndFormat = QStringLiteral("3.9 MB · npz");
    values.model = QStringLiteral("example, 5 layers, 8 query / 4 kv heads");
    values.tensors = {{QStringLiteral("q_0 … q_4"), QStringLiteral("float32"), QStringLiteral("8 × 1536 × 8"),
                          QStringLiteral("Q"), true},
        {QStringLiteral("k_0 … k_4"), QStringLiteral("float32"), QStringLiteral("4 × 1536 × 8"), QStringLiteral("K"),
            true},
        {QStringLiteral("v_0 … v_4"), QStringLiteral("float32"), QStringLiteral("4 × 1536 × 8"), QStringLiteral("V")},
        {QStringLiteral("positions"), QStringLiteral("int64"), QStringLiteral("1536"), QString()}};
    values.reasons = {{QStringLiteral("causal"), QStringLiteral("sidecar says “causal”: true")},
        {QStringLiteral("scale"), QStringLiteral("0.353553 from sidecar, = 1/√8")},
        {QStringLiteral("kv heads"), QStringLiteral("8 query : 4 kv → 2 share one")}};
    core::RowAudit audit;
    audit.total = 61440;
    audit.valid = 61440;
    values.audit = audit;
    return values;
}

inline app::PickValues pick(render::Shade shade)
{
    app::PickValues values;
    values.row = QStringLiteral("Row 1284");
    values.token = QStringLiteral("and");
    values.before = QStringLiteral("they went to the park and the little boy smiled ");
    values.after = QStringLiteral(" said , “ Thank you for the ball, it is very nice”");
    const QStringList tokens{QStringLiteral("ow"), QStringLiteral("to"), QStringLiteral("be"), QStringLiteral("f"),
        QStringLiteral("un"), QStringLiteral("."), QStringLiteral("Tim"), QStringLiteral("s"),
        QStringLiteral("wonderful"), QStringLiteral("il"), QStringLiteral("ed")};
    values.magnifier = {11, 11, {}, tokens, tokens, 5, 5};
    for (int i = 0; i < 121; ++i)
        values.magnifier.colours.push_back(
            render::tableColour(render::sequentialTable(shade), std::abs(std::sin(0.7 * i))));
    double weight = 0.2856;
    for (std::size_t i = 0; i < 12; ++i) {
        values.weights.push_back({1284 - 3 * i, tokens[static_cast<int>(i % 11)], weight, i < 7});
        weight *= 0.65;
    }
    values.weights.back().weight = 3.4e-17;
    values.kept = 7;
    values.keys = 12;
    return values;
}

inline app::RuleStripValues rule()
{
    app::RuleStripValues values;
    values.keyCount = 1536;
    values.rule = core::TopK{128};
    values.rowCount = 1536;
    values.epsilon = 0.01;
    values.sigma = 5.56;
    values.rowKEps = 106;
    values.p99KEps = 455;
    values.maxKEps = 975;
    values.fittedRow = 1284;
    return values;
}

inline QImage thumbnail(render::Shade shade)
{
    QImage image(56, 56, QImage::Format_RGB32);
    for (int y = 0; y < 56; ++y) {
        for (int x = 0; x < 56; ++x)
            image.setPixel(x, y,
                x > y ? render::cellColours(render::themeOf(shade)).masked
                      : render::tableColour(render::sequentialTable(shade), std::abs(std::sin(0.31 * x + 0.17 * y))));
    }
    return image;
}

inline app::StartValues start(render::Shade shade)
{
    const QImage image = thumbnail(shade);
    app::StartValues values;
    values.samples = {{QStringLiteral("/samples/a.npz"), QStringLiteral("The sample: speech"),
                          QStringLiteral("P, Q, K, V · 2 layers × 8 heads, float16"),
                          QStringLiteral("Moonshine, a real trained model · 1.1 MB"), {image}},
        {QStringLiteral("/samples/b.npz"), QStringLiteral("Generated"),
            QStringLiteral("Q, K, V · 2 layers × 8 heads (2 kv), float32"),
            QStringLiteral("sinks, local and long range · 0.6 MB"), {image}}};
    values.recent = {{QStringLiteral("/a/one.npz"), QStringLiteral("example_ctx1536_qkv.npz"), QStringLiteral("3.9 MB"),
                         QStringLiteral("Q, K, V · 5 layers × 8 heads (4 kv) · 1 536 tokens · float32"),
                         app::Judgement::Certified, QStringLiteral("L3H3, row 1284, top-k 128"), image},
        {QStringLiteral("/a/two.npz"),
            QStringLiteral("a_file_with_a_name_that_is_far_longer_than_the_list_is_wide_and_more.safetensors"),
            QStringLiteral("6.2 MB"), QStringLiteral("Q, K, V · 6 layers × 8 heads · 378 frames · float16"),
            app::Judgement::Undecided, QStringLiteral("L5H2, top-k 64"), image},
        {QStringLiteral("/a/three.npy"), QStringLiteral("three.npy"), QStringLiteral("16.8 MB"),
            QStringLiteral("P · 1 layer × 8 heads"), std::nullopt, QString(), image},
        {QStringLiteral("/a/gone.npy"), QStringLiteral("gone.npy"), QString(), QStringLiteral("P · 1 layer × 8 heads"),
            std::nullopt, QString(), QImage(), app::RecentDump::State::Missing}};
    return values;
}

}
