// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/work.h"
#include "verify/keptkeys.h"

namespace core {

/// The rows of one head, in the order of the certificate, or which statement about the head does not fit the bytes.
using HeadAnswer = tl::expected<std::vector<RowMass>, std::string>;

/// Recomputes heads under the claimed rule. All arguments have to outlive it.
class HeadMasses
{
public:
    /// `maskFile` is there for the rule mask:FILE.
    HeadMasses(
        const CertificateFile& certificate, const DumpFile& dump, const std::optional<DumpFile>& maskFile, Work& work);

    /// Of certificate.heads[index]; each is asked for once. Errors: Cancelled.
    Result<HeadAnswer> of(std::size_t index);

private:
    Result<HeadAnswer> rowByRow(
        const CertifiedHead& head, const HeadBytes& bytes, const std::vector<std::uint64_t>& rows, Work& work) const;
    Result<HeadAnswer> shared(std::size_t index, const std::vector<std::uint64_t>& rows, Work& work);
    tl::expected<std::vector<std::uint64_t>, std::string> rowsOf(const CertifiedHead& head) const;

    const CertificateFile& m_certificate;
    const DumpFile& m_dump;
    const std::optional<DumpFile>& m_maskFile;
    Work& m_work;
    std::map<std::size_t, std::vector<RowMass>> m_ready; ///< heads that were computed with one that shares their K
};

}
