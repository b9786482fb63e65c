// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/certificateobject.h"

#include <algorithm>
#include <charconv>

#include "files/utf8.h"

namespace core {

namespace {

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

void readSink(StrictObject& object, CertifiedHead& head)
{
    if (object.has("sinks"))
        head.sinks = object.text("sinks");
    if (object.has("sink_logit"))
        head.sinkScore = object.number("sink_logit");
    if (object.has("shared_sink_logits"))
        head.sharedSinkScores = object.numbers("shared_sink_logits");
    const bool fromTensor = !head.sinks.empty();
    if ((fromTensor && head.sinkScore) || (!head.sinkScore && !head.sharedSinkScores.empty()))
        throw RefusedCertificate{
            "what is stated of the sink of the head " + inQuotes(head.name) + " contradicts itself"};
    if ((fromTensor || head.sinkScore) && head.source == CertifiedSource::Probabilities)
        throw RefusedCertificate{"the head " + inQuotes(head.name) + " has a sink, and rows of stored probabilities"};
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
        if (object.has("softcap")) {
            head.softCap = object.number("softcap");
            if (!(head.softCap > 0))
                throw RefusedCertificate{"'softcap' of the head " + inQuotes(head.name) + " is not above 0"};
        }
    } else if (object.has("kv_heads")) {
        head.kvHeads = object.whole("kv_heads");
        if (head.kvHeads == 0)
            throw RefusedCertificate{"'kv_heads' of the head " + inQuotes(head.name) + " is stated as 0"};
    }
    head.causal = object.truth("causal");
    if (object.has("window")) {
        head.window = object.whole("window");
        if (head.window == 0 || !head.causal)
            throw RefusedCertificate{
                "'window' of the head " + inQuotes(head.name) + " is stated as 0, or of rows that are not causal"};
    }
    readSink(object, head);
    if (object.has("mask")) {
        head.mask = object.text("mask");
        head.masksQueries = object.truth("mask_queries");
        if (head.masksQueries && head.rowCount != head.keyCount)
            throw RefusedCertificate{"'mask_queries' of the head " + inQuotes(head.name)
                + " is stated, although it has other queries than keys"};
    }
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

/// A number of rows, absent where it is 0.
std::uint64_t rowsOf(StrictObject& object, const std::string& key)
{
    if (!object.has(key))
        return 0;
    const std::uint64_t rows = object.whole(key);
    if (rows == 0)
        throw RefusedCertificate{"the number of rows " + inQuotes(key) + " is stated as 0"};
    return rows;
}

CertifiedDecision decisionOf(StrictObject object)
{
    CertifiedDecision decision;
    decision.unit = object.text("unit");
    decision.verdict = verdictOf(object);
    decision.counts = countsOf(object.object("rows"));
    if (decision.counts.valid > 0) {
        CertifiedDecision::Numbers numbers;
        numbers.value = intervalOf(object, "value");
        numbers.max = intervalOf(object, "max");
        numbers.mean = intervalOf(object, "mean");
        numbers.p99 = intervalOf(object, "p99");
        numbers.worst = rowOf(object.object("worst_row"));
        numbers.rowsHolding = object.whole("rows_holding");
        numbers.saturated = object.whole("saturated");
        numbers.empty = rowsOf(object, "empty");
        numbers.ambiguous = rowsOf(object, "ambiguous");
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

void readRule(StrictObject& claim, CertifiedClaim& file)
{
    file.rule = claim.text("rule");
    const auto rule = keptRuleOf(file.rule);
    if (!rule)
        throw RefusedCertificate{"the rule " + inQuotes(file.rule)
            + " is none that can be recomputed; known: topk:K, topp:P, threshold:T, window:W+A, topk:K+window:W+A, "
              "block:QxM:topB, mask:FILE"};
    file.keeps = *rule;
    const auto* best = std::get_if<KeepsBest>(&file.keeps);
    if (best != nullptr && claim.whole("k") != best->count)
        throw RefusedCertificate{"claim.rule is " + inQuotes(file.rule) + ", but claim.k is another number"};
    if (std::holds_alternative<KeepsMarked>(file.keeps)) {
        StrictObject mask = claim.object("mask_file");
        file.maskFile = {mask.text("path"), mask.text("sha256")};
        mask.end();
    }
    file.sharesKeys = claim.has("share_kv");
    const bool mayShare = best != nullptr || std::holds_alternative<KeepsWindowAndBest>(file.keeps);
    if (file.sharesKeys && !(claim.truth("share_kv") && mayShare))
        throw RefusedCertificate{"claim.share_kv does not fit the rule " + inQuotes(file.rule)};
}

/// Q and K tell by themselves which heads share one of K; of stored numbers it has to be said, and only for this.
void checkSharing(const CertificateFile& file)
{
    const auto stated = [](const CertifiedHead& head) { return head.kvHeads > 0; };
    const auto told = [&](const CertifiedHead& head) {
        return stated(head) || head.source == CertifiedSource::Factors;
    };
    if (file.sharesKeys && std::none_of(file.heads.begin(), file.heads.end(), told))
        throw RefusedCertificate{"claim.share_kv: of no head it is stated how many heads of K there are ('kv_heads')"};
    if (!file.sharesKeys && std::any_of(file.heads.begin(), file.heads.end(), stated))
        throw RefusedCertificate{"'kv_heads' of a head is stated, but claim.share_kv is not"};
    const auto sharesSinks = [](const CertifiedHead& head) { return !head.sharedSinkScores.empty(); };
    if (!file.sharesKeys && std::any_of(file.heads.begin(), file.heads.end(), sharesSinks))
        throw RefusedCertificate{"'shared_sink_logits' of a head is stated, but claim.share_kv is not"};
}

void readWholeClaim(StrictObject claim, CertificateFile& file)
{
    readClaim(claim, file);
    for (StrictObject& head : claim.objects("heads"))
        file.heads.push_back(headOf(std::move(head)));
    if (claim.has("rows"))
        file.rows = claim.wholes("rows");
    claim.end();
    if (file.heads.empty())
        throw RefusedCertificate{"it is about no head"};
    checkSharing(file);
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

}

CertificateFile certificateOf(StrictObject document)
{
    CertificateFile file;
    document.word("schema", {std::string(certificateSchema)});
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
    file.verdict = verdictOf(document);
    readWholeClaim(document.object("claim"), file);
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

void readClaim(StrictObject& claim, CertifiedClaim& to)
{
    readRule(claim, to);
    to.epsilon = claim.number("epsilon");
    to.epsilonText = claim.text("epsilon_text");
    if (!(to.epsilon > 0) || parsed<double>(to.epsilonText) != to.epsilon)
        throw RefusedCertificate{"claim.epsilon and claim.epsilon_text contradict each other, or are not above 0"};
    to.scope = wordOf<CertifiedScope>(claim, "scope", scopeNames);
    to.statistic = wordOf<CertifiedStatistic>(claim, "statistic", statisticNames);
    to.reading = wordOf<CertifiedReading>(claim, "reading", readingNames);
}

Interval intervalOf(StrictObject& object, const std::string& key)
{
    return {object.number(key + "_lower"), object.number(key + "_upper")};
}

CertifiedRow rowOf(StrictObject object)
{
    CertifiedRow row{object.text("group"), object.text("head"), object.whole("item"), object.whole("row")};
    object.end();
    return row;
}

CertifiedVerdict verdictOf(StrictObject& object)
{
    return wordOf<CertifiedVerdict>(object, "verdict", verdictNames);
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

}
