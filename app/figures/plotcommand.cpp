// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/plotcommand.h"

#include <cstdio>
#include <system_error>

#include "base/work.h"
#include "compute/backend.h"
#include "figure/figure.h"
#include "figures/mapcontent.h"
#include "figures/plotcontent.h"
#include "session/headnumbers.h"
#include "session/messages.h"
#include "study/rulepreparer.h"

namespace app {

namespace {

constexpr QSize plotSize(640, 400);
constexpr QSize squareSize(640, 560); ///< of a map with its colour bar

/// What all figures are made from.
struct Subject
{
    const PlotOptions& options;
    std::shared_ptr<const core::Capture> capture;
    core::HeadInfo head;
    std::shared_ptr<const core::HeadRows> rows;
    core::Backend& backend;
    core::Work& work;

    double epsilon() const { return options.epsilon.value_or(Parameters{}.epsilon); }
};

using Content = core::Result<decltype(render::FigureSpec::content)>;

core::Result<std::optional<core::RowDetail>> detailOf(const Subject& subject)
{
    if (!subject.options.row)
        return std::optional<core::RowDetail>{};
    auto detail = core::rowDetail(*subject.rows, *subject.options.row);
    if (!detail)
        return tl::unexpected<core::Error>(detail.error());
    return std::optional(std::move(*detail));
}

/// The rule ready for some rows (empty: all); absent where none is asked for.
core::Result<std::optional<core::PreparedRule>> ruleFor(Subject& subject, const std::vector<std::size_t>& rows)
{
    if (!subject.options.rule)
        return std::optional<core::PreparedRule>{};
    auto preparer = core::RulePreparer::of(*subject.capture, *subject.options.rule);
    if (!preparer)
        return tl::unexpected<core::Error>(preparer.error());
    return preparer->forHead(subject.head, rows, subject.work).map([](core::PreparedRule rule) {
        return std::optional(std::move(rule));
    });
}

Content heatmap(Subject& subject)
{
    auto held = subject.backend.hold(*subject.rows, subject.work);
    if (!held)
        return tl::unexpected<core::Error>(held.error());
    render::HeatmapFigure figure;
    figure.head = mapHeadOf(*subject.capture, subject.head, held->get());
    figure.provider = tileProvider(*held, subject.work.pool);
    figure.range = percentileRange(cellHistogram(**held), defaultPercentiles(subject.head), render::Spacing::Log);
    auto rule = ruleFor(subject, {});
    if (!rule)
        return tl::unexpected<core::Error>(rule.error());
    figure.veil = std::move(*rule);
    const auto detail = detailOf(subject);
    if (!detail)
        return tl::unexpected<core::Error>(detail.error());
    if (*detail && !(*detail)->keys.empty())
        figure.markers.pick = render::Cell{subject.options.row->value, (*detail)->keys.front()};
    figure.value = [head = *held](render::Cell cell) { return head->probability(cell.row, cell.key); };
    return figure;
}

/// Where the rule stands among the curves: of the row, or of the head's mean.
core::Result<render::Crosshair> crosshairOf(
    Subject& subject, const core::RowDetail* detail, const core::HeadSummary& head)
{
    const bool ofRow = detail && detail->record.state == core::RowState::Valid;
    render::Crosshair crosshair;
    if (ofRow && subject.options.rule) {
        const auto rule = ruleFor(subject, {detail->row});
        if (!rule)
            return tl::unexpected<core::Error>(rule.error());
        crosshair = tailMassCrosshair(core::truncationOf(*detail, **rule), subject.epsilon());
    } else if (head.rule && !detail) {
        crosshair = tailMassCrosshair(*head.rule, subject.epsilon());
    }
    crosshair.epsilon = subject.options.epsilon;
    return crosshair;
}

Content tailMass(Subject& subject)
{
    std::optional<core::HeadResult> study;
    auto request = gridRequest({subject.head});
    auto rule = ruleFor(subject, {});
    if (!rule)
        return tl::unexpected<core::Error>(rule.error());
    if (!subject.options.row)
        request.rule = std::move(*rule);
    const auto done = core::studyHeads(
        *subject.capture, {subject.head}, request, subject.backend, subject.work, [&study](core::HeadResult result) {
            study = std::move(result);
            return true;
        });
    if (!done)
        return tl::unexpected<core::Error>(done.error());
    const auto detail = detailOf(subject);
    if (!detail)
        return tl::unexpected<core::Error>(detail.error());
    render::TailMassFigure figure;
    if (*detail) {
        const auto sigma = subject.options.sigma.value_or((*detail)->record.sigma);
        figure.data = tailMassContent(*subject.options.row, **detail, &*study, sigma);
    } else {
        figure.data = tailMassContent(*study);
    }
    const auto crosshair = crosshairOf(subject, *detail ? &**detail : nullptr, study->summary);
    if (!crosshair)
        return tl::unexpected<core::Error>(crosshair.error());
    figure.crosshair = *crosshair;
    return figure;
}

Content spectrum(Subject& subject)
{
    core::SpectrumRequest request;
    request.top = 0;
    const auto whole = core::singularValues(*subject.rows, request, subject.work);
    if (!whole)
        return tl::unexpected<core::Error>(whole.error());
    if (!subject.options.rule)
        return render::SpectrumFigure{spectrumContent(&*whole, nullptr)};
    const auto rule = ruleFor(subject, {});
    if (!rule)
        return tl::unexpected<core::Error>(rule.error());
    request.kept = &**rule;
    const auto kept = core::singularValues(*subject.rows, request, subject.work);
    if (!kept)
        return tl::unexpected<core::Error>(kept.error());
    return render::SpectrumFigure{spectrumContent(&*whole, &*kept)};
}

Content outputError(Subject& subject)
{
    if (!subject.options.row)
        return core::failure(
            core::ErrorCode::BadRequest, "failed to plot 'output-error': it shows one row", "add --row R");
    const auto detail = detailOf(subject);
    if (!detail)
        return tl::unexpected<core::Error>(detail.error());
    if ((*detail)->outputError.empty())
        return core::failure(core::ErrorCode::BadRequest,
            "failed to plot 'output-error': the dump has no values V for this row", "open a dump with Q, K and V");
    render::OutputErrorFigure figure;
    figure.data = outputErrorContent(**detail);
    const auto rule = ruleFor(subject, {(*detail)->row});
    if (!rule)
        return tl::unexpected<core::Error>(rule.error());
    if (*rule)
        figure.crosshair = outputErrorCrosshair(core::truncationOf(**detail, **rule));
    return figure;
}

Content contentOf(Subject& subject)
{
    switch (subject.options.kind) {
    case PlotKind::Heatmap:
        return heatmap(subject);
    case PlotKind::TailMass:
        return tailMass(subject);
    case PlotKind::Spectrum:
        return spectrum(subject);
    case PlotKind::OutputError:
        return outputError(subject);
    }
    return core::failure(core::ErrorCode::BadRequest, "failed to plot: there is no such figure");
}

/// What would be refused in the end, before anything is computed.
core::Result<void> checkOutput(const PlotOptions& options)
{
    const auto refuse = [&](const char* reason, const char* advice) {
        return core::failure(
            core::ErrorCode::CannotWrite, "failed to write '" + options.output.string() + "': " + reason, advice);
    };
    std::error_code ignored;
    const auto status = std::filesystem::status(options.output, ignored);
    if (std::filesystem::is_directory(status))
        return refuse("it is a folder", "name a file in it that ends in .png, .svg, .pdf or .csv");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !options.output.has_extension())
        return refuse("it is not a regular file", "name a file that ends in .png, .svg, .pdf or .csv");
    if (!options.replace && std::filesystem::is_regular_file(status))
        return refuse("it exists", "add --force to replace it");
    return {};
}

}

core::Result<void> plot(const PlotOptions& options)
{
    if (const auto free = checkOutput(options); !free)
        return free;
    const auto capture = core::Capture::open(options.dump, options.hints);
    if (!capture)
        return tl::unexpected<core::Error>(capture.error());
    const auto head = findHead(**capture, options.head);
    if (!head)
        return tl::unexpected<core::Error>(head.error());
    const auto rows = (*capture)->rows(head->id);
    if (!rows)
        return tl::unexpected<core::Error>(rows.error());
    core::ThreadPool pool(options.threads);
    core::Work work{pool};
    const auto backend = core::makeReferenceBackend();
    Subject subject{options, *capture, *head, *rows, *backend, work};
    auto content = contentOf(subject);
    if (!content)
        return tl::unexpected<core::Error>(content.error());
    render::FigureSpec spec;
    spec.content = std::move(*content);
    spec.size = options.size.value_or(options.kind == PlotKind::Heatmap ? squareSize : plotSize);
    if (options.dark)
        spec.shade = render::Shade::Dark;
    return render::saveFigure(spec, options.output);
}

int runPlotCommand(const QStringList& arguments)
{
    const auto options = readPlotOptions(arguments);
    const auto done = options ? plot(*options) : core::Result<void>(tl::unexpected<core::Error>(options.error()));
    if (done)
        return 0;
    std::fprintf(stderr, "tailmass-gui: %s\n", messageOf(done.error()).text().toUtf8().constData());
    return 2;
}

}
