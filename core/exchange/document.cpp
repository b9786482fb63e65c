// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/document.h"

namespace core {

std::string_view programVersion()
{
    return TAILMASS_VERSION;
}

std::string_view readingName(Reading reading)
{
    return reading == Reading::Stored ? "stored" : "rounded";
}

std::string_view precisionName(Precision precision)
{
    return precision == Precision::Screen ? "screen" : "proven";
}

void beginDocument(JsonWriter& json, const DocumentHeader& header)
{
    json.beginObject();
    json.text("schema", header.schema);
    json.beginObject("program", JsonWriter::Layout::Line);
    json.text("name", "tailmass");
    json.text("version", programVersion());
    json.endObject();
    json.beginObject("dump", JsonWriter::Layout::Line);
    json.text("path", header.dumpPath);
    if (header.sha256)
        json.text("sha256", *header.sha256);
    if (header.dumpSize)
        json.integer("size", *header.dumpSize);
    json.endObject();
    json.text("reading", readingName(header.reading));
    json.text("precision", precisionName(header.precision));
}

double middle(const Interval& interval)
{
    return interval.lower + (interval.upper - interval.lower) / 2;
}

}
