#!/usr/bin/python3
"""Writes checkpoints/*: a small random model of each family with what its first (or only) layer computes in float64.

Each folder holds a checkpoint in the family's own names, orientation and number format, config.json where the family
has one, and expected.npz: the input and the stages of one layer. torch.nn.MultiheadAttention computes its own; the
others follow their published formulas in NumPy. Run with Debian's python3-torch; the files are committed.
"""
import json
import pathlib
import struct

import numpy
import torch

ROOT = pathlib.Path(__file__).parent / "checkpoints"
TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}


def rounded(array, kind):
    """The nearest numbers that the file can hold, as float64."""
    return torch.from_numpy(numpy.asarray(array)).to(TYPES[kind]).double().numpy()


def write_safetensors(path, tensors, kind="F32"):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, array in tensors.items():
        content = torch.from_numpy(numpy.ascontiguousarray(array)).to(TYPES[kind]).view(
            torch.int16 if kind != "F32" else torch.int32).numpy().tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_config(folder, **keys):
    (folder / "config.json").write_text(json.dumps(keys, indent=1) + "\n")


def write_expected(folder, **stages):
    numpy.savez(folder / "expected.npz", **{name: numpy.asarray(value, dtype=numpy.float32)
                                            for name, value in stages.items()})


def random(seed):
    generator = numpy.random.default_rng(seed)
    return lambda *shape: generator.standard_normal(shape) * 0.3


def turned(rows, base, dimensions, neighbours):
    """Each pair as a complex number, times e^(i p theta)."""
    rows = rows.copy()
    half = dimensions // 2
    angles = numpy.outer(numpy.arange(rows.shape[-2]), base ** (-2.0 * numpy.arange(half) / dimensions))
    first, second = (slice(0, dimensions, 2), slice(1, dimensions, 2)) if neighbours else (
        slice(0, half), slice(half, dimensions))
    pairs = (rows[..., first] + 1j * rows[..., second]) * numpy.exp(1j * angles)
    rows[..., first], rows[..., second] = pairs.real, pairs.imag
    return rows


def attention(x, heads, w_q, w_k, w_v, w_o, b_q=0, b_k=0, b_v=0, b_o=0, kv_heads=None, causal=False, rotary=None,
              window=None):
    """Y = X W: weights are inputs x outputs."""
    kv_heads = kv_heads or heads
    items, tokens, _ = x.shape

    def split(rows, count):
        return rows.reshape(items, tokens, count, -1).transpose(0, 2, 1, 3)

    stages = {"X": x}
    stages["Q"], stages["K"] = split(x @ w_q + b_q, heads), split(x @ w_k + b_k, kv_heads)
    stages["V"] = split(x @ w_v + b_v, kv_heads)
    q, k = stages["Q"], stages["K"]
    if rotary:
        q = stages["Q_rotated"] = turned(q, **rotary)
        k = stages["K_rotated"] = turned(k, **rotary)
    k, v = (numpy.repeat(rows, heads // kv_heads, axis=1) for rows in (k, stages["V"]))
    stages["scores"] = q @ k.transpose(0, 1, 3, 2)
    masked = stages["scores"] / numpy.sqrt(q.shape[-1])
    distance = numpy.arange(tokens)[:, None] - numpy.arange(tokens)[None, :]
    if causal:
        masked = numpy.where(distance < 0, -numpy.inf, masked)
    if window:
        masked = numpy.where(numpy.abs(distance) >= window, -numpy.inf, masked)
    exponentials = numpy.exp(masked - masked.max(-1, keepdims=True))
    stages["A"] = exponentials / exponentials.sum(-1, keepdims=True)
    stages["O"] = stages["A"] @ v
    stages["concat"] = stages["O"].transpose(0, 2, 1, 3).reshape(items, tokens, -1)
    stages["Y"] = stages["concat"] @ w_o + b_o
    return stages


def folder_of(name):
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def multihead(name, context_width=None):
    """torch.nn.MultiheadAttention, packed or (with keys of another width) not."""
    torch.manual_seed(1)
    module = torch.nn.MultiheadAttention(6, 3, kdim=context_width, vdim=context_width, batch_first=True)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape) * 0.3)
    folder = folder_of(name)
    state = {f"encoder.self_attn.{key}": value.numpy() for key, value in module.state_dict().items()}
    write_safetensors(folder / "model.safetensors", state)
    x = torch.randn(2, 4, 6)
    context = x if context_width is None else torch.randn(2, 5, context_width)
    y, shares = module.double()(x.double(), context.double(), context.double(), average_attn_weights=False)
    more = {} if context_width is None else {"context": context.numpy()}
    write_expected(folder, X=x.numpy(), A=shares.detach().numpy(), Y=y.detach().numpy(), heads=3, **more)
    numpy.save(folder / "input.npy", x.numpy())
    if context_width is not None:
        numpy.save(folder / "context.npy", context.numpy())
    else:
        numpy.savez(folder / "module.npz", **{key: value.float().numpy() for key, value in module.state_dict().items()})


def llama():
    """Two shards, two layers, shared keys and values, rotary halves, RMS norm, bfloat16."""
    folder, draw, kind = folder_of("llama"), random(2), "BF16"
    width, heads, kv_heads, d, words = 8, 4, 2, 4, 7
    tensors = {"model.embed_tokens.weight": draw(words, width), "model.norm.weight": draw(width) + 1}
    for layer in range(2):
        prefix = f"model.layers.{layer}."
        tensors |= {prefix + "self_attn.q_proj.weight": draw(heads * d, width),
                    prefix + "self_attn.k_proj.weight": draw(kv_heads * d, width),
                    prefix + "self_attn.v_proj.weight": draw(kv_heads * d, width),
                    prefix + "self_attn.o_proj.weight": draw(width, heads * d),
                    prefix + "mlp.gate_proj.weight": draw(5, width),
                    prefix + "input_layernorm.weight": draw(width) + 1}
    tensors = {name: rounded(array, kind) for name, array in tensors.items()}
    names = list(tensors)
    shards = {"model-00001-of-00002.safetensors": names[:5], "model-00002-of-00002.safetensors": names[5:]}
    for file, held in shards.items():
        write_safetensors(folder / file, {name: tensors[name] for name in held}, kind)
    index = {"metadata": {"total_size": 2 * sum(array.size for array in tensors.values())},
             "weight_map": {name: file for file, held in shards.items() for name in held}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n")
    write_config(folder, model_type="llama", hidden_size=width, num_attention_heads=heads,
                 num_key_value_heads=kv_heads, rms_norm_eps=1e-5, rope_theta=500.0, rope_scaling=None)
    ids = numpy.array([[3, 1, 4, 1, 5], [2, 6, 0, 3, 3]])
    residual = tensors["model.embed_tokens.weight"][ids]
    gain = tensors["model.layers.0.input_layernorm.weight"]
    x = residual / numpy.sqrt((residual ** 2).mean(-1, keepdims=True) + 1e-5) * gain
    stages = attention(x, heads, *(tensors[f"model.layers.0.self_attn.{part}_proj.weight"].T for part in "qkvo"),
                       kv_heads=kv_heads, causal=True, rotary=dict(base=500.0, dimensions=d, neighbours=False))
    write_expected(folder, residual=residual, **stages)
    numpy.save(folder / "ids.npy", ids)


def qwen():
    """Biases, float16, a sliding window."""
    folder, draw, kind = folder_of("qwen"), random(3), "F16"
    width, heads, kv_heads, d = 6, 3, 1, 4
    prefix = "model.layers.1.self_attn."
    tensors = {prefix + "q_proj.weight": draw(heads * d, width), prefix + "q_proj.bias": draw(heads * d),
               prefix + "k_proj.weight": draw(kv_heads * d, width), prefix + "k_proj.bias": draw(kv_heads * d),
               prefix + "v_proj.weight": draw(kv_heads * d, width), prefix + "v_proj.bias": draw(kv_heads * d),
               prefix + "o_proj.weight": draw(width, heads * d)}
    tensors = {name: rounded(array, kind) for name, array in tensors.items()}
    write_safetensors(folder / "model.safetensors", tensors, kind)
    write_config(folder, model_type="qwen2", hidden_size=width, num_attention_heads=heads, num_key_value_heads=kv_heads,
                 rope_theta=1000000.0, sliding_window=3, use_sliding_window=True, max_window_layers=1,
                 head_dim=d)
    x = rounded(draw(1, 6, width) * 3, "F32")
    stages = attention(x, heads, *(tensors[prefix + f"{part}_proj.weight"].T for part in "qkvo"),
                       *(tensors[prefix + f"{part}_proj.bias"] for part in "qkv"), kv_heads=kv_heads, causal=True,
                       window=3, rotary=dict(base=1e6, dimensions=d, neighbours=False))
    write_expected(folder, **stages)
    numpy.save(folder / "input.npy", x.astype(numpy.float32))


def gptj():
    """No biases, the first columns of a head turn in neighbours."""
    folder, draw = folder_of("gptj"), random(4)
    width, heads, d, dimensions = 12, 2, 6, 4
    prefix = "transformer.h.0.attn."
    tensors = {prefix + name + ".weight": rounded(draw(width, width), "F32")
               for name in ("q_proj", "k_proj", "v_proj", "out_proj")}
    tensors["transformer.wte.weight"] = rounded(draw(5, width), "F32")
    write_safetensors(folder / "model.safetensors", tensors)
    write_config(folder, model_type="gptj", n_embd=width, n_head=heads, rotary_dim=dimensions)
    x = rounded(draw(1, 5, width) * 3, "F32")
    stages = attention(x, heads, *(tensors[prefix + name + ".weight"].T for name in ("q_proj", "k_proj", "v_proj", "out_proj")),
                       causal=True, rotary=dict(base=10000.0, dimensions=dimensions, neighbours=True))
    write_expected(folder, **stages)
    numpy.save(folder / "input.npy", x.astype(numpy.float32))


def layer_norm(rows, gain, bias, epsilon):
    centred = rows - rows.mean(-1, keepdims=True)
    return centred / numpy.sqrt((centred ** 2).mean(-1, keepdims=True) + epsilon) * gain + bias


def gpt2(name, linear):
    """Conv1D, inputs x outputs; nanoGPT keeps the same names and transposes. Twelve layers, so that 2 and 10 stand in order."""
    folder, draw = folder_of(name), random(5)
    width, heads, places, words = 6, 2, 8, 5
    prefix = "transformer." if linear else ""
    tensors = {prefix + "wte.weight": draw(words, width), prefix + "wpe.weight": draw(places, width)}
    for layer in range(1 if linear else 12):
        here = f"{prefix}h.{layer}."
        tensors |= {here + "ln_1.weight": draw(width) + 1, here + "ln_1.bias": draw(width),
                    here + "attn.c_attn.weight": draw(width, 3 * width), here + "attn.c_attn.bias": draw(3 * width),
                    here + "attn.c_proj.weight": draw(width, width), here + "attn.c_proj.bias": draw(width),
                    here + "mlp.c_proj.weight": draw(2, width)}
        if not linear:
            tensors[here + "attn.bias"] = numpy.tril(numpy.ones((1, 1, places, places)))
    tensors = {key: rounded(array, "F32") for key, array in tensors.items()}
    here = prefix + "h.0."
    weight, bias = tensors[here + "attn.c_attn.weight"], tensors[here + "attn.c_attn.bias"]
    ids = numpy.array([[3, 1, 4, 1, 0]])
    residual = tensors[prefix + "wte.weight"][ids] + tensors[prefix + "wpe.weight"][:5]
    x = layer_norm(residual, tensors[here + "ln_1.weight"], tensors[here + "ln_1.bias"], 1e-5)
    stages = attention(x, heads, *numpy.split(weight, 3, 1), tensors[here + "attn.c_proj.weight"],
                       *numpy.split(bias, 3), tensors[here + "attn.c_proj.bias"], causal=True)
    if linear:
        tensors = {key: array.T if ".attn." in key and array.ndim == 2 else array for key, array in tensors.items()}
    write_safetensors(folder / "model.safetensors", tensors)
    write_config(folder, model_type="gpt2", n_embd=width, n_head=heads, layer_norm_epsilon=1e-5)
    write_expected(folder, residual=residual, **stages)
    numpy.save(folder / "ids.npy", ids)


def bert():
    folder, draw = folder_of("bert"), random(6)
    width, heads, places, words = 6, 3, 9, 5
    prefix = "bert.embeddings."
    here = "bert.encoder.layer.0.attention."
    tensors = {prefix + "word_embeddings.weight": draw(words, width),
               prefix + "position_embeddings.weight": draw(places, width),
               prefix + "token_type_embeddings.weight": draw(2, width),
               prefix + "LayerNorm.gamma": draw(width) + 1, prefix + "LayerNorm.beta": draw(width),
               here + "output.LayerNorm.weight": draw(width)}
    for part in ("self.query", "self.key", "self.value", "output.dense"):
        tensors |= {here + part + ".weight": draw(width, width), here + part + ".bias": draw(width)}
    tensors = {key: rounded(array, "F32") for key, array in tensors.items()}
    write_safetensors(folder / "model.safetensors", tensors)
    write_config(folder, model_type="bert", hidden_size=width, num_attention_heads=heads, layer_norm_eps=1e-12)
    (folder / "vocab.txt").write_text("[PAD]\nthe\ncat\nsat\nmat\n")
    ids = numpy.array([[1, 2, 3, 1, 4]])
    residual = (tensors[prefix + "word_embeddings.weight"][ids] + tensors[prefix + "position_embeddings.weight"][:5] +
                tensors[prefix + "token_type_embeddings.weight"][0])
    x = layer_norm(residual, tensors[prefix + "LayerNorm.gamma"], tensors[prefix + "LayerNorm.beta"], 1e-12)
    weights = [tensors[here + part + ".weight"].T for part in ("self.query", "self.key", "self.value", "output.dense")]
    biases = [tensors[here + part + ".bias"] for part in ("self.query", "self.key", "self.value", "output.dense")]
    write_expected(folder, residual=residual, **attention(x, heads, *weights, *biases))
    numpy.save(folder / "ids.npy", ids)


if __name__ == "__main__":
    multihead("multihead")
    multihead("multihead_separate", context_width=5)
    llama()
    qwen()
    gptj()
    gpt2("gpt2", linear=False)
    gpt2("nanogpt", linear=True)
    bert()
