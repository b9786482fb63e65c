# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the containers that numpy cannot: safetensors, and what torch.save gives (a zip archive with a pickle). Python's own
pickle module writes the pickles, with stand-ins for the names of PyTorch."""
import collections
import io
import json
import pickle
import struct
import sys
import types
import zipfile

import numpy

NUMPY_NAMES = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "uint16": "U16"}
SIZES = {"BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1}


class Raw:
    """Numbers of a format that numpy does not know, as bytes."""

    def __init__(self, dtype, shape, data):
        self.dtype, self.shape, self.data = dtype, shape, data


def bfloat16(array):
    """Rounds to nearest, ties to even, as PyTorch does."""
    bits = numpy.asarray(array, numpy.float32).view(numpy.uint32).astype(numpy.uint64)
    rounded = (bits + 0x7FFF + ((bits >> numpy.uint64(16)) & numpy.uint64(1))) >> numpy.uint64(16)
    return Raw("BF16", array.shape, rounded.astype("<u2").tobytes())


def float8(array, dtype):
    """Rounds to the nearest number of the format by looking at all of them; `array` is finite and not negative."""
    exponent_bits, bias = {"F8_E4M3": (4, 7), "F8_E5M2": (5, 15)}[dtype]
    mantissa_bits = 7 - exponent_bits
    values = []
    for code in range(0x7C if dtype == "F8_E5M2" else 0x7F):
        exponent, mantissa = code >> mantissa_bits, code & ((1 << mantissa_bits) - 1)
        fraction = mantissa / (1 << mantissa_bits)
        values.append(fraction * 2.0 ** (1 - bias) if exponent == 0 else (1 + fraction) * 2.0 ** (exponent - bias))
    nearest = numpy.abs(numpy.asarray(array)[..., None] - numpy.array(values)).argmin(axis=-1)
    return Raw(dtype, array.shape, nearest.astype(numpy.uint8).tobytes())


def safetensors(path, tensors, metadata=None):
    header, body = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, tensor in tensors.items():
        raw = tensor if isinstance(tensor, Raw) else Raw(NUMPY_NAMES[tensor.dtype.name], tensor.shape, tensor.tobytes())
        header[name] = {"dtype": raw.dtype, "shape": list(raw.shape), "data_offsets": [len(body), len(body) + len(raw.data)]}
        body += raw.data
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


torch = types.ModuleType("torch")
utils = types.ModuleType("torch._utils")
sys.modules.update({"torch": torch, "torch._utils": utils})


def stand_in(module, name):
    function = types.FunctionType((lambda *arguments: None).__code__, {}, name)
    function.__module__, function.__qualname__ = module.__name__, name
    setattr(module, name, function)
    return function


rebuild = stand_in(utils, "_rebuild_tensor_v2")
STORAGES = {"float32": "FloatStorage", "float16": "HalfStorage", "int64": "LongStorage"}
for storage_name in STORAGES.values():
    stand_in(torch, storage_name)


class View:
    """An array as a view of its storage: numpy's strides, counted in elements."""

    def __init__(self, array):
        self.array = array

    def __reduce__(self):
        base = self.array if self.array.base is None else self.array.base
        assert base.flags.c_contiguous, "the bytes of the storage are written in C order"
        strides = tuple(step // self.array.itemsize for step in self.array.strides)
        return rebuild, (base, 0, self.array.shape, strides, False, collections.OrderedDict())


class TorchPickler(pickle.Pickler):
    def __init__(self, file):
        super().__init__(file, 2)
        self.storages = []

    def persistent_id(self, value):
        if not isinstance(value, numpy.ndarray):
            return None
        self.storages.append(value)
        return "storage", getattr(torch, STORAGES[value.dtype.name]), str(len(self.storages) - 1), "cpu", value.size


def archive(path, pickled, storages):
    with zipfile.ZipFile(path, "w") as file:
        contents = [("data.pkl", pickled), ("byteorder", b"little")]
        contents += [(f"data/{i}", storage.tobytes()) for i, storage in enumerate(storages)]
        for name, content in contents + [("version", b"3\n")]:
            file.writestr(zipfile.ZipInfo("archive/" + name), content)


def tensors_as_views(value):
    if isinstance(value, numpy.ndarray):
        return View(value)
    if isinstance(value, dict):
        return {key: tensors_as_views(entry) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(tensors_as_views(entry) for entry in value)
    return value


def torch_save(path, value):
    file = io.BytesIO()
    pickler = TorchPickler(file)
    pickler.dump(tensors_as_views(value))
    archive(path, file.getvalue(), pickler.storages)
