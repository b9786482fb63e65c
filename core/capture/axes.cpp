// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/axes.h"

#include <algorithm>

#include "capture/remedy.h"
#include "capture/text.h"

namespace core {
namespace {

std::string_view axisName(char letter)
{
    switch (letter) {
    case 'L':
        return "layer";
    case 'B':
        return "item";
    case 'H':
        return "head";
    case 'Q':
        return "query";
    case 'K':
        return "key";
    case 'P':
        return "position";
    default:
        return "dim";
    }
}

/// Names the axes of one tensor from the last to the first.
class AxisReader
{
public:
    AxisReader(const Tensor& tensor, Content content, const NameReading& name, const KnownSizes& known)
        : m_tensor(tensor)
        , m_content(content)
        , m_name(name)
        , m_known(known)
        , m_heads(known.queryHeads)
    {
        if (content == Content::KeysOrValues)
            m_heads.insert(m_heads.begin(), known.kvHeads.begin(), known.kvHeads.end());
        m_reading.names.assign(tensor.shape.size(), "single");
        m_reading.reasons.assign(tensor.shape.size(), "one element");
    }

    AxisReading read()
    {
        const std::size_t rank = m_tensor.shape.size();
        if (rank < 2)
            return refuse(rank == 0 ? "a single number" : "one axis; attention has at least two");
        std::vector<std::size_t> leading;
        for (std::size_t axis = 0; axis < rank; ++axis)
            leading.push_back(axis);
        if (m_content == Content::Rows)
            takeRowsAndKeys(leading);
        else
            takePositionsAndDims(leading);
        while (leading.size() > 2 && size(leading.front()) == 1)
            leading.erase(leading.begin());
        if (leading.size() > 2)
            return refuse(std::to_string(rank) + " axes, at most layer, batch, head and two more are understood");
        if (m_reading.fits())
            takeOuter(leading);
        return m_reading;
    }

private:
    std::uint64_t size(std::size_t axis) const { return m_tensor.shape[axis]; }
    const std::vector<KnownSize>& knownPositions() const
    {
        return m_content == Content::KeysOrValues ? m_known.keys : m_known.queries;
    }

    AxisReading refuse(const std::string& why)
    {
        m_reading.refusal = why;
        return m_reading;
    }

    void name(std::size_t axis, const std::string& what, const std::string& why)
    {
        m_reading.names[axis] = what;
        m_reading.reasons[axis] = why;
    }

    /// "8 heads = n_heads in the sidecar", or `otherwise`.
    std::string because(std::size_t axis, const std::string& noun, const std::vector<KnownSize>& known,
        const std::string& otherwise) const
    {
        const auto who = whoSays(known, size(axis));
        return countText(size(axis), noun) + (who ? " = " + *who : ": " + otherwise);
    }

    void setHead(std::size_t axis, const std::string& why)
    {
        m_reading.map.head = axis;
        name(axis, "head", why);
    }
    void setItem(std::size_t axis, const std::string& why)
    {
        m_reading.map.item = axis;
        name(axis, "item", why);
    }
    void setLayer(std::size_t axis, const std::string& why)
    {
        m_reading.map.layer = axis;
        name(axis, "layer", why);
    }

    void takeRowsAndKeys(std::vector<std::size_t>& leading)
    {
        m_reading.map.column = leading.back();
        leading.pop_back();
        m_reading.map.row = leading.back();
        leading.pop_back();
        name(m_reading.map.row, "query", because(m_reading.map.row, "row", m_known.queries, "last axis but one"));
        name(m_reading.map.column, "key", because(m_reading.map.column, "column", m_known.keys, "last axis"));
        if (!leading.empty())
            takeHeadOfRows(leading);
    }

    void takeHeadOfRows(std::vector<std::size_t>& leading)
    {
        const auto heads = [this](std::size_t axis) { return whoSays(m_known.queryHeads, size(axis)).has_value(); };
        const std::size_t last = leading.back();
        if (leading.size() == 1 && !heads(last) && !m_known.queryHeads.empty() && size(last) > 1) {
            if (whoSays(m_known.items, size(last)) || whoSays(m_known.layers, size(last)))
                return; // no head axis: an average or a single head, for several layers or items
        }
        if (leading.size() == 2 && size(last) == 1 && heads(leading.front()) && size(leading.front()) > 1) {
            setHead(leading.front(), because(leading.front(), "head", m_known.queryHeads, ""));
            leading.clear();
            return;
        }
        setHead(last, because(last, "head", m_known.queryHeads, "the axis before query and key"));
        leading.pop_back();
    }

    void takePositionsAndDims(std::vector<std::size_t>& leading)
    {
        m_reading.map.column = leading.back();
        name(leading.back(), "dim", countText(size(leading.back()), "dim") + ": last axis");
        leading.pop_back();
        const std::size_t second = leading.back();
        leading.pop_back();
        if (leading.empty())
            return takeSingleHead(second);
        const std::size_t first = leading.back();
        leading.pop_back();
        const auto headFirst = isHeadFirst(first, second);
        if (!headFirst) {
            needRoles(leading.size());
            return;
        }
        const std::size_t head = *headFirst ? first : second;
        const std::size_t position = *headFirst ? second : first;
        setHead(head, because(head, "head", m_heads, m_orderReason));
        m_reading.map.row = position;
        name(position, "position", because(position, "position", knownPositions(), m_orderReason));
    }

    void takeSingleHead(std::size_t position)
    {
        m_reading.map.row = position;
        name(position, "position", because(position, "position", knownPositions(), "the axis before dim"));
        if (!m_heads.empty() && m_heads.front().size > 1)
            refuse("two axes, but " + countText(m_heads.front().size, "head") + " (" + m_heads.front().from
                + "): heads are not told apart");
    }

    /// Whether the first of the two axes before dim counts heads; nothing when both ways fit.
    std::optional<bool> isHeadFirst(std::size_t first, std::size_t second)
    {
        const bool headFirst = whoSays(m_heads, size(first)) || whoSays(knownPositions(), size(second));
        const bool positionFirst = whoSays(m_heads, size(second)) || whoSays(knownPositions(), size(first));
        m_orderReason = "the other of head and position";
        if (headFirst != positionFirst)
            return headFirst;
        if (m_name.positionFirst) {
            m_orderReason = "the tool that gives such names has position before head";
            return false;
        }
        if (size(first) < size(second)) {
            m_orderReason = "taken so because heads are fewer than positions";
            return true;
        }
        return std::nullopt;
    }

    void needRoles(std::size_t leading)
    {
        const std::string before = std::string("LB").substr(leading == 1 ? 1 : 0, std::min<std::size_t>(leading, 2));
        const std::string both = "'" + m_tensor.name + "' (" + shapeText(m_tensor.shape) + ")";
        m_reading.needs.push_back("--roles " + before + "HPD: if heads come before positions in " + both);
        m_reading.needs.push_back("--roles " + before + "PHD: if positions come before heads in " + both);
    }

    void takeOuter(const std::vector<std::size_t>& outer)
    {
        std::vector<std::size_t> open;
        for (const std::size_t axis : outer)
            if (size(axis) > 1)
                open.push_back(axis);
        if (open.size() == 2)
            takeLayerAndItem(open[0], open[1]);
        else if (open.size() == 1)
            takeLayerOrItem(open[0], outer);
    }

    void takeLayerAndItem(std::size_t first, std::size_t second)
    {
        if (m_name.layer) {
            refuse("its name gives one layer, but two axes are left for layer and batch");
            return;
        }
        const bool layerFirst = whoSays(m_known.layers, size(first)) || whoSays(m_known.items, size(second));
        const bool itemFirst = whoSays(m_known.items, size(first)) || whoSays(m_known.layers, size(second));
        if (layerFirst == itemFirst) {
            needOrderOfLayerAndItem();
            return;
        }
        const std::size_t layer = layerFirst ? first : second;
        const std::size_t item = layerFirst ? second : first;
        setLayer(layer, because(layer, "layer", m_known.layers, "the other of layer and batch"));
        setItem(item, because(item, "item", m_known.items, "the other of layer and batch"));
    }

    void takeLayerOrItem(std::size_t axis, const std::vector<std::size_t>& outer)
    {
        const auto layers = whoSays(m_known.layers, size(axis));
        const auto items = whoSays(m_known.items, size(axis));
        if (m_name.layer)
            setItem(axis, because(axis, "item", m_known.items, "the name gives the layer, so this is the batch"));
        else if (layers.has_value() != items.has_value() && layers)
            setLayer(axis, countText(size(axis), "layer") + " = " + *layers);
        else if (layers.has_value() != items.has_value())
            setItem(axis, countText(size(axis), "item") + " = " + *items);
        else if (outer.size() == 2 && axis == outer.front())
            setLayer(axis, countText(size(axis), "layer") + ": before a batch of one");
        else
            needLayerOrItem(outer.size());
    }

    /// The letters behind those of layer and batch.
    std::string innerLetters() const
    {
        if (m_content == Content::Rows)
            return m_reading.map.head ? "HQK" : "QK";
        if (!m_reading.map.head)
            return "PD";
        return *m_reading.map.head < m_reading.map.row ? "HPD" : "PHD";
    }

    /// A stack of layers begins with layer and batch, the output of protein models with batch and layer.
    void needOrderOfLayerAndItem()
    {
        const std::string what = "the first axis of '" + m_tensor.name + "' (" + shapeText(m_tensor.shape) + ")";
        m_reading.needs.push_back(
            "--roles LB" + innerLetters() + ": if " + what + " counts layers and the next items of a batch");
        m_reading.needs.push_back("--roles BL" + innerLetters() + ": if " + what
            + " counts items of a batch and the next layers" + orSaveDifferently());
    }

    /// Where neither reading may be meant.
    std::string orSaveDifferently() const
    {
        const std::string remedy = m_content == Content::Rows ? remedyOf(m_tensor, m_name) : "";
        return remedy.empty() ? "" : "; " + remedy + " instead";
    }

    void needLayerOrItem(std::size_t outer)
    {
        const std::string rest = innerLetters();
        const std::string what = "'" + m_tensor.name + "' (" + shapeText(m_tensor.shape) + ")";
        m_reading.needs.push_back("--roles " + std::string(outer == 2 ? "B" : "") + "L" + rest
            + ": if the axis before heads in " + what + " counts layers");
        m_reading.needs.push_back("--roles " + std::string(outer == 2 ? "L" : "") + "B" + rest
            + ": if the axis before heads in " + what + " counts items of a batch" + orSaveDifferently());
    }

    const Tensor& m_tensor;
    Content m_content;
    const NameReading& m_name;
    const KnownSizes& m_known;
    std::vector<KnownSize> m_heads;
    AxisReading m_reading;
    std::string m_orderReason;
};

}

AxisReading readAxes(const Tensor& tensor, Content content, const NameReading& name, const KnownSizes& known)
{
    return AxisReader(tensor, content, name, known).read();
}

std::optional<AxisReading> statedAxes(const Tensor& tensor, Content content, const std::string& letters)
{
    const std::size_t rank = tensor.shape.size();
    const bool rows = letters.find('Q') != std::string::npos;
    if (rows != (content == Content::Rows) || rank < letters.size())
        return std::nullopt;
    const std::size_t skipped = rank - letters.size();
    if (std::any_of(tensor.shape.begin(), tensor.shape.begin() + static_cast<std::ptrdiff_t>(skipped),
            [](std::uint64_t extent) { return extent != 1; }))
        return std::nullopt;
    AxisReading reading;
    reading.names.assign(skipped, "single");
    reading.reasons.assign(skipped, "one element");
    for (std::size_t axis = skipped; axis < rank; ++axis) {
        const char letter = letters[axis - skipped];
        switch (letter) {
        case 'L':
            reading.map.layer = axis;
            break;
        case 'B':
            reading.map.item = axis;
            break;
        case 'H':
            reading.map.head = axis;
            break;
        case 'Q':
        case 'P':
            reading.map.row = axis;
            break;
        default:
            reading.map.column = axis;
        }
        reading.names.emplace_back(axisName(letter));
        reading.reasons.emplace_back("stated by hint");
    }
    return reading;
}

}
