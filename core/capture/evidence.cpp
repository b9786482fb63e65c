// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "capture/text.h"

namespace core {
namespace {

constexpr std::uint64_t sampledNumbers = 200'000; ///< per tensor, whatever its size
constexpr std::uint64_t mostSlices = 4;
constexpr std::uint64_t mostRows = 8; ///< per slice
constexpr double writersSum = 1e-3; ///< a sum of many weights that the writer rounded in float32

/// `count` indices spread over [0, extent), first and last among them; a single one is from the middle.
std::vector<std::uint64_t> spread(std::uint64_t extent, std::uint64_t count)
{
    if (extent <= count) {
        std::vector<std::uint64_t> all(extent);
        for (std::uint64_t i = 0; i < extent; ++i)
            all[i] = i;
        return all;
    }
    if (count == 1)
        return {extent / 2};
    std::vector<std::uint64_t> some;
    const std::uint64_t step = (extent - 1) / (count - 1);
    for (std::uint64_t i = 0; i + 1 < count; ++i)
        some.push_back(i * step);
    some.push_back(extent - 1);
    return some;
}

/// Calls `visit(row, numbers)` for sampled rows.
template <typename Visit>
void forSampledRows(const Tensor& tensor, std::size_t rowAxis, std::size_t columnAxis, const Visit& visit)
{
    const std::uint64_t columns = tensor.shape[columnAxis];
    const std::uint64_t rows = std::clamp<std::uint64_t>(sampledNumbers / columns, 4, mostSlices * mostRows);
    const std::uint64_t slicesInAll = tensor.elementCount() / columns / tensor.shape[rowAxis];
    std::vector<double> numbers(columns);
    for (const std::uint64_t slice : spread(slicesInAll, std::min(mostSlices, rows / 2))) {
        std::int64_t offset = 0;
        std::uint64_t rest = slice;
        for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
            if (axis == rowAxis || axis == columnAxis)
                continue;
            offset += static_cast<std::int64_t>(rest % tensor.shape[axis]) * tensor.strides[axis];
            rest /= tensor.shape[axis];
        }
        for (const std::uint64_t row : spread(tensor.shape[rowAxis], std::max<std::uint64_t>(2, rows / mostSlices))) {
            const std::byte* first = tensor.data + offset + static_cast<std::int64_t>(row) * tensor.strides[rowAxis];
            decode(first, tensor.strides[columnAxis], columns, tensor.element, tensor.order, numbers.data());
            visit(row, numbers);
        }
    }
}

double lowestOf(Element element)
{
    switch (element) {
    case Element::F64:
        return std::numeric_limits<double>::lowest();
    case Element::F16:
        return -65504.0;
    case Element::BF16:
        return -0x1.FEp127;
    case Element::F8E4M3:
        return -448.0;
    case Element::F8E5M2:
        return -57344.0;
    default:
        return static_cast<double>(std::numeric_limits<float>::lowest());
    }
}

/// Adds one row to what is known; rows without information only count.
void addRow(const std::vector<double>& numbers, double lowest, RowEvidence& evidence)
{
    double sum = 0, smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    bool masked = false, undefined = false;
    for (const double x : numbers) {
        undefined = undefined || std::isnan(x) || x == std::numeric_limits<double>::infinity();
        if (x <= lowest || undefined) {
            masked = masked || x <= lowest;
            continue;
        }
        sum += x;
        smallest = std::min(smallest, x);
        largest = std::max(largest, x);
    }
    ++evidence.sampled;
    if (masked)
        ++evidence.masked;
    if (undefined || smallest > largest || (smallest == 0 && largest == 0 && !masked))
        return;
    const bool first = evidence.informative++ == 0;
    evidence.smallest = first ? smallest : std::min(evidence.smallest, smallest);
    evidence.largest = first ? largest : std::max(evidence.largest, largest);
    evidence.largestSum = first ? sum : std::max(evidence.largestSum, sum);
    const bool inside = smallest >= 0 && largest <= 1 + evidence.tolerance;
    if (!masked && inside && std::abs(sum - 1) <= evidence.tolerance)
        ++evidence.normalised;
}

bool saysScores(NameRole name)
{
    return name == NameRole::Scores;
}

bool saysProbabilities(NameRole name)
{
    return name == NameRole::Probabilities || name == NameRole::Attention;
}

/// Values in [0, 1] whose rows mostly do not sum to 1: dropout, a sink outside the row, a window; or scores that happen
/// to lie there.
KindVerdict judgeUnitRange(const RowEvidence& evidence, NameRole name)
{
    const std::string share =
        std::to_string(evidence.normalised) + " of " + countText(evidence.informative, "sampled row");
    const std::string values = "values lie in [0, 1], but only " + share + " sum to 1";
    if (saysScores(name))
        return {Source::Scores, values + "; the name says scores"};
    if (saysProbabilities(name))
        return {Source::Probabilities, values + "; the name says weights"};
    if (evidence.largestSum <= 1 + evidence.tolerance)
        return {Source::Probabilities,
            values + " and none sums to more, as where keys were cut off or dropped, or a sink took the rest"};
    return {std::nullopt, values};
}

/// Which keys of a row have weight; false where none has or the row is undefined. A row that a writer filled with the
/// lowest number of the format is one without keys.
bool findWeighty(const std::vector<double>& numbers, Source measure, double lowest, std::vector<bool>& weighty)
{
    // A weight e^-800 times the largest is 0 in double: so is the weight of any usual mask fill.
    constexpr double vanishing = 800;
    const double largest = *std::max_element(numbers.begin(), numbers.end());
    const bool none = measure == Source::Probabilities ? largest == 0 : largest <= lowest || std::isinf(largest);
    if (none || std::any_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); }))
        return false;
    weighty.resize(numbers.size());
    std::transform(numbers.begin(), numbers.end(), weighty.begin(),
        [&](double x) { return measure == Source::Probabilities ? x != 0 : x >= largest - vanishing; });
    return true;
}

void addLeak(
    const std::vector<double>& numbers, std::size_t row, std::size_t allowed, Source measure, CausalEvidence& evidence)
{
    const auto above = numbers.begin() + static_cast<std::ptrdiff_t>(allowed);
    const double leak = measure == Source::Probabilities ? std::accumulate(above, numbers.end(), 0.0) : 0;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    ++evidence.leaking;
    evidence.uniform += *least == *most ? 1U : 0U;
    if (evidence.leaking > 1 && leak <= evidence.worstLeak)
        return;
    evidence.worstRow = row;
    evidence.worstLeak = leak;
}

}

RowEvidence sampleRows(const Tensor& tensor, std::size_t rowAxis, std::size_t columnAxis)
{
    const auto precision = precisionOf(tensor.element);
    RowEvidence evidence;
    const auto columns = static_cast<double>(tensor.shape[columnAxis]);
    evidence.tolerance = std::max(writersSum, 4 * precision.unitRoundoff + columns * precision.halfSmallest);
    const double lowest = lowestOf(tensor.element);
    forSampledRows(tensor, rowAxis, columnAxis,
        [&](std::uint64_t, const std::vector<double>& numbers) { addRow(numbers, lowest, evidence); });
    return evidence;
}

KindVerdict judgeKind(const RowEvidence& evidence, NameRole name)
{
    const std::string range = numberText(evidence.smallest) + " to " + numberText(evidence.largest);
    if (evidence.informative == 0) {
        const std::string none = "no sampled row holds a usable number";
        if (saysScores(name) || evidence.masked > 0)
            return {
                Source::Scores, none + (saysScores(name) ? "; the name says scores" : ", but some hold mask values")};
        if (saysProbabilities(name))
            return {Source::Probabilities, none + "; the name says weights"};
        return {std::nullopt, none};
    }
    if (evidence.masked > 0)
        return {Source::Scores, "rows hold -inf or the lowest number of the format: before softmax"};
    if (evidence.smallest < 0)
        return {Source::Scores, "values from " + range + ": negative ones exist only before softmax"};
    if (evidence.isUnitRange()) {
        if (2 * evidence.normalised >= evidence.informative)
            return {Source::Probabilities,
                evidence.normalised == evidence.informative ? "rows sum to 1"
                                                            : std::to_string(evidence.normalised) + " of "
                        + countText(evidence.informative, "sampled row") + " sum to 1"};
        return judgeUnitRange(evidence, name);
    }
    // Dropout zeroes weights and scales up the rest, at a rate of 1/2 to twice its value.
    const bool likeDropout = evidence.normalised > 0 || evidence.largestSum <= 2 + evidence.tolerance;
    if (saysScores(name) || !likeDropout)
        return {Source::Scores, "values from " + range + ": beyond 1, so before softmax"};
    const std::string sums =
        "values from " + range + ", and no row sums to more than " + numberText(evidence.largestSum);
    if (saysProbabilities(name))
        return {Source::Probabilities, sums + ", as with dropout; the name says weights"};
    return {std::nullopt, sums};
}

CausalEvidence sampleCausality(const Tensor& tensor, const AxisMap& axes, Source measure)
{
    CausalEvidence evidence;
    const auto rows = static_cast<std::int64_t>(tensor.shape[axes.row]);
    const auto keys = static_cast<std::int64_t>(tensor.shape[axes.column]);
    const double lowest = lowestOf(tensor.element);
    std::vector<bool> weighty;
    forSampledRows(tensor, axes.row, axes.column, [&](std::uint64_t row, const std::vector<double>& numbers) {
        if (!findWeighty(numbers, measure, lowest, weighty))
            return;
        const auto own = static_cast<std::int64_t>(row) + 1;
        const auto allowed = static_cast<std::size_t>(std::clamp<std::int64_t>(own + keys - rows, 0, keys));
        const auto first =
            static_cast<std::size_t>(std::distance(weighty.begin(), std::find(weighty.begin(), weighty.end(), true)));
        evidence.reach = std::max(evidence.reach, allowed - std::min(allowed, first));
        if (allowed == numbers.size())
            return;
        ++evidence.rows;
        const auto anyFrom = [&weighty](std::int64_t begin) {
            return std::find(weighty.begin() + begin, weighty.end(), true) != weighty.end();
        };
        if (anyFrom(std::min(own, keys)))
            ++evidence.pastOwn;
        if (anyFrom(static_cast<std::int64_t>(allowed)))
            addLeak(numbers, row, allowed, measure, evidence);
    });
    return evidence;
}

WindowEvidence sampleWindow(const Tensor& tensor, const AxisMap& axes, Source measure, std::uint64_t window)
{
    WindowEvidence evidence;
    const auto rows = static_cast<std::int64_t>(tensor.shape[axes.row]);
    const auto keys = static_cast<std::int64_t>(tensor.shape[axes.column]);
    const double lowest = lowestOf(tensor.element);
    std::vector<bool> weighty;
    forSampledRows(tensor, axes.row, axes.column, [&](std::uint64_t row, const std::vector<double>& numbers) {
        const auto seen = std::clamp<std::int64_t>(static_cast<std::int64_t>(row) + 1 + keys - rows, 0, keys);
        const auto before = static_cast<std::uint64_t>(seen) > window ? seen - static_cast<std::int64_t>(window) : 0;
        if (!findWeighty(numbers, measure, lowest, weighty)
            || std::find(weighty.begin(), weighty.begin() + before, true) == weighty.begin() + before)
            return;
        const double leak =
            measure == Source::Probabilities ? std::accumulate(numbers.begin(), numbers.begin() + before, 0.0) : 0;
        if (evidence.leaking++ > 0 && leak <= evidence.worstLeak)
            return;
        evidence.worstRow = row;
        evidence.worstLeak = leak;
    });
    return evidence;
}

}
