// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/axes.h"
#include "capture/capture.h"
#include "capture/knownsizes.h"
#include "capture/names.h"

namespace core {

/// A tensor that takes part: what it is, to which group and layer it belongs and where its axes are.
struct Member
{
    std::size_t tensor = 0;
    TensorRole role = TensorRole::Other;
    NameReading name;
    AxisMap axes;
};

/// A dump while it is being understood. Every step reads what earlier steps found and adds to it.
struct Draft
{
    std::shared_ptr<const DumpFile> dump;
    Hints hints;
    KnownSizes known;
    std::vector<NameReading> names; ///< one per tensor
    std::vector<TensorReading> readings; ///< one per tensor
    std::vector<Member> members;
    std::vector<std::size_t> ties; ///< tensors of probabilities whose columns sum to 1 as their rows do
    std::vector<Finding> findings;
    std::vector<std::string> needs; ///< missing hints, each beginning with its option
    std::vector<std::string> doubts; ///< hints for tensors that are left out: needed only when nothing else is found

    const Tensor& tensor(std::size_t index) const { return dump->tensors[index]; }
    const Sidecar* sidecar() const { return dump->sidecar ? &*dump->sidecar : nullptr; }
    /// "the sidecar" or "the metadata".
    std::string sidecarName() const;
    /// Adds what is not there yet.
    void find(const std::string& subject, const std::string& reading, const std::string& reason);
    void need(const std::string& hint);
};

Draft draftOf(DumpFile dump, const Hints& hints);

}
