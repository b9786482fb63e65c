// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <ostream>
#include <sstream>

#include "cli/options.h"
#include "exchange/atomicfile.h"

namespace app {

enum class Format { Text, Json, Csv };

/// Refuses results that would take the place of the dump or of each other. Error: BadRequest.
core::Result<void> checkTargets(const Options& options);

/// Where a command's results go, whole or not at all: a file, or standard output once all is done.
class Output
{
public:
    enum class Tables { Offered, NotOffered }; ///< whether the command writes CSV

    /// The format follows --json and the file's name. Errors: BadRequest, CannotWrite.
    static core::Result<Output> open(const OutputOptions& options, Tables tables);

    Format format() const { return m_format; }
    std::ostream& stream() { return m_file ? m_file->stream() : m_text; }
    /// Errors: CannotWrite; Cancelled when Ctrl-C came before.
    core::Result<void> commit();

private:
    Format m_format = Format::Text;
    std::optional<core::AtomicFile> m_file;
    std::ostringstream m_text;
};

}
