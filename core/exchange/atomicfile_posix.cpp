// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/atomicfile.h"

#include <array>
#include <cerrno>
#include <streambuf>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace core {

namespace {

/// Buffered writing to an open file descriptor that remembers why it failed. Does not own the descriptor.
class FileBuffer : public std::streambuf
{
public:
    explicit FileBuffer(int descriptor);

    /// Writes what is buffered. Returns 0 or the first error number of all writes.
    int flush();

protected:
    int_type overflow(int_type c) override;
    int sync() override { return flush() == 0 ? 0 : -1; }

private:
    int m_descriptor;
    int m_error = 0;
    std::array<char, 1U << 16U> m_buffer;
};

FileBuffer::FileBuffer(int descriptor)
    : m_descriptor(descriptor)
{
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

int FileBuffer::flush()
{
    for (const char* at = pbase(); at < pptr() && m_error == 0;) {
        const auto written = ::write(m_descriptor, at, static_cast<std::size_t>(pptr() - at));
        if (written >= 0)
            at += written;
        else
            m_error = errno; // also a signal that came while a pipe took no more: the program is to end
    }
    setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    return m_error;
}

FileBuffer::int_type FileBuffer::overflow(int_type c)
{
    if (flush() != 0)
        return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof()))
        sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
}

tl::unexpected<Error> cannotWrite(const std::filesystem::path& path, const std::string& reason, std::string advice = {})
{
    return failure(ErrorCode::CannotWrite,
        "failed to write '" + path.string() + "': " + reason + ". Nothing was written.", std::move(advice));
}

std::string reasonOf(int error)
{
    std::string reason = std::generic_category().message(error);
    if (!reason.empty() && reason[0] >= 'A' && reason[0] <= 'Z')
        reason[0] = static_cast<char>(reason[0] - 'A' + 'a');
    return reason;
}

/// Where the bytes go in the end: the file behind a link, so that a link stays one.
std::filesystem::path placeOf(const std::filesystem::path& path)
{
    std::error_code error;
    auto place = std::filesystem::canonical(path, error);
    return error ? path : place;
}

/// A new file in the folder of `place`, never an existing one. Returns its descriptor, or -1 with errno.
int createBeside(const std::filesystem::path& place, std::filesystem::path& part)
{
    for (int i = 0; i < 1000; ++i) {
        part = place.parent_path() / (".tailmass-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".part");
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/// Gives `part` its name unless something has that name. False with errno.
bool linkIntoPlace(const std::filesystem::path& part, const std::filesystem::path& place)
{
    if (::link(part.c_str(), place.c_str()) == 0)
        return ::unlink(part.c_str()) == 0;
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)
        return false;
    struct stat there;
    if (::lstat(place.c_str(), &there) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(part.c_str(), place.c_str()) == 0;
}

}

struct AtomicFile::Private
{
    Private(
        std::filesystem::path given, std::filesystem::path target, std::filesystem::path beside, int fd, Existing what)
        : path(std::move(given))
        , place(std::move(target))
        , part(std::move(beside))
        , descriptor(fd)
        , existing(what)
        , buffer(fd)
        , stream(&buffer)
    {
    }
    ~Private()
    {
        if (descriptor >= 0)
            ::close(descriptor);
        if (!part.empty())
            ::unlink(part.c_str());
    }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    std::filesystem::path path; ///< as the caller calls it
    std::filesystem::path place;
    std::filesystem::path part; ///< empty for devices and once it is in its place
    int descriptor;
    Existing existing;
    FileBuffer buffer;
    std::ostream stream;
};

AtomicFile::AtomicFile(std::unique_ptr<Private> p)
    : d(std::move(p))
{
}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path, Existing existing)
{
    const auto place = placeOf(path);
    struct stat there;
    const bool exists = ::stat(place.c_str(), &there) == 0;
    if (exists && S_ISDIR(there.st_mode))
        return cannotWrite(path, "it is a folder", "Name a file.");
    if (exists && !S_ISREG(there.st_mode)) {
        const int descriptor = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0)
            return cannotWrite(path, reasonOf(errno));
        return AtomicFile(std::make_unique<Private>(path, place, std::filesystem::path(), descriptor, existing));
    }
    if (exists && existing == Existing::Keep)
        return cannotWrite(path, "the file exists", "Choose another name, or replace it with --force.");
    std::filesystem::path part;
    const int descriptor = createBeside(place, part);
    if (descriptor < 0)
        return cannotWrite(path, reasonOf(errno));
    if (exists)
        ::fchmod(descriptor, there.st_mode & 07777U);
    return AtomicFile(std::make_unique<Private>(path, place, part, descriptor, existing));
}

std::ostream& AtomicFile::stream()
{
    return d->stream;
}

Result<std::optional<std::filesystem::path>> AtomicFile::written()
{
    if (const int error = d->buffer.flush(); error != 0)
        return cannotWrite(d->path, reasonOf(error));
    return d->part.empty() ? std::nullopt : std::optional(d->part);
}

Result<void> AtomicFile::commit()
{
    int error = d->buffer.flush();
    if (!d->part.empty() && error == 0 && ::fsync(d->descriptor) != 0)
        error = errno;
    const int closed = ::close(d->descriptor);
    d->descriptor = -1;
    if (error == 0 && closed != 0)
        error = errno;
    if (error != 0)
        return cannotWrite(d->path, reasonOf(error));
    if (d->part.empty())
        return {};
    const bool replace = d->existing == Existing::Replace;
    const bool placed = replace ? ::rename(d->part.c_str(), d->place.c_str()) == 0 : linkIntoPlace(d->part, d->place);
    if (!placed)
        return cannotWrite(d->path, reasonOf(errno));
    d->part.clear();
    return {};
}

Result<void> writeStandardOutput(const std::string& text)
{
    FileBuffer buffer(STDOUT_FILENO);
    std::ostream(&buffer) << text;
    if (const int error = buffer.flush(); error != 0)
        return failure(ErrorCode::CannotWrite, "failed to write to standard output: " + reasonOf(error));
    return {};
}

}
