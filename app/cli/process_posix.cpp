// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace app {

namespace {

// Read by all threads, so sig_atomic_t does not do; what is lock-free may be written by a signal handler.
std::atomic<bool> interruptSeen = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void noteInterrupt(int)
{
    interruptSeen = true;
}

bool isProgram(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}

void catchInterrupts()
{
    struct sigaction action = {};
    action.sa_handler = noteInterrupt;
    action.sa_flags = 0; // not SA_RESTART: what waits for a pipe has to end
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ}) // the write says so
        std::signal(signal, SIG_IGN);
}

bool interrupted()
{
    return interruptSeen;
}

bool errorsGoToTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

void writeStandardError(const std::string& text)
{
    std::size_t done = 0;
    while (done < text.size()) {
        const auto written = ::write(STDERR_FILENO, text.data() + done, text.size() - done);
        if (written < 0 && (errno != EINTR || interrupted()))
            return;
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
}

std::optional<std::filesystem::path> findProgram(const std::string& name)
{
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    // Beside, or a folder up: where a build leaves it.
    for (const auto& folder : {self.parent_path(), self.parent_path().parent_path()})
        if (!error && isProgram(folder / name))
            return folder / name;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && isProgram(std::filesystem::path(folder) / name))
            return std::filesystem::path(folder) / name;
    return std::nullopt;
}

core::Error becomeProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments)
{
    std::vector<char*> pointers;
    std::string name = program.string();
    std::vector<std::string> copies = arguments;
    pointers.push_back(name.data());
    for (std::string& argument : copies)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(name.c_str(), pointers.data());
    const std::string reason = std::generic_category().message(errno);
    return {core::ErrorCode::Unreadable, "failed to start '" + name + "': " + reason, {}, {}};
}

}
