// SPDX-License-Identifier: GPL-3.0-or-later
// verify_dumps FOLDER [HEADS]: certifies every dump of the folder and verifies each certificate, with every source and
// both readings of probabilities, at two k. HEADS: so many heads per dump and source, and some rows of each; without it
// all. Exit code 1 when a certificate is not accepted, 2 when no dump was found.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "compute/backend.h"
#include "exchange/certificatedocument.h"
#include "files/dumpfile.h"
#include "verify/verification.h"

namespace {

constexpr std::size_t allHeads = std::size_t{1} << 20U;

class DumpChecker
{
public:
    DumpChecker(std::filesystem::path path, std::size_t heads)
        : m_path(std::move(path))
        , m_heads(heads)
    {
    }

    /// False when a certificate was not accepted.
    bool check(const core::Capture& capture)
    {
        bool good = true;
        for (const core::Source source : {core::Source::Factors, core::Source::Scores, core::Source::Probabilities}) {
            std::vector<core::HeadInfo> heads;
            for (const core::HeadInfo& head : capture.heads())
                if (head.id.source == source && heads.size() < m_heads)
                    heads.push_back(head);
            if (heads.empty())
                continue;
            for (const std::size_t k : {8U, 64U})
                good = checkClaim(capture, heads, k, core::Reading::Stored) && good;
            if (source == core::Source::Probabilities)
                good = checkClaim(capture, heads, 16, core::Reading::Rounded) && good;
        }
        return good;
    }

private:
    bool checkClaim(
        const core::Capture& capture, const std::vector<core::HeadInfo>& heads, std::size_t k, core::Reading reading)
    {
        core::Work work{m_pool};
        const std::vector<std::size_t> rows = rowsOf(heads);
        const core::Claim claim{core::TopK{k}, 0.01, core::Scope::Heads, core::Statistic::Max, reading};
        const auto backend = core::makeReferenceBackend();
        auto certificate = core::certify(capture, heads, rows, claim, *backend, work);
        if (!certificate)
            return report(heads, claim, certificate.error().message);
        const auto file = std::filesystem::temp_directory_path() / "tailmass-verify-dumps.json";
        write(file, capture, {std::move(*certificate), "0.01", rows, core::timeStampNow()}, reading);
        const auto read = core::readCertificate(file);
        if (!read)
            return report(heads, claim, read.error().message);
        const auto verification = core::verify(*read, m_path, work);
        if (!verification)
            return report(heads, claim, verification.error().message);
        return report(heads, claim, verification->holds() ? std::string() : verification->faults.front());
    }

    /// All of them, or some that are evenly spread.
    std::vector<std::size_t> rowsOf(const std::vector<core::HeadInfo>& heads) const
    {
        constexpr std::size_t most = 24;
        std::vector<std::size_t> rows;
        if (m_heads == allHeads)
            return rows;
        std::size_t count = heads.front().rowCount;
        for (const core::HeadInfo& head : heads)
            count = std::min(count, head.rowCount);
        for (std::size_t i = 0; i < std::min(count, most); ++i)
            rows.push_back(i * count / std::min(count, most));
        return rows;
    }

    void write(const std::filesystem::path& file, const core::Capture& capture,
        const core::CertificateDocument& document, core::Reading reading) const
    {
        core::DocumentHeader header;
        header.schema = "tailmass.certificate/1";
        header.dumpPath = m_path.string();
        header.sha256 = core::sha256Of(m_path).value_or("");
        header.dumpSize = capture.dump().size;
        header.reading = reading;
        std::ofstream out(file, std::ios::trunc);
        core::JsonWriter json(out);
        core::writeCertificateDocument(json, header, capture, document);
    }

    bool report(const std::vector<core::HeadInfo>& heads, const core::Claim& claim, const std::string& fault) const
    {
        std::printf("%s  %s, %zu heads from %s, %s, reading %s%s%s\n", fault.empty() ? "holds " : "FAILED",
            m_path.filename().c_str(), heads.size(), heads.front().name.c_str(), core::ruleText(claim.rule).c_str(),
            std::string(core::readingName(claim.reading)).c_str(), fault.empty() ? "" : ": ", fault.c_str());
        std::fflush(stdout);
        return fault.empty();
    }

    std::filesystem::path m_path;
    std::size_t m_heads;
    core::ThreadPool m_pool;
};

}

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    const std::size_t heads = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : allHeads;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1]))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    bool good = true;
    std::size_t dumps = 0;
    for (const auto& path : paths) {
        const auto capture = core::Capture::open(path);
        if (!capture)
            continue;
        ++dumps;
        good = DumpChecker(path, heads).check(**capture) && good;
    }
    std::printf("%zu dumps: %s\n", dumps, good ? "every certificate is accepted" : "not every certificate is accepted");
    if (dumps == 0)
        return 2;
    return good ? 0 : 1;
}
