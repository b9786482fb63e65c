#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks capture_attention.py: does softmax(scale q.k + terms) of what it writes give the model's own probabilities?

    check_capture.py [--tailmass PATH] [--only NAME]

Small models with random weights run in float32 with eager attention and return their probabilities. Q, K and V are
captured, also with scaled_dot_product_attention where the model has it; the rows are computed in numpy in float64 from
the file alone. With --tailmass the program's rows are compared too. One line per model; exits with 1 if one fails.

Needs torch, transformers, safetensors and numpy (requirements.txt beside this file); no network, no weights.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
from safetensors import safe_open
from torch import nn

from capture_attention import CaptureError, capture

LENGTH = 19
ROUNDING = 2.0**-24  # unit roundoff of float32
GROUPS_OF_OUTPUT = {
    "attentions": "",
    "encoder_attentions": "encoder",
    "decoder_attentions": "decoder",
    "cross_attentions": "cross",
}


@dataclasses.dataclass
class Case:
    """A model, its inputs, and probabilities (item, head, query, key) of a run, by the layer's name in the file."""

    model: nn.Module
    inputs: Mapping[str, Any] | Callable[[], Any]
    probabilities: dict[str, torch.Tensor]
    real: dict[str, torch.Tensor] = dataclasses.field(default_factory=dict)  # by group: queries that are no padding
    scores: bool = False  # asked for


# Models --------------------------------------------------------------------------------------------------------------


def ids(count: int = 1, length: int = LENGTH) -> torch.Tensor:
    return torch.randint(3, 90, (count, length))


def of_transformers(
    model_class: type, config: Any, inputs: Mapping[str, Any], sharpen: float = 16.0, group: str = ""
) -> Case:
    """`sharpen` multiplies the weights of linear layers, since new models attend to all keys alike; `group` is that of
    models with one kind of attention."""
    config._attn_implementation = "eager"
    model = model_class(config).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("sinks"):
                parameter.normal_()
            elif parameter.dim() == 2 and "embed" not in name:
                parameter.mul_(sharpen)
        inputs = {**inputs, **({"use_cache": False} if hasattr(config, "use_cache") else {})}
        output = model(**inputs, output_attentions=True)
    probabilities = {}
    for entry, own_group in GROUPS_OF_OUTPUT.items():
        prefix = f"{own_group or group}.layers" if own_group or group else "layers"
        for layer, rows in enumerate(output.get(entry) or ()):
            probabilities[f"{prefix}.{layer}"] = rows
    mask = inputs.get("attention_mask")
    return Case(model, inputs, probabilities, {} if mask is None else {group: mask.bool(), "encoder": mask.bool()})


def padded(side: str) -> torch.Tensor:
    """A mask of two items, the second of which has six positions of padding on this side."""
    mask = torch.ones(2, LENGTH, dtype=torch.long)
    mask[1, slice(0, 6) if side == "left" else slice(-6, None)] = 0
    return mask


SMALL = {
    "vocab_size": 100,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
}


def llama() -> Case:
    return of_transformers(
        transformers.LlamaModel, transformers.LlamaConfig(**SMALL, num_key_value_heads=2), {"input_ids": ids()}
    )


def llama_left_padded() -> Case:
    config = transformers.LlamaConfig(**SMALL, num_key_value_heads=2)
    return of_transformers(transformers.LlamaModel, config, {"input_ids": ids(2), "attention_mask": padded("left")})


def gpt2() -> Case:
    config = transformers.GPT2Config(
        vocab_size=100, n_embd=32, n_layer=3, n_head=4, n_positions=64, bos_token_id=1, eos_token_id=2
    )
    return of_transformers(transformers.GPT2Model, config, {"input_ids": ids()})


def bert() -> Case:
    return of_transformers(
        transformers.BertModel, transformers.BertConfig(**SMALL), {"input_ids": ids()}, group="encoder"
    )


def bert_padded() -> Case:
    inputs = {"input_ids": ids(2), "attention_mask": padded("right")}
    return of_transformers(transformers.BertModel, transformers.BertConfig(**SMALL), inputs, group="encoder")


def small_t5() -> Any:
    return transformers.T5Config(
        vocab_size=100,
        d_model=32,
        d_kv=8,
        d_ff=48,
        num_layers=2,
        num_heads=4,
        relative_attention_num_buckets=8,
        relative_attention_max_distance=16,
    )


def t5() -> Case:
    inputs = {"input_ids": ids(), "decoder_input_ids": ids(1, 11)}
    return of_transformers(transformers.T5Model, small_t5(), inputs, sharpen=2.0)


def t5_padded() -> Case:
    """Cross-attention misses the encoder's padding."""
    inputs = {"input_ids": ids(2), "attention_mask": padded("right"), "decoder_input_ids": ids(2, 11)}
    return of_transformers(transformers.T5Model, small_t5(), inputs, sharpen=2.0)


def vit() -> Case:
    config = transformers.ViTConfig(
        hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, image_size=32, patch_size=8
    )
    return of_transformers(transformers.ViTModel, config, {"pixel_values": torch.randn(1, 3, 32, 32)})


def whisper() -> Case:
    config = transformers.WhisperConfig(
        vocab_size=100,
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=48,
        decoder_ffn_dim=48,
        num_mel_bins=8,
        max_source_positions=24,
        max_target_positions=32,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=1,
        apply_spec_augment=False,
    )
    inputs = {"input_features": torch.randn(1, 8, 48), "decoder_input_ids": ids(1, 11)}
    return of_transformers(transformers.WhisperModel, config, inputs)


def mistral() -> Case:
    config = transformers.MistralConfig(**SMALL, num_key_value_heads=2, sliding_window=5)
    return of_transformers(transformers.MistralModel, config, {"input_ids": ids()})


def mistral_left_padded() -> Case:
    config = transformers.MistralConfig(**SMALL, num_key_value_heads=2, sliding_window=5)
    inputs = {"input_ids": ids(2), "attention_mask": padded("left")}
    return of_transformers(transformers.MistralModel, config, inputs)


def gemma2() -> Case:
    config = transformers.Gemma2Config(
        **SMALL,
        num_key_value_heads=2,
        head_dim=8,
        sliding_window=5,
        attn_logit_softcapping=3.0,
        query_pre_attn_scalar=8,
    )
    return of_transformers(transformers.Gemma2Model, config, {"input_ids": ids()})


def gemma2_as_scores() -> Case:
    return dataclasses.replace(gemma2(), scores=True)


def gpt_oss() -> Case:
    config = transformers.GptOssConfig(
        **SMALL, num_key_value_heads=2, head_dim=8, sliding_window=5, num_local_experts=4, num_experts_per_tok=2
    )
    return of_transformers(transformers.GptOssModel, config, {"input_ids": ids()})


def modern_bert() -> Case:
    """Windows to both sides: written as scores."""
    config = transformers.ModernBertConfig(
        **SMALL, local_attention=6, pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2
    )
    return of_transformers(transformers.ModernBertModel, config, {"input_ids": ids()})


def multi_head_attention() -> Case:
    """With a causal mask, missing keys and a query of its own width."""
    attention = nn.MultiheadAttention(32, 4, batch_first=True, kdim=24, vdim=24, add_bias_kv=True).eval()
    x, context = torch.randn(2, LENGTH, 32), torch.randn(2, 13, 24)
    missing = torch.zeros(2, 13, dtype=torch.bool)
    missing[1, 10:] = True

    def run() -> torch.Tensor:
        return attention(8 * x, context, context, key_padding_mask=missing, average_attn_weights=False)[1]

    with torch.no_grad():
        return Case(attention, run, {"layers.0": run()})


def torch_decoder() -> Case:
    """Causal self-attention and cross-attention; probabilities from the layer's own parts."""
    layer = nn.TransformerDecoderLayer(32, 4, 48, batch_first=True).eval()
    x, memory = 8 * torch.randn(1, LENGTH, 32), torch.randn(1, 13, 32)
    mask = nn.Transformer.generate_square_subsequent_mask(LENGTH)

    def run() -> torch.Tensor:
        return layer(x, memory, tgt_mask=mask, tgt_is_causal=True)

    with torch.no_grad():
        attended, own = layer.self_attn(x, x, x, attn_mask=mask, average_attn_weights=False)
        y = layer.norm1(x + attended)
        cross = layer.multihead_attn(y, memory, memory, average_attn_weights=False)[1]
    return Case(layer, run, {"decoder.layers.0": own, "cross.layers.0": cross})


class FusedBlock(nn.Module):
    """Own code with one qkv projection that calls scaled_dot_product_attention."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(32, 96)

    def forward(self, x: torch.Tensor, causal: bool) -> torch.Tensor:
        q, k, v = self.qkv(x).view(1, LENGTH, 3, 4, 8).permute(2, 0, 3, 1, 4)
        out = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal, scale=0.7)
        return out.transpose(1, 2).reshape(1, LENGTH, 32)


def own_sdpa() -> Case:
    model = nn.ModuleDict({"blocks": nn.ModuleList([FusedBlock(), FusedBlock()])}).eval()
    x = 4 * torch.randn(1, LENGTH, 32)
    probabilities = {}
    with torch.no_grad():
        for layer, block in enumerate(model["blocks"]):
            q, k, _ = block.qkv(x).view(1, LENGTH, 3, 4, 8).permute(2, 0, 3, 1, 4)
            hidden = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
            probabilities[f"layers.{layer}"] = (
                (0.7 * q @ k.transpose(2, 3)).masked_fill(hidden, float("-inf")).softmax(-1)
            )
    return Case(model, lambda: [block(x, True) for block in model["blocks"]], probabilities)


CASES = {
    "Llama, GQA": llama,
    "Llama, padded on the left": llama_left_padded,
    "GPT-2": gpt2,
    "BERT": bert,
    "BERT, padded on the right": bert_padded,
    "T5": t5,
    "T5, padded on the right": t5_padded,
    "ViT": vit,
    "Whisper": whisper,
    "Mistral, sliding window": mistral,
    "Mistral, padded on the left": mistral_left_padded,
    "Gemma 2, softcap": gemma2,
    "Gemma 2, as scores": gemma2_as_scores,
    "GPT-OSS, sinks": gpt_oss,
    "ModernBERT, two-sided window": modern_bert,
    "nn.MultiheadAttention": multi_head_attention,
    "nn.TransformerDecoderLayer": torch_decoder,
    "own code, fused qkv": own_sdpa,
}


# Rows from the file alone --------------------------------------------------------------------------------------------


class Dump:
    """A captured file, read as the manual says: names, metadata, formula."""

    def __init__(self, path: Path):
        with safe_open(path, framework="np") as file:
            self.metadata = file.metadata()
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}
        layers = {name.rsplit(".", 1)[0] for name in self.tensors if name.endswith((".q", ".scores"))}
        self.layers = sorted(layers, key=lambda prefix: (group_of(prefix), int(prefix.rsplit(".", 1)[1])))

    def stated(self, key: str, prefix: str, nesting: int = 0) -> Any:
        """The value for a layer: one for all, or one of a list. `nesting`: depth of lists within one value."""
        value = json.loads(self.metadata.get(key, "null"))
        depth, inner = 0, value
        while isinstance(inner, list):
            depth, inner = depth + 1, next((x for x in inner if x is not None), None)
        return value[self.layers.index(prefix)] if depth > nesting else value

    def causal(self, prefix: str) -> bool:
        group, stated, about = group_of(prefix), self.metadata["causal"] == "true", self.metadata.get("group")
        if about is None:
            return stated and (group != "cross" or len({group_of(x) for x in self.layers}) == 1)
        return stated if about == group else group == "decoder"

    def with_items(self, name: str) -> np.ndarray | None:
        tensor = self.tensors.get(name)
        return None if tensor is None else np.asarray(tensor[None] if tensor.ndim == 3 else tensor, np.float64)

    def scores(self, prefix: str) -> np.ndarray:
        """(item, head, query, key), minus infinity where a key is not seen."""
        if prefix + ".scores" in self.tensors:
            return self.with_items(prefix + ".scores")
        q, k = self.with_items(prefix + ".q"), self.with_items(prefix + ".k")
        scores = self.stated("scale", prefix) * q @ np.repeat(k, q.shape[1] // k.shape[1], axis=1).swapaxes(2, 3)
        softcap, window = self.stated("softcap", prefix), self.stated("window", prefix)
        if softcap:
            scores = softcap * np.tanh(scores / softcap)
        queries, keys = scores.shape[2:]
        distance = np.arange(queries)[:, None] + keys - queries - np.arange(keys)
        if self.causal(prefix):
            scores[..., (distance < 0) | (distance >= (window or keys))] = -np.inf
        group = group_of(prefix)
        mask = self.tensors.get(f"{group}.attention_mask" if group else "attention_mask")
        if mask is not None:
            scores = np.where(mask[:, None, None, :] != 0, scores, -np.inf)
        return scores

    def rows(self, prefix: str) -> np.ndarray:
        scores = self.scores(prefix)
        sinks = self.stated("sink_logits", prefix, nesting=1)
        extra = None if sinks is None else np.broadcast_to(np.asarray(sinks)[:, None, None], (*scores.shape[:3], 1))
        every = scores if extra is None else np.concatenate([scores, extra], axis=-1)
        with np.errstate(invalid="ignore"):  # rows of padding see no key
            weights = np.exp(every - every.max(-1, keepdims=True))
            return (weights / weights.sum(-1, keepdims=True))[..., : scores.shape[-1]]


def group_of(prefix: str) -> str:
    return prefix.split(".")[0] if not prefix.startswith("layers") else ""


# Comparing -----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Difference:
    largest: float = 0.0
    allowed: float = 0.0
    failures: list[str] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.largest:.1e} (at most {self.allowed:.1e})"

    def add(self, what: str, difference: np.ndarray, allowed: float) -> None:
        worst = float(np.max(difference, initial=0.0)) if not np.isnan(difference).any() else float("nan")
        self.largest = max(self.largest, worst) if worst == worst else worst
        self.allowed = max(self.allowed, allowed)
        if not worst <= allowed:
            self.failures.append(f"{what}: {worst:.1e}, at most {allowed:.1e}")

    def add_message(self, message: str) -> None:
        """What the program said instead of numbers."""
        self.failures.append(message.strip().splitlines()[0] if message.strip() else "no message")


def compare_with_model(case: Case, dump: Dump, kind: str) -> Difference:
    """sdpa gives no probabilities: there the rounding of another run, layer upon layer, is in the difference too."""
    units = 16 if kind == "sdpa" else 4
    result = Difference()
    if sorted(dump.layers) != sorted(case.probabilities):
        result.failures.append(f"layers {dump.layers} instead of {sorted(case.probabilities)}")
        return result
    for prefix, probabilities in case.probabilities.items():
        difference = np.abs(dump.rows(prefix) - probabilities.double().numpy())
        real = case.real.get(group_of(prefix))
        if real is not None:
            difference = difference.swapaxes(1, 2)[real.numpy()]
        scores = dump.scores(prefix)
        largest_score = np.abs(scores[np.isfinite(scores)]).max()
        result.add(
            prefix, difference, units * ROUNDING * max(1.0, largest_score)
        )  # a score's rounding is relative to it
    return result


def some_rows(dump: Dump, prefix: str) -> Iterator[tuple[int, int, int]]:
    items, heads, queries, _ = dump.scores(prefix).shape
    for item in sorted({0, items - 1}):
        yield item, 0, queries - 1
        yield item, heads - 1, queries - 1 - queries // 3


def entropy(row: np.ndarray) -> float:
    """With what a sink takes as one more outcome."""
    rest = max(0.0, 1 - float(row.sum()))
    present = np.append(row[row > 0], [rest] if rest > 1e-12 else [])
    return float(-(present * np.log(present)).sum())


def compare_with_program(dump: Dump, path: Path, program: str) -> Difference:
    """Tail mass and entropy of some rows, which the program computes in double from the same numbers."""
    result = Difference()
    for prefix in dump.layers:
        every = dump.rows(prefix)
        for item, head, row in some_rows(dump, prefix):
            weights = np.sort(every[item, head, row])[::-1]
            command = [
                program,
                "row",
                str(path),
                "--layer",
                prefix.rsplit(".", 1)[1],
                "--head",
                str(head),
                "--row",
                str(row),
                "--item",
                str(item),
                "--k",
                "2,4",
                "--json",
            ]
            group = group_of(prefix)
            run = subprocess.run(command + (["--group", group] if group else []), capture_output=True, text=True)
            if run.returncode != 0:
                result.add_message(run.stderr)
                return result
            answer = json.loads(run.stdout)
            found = [answer["entropy_nats"]] + [answer["top_k"][k]["tail_mass"] for k in ("2", "4")]
            expected = [entropy(weights)] + [float(weights[k:].sum()) for k in (2, 4)]
            result.add(f"{prefix} head {head} row {row}", np.abs(np.subtract(found, expected)), 1e-9)
    return result


def has_convert(program: str) -> bool:
    return subprocess.run([program, "convert", "--help"], capture_output=True).returncode == 0


def compare_converted(case: Case, dump: Dump, path: Path, program: str) -> Difference:
    """All probabilities, as the program writes them."""
    result = Difference()
    written = path.with_name("converted.safetensors")
    written.unlink(missing_ok=True)
    run = subprocess.run(
        [program, "convert", str(path), "--what", "probs", "-o", str(written)], capture_output=True, text=True
    )
    if run.returncode != 0:
        result.add_message(run.stderr)
        return result
    converted = Dump(written)
    for prefix in dump.layers:
        rows = converted.with_items(prefix + ".probs")
        difference = np.abs(rows - dump.rows(prefix))
        real = case.real.get(group_of(prefix))
        result.add(prefix, difference if real is None else difference.swapaxes(1, 2)[real.numpy()], 4 * ROUNDING)
    return result


# Refusals ------------------------------------------------------------------------------------------------------------


def eager_attention_forward(module, query, key, value, attention_mask, scaling, **_):
    """With a term that no caller states."""
    scores = scaling * query @ key.transpose(2, 3) + module.hidden_term
    return (scores.softmax(-1) @ value).transpose(1, 2), None


class HiddenTerm(nn.Module):
    hidden_term = torch.linspace(0, 3, LENGTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return eager_attention_forward(self, x, x, x, None, scaling=0.5)[0]


class Large(nn.Module):
    """Attention over numbers that float16 cannot hold; `growing`: over one more position at each run."""

    def __init__(self, growing: bool = False) -> None:
        super().__init__()
        self.growing, self.runs = growing, 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.runs += self.growing
        x = 1e5 * x[:, :, self.runs :]
        return nn.functional.scaled_dot_product_attention(x, x, x)


def refusals(folder: Path) -> Iterator[tuple[str, nn.Module, str, dict[str, Any]]]:
    """What is refused, the model, a part of the message, options. `there` is a file that exists."""
    yield "unknown term", HiddenTerm().eval(), "does not follow", {}
    yield "numbers above float16", Large().eval(), "above 65504", {"dtype": "float16"}
    yield "another second run", Large(growing=True).eval(), "unlike the first", {}
    yield "training mode", Large(), "eval()", {}
    yield "no attention", nn.Identity().eval(), "no attention call", {}
    yield "no such layer", Large().eval(), "layer 3", {"layers": [0, 3]}
    yield "no such folder", Large().eval(), "folder", {"path": folder / "none" / "dump.safetensors"}
    yield "file exists", Large().eval(), "exists", {"path": folder / "there"}


def check_refusals(folder: Path) -> bool:
    """Each says what it has to say and leaves nothing behind."""
    (folder / "there").write_text("kept")
    before = sorted(folder.iterdir())
    x = torch.randn(1, 4, LENGTH, 8)
    good = True
    for what, model, part, settings in refusals(folder):
        try:
            capture(model, lambda: model(x), **{"path": folder / "refused.safetensors", **settings})
            message = "it was not refused"
        except CaptureError as error:
            message = str(error)
        refused = part in message and "\n" not in message and sorted(folder.iterdir()) == before
        print(f"refuses {what}: {'ok' if refused else 'failed: ' + message}", flush=True)
        good = good and refused
    return good and (folder / "there").read_text() == "kept"


# Running -------------------------------------------------------------------------------------------------------------


def attention_kinds(model: nn.Module) -> list[str]:
    if not isinstance(model, transformers.PreTrainedModel):
        return [""]
    return ["eager", "sdpa"] if model._supports_sdpa else ["eager"]


def version_of(model: nn.Module) -> str:
    library = transformers if isinstance(model, transformers.PreTrainedModel) else torch
    return f"{library.__name__} {library.__version__}"


def with_attention(model: nn.Module, kind: str) -> nn.Module:
    """The same model, computing attention in this way."""
    if not kind:
        return model
    other = type(model)._from_config(model.config, attn_implementation=kind).eval()
    other.load_state_dict(model.state_dict())
    return other


def check(name: str, case: Case, kind: str, program: str | None, folder: Path) -> bool:
    path = folder / "captured.safetensors"
    notes: list[str] = []
    label = f"{name} [{kind}]" if kind else name
    try:
        capture(with_attention(case.model, kind), case.inputs, path, scores=case.scores, force=True, say=notes.append)
    except CaptureError as error:
        print(f"{label}, {version_of(case.model)}: failed: {error}", flush=True)
        return False
    dump = Dump(path)
    results = {"model": compare_with_model(case, dump, kind)}
    if program is not None:
        results["row"] = compare_with_program(dump, path, program)
        if has_convert(program):
            results["convert"] = compare_converted(case, dump, path, program)
    failures = [f"{what} {text}" for what, result in results.items() for text in result.failures]
    numbers = ", ".join(f"{what} {result}" for what, result in results.items())
    print(
        f"{label}, {version_of(case.model)}: {numbers}; {notes[0]}: {'failed: ' + failures[0] if failures else 'ok'}",
        flush=True,
    )
    return not failures


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Checks capture_attention.py against small models of transformers and torch."
    )
    parser.add_argument("--tailmass", metavar="PATH", help="the program, to compare its rows too")
    parser.add_argument("--only", metavar="TEXT", default="", help="models whose name has this in it")
    arguments = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name, make in CASES.items():
            if arguments.only.lower() not in name.lower():
                continue
            torch.manual_seed(1)
            case = make()
            for kind in attention_kinds(case.model):
                good = check(name, case, kind, arguments.tailmass, Path(folder)) and good
        if not arguments.only:
            good = check_refusals(Path(folder)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
