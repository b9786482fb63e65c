// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include <array>

#include "cli/process.h"

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

}

core::Result<void> checkTargets(const Options& options)
{
    struct Named
    {
        std::filesystem::path path;
        std::string what;
    };
    std::vector<Named> inputs{{options.with, "the dump that --with names"}};
    for (const auto& certificate : options.certificates)
        inputs.push_back({certificate, "a certificate that is read"});
    for (const Named& input : inputs)
        if (isSameFile(options.output.file, input.path) || isSameFile(options.log, input.path))
            return core::failure(core::ErrorCode::BadRequest,
                "failed to write '" + input.path.string() + "': it is " + input.what + ". Nothing was written.",
                "Choose another name.");
    const std::array<Named, 4> files{{{options.file, "the dump itself"}, {options.output.file, "what --output names"},
        {options.curves, "what --curves names"}, {options.log, "what --log names"}}};
    for (std::size_t i = 1; i < files.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (isSameFile(files[i].path, files[j].path))
                return core::failure(core::ErrorCode::BadRequest,
                    "failed to write '" + files[i].path.string() + "': it is " + files[j].what
                        + ". Nothing was written.",
                    "Choose another name.");
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
