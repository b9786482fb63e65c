// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/hdf5dataset.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "files/hdf5chunks.h"
#include "files/layout.h"

namespace core {

namespace {

struct StoredType
{
    Element element = Element::F32;
    ByteOrder order = ByteOrder::Little;
};

/// How the bits of a floating-point number are arranged.
struct FloatForm
{
    std::uint64_t size, exponentAt, exponentBits, mantissaBits, bias;
    Element element;
};
constexpr std::array<FloatForm, 4> floatForms{{
    {8, 52, 11, 52, 1023, Element::F64},
    {4, 23, 8, 23, 127, Element::F32},
    {2, 10, 5, 10, 15, Element::F16},
    {2, 7, 8, 7, 127, Element::BF16},
}};

// Names of the format's classes of types, in the order of their numbers.
constexpr std::array<std::string_view, 11> classNames{"whole numbers", "floating-point numbers", "times", "texts",
    "bit fields", "opaque bytes", "records", "references", "named numbers", "lists of any length", "arrays"};

[[noreturn]] void refuse(ErrorCode code, const std::string& reason)
{
    throw Hdf5Refused{code, reason};
}

StoredType integerType(const Hdf5Bytes& type, std::uint64_t bits)
{
    const auto size = type.number(4, 4);
    const bool isSigned = (bits & 8) != 0;
    if (type.number(8, 2) != 0 || type.number(10, 2) != 8 * size)
        refuse(ErrorCode::Unsupported, "its whole numbers do not fill their bytes");
    const auto order = (bits & 1) != 0 ? ByteOrder::Big : ByteOrder::Little;
    switch (size) {
    case 8:
        return {isSigned ? Element::I64 : Element::U64, order};
    case 4:
        return {isSigned ? Element::I32 : Element::U32, order};
    case 2:
        return {isSigned ? Element::I16 : Element::U16, order};
    case 1:
        return {isSigned ? Element::I8 : Element::U8, order};
    default:
        refuse(ErrorCode::Unsupported, fmt::format("its whole numbers have {} bytes", size));
    }
}

StoredType floatType(const Hdf5Bytes& type, std::uint64_t bits)
{
    const auto size = type.number(4, 4);
    const bool plain = type.number(8, 2) == 0 && type.number(10, 2) == 8 * size && type.number(14, 1) == 0
        && (bits >> 8 & 0xff) == 8 * size - 1 && (bits >> 4 & 3) == 2 && (bits & 0x40) == 0;
    for (const auto& form : floatForms)
        if (plain && form.size == size && type.number(12, 1) == form.exponentAt
            && type.number(13, 1) == form.exponentBits && type.number(15, 1) == form.mantissaBits
            && type.number(16, 4) == form.bias)
            return {form.element, (bits & 1) != 0 ? ByteOrder::Big : ByteOrder::Little};
    refuse(ErrorCode::Unsupported, fmt::format("its floating-point numbers of {} bytes are of an unusual form", size));
}

/// Truth values are numbers of one byte with the names FALSE and TRUE.
StoredType namedType(const Hdf5Bytes& type, std::uint64_t bits)
{
    const auto base = type.from(8);
    if ((bits & 0xffff) != 2 || (base.number(0, 1) & 0xf) != 0 || type.number(4, 4) != 1)
        refuse(ErrorCode::Unsupported, "its elements are named numbers other than FALSE and TRUE");
    return {Element::Bool, ByteOrder::Little};
}

StoredType typeOf(const Hdf5Object& object)
{
    const auto* const type = object.find(Hdf5Message::Datatype);
    if (type == nullptr)
        refuse(ErrorCode::Malformed, "it has no type");
    const auto kind = type->number(0, 1) & 0xf;
    const auto bits = type->number(1, 3);
    if (kind == 0)
        return integerType(*type, bits);
    if (kind == 1)
        return floatType(*type, bits);
    if (kind == 8)
        return namedType(*type, bits);
    refuse(ErrorCode::Unsupported,
        fmt::format("its elements are {}", kind < classNames.size() ? classNames[kind] : "of an unknown class"));
}

std::vector<std::uint64_t> shapeOf(const Hdf5Object& object)
{
    const auto* const space = object.find(Hdf5Message::Dataspace);
    if (space == nullptr)
        refuse(ErrorCode::Malformed, "it has no shape");
    const auto version = space->number(0, 1);
    if (version != 1 && version != 2)
        refuse(ErrorCode::Malformed, "its shape is of an unknown version");
    if (version == 2 && space->number(3, 1) == 2)
        refuse(ErrorCode::Unsupported, "it is empty");
    const auto axes = space->number(1, 1);
    if (axes > mostAxes)
        refuse(ErrorCode::Malformed, fmt::format("it has {} axes, more than {}", axes, mostAxes));
    std::vector<std::uint64_t> shape;
    for (std::uint64_t axis = 0; axis < axes; ++axis)
        shape.push_back(space->number((version == 1 ? 8 : 4) + 8 * axis, 8));
    return shape;
}

Hdf5Bytes storedBytes(const Hdf5Bytes& file, const Hdf5Bytes& layout, std::uint64_t needed)
{
    const auto kind = layout.number(1, 1);
    if (kind == 0) {
        const auto size = layout.number(2, 2);
        if (size < needed)
            refuse(ErrorCode::Malformed, fmt::format("its shape needs {} bytes, but {} are there", needed, size));
        return layout.part(4, needed);
    }
    const auto address = layout.number(2, 8);
    if (address == hdf5NoAddress && needed > 0)
        refuse(ErrorCode::Unsupported, "it was never written");
    if (layout.number(10, 8) < needed)
        refuse(ErrorCode::Malformed,
            fmt::format("its shape needs {} bytes, but {} are there", needed, layout.number(10, 8)));
    return needed == 0 ? file.part(0, 0) : file.part(address, needed);
}

}

Tensor readHdf5Dataset(const FilePart& part, const Hdf5Bytes& file, const Hdf5Object& object, const std::string& name,
    const ZipLimits& limits, std::uint64_t& left)
{
    const auto type = typeOf(object);
    auto shape = shapeOf(object);
    auto layout = layoutOf(shape, sizeOf(type.element), AxisOrder::LastFastest);
    const auto* const stored = object.find(Hdf5Message::Layout);
    if (!layout || stored == nullptr)
        refuse(ErrorCode::Malformed, layout ? "it has no layout" : "its shape is too large for any memory");
    const auto version = stored->number(0, 1);
    const auto kind = stored->number(1, 1);
    if (version != 3 && (version != 4 || kind > 1))
        refuse(ErrorCode::Unsupported, "its layout is of another version of the library");
    Tensor tensor{name, type.element, type.order, shape, layout->strides, part.bytes, nullptr};
    if (kind == 0 || kind == 1) {
        tensor.data = storedBytes(file, *stored, layout->byteCount).span().data();
        return tensor;
    }
    if (kind != 2)
        refuse(ErrorCode::Unsupported, "its data lie in other files");
    const auto* const filters = object.find(Hdf5Message::Filters);
    const Hdf5Chunked chunked{*stored, filters, shape, sizeOf(type.element), layout->byteCount};
    const auto most = std::min(limits.member, left);
    const auto needed = std::max(layout->byteCount, bytesOfChunks(chunked));
    if (needed > most)
        refuse(ErrorCode::TooLarge, fmt::format("its chunks take {} bytes of memory, more than {}", needed, most));
    left -= needed;
    tensor.bytes = std::make_shared<OwnedBytes>(readHdf5Chunks(file, chunked), part.bytes);
    tensor.data = tensor.bytes->span().data();
    return tensor;
}

}
