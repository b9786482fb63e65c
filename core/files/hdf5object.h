// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "files/hdf5bytes.h"

namespace core {

/// Kinds of messages that are looked at.
enum class Hdf5Message : std::uint16_t {
    Dataspace = 0x01,
    LinkInfo = 0x02,
    Datatype = 0x03,
    Link = 0x06,
    Layout = 0x08,
    Filters = 0x0b,
    Continuation = 0x10,
    SymbolTable = 0x11,
};

/// The messages that describe a group or a dataset.
struct Hdf5Object
{
    struct Entry
    {
        Hdf5Message kind;
        bool shared = false; ///< the message lies elsewhere
        Hdf5Bytes bytes;
    };
    std::vector<Entry> messages;

    /// The first of a kind; null where there is none. A shared one is refused.
    const Hdf5Bytes* find(Hdf5Message kind) const;
};

/// Reads the object header at an address, versions 1 and 2. Throws Hdf5Refused.
Hdf5Object readHdf5Object(const Hdf5Bytes& file, std::uint64_t address);

/// A name in a group, and where the object is.
struct Hdf5Link
{
    std::string name;
    std::uint64_t address = 0;
};

/// What a group holds; other things than links to objects of the file are left out, with their names in `others`.
/// Throws Hdf5Refused.
struct Hdf5Group
{
    std::vector<Hdf5Link> links;
    std::vector<std::string> others;
};
Hdf5Group readHdf5Group(const Hdf5Bytes& file, const Hdf5Object& object);

}
