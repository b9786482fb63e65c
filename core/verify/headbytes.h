// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "files/dumpfile.h"
#include "verify/certificatefile.h"

namespace core {

/// A matrix of stored numbers.
struct StoredBlock
{
    const std::byte* data = nullptr;
    Element element = Element::F32;
    ByteOrder order = ByteOrder::Little;
    std::int64_t rowStride = 0; ///< bytes
    std::int64_t columnStride = 0; ///< bytes
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;

    double at(std::uint64_t row, std::uint64_t column) const
    {
        return decode(
            data + static_cast<std::int64_t>(row) * rowStride + static_cast<std::int64_t>(column) * columnStride,
            element, order);
    }
};

/// The bytes of one head, found by what the certificate says.
struct HeadBytes
{
    StoredBlock rows; ///< probabilities, scores or Q
    std::optional<StoredBlock> keys; ///< K
    std::vector<bool> exists; ///< by key, from the mask; empty: all
    std::optional<double> sinkScore;
    std::uint64_t headCount = 1; ///< of the tensor of `rows`
    std::uint64_t headsPerKeys = 1; ///< that use one head of K
};

/// A head with its bytes.
struct FoundHead
{
    CertifiedHead head;
    HeadBytes bytes;
};

/// What is wrong with the claim about a tensor; empty when the dump has it so.
std::string faultOf(const CertifiedTensor& tensor, const DumpFile& dump);

/// Error: which statement about the head does not fit the tensors.
tl::expected<HeadBytes, std::string> bytesOf(
    const CertifiedHead& head, const CertificateFile& certificate, const DumpFile& dump);

/// All heads of the tensor that use the same head of K, by the same account as this one. Error: as bytesOf.
tl::expected<std::vector<FoundHead>, std::string> headsThatShare(
    const CertifiedHead& head, const CertificateFile& certificate, const DumpFile& dump);

}
