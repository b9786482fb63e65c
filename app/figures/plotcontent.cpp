// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/plotcontent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

#include "bounds/certificate.h"
#include "bounds/scoremodel.h"
#include "session/gridcurve.h"
#include "session/rowstatetext.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Plots", text);
}

/// k = 1 ... n: all up to 64, then in steps of 1 %.
std::vector<std::size_t> drawnK(std::size_t n)
{
    std::vector<std::size_t> ks;
    for (std::size_t k = 1; k <= n; k = std::max(k + 1, k * 101 / 100))
        ks.push_back(k);
    if (!ks.empty() && ks.back() != n)
        ks.push_back(n);
    return ks;
}

/// Predictions are smooth: a tenth of the points does.
std::vector<std::size_t> predictedK(std::size_t n)
{
    std::vector<std::size_t> ks;
    for (std::size_t k = 1; k < n; k = std::max(k + 1, k * 115 / 100))
        ks.push_back(k);
    return ks;
}

template <typename Value>
render::Line lineOver(const std::vector<std::size_t>& ks, Value value)
{
    render::Line line;
    for (const auto k : ks) {
        line.x.push_back(static_cast<double>(k));
        line.y.push_back(value(k));
    }
    return line;
}

void placeHeadCurves(render::TailMassData& data, const core::HeadResult& study)
{
    const auto& curve = study.summary.curve;
    const std::vector<double> k(curve.k.begin(), curve.k.end());
    data.mean = {k, curve.meanUpper};
    data.maximum = {k, curve.maxUpper};
    const auto band = quantileBand(*study.reply);
    data.percentiles = {std::vector<double>(band.k.begin(), band.k.end()), band.p10, band.p90};
}

void placePredictions(render::TailMassData& data, std::size_t n, double sigma)
{
    const auto ks = predictedK(n);
    data.gaussian = lineOver(ks, [n, sigma](std::size_t k) {
        return core::gaussianTailMass(sigma, static_cast<double>(k) / static_cast<double>(n)).value;
    });
    data.plugIn.x = data.gaussian.x;
    const core::PlugInRow row(sigma, n);
    for (const auto k : ks)
        data.plugIn.y.push_back(row.tailMass(k).value);
}

/// Both ends are drawn where they are at least 2 % apart somewhere.
void placeInterval(render::TailMassData& data, const core::RowDetail& detail, const std::vector<std::size_t>& ks)
{
    const auto apart = [](const core::Interval& tau) { return tau.upper > 1e-9 && tau.lower < 0.98 * tau.upper; };
    if (std::none_of(ks.begin(), ks.end(), [&](std::size_t k) { return apart(detail.tailMass[k].tau); }))
        return;
    for (const auto k : ks) {
        data.rowInterval.x.push_back(static_cast<double>(k));
        data.rowInterval.lower.push_back(detail.tailMass[k].tau.lower);
        data.rowInterval.upper.push_back(detail.tailMass[k].tau.upper);
    }
    data.rowIntervalName = tr("interval");
}

QString fixed(double value, int decimals)
{
    return QLocale::c().toString(value, 'f', decimals);
}

QString fact(const QString& name, double whole, const double* kept)
{
    QString text = name % QLatin1Char(' ') % fixed(whole, whole < 100 ? 2 : 1);
    if (kept)
        text += QStringLiteral(" → ") % fixed(*kept, *kept < 100 ? 2 : 1);
    return text;
}

render::Line singularValueLine(const core::Spectrum& spectrum)
{
    render::Line line;
    for (std::size_t i = 0; i < spectrum.values.size(); ++i) {
        line.x.push_back(static_cast<double>(i + 1));
        line.y.push_back(spectrum.values[i]);
    }
    return line;
}

}

render::TailMassData tailMassContent(
    core::RowIndex row, const core::RowDetail& detail, const core::HeadResult* study, double sigma)
{
    render::TailMassData data;
    data.rowName = tr("row %1").arg(row.value);
    data.keyCount = static_cast<double>(detail.keys.size());
    if (study) {
        placeHeadCurves(data, *study);
        data.keyCount = static_cast<double>(study->head.keyCount);
    }
    data.note = rowStateText(row.value, detail.record.state);
    if (detail.record.state != core::RowState::Valid)
        return data;
    const auto ks = drawnK(detail.keys.size());
    data.row = lineOver(ks, [&detail](std::size_t k) { return detail.tailMass[k].tau.upper; });
    placeInterval(data, detail, ks);
    placePredictions(data, detail.keys.size(), sigma);
    return data;
}

render::TailMassData tailMassContent(const core::HeadResult& study)
{
    render::TailMassData data;
    data.keyCount = static_cast<double>(study.head.keyCount);
    placeHeadCurves(data, study);
    return data;
}

render::Crosshair tailMassCrosshair(const core::RowTruncation& truncation, double epsilon)
{
    const core::Interval& tau = truncation.mass.tau;
    render::Crosshair crosshair{static_cast<double>(truncation.choice.shown.size()), epsilon, {}};
    if (tau.upper > 0 && truncation.choice.shown.isLargest())
        crosshair.dots.push_back({tau.upper, core::decide(tau, epsilon)});
    return crosshair;
}

render::Crosshair tailMassCrosshair(const core::TailMassSummary& rule, double epsilon)
{
    render::Crosshair crosshair{rule.keptMean, epsilon, {}};
    if (rule.mean.upper > 0)
        crosshair.dots.push_back({rule.mean.upper, core::decide(rule.mean, epsilon)});
    return crosshair;
}

render::SpectrumData spectrumContent(const core::Spectrum* whole, const core::Spectrum* kept)
{
    render::SpectrumData data;
    data.allName = tr("all keys");
    data.keptName = tr("kept");
    if (!whole)
        return data;
    data.all = singularValueLine(*whole);
    if (kept)
        data.kept = singularValueLine(*kept);
    if (whole->complete)
        data.facts +=
            fact(tr("effective rank"), whole->effectiveRank, kept && kept->complete ? &kept->effectiveRank : nullptr);
    data.facts += fact(tr("stable rank"), whole->stableRank, kept ? &kept->stableRank : nullptr);
    return data;
}

render::OutputErrorData outputErrorContent(const core::RowDetail& detail)
{
    render::OutputErrorData data;
    data.keyCount = static_cast<double>(detail.keys.size());
    data.note = rowStateText(detail.row, detail.record.state);
    if (detail.record.state != core::RowState::Valid)
        return data;
    if (detail.outputError.empty()) {
        data.note = tr("No values in this dump: output error unknown.");
        return data;
    }
    const auto ks = drawnK(detail.keys.size());
    data.row = lineOver(ks, [&detail](std::size_t k) { return detail.outputError[k].absolute.upper; });
    data.radiusBound = lineOver(ks, [&detail](std::size_t k) { return detail.radiusBound[k]; });
    data.varianceBound = lineOver(ks, [&detail](std::size_t k) { return detail.varianceBound[k]; });
    return data;
}

render::OutputErrorData outputErrorContent()
{
    render::OutputErrorData data;
    data.note = tr("No row picked: each row has its own.");
    return data;
}

render::Crosshair outputErrorCrosshair(const core::RowTruncation& truncation)
{
    render::Crosshair crosshair{static_cast<double>(truncation.choice.shown.size()), {}, {}};
    if (truncation.outputError && truncation.choice.shown.isLargest())
        crosshair.dots.push_back({truncation.outputError->absolute.upper, {}});
    return crosshair;
}

}
