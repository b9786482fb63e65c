// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5.h"

#include <fmt/format.h>

#include "files/hdf5dataset.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t mostObjects = 1'000'000;
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";
constexpr auto convert = "Convert it with: python3 -c \"import h5py, numpy; f = h5py.File('IN.h5'); "
                         "numpy.savez('OUT.npz', **{k: f[k][()] for k in f})\"";

/// Where the description of the outermost group is.
std::uint64_t rootOf(const Hdf5Bytes& file)
{
    const auto version = file.number(8, 1);
    const bool old = version < 2;
    if (version > 3)
        throw Hdf5Refused{ErrorCode::Unsupported, fmt::format("it is of version {} of the format", version)};
    if (file.number(old ? 13 : 9, 1) != 8 || file.number(old ? 14 : 10, 1) != 8)
        throw Hdf5Refused{ErrorCode::Unsupported, "its addresses have other than 8 bytes"};
    const std::uint64_t addresses = version == 0 ? 24 : version == 1 ? 28 : 12;
    if (file.number(addresses, 8) != 0)
        throw Hdf5Refused{ErrorCode::Unsupported, "its addresses count from another place than its start"};
    return file.number(old ? addresses + 40 : 36, 8);
}

class Walk
{
public:
    Walk(const FilePart& part, const ZipLimits& limits)
        : m_part(part)
        , m_effort(part.span.size())
        , m_file(part.span, m_effort)
        , m_limits(limits)
        , m_left(limits.total)
    {
    }

    DumpContent content()
    {
        visit(rootOf(m_file), {}, 0);
        return std::move(m_content);
    }

private:
    void visit(std::uint64_t address, const std::string& path, std::size_t depth)
    {
        if (depth > deepest || ++m_objects > mostObjects)
            throw Hdf5Refused{
                ErrorCode::TooLarge, "its groups are nested more than 64 deep, or hold more than a million names"};
        m_effort.take(path.size());
        const Hdf5Object object = readHdf5Object(m_file, address);
        try {
            if (object.find(Hdf5Message::Layout) != nullptr)
                m_content.tensors.push_back(datasetOf(object, path));
            else
                visitGroup(readHdf5Group(m_file, object), path, depth);
        } catch (const Hdf5Refused& refused) {
            if (refused.code != ErrorCode::Unsupported)
                throw;
            m_content.unread.push_back({path.empty() ? "/" : path, refused.reason});
        }
    }

    Tensor datasetOf(const Hdf5Object& object, const std::string& path)
    {
        try {
            return readHdf5Dataset(m_part, m_file, object, path, m_limits, m_left);
        } catch (const Hdf5Refused& refused) {
            if (refused.code == ErrorCode::Unsupported)
                throw;
            throw Hdf5Refused{refused.code, "dataset " + inQuotes(path) + ": " + refused.reason};
        }
    }

    void visitGroup(const Hdf5Group& group, const std::string& path, std::size_t depth)
    {
        const auto below = [&](const std::string& name) { return path.empty() ? name : path + '/' + name; };
        for (const auto& link : group.links) {
            if (!isUtf8(link.name) || link.name.find('\0') != std::string::npos || link.name.empty())
                throw Hdf5Refused{ErrorCode::Malformed, "the name " + inQuotes(link.name) + " is empty or no UTF-8"};
            visit(link.address, below(link.name), depth + 1);
        }
        for (const auto& name : group.others)
            m_content.unread.push_back({below(name), "it is a link to another place or file"});
    }

    const FilePart& m_part;
    Hdf5Effort m_effort;
    Hdf5Bytes m_file;
    ZipLimits m_limits;
    std::uint64_t m_left;
    std::size_t m_objects = 0;
    DumpContent m_content;
};

}

Result<DumpContent> readHdf5(const FilePart& part, const ZipLimits& limits)
{
    try {
        DumpContent content = Walk(part, limits).content();
        if (!content.tensors.empty())
            return content;
        auto error = part.failure(ErrorCode::Unsupported,
            content.unread.empty() ? "it holds no dataset"
                                   : "it holds no dataset that is read: " + inQuotes(content.unread[0].name) + ", "
                    + content.unread[0].reason,
            convert);
        return error;
    } catch (const Hdf5Refused& refused) {
        return part.failure(refused.code, refused.reason, refused.code == ErrorCode::Malformed ? damaged : convert);
    }
}

}
