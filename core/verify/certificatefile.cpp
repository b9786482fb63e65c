// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/certificatefile.h"

#include <algorithm>
#include <charconv>
#include <new>

#include "files/mappedfile.h"
#include "files/strictjson.h"
#include "files/utf8.h"
#include "verify/strictobject.h"

namespace core {

namespace {

constexpr std::string_view schema = "tailmass.certificate/1";
constexpr std::size_t mostBytes = std::size_t{1} << 30;
constexpr JsonLimits limits{8, 50'000'000};

const std::vector<std::string> sourceNames{"probs", "scores", "qkv"};
const std::vector<std::string> readingNames{"stored", "rounded"};
const std::vector<std::string> scopeNames{"rows", "heads", "layers", "dump"};
const std::vector<std::string> statisticNames{"max", "mean", "p99"};
const std::vector<std::string> verdictNames{"certified", "not certified", "undecided"};

template <typename Word>
Word wordOf(StrictObject& object, const std::string& key, const std::vector<std::string>& names)
{
    return static_cast<Word>(object.word(key, names));
}

Element elementNamed(const std::string& name)
{
    for (int i = 0; i <= static_cast<int>(Element::Bool); ++i)
        if (nameOf(static_cast<Element>(i)) == name)
            return static_cast<Element>(i);
    throw RefusedCertificate{"the number format " + inQuotes(name) + " is not known"};
}

CertifiedTensor tensorOf(StrictObject object)
{
    CertifiedTensor tensor;
    tensor.name = object.text("name");
    tensor.element = elementNamed(object.text("dtype"));
    tensor.shape = object.wholes("shape");
    tensor.role = object.text("role");
    object.text("reason");
    std::vector<std::uint64_t> sizes;
    for (StrictObject& axis : object.objects("axes")) {
        tensor.axes.push_back(axis.text("role"));
        sizes.push_back(axis.whole("size"));
        if (axis.has("reason"))
            axis.text("reason");
        axis.end();
    }
    object.end();
    if (sizes != tensor.shape)
        throw RefusedCertificate{"shape and axes of the tensor " + inQuotes(tensor.name) + " contradict each other"};
    return tensor;
}

CertifiedHead headOf(StrictObject object)
{
    CertifiedHead head;
    head.group = object.text("group");
    head.layer = object.whole("layer");
    head.head = object.whole("head");
    head.item = object.whole("item");
    head.name = object.text("name");
    head.source = wordOf<CertifiedSource>(object, "source", sourceNames);
    head.rowCount = object.whole("n_query");
    head.keyCount = object.whole("n_key");
    head.tensor = object.text("tensor");
    if (object.has("tensor_layer"))
        head.tensorLayer = object.whole("tensor_layer");
    if (head.source == CertifiedSource::Factors) {
        head.keys = object.text("keys");
        if (object.has("keys_layer"))
            head.keysLayer = object.whole("keys_layer");
        head.kvHead = object.whole("kv_head");
        head.scale = object.number("scale");
    }
    head.causal = object.truth("causal");
    if (object.has("mask"))
        head.mask = object.text("mask");
    object.end();
    return head;
}

CertifiedCounts countsOf(StrictObject object)
{
    CertifiedCounts counts;
    counts.total = object.whole("total");
    counts.valid = object.whole("valid");
    counts.masked = object.whole("masked");
    counts.undefined = object.whole("nan");
    counts.zero = object.whole("zero");
    counts.notNormalised = object.whole("not_normalised");
    object.end();
    return counts;
}

Interval intervalOf(StrictObject& object, const std::string& key)
{
    return {object.number(key + "_lower"), object.number(key + "_upper")};
}

CertifiedDecision decisionOf(StrictObject object)
{
    CertifiedDecision decision;
    decision.unit = object.text("unit");
    decision.verdict = wordOf<CertifiedVerdict>(object, "verdict", verdictNames);
    decision.counts = countsOf(object.object("rows"));
    if (decision.counts.valid > 0) {
        CertifiedDecision::Numbers numbers;
        numbers.value = intervalOf(object, "value");
        numbers.max = intervalOf(object, "max");
        numbers.mean = intervalOf(object, "mean");
        numbers.p99 = intervalOf(object, "p99");
        StrictObject worst = object.object("worst_row");
        numbers.worst = {worst.text("group"), worst.text("head"), worst.whole("item"), worst.whole("row")};
        worst.end();
        numbers.rowsHolding = object.whole("rows_holding");
        numbers.saturated = object.whole("saturated");
        decision.numbers = numbers;
    }
    object.end();
    return decision;
}

/// The number that a text is, whole; else something that equals none.
template <typename Number>
std::optional<Number> parsed(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

void readRule(StrictObject& claim, CertificateFile& file)
{
    constexpr std::string_view topK = "topk:";
    file.rule = claim.text("rule");
    if (!file.rule.starts_with(topK))
        throw RefusedCertificate{"the rule " + inQuotes(file.rule) + " is none that can be recomputed; known: topk:K"};
    file.k = claim.whole("k");
    if (parsed<std::uint64_t>(std::string_view(file.rule).substr(topK.size())) != file.k || file.k == 0)
        throw RefusedCertificate{"claim.rule is " + inQuotes(file.rule) + ", but claim.k is " + std::to_string(file.k)};
}

void readClaim(StrictObject claim, CertificateFile& file)
{
    readRule(claim, file);
    file.epsilon = claim.number("epsilon");
    file.epsilonText = claim.text("epsilon_text");
    if (!(file.epsilon > 0) || parsed<double>(file.epsilonText) != file.epsilon)
        throw RefusedCertificate{"claim.epsilon and claim.epsilon_text contradict each other, or are not above 0"};
    file.scope = wordOf<CertifiedScope>(claim, "scope", scopeNames);
    file.statistic = wordOf<CertifiedStatistic>(claim, "statistic", statisticNames);
    file.reading = wordOf<CertifiedReading>(claim, "reading", readingNames);
    for (StrictObject& head : claim.objects("heads"))
        file.heads.push_back(headOf(std::move(head)));
    if (claim.has("rows"))
        file.rows = claim.wholes("rows");
    claim.end();
    if (file.heads.empty())
        throw RefusedCertificate{"it is about no head"};
    if (!std::is_sorted(file.rows.begin(), file.rows.end(), std::less_equal<>()))
        throw RefusedCertificate{"claim.rows does not rise"};
}

void checkReading(CertifiedReading stated, const CertificateFile& file)
{
    if (stated != file.reading)
        throw RefusedCertificate{"reading and claim.reading contradict each other"};
    const bool probabilities = std::all_of(file.heads.begin(), file.heads.end(),
        [](const CertifiedHead& head) { return head.source == CertifiedSource::Probabilities; });
    if (file.reading == CertifiedReading::Rounded && !probabilities)
        throw RefusedCertificate{"reading 'rounded' is of probabilities, and a head is computed from others"};
}

CertificateFile certificateOf(StrictObject document)
{
    CertificateFile file;
    document.word("schema", {std::string(schema)});
    StrictObject program = document.object("program");
    program.text("name");
    file.version = program.text("version");
    program.end();
    StrictObject dump = document.object("dump");
    file.dumpPath = dump.text("path");
    file.sha256 = dump.text("sha256");
    file.dumpSize = dump.whole("size");
    dump.end();
    const auto reading = wordOf<CertifiedReading>(document, "reading", readingNames);
    document.word("precision", {"proven"});
    file.created = document.text("created");
    file.verdict = wordOf<CertifiedVerdict>(document, "verdict", verdictNames);
    readClaim(document.object("claim"), file);
    checkReading(reading, file);
    file.counts = countsOf(document.object("rows"));
    for (StrictObject& tensor : document.objects("tensors"))
        file.tensors.push_back(tensorOf(std::move(tensor)));
    for (StrictObject& decision : document.objects("decisions"))
        file.decisions.push_back(decisionOf(std::move(decision)));
    file.limits = document.text("limits");
    document.end();
    return file;
}

Result<CertificateFile> read(const std::filesystem::path& path)
{
    const std::string label = "failed to read the certificate " + inQuotes(path.string());
    const auto refuse = [&](ErrorCode code, const std::string& reason) {
        return failure(code, label + ": " + reason, "Write it again with 'tailmass certify'.");
    };
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto bytes = (*file)->span();
    if (bytes.size() > mostBytes)
        return refuse(ErrorCode::TooLarge, "it is larger than 1 GiB");
    const auto json = parseStrictJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, limits);
    if (!(*file)->intact())
        return refuse(ErrorCode::FileChanged, "it changed while it was read");
    if (!json)
        return refuse(ErrorCode::Malformed, json.error());
    try {
        return certificateOf(StrictObject(*json, {}));
    } catch (const RefusedCertificate& refused) {
        return refuse(ErrorCode::Malformed, refused.reason);
    }
}

}

std::string_view nameOf(CertifiedSource source)
{
    return sourceNames[static_cast<std::size_t>(source)];
}

std::string_view nameOf(CertifiedReading reading)
{
    return readingNames[static_cast<std::size_t>(reading)];
}

std::string_view nameOf(CertifiedScope scope)
{
    return scopeNames[static_cast<std::size_t>(scope)];
}

std::string_view nameOf(CertifiedStatistic statistic)
{
    return statisticNames[static_cast<std::size_t>(statistic)];
}

std::string_view nameOf(CertifiedVerdict verdict)
{
    return verdictNames[static_cast<std::size_t>(verdict)];
}

std::string shortNameOf(const CertifiedHead& head)
{
    std::string name("L");
    name += std::to_string(head.layer);
    name += 'H';
    return name += std::to_string(head.head);
}

Result<CertificateFile> readCertificate(const std::filesystem::path& path)
{
    try {
        return read(path);
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory,
            "failed to read the certificate " + inQuotes(path.string()) + ": not enough memory");
    }
}

}
