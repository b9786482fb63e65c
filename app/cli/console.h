// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <mutex>
#include <string>

#include "base/progress.h"
#include "base/result.h"
#include "cli/options.h"

namespace app {

/// Diagnostics: on standard error as much as is wanted, in the log file all of it.
class Console
{
public:
    /// Error: CannotWrite, when the log cannot be opened.
    core::Result<void> start(Chatter chatter, const std::filesystem::path& log);

    void error(const core::Error& error);
    void note(const std::string& text); ///< unless quiet
    void detail(const std::string& text); ///< when verbose

    /// Shows a share of work on a terminal, or in steps of a tenth when verbose; says stop after Ctrl-C.
    core::Progress progress();
    /// Takes a progress line off the terminal.
    void endProgress();

private:
    void write(const std::string& line);
    void logLine(const std::string& line);
    void showShare(double share);

    std::mutex m_mutex;
    Chatter m_chatter = Chatter::Normal;
    std::filesystem::path m_logPath;
    std::ofstream m_log;
    bool m_logFailed = false; ///< and was said
    int m_shown = -1; ///< percent on the terminal
};

}
