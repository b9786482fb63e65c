// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/spectrumdocument.h"

namespace core {

namespace {

void writeNumbers(JsonWriter& json, std::string_view key, const std::vector<double>& numbers)
{
    json.beginList(key, JsonWriter::Layout::Line);
    for (const double x : numbers)
        json.number(x);
    json.endList();
}

}

void writeSpectrumDocument(
    JsonWriter& json, const DocumentHeader& header, const HeadInfo& head, const Spectrum& spectrum)
{
    beginDocument(json, header);
    writeHeadName(json, head);
    json.integer("n_query", head.rowCount);
    json.integer("n_key", head.keyCount);
    writeNumbers(json, "singular_values", spectrum.values);
    writeNumbers(json, "residuals", spectrum.residuals);
    json.number("frobenius", spectrum.frobenius);
    json.number("stable_rank", spectrum.stableRank);
    if (spectrum.complete) {
        json.number("effective_rank", spectrum.effectiveRank);
        json.number("participation_ratio", spectrum.participationRatio);
    }
    json.endObject();
}

}
