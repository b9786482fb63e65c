// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/sidecar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "files/mappedfile.h"
#include "files/strictjson.h"
#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::json;

constexpr std::uint64_t largestSidecar = 64'000'000;
constexpr JsonLimits sidecarLimits{16, 4'000'000};

// Each taker sets one thing and tells whether the value fits.

bool takeText(const json& value, std::string& to)
{
    if (!value.is_string())
        return false;
    to = value.get<std::string>();
    return true;
}

bool takeTexts(const json& value, std::vector<std::string>& to)
{
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), [](const json& x) { return x.is_string(); }))
        return false;
    to = value.get<std::vector<std::string>>();
    return true;
}

bool takeTextLists(const json& value, std::vector<std::vector<std::string>>& to)
{
    if (!value.is_array())
        return false;
    std::vector<std::vector<std::string>> lists(value.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (!takeTexts(value[i], lists[i]))
            return false;
    }
    to = std::move(lists);
    return true;
}

bool takeNumbers(const json& value, std::vector<double>& to)
{
    const auto isNumber = [](const json& x) { return x.is_number() && std::isfinite(x.get<double>()); };
    if (isNumber(value))
        to = {value.get<double>()};
    else if (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), isNumber))
        to = value.get<std::vector<double>>();
    else
        return false;
    return true;
}

bool takeTruth(const json& value, std::optional<bool>& to)
{
    if (!value.is_boolean())
        return false;
    to = value.get<bool>();
    return true;
}

/// A number, a list by head, or a list by layer of either, with null where a layer has none.
bool takeSinks(const json& value, std::vector<std::vector<double>>& to)
{
    const bool byLayer =
        value.is_array() && std::any_of(value.begin(), value.end(), [](const json& x) { return x.is_array(); });
    const json layers = byLayer ? value : json::array({value});
    std::vector<std::vector<double>> sinks(layers.size());
    for (std::size_t i = 0; i < sinks.size(); ++i)
        if (!(byLayer && layers[i].is_null()) && !takeNumbers(layers[i], sinks[i]))
            return false;
    to = std::move(sinks);
    return true;
}

bool takeCount(const json& value, std::optional<std::uint64_t>& to)
{
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() == 0)
        return false;
    to = value.get<std::uint64_t>();
    return true;
}

bool takeWindows(const json& value, std::vector<std::optional<std::uint64_t>>& to)
{
    const json list = value.is_array() ? value : json::array({value});
    std::vector<std::optional<std::uint64_t>> windows(list.size());
    for (std::size_t i = 0; i < windows.size(); ++i)
        if (!list[i].is_null() && !takeCount(list[i], windows[i]))
            return false;
    to = std::move(windows);
    return !to.empty();
}

bool takeLayers(const json& value, std::vector<std::uint32_t>& to)
{
    const auto isLayer = [](const json& x) {
        return x.is_number_unsigned() && x.get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
    };
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), isLayer))
        return false;
    to = value.get<std::vector<std::uint32_t>>();
    return true;
}

bool takeKind(const json& value, std::optional<std::string>& to)
{
    std::string kind;
    if (!takeText(value, kind))
        return false;
    if (kind == "logits")
        kind = "scores";
    if (kind != "probs" && kind != "scores" && kind != "qkv")
        return false;
    to = kind;
    return true;
}

/// Fields of "stated" that are missing or null say nothing.
bool takeStated(const json& value, Stated& to)
{
    if (!value.is_object())
        return false;
    bool fits = true;
    const auto take = [&](const char* name, const auto& taker) {
        const auto field = value.find(name);
        if (field != value.end() && !field->is_null())
            fits = fits && taker(*field);
    };
    take("kind", [&](const json& x) { return takeKind(x, to.kind); });
    take("roles", [&](const json& x) { return takeText(x, to.roles.emplace()); });
    take("causal", [&](const json& x) { return takeTruth(x, to.causal); });
    take("scale", [&](const json& x) {
        std::vector<double> scales;
        const bool one = !x.is_array() && takeNumbers(x, scales);
        if (one)
            to.scale = scales.front();
        return one;
    });
    take("q_heads", [&](const json& x) { return takeCount(x, to.queryHeads); });
    take("kv_heads", [&](const json& x) { return takeCount(x, to.kvHeads); });
    take("mask", [&](const json& x) { return takeText(x, to.mask.emplace()); });
    take("group", [&](const json& x) { return takeText(x, to.group.emplace()); });
    return fits;
}

/// How metadata hold a key.
enum class Form {
    Json,
    Text, ///< as it is
    Term ///< as JSON; it changes scores, so that it is never passed over
};

struct Key
{
    const char* name;
    const char* expected;
    Form form;
    bool (*take)(const json&, Sidecar&);
};

// A later key overrides an earlier one.
constexpr std::array<Key, 19> keys{{
    {"tokens", "a list of strings", Form::Json,
        [](const json& x, Sidecar& to) { return takeTexts(x, to.queryTokens) && takeTexts(x, to.keyTokens); }},
    {"query_tokens", "a list of strings", Form::Json,
        [](const json& x, Sidecar& to) { return takeTexts(x, to.queryTokens); }},
    {"key_tokens", "a list of strings", Form::Json,
        [](const json& x, Sidecar& to) { return takeTexts(x, to.keyTokens); }},
    {"batch_tokens", "a list of lists of strings", Form::Json,
        [](const json& x, Sidecar& to) { return takeTextLists(x, to.itemTokens); }},
    {"group", "a string", Form::Text, [](const json& x, Sidecar& to) { return takeText(x, to.group.emplace()); }},
    {"causal", "true or false", Form::Json, [](const json& x, Sidecar& to) { return takeTruth(x, to.causal); }},
    {"scale", "a number or a list of numbers", Form::Term,
        [](const json& x, Sidecar& to) { return takeNumbers(x, to.scales); }},
    {"window", "a whole number above 0, or a list of these with null where all keys are seen", Form::Term,
        [](const json& x, Sidecar& to) { return takeWindows(x, to.windows); }},
    {"sink_logits",
        "a number, a list of numbers by head, or a list of such lists by layer with null where there are none",
        Form::Term, [](const json& x, Sidecar& to) { return takeSinks(x, to.sinkScores); }},
    {"softcap", "a number or a list of numbers", Form::Term,
        [](const json& x, Sidecar& to) { return takeNumbers(x, to.softCaps); }},
    {"rope_applied", "true or false", Form::Term,
        [](const json& x, Sidecar& to) { return takeTruth(x, to.positionsApplied); }},
    {"n_heads", "a whole number above 0", Form::Json,
        [](const json& x, Sidecar& to) { return takeCount(x, to.queryHeads); }},
    {"n_kv_heads", "a whole number above 0", Form::Json,
        [](const json& x, Sidecar& to) { return takeCount(x, to.kvHeads); }},
    {"layers", "a list of whole numbers", Form::Json,
        [](const json& x, Sidecar& to) { return takeLayers(x, to.layers); }},
    {"kind", "'probs', 'scores', 'logits' or 'qkv'", Form::Text,
        [](const json& x, Sidecar& to) { return takeKind(x, to.kind); }},
    {"stated", "an object of kind, roles, causal, scale, q_heads, kv_heads, mask and group", Form::Json,
        [](const json& x, Sidecar& to) { return takeStated(x, to.stated); }},
    {"model", "a string", Form::Text, [](const json& x, Sidecar& to) { return takeText(x, to.model); }},
    {"content", "a string", Form::Text, [](const json& x, Sidecar& to) { return takeText(x, to.note); }},
    {"note", "a string", Form::Text, [](const json& x, Sidecar& to) { return takeText(x, to.note); }},
}};

/// A value as metadata hold it; Python's str() of a truth value and of None is understood too. Nothing: no JSON.
std::optional<json> metadataValue(const Key& key, const std::string& text)
{
    if (key.form == Form::Text)
        return text;
    if (text == "True" || text == "False")
        return text == "True";
    if (text == "None")
        return json();
    const auto value = parseStrictJson(text, sidecarLimits);
    return value ? std::optional(*value) : std::nullopt;
}

/// Whether a sidecar has this key of a term.
bool states(const Sidecar& sidecar, const std::string& name)
{
    return (name == "scale" && !sidecar.scales.empty()) || (name == "window" && !sidecar.windows.empty())
        || (name == "sink_logits" && !sidecar.sinkScores.empty()) || (name == "softcap" && !sidecar.softCaps.empty())
        || (name == "rope_applied" && sidecar.positionsApplied);
}

}

std::filesystem::path sidecarPathOf(const std::filesystem::path& dump)
{
    auto name = dump.stem();
    name += ".tokens.json";
    return dump.parent_path() / name;
}

Result<Sidecar> parseSidecar(const FilePart& part)
{
    constexpr auto advice = "Correct it, or move it away: a dump opens without it too.";
    if (part.span.size() > largestSidecar)
        return part.failure(ErrorCode::TooLarge,
            fmt::format("it has {} bytes, more than {}", part.span.size(), largestSidecar), advice);
    const auto object = parseStrictJson(part.text(), sidecarLimits);
    if (!object)
        return part.failure(ErrorCode::Malformed, object.error(), advice);
    if (!object->is_object())
        return part.failure(ErrorCode::Malformed, "its JSON is no object", advice);
    Sidecar sidecar;
    for (const auto& key : keys) {
        const auto value = object->find(key.name);
        if (value != object->end() && !value->is_null() && !key.take(*value, sidecar))
            return part.failure(ErrorCode::Malformed, fmt::format("'{}' must be {}", key.name, key.expected), advice);
    }
    return sidecar;
}

Result<std::optional<Sidecar>> readSidecar(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path);
    if (!file && file.error().code == ErrorCode::NotFound)
        return std::nullopt;
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    auto sidecar = parseSidecar(part);
    if (!(*file)->intact())
        return part.failure(ErrorCode::FileChanged, "it changed while it was read", "Open the dump again.");
    if (!sidecar)
        return tl::unexpected(sidecar.error());
    sidecar->path = path.filename().string();
    return std::move(*sidecar);
}

std::optional<Sidecar> sidecarInMetadata(
    const std::map<std::string, std::string>& metadata, const std::string& fileName)
{
    Sidecar sidecar;
    bool found = false;
    for (const auto& key : keys) {
        const auto text = metadata.find(key.name);
        if (text == metadata.end())
            continue;
        const auto value = metadataValue(key, text->second);
        if (value && value->is_null())
            continue;
        Sidecar with = sidecar;
        if (value && key.take(*value, with))
            sidecar = std::move(with);
        else if (key.form == Form::Term)
            sidecar.unread.emplace_back(key.name);
        else
            continue;
        found = true;
    }
    if (!found)
        return std::nullopt;
    sidecar.path = "metadata of " + fileName;
    return sidecar;
}

Sidecar merged(Sidecar first, const Sidecar& second)
{
    const auto complete = [](auto& to, const auto& from) {
        if (to == std::decay_t<decltype(to)>{})
            to = from;
    };
    first.path += " and " + second.path;
    for (const std::string& name : second.unread)
        if (!states(first, name))
            first.unread.push_back(name);
    complete(first.queryTokens, second.queryTokens);
    complete(first.keyTokens, second.keyTokens);
    complete(first.itemTokens, second.itemTokens);
    complete(first.group, second.group);
    complete(first.causal, second.causal);
    complete(first.scales, second.scales);
    complete(first.windows, second.windows);
    complete(first.sinkScores, second.sinkScores);
    complete(first.softCaps, second.softCaps);
    complete(first.positionsApplied, second.positionsApplied);
    complete(first.queryHeads, second.queryHeads);
    complete(first.kvHeads, second.kvHeads);
    complete(first.layers, second.layers);
    complete(first.kind, second.kind);
    complete(first.stated, second.stated);
    complete(first.model, second.model);
    complete(first.note, second.note);
    return first;
}

}
