// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/certificatefile.h"

#include "verify/certificateobject.h"

namespace core {

Result<CertificateText> readCertificateText(const std::filesystem::path& path)
{
    CertificateText read;
    auto text = readStrictObject(path, [&](StrictObject document) {
        read.certificate = certificateOf(std::move(document));
        read.certificate.folder = path.parent_path();
    });
    if (!text)
        return tl::unexpected(text.error());
    read.text = std::move(*text);
    return read;
}

Result<CertificateFile> readCertificate(const std::filesystem::path& path)
{
    auto read = readCertificateText(path);
    if (!read)
        return tl::unexpected(read.error());
    return std::move(read->certificate);
}

}
