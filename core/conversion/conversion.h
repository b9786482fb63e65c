// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conversion/computedrows.h"
#include "exchange/atomicfile.h"

namespace core {

/// What of a dump is converted.
enum class ConversionContent {
    Stored, ///< everything as it is stored
    Probabilities, ///< stored ones as they are, else softmax
    Factors, ///< Q, K and V as stored
    Kept, ///< the keys that a rule keeps
};

struct ConversionRequest
{
    std::vector<HeadInfo> heads; ///< of one source each
    bool otherSources = false; ///< whether other sources of the same heads may be taken too
    ConversionContent content = ConversionContent::Stored;
    std::optional<Element> element; ///< of probabilities: F32 or F64; absent: stored ones as they are, others F32
    std::optional<Rule> rule; ///< of Kept
    RulePreparer::Sharing sharing = RulePreparer::Sharing::None;
    std::optional<KeptForm> form; ///< absent: indices for rules with a fixed budget, else a mask
};

/// What a file will hold. Nothing of it is computed yet.
struct Conversion
{
    std::vector<OutputTensor> tensors;
    std::map<std::string, std::string> metadata;
    std::vector<HeadInfo> expected; ///< the heads that the file opens with; empty for kept sets, which are no dump
    std::shared_ptr<std::atomic<std::size_t>> ambiguous; ///< rows of kept sets, once it is written
};

/// `capture` has to outlive the conversion. Errors: BadRequest, where the dump has no such content, or the format
/// cannot hold it; those of RulePreparer::of and Capture::rows.
Result<Conversion> planConversion(const Capture& capture, const ConversionRequest& request);

/// A place in the file system, and the format that its ending names: .safetensors or .npy.
struct ConversionTarget
{
    std::filesystem::path path;
    Existing existing = Existing::Keep;
};

/// The same with only what an .npy file can hold: one tensor, that of a single head without its axis. Error:
/// BadRequest, where there are several.
Result<Conversion> asNpy(Conversion conversion);

/// Bytes of the file with its header. Errors: TooLarge, Unsupported.
Result<std::uint64_t> fileSizeOf(const Conversion& conversion, const ConversionTarget& target);

/// Writes the file, whole or not at all; a .safetensors file is read back before it gets its name. Errors:
/// CannotWrite, also where the disk has not enough space; those of fileSizeOf, writeTensors and checkReadBack.
Result<void> writeConversion(const Conversion& conversion, const ConversionTarget& target, Work& work);

}
