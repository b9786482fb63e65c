// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/conversion.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "conversion/readback.h"
#include "conversion/statements.h"
#include "conversion/storedtensors.h"
#include "conversion/tensorheader.h"
#include "exchange/document.h"

namespace core {

namespace {

tl::unexpected<Error> cannotConvert(const std::string& why, std::string advice = {})
{
    return failure(ErrorCode::BadRequest, "failed to convert: " + why, std::move(advice));
}

/// The same heads from every source that the dump has for them.
std::vector<HeadInfo> ofAllSources(const Capture& capture, const std::vector<HeadInfo>& heads)
{
    const auto anySource = [](HeadId id) {
        id.source = Source::Scores;
        return id;
    };
    std::set<HeadId> chosen;
    for (const HeadInfo& head : heads)
        chosen.insert(anySource(head.id));
    std::vector<HeadInfo> all = capture.heads();
    std::erase_if(all, [&](const HeadInfo& head) { return !chosen.contains(anySource(head.id)); });
    return all;
}

/// Leaves each layer the sources that its content comes from.
void keepSources(std::vector<LayerHeads>& layers, ConversionContent content)
{
    const auto keepOnly = [](LayerHeads& layer, Source source) {
        std::erase_if(layer.sources, [source](const SourceHeads& heads) { return heads.source() != source; });
    };
    for (LayerHeads& layer : layers) {
        if (content == ConversionContent::Factors)
            keepOnly(layer, Source::Factors);
        if (content == ConversionContent::Probabilities) {
            // Sources rise from probabilities to factors: the stored ones, else what the layer is read from.
            const bool stored = layer.sources.front().source() == Source::Probabilities;
            keepOnly(layer, stored ? Source::Probabilities : layer.sources.back().source());
        }
    }
    std::erase_if(layers, [](const LayerHeads& layer) { return layer.sources.empty(); });
}

Result<void> checkGroups(const std::vector<LayerHeads>& layers)
{
    const std::string* other = nullptr;
    for (const LayerHeads& layer : layers) {
        if (isNamedGroup(layer.group))
            continue;
        if (other != nullptr && *other != layer.group)
            return cannotConvert("one file cannot tell the groups '" + *other + "' and '" + layer.group + "' apart",
                "Choose one with --group.");
        other = &layer.group;
    }
    return {};
}

void append(std::vector<OutputTensor>& to, std::vector<OutputTensor> tensors)
{
    std::move(tensors.begin(), tensors.end(), std::back_inserter(to));
}

OutputTensor probabilitiesOf(const Capture& capture, const LayerHeads& layer, const SourceHeads& heads, Element element)
{
    const HeadInfo& first = heads.heads.front();
    OutputTensor tensor{layerPrefix(layer.group, layer.layer) + "probs", element,
        tensorShape(heads.items, heads.headCount(), first.rowCount, first.keyCount), {}};
    for (const HeadInfo& head : heads.heads)
        tensor.matrices.push_back(probabilityRows(capture, head, element));
    return tensor;
}

/// Tensors of one layer, and in `layer` what its heads are once they are written.
Result<std::vector<OutputTensor>> tensorsOf(const Capture& capture, LayerHeads& layer, const ConversionRequest& request)
{
    std::vector<OutputTensor> tensors;
    for (SourceHeads& heads : layer.sources) {
        const bool stored = request.content != ConversionContent::Probabilities
            || (heads.source() == Source::Probabilities && !request.element);
        if (!stored) {
            tensors.push_back(probabilitiesOf(capture, layer, heads, request.element.value_or(Element::F32)));
            for (HeadInfo& head : heads.heads) {
                head.id.source = Source::Probabilities;
                head.element = tensors.back().element;
                head.scale.reset();
                head.softCap.reset();
                head.sinkScore.reset();
            }
            continue;
        }
        auto rows = storedRows(capture, layer, heads);
        if (!rows)
            return rows;
        append(tensors, std::move(*rows));
    }
    if (request.content == ConversionContent::Probabilities)
        return tensors;
    auto values = storedValues(capture, layer);
    if (!values)
        return values;
    append(tensors, std::move(*values));
    return tensors;
}

/// Where numbers of several sizes follow each other, larger ones first keep all of them aligned.
void sortBySize(std::vector<OutputTensor>& tensors)
{
    std::stable_sort(tensors.begin(), tensors.end(),
        [](const OutputTensor& a, const OutputTensor& b) { return sizeOf(a.element) > sizeOf(b.element); });
}

void stateOrigin(const Capture& capture, Conversion& conversion)
{
    conversion.metadata["converted_from"] = capture.dump().path.filename().string();
    conversion.metadata["converted_by"] = "tailmass " + std::string(programVersion());
}

Result<Conversion> planKept(
    const Capture& capture, const std::vector<LayerHeads>& layers, const ConversionRequest& request)
{
    if (!request.rule)
        return cannotConvert("kept sets need a rule", "Add --rule, for example --rule topk:64.");
    auto preparer = RulePreparer::of(capture, *request.rule, request.sharing);
    if (!preparer)
        return tl::unexpected(preparer.error());
    const auto shared = std::make_shared<RulePreparer>(std::move(*preparer));
    Conversion conversion;
    conversion.ambiguous = std::make_shared<std::atomic<std::size_t>>(0);
    const bool fixed = budgetOf(*request.rule, 1).has_value();
    const KeptForm form = request.form.value_or(fixed ? KeptForm::Indices : KeptForm::Mask);
    if (form == KeptForm::Indices && !fixed)
        return cannotConvert("the rule '" + ruleText(*request.rule)
                + "' keeps another number of keys in each row, so that its indices have no fixed width",
            "Write a mask: --form mask.");
    for (const LayerHeads& layer : layers)
        for (const SourceHeads& heads : layer.sources) {
            const HeadInfo& first = heads.heads.front();
            const bool indices = form == KeptForm::Indices;
            const std::size_t columns = indices ? *budgetOf(*request.rule, first.keyCount) : first.keyCount;
            OutputTensor tensor{layerPrefix(layer.group, layer.layer) + (indices ? "indices" : "mask"),
                indices ? Element::I32 : Element::Bool,
                tensorShape(heads.items, heads.headCount(), first.rowCount, columns), {}};
            for (const HeadInfo& head : heads.heads)
                tensor.matrices.push_back(keptRows(capture, head, {shared, form, columns, conversion.ambiguous}));
            conversion.tensors.push_back(std::move(tensor));
        }
    conversion.metadata["rule"] = ruleText(*request.rule);
    if (request.sharing == RulePreparer::Sharing::KvGroup)
        conversion.metadata["share_kv"] = "true";
    return conversion;
}

Result<Conversion> planDump(const Capture& capture, std::vector<LayerHeads> layers, const ConversionRequest& request)
{
    Conversion conversion;
    for (LayerHeads& layer : layers) {
        auto tensors = tensorsOf(capture, layer, request);
        if (!tensors)
            return tl::unexpected(tensors.error());
        append(conversion.tensors, std::move(*tensors));
    }
    append(conversion.tensors, storedMasks(capture, layers));
    conversion.metadata = statementsOf(capture, layers);
    conversion.expected =
        expectedHeads(layers, request.content == ConversionContent::Probabilities ? Values::LeftOut : Values::Written);
    return conversion;
}

bool isNpy(const ConversionTarget& target)
{
    return target.path.extension() == ".npy";
}

Result<std::string> headerOf(const Conversion& conversion, const ConversionTarget& target)
{
    return isNpy(target) ? npyHeader(conversion.tensors.front())
                         : safetensorsHeader(conversion.tensors, conversion.metadata);
}

/// Devices and pipes take any size, and a folder that does not exist is told when the file is made.
Result<void> checkSpace(const std::filesystem::path& path, std::uint64_t size)
{
    std::error_code error;
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
        return {};
    const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    const auto space = std::filesystem::space(place.parent_path(), error);
    if (error || space.available >= size)
        return {};
    return failure(ErrorCode::CannotWrite,
        "failed to write '" + path.string() + "': it takes " + std::to_string(size) + " bytes, and its disk has "
            + std::to_string(space.available) + " left. Nothing was written.",
        "Choose fewer heads with --layer or --head, or another disk.");
}

}

Result<Conversion> planConversion(const Capture& capture, const ConversionRequest& request)
{
    auto layers = layersOf(request.otherSources ? ofAllSources(capture, request.heads) : request.heads);
    if (!layers)
        return tl::unexpected(layers.error());
    keepSources(*layers, request.content);
    if (layers->empty())
        return cannotConvert("the chosen heads have no Q and K", "'info' lists what a dump holds.");
    if (auto checked = checkGroups(*layers); !checked)
        return tl::unexpected(checked.error());
    auto conversion = request.content == ConversionContent::Kept ? planKept(capture, *layers, request)
                                                                 : planDump(capture, std::move(*layers), request);
    if (!conversion)
        return conversion;
    sortBySize(conversion->tensors);
    stateOrigin(capture, *conversion);
    return conversion;
}

Result<Conversion> asNpy(Conversion conversion)
{
    std::erase_if(
        conversion.tensors, [](const OutputTensor& tensor) { return tensor.name.ends_with("attention_mask"); });
    if (conversion.tensors.size() != 1) {
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(conversion.tensors.size(), 4); ++i)
            names += (i == 0 ? "" : ", ") + conversion.tensors[i].name;
        return cannotConvert("an .npy file holds one tensor, and there are " + std::to_string(conversion.tensors.size())
                + " (" + names + (conversion.tensors.size() > 4 ? " ..." : "") + ")",
            "Choose one with --layer, --source or --what, or write a .safetensors file.");
    }
    OutputTensor& tensor = conversion.tensors.front();
    if (tensor.matrices.size() == 1)
        tensor.shape.erase(tensor.shape.begin(), tensor.shape.end() - 2);
    conversion.expected.clear();
    return conversion;
}

Result<std::uint64_t> fileSizeOf(const Conversion& conversion, const ConversionTarget& target)
{
    const auto data = byteCountOf(conversion.tensors);
    if (!data)
        return data;
    const auto header = headerOf(conversion, target);
    if (!header)
        return tl::unexpected(header.error());
    return *data + header->size();
}

Result<void> writeConversion(const Conversion& conversion, const ConversionTarget& target, Work& work)
{
    const auto size = fileSizeOf(conversion, target);
    if (!size)
        return tl::unexpected(size.error());
    if (auto fits = checkSpace(target.path, *size); !fits)
        return fits;
    auto file = AtomicFile::create(target.path, target.existing);
    if (!file)
        return tl::unexpected(file.error());
    file->stream() << *headerOf(conversion, target);
    if (auto written = writeTensors(file->stream(), conversion.tensors, work); !written)
        return written;
    if (!conversion.expected.empty()) {
        const auto part = file->written();
        if (!part)
            return tl::unexpected(part.error());
        if (*part)
            if (auto same = checkReadBack(**part, target.path, conversion.expected); !same)
                return same;
    }
    return file->commit();
}

}
