// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "files/filepart.h"
#include "files/mappedfile.h"
#include "files/utf8.h"

namespace core {

Result<std::string> sha256Of(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    const bool done = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1
        && EVP_DigestUpdate(context.get(), part.span.data(), part.span.size()) == 1
        && EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1;
    if (!done)
        return part.failure(ErrorCode::OutOfMemory, "libcrypto gave no SHA-256");
    if (!(*file)->intact())
        return part.failure(
            ErrorCode::FileChanged, "it changed while it was read", "Wait until it is written, then try again.");
    std::string text;
    for (unsigned i = 0; i < length; ++i)
        text += fmt::format("{:02x}", digest[i]);
    return text;
}

}
