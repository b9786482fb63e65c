// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/verification.h"

#include <algorithm>
#include <tuple>

#include "base/filechanged.h"
#include "base/memoryguard.h"
#include "files/dumpfile.h"
#include "files/utf8.h"
#include "verify/headmasses.h"
#include "verify/unitcheck.h"

namespace core {

namespace {

class Verifier
{
public:
    Verifier(
        const CertificateFile& certificate, const DumpFile& dump, const std::optional<DumpFile>& maskFile, Work& work)
        : m_certificate(certificate)
        , m_dump(dump)
        , m_masses(certificate, dump, maskFile, work)
    {
        const auto& heads = certificate.heads;
        m_severalGroups = std::any_of(
            heads.begin(), heads.end(), [&](const CertifiedHead& head) { return head.group != heads.front().group; });
    }

    Result<Verification> verify()
    {
        checkTensors();
        checkHeads();
        if (!m_result.faults.empty())
            return m_result;
        for (std::size_t i = 0; i < m_certificate.heads.size(); ++i)
            if (const auto done = takeHead(i); !done)
                return tl::unexpected(done.error());
        checkOpenUnits();
        checkWhole();
        return m_result;
    }

private:
    void fault(const std::string& what) { m_result.faults.push_back(what); }

    void checkTensors()
    {
        for (const CertifiedTensor& tensor : m_certificate.tensors) {
            const std::string what = faultOf(tensor, m_dump);
            if (!what.empty())
                fault(what);
            const auto same = [&](const CertifiedTensor& other) { return other.name == tensor.name; };
            if (std::count_if(m_certificate.tensors.begin(), m_certificate.tensors.end(), same) != 1)
                fault("the tensor " + inQuotes(tensor.name) + " stands twice");
        }
    }

    void checkHeads()
    {
        const auto& heads = m_certificate.heads;
        for (auto head = heads.begin(); head != heads.end(); ++head)
            if (std::any_of(heads.begin(), head, [&](const CertifiedHead& other) {
                    return std::tie(other.group, other.layer, other.head, other.item)
                        == std::tie(head->group, head->layer, head->head, head->item);
                }))
                fault("the head " + inQuotes(head->name) + " stands twice");
    }

    Result<void> takeHead(std::size_t index)
    {
        const CertifiedHead& head = m_certificate.heads[index];
        auto masses = m_masses.of(index);
        if (!masses)
            return tl::unexpected(masses.error());
        if (!*masses) {
            fault(masses->error());
            return {};
        }
        const auto& named = m_certificate.rows;
        for (std::size_t i = 0; i < (*masses)->size(); ++i)
            add({&head, named.empty() ? i : named[i], std::move((**masses)[i])});
        if (m_certificate.scope == CertifiedScope::Heads || m_certificate.scope == CertifiedScope::Rows)
            checkOpenUnits();
        m_result.rows += (*masses)->size();
        return {};
    }

    void add(NamedRow row)
    {
        count(m_counts, row.mass);
        const bool unitOfItsOwn = m_certificate.scope == CertifiedScope::Rows;
        if (unitOfItsOwn && m_certificate.rows.empty() && row.mass.kind != RowKind::Valid)
            return;
        const std::string name = unitOf(row);
        auto unit = m_open.end();
        if (!unitOfItsOwn)
            unit = std::find_if(m_open.begin(), m_open.end(), [&](const CheckedUnit& u) { return u.name == name; });
        if (unit == m_open.end())
            unit = m_open.insert(unit, {name, {}});
        unit->rows.push_back(std::move(row));
    }

    std::string unitOf(const NamedRow& row) const
    {
        const CertifiedHead& head = *row.head;
        const std::string group = head.group.empty() ? std::string() : head.group + " ";
        const std::string name = (m_severalGroups ? group : std::string()) + head.name;
        switch (m_certificate.scope) {
        case CertifiedScope::Rows:
            return name + " row " + std::to_string(row.row);
        case CertifiedScope::Heads:
            return name;
        case CertifiedScope::Layers:
            return group + "L" + std::to_string(head.layer);
        case CertifiedScope::Dump:
            break;
        }
        return "dump";
    }

    void checkOpenUnits()
    {
        for (const CheckedUnit& unit : m_open) {
            if (m_unitCount < m_certificate.decisions.size()) {
                const auto faults = faultsOf(m_certificate.decisions[m_unitCount], unit, m_certificate);
                m_result.faults.insert(m_result.faults.end(), faults.begin(), faults.end());
            }
            ++m_unitCount;
        }
        m_open.clear();
    }

    void checkWhole()
    {
        const auto& decisions = m_certificate.decisions;
        if (m_unitCount != decisions.size())
            fault("there are " + std::to_string(decisions.size()) + " decisions for " + std::to_string(m_unitCount)
                + " units");
        if (m_counts != m_certificate.counts)
            fault("the rows of the certificate are not counted as they are in the dump");
        const auto any = [&](CertifiedVerdict verdict) {
            return std::any_of(decisions.begin(), decisions.end(),
                [&](const CertifiedDecision& decision) { return decision.verdict == verdict; });
        };
        CertifiedVerdict whole = CertifiedVerdict::Certified;
        if (any(CertifiedVerdict::NotCertified))
            whole = CertifiedVerdict::NotCertified;
        else if (any(CertifiedVerdict::Undecided) || decisions.empty())
            whole = CertifiedVerdict::Undecided;
        if (whole != m_certificate.verdict)
            fault("the verdict is not what the decisions give");
    }

    const CertificateFile& m_certificate;
    const DumpFile& m_dump;
    HeadMasses m_masses;
    bool m_severalGroups = false;
    std::vector<CheckedUnit> m_open;
    std::size_t m_unitCount = 0;
    CertifiedCounts m_counts;
    Verification m_result;
};

/// What is wrong about the bytes of a file; empty when they are those of the certificate.
Result<std::string> faultOfBytes(const std::filesystem::path& path, const std::string& what, const std::string& sha256)
{
    const auto hash = sha256Of(path);
    if (!hash)
        return tl::unexpected(hash.error());
    if (*hash == sha256)
        return std::string();
    return what + "'s SHA-256 is " + *hash + ", the certificate is about " + inQuotes(sha256);
}

/// Where it was when the certificate was written, or a file of the same name beside the certificate.
std::filesystem::path maskPath(const CertificateFile& certificate)
{
    const std::filesystem::path stated(certificate.maskFile->path);
    std::error_code error;
    const auto beside = certificate.folder / stated.filename();
    return !std::filesystem::exists(stated, error) && std::filesystem::exists(beside, error) ? beside : stated;
}

bool isIntact(const DumpFile& file)
{
    return std::all_of(file.tensors.begin(), file.tensors.end(),
        [](const Tensor& tensor) { return !tensor.bytes || tensor.bytes->intact(); });
}

Result<Verification> verifyDump(const CertificateFile& certificate, const std::filesystem::path& path, Work& work)
{
    const auto dump = openDump(path);
    if (!dump)
        return tl::unexpected(dump.error());
    Verification other;
    if (dump->size != certificate.dumpSize)
        other.faults.push_back("the dump has " + std::to_string(dump->size) + " bytes, the certificate is about "
            + std::to_string(certificate.dumpSize));
    auto fault = faultOfBytes(path, "the dump", certificate.sha256);
    std::optional<DumpFile> maskFile;
    if (fault && fault->empty() && certificate.maskFile) {
        auto opened = openDump(maskPath(certificate));
        if (!opened)
            return tl::unexpected(opened.error());
        maskFile = std::move(*opened);
        fault = faultOfBytes(maskFile->path, "the mask file", certificate.maskFile->sha256);
    }
    if (!fault)
        return tl::unexpected(fault.error());
    if (!fault->empty())
        other.faults.push_back(*fault);
    if (!other.holds())
        return other;
    auto result = Verifier(certificate, *dump, maskFile, work).verify();
    if (!isIntact(*dump) || (maskFile && !isIntact(*maskFile)))
        return fileChanged();
    return result;
}

}

Result<Verification> verify(const CertificateFile& certificate, const std::filesystem::path& dump, Work& work)
{
    return withMemoryGuard([&] { return verifyDump(certificate, dump, work); });
}

}
