// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/certificatefile.h"

#include "exchange/atomicfile.h"
#include "files/dumpfile.h"

namespace app {

core::Result<core::Verdict> saveCertificate(const CertificateOrder& order, core::Backend& backend, core::Work& work)
{
    const auto& dump = order.capture->dump();
    auto certificate = core::certify(*order.capture, order.heads, order.rows, order.claim, backend, work);
    if (!certificate)
        return tl::unexpected<core::Error>(certificate.error());
    auto hash = core::sha256Of(dump.path);
    if (!hash)
        return tl::unexpected<core::Error>(hash.error());
    auto file = core::AtomicFile::create(order.path, core::Existing::Replace);
    if (!file)
        return tl::unexpected<core::Error>(file.error());
    const auto verdict = certificate->verdict;
    core::JsonWriter json(file->stream());
    const core::DocumentHeader header{"tailmass.certificate/1", dump.path.string(), std::move(*hash), dump.size,
        order.claim.reading, order.claim.precision};
    core::writeCertificateDocument(
        json, header, *order.capture, {std::move(*certificate), {}, order.rows, core::timeStampNow()});
    if (const auto done = file->commit(); !done)
        return tl::unexpected<core::Error>(done.error());
    return verdict;
}

}
