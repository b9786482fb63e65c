// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "capture/capture.h"
#include "files/tensor.h"
#include "truncation/preparedrule.h"

namespace core {

/// A file that marks the keys to keep: [heads x] query x key, 0 or 1 (resources/manual/rules.md). Mapped, not copied.
class MaskFile
{
public:
    /// An npy file, or a safetensors file with one tensor or one named "mask". Errors: those of openDump, Unsupported,
    /// BadRequest (no such tensor; not two or three axes).
    static Result<MaskFile> open(const std::string& path);

    /// The marks of one head. Checks that shape and head fit and that every element in `rows` (rising; empty: all) is 0
    /// or
    /// 1. Errors: BadRequest, FileChanged.
    Result<std::shared_ptr<const MarkedKeys>> forHead(
        const Capture& capture, const HeadInfo& head, const std::vector<std::size_t>& rows) const;

    const std::string& path() const { return m_path; }
    /// SHA-256 of the file as it is now; fails when it is no longer the one that was opened.
    Result<std::string> sha256() const;

private:
    MaskFile(std::string path, Tensor tensor)
        : m_path(std::move(path))
        , m_tensor(std::move(tensor))
    {
    }

    Result<void> checkShape(const Capture& capture, const HeadInfo& head) const;

    std::string m_path;
    Tensor m_tensor;
};

}
