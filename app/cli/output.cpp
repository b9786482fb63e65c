// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "cli/process.h"
#include "files/manyfiles.h"
#include "files/sidecar.h"

namespace app {

namespace {

/// Whether both are one file, be it there already or yet to be made. Devices and pipes take any number of writers.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b)
{
    if (a.empty() || b.empty())
        return false;
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error))
        return std::filesystem::is_regular_file(a, error);
    const auto place = [&error](const std::filesystem::path& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    return !std::filesystem::exists(a, error) && place(a) == place(b);
}

/// A file that is read or written, and what it is.
struct Named
{
    std::filesystem::path path;
    std::string what;
};

/// A dump with all that is read for it: parts, and where its sidecar is or would be.
void addDump(const std::filesystem::path& dump, const std::string& what, std::vector<Named>& inputs)
{
    if (dump.empty())
        return;
    inputs.push_back({dump, what});
    inputs.push_back({core::sidecarPathOf(dump.has_filename() ? dump : dump.parent_path()), "the sidecar of " + what});
    if (!core::isManyFiles(dump))
        return;
    inputs.push_back({dump / "tokens.json", "the sidecar of " + what});
    if (const auto files = core::filesBehind(dump))
        for (const auto& file : *files)
            inputs.push_back({file, "a part of " + what});
}

std::vector<Named> inputsOf(const Options& options)
{
    std::vector<Named> inputs;
    addDump(options.file, "the dump itself", inputs);
    addDump(options.with, "the dump that --with names", inputs);
    for (const auto& dump : options.dumps)
        addDump(dump, "a dump that is read", inputs);
    for (const auto& certificate : options.certificates)
        inputs.push_back({certificate, "a certificate that is read"});
    if (options.rule)
        if (const auto* mask = std::get_if<core::ImportedMask>(&*options.rule))
            inputs.push_back({mask->path, "the mask of the rule"});
    return inputs;
}

}

core::Result<void> checkTargets(const Options& options)
{
    const std::array<Named, 3> targets{{{options.output.file, "what --output names"},
        {options.curves, "what --curves names"}, {options.log, "what --log names"}}};
    if (std::all_of(targets.begin(), targets.end(), [](const Named& target) { return target.path.empty(); }))
        return {};
    std::vector<Named> taken = inputsOf(options);
    for (const Named& target : targets) {
        for (const Named& other : taken)
            if (isSameFile(target.path, other.path))
                return core::failure(core::ErrorCode::BadRequest,
                    "failed to write '" + target.path.string() + "': it is " + other.what + ". Nothing was written.",
                    "Choose another name.");
        taken.push_back(target);
    }
    return {};
}

core::Result<Output> Output::open(const OutputOptions& options, Tables tables)
{
    Output output;
    const auto ending = options.file.extension();
    if (options.json || ending == ".json")
        output.m_format = Format::Json;
    else if (ending == ".csv")
        output.m_format = Format::Csv;
    if (output.m_format == Format::Csv && tables == Tables::NotOffered)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to write '" + options.file.string() + "': this command writes no CSV. Nothing was written.",
            "Use a name that ends in .json, or .txt for text.");
    if (options.file.empty())
        return output;
    const auto existing = options.replace ? core::Existing::Replace : core::Existing::Keep;
    auto file = core::AtomicFile::create(options.file, existing);
    if (!file)
        return tl::unexpected(file.error());
    output.m_file.emplace(std::move(*file));
    return output;
}

core::Result<void> Output::commit()
{
    if (interrupted())
        return core::cancelled();
    return m_file ? m_file->commit() : core::writeStandardOutput(m_text.str());
}

}
