#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Q, K and V of a PyTorch model's attention, after rotary embedding, into one safetensors file for Tailmass.

    capture_attention.py MODEL --text "..." -o dump.safetensors --layers 0,3,7-9

or, from Python, for any model in eval mode:

    from capture_attention import capture
    capture(model, {"input_ids": ids}, "dump.safetensors", layers=[0, 3], tokens=["The", ...])

The model runs twice: once to learn which attention calls there are, how large they are and which masks and terms they
have, once to write. Each tensor goes to its place in the file as it comes, so no more than one layer is held. Needs
torch; the command line needs transformers too. ../manual/capture.md tells the rest.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

DTYPE_NAMES = {
    torch.float64: "F64",
    torch.float32: "F32",
    torch.float16: "F16",
    torch.bfloat16: "BF16",
    torch.uint8: "U8",
}
STORED_DTYPES = {"keep": None, "float32": torch.float32, "float16": torch.float16}
SPARE_BYTES = 1 << 20  # left free on the disk


class CaptureError(Exception):
    """What failed, why and what to do, in one line."""


# What a model computes -----------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Call:
    """One attention call: q and output (item, head, query, dim), k and v (item, kv head, key, dim)."""

    module: nn.Module | None
    q: Tensor
    k: Tensor
    v: Tensor
    output: Tensor | None
    scale: float
    mask: Tensor | None = None  # added to scores, or true where a key is seen
    bias: Tensor | None = None  # added to scores
    causal: bool = False  # without a mask: query i sees keys 0 to i
    softcap: float | None = None
    sinks: Tensor | None = None  # one logit per head


class Watch:
    """While entered, tells `report` of every attention call of `model`: those of transformers' attention functions, of
    scaled_dot_product_attention and of nn.MultiheadAttention."""

    def __init__(self, model: nn.Module, report: Callable[[Call], None]):
        self._model = model
        self._report = report
        self._stack: list[nn.Module] = []
        self._inside = False  # transformers' functions call scaled_dot_product_attention themselves
        self._undo = ExitStack()
        self._sdpa = nn.functional.scaled_dot_product_attention

    def __enter__(self) -> Watch:
        for module in self._model.modules():
            self._undo.callback(module.register_forward_pre_hook(self._entering).remove)
            self._undo.callback(module.register_forward_hook(self._leaving, always_call=True).remove)
        for space in python_modules_of(self._model):
            self._watch_names(space)
        multi_head = nn.functional.multi_head_attention_forward
        self._replace(nn.functional, "multi_head_attention_forward", functools.partial(self._multi_head, multi_head))
        self._undo.callback(torch.backends.mha.set_fastpath_enabled, torch.backends.mha.get_fastpath_enabled())
        torch.backends.mha.set_fastpath_enabled(False)
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def _entering(self, module: nn.Module, _: Any) -> None:
        self._stack.append(module)

    def _leaving(self, *_: Any) -> None:
        self._stack.pop()

    def _replace(self, space: Any, name: str, value: Any) -> None:
        self._undo.callback(setattr, space, name, getattr(space, name))
        setattr(space, name, value)

    def _watch_names(self, space: Any) -> None:
        for name, value in list(vars(space).items()):
            if value is self._sdpa:
                self._replace(space, name, self._watched_sdpa)
            elif name.endswith("eager_attention_forward") and callable(value):
                self._replace(space, name, self._watched(value, eager=True))
            elif name == "ALL_ATTENTION_FUNCTIONS":
                self._replace(space, name, WatchedFunctions(value, self._watched))

    def _watched(self, function: Callable, eager: bool = False) -> Callable:
        """An attention function of transformers, watched. Eager ones have no causality but that of the mask."""
        if getattr(function, "is_watched", False):
            return function

        @functools.wraps(function)
        def call(module, query, key, value, attention_mask=None, *args, **kwargs):
            result = self._quietly(function, module, query, key, value, attention_mask, *args, **kwargs)
            if not self._inside:
                output = result[0] if isinstance(result, tuple) else result
                self._report(call_of_function(module, query, key, value, attention_mask, kwargs, eager, output))
            return result

        call.is_watched = True
        return call

    def _quietly(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        outer, self._inside = self._inside, True
        try:
            return function(*args, **kwargs)
        finally:
            self._inside = outer

    def _watched_sdpa(self, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **others):
        output = self._sdpa(query, key, value, attn_mask, dropout_p, is_causal, scale=scale, **others)
        if not self._inside:
            module = self._stack[-1] if self._stack else None
            self._report(call_of_sdpa(module, query, key, value, attn_mask, is_causal, scale, output))
        return output

    def _multi_head(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Without weights the function calls scaled_dot_product_attention, with them it does not."""
        result = function(*args, **kwargs)
        if kwargs.get("need_weights", True) and not self._inside:
            function(*args, **{**kwargs, "need_weights": False})
        return result


class WatchedFunctions:
    """transformers' table of attention functions; each one that is looked up is watched."""

    def __init__(self, table: Any, watched: Callable[[Callable], Callable]):
        self._table = table
        self._watched = watched

    def __getitem__(self, name: str) -> Callable:
        return self._watched(self._table[name])

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def get(self, name: str, default: Any = None) -> Any:
        found = self._table.get(name, default)
        return self._watched(found) if callable(found) else found

    def get_interface(self, name: str, default: Callable) -> Callable:
        return self._watched(self._table.get_interface(name, default))


def python_modules_of(model: nn.Module) -> list[Any]:
    """The Python modules whose code the model runs, and torch.nn.functional."""
    names = {kind.__module__ for module in model.modules() for kind in type(module).__mro__}
    own = sorted(name for name in names if name.split(".")[0] not in ("torch", "builtins") and name in sys.modules)
    return [sys.modules[name] for name in own] + [nn.functional]


def call_of_function(module, q, k, v, mask, options: Mapping[str, Any], eager: bool, output: Tensor) -> Call:
    if mask is not None and not (isinstance(mask, Tensor) and mask.dim() == 4):
        raise CaptureError(
            "failed to capture: the model's attention function takes its mask in a form of its own. "
            "Load the model with attn_implementation='eager' or 'sdpa'."
        )
    if mask is not None:
        mask = mask[..., : k.shape[2]]  # older code cuts it in the function
    causal = False
    if mask is None and not eager and q.shape[2] > 1:
        stated = options.get("is_causal")
        causal = bool(getattr(module, "is_causal", True) if stated is None else stated)
    if causal:  # what lies behind is the empty rest of a static cache
        k, v = k[:, :, : q.shape[2]], v[:, :, : q.shape[2]]
    scale = options.get("scaling")
    if scale is None:
        scale = getattr(module, "scaling", None) or q.shape[-1] ** -0.5
    sinks = options.get("s_aux")
    heads_first = output.transpose(1, 2) if output is not None and output.dim() == 4 else None
    return Call(
        module,
        q,
        k,
        v,
        heads_first,
        float(scale),
        mask,
        options.get("position_bias"),
        causal,
        options.get("softcap"),
        None if sinks is None else sinks.detach().reshape(-1),
    )


def call_of_sdpa(module, q, k, v, mask, is_causal: bool, scale: float | None, output: Tensor) -> Call:
    q, k, v, output = (four_axes(x) for x in (q, k, v, output))
    k, v = without_repeats(k, module), without_repeats(v, module)
    queries, keys = q.shape[2], k.shape[2]
    if is_causal and queries != keys:  # counted from the first key, whatever the lengths
        mask = torch.ones(queries, keys, dtype=torch.bool, device=q.device).tril()
    if mask is not None:
        mask = four_axes(mask)
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    return Call(module, q, k, v, output, float(scale), mask, causal=is_causal and mask is None)


def four_axes(x: Tensor) -> Tensor:
    return x.reshape((1,) * (4 - x.dim()) + tuple(x.shape))


def without_repeats(x: Tensor, module: nn.Module | None) -> Tensor:
    """One head of each group, where older code repeats K and V for every query head."""
    group = getattr(module, "num_key_value_groups", 1)
    if not isinstance(group, int) or group < 2 or x.shape[1] % group != 0:
        return x
    first = x[:, ::group]
    return first if torch.equal(first.repeat_interleave(group, dim=1), x) else x


# What of it goes into the file ---------------------------------------------------------------------------------------


@dataclasses.dataclass
class Terms:
    """How rows follow from Q and K: softmax(softcap(scale q.k) + bias) over the keys that are seen, and the sinks."""

    scale: float
    softcap: float | None
    sinks: list[float] | None
    causal: bool = False  # the last query sees every key
    window: int | None = None  # keys that a query sees, its own included
    key_mask: Tensor | None = None  # (item, key), true for keys that exist; None: all
    bias: Tensor | None = None  # (item or 1, head or 1, query or 1, key or 1)


def terms_of(call: Call, real: Tensor | None) -> Terms:
    """`real` (item, query) is false for queries that are padding; their rows mean nothing and are not looked at."""
    sinks = None if call.sinks is None else call.sinks.cpu().double().tolist()
    terms = Terms(call.scale, call.softcap, sinks, call.causal)
    bias = None if call.bias is None else four_axes(call.bias).float()
    if call.mask is not None:
        allowed, added = split_mask(call.mask)
        regular = read_mask(allowed, real, terms)
        bias = added if bias is None else bias if added is None else bias + added
        if not regular:
            bias = hidden_by(allowed, bias)
    terms.bias = bias if bias is not None and bool(bias.any()) else None
    return terms


def split_mask(mask: Tensor) -> tuple[Tensor, Tensor | None]:
    """Which keys are seen, and what is added to the scores of those."""
    if mask.dtype == torch.bool:
        return mask, None
    allowed = mask > torch.finfo(mask.dtype).min / 2
    added = torch.where(allowed, mask, torch.zeros_like(mask)).float()
    return allowed, added if bool(added.any()) else None


def hidden_by(allowed: Tensor, bias: Tensor | None) -> Tensor:
    base = torch.zeros(1, device=allowed.device) if bias is None else bias
    return torch.where(allowed, base, torch.full_like(base, float("-inf")))


def read_mask(allowed: Tensor, real: Tensor | None, terms: Terms) -> bool:
    """Reads (item, head, query, key) as causality, window and missing keys. False if these don't make up the mask."""
    if not torch.equal(allowed, allowed[:, :1].expand_as(allowed)):
        return False
    queries, keys = allowed.shape[2:]
    seen = allowed[:, 0]
    if real is not None and real.shape[1] == queries:
        real = real.to(seen.device)[:, :, None]
        seen = seen & real
    else:
        real = torch.ones(1, 1, 1, dtype=torch.bool, device=seen.device)
    places = torch.arange(max(queries, keys), device=seen.device)
    distance = places[:queries, None] + (keys - queries) - places[None, :keys]
    by_any = seen.any(0)
    causal = queries > 1 and not bool(by_any[distance < 0].any())
    window = int(distance[by_any].max()) + 1 if causal and bool(by_any.any()) else keys
    key_mask = seen.any(1)
    expected = key_mask[:, None, :].expand(-1, queries, -1)
    if causal:
        expected = expected & (distance >= 0) & (distance < window)
    if not bool(((expected == seen) | ~real).all()):
        return False
    terms.causal = causal
    terms.window = window if window < keys else None
    terms.key_mask = None if bool(key_mask.all()) else key_mask.cpu()
    return True


def read_call(call: Call, real: Tensor | None) -> tuple[Terms, float | None]:
    """Terms, and how far rows from them are off. Without a mask, causality may be in the function's own code: then what
    the output says holds."""
    terms = terms_of(call, real)
    difference = difference_of_rows(call, terms, real)
    if call.mask is None and difference is not None and not difference <= tolerance(call.q.dtype):
        other = dataclasses.replace(terms, causal=not terms.causal)
        difference_of_other = difference_of_rows(call, other, real)
        if difference_of_other <= tolerance(call.q.dtype):
            return other, difference_of_other
    return terms, difference


def tolerance(dtype: torch.dtype) -> float:
    return max(1e-3, 4 * torch.finfo(dtype).eps)


def difference_of_rows(call: Call, terms: Terms, real: Tensor | None) -> float | None:
    """Recomputes three rows of each head in double from what goes into the file. The largest difference from the
    model's output, relative to the largest value; None where the output has a form of its own."""
    items, heads, queries, _ = call.q.shape
    if call.output is None or call.output.shape != (items, heads, queries, call.v.shape[-1]):
        return None
    rows = torch.tensor(sorted({0, queries // 2, queries - 1}))
    weights = rows_of(call.q[:, :, rows.to(call.q.device)].cpu().double(), call.k.cpu().double(), rows, queries, terms)
    values = call.v.cpu().double()
    output = times_shared(weights, values)
    difference = (output - call.output[:, :, rows.to(call.q.device)].cpu().double()).abs()
    meaningful = torch.isfinite(weights).all(-1) & (weights.sum(-1) > 0)
    if real is not None and real.shape == (items, queries):
        meaningful = meaningful & real.cpu()[:, None, rows]
    difference = difference[meaningful]
    return float(difference.max() / values.abs().max().clamp(min=1e-30)) if difference.numel() else 0.0


def rows_of(q: Tensor, k: Tensor, rows: Tensor, queries: int, terms: Terms) -> Tensor:
    """Probabilities of the queries `q` (item, head, row, dim), which are the `rows` of `queries`."""
    scores = scores_of(q, k, rows, queries, terms)
    if terms.sinks is None:
        return scores.softmax(-1)
    sinks = torch.tensor(terms.sinks, dtype=torch.float64)[None, :, None, None].expand(*scores.shape[:3], 1)
    return torch.cat([scores, sinks], dim=-1).softmax(-1)[..., :-1]


def scores_of(q: Tensor, k: Tensor, rows: Tensor, queries: int, terms: Terms) -> Tensor:
    """What the softmax is taken of, minus infinity where a key is not seen."""
    keys = k.shape[2]
    scores = terms.scale * times_shared(q, k.transpose(2, 3))
    if terms.softcap is not None:
        scores = terms.softcap * torch.tanh(scores / terms.softcap)
    if terms.bias is not None:
        scores = scores + terms.bias[:, :, rows.to(terms.bias.device)].cpu().double()
    distance = rows[:, None] + (keys - queries) - torch.arange(keys)[None, :]
    seen = torch.ones_like(distance, dtype=torch.bool)
    if terms.causal:
        seen = (distance >= 0) & (distance < (terms.window or keys))
    if terms.key_mask is not None:
        seen = seen & terms.key_mask[:, None, None, :]
    return scores.masked_fill(~seen, float("-inf"))


def times_shared(a: Tensor, b: Tensor) -> Tensor:
    """a (item, head, row, x) times b (item, K/V head, x, y), which is never repeated for the heads that share it."""
    items, heads, rows, _ = a.shape
    shared = b.shape[1]
    return (a.reshape(items, shared, heads // shared * rows, -1) @ b).reshape(items, heads, rows, -1)


def scores_by_head(call: Call, terms: Terms) -> Iterator[Tensor]:
    """The scores of the whole call, (1, 1, query, key) for each item and head in turn."""
    items, heads, queries, _ = call.q.shape
    group = heads // call.k.shape[1]
    rows = torch.arange(queries)
    for item in range(items):
        for head in range(heads):
            q = call.q[item : item + 1, head : head + 1].cpu().double()
            k = call.k[item : item + 1, head // group : head // group + 1].cpu().double()
            yield scores_of(q, k, rows, queries, of_one_head(terms, item, head))


def of_one_head(terms: Terms, item: int, head: int) -> Terms:
    bias, key_mask = terms.bias, terms.key_mask
    if bias is not None:
        bias = bias[item % bias.shape[0], head % bias.shape[1]][None, None]
    if key_mask is not None:
        key_mask = key_mask[item % key_mask.shape[0]][None]
    return dataclasses.replace(terms, bias=bias, key_mask=key_mask)


# Names and layers ----------------------------------------------------------------------------------------------------

CROSS_WORDS = {"cross", "crossattn", "crossattention", "encdec", "encdecattention"}
CROSS_NAMES = ("encoder_attn", "multihead_attn", "attn2")  # how whisper, torch and diffusers call it


def group_of(path: str) -> str:
    """encoder, decoder, cross or nothing, after the module's path in the model."""
    words = set(re.findall(r"[a-z]+", path.lower()))
    if words & CROSS_WORDS or path.endswith(CROSS_NAMES) or {"encoder", "decoder"} <= words:
        return "cross"
    return next((group for group in ("encoder", "decoder") if group in words), "")


def numbers_of(paths: Sequence[str]) -> list[int]:
    """Layer numbers: the first number in each path where these are all different, else the order of the calls."""
    found = [re.search(r"(?:^|\.)(\d+)(?:\.|$)", path) for path in paths]
    numbers = [int(match.group(1)) for match in found if match]
    if len(set(numbers)) == len(paths):
        return numbers
    return list(range(len(paths)))


@dataclasses.dataclass
class Site:
    """One attention call of the first run, and what is written of it."""

    path: str
    dtype: torch.dtype
    shapes: dict[str, tuple[int, ...]]  # of q, k and v, (item, head, position, dim)
    terms: Terms  # without the bias
    biased: bool
    difference: float | None
    group: str = ""
    layer: int = 0
    as_scores: bool = False  # instead of q and k

    @property
    def stored(self) -> dict[str, tuple[int, ...]]:
        if not self.as_scores:
            return self.shapes
        return {"scores": self.shapes["q"][:3] + self.shapes["k"][2:3], "v": self.shapes["v"]}

    @property
    def prefix(self) -> str:
        return f"{self.group}.layers.{self.layer}" if self.group else f"layers.{self.layer}"

    @property
    def name(self) -> str:
        return f"{self.prefix} ({self.path or 'the model itself'})"


def name_sites(sites: list[Site]) -> None:
    for site in sites:
        site.group = group_of(site.path)
    if any(site.group == "cross" for site in sites):
        for site in sites:
            site.group = site.group or "decoder"  # what stands beside cross-attention
    for group in {site.group for site in sites}:
        members = [site for site in sites if site.group == group]
        for site, number in zip(members, numbers_of([site.path for site in members])):
            site.layer = number


def parse_layers(text: str) -> list[int]:
    """'0,3,7-9' as [0, 3, 7, 8, 9]."""
    layers: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)(?:-(\d+))?\s*", part)
        if not match or (match.group(2) and int(match.group(2)) < int(match.group(1))):
            raise CaptureError(
                f"failed to read '--layers {text}': '{part}' is no layer. Give numbers and ranges: 0,3,7-9."
            )
        layers.extend(range(int(match.group(1)), int(match.group(2) or match.group(1)) + 1))
    return layers


def choose(sites: list[Site], layers: Iterable[int] | None, groups: Iterable[str] | None) -> list[Site]:
    chosen = sites
    if groups is not None:
        wanted = set(groups)
        check_all_found("group", wanted, {site.group for site in sites})
        chosen = [site for site in chosen if site.group in wanted]
    if layers is not None:
        wanted = set(layers)
        check_all_found("layer", wanted, {site.layer for site in chosen})
        chosen = [site for site in chosen if site.layer in wanted]
    return chosen


def check_all_found(what: str, wanted: set, there: set) -> None:
    if wanted - there:
        listed = ", ".join(str(x) or "(no group)" for x in sorted(there))
        raise CaptureError(
            f"failed to choose {what} {sorted(wanted - there)[0]}: the model has {listed}. Choose among these."
        )


# Metadata ------------------------------------------------------------------------------------------------------------


def one_or_list(values: list) -> Any:
    """One value where all layers agree, else one for each."""
    return values[0] if all(value == values[0] for value in values) else values


def metadata_of(sites: list[Site], texts: Mapping[str, Any]) -> dict[str, str]:
    """Keys that Tailmass reads. Lists over layers are in its order: by group, then by number."""
    ordered = sorted(sites, key=lambda site: (site.group, site.layer))
    entries: dict[str, Any] = {"scale": one_or_list([site.terms.scale for site in ordered])}
    if not any(site.as_scores for site in sites):
        entries["kind"] = "qkv"
    entries.update(causal_entries(ordered))
    for key, values in (
        ("window", [site.terms.window for site in ordered]),
        ("softcap", [0 if site.as_scores else site.terms.softcap or 0 for site in ordered]),
        ("sink_logits", [site.terms.sinks for site in ordered]),
    ):
        if any(values):
            entries[key] = one_or_list(values)
    entries.update(head_entries(sites))
    entries["modules"] = {site.prefix: site.path for site in ordered}
    entries.update({key: value for key, value in texts.items() if value is not None})
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in entries.items()}


def causal_entries(sites: list[Site]) -> dict[str, Any]:
    """Tailmass applies `causal` to every group but cross-attention, or to `group` alone; it takes decoders for causal
    and encoders and cross-attention for not where nothing is said."""
    by_group = {site.group: site.terms.causal for site in sites}
    causal = [group for group in by_group if by_group[group]]
    others = set(by_group) - set(causal)
    if not causal or not others or others == {"cross"}:
        return {"causal": bool(causal)}
    if len(causal) == 1 and others <= {"encoder", "cross"}:
        return {"causal": True, "group": causal[0]}
    raise CaptureError(
        f"failed to write groups {', '.join(sorted(by_group))} into one file: it can't say which of them are causal. "
        "Capture them one at a time with --groups."
    )


def head_entries(sites: list[Site]) -> dict[str, int]:
    heads = {site.shapes["q"][1] for site in sites}
    kv_heads = {site.shapes["k"][1] for site in sites}
    return {key: counts.pop() for key, counts in (("n_heads", heads), ("n_kv_heads", kv_heads)) if len(counts) == 1}


def settle_groups(sites: list[Site]) -> None:
    """Within a group one causal flag and one mask of keys hold for all layers; says so where they differ."""
    for group in sorted({site.group for site in sites}):
        members = [site for site in sites if site.group == group]
        first = members[0]
        for site in members[1:]:
            same_mask = (first.terms.key_mask is None) == (site.terms.key_mask is None) and (
                first.terms.key_mask is None or torch.equal(first.terms.key_mask, site.terms.key_mask)
            )
            if site.terms.causal != first.terms.causal or not same_mask:
                raise CaptureError(
                    f"failed to write {site.name} and {first.name} into one file: one causal flag and one "
                    "mask of keys hold for all layers. Capture them into two files with --layers."
                )


# The file ------------------------------------------------------------------------------------------------------------


class SafetensorsFile:
    """A safetensors file whose header is known beforehand and whose tensors are written as they come."""

    def __init__(
        self, path: Path, tensors: Mapping[str, tuple[torch.dtype, Sequence[int]]], metadata: Mapping[str, str]
    ):
        self._places: dict[str, tuple[int, int, torch.dtype]] = {}
        header: dict[str, Any] = {"__metadata__": dict(metadata)}
        end = 0
        for name, (dtype, shape) in tensors.items():
            begin, end = end, end + byte_count(dtype, shape)
            header[name] = {"dtype": DTYPE_NAMES[dtype], "shape": list(shape), "data_offsets": [begin, end]}
            self._places[name] = (begin, end, dtype)
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        self._head = len(text).to_bytes(8, "little") + text
        self._path = path
        self.byte_count = len(self._head) + end

    def __enter__(self) -> SafetensorsFile:
        self._partial = self._path.with_name(self._path.name + ".partial")
        self._file = open(self._partial, "wb")
        self._file.write(self._head)
        self._open = set(self._places)
        return self

    def write(self, name: str, parts: Iterable[Tensor]) -> None:
        """The tensor's parts, one after the other."""
        begin, end, dtype = self._places[name]
        self._file.seek(len(self._head) + begin)
        written = 0
        for part in parts:
            stored = part.detach().to("cpu", dtype).contiguous()
            if dtype == torch.float16 and bool((stored.isinf() & part.cpu().isfinite()).any()):
                raise CaptureError(f"failed to store {name} as float16: it holds numbers above 65504. Use float32.")
            written += self._file.write(stored.reshape(-1).view(torch.uint8).numpy().data)
        if written != end - begin:
            raise CaptureError(
                f"failed to write {name}: it has {written} bytes in the second run and {end - begin} in the first."
            )
        self._open.discard(name)

    def __exit__(self, kind: type | None, *_: object) -> None:
        self._file.close()
        if kind is None and not self._open:
            os.replace(self._partial, self._path)
            return
        self._partial.unlink()
        if kind is None:
            raise CaptureError(
                f"failed to write {self._path}: {sorted(self._open)[0]} did not come in the second run. "
                "The model has to do the same twice."
            )


def byte_count(dtype: torch.dtype, shape: Sequence[int]) -> int:
    return torch.Size(shape).numel() * torch.empty((), dtype=dtype).element_size()


def size_text(count: int) -> str:
    return (
        f"{count / 1e9:.2f} GB" if count >= 10**9 else f"{count / 1e6:.1f} MB" if count >= 10**5 else f"{count} bytes"
    )


def check_target(path: Path, force: bool) -> None:
    if path.exists() and not force:
        raise CaptureError(f"failed to write {path}: it exists. Choose another name, or --force.")
    if not path.parent.is_dir():
        raise CaptureError(f"failed to write {path}: its folder does not exist. Make it first.")


def layers_text(sites: list[Site]) -> str:
    as_scores = sum(site.as_scores for site in sites)
    text = f"{len(sites)} layers" if len(sites) != 1 else "1 layer"
    return text + (f", {as_scores} of them as scores" if as_scores else "")


def check_room(path: Path, needed: int) -> str:
    free = shutil.disk_usage(path.parent).free
    if needed + SPARE_BYTES > free:
        raise CaptureError(
            f"failed to write {path}: it needs {size_text(needed)}, {size_text(free)} are free. "
            "Choose fewer layers, a shorter text or float16."
        )
    return f"{size_text(needed)}, {size_text(free)} free"


# Capturing -----------------------------------------------------------------------------------------------------------


class Run:
    """Numbers the attention calls of one run of the model, so that both runs can be matched."""

    def __init__(self, model: nn.Module, run: Callable[[], Any], real: Mapping[str, Tensor]):
        self._model = model
        self._run = run
        self._real = real
        self._paths = {id(module): path for path, module in model.named_modules()}

    def real_queries(self, path: str) -> Tensor | None:
        return self._real.get("decoder" if group_of(path) in ("decoder", "cross") else "")

    def calls(self, take: Callable[[int, str, Call], None]) -> None:
        count = iter(range(sys.maxsize))

        def report(call: Call) -> None:
            take(next(count), self._paths.get(id(call.module), ""), call)

        with torch.no_grad(), Watch(self._model, report):
            self._run()

    def sites(self) -> list[Site]:
        sites: list[Site] = []

        def take(_: int, path: str, call: Call) -> None:
            real = self.real_queries(path)
            terms, difference = read_call(call, real)
            shapes = {"q": tuple(call.q.shape), "k": tuple(call.k.shape), "v": tuple(call.v.shape)}
            sites.append(
                Site(
                    path,
                    call.q.dtype,
                    shapes,
                    dataclasses.replace(terms, bias=None),
                    terms.bias is not None,
                    difference,
                )
            )

        self.calls(take)
        name_sites(sites)
        return sites

    def write(self, file: SafetensorsFile, sites: Mapping[int, Site]) -> None:
        def take(number: int, path: str, call: Call) -> None:
            site = sites.get(number)
            if site is None:
                return
            if site.path != path or site.shapes["q"] != tuple(call.q.shape) or site.shapes["k"] != tuple(call.k.shape):
                raise CaptureError(
                    f"failed to capture {site.name}: the second run is unlike the first. Leave caches "
                    "(past_key_values) and dropout out."
                )
            if site.as_scores:
                bias = terms_of(call, self.real_queries(path)).bias
                file.write(f"{site.prefix}.scores", scores_by_head(call, dataclasses.replace(site.terms, bias=bias)))
            else:
                file.write(f"{site.prefix}.q", [call.q])
                file.write(f"{site.prefix}.k", [call.k])
            file.write(f"{site.prefix}.v", [call.v])

        self.calls(take)


def stored_tensors(sites: list[Site], dtype: torch.dtype | None) -> dict[str, tuple[torch.dtype, tuple[int, ...]]]:
    """Without the axis of items where there is one item."""
    tensors: dict[str, tuple[torch.dtype, tuple[int, ...]]] = {}
    for site in sites:
        for role, shape in site.stored.items():
            kept = torch.float32 if role == "scores" else dtype or site.dtype
            if kept not in DTYPE_NAMES:
                raise CaptureError(f"failed to store {site.name}: {kept} is not stored as it is. Use --dtype float32.")
            tensors[f"{site.prefix}.{role}"] = (kept, shape[1:] if shape[0] == 1 else shape)
    return tensors


def key_masks(sites: list[Site]) -> dict[str, Tensor]:
    """One mask of keys for each group that misses some."""
    masks: dict[str, Tensor] = {}
    for site in sites:
        if site.terms.key_mask is not None:
            masks[f"{site.group}.attention_mask" if site.group else "attention_mask"] = site.terms.key_mask
    return masks


def hint_of_axes(sites: list[Site]) -> str | None:
    """Tailmass asks which axis counts heads where both are as long."""
    for site in sites:
        for role in ("q", "k"):
            if site.shapes[role][1] == site.shapes[role][2] > 1:
                return f"as many positions as heads in {site.prefix}.{role}: open the file with --roles HPD"
    return None


def check_rows(sites: list[Site]) -> str:
    known = [site for site in sites if site.difference is not None]
    for site in known:
        if not site.difference <= tolerance(site.dtype):
            raise CaptureError(
                f"failed to capture {site.name}: its output does not follow from Q, K, V and the terms that "
                f"are known, by {site.difference:.1e} of the largest value. --no-check writes it all the same."
            )
    if not known:
        return "no layer could be checked"
    return (
        f"{len(known)} of {len(sites)} layers checked, largest difference {max(site.difference for site in known):.1e}"
    )


def real_queries(inputs: Any) -> dict[str, Tensor]:
    """Which queries of a padded batch are no padding, (item, position): those of decoders and of the others."""
    if not isinstance(inputs, Mapping):
        return {}
    named = {"": inputs.get("attention_mask"), "decoder": inputs.get("decoder_attention_mask")}
    if "decoder_input_ids" not in inputs:
        named["decoder"] = named[""]
    return {key: mask.bool() for key, mask in named.items() if isinstance(mask, Tensor) and mask.dim() == 2}


def capture(
    model: nn.Module,
    inputs: Mapping[str, Any] | Callable[[], Any],
    path: str | os.PathLike[str],
    *,
    layers: Iterable[int] | None = None,
    groups: Iterable[str] | None = None,
    dtype: str = "keep",
    tokens: Sequence[str] | None = None,
    encoder_tokens: Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    scores: bool = False,
    check: bool = True,
    force: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> None:
    """Runs `model` twice and writes Q, K and V of the chosen layers to `path`.

    inputs    the model's keyword arguments, or a function without arguments that runs it
    layers    layer numbers; None: all. groups: "encoder", "decoder", "cross", ""; None: all
    dtype     "keep", "float32" or "float16"
    tokens    what the positions of the queries are; encoder_tokens: those of the encoder of an encoder-decoder
    metadata  further entries, such as {"model": "..."}
    scores    write scores (float32, head x query x key) instead of Q and K for all layers, not only for those with a
              bias or a mask that causality, a window and missing keys do not make up
    check     whether rows are recomputed from what is written and compared with the model's output
    say       takes lines about sizes and checks

    Raises CaptureError; then nothing is left at `path`.
    """
    target = Path(path)
    if dtype not in STORED_DTYPES:
        raise CaptureError(
            f"failed to store as '{dtype}': it is none of {', '.join(STORED_DTYPES)}. Choose one of these."
        )
    check_target(target, force)
    if model.training:
        raise CaptureError("failed to capture: the model is in training mode. Call model.eval() first.")
    run = Run(model, inputs if callable(inputs) else lambda: model(**inputs), real_queries(inputs))
    every = run.sites()
    if not every:
        raise CaptureError(
            "failed to capture: no attention call was seen, the model computes attention by code of its own. Load it "
            "with attn_implementation='sdpa', or try a newer version of transformers."
        )
    sites = choose(every, layers, groups)
    settle_groups(sites)
    for site in sites:
        site.as_scores = scores or site.biased
    if check:
        say(check_rows(sites))
    masks = key_masks(sites)
    tensors = stored_tensors(sites, STORED_DTYPES[dtype])
    tensors.update({name: (torch.uint8, tuple(mask.shape)) for name, mask in masks.items()})
    labels = token_entries(sites, tokens, encoder_tokens)
    if (tokens or encoder_tokens) and not any(labels.values()):
        say("tokens are left out: no list fits all layers; an encoder-decoder takes them a group at a time")
    texts = {**labels, **origin(model), **(metadata or {})}
    file = SafetensorsFile(target, tensors, metadata_of(sites, texts))
    say(f"{target}: {layers_text(sites)}, {check_room(target, file.byte_count)}")
    if hint := hint_of_axes(sites):
        say(hint)
    with file:
        run.write(file, {number: site for number, site in enumerate(every) if any(site is kept for kept in sites)})
        for name, mask in masks.items():
            file.write(name, [mask])


def token_entries(
    sites: list[Site], tokens: Sequence[str] | None, encoder_tokens: Sequence[str] | None
) -> dict[str, Any]:
    """Tokens of queries and keys where one list fits all layers; Tailmass has one for the whole file."""

    def fitting(role: str, lists: Iterable[Sequence[str] | None]) -> list[str] | None:
        lengths = {site.shapes[role][2] for site in sites}
        return next((list(x) for x in lists if x is not None and lengths == {len(x)}), None)

    groups = {site.group for site in sites}
    query_tokens = fitting("q", [encoder_tokens] if groups == {"encoder"} and encoder_tokens else [tokens])
    keys_are_encoded = groups <= {"encoder", "cross"} and encoder_tokens is not None
    key_tokens = fitting("k", [encoder_tokens if keys_are_encoded else tokens])
    if query_tokens is not None and query_tokens == key_tokens:
        return {"tokens": query_tokens}
    return {"query_tokens": query_tokens, "key_tokens": key_tokens}


def origin(model: nn.Module) -> dict[str, Any]:
    config = getattr(model, "config", None)
    rotary = any("rotary" in type(module).__name__.lower() for module in model.modules())
    return {
        "model": getattr(config, "_name_or_path", "") or type(model).__name__,
        "rope_applied": True if rotary else None,
        "note": f"captured with torch {torch.__version__}",
    }


# The command line ----------------------------------------------------------------------------------------------------


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Writes Q, K and V (after rotary) of a transformers model for Tailmass."
    )
    add = parser.add_argument
    add("model", metavar="MODEL", help="folder or name that transformers' from_pretrained understands")
    add("-o", "--output", required=True, metavar="FILE", help="the safetensors file to write")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--text", help="what the model reads")
    what.add_argument("--text-file", metavar="FILE", help="the same, from a file in UTF-8")
    what.add_argument(
        "--inputs", metavar="FILE", help="safetensors or npz of the model's named inputs: input_ids, pixel_values, ..."
    )
    add("--decoder-text", metavar="TEXT", help="what the decoder of an encoder-decoder reads; default: its start token")
    add("--layers", metavar="LIST", help="layers to write, from 0: 0,3,7-9; default: all")
    add("--groups", metavar="LIST", help="encoder, decoder, cross; default: all")
    add(
        "--dtype",
        choices=list(STORED_DTYPES),
        default="keep",
        help="numbers in the file; default: as the model has them",
    )
    add("--max-length", type=int, metavar="N", help="keep the first N tokens of the text")
    add("--device", default="cpu", help="cpu, cuda, cuda:1, mps, or auto (needs accelerate); default: cpu")
    add("--load-dtype", default="auto", help="float32, bfloat16, float16; default: as the weights are stored")
    add(
        "--attention",
        choices=["eager", "sdpa"],
        help="how the model computes attention; default: what transformers chooses",
    )
    add(
        "--scores",
        action="store_true",
        help="write scores instead of Q and K for every layer, not only where a bias needs it",
    )
    add("--no-check", action="store_true", help="do not compare rows from the file with the model's output")
    add("--force", action="store_true", help="replace a file that exists")
    return parser


def load_model(arguments: argparse.Namespace) -> nn.Module:
    import transformers

    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    version = tuple(int(x) for x in re.findall(r"\d+", transformers.__version__)[:2])
    dtype = "auto" if arguments.load_dtype == "auto" else getattr(torch, arguments.load_dtype, None)
    if dtype is None:
        raise CaptureError(
            f"failed to use '--load-dtype {arguments.load_dtype}': torch has no such type. Use float32 or bfloat16."
        )
    settings: dict[str, Any] = {"dtype" if version >= (4, 56) else "torch_dtype": dtype}
    if arguments.attention:
        settings["attn_implementation"] = arguments.attention
    if arguments.device == "auto":
        settings["device_map"] = "auto"
    try:
        model = transformers.AutoModel.from_pretrained(arguments.model, **settings).eval()
        return model if arguments.device == "auto" else model.to(arguments.device)
    except (OSError, ValueError, ImportError, RuntimeError, AssertionError) as error:  # torch asserts that it has CUDA
        raise CaptureError(f"failed to load {arguments.model}: {first_line(error)}") from error


def first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def file_inputs(path: Path) -> dict[str, Tensor]:
    try:
        if path.suffix == ".npz":
            import numpy

            with numpy.load(path, allow_pickle=False) as arrays:
                return {name: torch.from_numpy(arrays[name]) for name in arrays.files}
        from safetensors.torch import load_file

        return load_file(path)
    except Exception as error:  # each reader has errors of its own
        raise CaptureError(
            f"failed to read {path}: {first_line(error)}. Give safetensors or npz of named inputs."
        ) from error


def text_inputs(arguments: argparse.Namespace, model: nn.Module) -> tuple[dict[str, Tensor], dict[str, list[str]]]:
    """The model's inputs, and tokens by the names that capture() gives them."""
    import transformers

    try:
        text = arguments.text if arguments.text_file is None else Path(arguments.text_file).read_text("utf-8")
        tokenizer = transformers.AutoTokenizer.from_pretrained(arguments.model)
    except (OSError, ValueError, ImportError) as error:
        raise CaptureError(f"failed to make tokens: {first_line(error)}") from error
    cut = {"truncation": True, "max_length": arguments.max_length} if arguments.max_length else {}
    inputs = dict(tokenizer(text, return_tensors="pt", **cut))
    tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0].tolist())
    if not getattr(model.config, "is_encoder_decoder", False):
        return inputs, {"tokens": tokens}
    inputs["decoder_input_ids"] = decoder_ids(tokenizer, model.config, arguments.decoder_text)
    read = tokenizer.convert_ids_to_tokens(inputs["decoder_input_ids"][0].tolist())
    return inputs, {"tokens": read, "encoder_tokens": tokens}


def decoder_ids(tokenizer: Any, config: Any, text: str | None) -> Tensor:
    start = getattr(config, "decoder_start_token_id", None)
    ids = [] if start is None else [start]
    if text:
        ids += tokenizer(text, add_special_tokens=False)["input_ids"]
    if not ids:
        raise CaptureError("failed to run the decoder: it has no start token. Give --decoder-text.")
    return torch.tensor([ids])


def run_command(arguments: argparse.Namespace) -> None:
    layers = parse_layers(arguments.layers) if arguments.layers else None
    groups = arguments.groups.split(",") if arguments.groups else None
    if arguments.max_length is not None and arguments.max_length < 1:
        raise CaptureError(f"failed to use '--max-length {arguments.max_length}': it has to be at least 1.")
    check_target(Path(arguments.output), arguments.force)
    model = load_model(arguments)
    if arguments.inputs:
        inputs, tokens = file_inputs(Path(arguments.inputs)), {}
    else:
        inputs, tokens = text_inputs(arguments, model)
    device = next(model.parameters()).device
    inputs = {name: tensor.to(device) for name, tensor in inputs.items()}
    if hasattr(model.config, "use_cache"):
        inputs["use_cache"] = False  # a cache would hold K and V of all layers
    try:
        capture(
            model,
            inputs,
            arguments.output,
            layers=layers,
            groups=groups,
            dtype=arguments.dtype,
            **tokens,
            metadata={"model": arguments.model},
            scores=arguments.scores,
            check=not arguments.no_check,
            force=arguments.force,
            say=lambda text: print(text, file=sys.stderr),
        )
    except (CaptureError, OSError):
        raise
    except Exception as error:  # whatever a model raises on inputs that it can't take
        raise CaptureError(
            f"failed to run {arguments.model} on {', '.join(inputs)}: {type(error).__name__}: "
            f"{first_line(error)}. Give inputs of the model's own kind, --inputs for images and sound."
        ) from error


def main() -> int:
    try:
        run_command(options().parse_args())
    except (CaptureError, OSError, ImportError) as error:
        print(f"capture_attention.py: {first_line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
