// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/mappedfile.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <limits>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/utf8.h"

namespace core {

namespace {

/// A mapped range that the signal handler may look at. Entries are used again but never freed, so that the list can be
/// walked without a lock at any time.
struct WatchedRange
{
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0}; ///< 0: unused
    std::atomic<bool> broken{false};
    std::atomic<bool> taken{true};
    WatchedRange* next = nullptr;
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<WatchedRange*>::is_always_lock_free);

std::atomic<WatchedRange*> watchedRanges{nullptr};
struct sigaction previousAction;
std::uintptr_t pageSize = 0;

void passOn(int signal, siginfo_t* info, void* context)
{
    if ((previousAction.sa_flags & SA_SIGINFO) != 0) {
        previousAction.sa_sigaction(signal, info, context);
    } else if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
        previousAction.sa_handler(signal);
    } else {
        // Ends the program as it would have ended without us, as soon as this handler returns.
        struct sigaction standard
        {
        };
        standard.sa_handler = SIG_DFL;
        sigaction(signal, &standard, nullptr);
        raise(signal);
    }
}

/// Puts zero pages where the file has ended: from the page that was read to the end of the mapping. `broken` is set
/// first, so that whoever reads a zero afterwards finds it set.
bool replaceLostPages(std::uintptr_t address)
{
    for (auto* range = watchedRanges.load(std::memory_order_acquire); range != nullptr; range = range->next) {
        const std::uintptr_t end = range->end.load(std::memory_order_acquire);
        if (address < range->begin.load(std::memory_order_acquire) || address >= end)
            continue;
        range->broken.store(true, std::memory_order_seq_cst);
        const std::uintptr_t page = address & ~(pageSize - 1);
        return mmap(
                   reinterpret_cast<void*>(page), end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
            != MAP_FAILED;
    }
    return false;
}

void onBusError(int signal, siginfo_t* info, void* context)
{
    const int savedError = errno;
    const bool fromMemory = info->si_code == BUS_ADRERR || info->si_code == BUS_OBJERR;
    if (!fromMemory || !replaceLostPages(reinterpret_cast<std::uintptr_t>(info->si_addr)))
        passOn(signal, info, context);
    errno = savedError;
}

void installHandler()
{
    static std::once_flag installed;
    std::call_once(installed, [] {
        pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        sigaction(SIGBUS, nullptr, &previousAction);
        struct sigaction action
        {
        };
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(SIGBUS, &action, nullptr);
    });
}

WatchedRange* unusedRange()
{
    for (auto* range = watchedRanges.load(std::memory_order_acquire); range != nullptr; range = range->next) {
        bool taken = false;
        if (range->taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel))
            return range;
    }
    auto* range = new WatchedRange;
    range->next = watchedRanges.load(std::memory_order_relaxed);
    while (!watchedRanges.compare_exchange_weak(range->next, range, std::memory_order_acq_rel)) { }
    return range;
}

struct Descriptor
{
    int number = -1;

    Descriptor() = default;
    explicit Descriptor(int n)
        : number(n)
    {
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (number >= 0)
            close(number);
    }
};

tl::unexpected<Error> cannotOpen(
    const std::filesystem::path& path, ErrorCode code, const std::string& reason, std::string advice)
{
    return failure(code, "failed to open " + inQuotes(path.string()) + ": " + reason, std::move(advice));
}

tl::unexpected<Error> systemError(const std::filesystem::path& path, int number)
{
    if (number == ENOENT || number == ENOTDIR)
        return cannotOpen(path, ErrorCode::NotFound, "there is no such file", "Check the path.");
    if (number == ENOMEM)
        return cannotOpen(path, ErrorCode::OutOfMemory, "no address space left to map it", "Close other dumps.");
    const std::string reason = std::generic_category().message(number);
    return cannotOpen(path, ErrorCode::Unreadable, reason, number == EACCES ? "Check the file's permissions." : "");
}

/// What is said of a path that is no regular file; empty for a regular one.
std::string_view otherKind(mode_t mode)
{
    if (S_ISREG(mode))
        return {};
    if (S_ISDIR(mode))
        return "it is a folder";
    if (S_ISFIFO(mode))
        return "it is a pipe";
    return S_ISSOCK(mode) ? "it is a socket" : "it is a device";
}

bool sameTime(const timespec& a, const timespec& b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}

struct MappedFile::Private
{
    Descriptor file;
    struct stat opened
    {
    };
    std::span<const std::byte> span;
    WatchedRange* range = nullptr;

    ~Private()
    {
        if (range == nullptr)
            return;
        range->end.store(0, std::memory_order_release);
        munmap(const_cast<std::byte*>(span.data()), span.size());
        range->taken.store(false, std::memory_order_release);
    }

    /// Returns errno.
    int map()
    {
        const auto size = static_cast<std::size_t>(opened.st_size);
        if (size == 0)
            return 0;
        void* const at = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number, 0);
        if (at == MAP_FAILED)
            return errno;
        span = {static_cast<const std::byte*>(at), size};
        const auto begin = reinterpret_cast<std::uintptr_t>(at);
        range = unusedRange();
        range->broken.store(false, std::memory_order_relaxed);
        range->begin.store(begin, std::memory_order_relaxed);
        range->end.store((begin + size + pageSize - 1) & ~(pageSize - 1), std::memory_order_release);
        return 0;
    }
};

MappedFile::MappedFile(std::unique_ptr<Private> data)
    : d(std::move(data))
{
}

MappedFile::~MappedFile() = default;

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path)
{
    installHandler();
    auto d = std::make_unique<Private>();
    // Looked at before it is opened, because opening a device can do things, and without blocking, should a pipe take
    // its place.
    if (stat(path.c_str(), &d->opened) != 0)
        return systemError(path, errno);
    if (otherKind(d->opened.st_mode).empty()) {
        d->file.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (d->file.number < 0 || fstat(d->file.number, &d->opened) != 0)
            return systemError(path, errno);
    }
    if (const auto kind = otherKind(d->opened.st_mode); !kind.empty())
        return cannotOpen(path, ErrorCode::Unreadable, std::string(kind), "Give the path of a file.");
    if (static_cast<std::uintmax_t>(d->opened.st_size) > std::numeric_limits<std::ptrdiff_t>::max())
        return cannotOpen(path, ErrorCode::TooLarge, "it does not fit the address space", "");
    if (const int error = d->map(); error != 0)
        return systemError(path, error);
    return std::shared_ptr<const MappedFile>(new MappedFile(std::move(d)));
}

std::span<const std::byte> MappedFile::span() const
{
    return d->span;
}

bool MappedFile::intact() const
{
    struct stat now
    {
    };
    return (d->range == nullptr || !d->range->broken.load(std::memory_order_seq_cst))
        && fstat(d->file.number, &now) == 0 && now.st_size == d->opened.st_size
        && sameTime(now.st_mtim, d->opened.st_mtim);
}

}
