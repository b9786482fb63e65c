// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/rawoptions.h"

#include <utility>

namespace app {

namespace {

template <typename Value>
using Names = std::initializer_list<std::pair<const char*, Value>>;

template <typename Value>
core::Result<Value> named(std::string_view option, const std::string& text, Names<Value> names)
{
    std::string list;
    for (const auto& [name, value] : names) {
        if (text == name)
            return value;
        list += (list.empty() ? "" : ", ") + std::string(name);
    }
    return core::failure(core::ErrorCode::BadRequest,
        "failed to read '" + std::string(option) + " " + text + "': expected one of " + list);
}

/// Reads one value after the other; the first failure is kept and stops the rest.
class Reader
{
public:
    /// Puts what `read()` gives into `place` unless `text` is empty.
    template <typename Place, typename Read>
    void take(const std::string& text, Place& place, Read read)
    {
        if (text.empty() || m_error)
            return;
        auto value = read();
        if (value)
            place = std::move(*value);
        else
            m_error = value.error();
    }

    const std::optional<core::Error>& error() const { return m_error; }

private:
    std::optional<core::Error> m_error;
};

core::Result<core::Source> sourceNamed(std::string_view option, const std::string& text)
{
    return named<core::Source>(option, text,
        {{"probs", core::Source::Probabilities}, {"scores", core::Source::Scores}, {"qkv", core::Source::Factors}});
}

/// "log:1.04" or "all".
core::Result<core::KGrid> gridOf(const std::string& text)
{
    if (text == "all")
        return core::KGrid{0};
    if (text.starts_with("log:"))
        if (const auto ratio = parseNumber("--k-grid", text.substr(4)); ratio && *ratio > 1)
            return core::KGrid{*ratio};
    return core::failure(core::ErrorCode::BadRequest,
        "failed to read '--k-grid " + text + "': expected all, or log: and a number above 1, as in log:1.04");
}

core::Result<double> deltaOf(const std::string& text)
{
    auto delta = parseNumber("--delta", text);
    if (delta && *delta < 0)
        return core::failure(
            core::ErrorCode::BadRequest, "failed to read '--delta " + text + "': expected a number from 0 up");
    return delta;
}

/// The name of a backend that this build has.
core::Result<std::string> backendNamed(const std::string& text)
{
    const auto here =
        named<bool>("--backend", text, {{"auto", true}, {"reference", true}, {"cpu", false}, {"vulkan", false}});
    if (!here)
        return tl::unexpected(here.error());
    if (!*here)
        return core::failure(core::ErrorCode::Unsupported,
            "failed to use the backend '" + text + "': this build has no such backend", "Use auto or reference.");
    return text;
}

void readSelection(Reader& reader, const RawOptions& raw, Selection& selection)
{
    reader.take(raw.group, selection.group, [&] { return core::Result<std::string>(raw.group); });
    reader.take(raw.layer, selection.layers, [&] { return parseRanges("--layer", raw.layer); });
    reader.take(raw.head, selection.heads, [&] { return parseHeads("--head", raw.head); });
    reader.take(raw.item, selection.items, [&] { return parseRanges("--item", raw.item); });
    reader.take(raw.row, selection.rows, [&] { return parseRanges("--row", raw.row); });
    reader.take(raw.source, selection.source, [&] { return sourceNamed("--source", raw.source); });
}

void readHints(Reader& reader, const RawOptions& raw, core::Hints& hints)
{
    reader.take(raw.kind, hints.kind, [&] { return sourceNamed("--kind", raw.kind); });
    reader.take(raw.roles, hints.roles, [&] { return core::Result<std::string>(raw.roles); });
    reader.take(raw.causal, hints.causal, [&] {
        return named<bool>("--causal", raw.causal, {{"yes", true}, {"no", false}});
    });
    reader.take(raw.scale, hints.scale, [&] { return parseNumber("--scale", raw.scale); });
    reader.take(raw.queryHeads, hints.queryHeads, [&] { return parseCount("--q-heads", raw.queryHeads); });
    reader.take(raw.kvHeads, hints.kvHeads, [&] { return parseCount("--kv-heads", raw.kvHeads); });
    reader.take(raw.group, hints.group, [&] { return core::Result<std::string>(raw.group); });
    reader.take(raw.mask, hints.mask, [&] { return core::Result<std::string>(raw.mask); });
}

void readComputing(Reader& reader, const RawOptions& raw, Options& options)
{
    std::string backend;
    reader.take(raw.backend, backend, [&] { return backendNamed(raw.backend); });
    reader.take(raw.threads, options.threads, [&] { return parseCount("--threads", raw.threads); });
    reader.take(raw.precision, options.precision, [&] {
        return named<core::Precision>(
            "--precision", raw.precision, {{"screen", core::Precision::Screen}, {"proven", core::Precision::Proven}});
    });
    reader.take(raw.reading, options.reading, [&] {
        return named<core::Reading>(
            "--reading", raw.reading, {{"stored", core::Reading::Stored}, {"rounded", core::Reading::Rounded}});
    });
}

/// Error: the text of an option that says nothing without --search.
core::Result<std::size_t> searchCount(std::string_view option, const std::string& text, const RawOptions& raw)
{
    if (raw.search.empty())
        return core::failure(core::ErrorCode::BadRequest,
            "failed to read '" + std::string(option) + " " + text + "': it belongs to --search, which is not given");
    return parseCount(option, text);
}

void readSearch(Reader& reader, const RawOptions& raw, Options& options)
{
    reader.take(raw.search, options.search, [&] { return core::parseSearchMethods(raw.search); });
    reader.take(
        raw.searchBlock, options.searchBlock, [&] { return searchCount("--search-block", raw.searchBlock, raw); });
    reader.take(raw.searchRows, options.searchRows, [&] { return searchCount("--search-rows", raw.searchRows, raw); });
}

void readQuestions(Reader& reader, const RawOptions& raw, Options& options)
{
    reader.take(raw.rule, options.rule, [&] { return core::parseRule(raw.rule); });
    reader.take(raw.epsilon, options.epsilons, [&] { return parseEpsilons("--epsilon", raw.epsilon); });
    reader.take(raw.k, options.ks, [&] { return parseCounts("--k", raw.k); });
    reader.take(raw.grid, options.grid, [&] { return gridOf(raw.grid); });
    reader.take(raw.sampleRows, options.sampleRows, [&] { return parseCount("--sample-rows", raw.sampleRows); });
    readSearch(reader, raw, options);
    reader.take(raw.top, options.top, [&] { return parseCount("--top", raw.top); });
    reader.take(raw.delta, options.delta, [&] { return deltaOf(raw.delta); });
    reader.take(raw.scope, options.scope, [&] {
        return named<core::Scope>("--scope", raw.scope,
            {{"rows", core::Scope::Rows}, {"heads", core::Scope::Heads}, {"layers", core::Scope::Layers},
                {"dump", core::Scope::Dump}});
    });
    reader.take(raw.statistic, options.statistic, [&] {
        return named<core::Statistic>("--statistic", raw.statistic,
            {{"max", core::Statistic::Max}, {"mean", core::Statistic::Mean}, {"p99", core::Statistic::P99}});
    });
}

void readConversion(Reader& reader, const RawOptions& raw, Options& options)
{
    using core::ConversionContent;
    reader.take(raw.content, options.content, [&] {
        return named<ConversionContent>("--what", raw.content,
            {{"probs", ConversionContent::Probabilities}, {"qkv", ConversionContent::Factors},
                {"kept", ConversionContent::Kept}});
    });
    reader.take(raw.element, options.element, [&] {
        return named<core::Element>("--dtype", raw.element, {{"f32", core::Element::F32}, {"f64", core::Element::F64}});
    });
    reader.take(raw.keptForm, options.keptForm, [&] {
        return named<core::KeptForm>(
            "--form", raw.keptForm, {{"indices", core::KeptForm::Indices}, {"mask", core::KeptForm::Mask}});
    });
}

}

core::Result<Options> readOptions(const RawOptions& raw)
{
    Options options;
    Reader reader;
    options.file = raw.file;
    options.certificates.assign(raw.certificates.begin(), raw.certificates.end());
    if (!raw.certificate.empty())
        options.certificates.emplace_back(raw.certificate);
    options.dumps.assign(raw.dumps.begin(), raw.dumps.end());
    readSelection(reader, raw, options.selection);
    readHints(reader, raw, options.hints);
    readComputing(reader, raw, options);
    readQuestions(reader, raw, options);
    readConversion(reader, raw, options);
    reader.take(raw.headA, options.headA, [&] { return parseSourcedHead("--a", raw.headA); });
    reader.take(raw.headB, options.headB, [&] { return parseSourcedHead("--b", raw.headB); });
    options.with = raw.with;
    options.epsilonText = raw.epsilon;
    options.curves = raw.curves;
    options.output = {raw.output, raw.replace, raw.json};
    options.chatter = raw.verbose ? Chatter::Verbose : raw.quiet ? Chatter::Quiet : Chatter::Normal;
    options.log = raw.log;
    options.devices = raw.devices;
    options.remember = raw.remember;
    options.outputError = raw.outputError;
    if (raw.shareKv)
        options.sharing = core::RulePreparer::Sharing::KvGroup;
    if (raw.shareKv && raw.rule.empty())
        return core::failure(
            core::ErrorCode::BadRequest, "failed to read '--share-kv': it needs a rule to share", "Add --rule topk:K.");
    if (reader.error())
        return tl::unexpected(*reader.error());
    return options;
}

}
