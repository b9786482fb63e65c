// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"

#include <algorithm>

#include "cli/process.h"
#include "cli/texttable.h"

namespace app {

namespace {

/// Of an error that a choice of the user does not resolve; a folder or a model may have thousands.
constexpr std::size_t fewReasons = 8;

}

core::Result<void> Console::start(Chatter chatter, const std::filesystem::path& log)
{
    m_chatter = chatter;
    if (log.empty())
        return {};
    m_logPath = log;
    m_log.open(log, std::ios::app);
    if (!m_log)
        return core::failure(core::ErrorCode::CannotWrite, "failed to open the log '" + log.string() + "'",
            "Name a file in a folder that may be written to.");
    return {};
}

void Console::error(const core::Error& error)
{
    endProgress();
    std::string text = "tailmass: " + error.message;
    if (!error.advice.empty())
        text += (text.ends_with('.') || text.ends_with('?') ? " " : ". ") + error.advice;
    write(text);
    const bool all = error.code == core::ErrorCode::HintNeeded || m_chatter == Chatter::Verbose;
    const std::size_t shown = all ? error.reasons.size() : std::min(error.reasons.size(), fewReasons);
    for (std::size_t i = 0; i < shown; ++i)
        write("  " + error.reasons[i]);
    if (shown < error.reasons.size())
        write("  and " + std::to_string(error.reasons.size() - shown) + " more, with --verbose");
}

void Console::note(const std::string& text)
{
    if (m_chatter == Chatter::Quiet)
        logLine(text);
    else
        write(text);
}

void Console::detail(const std::string& text)
{
    if (m_chatter == Chatter::Verbose)
        write(text);
    else
        logLine(text);
}

core::Progress Console::progress()
{
    return core::Progress([this](double share) {
        showShare(share);
        return !interrupted();
    });
}

void Console::endProgress()
{
    const std::scoped_lock lock(m_mutex);
    if (m_shown >= 0 && errorsGoToTerminal())
        writeStandardError("\r\033[K");
    m_shown = -1;
}

void Console::write(const std::string& line)
{
    logLine(line);
    writeStandardError(printable(line) + "\n");
}

void Console::logLine(const std::string& line)
{
    if (!m_log.is_open() || m_logFailed)
        return;
    m_log << printable(line) << std::endl;
    if (m_log)
        return;
    m_logFailed = true;
    writeStandardError(
        printable("tailmass: failed to write the log '" + m_logPath.string() + "'. The command goes on without it.")
        + "\n");
}

void Console::showShare(double share)
{
    if (m_chatter == Chatter::Quiet)
        return;
    const int percent = static_cast<int>(100 * share);
    const std::scoped_lock lock(m_mutex);
    const bool terminal = errorsGoToTerminal();
    const int step = terminal ? 1 : 10;
    const bool isNews = m_shown < 0 || percent / step > m_shown / step;
    if (!isNews || (!terminal && m_chatter != Chatter::Verbose))
        return;
    m_shown = percent;
    const std::string text = std::to_string(percent) + " %";
    writeStandardError(terminal ? "\r" + text + "\033[K" : text + "\n");
}

}
