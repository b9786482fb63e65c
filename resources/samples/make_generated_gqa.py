#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes generated_gqa.safetensors: Q, K and V of a causal model that does not exist, with known structure.

    make_generated_gqa.py [FILE]        needs numpy; the same bytes each time

3 layers, 8 query heads on 2 K/V heads, 512 positions, head dimension 32, float16. A key holds a place code (dimensions 0-15,
cosines and sines, so that q.k falls with distance), a sink mark (16, large for the first 4 positions) and a content code
(17-31, one of 24 topics; topics come in runs and return later: long-range structure). A query head mixes the three.
"""
import json
import struct
import sys

import numpy as np

LAYERS, HEADS, KV_HEADS, POSITIONS, DIM = 3, 8, 2, 512, 32
# (local, sink, content) gain of each query head of a group of four, per layer
MIX = [
    [(4.0, 1.0, 0.2), (2.5, 2.0, 0.5), (1.0, 4.0, 1.0), (0.3, 1.0, 0.4)],
    [(3.0, 3.0, 1.5), (0.8, 3.0, 3.0), (0.5, 6.0, 1.0), (6.0, 0.0, 0.0)],
    [(0.5, 2.0, 4.5), (2.0, 4.0, 2.5), (0.4, 7.0, 0.5), (1.5, 1.5, 1.5)],
]


def place_code():
    frequencies = np.pi * np.exp(-np.linspace(0.1, 5.4, 8))
    angles = np.arange(POSITIONS)[:, None] * frequencies
    return np.concatenate([np.cos(angles), np.sin(angles)], axis=1) / np.sqrt(8)


def topics(random):
    runs = []
    while sum(len(r) for r in runs) < POSITIONS:
        runs.append(np.full(random.integers(6, 28), random.integers(0, 24)))
    return np.concatenate(runs)[:POSITIONS]


def make_layer(layer, random):
    codes = random.standard_normal((24, 15)) / np.sqrt(15)
    content = codes[topics(random)] + 0.35 * random.standard_normal((POSITIONS, 15)) / np.sqrt(15)
    keys = np.zeros((KV_HEADS, POSITIONS, DIM))
    for group in range(KV_HEADS):
        keys[group, :, :16] = place_code()
        keys[group, :4, 16] = 1.0
        keys[group, :, 17:] = content + 0.1 * group * random.standard_normal((POSITIONS, 15))
    queries = np.zeros((HEADS, POSITIONS, DIM))
    for head in range(HEADS):
        local, sink, match = np.array(MIX[layer][head % 4]) * (1.0 if head < 4 else 0.6)
        queries[head, :, :16] = 11 * local * place_code()
        queries[head, :, 16] = 13 * sink
        queries[head, :, 17:] = 20 * match * content
        queries[head] += 1.5 * random.standard_normal((POSITIONS, DIM))
    values = random.standard_normal((KV_HEADS, POSITIONS, DIM))
    values[:, :4] *= 0.05
    return {"q": queries, "k": keys, "v": values}


def write(path):
    random = np.random.Generator(np.random.PCG64(20261130))
    header = {"__metadata__": {"kind": "qkv", "group": "decoder", "causal": "true", "n_heads": str(HEADS), "n_kv_heads": str(KV_HEADS),
                               "scale": repr(1 / np.sqrt(DIM)), "model": "generated: local windows, sinks and returning topics"}}
    data = b""
    for layer in range(LAYERS):
        for name, array in make_layer(layer, random).items():
            stored = array.astype("<f2").tobytes()
            header[f"layers.{layer}.{name}"] = {"dtype": "F16", "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(stored)]}
            data += stored
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


write(sys.argv[1] if len(sys.argv) > 1 else "generated_gqa.safetensors")
