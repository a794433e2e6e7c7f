"""A causal transformer of GPT-2's shape, in PyTorch, and the files in which Hugging Face keeps one.

Matrices are named as GPT-2's tensors are and lie as they do: inputs x outputs, Y = X W + b.
"""
import dataclasses
import json
import struct

import torch
from torch.nn import functional

import english_words


@dataclasses.dataclass(frozen=True)
class Shape:
    words: int
    width: int = 64
    layers: int = 3
    heads: int = 4
    hidden: int = 256
    positions: int = 64


def tensors(shape, generator):
    """Weights before training, by name: matrices small and random, gains 1, biases 0, as GPT-2 begins."""
    width, hidden = shape.width, shape.hidden
    sizes = {"wte.weight": (shape.words, width), "wpe.weight": (shape.positions, width)}
    for layer in range(shape.layers):
        own = {"ln_1.weight": (width,), "ln_1.bias": (width,), "attn.c_attn.weight": (width, 3 * width),
               "attn.c_attn.bias": (3 * width,), "attn.c_proj.weight": (width, width), "attn.c_proj.bias": (width,),
               "ln_2.weight": (width,), "ln_2.bias": (width,), "mlp.c_fc.weight": (width, hidden),
               "mlp.c_fc.bias": (hidden,), "mlp.c_proj.weight": (hidden, width), "mlp.c_proj.bias": (width,)}
        sizes |= {f"h.{layer}.{name}": size for name, size in own.items()}
    sizes |= {"ln_f.weight": (width,), "ln_f.bias": (width,)}
    made = {}
    for name, size in sizes.items():
        deviation = 0.02 / (2 * shape.layers) ** 0.5 if name.endswith("c_proj.weight") else 0.02
        made[name] = (torch.randn(size, generator=generator) * deviation if len(size) == 2
                      else torch.ones(size) if name.endswith("weight") else torch.zeros(size))
    made["wpe.weight"] = waves(shape)
    return made


def waves(shape):
    """Positions before training: sines and cosines as in Vaswani et al. 2017, with periods from 2.5 to 20 words.

    One rotation leads from each position to the one before it. With longer periods heads of layer 1 learn to read
    all late words, the own word most, and none reads the word before alone.
    """
    place = torch.arange(shape.positions)[:, None]
    periods = 2.5 * 8 ** torch.linspace(0, 1, shape.width // 2)
    angles = 2 * torch.pi * place / periods
    return 0.1 * torch.stack([angles.sin(), angles.cos()], -1).view(shape.positions, shape.width)


class Model:
    """Weights and what is computed with them."""

    def __init__(self, shape, weights):
        self.shape, self.weights = shape, weights
        self.future = torch.full((shape.positions, shape.positions), float("-inf")).triu(1)

    def norm(self, name, rows):
        return functional.layer_norm(rows, rows.shape[-1:], self.weights[name + ".weight"],
                                     self.weights[name + ".bias"])

    def linear(self, name, rows):
        return rows @ self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def attention(self, layer, rows, off):
        """What layer `layer`'s heads add to the rows (B x S x D), and their attention weights (B x H x S x S)."""
        items, length, width = rows.shape
        heads = self.shape.heads
        query, key, value = self.linear(f"h.{layer}.attn.c_attn", rows) \
            .view(items, length, 3, heads, width // heads).permute(2, 0, 3, 1, 4)  # each B x H x S x d
        scores = query @ key.transpose(-1, -2) / (width // heads) ** 0.5 + self.future[:length, :length]
        weights = torch.softmax(scores, -1)
        mixed = weights @ value  # B x H x S x d
        for of_layer, head in off:
            if of_layer == layer:
                mixed = mixed * (torch.arange(heads) != head)[:, None, None]
        joined = mixed.transpose(1, 2).reshape(items, length, width)
        return self.linear(f"h.{layer}.attn.c_proj", joined), weights

    def run(self, ids, off=()):
        """Logits (B x S x words), the attention weights of each layer, and the rows that leave each layer.

        `off` has heads, as (layer, head), whose output is set to 0.
        """
        rows = self.weights["wte.weight"][ids] + self.weights["wpe.weight"][:ids.shape[1]]
        maps, left = [], []
        for layer in range(self.shape.layers):
            added, weights = self.attention(layer, self.norm(f"h.{layer}.ln_1", rows), off)
            rows = rows + added
            hidden = self.linear(f"h.{layer}.mlp.c_fc", self.norm(f"h.{layer}.ln_2", rows))
            rows = rows + self.linear(f"h.{layer}.mlp.c_proj", functional.gelu(hidden, approximate="tanh"))
            maps.append(weights)
            left.append(rows)
        return self.said(rows), maps, left

    def said(self, rows):
        """The logits that rows of the stream give: the last norm, then the embeddings of all words."""
        return self.norm("ln_f", rows) @ self.weights["wte.weight"].T


def rounded_to_f16(weights):
    """The weights as the file has them, widened again."""
    return {name: tensor.detach().half().float() for name, tensor in weights.items()}


def write_safetensors(path, weights):
    """F16, one tensor after the other, behind a header of JSON whose length is a multiple of 8."""
    header, begin = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in weights.items():
        end = begin + 2 * tensor.numel()
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [begin, end]}
        begin = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(tensor.detach().half().contiguous().numpy().astype("<f2").tobytes() for tensor in weights.values())
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    """The weights of a file of F16, widened."""
    data = path.read_bytes()
    length, = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__")
    weights = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        weights[name] = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float16).float().view(entry["shape"])
    return weights


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_config(path, shape):
    """config.json as Hugging Face's GPT-2 has it; no word begins or ends a text."""
    write_json(path, {
        "architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "activation_function": "gelu_new",
        "vocab_size": shape.words, "n_positions": shape.positions, "n_ctx": shape.positions, "n_embd": shape.width,
        "n_layer": shape.layers, "n_head": shape.heads, "n_inner": shape.hidden, "layer_norm_epsilon": 1e-05,
        "initializer_range": 0.02, "attn_pdrop": 0.0, "embd_pdrop": 0.0, "resid_pdrop": 0.0,
        "scale_attn_weights": True, "tie_word_embeddings": True, "bos_token_id": None, "eos_token_id": None,
        "torch_dtype": "float16"})


def write_tokenizer(path, vocabulary):
    """Words between spaces, in lower case; . , ; : ! and ? stand alone. What is not in the vocabulary is [unk]."""
    unknown = {"id": vocabulary[english_words.UNKNOWN], "content": english_words.UNKNOWN, "single_word": False,
               "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    cut_marks = {"type": "Split", "pattern": {"Regex": "[.,;:!?]"}, "behavior": "Isolated", "invert": False}
    write_json(path, {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [unknown],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, cut_marks]},
        "post_processor": None, "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": english_words.UNKNOWN}})
