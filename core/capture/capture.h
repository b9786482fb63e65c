// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/indices.h"
#include "base/result.h"
#include "capture/rowbatch.h"
#include "files/dumpfile.h"

namespace core {

/// Which rows: group, layer, head, batch item and what they come from. Layers and heads count from 0.
struct HeadId
{
    std::string group; ///< "encoder", "decoder", "cross" or a name; may be empty
    LayerIndex layer;
    HeadIndex head;
    ItemIndex item;
    Source source = Source::Scores;

    friend auto operator<=>(const HeadId&, const HeadId&) = default;
};

/// "L12H7".
std::string shortName(const HeadId& id);
/// "probs", "scores" or "qkv", as on the command line.
std::string_view nameOf(Source source);

/// Where the rows of a head lie: names of tensors, and the place along a tensor's layer axis where it has one.
struct HeadOrigin
{
    std::string rows; ///< probabilities, scores or Q
    std::optional<std::uint64_t> rowsLayer;
    std::string keys; ///< K, for Source::Factors; else empty
    std::optional<std::uint64_t> keysLayer;
    std::string mask; ///< which keys exist; empty: all
    bool masksQueries = false; ///< and which queries, which are the same positions
    std::string sinks; ///< scores of sinks by head; empty: there are none, or the sidecar states them
};

struct HeadInfo
{
    HeadId id;
    std::string name; ///< shortName, with " item 2" where the batch has several
    std::size_t rowCount = 0; ///< queries
    std::size_t keyCount = 0;
    std::optional<HeadIndex> kvHead; ///< only where query heads share K and V
    Element element = Element::F32; ///< of what the rows come from
    bool causal = false;
    std::optional<std::uint64_t> window; ///< of causal rows: keys that a query sees, itself the last; absent: all
    bool hasValues = false;
    std::optional<double> scale; ///< for Source::Factors
    std::optional<double> softCap; ///< c of c tanh(score / c), for Source::Factors that have one
    std::optional<double> sinkScore; ///< of the virtual key in every row's denominator; finite
    std::string tensors; ///< names of the tensors it comes from, for people
    HeadOrigin origin;
};

/// One statement of what was understood, and why.
struct Finding
{
    std::string subject; ///< "causal", "scale", "kv heads", a tensor name ...
    std::string reading;
    std::string reason;
};

enum class TensorRole { Probabilities, Scores, Queries, Keys, Values, Mask, Sinks, Other };
std::string_view nameOf(TensorRole role); ///< "P", "S", "Q", "K", "V", "mask", "sinks", "-"

/// What each tensor was taken for, and each of its axes.
struct TensorReading
{
    std::size_t tensor = 0; ///< index into dump().tensors
    TensorRole role = TensorRole::Other;
    std::string reason;
    std::vector<std::string>
        axes; ///< "item", "head", "query", "key", "position", "dim", "layer", "single"; one per axis
    std::vector<std::string> axisReasons;
};

/// What the user states; overrides inference. Command line: --kind, --roles, --causal, --scale, --q-heads, --kv-heads,
/// --mask, --group.
struct Hints
{
    std::optional<Source> kind;
    std::optional<std::string> roles; ///< axis letters for the main tensors: L B H Q K (P position, D dim), as in "HQK"
    std::optional<bool> causal;
    std::optional<double> scale;
    std::optional<std::uint64_t> queryHeads;
    std::optional<std::uint64_t> kvHeads;
    std::optional<std::string> mask;
    std::optional<std::string> group; ///< where neither names nor sidecar give one
    bool useRemembered = true; ///< what the sidecar remembers of earlier ones counts where nothing is stated here
};

/// Rows of queries that a mask says are padding: no statistic counts them.
enum class PaddedQueries { LeftOut, Included };

/// A loaded dump: what each tensor and axis is, and the rows of every head on demand. Immutable; opening costs headers
/// and a few sampled rows.
class Capture
{
public:
    /// Errors: those of openDump; HintNeeded with the missing hints in `reasons`; Unsupported when nothing can be
    /// attention.
    static Result<std::shared_ptr<const Capture>> open(const std::filesystem::path& path, const Hints& hints = {});

    virtual ~Capture() = default;
    virtual const DumpFile& dump() const = 0;
    virtual const std::vector<TensorReading>& readings() const = 0;
    virtual const std::vector<Finding>& findings() const = 0;
    /// What was stated, when it was opened or earlier and remembered in the sidecar.
    virtual const Hints& hints() const = 0;
    /// All heads, ordered by group, layer, item, head; a layer with several sources lists each head once per source.
    virtual const std::vector<HeadInfo>& heads() const = 0;
    /// The source that is used for a layer when none is asked for: factors, then scores, then probabilities, whichever
    /// exists first.
    virtual Source defaultSource(const std::string& group, LayerIndex layer) const = 0;
    /// Padded queries left out have no key; included, what is stored for them can be looked at. Errors: BadRequest (no
    /// such head), FileChanged.
    virtual Result<std::shared_ptr<const HeadRows>> rows(
        const HeadId& id, PaddedQueries padded = PaddedQueries::LeftOut) const = 0;
    /// Tokens of queries and keys of an item; empty where the dump has none or their number does not fit.
    virtual const std::vector<std::string>& queryTokens(ItemIndex item) const = 0;
    virtual const std::vector<std::string>& keyTokens(ItemIndex item) const = 0;
};

/// The heads of default source, one entry per head.
std::vector<HeadInfo> defaultHeads(const Capture& capture);
/// One entry per head: of `source` in layers that have it, else of the default source.
std::vector<HeadInfo> headsOf(const Capture& capture, Source source);

}
