// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/members.h"

#include <algorithm>

#include "capture/bandform.h"
#include "capture/evidence.h"
#include "capture/text.h"

namespace core {
namespace {

constexpr std::uint64_t longestAxis = 1U << 24U; ///< no context is longer, and a row still fits into memory
constexpr std::uint64_t mostLayers = 1U << 12U;

bool isFactor(NameRole role)
{
    return role == NameRole::Queries || role == NameRole::Keys || role == NameRole::Values;
}

TensorRole roleOf(NameRole role)
{
    return role == NameRole::Queries ? TensorRole::Queries
        : role == NameRole::Keys     ? TensorRole::Keys
                                     : TensorRole::Values;
}

TensorRole roleOf(Source source)
{
    return source == Source::Probabilities ? TensorRole::Probabilities : TensorRole::Scores;
}

void setOther(Draft& draft, std::size_t index, const std::string& reason)
{
    draft.readings[index].role = TensorRole::Other;
    draft.readings[index].reason = reason;
}

/// Why a tensor cannot be attention whatever its values are; empty if it can.
std::string obstacle(const Tensor& tensor, const NameReading& name)
{
    if (name.role == NameRole::Foreign)
        return "the name says " + name.foreign;
    if (!isFloating(tensor.element))
        return std::string(nameOf(tensor.element)) + " numbers are no weights, scores or vectors";
    const auto longest = std::max_element(tensor.shape.begin(), tensor.shape.end());
    if (longest != tensor.shape.end() && *longest > longestAxis)
        return numbered("an axis of ", *longest) + " is longer than " + std::to_string(longestAxis);
    if (std::find(tensor.shape.begin(), tensor.shape.end(), 0U) != tensor.shape.end())
        return "an axis has length 0: nothing in it";
    if (tensor.shape.size() < 2)
        return tensor.shape.empty() ? "a single number" : "one axis; attention has at least two";
    return {};
}

/// The name's word for the kind, or what the sidecar says where the name says nothing.
NameRole suggestedRole(const Draft& draft, const NameReading& name)
{
    if (name.role != NameRole::None || draft.sidecar() == nullptr || !draft.sidecar()->kind)
        return name.role;
    if (*draft.sidecar()->kind == "probs")
        return NameRole::Probabilities;
    return *draft.sidecar()->kind == "scores" ? NameRole::Scores : NameRole::None;
}

/// Says where values overrule what a name or the sidecar suggests.
void findConflict(Draft& draft, std::size_t index, Source kind, const std::string& reason)
{
    const Tensor& tensor = draft.tensor(index);
    const NameReading& name = draft.names[index];
    const bool saysScores = name.role == NameRole::Scores;
    const bool saysWeights = name.role == NameRole::Probabilities || name.role == NameRole::Attention;
    const std::string reading = kind == Source::Scores ? "scores" : "probabilities";
    if ((kind == Source::Scores && saysWeights)
        || (kind == Source::Probabilities && (saysScores || isFactor(name.role))))
        draft.find(tensor.name, reading, "although the name says \"" + name.word + "\": " + reason);
    if (draft.sidecar() == nullptr || !draft.sidecar()->kind)
        return;
    const std::string& stated = *draft.sidecar()->kind;
    if ((stated == "probs" && kind == Source::Scores) || (stated == "scores" && kind == Source::Probabilities))
        draft.find(
            tensor.name, reading, "although " + draft.sidecarName() + " says \"kind\": \"" + stated + "\": " + reason);
}

AxisReading axesOf(const Draft& draft, std::size_t index, Content content, const KnownSizes& known)
{
    if (draft.hints.roles)
        if (auto stated = statedAxes(draft.tensor(index), content, *draft.hints.roles))
            return *stated;
    return readAxes(draft.tensor(index), content, draft.names[index], known);
}

/// Takes the axes over and makes the tensor a member; or says why not.
void addMember(Draft& draft, std::size_t index, TensorRole role, const std::string& reason, const AxisReading& axes)
{
    TensorReading& reading = draft.readings[index];
    if (!axes.refusal.empty())
        return setOther(draft, index, axes.refusal);
    if (axes.map.layer && draft.tensor(index).shape[*axes.map.layer] > mostLayers)
        return setOther(draft, index, numbered("a layer axis longer than ", mostLayers));
    reading.role = role;
    reading.reason = reason;
    for (const auto& need : axes.needs)
        draft.need(need);
    if (!axes.fits())
        return;
    reading.axes = axes.names;
    reading.axisReasons = axes.reasons;
    draft.members.push_back({index, role, draft.names[index], axes.map});
}

/// Whether columns sum to 1 where rows do not: the matrix lies on its side. Not asked of matrices where a column costs
/// too much.
bool isTransposed(const Tensor& tensor, const AxisMap& axes, const RowEvidence& rows)
{
    constexpr std::uint64_t longestColumn = 4096;
    if (rows.informative == 0 || !rows.isUnitRange() || 2 * rows.normalised >= rows.informative
        || tensor.shape[axes.row] > longestColumn)
        return false;
    const auto columns = sampleRows(tensor, axes.column, axes.row);
    return columns.informative > 1 && columns.isUnitRange() && 2 * columns.normalised >= columns.informative;
}

/// Whether columns sum to 1 as rows do, so that values do not tell queries from keys.
bool isTie(const Tensor& tensor, const AxisMap& axes, const RowEvidence& rows)
{
    constexpr std::uint64_t largestSide = 512; // larger ones cost too much and are never both by chance
    const std::uint64_t side = tensor.shape[axes.row];
    if (side != tensor.shape[axes.column] || side > largestSide || rows.informative == 0
        || rows.normalised < rows.informative)
        return false;
    const auto columns = sampleRows(tensor, axes.column, axes.row);
    return columns.informative > 0 && columns.normalised == columns.informative;
}

/// The letters of --roles for a tensor of rows, its last two axes given.
std::string rolesOf(const Tensor& tensor, const AxisMap& axes, const std::string& lastTwo)
{
    std::string letters;
    for (std::size_t axis = 0; axis + 2 < tensor.shape.size(); ++axis)
        letters += axis == axes.layer ? "L" : axis == axes.head ? "H" : axis == axes.item ? "B" : "1";
    letters.erase(0, letters.find_first_not_of('1'));
    for (const char free : {'B', 'L', 'H'}) // an axis of one element, within others
        if (const auto single = letters.find('1'); single != std::string::npos && letters.find(free) == letters.npos)
            letters[single] = free;
    return letters + lastTwo;
}

void needTranspose(Draft& draft, std::size_t index)
{
    const Tensor& tensor = draft.tensor(index);
    const std::string rest = std::string("LBH").substr(tensor.shape.size() > 5 ? 0 : 5 - tensor.shape.size());
    const std::string what = " of '" + tensor.name + "' (" + shapeText(tensor.shape) + ")";
    draft.need(
        "--roles " + rest + "KQ: if the last axis" + what + " counts queries: its columns sum to 1, its rows do not");
    draft.need("--roles " + rest + "QK: if the last axis" + what + " counts keys all the same");
}

/// Where another tensor tells queries from keys, the order of the ties is the usual one; else nobody can tell.
void settleTies(Draft& draft)
{
    if (draft.members.size() > draft.ties.size()) {
        for (const std::size_t index : draft.ties)
            draft.find(draft.tensor(index).name, "rows are queries",
                "rows and columns both sum to 1, so the usual order is taken: the last axis counts keys");
        return;
    }
    for (const std::size_t index : draft.ties) {
        const Tensor& tensor = draft.tensor(index);
        const auto member = std::find_if(draft.members.begin(), draft.members.end(),
            [index](const Member& candidate) { return candidate.tensor == index; });
        if (member == draft.members.end())
            continue;
        const std::string what = " of '" + tensor.name + "' (" + shapeText(tensor.shape) + ")";
        draft.need("--roles " + rolesOf(tensor, member->axes, "QK") + ": if the last axis" + what
            + " counts keys, as is usual: rows and columns both sum to 1");
        draft.need("--roles " + rolesOf(tensor, member->axes, "KQ") + ": if the last axis" + what + " counts queries");
    }
}

/// Why a window's form is not read as queries by keys, and what to save instead.
std::string bandText(const Tensor& tensor, const AxisMap& axes, const BandForm& band)
{
    const std::string globals = band.globals == 0 ? "" : countText(band.globals, "key") + " that every row sees, then ";
    return "a window's own form: the columns are " + globals + countText(2 * band.side + 1, "key")
        + " around the row's own, since its corners are zero; save the " + std::to_string(tensor.shape[axes.row])
        + " x " + std::to_string(tensor.shape[axes.row]) + " matrix that has them at their places, or Q, K and V";
}

/// Probabilities or scores, queries by keys.
void readRows(Draft& draft, std::size_t index)
{
    const Tensor& tensor = draft.tensor(index);
    const AxisReading axes = axesOf(draft, index, Content::Rows, draft.known);
    if (!axes.refusal.empty())
        return setOther(draft, index, axes.refusal);
    const std::size_t rank = tensor.shape.size();
    const AxisMap map = axes.fits() ? axes.map : AxisMap{{}, {}, {}, rank - 2, rank - 1};
    const RowEvidence evidence = sampleRows(tensor, map.row, map.column);
    const auto [kind, why] = judgeKind(evidence, suggestedRole(draft, draft.names[index]));
    const std::string shape =
        numbered("query and key axes are ", tensor.shape[map.row]) + " x " + std::to_string(tensor.shape[map.column]);
    const auto stated = draft.hints.kind;
    if (stated && *stated != Source::Factors) {
        if (kind && *kind != *stated)
            draft.find(tensor.name, std::string(nameOf(*stated)), "stated by hint, although " + why);
        return addMember(draft, index, roleOf(*stated), shape + "; stated by hint", axes);
    }
    if (!draft.hints.roles && isTransposed(tensor, map, evidence))
        return needTranspose(draft, index);
    if (!kind) {
        draft.doubts.push_back("--kind probs: if '" + tensor.name + "' holds probabilities: " + why);
        draft.doubts.push_back("--kind scores: if '" + tensor.name + "' holds scores: " + why);
        return setOther(draft, index, "neither probabilities nor scores for certain: " + why);
    }
    if (*kind == Source::Probabilities && !draft.hints.roles && axes.fits() && isTie(tensor, map, evidence))
        draft.ties.push_back(index);
    if (const auto band = *kind == Source::Probabilities && !draft.hints.roles ? bandFormOf(tensor, map) : std::nullopt)
        return setOther(draft, index, bandText(tensor, map, *band));
    findConflict(draft, index, *kind, why);
    addMember(draft, index, roleOf(*kind), shape + " and " + why, axes);
}

/// Known sizes and those of the probabilities and scores of the same layer and group.
KnownSizes sizesForFactors(const Draft& draft, const NameReading& name)
{
    KnownSizes known = draft.known;
    for (const Member& member : draft.members) {
        const bool rows = member.role == TensorRole::Probabilities || member.role == TensorRole::Scores;
        if (!rows || member.name.group != name.group || member.name.layer != name.layer)
            continue;
        const Tensor& tensor = draft.tensor(member.tensor);
        const std::string of = " of '" + tensor.name + "'";
        if (member.axes.head)
            known.queryHeads.push_back({tensor.shape[*member.axes.head], "the heads" + of});
        known.queries.push_back({tensor.shape[member.axes.row], "the queries" + of});
        known.keys.push_back({tensor.shape[member.axes.column], "the keys" + of});
    }
    return known;
}

/// Q, K or V by name.
void readFactor(Draft& draft, std::size_t index)
{
    const NameReading& name = draft.names[index];
    const Content content = name.role == NameRole::Queries ? Content::Queries : Content::KeysOrValues;
    const auto axes = axesOf(draft, index, content, sizesForFactors(draft, name));
    const std::string dims = ": vectors of " + countText(draft.tensor(index).shape.back(), "dim");
    addMember(draft, index, roleOf(name.role), "the name says \"" + name.word + "\"" + dims, axes);
}

/// Whether the layer's other tensors confirm a name: K for Q and Q for K, any other for V.
bool hasPartner(const Draft& draft, std::size_t index)
{
    const NameReading& name = draft.names[index];
    return std::any_of(draft.names.begin(), draft.names.end(), [&name](const NameReading& other) {
        if (other.group != name.group || other.layer != name.layer || other.role == name.role)
            return false;
        if (name.role == NameRole::Values)
            return other.role != NameRole::None && other.role != NameRole::Foreign && other.role != NameRole::Mask
                && other.role != NameRole::Sinks;
        return other.role == (name.role == NameRole::Queries ? NameRole::Keys : NameRole::Queries);
    });
}

/// Whether a tensor with the name of a factor holds probabilities in truth.
bool holdsProbabilities(const Tensor& tensor)
{
    const std::size_t rank = tensor.shape.size();
    const RowEvidence evidence = sampleRows(tensor, rank - 2, rank - 1);
    return tensor.shape.back() > 1 && evidence.informative > 1 && evidence.isUnitRange()
        && evidence.normalised == evidence.informative;
}

/// Whether a tensor without a telling name can be taken for rows: square, or with values that only rows have.
bool looksLikeRows(const Draft& draft, std::size_t index)
{
    const Tensor& tensor = draft.tensor(index);
    const std::size_t rank = tensor.shape.size();
    if (suggestedRole(draft, draft.names[index]) != NameRole::None || tensor.shape[rank - 1] == tensor.shape[rank - 2])
        return true;
    const RowEvidence evidence = sampleRows(tensor, rank - 2, rank - 1);
    return evidence.masked > 0 || evidence.isUnitRange();
}

enum class Taken { AsRows, AsFactor, Not };

Taken takenFor(const Draft& draft, std::size_t index, bool anyRows)
{
    const Hints& hints = draft.hints;
    const bool rowsStated =
        (hints.kind && *hints.kind != Source::Factors) || (hints.roles && hints.roles->find('Q') != std::string::npos);
    const bool factorsStated = hints.kind == Source::Factors || (hints.roles && !rowsStated);
    if (isFactor(draft.names[index].role)) {
        if (rowsStated && !anyRows)
            return Taken::AsRows;
        return !factorsStated && !hasPartner(draft, index) && holdsProbabilities(draft.tensor(index)) ? Taken::AsRows
                                                                                                      : Taken::AsFactor;
    }
    return rowsStated || looksLikeRows(draft, index) ? Taken::AsRows : Taken::Not;
}

void leaveOpen(Draft& draft, std::size_t index)
{
    setOther(draft, index,
        "not square, rows do not sum to 1, and the name says neither scores nor which of Q, K and V it is");
}

Result<void> checkHintsWereUsed(const Draft& draft)
{
    const Hints& hints = draft.hints;
    if (!draft.needs.empty())
        return {};
    const auto any = [&draft](
                         const auto& test) { return std::any_of(draft.members.begin(), draft.members.end(), test); };
    if (hints.kind == Source::Factors && !any([](const Member& member) { return member.role == TensorRole::Keys; }))
        return failure(ErrorCode::BadRequest, "failed to use '--kind qkv': no tensor is named as K",
            "Name the tensors q, k and v, with the layer's number where there are several.");
    if (hints.roles && !any([&](const Member& member) {
            const auto content = member.role == TensorRole::Probabilities || member.role == TensorRole::Scores
                ? Content::Rows
                : Content::Queries;
            return statedAxes(draft.tensor(member.tensor), content, *hints.roles).has_value();
        }))
        return failure(ErrorCode::BadRequest,
            "failed to use '--roles " + *hints.roles + "': no attention tensor has "
                + std::to_string(hints.roles->size()) + " such axes",
            "Give one letter per axis of the main tensors.");
    return {};
}

}

Result<void> readMembers(Draft& draft)
{
    std::vector<std::size_t> possible;
    for (std::size_t i = 0; i < draft.dump->tensors.size(); ++i) {
        if (draft.names[i].role == NameRole::Mask || draft.hints.mask == draft.tensor(i).name
            || draft.names[i].role == NameRole::Sinks)
            continue; // masks and sinks are read by themselves
        const std::string why = obstacle(draft.tensor(i), draft.names[i]);
        if (why.empty())
            possible.push_back(i);
        else
            setOther(draft, i, why);
    }
    const bool anyRows =
        std::any_of(possible.begin(), possible.end(), [&](std::size_t i) { return !isFactor(draft.names[i].role); });
    std::vector<std::size_t> factors, open;
    for (const std::size_t i : possible) {
        const Taken taken = takenFor(draft, i, anyRows);
        if (taken == Taken::AsRows)
            readRows(draft, i);
        else
            (taken == Taken::AsFactor ? factors : open).push_back(i);
    }
    for (const std::size_t i : factors)
        readFactor(draft, i);
    for (const std::size_t i : open)
        leaveOpen(draft, i);
    settleTies(draft);
    if (draft.members.empty())
        for (const auto& doubt : draft.doubts)
            draft.need(doubt);
    return checkHintsWereUsed(draft);
}

}
