// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/selection.h"
#include "conversion/conversion.h"

namespace app {

namespace {

using core::ConversionContent;

tl::unexpected<core::Error> refused(const std::string& option, const std::string& why, std::string advice)
{
    return core::failure(core::ErrorCode::BadRequest, "failed to read '" + option + "': " + why, std::move(advice));
}

/// Options that say nothing about what is converted.
core::Result<void> checkOptions(const Options& options)
{
    const bool kept = options.content == ConversionContent::Kept;
    const auto ending = options.output.file.extension();
    if (ending != ".safetensors" && ending != ".npy")
        return refused("--output " + options.output.file.string(), "its ending names no format that is written",
            "Use a name that ends in .safetensors or .npy.");
    if (options.rule && !kept)
        return refused("--rule", "it says which keys are kept, and they are not asked for", "Add --what kept.");
    if (options.keptForm && !kept)
        return refused("--form", "it is about kept keys, and they are not asked for", "Add --what kept.");
    if (options.element && options.content != ConversionContent::Probabilities)
        return refused("--dtype", "only probabilities change their number format", "Add --what probs.");
    return {};
}

/// A file of the dump that is replaced would no longer be the one that the result was made from.
core::Result<void> checkPlace(const core::Capture& capture, const std::filesystem::path& place)
{
    std::error_code error;
    for (const auto& file : capture.dump().files)
        if (std::filesystem::equivalent(file, place, error))
            return core::failure(core::ErrorCode::BadRequest,
                "failed to write '" + place.string() + "': it is a part of the dump. Nothing was written.",
                "Choose another name.");
    return {};
}

core::ConversionRequest requestOf(std::vector<core::HeadInfo> heads, const Options& options)
{
    core::ConversionRequest request;
    request.heads = std::move(heads);
    request.content = options.content.value_or(ConversionContent::Stored);
    request.otherSources = !options.selection.source && request.content != ConversionContent::Kept;
    request.element = options.element;
    request.rule = options.rule;
    request.sharing = options.sharing;
    request.form = options.keptForm;
    return request;
}

/// What the file does not take over from the dump.
void tellLeftOut(const core::Capture& capture, Console& console)
{
    for (const core::TensorReading& reading : capture.readings())
        if (reading.role == core::TensorRole::Other)
            console.detail("left out: '" + capture.dump().tensors[reading.tensor].name + "': " + reading.reason);
}

core::Result<void> convert(
    const core::Capture& capture, const std::vector<core::HeadInfo>& heads, const Options& options, Console& console)
{
    auto conversion = core::planConversion(capture, requestOf(heads, options));
    if (conversion && options.output.file.extension() == ".npy")
        conversion = core::asNpy(std::move(*conversion));
    if (!conversion)
        return tl::unexpected(conversion.error());
    const core::ConversionTarget target{
        options.output.file, options.output.replace ? core::Existing::Replace : core::Existing::Keep};
    const auto size = core::fileSizeOf(*conversion, target);
    if (!size)
        return tl::unexpected(size.error());
    tellLeftOut(capture, console);
    console.detail("writing " + std::to_string(*size) + " bytes, " + std::to_string(conversion->tensors.size())
        + (conversion->tensors.size() == 1 ? " tensor" : " tensors"));
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    if (auto written = core::writeConversion(*conversion, target, work); !written)
        return written;
    console.endProgress();
    if (conversion->ambiguous && *conversion->ambiguous > 0)
        console.note(std::to_string(*conversion->ambiguous)
            + " rows are ambiguous: double arithmetic does not decide what the rule keeps, and one definite set of "
              "each is written");
    return {};
}

}

core::Result<ExitCode> runConvert(const Options& options, Console& console)
{
    if (const auto sound = checkOptions(options); !sound)
        return tl::unexpected(sound.error());
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture)
        return tl::unexpected(capture.error());
    const auto heads = selectHeads(**capture, options.selection);
    if (!heads)
        return tl::unexpected(heads.error());
    if (const auto free = checkPlace(**capture, options.output.file); !free)
        return tl::unexpected(free.error());
    if (const auto fits = checkSharing(*heads, options); !fits)
        return tl::unexpected(fits.error());
    if (const auto converted = convert(**capture, *heads, options, console); !converted)
        return tl::unexpected(converted.error());
    return ExitCode::Done;
}

}
