// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "files/filepart.h"
#include "files/manyfiles.h"
#include "files/mappedfile.h"
#include "files/utf8.h"

namespace core {

namespace {

Result<std::string> hashOf(const FilePart& part)
{
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    const bool done = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1
        && EVP_DigestUpdate(context.get(), part.span.data(), part.span.size()) == 1
        && EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1;
    if (!done)
        return part.failure(ErrorCode::OutOfMemory, "libcrypto gave no SHA-256");
    std::string text;
    for (unsigned i = 0; i < length; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

Result<std::string> hashOfFile(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    auto hash = hashOf(part);
    if (!(*file)->intact())
        return part.failure(
            ErrorCode::FileChanged, "it changed while it was read", "Wait until it is written, then try again.");
    return hash;
}

/// Of the lines that sha256sum prints.
Result<std::string> hashOfMany(const std::filesystem::path& path)
{
    const auto files = filesBehind(path);
    if (!files)
        return tl::unexpected(files.error());
    std::map<std::string, std::filesystem::path> sorted;
    for (const auto& file : *files)
        if (std::error_code error; !std::filesystem::is_directory(file, error))
            sorted.emplace(file.filename().string(), file);
    std::string lines;
    for (const auto& [name, file] : sorted) {
        const auto hash = hashOfFile(file);
        if (!hash)
            return hash;
        lines += *hash + "  " + name + "\n";
    }
    return hashOf({nullptr, std::as_bytes(std::span(lines)), inQuotes(path.string())});
}

}

Result<std::string> sha256Of(const std::filesystem::path& path)
{
    return isManyFiles(path) ? hashOfMany(path) : hashOfFile(path);
}

}
