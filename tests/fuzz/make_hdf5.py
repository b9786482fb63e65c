#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes corpus/hdf5 beside this file: the small HDF5 files that tst_hdf5 reads and a fuzzer starts from. Needs h5py and numpy
(made with h5py 3.7, HDF5 1.10.8)."""
import pathlib

import h5py
import numpy

here = pathlib.Path(__file__).parent / "corpus/hdf5"


def quarters(kind, *shape):
    return (numpy.arange(numpy.prod(shape)) / 4).reshape(shape).astype(kind)


def types(file):
    file["layer_0/attention"] = quarters("f4", 2, 3)
    file["layer_1/attention"] = quarters("f2", 2, 3)
    file["layer_0"].attrs["schema"] = 1
    file["double"] = quarters(">f8", 2, 3)
    for kind in ("i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1"):
        file[kind] = numpy.arange(6).reshape(2, 3).astype(kind)
    file["bool"] = numpy.array([True, False, True])
    file["scalar"] = 0.25
    file["empty"] = numpy.zeros((0, 3))


def chunks(file):
    data = quarters("f4", 3, 5, 7)
    file.create_dataset("plain", data=data, chunks=(2, 2, 4))
    file.create_dataset("deflated", data=data, chunks=(2, 2, 4), compression="gzip")
    file.create_dataset("all", data=data.astype("f2"), chunks=(2, 2, 4), compression="gzip", shuffle=True, fletcher32=True)
    file.create_dataset("shuffled", data=data, chunks=(3, 5, 7), shuffle=True)
    file.create_dataset("summed", data=data, chunks=(3, 5, 7), fletcher32=True)
    file.create_dataset("growing", data=data, chunks=(4, 4, 4), maxshape=(None, None, None))


def others(file):
    file["attention"] = quarters("f4", 2, 3)
    file["text"] = "x"
    file["complex"] = numpy.zeros(2, complex)
    file.create_dataset("unwritten", (2, 2))
    file.create_dataset("unwritten_chunks", (2, 2), chunks=(1, 1))
    file.create_dataset("other_filter", data=quarters("f4", 64), chunks=(8,), compression="lzf")
    file["soft"] = h5py.SoftLink("/attention")
    file["links/far"] = h5py.ExternalLink("other.h5", "/attention")
    file["g/again"] = file["attention"]


def many(file):
    for layer in range(20):
        file[f"layer_{layer}"] = quarters("f4", 1, 2) + layer


def compact(file):
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_layout(h5py.h5d.COMPACT)
    space = h5py.h5s.create_simple((2, 3))
    dataset = h5py.h5d.create(file.id, b"x", h5py.h5t.IEEE_F32LE, space, properties)
    dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, quarters("f4", 2, 3))


def loop(file):
    file["a/x"] = quarters("f4", 2, 3)
    file["a/a"] = file["a"]


def shared(file):
    group = file.create_group("group_0")
    for level in range(1, 11):
        below, group = group, file.create_group(f"group_{level}")
        for name in range(8):
            group[str(name)] = below


def main():
    here.mkdir(parents=True, exist_ok=True)
    for write in (types, chunks, others, many, compact, loop, shared):
        with h5py.File(here / write.__name__, "w") as file:
            write(file)
    with h5py.File(here / "latest", "w", libver="latest") as file:
        file["layer_0/attention"] = quarters("f4", 2, 3)
        file.create_dataset("chunked", data=quarters("f4", 4), chunks=(2,))
    with h5py.File(here / "dense", "w", libver="latest") as file:
        many(file)


if __name__ == "__main__":
    main()
