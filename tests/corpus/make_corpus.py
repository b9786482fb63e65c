#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the dumps of the corpus into dumps/ beside this file: one small file for each form of dump that people have, and for
each way in which one goes wrong. The same numbers each time."""
import json
import pathlib
import pickle
import shutil

import numpy

from writers import archive, bfloat16, float8, safetensors, torch_save

DUMPS = pathlib.Path(__file__).parent / "dumps"
LOWEST = numpy.finfo(numpy.float32).min
rng = numpy.random.default_rng(20240607)


def scores(*shape, spread=1.5):
    return rng.normal(0, spread, shape)


def hide_later_keys(values, fill=-numpy.inf):
    queries, keys = values.shape[-2:]
    later = numpy.arange(keys) > numpy.arange(queries)[:, None] + keys - queries
    return numpy.where(later, fill, values)


def softmax(values, axis=-1):
    weights = numpy.exp(values - values.max(axis, keepdims=True))
    return weights / weights.sum(axis, keepdims=True)


def weights(*shape):
    """Every query sees every key."""
    return softmax(scores(*shape)).astype(numpy.float32)


def causal_weights(*shape):
    return softmax(hide_later_keys(scores(*shape))).astype(numpy.float32)


def factors(heads, kv_heads, positions, dims):
    return {name: scores(1, count, positions, dims, spread=1).astype(numpy.float32)
            for name, count in (("q", heads), ("k", kv_heads), ("v", kv_heads))}


def npy(name, array):
    numpy.save(DUMPS / f"{name}.npy", array)


def sidecar(name, **entries):
    (DUMPS / f"{name}.tokens.json").write_text(json.dumps(entries, ensure_ascii=False) + "\n", encoding="utf-8")


def write_shapes():
    npy("square", causal_weights(1, 2, 8, 8))
    npy("one_row", weights(2, 1, 9))
    npy("one_column", numpy.ones((2, 9, 1), numpy.float32))
    npy("one_by_one", numpy.ones((1, 2, 1, 1), numpy.float32))
    npy("not_square", weights(2, 5, 9))
    npy("one_axis", weights(9))
    npy("three_axes", weights(2, 4, 9))
    npy("two_axes", causal_weights(7, 7))
    npy("six_axes", weights(2, 3, 1, 2, 4, 4))
    npy("empty_axis", numpy.zeros((1, 2, 0, 8), numpy.float32))
    npy("layers_or_batch", causal_weights(3, 2, 6, 6))
    torch_save(DUMPS / "batch_of_three.pt", tuple(causal_weights(3, 2, 6, 6) for _ in range(2)))
    safetensors(DUMPS / "32_layers_16_heads.safetensors",
                {f"layers.{layer}.probs": causal_weights(1, 16, 4, 4).astype(numpy.float16) for layer in range(32)})
    npy("protein_one_item", weights(1, 3, 2, 7, 7))
    npy("protein_two_items", weights(2, 3, 2, 7, 7))
    npy("vit_grid", weights(1, 2, 1 + 4 + 9, 1 + 4 + 9).astype(numpy.float16))
    grid = weights(2, 2, 3, 4, 77).astype(numpy.float16)
    npy("diffusion", grid)
    torch_save(DUMPS / "diffusion_by_name.pt", {"down_blocks.0.attentions.0.transformer_blocks.0.attn2": grid})


def write_axis_orders():
    npy("columns_sum_to_one", softmax(scores(1, 2, 9, 5), axis=-2).astype(numpy.float32))
    npy("transposed", numpy.ascontiguousarray(causal_weights(1, 2, 8, 8).swapaxes(-1, -2)))
    npy("uniform_rows", numpy.full((1, 2, 6, 6), 1 / 6, numpy.float32))
    npy("fortran_order", numpy.asfortranarray(causal_weights(1, 2, 6, 6)))
    npy("big_endian", causal_weights(1, 2, 6, 6).astype(">f4"))
    torch_save(DUMPS / "strided_view.pt",
               {"attn": numpy.ascontiguousarray(causal_weights(1, 2, 6, 6).swapaxes(-1, -2)).swapaxes(-1, -2)})


def write_number_formats():
    rows = causal_weights(1, 2, 12, 12)
    safetensors(DUMPS / "float64.safetensors", {"layers.0.probs": softmax(hide_later_keys(scores(1, 2, 12, 12)))})
    safetensors(DUMPS / "float32.safetensors", {"layers.0.probs": rows})
    safetensors(DUMPS / "float16.safetensors", {"layers.0.probs": rows.astype(numpy.float16)})
    safetensors(DUMPS / "bfloat16.safetensors", {"layers.0.probs": bfloat16(rows)})
    for dtype in ("F8_E4M3", "F8_E5M2"):
        safetensors(DUMPS / f"{dtype.lower()}.safetensors", {"layers.0.probs": float8(rows, dtype)})
    npy("bfloat16_as_uint16", numpy.frombuffer(bfloat16(rows).data, "<u2").reshape(rows.shape))
    npy("half_precision_sums", softmax(scores(1, 2, 4, 500).astype(numpy.float16)))
    npy("integers", rng.integers(0, 50257, (1, 16)))


def write_row_states():
    left_padded = causal_weights(1, 2, 8, 8)
    hidden = hide_later_keys(scores(1, 2, 8, 8))
    hidden[..., :3] = -numpy.inf
    with numpy.errstate(invalid="ignore"):
        npy("nan_rows", softmax(hidden).astype(numpy.float32))
    npy("uniform_where_all_masked", softmax(numpy.maximum(hidden, LOWEST)).astype(numpy.float32))
    left_padded[..., :3, :] = 0
    npy("zero_rows", left_padded)
    masked = hide_later_keys(scores(1, 2, 8, 8))
    masked[..., :2, :] = -numpy.inf
    npy("masked_rows_of_infinity", masked.astype(numpy.float32))
    npy("lowest_number_above_the_diagonal", hide_later_keys(scores(1, 2, 8, 8), LOWEST).astype(numpy.float32))
    dropped = causal_weights(1, 4, 16, 16) * (rng.random((1, 4, 16, 16)) >= 0.1) / 0.9
    npy("dropout_without_a_name", dropped.astype(numpy.float32))
    torch_save(DUMPS / "dropout.pt", {"attentions": (dropped.astype(numpy.float32),)})
    with_sink = softmax(numpy.concatenate([numpy.full((1, 2, 8, 1), 0.5), hide_later_keys(scores(1, 2, 8, 8))], -1))
    npy("sink", with_sink[..., 1:].astype(numpy.float32))
    band = hide_later_keys(scores(1, 2, 12, 12))
    band[..., numpy.arange(12) < numpy.arange(12)[:, None] - 3] = -numpy.inf
    npy("window_of_four", softmax(band).astype(numpy.float32))
    npy("cropped", numpy.ascontiguousarray(causal_weights(1, 2, 16, 16)[..., 6:14, 6:14]))
    static = numpy.zeros((1, 2, 6, 10), numpy.float32)
    static[..., :6] = causal_weights(1, 2, 6, 6)
    npy("static_cache", static)
    padded = hide_later_keys(scores(2, 2, 6, 6))
    padded[0, :, :, 4:] = -numpy.inf
    numpy.savez(DUMPS / "attention_mask.npz", **{"layers.0.probs": softmax(padded).astype(numpy.float32),
                "attention_mask": numpy.array([[1, 1, 1, 1, 0, 0], [1] * 6])})


def write_groups_and_sources():
    torch_save(DUMPS / "encoder_decoder.pt", {
        "encoder_attentions": tuple(weights(1, 2, 7, 7) for _ in range(2)),
        "decoder_attentions": tuple(causal_weights(1, 2, 5, 5) for _ in range(2)),
        "cross_attentions": tuple(weights(1, 2, 5, 7) for _ in range(2))})
    safetensors(DUMPS / "cross_attention.safetensors", {"decoder.layers.0.cross_attn.probs": weights(1, 2, 4, 7)})
    for name, heads, kv_heads in (("one_kv_head", 4, 1), ("grouped_kv_heads", 4, 2), ("kv_heads_do_not_divide", 4, 3)):
        parts = factors(heads, kv_heads, 6, 8)
        safetensors(DUMPS / f"{name}.safetensors", {f"model.layers.0.self_attn.{part}": parts[part] for part in "qkv"})
    parts = factors(2, 2, 6, 8)
    safetensors(DUMPS / "causal_not_stated.safetensors", {f"layers.0.{part}": parts[part] for part in "qkv"})
    moved = {part: numpy.ascontiguousarray(tensor.swapaxes(1, 2)) for part, tensor in factors(4, 2, 4, 8).items()}
    logits = numpy.einsum("bqhd,bkhd->bhqk", moved["q"], moved["k"].repeat(2, axis=2)) / numpy.sqrt(8)
    logits = numpy.ascontiguousarray(hide_later_keys(logits), numpy.float32)
    names = {"hook_q": moved["q"], "hook_k": moved["k"], "hook_v": moved["v"], "hook_attn_scores": logits,
             "hook_pattern": softmax(logits), "hook_z": scores(1, 4, 4, 8).astype(numpy.float32)}
    torch_save(DUMPS / "transformer_lens.pt", {f"blocks.0.attn.{name}": tensor for name, tensor in names.items()})
    before = {f"hook_{part}": scores(1, 4, 2, 8).astype(numpy.float32) for part in "qk"}
    after = {f"hook_rot_{part}": scores(1, 4, 2, 8).astype(numpy.float32) for part in "qk"}
    torch_save(DUMPS / "transformer_lens_rotary.pt",
               {f"blocks.0.attn.{name}": tensor for name, tensor in {**before, **after}.items()})
    torch_save(DUMPS / "scores_called_pattern.pt",
               {"blocks.0.attn.hook_pattern": hide_later_keys(scores(1, 2, 6, 6)).astype(numpy.float32)})
    torch_save(DUMPS / "projections.pt", {f"model.layers.0.self_attn.{part}_proj": scores(1, 6, 16).astype(numpy.float32)
                                          for part in "qkv"})
    safetensors(DUMPS / "some_layers.safetensors",
                {f"layers.{layer}.probs": causal_weights(1, 2, 6, 6) for layer in (3, 7)})


def write_containers():
    torch_save(DUMPS / "none_entries.pt", (causal_weights(1, 2, 6, 6), None, causal_weights(1, 2, 6, 6)))
    torch_save(DUMPS / "only_none.pt", {"attentions": (None, None)})
    rows = causal_weights(2, 4, 4)
    text = {"attention": [[[round(float(x), 4) for x in row] for row in head] for head in rows], "tokens": list("abcd")}
    (DUMPS / "attention.json").write_text(json.dumps(text) + "\n")
    (DUMPS / "per_layer").mkdir()
    for layer in (0, 2, 10):
        numpy.save(DUMPS / f"per_layer/layer_{layer}.npy", causal_weights(1, 2, 6, 6))
    (DUMPS / "per_layer/notes.txt").write_text("layers 0, 2 and 10\n")
    (DUMPS / "shards").mkdir()
    places = {f"layers.{i}.probs": f"model-0000{i + 1}-of-00002.safetensors" for i in range(2)}
    for name, shard in places.items():
        safetensors(DUMPS / "shards" / shard, {name: causal_weights(1, 2, 6, 6)})
    index = json.dumps({"metadata": {}, "weight_map": places}) + "\n"
    (DUMPS / "shards/model.safetensors.index.json").write_text(index)
    (DUMPS / "missing_shard").mkdir()
    shutil.copy(DUMPS / "shards/model-00001-of-00002.safetensors", DUMPS / "missing_shard")
    (DUMPS / "missing_shard/model.safetensors.index.json").write_text(index)


def write_refused():
    safetensors(DUMPS / "no_attention.safetensors", {
        "model.embed_tokens.weight": scores(8, 4).astype(numpy.float32), "lm_head.bias": scores(8).astype(numpy.float32),
        "input_ids": rng.integers(0, 8, (1, 6)), "loss": numpy.array(0.25)})
    numpy.save(DUMPS / "object_array.npy", numpy.array([causal_weights(2, 3, 3), None], object), allow_pickle=True)
    (DUMPS / "list_of_arrays.pkl").write_bytes(pickle.dumps([causal_weights(2, 3, 3)], 4))
    archive(DUMPS / "forbidden_global.pt", b"\x80\x02cposix\nsystem\nX\x04\x00\x00\x00true\x85R.", [])
    archive(DUMPS / "forbidden_opcode.pt", b"\x80\x02(X\x04\x00\x00\x00trueiposix\nsystem\n.", [])
    for name in ("float32.safetensors", "square.npy", "batch_of_three.pt"):
        whole = (DUMPS / name).read_bytes()
        (DUMPS / f"truncated_{name}").write_bytes(whole[:len(whole) * 2 // 3])


def write_tokens():
    def with_tokens(name, tokens):
        npy(name, causal_weights(1, 2, 6, 6))
        sidecar(name, tokens=tokens)

    with_tokens("tokens", ["The", "Ġcat", "Ġsat", "Ġon", "Ġit", "."])
    with_tokens("too_few_tokens", ["The", "Ġcat", "Ġsat", "Ġon"])
    with_tokens("too_many_tokens", ["<s>", "The", "Ġcat", "Ġsat", "Ġon", "Ġit", ".", "</s>"])
    with_tokens("non_latin_tokens", ["注意", "力", "は", "внимание", "ध्यान", "😀"])
    with_tokens("right_to_left_tokens", ["שלום", " ", "עולם", "مرحبا", "بالعالم", "!"])
    with_tokens("long_tokens", ["x" * 40, "Ġ" + "long" * 10, "a", "b", "c", "d" * 41])


def write_steps_and_windows():
    steps = [causal_weights(1, 2, 4, 4)] + [weights(1, 2, 1, 5 + step) for step in range(3)]
    torch_save(DUMPS / "generated_steps.pt", {"attentions": tuple((step, step) for step in steps)})
    torch_save(DUMPS / "step_missing.pt", {"attentions": ((steps[0],), (steps[2],), (steps[3],))})
    window = scores(1, 2, 12, 5)
    keys = numpy.arange(12)[:, None] - 2 + numpy.arange(5)
    window[..., (keys < 0) | (keys >= 12)] = -numpy.inf
    torch_save(DUMPS / "longformer_window.pt", {"attentions": (softmax(window).astype(numpy.float32),)})


def main():
    shutil.rmtree(DUMPS, ignore_errors=True)
    DUMPS.mkdir()
    for write in (write_shapes, write_axis_orders, write_number_formats, write_row_states, write_groups_and_sources,
                  write_containers, write_refused, write_tokens, write_steps_and_windows):
        write()


if __name__ == "__main__":
    main()
