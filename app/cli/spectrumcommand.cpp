// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/decimal.h"
#include "exchange/spectrumdocument.h"

namespace app {

namespace {

void printSpectrum(std::ostream& out, const core::HeadInfo& head, const core::Spectrum& spectrum)
{
    out << printable(fullName(head)) << ": " << head.rowCount << " x " << head.keyCount << "\nFrobenius norm "
        << core::roundedText(spectrum.frobenius, 6) << ", stable rank " << core::roundedText(spectrum.stableRank, 6);
    if (spectrum.complete)
        out << ", effective rank " << core::roundedText(spectrum.effectiveRank, 6) << ", participation ratio "
            << core::roundedText(spectrum.participationRatio, 6);
    out << "\n\n";
    TextTable table({{"number"}, {"singular value"}, {"residual"}});
    for (std::size_t i = 0; i < spectrum.values.size(); ++i)
        table.add({std::to_string(i + 1), core::roundedText(spectrum.values[i], 8),
            i < spectrum.residuals.size() ? core::roundedText(spectrum.residuals[i], 2) : "-"});
    table.print(out);
}

core::Result<core::Spectrum> compute(
    const core::Capture& capture, const core::HeadInfo& head, const Options& options, Console& console)
{
    const auto rows = capture.rows(head.id);
    if (!rows)
        return tl::unexpected(rows.error());
    core::SpectrumRequest request;
    request.top = options.top.value_or(request.top);
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    auto spectrum = core::singularValues(**rows, request, work);
    if (spectrum && options.top) {
        spectrum->values.resize(std::min(*options.top, spectrum->values.size()));
        spectrum->residuals.resize(std::min(*options.top, spectrum->residuals.size()));
    }
    return spectrum;
}

}

core::Result<ExitCode> runSpectrum(const Options& options, Console& console)
{
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture)
        return tl::unexpected(capture.error());
    const auto head = selectHead(**capture, options.selection);
    if (!head)
        return tl::unexpected(head.error());
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    const auto spectrum = compute(**capture, *head, options, console);
    if (!spectrum)
        return tl::unexpected(spectrum.error());
    if (output->format() == Format::Json) {
        core::DocumentHeader header;
        header.schema = "tailmass.spectrum/1";
        header.dumpPath = options.file.string();
        header.reading = options.reading;
        core::JsonWriter json(output->stream());
        core::writeSpectrumDocument(json, header, *head, *spectrum);
    } else {
        printSpectrum(output->stream(), *head, *spectrum);
    }
    console.endProgress();
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    return ExitCode::Done;
}

}
