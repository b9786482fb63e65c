// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/dumpmembers.h"

namespace core {

namespace {

void writeAxes(JsonWriter& json, const Tensor& tensor, const TensorReading& reading)
{
    json.beginList("axes");
    for (std::size_t axis = 0; axis < reading.axes.size(); ++axis) {
        json.beginObject(JsonWriter::Layout::Line);
        json.text("role", reading.axes[axis]);
        if (axis < tensor.shape.size())
            json.integer("size", tensor.shape[axis]);
        if (axis < reading.axisReasons.size() && !reading.axisReasons[axis].empty())
            json.text("reason", reading.axisReasons[axis]);
        json.endObject();
    }
    json.endList();
}

void writeMember(JsonWriter& json, const Tensor& tensor, const TensorReading& reading)
{
    json.beginObject();
    json.text("name", tensor.name);
    json.text("dtype", nameOf(tensor.element));
    json.beginList("shape", JsonWriter::Layout::Line);
    for (const auto extent : tensor.shape)
        json.integer(extent);
    json.endList();
    json.text("role", nameOf(reading.role));
    json.text("reason", reading.reason);
    writeAxes(json, tensor, reading);
    json.endObject();
}

}

void writeMembers(JsonWriter& json, std::string_view key, const Capture& capture)
{
    json.beginList(key);
    for (const TensorReading& reading : capture.readings())
        writeMember(json, capture.dump().tensors[reading.tensor], reading);
    json.endList();
}

void writeMembers(JsonWriter& json, std::string_view key, const Capture& capture, const std::set<std::string>& names)
{
    json.beginList(key);
    for (const TensorReading& reading : capture.readings())
        if (const Tensor& tensor = capture.dump().tensors[reading.tensor]; names.contains(tensor.name))
            writeMember(json, tensor, reading);
    json.endList();
}

}
