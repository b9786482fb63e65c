// SPDX-License-Identifier: GPL-3.0-or-later
// verify_dumps FOLDER [HEADS]: certifies every dump of the folder and verifies each certificate: every rule, every
// scope and statistic, sets shared by K/V groups, and both readings of probabilities. HEADS: so many heads per dump and
// source, and some rows of each; without it all. Exit code 1 when a certificate is not accepted, 2 when no dump was
// found.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "compute/backend.h"
#include "exchange/certificatedocument.h"
#include "files/dumpfile.h"
#include "verify/verification.h"

namespace {

using Sharing = core::RulePreparer::Sharing;

constexpr std::size_t allHeads = std::size_t{1} << 20U;
constexpr std::array<core::Scope, 4> scopes{
    core::Scope::Heads, core::Scope::Rows, core::Scope::Layers, core::Scope::Dump};
constexpr std::array<core::Statistic, 3> statistics{core::Statistic::Max, core::Statistic::Mean, core::Statistic::P99};

using Seconds = std::chrono::duration<double>;

/// A folder of this run alone, gone with it: runs beside each other do not meet.
const std::filesystem::path& scratchFolder()
{
    struct Folder
    {
        std::filesystem::path path = std::filesystem::temp_directory_path()
            / ("tailmass-verify-dumps-" + std::to_string(std::random_device()()));
        Folder() { std::filesystem::create_directory(path); }
        ~Folder()
        {
            std::error_code error;
            std::filesystem::remove_all(path, error);
        }
    };
    static const Folder folder;
    return folder.path;
}

/// A head x query x key mask of bytes, whose marks follow no pattern that a rule has.
void writeMask(const std::filesystem::path& file, const core::HeadInfo& head)
{
    std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(head.rowCount) + ", "
        + std::to_string(head.keyCount) + "), }";
    header.resize((header.size() + 10 + 64) / 64 * 64 - 11, ' ');
    header += '\n';
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write("\x93NUMPY\x01\x00", 8);
    out.put(static_cast<char>(header.size() % 256)).put(static_cast<char>(header.size() / 256));
    out << header;
    for (std::size_t row = 0; row < head.rowCount; ++row)
        for (std::size_t key = 0; key < head.keyCount; ++key)
            out.put((row * 31 + key * 17) % 7 < 3 ? '\1' : '\0');
}

class DumpChecker
{
public:
    DumpChecker(std::filesystem::path path, std::size_t heads)
        : m_path(std::move(path))
        , m_heads(heads)
        , m_hash(core::sha256Of(m_path).value_or(""))
    {
    }

    /// False when a certificate was not accepted.
    bool check(const core::Capture& capture)
    {
        bool good = true;
        for (const core::Source source : {core::Source::Factors, core::Source::Scores, core::Source::Probabilities}) {
            m_chosen.clear();
            for (const core::HeadInfo& head : capture.heads())
                if (head.id.source == source && m_chosen.size() < m_heads)
                    m_chosen.push_back(head);
            if (!m_chosen.empty())
                good = checkSource(capture, source) && good;
        }
        return good;
    }

private:
    /// Every rule once, with scopes and statistics in turn; then all of these with one rule.
    bool checkSource(const core::Capture& capture, core::Source source)
    {
        bool good = true;
        std::size_t turn = 0;
        for (const std::string& rule : rules())
            for (const core::Reading reading : {core::Reading::Stored, core::Reading::Rounded}) {
                if (reading == core::Reading::Rounded && source != core::Source::Probabilities)
                    continue;
                good = checkClaim(capture, claimOf(rule, turn % 4, turn % 3, reading)) && good;
                ++turn;
            }
        for (std::size_t scope = 0; scope < scopes.size(); ++scope)
            for (std::size_t statistic = 0; statistic < statistics.size(); ++statistic)
                good = checkClaim(capture, claimOf("topk:8", scope, statistic, core::Reading::Stored)) && good;
        if (source == core::Source::Factors && m_chosen.front().kvHead)
            for (const char* rule : {"topk:16", "topk:16+window:4+2"}) {
                core::Claim claim = claimOf(rule, 0, 0, core::Reading::Stored);
                claim.sharing = Sharing::KvGroup;
                good = checkClaim(capture, claim) && good;
            }
        return good;
    }

    std::vector<std::string> rules() const
    {
        std::vector<std::string> rules{
            "topk:64", "topp:0.95", "threshold:0.01", "window:32+4", "topk:64+window:32+4", "block:16x16:top4"};
        const bool sameShape = std::all_of(m_chosen.begin(), m_chosen.end(), [&](const core::HeadInfo& head) {
            return head.rowCount == m_chosen.front().rowCount && head.keyCount == m_chosen.front().keyCount;
        });
        if (!sameShape)
            return rules;
        const auto mask = scratchFolder() / "mask.npy";
        writeMask(mask, m_chosen.front());
        rules.push_back("mask:" + mask.string());
        return rules;
    }

    static core::Claim claimOf(const std::string& rule, std::size_t scope, std::size_t statistic, core::Reading reading)
    {
        core::Claim claim;
        claim.rule = *core::parseRule(rule);
        claim.epsilon = 0.01;
        claim.scope = scopes[scope];
        claim.statistic = statistics[statistic];
        claim.reading = reading;
        return claim;
    }

    bool checkClaim(const core::Capture& capture, const core::Claim& claim)
    {
        core::Work work{m_pool};
        const std::vector<std::size_t> rows = chosenRows();
        const auto backend = core::makeReferenceBackend();
        auto certificate = core::certify(capture, m_chosen, rows, claim, *backend, work);
        if (!certificate)
            return report(claim, certificate.error().message, {});
        const auto file = scratchFolder() / "certificate.json";
        write(file, capture, {std::move(*certificate), "0.01", rows, core::timeStampNow()});
        const auto start = std::chrono::steady_clock::now();
        const auto read = core::readCertificate(file);
        if (!read)
            return report(claim, read.error().message, {});
        const auto verification = core::verify(*read, m_path, work);
        const Seconds time = std::chrono::steady_clock::now() - start;
        if (!verification)
            return report(claim, verification.error().message, time);
        return report(claim, verification->holds() ? std::string() : verification->faults.front(), time);
    }

    /// All of them, or some that are evenly spread.
    std::vector<std::size_t> chosenRows() const
    {
        constexpr std::size_t most = 24;
        std::vector<std::size_t> rows;
        if (m_heads == allHeads)
            return rows;
        std::size_t count = m_chosen.front().rowCount;
        for (const core::HeadInfo& head : m_chosen)
            count = std::min(count, head.rowCount);
        for (std::size_t i = 0; i < std::min(count, most); ++i)
            rows.push_back(i * count / std::min(count, most));
        return rows;
    }

    void write(const std::filesystem::path& file, const core::Capture& capture,
        const core::CertificateDocument& document) const
    {
        core::DocumentHeader header;
        header.schema = "tailmass.certificate/1";
        header.dumpPath = m_path.string();
        header.sha256 = m_hash;
        header.dumpSize = capture.dump().size;
        header.reading = document.certificate.claim.reading;
        std::ofstream out(file, std::ios::trunc);
        core::JsonWriter json(out);
        core::writeCertificateDocument(json, header, capture, document);
    }

    bool report(const core::Claim& claim, const std::string& fault, Seconds time) const
    {
        const std::string rule =
            std::holds_alternative<core::ImportedMask>(claim.rule) ? "mask" : core::ruleText(claim.rule);
        std::printf("%s  %s, %zu heads from %s, %s%s, %s, %s, reading %s, %.2f s%s%s\n",
            fault.empty() ? "holds " : "FAILED", m_path.filename().c_str(), m_chosen.size(),
            m_chosen.front().name.c_str(), rule.c_str(), claim.sharing == Sharing::KvGroup ? " shared" : "",
            std::string(nameOf(claim.scope)).c_str(), std::string(nameOf(claim.statistic)).c_str(),
            std::string(core::readingName(claim.reading)).c_str(), time.count(), fault.empty() ? "" : ": ",
            fault.c_str());
        std::fflush(stdout);
        return fault.empty();
    }

    std::filesystem::path m_path;
    std::size_t m_heads;
    std::string m_hash;
    std::vector<core::HeadInfo> m_chosen;
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
        if (!entry.path().string().ends_with(".tokens.json")) // a sidecar
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    bool good = true;
    std::size_t dumps = 0;
    for (const auto& path : paths) {
        const auto capture = core::Capture::open(path);
        if (!capture) {
            std::printf("passed over: %s\n", capture.error().message.c_str());
            continue;
        }
        ++dumps;
        good = DumpChecker(path, heads).check(**capture) && good;
    }
    std::printf("%zu dumps: %s\n", dumps, good ? "every certificate is accepted" : "not every certificate is accepted");
    if (dumps == 0)
        return 2;
    return good ? 0 : 1;
}
