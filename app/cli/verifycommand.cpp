// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cli/commands.h"
#include "exchange/atomicfile.h"
#include "files/dumpfile.h"
#include "files/utf8.h"
#include "verify/claimtext.h"
#include "verify/combinedfile.h"
#include "verify/verification.h"

namespace app {

namespace {

/// Statements that are wrong, at most so many: a wrong hint in the claim makes every number wrong.
constexpr std::size_t shownFaults = 20;

std::string faultText(const std::vector<std::string>& faults)
{
    std::string text = "does not hold\n";
    for (std::size_t i = 0; i < faults.size() && i < shownFaults; ++i)
        text += "  " + faults[i] + "\n";
    if (faults.size() > shownFaults)
        text += "  and " + std::to_string(faults.size() - shownFaults) + " more\n";
    return text;
}

std::string answerText(const core::CertificateFile& certificate, const core::Verification& verification)
{
    if (!verification.holds())
        return faultText(verification.faults);
    return "holds: " + std::to_string(certificate.decisions.size()) + " decisions over "
        + std::to_string(verification.rows) + " rows, recomputed in 200-bit arithmetic\n";
}

/// A dump by what certificates know it by.
struct NamedDump
{
    std::filesystem::path path;
    std::string sha256;
    bool wanted = false;
};

class Verifier
{
public:
    Verifier(const core::CombinedFile& file, const Options& options, Console& console)
        : m_file(file)
        , m_options(options)
        , m_console(console)
        , m_pool(options.threads)
    {
    }

    core::Result<ExitCode> single()
    {
        const core::CertificateFile& certificate = m_file.certificates.front();
        if (auto said = say(core::claimText(certificate)); !said)
            return tl::unexpected(said.error());
        const auto holds = verify(certificate, m_options.dumps.front(), {});
        if (!holds)
            return tl::unexpected(holds.error());
        return *holds ? ExitCode::Done : ExitCode::DoesNotHold;
    }

    core::Result<ExitCode> combined()
    {
        for (std::size_t i = 0; i < m_file.certificates.size(); ++i)
            if (auto said = say(placeOf(i) + "\n" + core::claimText(m_file.certificates[i]) + "\n"); !said)
                return tl::unexpected(said.error());
        if (auto known = nameDumps(); !known)
            return tl::unexpected(known.error());
        m_faults = faultsOf(m_file);
        for (std::size_t i = 0; i < m_file.certificates.size(); ++i)
            if (auto checked = check(i); !checked)
                return tl::unexpected(checked.error());
        for (const NamedDump& dump : m_dumps)
            if (!dump.wanted)
                m_faults.push_back(
                    "no certificate is about " + core::inQuotes(dump.path.string()) + ", SHA-256 " + dump.sha256);
        return conclude();
    }

private:
    static core::Result<void> say(const std::string& text) { return core::writeStandardOutput(text); }

    std::string placeOf(std::size_t index) const
    {
        return "certificate " + std::to_string(index + 1) + " of " + std::to_string(m_file.certificates.size());
    }

    core::Result<void> nameDumps()
    {
        for (const auto& path : m_options.dumps) {
            auto hash = core::sha256Of(path);
            if (!hash)
                return tl::unexpected(hash.error());
            const bool wanted = std::any_of(m_file.certificates.begin(), m_file.certificates.end(),
                [&](const core::CertificateFile& certificate) { return certificate.sha256 == *hash; });
            m_dumps.push_back({path, std::move(*hash), wanted});
        }
        return {};
    }

    /// One certificate of several.
    core::Result<void> check(std::size_t index)
    {
        const core::CertificateFile& certificate = m_file.certificates[index];
        const NamedDump* dump = dumpOf(certificate);
        if (dump == nullptr) {
            ++m_missing;
            return say(placeOf(index) + ": its dump is missing, SHA-256 " + core::inQuotes(certificate.sha256)
                + "; it was at " + core::inQuotes(certificate.dumpPath) + "\n");
        }
        const auto holds =
            verify(certificate, dump->path, placeOf(index) + ", " + core::inQuotes(dump->path.string()) + ": ");
        if (!holds)
            return tl::unexpected(holds.error());
        if (!*holds)
            m_faults.push_back(placeOf(index) + " does not hold");
        return {};
    }

    const NamedDump* dumpOf(const core::CertificateFile& certificate) const
    {
        const auto found = std::find_if(
            m_dumps.begin(), m_dumps.end(), [&](const NamedDump& dump) { return dump.sha256 == certificate.sha256; });
        return found == m_dumps.end() ? nullptr : &*found;
    }

    core::Result<bool> verify(
        const core::CertificateFile& certificate, const std::filesystem::path& dump, const std::string& before)
    {
        core::Work work{m_pool, m_console.progress()};
        const auto verification = core::verify(certificate, dump, work);
        m_console.endProgress();
        if (!verification)
            return tl::unexpected(verification.error());
        if (auto said = say(before + answerText(certificate, *verification)); !said)
            return tl::unexpected(said.error());
        return verification->holds();
    }

    core::Result<ExitCode> conclude() const
    {
        std::string text = "holds: every certificate, and what follows from them together\n";
        if (!m_faults.empty())
            text = faultText(m_faults);
        else if (m_missing > 0)
            text = "not verified: dumps are missing\n";
        if (auto said = say(text); !said)
            return tl::unexpected(said.error());
        if (!m_faults.empty())
            return ExitCode::DoesNotHold;
        return m_missing == 0 ? ExitCode::Done : ExitCode::Failed;
    }

    const core::CombinedFile& m_file;
    const Options& m_options;
    Console& m_console;
    core::ThreadPool m_pool;
    std::vector<NamedDump> m_dumps;
    std::vector<std::string> m_faults;
    std::size_t m_missing = 0;
};

}

core::Result<ExitCode> runVerify(const Options& options, Console& console)
{
    const auto file = core::readCombined(options.certificates.front());
    if (!file)
        return tl::unexpected(file.error());
    Verifier verifier(*file, options, console);
    if (file->isCombined)
        return verifier.combined();
    if (options.dumps.size() != 1)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to verify '" + options.certificates.front().string() + "': it is about one dump, and "
                + std::to_string(options.dumps.size()) + " are named",
            "Name that dump alone.");
    return verifier.single();
}

}
