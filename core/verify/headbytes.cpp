// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/headbytes.h"

#include <algorithm>
#include <cmath>

#include "files/utf8.h"

namespace core {

namespace {

struct Misfit
{
    std::string statement;
};

template <typename List>
auto named(const List& list, const std::string& name)
{
    return std::find_if(list.begin(), list.end(), [&](const auto& member) { return member.name == name; });
}

/// A tensor as claimed and as it lies in the dump.
struct Place
{
    const CertifiedTensor& claimed;
    const Tensor& stored;

    /// The axis of this role; nothing when there is none.
    std::optional<std::size_t> axis(const std::string& role) const
    {
        const auto found = std::find(claimed.axes.begin(), claimed.axes.end(), role);
        return found == claimed.axes.end() ? std::nullopt
                                           : std::optional(static_cast<std::size_t>(found - claimed.axes.begin()));
    }

    std::size_t needed(const std::string& role) const
    {
        if (const auto found = axis(role))
            return *found;
        throw Misfit{"the tensor " + inQuotes(claimed.name) + " has no axis '" + role + "'"};
    }

    std::uint64_t extent(const std::string& role) const
    {
        const auto found = axis(role);
        return found ? claimed.shape[*found] : 1;
    }

    /// Bytes from the start to `index` along the axis of this role.
    std::int64_t offset(const std::string& role, std::uint64_t index) const
    {
        if (index >= extent(role))
            throw Misfit{"the tensor " + inQuotes(claimed.name) + " has no " + role + " " + std::to_string(index)};
        const auto found = axis(role);
        return found ? static_cast<std::int64_t>(index) * stored.strides[*found] : 0;
    }

    StoredBlock block(const std::string& row, const std::string& column, std::int64_t offset) const
    {
        const std::size_t rows = needed(row);
        const std::size_t columns = needed(column);
        return {stored.data + offset, stored.element, stored.order, stored.strides[rows], stored.strides[columns],
            stored.shape[rows], stored.shape[columns]};
    }
};

class HeadFinder
{
public:
    HeadFinder(const CertifiedHead& head, const CertificateFile& certificate, const DumpFile& dump)
        : m_head(head)
        , m_certificate(certificate)
        , m_dump(dump)
    {
    }

    HeadBytes find() const
    {
        const bool factors = m_head.source == CertifiedSource::Factors;
        const Place rows = place(m_head.tensor, roleOfRows());
        HeadBytes bytes;
        bytes.rows = rows.block(factors ? "position" : "query", factors ? "dim" : "key",
            layerOffset(rows, m_head.tensorLayer) + rows.offset("item", m_head.item)
                + rows.offset("head", m_head.head));
        bytes.headCount = rows.extent("head");
        if (factors) {
            bytes.keys = keysFor(rows);
            bytes.headsPerKeys = bytes.headCount / place(m_head.keys, "K").extent("head");
        } else if (m_head.kvHeads > 0) {
            bytes.headsPerKeys = headsPerStatedKeys(bytes.headCount);
        }
        const std::uint64_t keys = factors ? bytes.keys->rows : bytes.rows.columns;
        if (bytes.rows.rows != m_head.rowCount || keys != m_head.keyCount)
            throw Misfit{"it has " + std::to_string(bytes.rows.rows) + " rows of " + std::to_string(keys) + " keys"};
        if (!m_head.mask.empty())
            bytes.exists = existing(keys);
        bytes.sinkScore = m_head.sinks.empty() ? m_head.sinkScore : storedSink(bytes.headCount);
        checkSharedSinks(bytes);
        checkName(rows);
        return bytes;
    }

private:
    std::string roleOfRows() const
    {
        switch (m_head.source) {
        case CertifiedSource::Probabilities:
            return "P";
        case CertifiedSource::Scores:
            return "S";
        case CertifiedSource::Factors:
            break;
        }
        return "Q";
    }

    Place place(const std::string& name, const std::string& role) const
    {
        const auto claimed = named(m_certificate.tensors, name);
        const auto stored = named(m_dump.tensors, name);
        if (claimed == m_certificate.tensors.end() || stored == m_dump.tensors.end())
            throw Misfit{"there is no tensor " + inQuotes(name)};
        if (claimed->role != role)
            throw Misfit{"the tensor " + inQuotes(name) + " is stated to be " + inQuotes(claimed->role) + ", where '"
                + role + "' is needed"};
        return {*claimed, *stored};
    }

    static std::int64_t layerOffset(const Place& place, std::optional<std::uint64_t> layer)
    {
        if (place.axis("layer").has_value() != layer.has_value())
            throw Misfit{"a place along the layer axis of " + inQuotes(place.claimed.name)
                + " is stated without such an axis, or missing"};
        return layer ? place.offset("layer", *layer) : 0;
    }

    std::uint64_t headsPerStatedKeys(std::uint64_t heads) const
    {
        if (heads % m_head.kvHeads != 0)
            throw Misfit{std::to_string(heads) + " heads cannot share the " + std::to_string(m_head.kvHeads)
                + " kv heads that are stated equally"};
        return heads / m_head.kvHeads;
    }

    /// Query head h uses kv head h / (query heads / kv heads).
    StoredBlock keysFor(const Place& queries) const
    {
        const Place keys = place(m_head.keys, "K");
        const std::uint64_t heads = queries.extent("head");
        const std::uint64_t kvHeads = keys.extent("head");
        if (heads % kvHeads != 0 || m_head.kvHead != m_head.head / (heads / kvHeads))
            throw Misfit{"kv head " + std::to_string(m_head.kvHead) + " is not what query head "
                + std::to_string(m_head.head) + " of " + std::to_string(heads) + " uses, with "
                + std::to_string(kvHeads) + " kv heads"};
        const StoredBlock block = keys.block("position", "dim",
            layerOffset(keys, m_head.keysLayer) + keys.offset("item", m_head.item)
                + keys.offset("head", m_head.kvHead));
        if (block.columns != queries.block("position", "dim", 0).columns)
            throw Misfit{"Q and K differ in dims"};
        return block;
    }

    std::vector<bool> existing(std::uint64_t keys) const
    {
        const Place mask = place(m_head.mask, "mask");
        const std::size_t axis = mask.needed("key");
        const std::int64_t start = mask.extent("item") == 1 ? 0 : mask.offset("item", m_head.item);
        if (mask.stored.shape[axis] != keys)
            throw Misfit{"the mask " + inQuotes(m_head.mask) + " is for another number of keys"};
        std::vector<bool> exists(keys);
        for (std::uint64_t key = 0; key < keys; ++key) {
            const double value =
                decode(mask.stored.data + start + static_cast<std::int64_t>(key) * mask.stored.strides[axis],
                    mask.stored.element, mask.stored.order);
            if (value != 0 && value != 1)
                throw Misfit{"the mask " + inQuotes(m_head.mask) + " holds numbers other than 0 and 1"};
            exists[key] = value == 1;
        }
        return exists;
    }

    double storedSink(std::uint64_t heads) const
    {
        const Place sinks = place(m_head.sinks, "sinks");
        if (sinks.extent("head") != heads)
            throw Misfit{"the tensor " + inQuotes(m_head.sinks) + " is for another number of heads"};
        const double score =
            decode(sinks.stored.data + sinks.offset("head", m_head.head), sinks.stored.element, sinks.stored.order);
        if (!std::isfinite(score))
            throw Misfit{"its sink's score is not finite"};
        return score;
    }

    /// Where a set is shared, scores that are stated are so for all heads that it is chosen for.
    void checkSharedSinks(const HeadBytes& bytes) const
    {
        if (!m_certificate.sharesKeys || bytes.headsPerKeys == 1 || !m_head.sinkScore) {
            if (!m_head.sharedSinkScores.empty())
                throw Misfit{"sinks of other heads are stated, and no set is shared"};
            return;
        }
        const auto& shared = m_head.sharedSinkScores;
        if (shared.size() != bytes.headsPerKeys || shared[m_head.head % bytes.headsPerKeys] != *m_head.sinkScore)
            throw Misfit{"its sink's score is not among those of the " + std::to_string(bytes.headsPerKeys)
                + " heads that share a set, in their order"};
    }

    void checkName(const Place& rows) const
    {
        std::string name = shortNameOf(m_head);
        if (rows.extent("item") > 1)
            name += " item " + std::to_string(m_head.item);
        if (m_head.name != name)
            throw Misfit{"it is " + name + " by layer, head and item"};
    }

    const CertifiedHead& m_head;
    const CertificateFile& m_certificate;
    const DumpFile& m_dump;
};

/// Which axes a tensor of a role has; those of one element may have none.
std::vector<std::string> axesOf(const std::string& role)
{
    if (role == "P" || role == "S")
        return {"query", "key"};
    if (role == "Q" || role == "K")
        return {"position", "dim"};
    if (role == "mask")
        return {"key"};
    if (role == "sinks")
        return {"head"};
    return {};
}

}

std::string faultOf(const CertifiedTensor& tensor, const DumpFile& dump)
{
    const auto stored = named(dump.tensors, tensor.name);
    if (stored == dump.tensors.end())
        return "the dump has no tensor " + inQuotes(tensor.name);
    if (stored->element != tensor.element || stored->shape != tensor.shape)
        return "the tensor " + inQuotes(tensor.name) + " has another number format or shape in the dump";
    const std::vector<std::string> main = axesOf(tensor.role);
    if (main.empty())
        return "the tensor " + inQuotes(tensor.name) + " has the role " + inQuotes(tensor.role)
            + ", which no row is computed from";
    for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
        const std::string& role = tensor.axes[axis];
        const bool outer = role == "layer" || role == "item" || role == "head";
        const bool single = role == "single" && tensor.shape[axis] == 1;
        const bool known = outer || single || std::find(main.begin(), main.end(), role) != main.end();
        if (!known || (!single && std::count(tensor.axes.begin(), tensor.axes.end(), role) != 1))
            return "axis " + std::to_string(axis) + " of the tensor " + inQuotes(tensor.name) + " cannot be "
                + inQuotes(role);
    }
    return {};
}

tl::expected<HeadBytes, std::string> bytesOf(
    const CertifiedHead& head, const CertificateFile& certificate, const DumpFile& dump)
{
    try {
        return HeadFinder(head, certificate, dump).find();
    } catch (const Misfit& misfit) {
        return tl::unexpected(inQuotes(head.name) + ": " + misfit.statement);
    }
}

tl::expected<std::vector<FoundHead>, std::string> headsThatShare(
    const CertifiedHead& head, const CertificateFile& certificate, const DumpFile& dump)
{
    const auto own = bytesOf(head, certificate, dump);
    if (!own)
        return tl::unexpected(own.error());
    std::vector<FoundHead> heads;
    for (std::uint64_t i = 0; i < own->headsPerKeys; ++i) {
        CertifiedHead other = head;
        other.head = head.head / own->headsPerKeys * own->headsPerKeys + i;
        if (!other.sharedSinkScores.empty())
            other.sinkScore = other.sharedSinkScores[i];
        other.name.replace(0, shortNameOf(head).size(), shortNameOf(other));
        auto bytes = bytesOf(other, certificate, dump);
        if (!bytes)
            return tl::unexpected(bytes.error());
        heads.push_back({std::move(other), std::move(*bytes)});
    }
    return heads;
}

}
