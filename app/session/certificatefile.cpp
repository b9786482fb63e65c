// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/certificatefile.h"

#include "exchange/atomicfile.h"
#include "files/dumpfile.h"

namespace app {

core::Error outdatedError(const std::filesystem::path& dump)
{
    return {core::ErrorCode::FileChanged,
        "failed to save: '" + dump.filename().string()
            + "' changed after it was opened, and nothing can be stated of it",
        "reload the file first", {}};
}

core::Result<core::Verdict> saveCertificate(const CertificateOrder& order, core::Backend& backend, core::Work& work)
{
    const auto& dump = order.capture->dump();
    auto certificate = core::certify(*order.capture, order.heads, order.rows, order.claim, backend, work);
    if (!certificate)
        return tl::unexpected<core::Error>(certificate.error());
    auto hash = core::sha256Of(dump.path);
    if (!hash)
        return tl::unexpected<core::Error>(hash.error());
    // The hash must be that of the bytes the numbers came from: a file put in the place of the one that was opened
    // leaves the latter whole.
    if (stampOf(dump.path) != order.stamp)
        return tl::unexpected<core::Error>(outdatedError(dump.path));
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
