#!/usr/bin/python3
"""Writes families/*: an attention layer of each family of models in its own names and layout, with what it computes.

Each folder holds model.safetensors (random float32 weights), config.json as such models have it, resid.npy (what enters
the layer), and expected.npz: the layer's arrays in float64, written from the published definition of the architecture
and not from ours. case.json names the layer, and what the program is expected to say of it. Run with python3-numpy; the
files are committed.
"""
import json
import pathlib
import struct

import numpy as np

ROOT = pathlib.Path(__file__).parent / "families"
TOKENS = 6


class Draw:
    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)

    def __call__(self, *shape, about=0.0):
        return (self.generator.standard_normal(shape) * 0.4 + about).astype(np.float32).astype(np.float64)


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, array in tensors.items():
        kind = {"int8": "I8", "uint32": "U32"}.get(str(array.dtype), "F32")
        content = np.ascontiguousarray(array, dtype="<f4" if kind == "F32" else array.dtype).tobytes()
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write(name, tensors, config, layer, resid, stages, context=None, **case):
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "model.safetensors", tensors)
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    np.save(folder / "resid.npy", resid.astype(np.float32))
    if context is not None:
        np.save(folder / "context.npy", context.astype(np.float32))
    if stages:
        np.savez_compressed(folder / "expected.npz", **{key: np.asarray(value, dtype=np.float32)
                                                        for key, value in stages.items()})
    (folder / "case.json").write_text(json.dumps({"layer": layer, **case}, indent=1) + "\n")


# --- what layers do ---------------------------------------------------------------------------------------------------

def layer_norm(rows, gain, bias=0.0, epsilon=1e-5):
    centred = rows - rows.mean(-1, keepdims=True)
    return centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + epsilon) * gain + bias


def rms_norm(rows, gain, epsilon):
    return rows / np.sqrt((rows ** 2).mean(-1, keepdims=True) + epsilon) * gain


def frequencies(width, base=10000.0):
    return 1.0 / base ** (np.arange(0, width, 2) / width)


def rotate_half(rows, frequency, width=None, magnitude=1.0):
    """Llama, GPT-NeoX: column i with column i + n/2."""
    width = width or rows.shape[-1]
    angle = np.outer(np.arange(rows.shape[-2]), frequency)
    cos, sin = (magnitude * np.concatenate([f(angle), f(angle)], -1) for f in (np.cos, np.sin))
    part, rest = rows[..., :width], rows[..., width:]
    turned = np.concatenate([-part[..., width // 2:], part[..., :width // 2]], -1)
    return np.concatenate([part * cos + turned * sin, rest], -1)


def rotate_pairs(rows, frequency, width=None):
    """GPT-J, Cohere: column 2i with column 2i + 1."""
    width = width or rows.shape[-1]
    angle = np.outer(np.arange(rows.shape[-2]), frequency)
    cos, sin = (np.repeat(f(angle), 2, -1) for f in (np.cos, np.sin))
    part, rest = rows[..., :width], rows[..., width:]
    turned = np.stack([-part[..., 1::2], part[..., ::2]], -1).reshape(part.shape)
    return np.concatenate([part * cos + turned * sin, rest], -1)


def heads_of(rows, count):
    """S x H·d as H x S x d."""
    return rows.reshape(rows.shape[0], count, -1).swapaxes(0, 1)


def causal(tokens):
    return np.where(np.tril(np.ones((tokens, tokens))) > 0, 0.0, -np.inf)


def window(tokens, size, both=False):
    distance = np.arange(tokens)[:, None] - np.arange(tokens)[None, :]
    distance = abs(distance) if both else distance
    return np.where(distance >= size, -np.inf, 0.0)


def attend(stages, scale, mask, w_o, b_o=0.0, soft_cap=None, bias=None, sinks=None):
    """From Q, K and V as they meet: the last of Q, Q_normed, Q_rotated."""
    query = stages.get("Q_rotated", stages.get("Q_normed", stages["Q"]))
    key = stages.get("K_rotated", stages.get("K_normed", stages["K"]))
    shared = query.shape[0] // key.shape[0]
    stages["scores"] = query @ np.repeat(key, shared, 0).swapaxes(1, 2)
    stages["scaled"] = scores = stages["scores"] * scale
    if soft_cap:
        stages["capped"] = scores = np.tanh(scores / soft_cap) * soft_cap
    if bias is not None:
        scores = scores + bias
    stages["masked"] = scores + mask
    exponential = np.exp(stages["masked"] - stages["masked"].max(-1, keepdims=True))
    total = exponential.sum(-1, keepdims=True)
    if sinks is not None:  # a share of each row that goes to no key
        total = total + np.exp(sinks[:, None, None] - stages["masked"].max(-1, keepdims=True))
    stages["A"] = exponential / total
    stages["O"] = stages["A"] @ np.repeat(stages.get("V_normed", stages["V"]), shared, 0)
    stages["concat"] = stages["O"].swapaxes(0, 1).reshape(stages["O"].shape[1], -1)
    stages["Y"] = stages["concat"] @ w_o + b_o
    return stages


# --- families with a tensor for each of q, k, v, o ------------------------------------------------------------------------

def separate(name, config, number=0, prefix="model.layers.{}.", attention="self_attn", norm="input_layernorm", heads=4,
             kv=2, width=4, D=12, out="o_proj", biases=False, norm_bias=False, layer_norms=False, plus_one=False,
             epsilon=1e-6, turn=None, head_norm=None, head_norm_names=("q_norm", "k_norm"), head_norm_across=False,
             scale=None, soft_cap=None, window_size=None, is_causal=True, no_norm=False,
             parts=("q_proj", "k_proj", "v_proj"), clip=None, extra=None, sinks=None, value_norm=False, beside_it=None,
             of_model=None, norm_leaves=("weight", "bias"), leaf="weight", **case):
    draw = Draw(sum(map(ord, name)) + number)
    here = prefix.format(number) + attention
    shapes = {parts[0]: (heads * width, D), parts[1]: (kv * width, D), parts[2]: (kv * width, D), out: (D, heads * width)}
    tensors = {f"{here}.{part}.weight": draw(*shape) for part, shape in shapes.items()}
    if biases:
        tensors |= {f"{here}.{part}.bias": draw(shape[0]) for part, shape in shapes.items()}
    beside = prefix.format(number) + norm
    gain_name, bias_name = (f"{beside}.{leaf_of_norm}" for leaf_of_norm in norm_leaves)
    if not no_norm:
        tensors[gain_name] = draw(D, about=0.0 if plus_one else 1.0)
        if norm_bias:
            tensors[bias_name] = draw(D)
    if head_norm:
        for part, count in zip(head_norm_names, (heads, kv)):
            size = count * width if head_norm_across else width
            tensors[f"{here}.{part}.weight"] = draw(size, about=0.0 if plus_one else 1.0)
    resid = draw(TOKENS, D) * 3
    stages = {"X": resid}
    if not no_norm:
        gain = tensors[gain_name] + (1.0 if plus_one else 0.0)
        stages = {"resid_pre": resid, "X": layer_norm(resid, gain, tensors.get(bias_name, 0.0), epsilon)
                  if layer_norms else rms_norm(resid, gain, epsilon)}

    def project(part):
        return stages["X"] @ tensors[f"{here}.{part}.weight"].T + tensors.get(f"{here}.{part}.bias", 0.0)

    for stage, part, count in zip("QKV", parts, (heads, kv, kv)):
        stages[stage] = heads_of(project(part) if clip is None else np.clip(project(part), -clip, clip), count)
    tensors |= {f"{here}.{key}": draw(*shape) for key, shape in (extra or {}).items()}
    tensors |= {prefix.format(number) + key: draw(*shape) for key, shape in (beside_it or {}).items()}
    tensors |= {key: draw(*shape) for key, shape in (of_model or {}).items()}
    if head_norm:
        for stage, part, count in (("Q", head_norm_names[0], heads), ("K", head_norm_names[1], kv)):
            gain = tensors[f"{here}.{part}.weight"] + (1.0 if plus_one else 0.0)
            if head_norm_across:
                stages[stage + "_normed"] = heads_of(head_norm(project(stage.lower() + "_proj"), gain, epsilon=epsilon), count)
            else:
                stages[stage + "_normed"] = head_norm(stages[stage], gain, epsilon=epsilon)
    if value_norm:
        stages["V_normed"] = rms_norm(stages["V"], 1.0, epsilon)
    if turn:
        for stage in "QK":
            stages[stage + "_rotated"] = turn(stages.get(stage + "_normed", stages[stage]))
    mask = causal(TOKENS) if is_causal else np.zeros((TOKENS, TOKENS))
    if window_size:
        mask = mask + window(TOKENS, window_size, not is_causal)
    attend(stages, scale or width ** -0.5, mask, tensors[f"{here}.{out}.weight"].T,
           tensors.get(f"{here}.{out}.bias", 0.0), soft_cap,
           sinks=tensors[f"{here}.{sinks}"] if sinks else None)
    usual = dict(hidden_size=D, num_attention_heads=heads, num_key_value_heads=kv, head_dim=width)
    write(name, tensors, None if config is None else {**usual, **config}, here, resid, stages, **case)


def rope(base=10000.0, width=4, part=None):
    return lambda rows: rotate_half(rows, frequencies(part or width, base), part)


def llama3_frequencies(width, base, factor, low, high, length):
    """As transformers' modeling_rope_utils describes the scaling of Llama 3.1."""
    result = []
    for frequency in frequencies(width, base):
        wavelength = 2 * np.pi / frequency
        if wavelength < length / high:
            result.append(frequency)
        elif wavelength > length / low:
            result.append(frequency / factor)
        else:
            smooth = (length / wavelength - low) / (high - low)
            result.append((1 - smooth) * frequency / factor + smooth * frequency)
    return np.array(result)


def yarn_frequencies(width, base, factor, length, slow=1, fast=32):
    """Peng et al. 2023, as published with their code."""
    def dimension(turns):
        return width * np.log(length / (turns * 2 * np.pi)) / (2 * np.log(base))

    low, high = max(np.floor(dimension(fast)), 0), min(np.ceil(dimension(slow)), width - 1)
    ramp = np.clip((np.arange(width // 2) - low) / (high - low if high != low else 0.001), 0, 1)
    plain = frequencies(width, base)
    return plain / factor * ramp + plain * (1 - ramp)


GEMMA_3N = dict(model_type="gemma3n_text", rms_norm_eps=1e-6, sliding_window=3, rope_theta=1e6,
                rope_local_base_freq=10000.0, rope_scaling=None, num_hidden_layers=10, num_kv_shared_layers=5,
                final_logit_softcapping=30.0, altup_num_inputs=4, altup_active_idx=0, altup_coef_clip=120.0,
                altup_correct_scale=True, laurel_rank=2, hidden_size_per_layer_input=4, vocab_size_per_layer_input=16,
                activation_sparsity_pattern=[0.95] * 5 + [0.0] * 5)


def separate_families():
    llama = dict(model_type="llama", rms_norm_eps=1e-5, rope_theta=500.0, attention_bias=False)
    separate("llama", llama, number=3, epsilon=1e-5, turn=rope(500.0))
    separate("llama-linear", {**llama, "rope_scaling": {"type": "linear", "factor": 4.0}}, epsilon=1e-5,
             turn=lambda rows: rotate_half(rows, frequencies(4, 500.0) / 4))
    separate("llama3-scaling",
             {**llama, "rope_theta": 10000.0, "head_dim": 8,
              "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                               "original_max_position_embeddings": 64}},
             width=8, epsilon=1e-5,
             turn=lambda rows: rotate_half(rows, llama3_frequencies(8, 10000.0, 8.0, 1.0, 4.0, 64)))
    separate("llama-yarn",
             {**llama, "rope_theta": 10000.0, "head_dim": 16, "max_position_embeddings": 256,
              "rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64}},
             width=16, heads=2, kv=1, epsilon=1e-5,
             turn=lambda rows: rotate_half(rows, yarn_frequencies(16, 10000.0, 4.0, 64), None,
                                           0.1 * np.log(4.0) + 1))
    separate("llama-longrope", {**llama, "rope_scaling": {"rope_type": "longrope", "short_factor": [1.1, 1.2]}},
             epsilon=1e-5, turn=lambda rows: rotate_half(rows, frequencies(4, 500.0) / np.array([1.1, 1.2])),
             marked_from="Q_rotated", says="longrope", readme="`rope_scaling` of other kinds")
    separate("llama-dynamic", {**llama, "max_position_embeddings": 64, "rope_scaling": {"type": "dynamic", "factor": 2.0}},
             epsilon=1e-5, turn=rope(500.0))
    separate("llama-unknown-key", {**llama, "attention_bend": 0.5}, epsilon=1e-5, turn=rope(500.0),
             marked_from="resid_pre", says="attention_bend", readme="unknown keys")
    separate("mistral", dict(model_type="mistral", rms_norm_eps=1e-5, rope_theta=1e6, sliding_window=3), number=1,
             epsilon=1e-5, turn=rope(1e6), window_size=3)
    separate("mixtral", dict(model_type="mixtral", rms_norm_eps=1e-5, rope_theta=1e6, sliding_window=None,
                             num_local_experts=8, num_experts_per_tok=2), epsilon=1e-5, turn=rope(1e6))
    layer_types = ["sliding_attention", "full_attention"]
    for number, size in ((0, 3), (1, None)):
        separate(f"qwen2-layer-{number}", dict(model_type="qwen2", rms_norm_eps=1e-6, rope_theta=1e6, sliding_window=3,
                                               use_sliding_window=True, layer_types=layer_types), number=number,
                 biases=True, turn=rope(1e6), window_size=size)
    separate("qwen2-no-window", dict(model_type="qwen2", rms_norm_eps=1e-6, rope_theta=1e6, sliding_window=3,
                                     use_sliding_window=False, max_window_layers=0), biases=True, turn=rope(1e6))
    separate("qwen3", dict(model_type="qwen3", rms_norm_eps=1e-6, rope_theta=1e6), number=2, turn=rope(1e6),
             head_norm=rms_norm)
    separate("olmo2", dict(model_type="olmo2", rms_norm_eps=1e-6, rope_theta=500000), number=1, turn=rope(5e5),
             head_norm=rms_norm, head_norm_across=True, no_norm=True)
    separate("gemma", dict(model_type="gemma", rms_norm_eps=1e-6), turn=rope(), plus_one=True)
    for number, size in ((0, 3), (1, None)):
        separate(f"gemma2-layer-{number}",
                 dict(model_type="gemma2", rms_norm_eps=1e-6, query_pre_attn_scalar=16, attn_logit_softcapping=2.0,
                      final_logit_softcapping=30.0, sliding_window=3), number=number, turn=rope(), plus_one=True,
                 scale=16 ** -0.5, soft_cap=2.0, window_size=size)
    for number, size, base in ((4, 3, 10000.0), (5, None, 1e6)):
        turn = rope(base) if size else (lambda rows: rotate_half(rows, frequencies(4, 1e6) / 8))
        separate(f"gemma3-layer-{number}",
                 dict(model_type="gemma3_text", rms_norm_eps=1e-6, query_pre_attn_scalar=16, sliding_window=3,
                      sliding_window_pattern=6, rope_theta=1e6, rope_local_base_freq=10000.0,
                      rope_scaling={"rope_type": "linear", "factor": 8.0}), number=number, turn=turn, plus_one=True,
                 head_norm=rms_norm, scale=16 ** -0.5, window_size=size)
    # Gains are whole, values are normed without one, scores are not scaled, and every fifth layer reads the whole text.
    # AltUp and LAuReL stand before and beside the layer, the inputs of its own behind it.
    for number, size in ((0, 3), (3, 3), (4, None)):
        separate(f"gemma3n-layer-{number}", GEMMA_3N, number=number, turn=rope(1e4 if size else 1e6), head_norm=rms_norm,
                 value_norm=True, scale=1.0, window_size=size,
                 beside_it={"altup.modality_router.weight": (4, 12), "laurel.linear_left.weight": (2, 12),
                            "laurel.linear_right.weight": (12, 2), "per_layer_input_gate.weight": (4, 12)},
                 of_model={"model.embed_tokens.weight": (8, 12)} if number == 0 else None)
    for number, turn in ((2, rope(2e6)), (3, None)):
        separate(f"smollm3-layer-{number}", dict(model_type="smollm3", rms_norm_eps=1e-6, rope_theta=2e6,
                                                 no_rope_layers=[1, 1, 1, 0]), number=number, turn=turn)
    separate("stablelm", dict(model_type="stablelm", layer_norm_eps=1e-5, partial_rotary_factor=0.5, rope_theta=10000,
                              use_qkv_bias=False), epsilon=1e-5, layer_norms=True, norm_bias=True,
             turn=rope(part=2))
    separate("starcoder2", dict(model_type="starcoder2", norm_epsilon=1e-5, rope_theta=1e5, use_bias=True),
             epsilon=1e-5, layer_norms=True, norm_bias=True, biases=True, turn=rope(1e5))
    separate("cohere", dict(model_type="cohere", layer_norm_eps=1e-5, rope_theta=10000.0, logit_scale=0.0625,
                            use_qk_norm=False), epsilon=1e-5, layer_norms=True,
             turn=lambda rows: rotate_pairs(rows, frequencies(4)))
    for number, size in ((0, 3), (3, None)):
        separate(f"cohere2-layer-{number}", dict(model_type="cohere2", layer_norm_eps=1e-5, rope_theta=50000.0,
                                                 sliding_window=3, sliding_window_pattern=4), number=number, epsilon=1e-5,
                 layer_norms=True, turn=(lambda rows: rotate_pairs(rows, frequencies(4, 5e4))) if size else None,
                 window_size=size)
    separate("granite", dict(model_type="granite", rms_norm_eps=1e-6, rope_theta=10000.0, attention_multiplier=0.25,
                             embedding_multiplier=12.0, residual_multiplier=0.22, logits_scaling=8.0), turn=rope(),
             scale=0.25)
    separate("phi", dict(model_type="phi", layer_norm_eps=1e-5, partial_rotary_factor=0.5, qk_layernorm=False),
             epsilon=1e-5, layer_norms=True, norm_bias=True, biases=True, kv=4, out="dense", turn=rope(part=2))
    gpt = dict(heads=3, kv=3, D=12, layer_norms=True, norm_bias=True, epsilon=1e-5, norm="ln_1", out="out_proj")
    separate("gptj", dict(model_type="gptj", n_embd=12, n_head=3, rotary_dim=2, layer_norm_epsilon=1e-5),
             prefix="transformer.h.{}.", attention="attn", turn=lambda rows: rotate_pairs(rows, frequencies(2), 2), **gpt)
    for number, size in ((0, None), (1, 3)):
        separate(f"gpt-neo-layer-{number}",
                 dict(model_type="gpt_neo", num_heads=3, window_size=3, layer_norm_epsilon=1e-5,
                      attention_types=[[["global", "local"], 1]]), number=number, prefix="transformer.h.{}.",
                 attention="attn.attention", scale=1.0, window_size=size, **gpt)
    opt = {**gpt, "norm": "self_attn_layer_norm", "biases": True, "prefix": "model.decoder.layers.{}."}
    separate("opt", dict(model_type="opt", do_layer_norm_before=True, word_embed_proj_dim=12, enable_bias=True,
                         layer_norm_elementwise_affine=True), **opt)
    bart = dict(heads=3, kv=3, biases=True, no_norm=True, out="out_proj")
    for side, is_causal in (("decoder", True), ("encoder", False)):
        separate(f"bart-{side}", dict(model_type="bart", d_model=12, encoder_attention_heads=3, decoder_attention_heads=3,
                                      is_encoder_decoder=True, num_attention_heads=3), number=1,
                 prefix=f"model.{side}.layers.{{}}.", is_causal=is_causal, **bart)
    separate("vit", dict(model_type="vit", layer_norm_eps=1e-12, qkv_bias=True, patch_size=16),
             prefix="vit.encoder.layer.{}.", attention="attention", norm="layernorm_before", heads=3, kv=3, biases=True,
             layer_norms=True, norm_bias=True, epsilon=1e-12, is_causal=False, out="output.dense",
             parts=("attention.query", "attention.key", "attention.value"))
    separate("distilbert", dict(model_type="distilbert", dim=12, n_heads=3, sinusoidal_pos_embds=False), number=1,
             prefix="distilbert.transformer.layer.{}.", attention="attention", heads=3, kv=3, biases=True, no_norm=True,
             is_causal=False, out="out_lin", parts=("q_lin", "k_lin", "v_lin"))
    separate("roberta", dict(model_type="roberta", position_embedding_type="absolute", layer_norm_eps=1e-5), number=1,
             prefix="roberta.encoder.layer.{}.", attention="attention", heads=3, kv=3, biases=True, no_norm=True,
             is_causal=False, out="output.dense", parts=("self.query", "self.key", "self.value"))
    clip = dict(norm="layer_norm1", heads=3, kv=3, biases=True, layer_norms=True, norm_bias=True, epsilon=1e-5,
                out="out_proj")
    separate("clip-text", dict(model_type="clip_text_model", layer_norm_eps=1e-5), prefix="text_model.encoder.layers.{}.",
             **clip)
    separate("clip-image", dict(model_type="clip_vision_model", layer_norm_eps=1e-5), number=1,
             prefix="vision_model.encoder.layers.{}.", is_causal=False, **clip)
    half = dict(hidden_size=12, num_attention_heads=3, layer_norm_eps=1e-5)
    both = dict(model_type="clip", text_config=dict(model_type="clip_text_model", **half),
                vision_config=dict(model_type="clip_vision_model", **half))
    for part, is_causal in (("text", True), ("vision", False)):
        separate(f"clip-whole-{part}", both, prefix=f"{part}_model.encoder.layers.{{}}.", is_causal=is_causal, **clip)
    behind_norms = dict(heads=3, kv=3, biases=True, no_norm=True, is_causal=False, out="output.dense", number=1,
                        parts=("self.query", "self.key", "self.value"), attention="attention")
    for kind in ("bert", "camembert", "electra", "xlm-roberta"):
        prefix = "roberta" if "roberta" in kind or kind == "camembert" else kind
        separate(f"{kind}-layer", dict(model_type=kind, layer_norm_eps=1e-5), prefix=prefix + ".encoder.layer.{}.",
                 **behind_norms)
    separate("deit", dict(model_type="deit", layer_norm_eps=1e-12, qkv_bias=True, patch_size=16),
             prefix="deit.encoder.layer.{}.", attention="attention", norm="layernorm_before", heads=3, kv=3, biases=True,
             layer_norms=True, norm_bias=True, epsilon=1e-12, is_causal=False, out="output.dense",
             parts=("attention.query", "attention.key", "attention.value"))
    separate("mbart-decoder", dict(model_type="mbart", d_model=12, decoder_attention_heads=3, is_encoder_decoder=True,
                                   num_attention_heads=3), prefix="model.decoder.layers.{}.",
             norm="self_attn_layer_norm", heads=3, kv=3, biases=True, layer_norms=True, norm_bias=True, epsilon=1e-5,
             out="out_proj")
    separate("qwen2-moe", dict(model_type="qwen2_moe", rms_norm_eps=1e-6, rope_theta=1e6, num_experts=4), biases=True,
             turn=rope(1e6))
    separate("qwen3-moe", dict(model_type="qwen3_moe", rms_norm_eps=1e-6, rope_theta=1e6, num_experts=4), turn=rope(1e6),
             head_norm=rms_norm)


def ignoring_families():
    """Keys that other kinds obey, and these do not: what they compute is as without them."""
    others = dict(alibi=True, attn_logit_softcapping=2.0, sliding_window=3, use_sliding_window=True, max_window_layers=0,
                  layer_types=["sliding_attention"] * 4, attention_multiplier=0.1, query_pre_attn_scalar=64,
                  embedding_multiplier=3.0, scale_attn_weights=False, use_qk_norm=True, is_decoder=False,
                  use_bidirectional_attention=True, rotary_pct=0.5, clip_qkv=0.5)
    separate("llama-ignores", dict(model_type="llama", rms_norm_eps=1e-5, rope_theta=500.0, **others), number=3,
             epsilon=1e-5, turn=rope(500.0))
    separate("qwen3-moe-window", dict(model_type="qwen3_moe", rms_norm_eps=1e-6, rope_theta=1e6, sliding_window=3,
                                      use_sliding_window=True, max_window_layers=28), turn=rope(1e6), head_norm=rms_norm,
             window_size=3)
    # Gemma 3 has the key from Gemma 2, and hands no cap to its attention.
    separate("gemma3-ignores-cap",
             dict(model_type="gemma3_text", rms_norm_eps=1e-6, query_pre_attn_scalar=16, sliding_window=3,
                  rope_theta=1e6, rope_local_base_freq=10000.0, attn_logit_softcapping=2.0), number=5,
             turn=rope(1e6), plus_one=True, head_norm=rms_norm, scale=16 ** -0.5)
    for number, size in ((1, None), (2, 3), (4, None)):
        separate(f"qwen2-moe-window-{number}",
                 dict(model_type="qwen2_moe", rms_norm_eps=1e-6, rope_theta=1e6, sliding_window=3, use_sliding_window=True,
                      max_window_layers=4), number=number, biases=True, turn=rope(1e6), window_size=size)
    bert = dict(heads=3, kv=3, biases=True, no_norm=True, is_causal=False, out="output.dense", number=1,
                parts=("self.query", "self.key", "self.value"), attention="attention", prefix="bert.encoder.layer.{}.")
    separate("bert-decoder", dict(model_type="bert", layer_norm_eps=1e-12, is_decoder=True), **{**bert, "is_causal": True})
    separate("bart-encoder-decoder-key", dict(model_type="bart", d_model=12, encoder_attention_heads=3, is_decoder=True),
             heads=3, kv=3, biases=True, no_norm=True, out="out_proj", prefix="model.encoder.layers.{}.", is_causal=False)


def both_sides():
    """Windows of models that read what comes later too: half of it lies on each side."""
    for number, size, base in ((0, 4 // 2 + 1, 10000.0), (5, None, 1e6)):
        separate(f"embeddinggemma-layer-{number}",
                 dict(model_type="gemma3_text", rms_norm_eps=1e-6, query_pre_attn_scalar=16, sliding_window=4,
                      rope_theta=1e6, rope_local_base_freq=10000.0, use_bidirectional_attention=True), number=number,
                 turn=rope(base), plus_one=True, head_norm=rms_norm, scale=16 ** -0.5, window_size=size, is_causal=False)


def later_families():
    separate("albert", dict(model_type="albert", layer_norm_eps=1e-12, embedding_size=8, num_hidden_groups=1,
                            inner_group_num=1), prefix="albert.encoder.albert_layer_groups.0.albert_layers.{}.",
             attention="attention", heads=3, kv=3, biases=True, no_norm=True, is_causal=False, out="dense",
             parts=("query", "key", "value"), extra={"LayerNorm.weight": (12,), "LayerNorm.bias": (12,)})
    separate("esm", dict(model_type="esm", layer_norm_eps=1e-5, position_embedding_type="rotary", token_dropout=True,
                         emb_layer_norm_before=False), number=1, prefix="esm.encoder.layer.{}.", attention="attention",
             norm="attention.LayerNorm", heads=3, kv=3, biases=True, layer_norms=True, norm_bias=True, epsilon=1e-5,
             is_causal=False, out="output.dense", parts=("self.query", "self.key", "self.value"), turn=rope(),
             extra={"self.rotary_embeddings.inv_freq": (2,)})
    for number, size, base in ((0, None, 160000.0), (1, 4 // 2 + 1, 10000.0), (3, None, 160000.0)):
        fused(f"modernbert-layer-{number}",
              dict(model_type="modernbert", hidden_size=12, num_attention_heads=4, norm_eps=1e-5, local_attention=4,
                   global_attn_every_n_layers=3, global_rope_theta=160000.0, local_rope_theta=10000.0),
              f"model.layers.{number}.attn", f"model.layers.{number}.attn_norm" if number else None, behind,
              names=("Wqkv", "Wo"), biases=False, norm_bias=False, is_causal=False, window_size=size, turn=rope(base))


def layouts():
    """Layers in the layouts of books, courses and programs, which have no config.json: what names do not tell is said."""
    say = dict(heads=4, mask="causal", rotary="none", norm="none")
    bare = dict(config=None, kv=4, no_norm=True)
    separate("layout-annotated", say={**say, "mask": "none"}, is_causal=False, prefix="encoder.layers.{}.",
             parts=("linears.0", "linears.1", "linears.2"), out="linears.3", D=16, biases=True, **bare)
    separate("layout-d2l", say={**say, "mask": "none"}, is_causal=False, prefix="blks.{}.", attention="attention",
             parts=("W_q", "W_k", "W_v"), out="W_o", **bare)
    separate("layout-book", say={**say, "norm": "layer", "epsilon": "1e-5"}, prefix="trf_blocks.{}.", attention="att", norm="norm1",
             norm_leaves=("scale", "shift"), norm_bias=True, layer_norms=True, epsilon=1e-5,
             parts=("W_query", "W_key", "W_value"), out="out_proj", config=None, kv=4, extra={"mask": (8, 8)})
    separate("layout-mingpt", say=say, prefix="blocks.{}.", attention="attn", parts=("query", "key", "value"),
             out="proj", biases=True, extra={"mask": (1, 1, 8, 8)}, **bare)
    separate("layout-meta", say={**say, "norm": "rms", "rotary": "neighbours", "epsilon": "1e-5"}, prefix="layers.{}.",
             attention="attention", norm="attention_norm", epsilon=1e-5, parts=("wq", "wk", "wv"), out="wo", config=None,
             turn=lambda rows: rotate_pairs(rows, frequencies(4)))
    separate("layout-diffusers", say={**say, "mask": "none"}, is_causal=False, prefix="down.{}.", attention="attn1",
             parts=("to_q", "to_k", "to_v"), out="to_out.0", **bare)
    fused("layout-baichuan", None, "model.layers.0.self_attn", "model.layers.0.input_layernorm", behind,
          names=("W_pack", "o_proj"), biases=False, norm_bias=False, rms=True, epsilon=1e-6, turn=rope(),
          say=dict(heads=4, mask="causal", norm="rms", rotary="halves", epsilon="1e-6"))
    # Nothing but hidden_size tells its two generations apart; that of the tensors is small here.
    for size, turn, bias in ((4096, rope(), None), (5120, None, alibi(4))):
        fused(f"baichuan-{size}", dict(model_type="baichuan", hidden_size=size, num_attention_heads=4, rms_norm_eps=1e-6,
                                       model_max_length=4096), "model.layers.1.self_attn", "model.layers.1.input_layernorm",
              behind, names=("W_pack", "o_proj"), biases=False, norm_bias=False, rms=True, epsilon=1e-6, turn=turn,
              bias=bias)
    # A course's layer under Phi-3's names, cut head by head: nothing but the user tells.
    for packing, fuse in (("stacked", behind), ("by-head", by_head)):
        fused(f"layout-qkv-proj-{packing}", None, "self_attn", "norm1", fuse, names=("qkv_proj", "o_proj"), is_causal=False,
              say=dict(heads=4, mask="none", norm="none", rotary="none", packing=packing), no_norm=True)
    like = dict(heads=4, like="llama")
    separate("novel-like-llama", dict(model_type="novel", rms_norm_eps=1e-5, rope_theta=500.0), number=2, epsilon=1e-5,
             turn=rope(500.0), say=like)
    separate("no-config-like-qwen3", None, number=2, turn=rope(), head_norm=rms_norm, say=dict(heads=4, like="qwen3"))
    separate("novel", dict(model_type="novel", rms_norm_eps=1e-5, rope_theta=500.0), number=2, epsilon=1e-5,
             turn=rope(500.0), say=dict(heads=4, mask="causal", norm="rms", rotary="halves", epsilon="1e-5"),
             marked_from="resid_pre", says="“novel” is not known here", agrees=True)
    heads_of_their_own()
    flax()


def heads_of_their_own():
    draw = Draw(77)
    heads, width, D = 3, 4, 12
    here = "blocks.1.sa"
    tensors = {f"{here}.heads.{head}.{part}.weight": draw(width, D) for head in range(heads)
               for part in ("key", "query", "value")}
    tensors |= {f"{here}.heads.{head}.tril": np.tril(np.ones((8, 8))) for head in range(heads)}
    tensors |= {f"{here}.proj.weight": draw(D, D), f"{here}.proj.bias": draw(D)}
    X = draw(TOKENS, D) * 3
    stages = {"X": X}
    for stage, part in zip("QKV", ("query", "key", "value")):
        stages[stage] = np.stack([X @ tensors[f"{here}.heads.{head}.{part}.weight"].T for head in range(heads)])
    attend(stages, width ** -0.5, causal(TOKENS), tensors[f"{here}.proj.weight"].T, tensors[f"{here}.proj.bias"])
    write("layout-tensor-a-head", tensors, None, here, X, stages,
          say=dict(mask="causal", rotary="none", norm="none"))


def flax():
    draw = Draw(78)
    heads, width, D = 3, 4, 12
    here = "params/encoderblock_1/MultiHeadDotProductAttention_0"
    tensors = {f"{here}/{part}/kernel": draw(D, heads, width) for part in ("query", "key", "value")}
    tensors |= {f"{here}/{part}/bias": draw(heads, width) for part in ("query", "key", "value")}
    tensors |= {f"{here}/out/kernel": draw(heads, width, D), f"{here}/out/bias": draw(D)}
    X = draw(TOKENS, D) * 3
    stages = {"X": X}
    for stage, part in zip("QKV", ("query", "key", "value")):
        stages[stage] = np.einsum("sd,dhc->hsc", X, tensors[f"{here}/{part}/kernel"]) \
            + tensors[f"{here}/{part}/bias"][:, None]
    attend(stages, width ** -0.5, np.zeros((TOKENS, TOKENS)), tensors[f"{here}/out/kernel"].reshape(-1, D),
           tensors[f"{here}/out/bias"])
    write("layout-flax", tensors, None, here, X, stages, say=dict(mask="none", rotary="none", norm="none"))


def crossing():
    """Cross-attention: keys and values are made from another sequence, and each token reads all of it."""
    for name, config, here in (
            ("gpt2-cross", dict(model_type="gpt2", n_embd=12, n_head=3, layer_norm_epsilon=1e-5, add_cross_attention=True),
             "transformer.h.1.crossattention"),
            ("bert-cross", dict(model_type="bert", hidden_size=12, num_attention_heads=3, is_decoder=True,
                                add_cross_attention=True), "bert.encoder.layer.1.crossattention")):
        draw = Draw(len(name))
        D, heads, width = 12, 3, 4
        w = {part: draw(D, D) for part in "QKVO"}  # outputs x inputs
        b = {part: draw(D) for part in "QKVO"}
        if name == "gpt2-cross":
            tensors = {f"{here}.q_attn.weight": w["Q"].T, f"{here}.q_attn.bias": b["Q"],
                       f"{here}.c_attn.weight": np.concatenate([w["K"].T, w["V"].T], 1),
                       f"{here}.c_attn.bias": np.concatenate([b["K"], b["V"]]),
                       f"{here}.c_proj.weight": w["O"].T, f"{here}.c_proj.bias": b["O"]}
        else:
            names = dict(Q="self.query", K="self.key", V="self.value", O="output.dense")
            tensors = {f"{here}.{names[part]}.weight": w[part] for part in "QKVO"}
            tensors |= {f"{here}.{names[part]}.bias": b[part] for part in "QKVO"}
        X, context = draw(TOKENS, D) * 3, draw(TOKENS + 2, D) * 3
        stages = {"X": X, "context": context}
        for part in "QKV":
            stages[part] = heads_of((X if part == "Q" else context) @ w[part].T + b[part], heads)
        attend(stages, width ** -0.5, np.zeros((TOKENS, TOKENS + 2)), w["O"].T, b["O"])
        write(name, tensors, config, here, X, stages, context=context)


def marked_families():
    """Layers of which something is not computed, and which say so; what they would be is not recorded beyond that."""
    llama = dict(model_type="llama", rms_norm_eps=1e-5, rope_theta=500.0)
    separate("llama-sinks", llama, epsilon=1e-5, turn=rope(500.0), extra={"sinks": (4,)}, sinks="sinks",
             marked_from="row_sum", says="sinks is there and not computed", readme="sinks")
    fused("mpt-clip-qkv", dict(model_type="mpt", d_model=12, n_heads=4, attn_config=dict(alibi=False, clip_qkv=0.5)),
          "transformer.blocks.1.attn", "transformer.blocks.1.norm_1", behind, names=("Wqkv", "out_proj"), biases=False,
          norm_bias=False, clip=0.5, marked_from="Q", says="clip_qkv is not applied", readme="`clip_qkv`")
    prefix = causal(TOKENS)
    prefix[:3, :3] = 0
    fused("mpt-prefix", dict(model_type="mpt", d_model=12, n_heads=4, attn_config=dict(alibi=False, prefix_lm=True)),
          "transformer.blocks.1.attn", "transformer.blocks.1.norm_1", behind, names=("Wqkv", "out_proj"), biases=False,
          norm_bias=False, mask=prefix, marked_from="mask", says="prefix_lm is not applied", readme="`prefix_lm`")


# --- families with one tensor for q, k and v --------------------------------------------------------------------------------

def fused(name, config, layer, norm, fuse, names=("query_key_value", "dense"), heads=4, kv=4, width=4, D=12, biases=True,
          norm_bias=True, rms=False, epsilon=1e-5, turn=None, scale=None, bias=None, is_causal=True, mask=None,
          conv=False, window_size=None, refused=None, clip=None, no_norm=False, **case):
    draw = Draw(sum(map(ord, name)))
    parts = {"Q": (draw(heads, width, D), draw(heads, width)), "K": (draw(kv, width, D), draw(kv, width)),
             "V": (draw(kv, width, D), draw(kv, width))}
    weight = fuse(*(parts[key][0] for key in "QKV")).reshape(-1, D)
    w_o, b_o = draw(D, heads * width), draw(D)
    tensors = {f"{layer}.{names[0]}.weight": weight.T if conv else weight, f"{layer}.{names[1]}.weight": w_o.T if conv else w_o}
    no_norm = no_norm or norm is None
    if not no_norm:
        tensors[f"{norm}.weight"] = draw(D, about=1.0)
    if biases:
        tensors |= {f"{layer}.{names[0]}.bias": fuse(*(parts[key][1][..., None] for key in "QKV")).reshape(-1),
                    f"{layer}.{names[1]}.bias": b_o}
    if norm_bias and not no_norm:
        tensors[f"{norm}.bias"] = draw(D)
    resid = draw(TOKENS, D) * 3
    stages = {"X": resid}
    if not no_norm:
        gain = tensors[f"{norm}.weight"]
        stages = {"resid_pre": resid, "X": rms_norm(resid, gain, epsilon) if rms else
                  layer_norm(resid, gain, tensors.get(f"{norm}.bias", 0.0), epsilon)}
    for key in "QKV":
        stages[key] = np.einsum("sd,hcd->hsc", stages["X"], parts[key][0]) + (parts[key][1][:, None] if biases else 0.0)
        if clip is not None:
            stages[key] = np.clip(stages[key], -clip, clip)
    if turn:
        for key in "QK":
            stages[key + "_rotated"] = turn(stages[key])
    if mask is None:
        mask = causal(TOKENS) if is_causal else np.zeros((TOKENS, TOKENS))
    if window_size:
        mask = mask + window(TOKENS, window_size, not is_causal)
    attend(stages, scale or width ** -0.5, mask, w_o.T, b_o if biases else 0.0, bias=bias)
    if bias is not None:
        stages["bias"] = bias
    write(name, tensors, config, layer, resid, None if refused else stages, **({"refused": refused} if refused else {}), **case)


def behind(q, k, v):
    """All queries, all keys, all values."""
    return np.concatenate([q, k, v], 0)


def by_head(q, k, v):
    """q, k, v of each head: H x 3 x d."""
    return np.stack([q, k, v], 1)


def by_group(q, k, v):
    """Of each group its queries, its key, its value."""
    grouped = q.reshape(k.shape[0], -1, *q.shape[1:])
    return np.concatenate([grouped, k[:, None], v[:, None]], 1)


def slopes(heads):
    """Press et al. 2022, as in their code."""
    def of_power(count):
        start = 2 ** (-2 ** -(np.log2(count) - 3))
        return [start * start ** i for i in range(count)]

    closest = 2 ** int(np.floor(np.log2(heads)))
    return np.array(of_power(closest) + (of_power(2 * closest)[::2][:heads - closest] if closest < heads else []))


def alibi(heads):
    distance = np.abs(np.arange(TOKENS)[:, None] - np.arange(TOKENS)[None, :])
    return -slopes(heads)[:, None, None] * distance


def fused_families():
    fused("gpt-neox", dict(model_type="gpt_neox", hidden_size=12, num_attention_heads=4, rotary_pct=0.5,
                           rotary_emb_base=10000, layer_norm_eps=1e-5, use_parallel_residual=True),
          "gpt_neox.layers.2.attention", "gpt_neox.layers.2.input_layernorm", by_head, turn=rope(part=2))
    for heads in (4, 6):
        fused(f"bloom-{heads}-heads", dict(model_type="bloom", hidden_size=12, n_head=heads, layer_norm_epsilon=1e-5,
                                           apply_residual_connection_post_layernorm=False),
              "transformer.h.1.self_attention", "transformer.h.1.input_layernorm", by_head, heads=heads, kv=heads,
              bias=alibi(heads))
    fused("falcon-7b", dict(model_type="falcon", hidden_size=12, num_attention_heads=4, multi_query=True, alibi=False,
                            new_decoder_architecture=False, parallel_attn=True, bias=False, layer_norm_epsilon=1e-5),
          "transformer.h.0.self_attention", "transformer.h.0.input_layernorm", behind, kv=1, biases=False, turn=rope())
    fused("falcon-40b", dict(model_type="falcon", hidden_size=12, num_attention_heads=4, num_kv_heads=2, multi_query=True,
                             alibi=False, new_decoder_architecture=True, parallel_attn=True, bias=False,
                             layer_norm_epsilon=1e-5),
          "transformer.h.0.self_attention", "transformer.h.0.ln_attn", by_group, kv=2, biases=False, turn=rope())
    fused("falcon-rw", dict(model_type="falcon", hidden_size=12, num_attention_heads=4, multi_query=False, alibi=True,
                            new_decoder_architecture=False, parallel_attn=False, bias=True, layer_norm_epsilon=1e-5),
          "transformer.h.0.self_attention", "transformer.h.0.input_layernorm", by_head, bias=alibi(4) * 4 ** -0.5,
          marked_from="bias", says="Falcon adds ALiBi's bias")
    fused("mpt", dict(model_type="mpt", d_model=12, n_heads=6, attn_config=dict(alibi=True, alibi_bias_max=8, qk_ln=False,
                                                                              clip_qkv=None, softmax_scale=None)),
          "transformer.blocks.1.attn", "transformer.blocks.1.norm_1", behind, names=("Wqkv", "out_proj"), heads=6, kv=6,
          biases=False, norm_bias=False, bias=alibi(6))
    fused("phi3", dict(model_type="phi3", hidden_size=12, num_attention_heads=4, num_key_value_heads=2, rms_norm_eps=1e-5,
                       rope_theta=10000.0, sliding_window=3),
          "model.layers.0.self_attn", "model.layers.0.input_layernorm", behind, names=("qkv_proj", "o_proj"), kv=2,
          biases=False, norm_bias=False, rms=True, turn=rope(), window_size=3)
    fused("timm-vit", None, "blocks.1.attn", "blocks.1.norm1", behind, names=("qkv", "proj"), is_causal=False, epsilon=1e-6,
          say=dict(heads=4, mask="none", norm="layer", rotary="none", epsilon="1e-6"))
    fused("starcoder1", dict(model_type="gpt_bigcode", n_embd=12, n_head=4, multi_query=True, layer_norm_epsilon=1e-5),
          "transformer.h.0.attn", "transformer.h.0.ln_1", behind, names=("c_attn", "c_proj"), kv=1)
    fused("internlm2", dict(model_type="internlm2", hidden_size=12, num_attention_heads=4, num_key_value_heads=2,
                            rms_norm_eps=1e-5, rope_theta=1e6, bias=False),
          "model.layers.0.attention", "model.layers.0.attention_norm", by_group, names=("wqkv", "wo"), kv=2, biases=False,
          norm_bias=False, rms=True, turn=rope(1e6))
    for what, scale in (("scale_attn_by_inverse_layer_idx", 0.5 / 3), ("scale_attn_weights", 1.0)):
        fused("gpt2-" + what.replace("scale_attn_", ""),
              dict(model_type="gpt2", n_embd=12, n_head=4, layer_norm_epsilon=1e-5,
                   **{what: what == "scale_attn_by_inverse_layer_idx"}),
              "h.2.attn", "h.2.ln_1", behind, names=("c_attn", "c_proj"), conv=True, scale=scale)
    fused("unknown-kind", dict(model_type="novel", hidden_size=12, num_attention_heads=4), "model.layers.0.self_attention",
          "model.layers.0.input_layernorm", by_head, refused="needs --packing stacked")


# --- what is refused -----------------------------------------------------------------------------------------------------------

def refused(name, config, layer, tensors, says, **case):
    draw = Draw(len(name))
    write(name, {f"{layer}.{tensor}": draw(*shape) for tensor, shape in tensors.items()}, config, layer, draw(TOKENS, 12),
          None, refused=says, **case)


def refused_families():
    square = (12, 12)
    for kind in ("t5", "mt5", "umt5"):
        refused(kind, dict(model_type=kind, d_model=12, num_heads=3), "encoder.block.1.layer.0.SelfAttention",
                {f"{part}.weight": square for part in "qkvo"}, "learnt bias by distance", readme="T5")
    refused("mpnet", dict(model_type="mpnet", hidden_size=12, num_attention_heads=3),
            "mpnet.encoder.layer.0.attention.attn", {f"{part}.weight": square for part in "qkvo"},
            "learnt bias by distance", readme="MPNet")
    for kind in ("deberta", "deberta-v2"):
        refused(kind, dict(model_type=kind, hidden_size=12, num_attention_heads=3), "deberta.encoder.layer.0.attention",
                {f"{part}.weight": square for part in ("self.query", "self.key", "self.value", "output.dense")},
                "disentangled attention", readme="DeBERTa")
    refused("gated-linear", dict(model_type="qwen3_next", hidden_size=12, num_attention_heads=3),
            "model.layers.0.linear_attn", {"in_proj_qkvz.weight": (48, 12), "out_proj.weight": square},
            "gated linear attention", readme="linear layers")
    refused("rwkv", dict(model_type="rwkv", hidden_size=12), "rwkv.blocks.0.attention",
            {"time_decay": (12,), "key.weight": square, "output.weight": square}, "decays what it keeps",
            readme="linear layers")
    refused("mixture-of-heads", dict(model_type="moh", hidden_size=12, num_attention_heads=3),
            "model.layers.0.self_attn", {"router.input_linear.weight": (3, 12), "experts.weight": square},
            "chosen for each token", readme="mixtures of heads")
    refused("deepseek", dict(model_type="deepseek_v3", hidden_size=12, num_attention_heads=3), "model.layers.0.self_attn",
            {"q_proj.weight": square, "kv_a_proj_with_mqa.weight": (6, 12), "kv_b_proj.weight": (24, 4),
             "o_proj.weight": square}, "latent", readme="latent attention")
    for number, source in ((8, 3), (9, 4)):  # the last before them that reads as far back
        refused(f"gemma3n-layer-{number}", dict(hidden_size=12, num_attention_heads=3, **GEMMA_3N),
                f"model.layers.{number}.self_attn", {f"{part}_proj.weight": square for part in "qkvo"},
                f"those of layer {source}", readme="layers that read another layer's keys")
    refused("mamba", dict(model_type="mamba", hidden_size=12), "backbone.layers.0.mixer",
            {"A_log": (4, 2), "in_proj.weight": (8, 12), "out_proj.weight": (12, 4)}, "state-space", readme="state-space layers")
    refused("codegen", dict(model_type="codegen", n_embd=12, n_head=3), "transformer.h.0.attn",
            {"qkv_proj.weight": (36, 12), "out_proj.weight": square}, "several machines", readme="CodeGen")
    refused("quantised", dict(model_type="llama", hidden_size=12, num_attention_heads=3,
                              quantization_config={"quant_method": "gptq"}), "model.layers.0.self_attn",
            {f"{part}_proj.weight": square for part in "qkvo"}, "quantised", readme="quantised weights")
    # By the types of their numbers, and by the key that MLX has.
    layer = "model.layers.0.self_attn"
    whole = {f"{layer}.{part}_proj.weight": np.ones(square, dtype=np.int8) for part in "qkvo"}
    scales = {f"{layer}.{part}_proj.SCB": np.ones(12) for part in "qkvo"}
    write("quantised-int8", whole | scales, dict(model_type="llama", hidden_size=12, num_attention_heads=3), layer,
          np.ones((TOKENS, 12)), None, refused="is stored as I8 with SCB: the weights are quantised")
    words = {f"{layer}.{part}_proj.weight": np.ones((12, 3), dtype=np.uint32) for part in "qkvo"}
    words |= {f"{layer}.{part}_proj.{what}": np.ones((12, 1)) for part in "qkvo" for what in ("scales", "biases")}
    for name, keys in (("quantised-mlx", dict(quantization=dict(group_size=64, bits=4))), ("quantised-words", {})):
        write(name, words, dict(model_type="llama", hidden_size=12, num_attention_heads=3, **keys), layer,
              np.ones((TOKENS, 12)), None, refused="quantised")


if __name__ == "__main__":
    separate_families()
    fused_families()
    ignoring_families()
    both_sides()
    later_families()
    layouts()
    crossing()
    marked_families()
    refused_families()
