// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include "cli/process.h"

namespace app {

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
