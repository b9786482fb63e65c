#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the first inputs of corpus/torch, corpus/legacytorch and corpus/json beside this file: small files in the forms that
torch.save and json.dump give. Python's own pickle module writes the pickles, with stand-ins for the names of PyTorch."""
import collections
import io
import pathlib
import pickle
import struct
import sys
import types
import zipfile

here = pathlib.Path(__file__).parent / "corpus"
torch = types.ModuleType("torch")
utils = types.ModuleType("torch._utils")
sys.modules.update({"torch": torch, "torch._utils": utils})


def stand_in(module, name):
    function = types.FunctionType((lambda *arguments: None).__code__, {}, name)
    function.__module__, function.__qualname__ = module.__name__, name
    setattr(module, name, function)
    return function


rebuild = stand_in(utils, "_rebuild_tensor_v2")
for name in ("FloatStorage", "HalfStorage", "LongStorage"):
    stand_in(torch, name)


class Storage:
    def __init__(self, key, kind, code, numbers):
        self.key, self.kind, self.count = key, kind, len(numbers)
        self.bytes = struct.pack(f"<{len(numbers)}{code}", *numbers)


class Tensor:
    def __init__(self, storage, offset, shape, strides):
        self.arguments = (storage, offset, shape, strides, False, collections.OrderedDict())

    def __reduce__(self):
        return rebuild, self.arguments


class Pickler(pickle.Pickler):
    def __init__(self, file, protocol, legacy):
        super().__init__(file, protocol)
        self.legacy = legacy

    def persistent_id(self, value):
        if isinstance(value, Storage):
            entries = ("storage", getattr(torch, value.kind), value.key, "cpu", value.count)
            return entries + (None,) if self.legacy else entries
        return None


def pickled(value, protocol=2, legacy=False):
    file = io.BytesIO()
    Pickler(file, protocol, legacy).dump(value)
    return file.getvalue()


def archive(path, value, storages, protocol=2, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as file:
        entries = [("data.pkl", pickled(value, protocol)), ("byteorder", b"little")]
        for name, content in entries + [(f"data/{s.key}", s.bytes) for s in storages] + [("version", b"3\n")]:
            file.writestr(zipfile.ZipInfo("a/" + name), content, compression)


def legacy(path, value, storages):
    with open(path, "wb") as file:
        file.write(pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1001, 2))
        file.write(pickle.dumps({"protocol_version": 1001, "little_endian": True}, 2))
        file.write(pickled(value, legacy=True) + pickle.dumps([s.key for s in storages], 2))
        for s in storages:
            file.write(struct.pack("<q", s.count) + s.bytes)


def main():
    for name in ("torch", "legacytorch", "json"):
        (here / name).mkdir(parents=True, exist_ok=True)
    floats = Storage("0", "FloatStorage", "f", [0.5, 0.5, 1, 0, 0.25, 0.75])
    halves = Storage("1", "HalfStorage", "e", [1, 0])
    whole = Tensor(floats, 0, (1, 3, 2), (6, 2, 1))
    views = {"t": Tensor(floats, 0, (2, 3), (1, 2)), "e": Tensor(floats, 2, (4, 2), (0, 1)), "h": Tensor(halves, 0, (), ())}
    archive(here / "torch/tuple", (whole, None, whole), [floats])
    archive(here / "torch/views", {"a": views, "tokens": ["x", "y"], "scale": 0.5, 3: [whole]}, [floats, halves])
    archive(here / "torch/protocol4", collections.OrderedDict(w=whole), [floats], protocol=4)
    archive(here / "torch/deflated", [whole], [floats], compression=zipfile.ZIP_DEFLATED)
    legacy(here / "legacytorch/tuple", ((whole, whole), (whole,)), [floats])
    legacy(here / "legacytorch/views", views, [halves, floats])
    texts = {
        "matrix": "[[1, 0], [0.5, 5e-1]]",
        "object": '{"attention": [[[1.0, -Infinity]]], "tokens": ["\\u00e4", "\\ud83d\\ude00"], "n": {"a": [null, NaN]}}',
        "objects": '[{"probs": [[0.1]]}, {"probs": [[0.2]], "causal": true}]',
        "ragged": "[[1, 2], [3]]",
    }
    for name, text in texts.items():
        (here / "json" / name).write_text(text)


if __name__ == "__main__":
    main()
