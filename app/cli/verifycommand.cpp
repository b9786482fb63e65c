// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "exchange/atomicfile.h"
#include "verify/claimtext.h"
#include "verify/verification.h"

namespace app {

namespace {

/// Statements that are wrong, at most so many: a wrong hint in the claim makes every number wrong.
constexpr std::size_t shownFaults = 20;

std::string answerText(const core::CertificateFile& certificate, const core::Verification& verification)
{
    if (verification.holds())
        return "holds: " + std::to_string(certificate.decisions.size()) + " decisions over "
            + std::to_string(verification.rows) + " rows, recomputed in 200-bit arithmetic\n";
    std::string text = "does not hold\n";
    for (std::size_t i = 0; i < verification.faults.size() && i < shownFaults; ++i)
        text += "  " + verification.faults[i] + "\n";
    if (verification.faults.size() > shownFaults)
        text += "  and " + std::to_string(verification.faults.size() - shownFaults) + " more\n";
    return text;
}

}

core::Result<ExitCode> runVerify(const Options& options, Console& console)
{
    const auto certificate = core::readCertificate(options.certificate);
    if (!certificate)
        return tl::unexpected(certificate.error());
    if (auto written = core::writeStandardOutput(core::claimText(*certificate)); !written)
        return tl::unexpected(written.error());
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    const auto verification = core::verify(*certificate, options.file, work);
    console.endProgress();
    if (!verification)
        return tl::unexpected(verification.error());
    if (auto written = core::writeStandardOutput(answerText(*certificate, *verification)); !written)
        return tl::unexpected(written.error());
    return verification->holds() ? ExitCode::Done : ExitCode::DoesNotHold;
}

}
