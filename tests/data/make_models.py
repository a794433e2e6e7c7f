#!/usr/bin/python3
"""Writes models/*: a small whole model of each family in its own names and layout, with what it computes.

Each folder holds model.safetensors (random float32 weights), config.json as such models have it, and expected.npz: the
token ids, the arrays of every layer and of the output in float64, written from the published definitions of the
architectures and not from ours. Run with python3-numpy; the files are committed.
"""
import json
import pathlib

import numpy as np

from make_families import (Draw, attend, causal, frequencies, heads_of, layer_norm, rms_norm, rotate_half, rotate_pairs,
                           window, write_safetensors)

ROOT = pathlib.Path(__file__).parent / "models"
IDS = np.array([3, 1, 4, 1, 5, 9])
VOCABULARY = 11
LAYERS = 2


def erf(values):
    """Abramowitz and Stegun 7.1.5: the series, which is exact enough for small values."""
    total, term = np.zeros_like(values), values.copy()
    for n in range(60):
        total += term / (2 * n + 1)
        term = -term * values ** 2 / (n + 1)
    return total * 2 / np.sqrt(np.pi)


ACTIVATIONS = {
    "gelu": lambda x: x * (1 + erf(x / np.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3))) / 2,
    "relu": lambda x: np.maximum(x, 0),
    "silu": lambda x: x / (1 + np.exp(-x)),
}


def alibi(heads, tokens):
    slopes = 2.0 ** (-8.0 * np.arange(1, heads + 1) / heads)
    return -slopes[:, None, None] * abs(np.arange(tokens)[:, None] - np.arange(tokens)[None, :])


class Weights:
    """Tensors by name, drawn when they are first asked for."""

    def __init__(self, name, inputs_first):
        self.draw = Draw(sum(map(ord, name)))
        self.tensors = {}
        self.inputs_first = inputs_first

    def tensor(self, name, *shape, about=0.0):
        if name not in self.tensors:
            self.tensors[name] = self.draw(*shape, about=about)
        return self.tensors[name]

    def linear(self, rows, name, outputs, bias=False):
        inputs = rows.shape[-1]
        if self.inputs_first:
            made = rows @ self.tensor(name + ".weight", inputs, outputs)
        else:
            made = rows @ self.tensor(name + ".weight", outputs, inputs).T
        return made + self.tensor(name + ".bias", outputs) if bias else made


def whole(name, config, *, root="model.", layer="layers.{}.", attention="self_attn.", parts=("q_proj", "k_proj", "v_proj"),
          packed=None, out="o_proj", words="embed_tokens", places=None, first_place=0, types=None, word_norm=None,
          sum_norm=None, norm="input_layernorm", first_has_norm=True, Y_norm=None, mid_norm=None,
          mlp_norm="post_attention_layernorm", mlp_Y_norm=None, post_norm=None, final="norm", head="lm_head",
          head_bias=False, up="mlp.up_proj", down="mlp.down_proj", gate=None, gate_up=None, activation="silu",
          parallel=False, biases=False, bias_out=None, mlp_biases=None, norm_bias=False, layer_norms=False, plus_one=False,
          epsilon=1e-6, heads=4, kv=4, width=2, D=8, d_ff=12, turn=None, head_norm=False, head_norm_across=False,
          scale=None, soft_cap=None, logit_cap=None, windows=None, is_causal=True, factor=1.0, bias=None,
          residual_factor=1.0, logit_factor=1.0, inputs_first=False, experts=None, also=None, given=False, ids=IDS):
    weights = Weights(name, inputs_first)
    bias_out = biases if bias_out is None else bias_out
    mlp_biases = biases if mlp_biases is None else mlp_biases
    tokens = len(ids)

    def normed(rows, of):
        gain = weights.tensor(of + ".weight", rows.shape[-1], about=0.0 if plus_one else 1.0) + (1.0 if plus_one else 0.0)
        shift = weights.tensor(of + ".bias", rows.shape[-1]) if norm_bias else 0.0
        return layer_norm(rows, gain, shift, epsilon) if layer_norms else rms_norm(rows, gain, epsilon)

    if given:  # what enters the first layer, as patches of an image do
        expected, E = {}, Draw(5)(tokens, D)
    else:
        table = weights.tensor(root + words + ".weight", VOCABULARY, D)
        expected = {"ids": ids}
        E = table[ids] * factor
    if word_norm:
        E = normed(E, root + word_norm)
    if not given:
        expected["E"] = E
    stream = E
    if places:
        rows = weights.tensor(root + places + ".weight", 12 + first_place, D)[first_place:first_place + tokens]
        if types:
            rows = rows + weights.tensor(root + types + ".weight", 2, D)[0]
        expected["P"] = rows
        stream = stream + rows
    if sum_norm:
        stream = expected["embedded"] = normed(stream, root + sum_norm)
    for number in range(LAYERS):
        here = root + layer.format(number)
        stages = {"resid_pre": stream}
        has_norm = norm and (first_has_norm or number > 0)
        stages["X"] = X = normed(stream, here + norm) if has_norm else stream
        of = here + attention
        if packed:
            made = packed(weights, X, of, heads, width, biases)
        else:
            made = [weights.linear(X, of + part, count * width, biases) for part, count in zip(parts, (heads, kv, kv))]
        for stage, rows, count in zip("QKV", made, (heads, kv, kv)):
            stages[stage] = heads_of(rows, count)
        if head_norm:
            for stage, part, count in (("Q", "q_norm", heads), ("K", "k_norm", kv)):
                gain = weights.tensor(f"{of}{part}.weight", count * width if head_norm_across else width,
                                      about=0.0 if plus_one else 1.0) + (1.0 if plus_one else 0.0)
                rows = made["QK".index(stage)]
                stages[stage + "_normed"] = (heads_of(rms_norm(rows, gain, epsilon), count) if head_norm_across
                                             else rms_norm(stages[stage], gain, epsilon))
        turning = turn(number) if turn else None
        if turning:
            for stage in "QK":
                stages[stage + "_rotated"] = turning(stages.get(stage + "_normed", stages[stage]))
        mask = causal(tokens) if is_causal else np.zeros((tokens, tokens))
        if windows and windows[number]:
            mask = mask + window(tokens, windows[number], not is_causal)
        attend(stages, scale or width ** -0.5, mask, np.eye(heads * width), soft_cap=soft_cap,
               bias=alibi(heads, tokens) if bias == "alibi" else None)
        stages["Y"] = added = weights.linear(stages["concat"], of + out, D, bias_out)
        if Y_norm:
            stages["Y_normed"] = added = normed(added, here + Y_norm)
        if residual_factor != 1:
            stages["Y_normed"] = added = added * residual_factor
        middle = stream + added
        if not parallel:
            stages["resid_mid"] = middle
        if mid_norm:
            middle = stages["resid_mid_normed"] = normed(middle, here + mid_norm)
        if parallel:
            read = normed(stream, here + mlp_norm) if mlp_norm else X
        else:
            read = normed(middle, here + mlp_norm) if mlp_norm else middle
        if experts:  # is not computed: what is recorded ends before it
            weights.tensor(here + experts + ".weight", 2, D)
            if number == 0:
                kept = ("resid_pre", "X", "Q", "K", "V", "Q_rotated", "K_rotated", "scores", "A", "O", "Y", "resid_mid")
                expected |= {f"layers.0.{stage}": stages[stage] for stage in kept}
            continue
        stages["mlp_X"] = read
        if gate_up:  # one tensor has both, the gate first
            both = weights.linear(read, here + gate_up, 2 * d_ff, mlp_biases)
            stages["mlp_gate"], stages["mlp_up"] = both[:, :d_ff], both[:, d_ff:]
        else:
            stages["mlp_up"] = weights.linear(read, here + up, d_ff, mlp_biases)
            if gate:
                stages["mlp_gate"] = weights.linear(read, here + gate, d_ff, mlp_biases)
        act = ACTIVATIONS[activation]
        stages["mlp_act"] = (act(stages["mlp_gate"]) * stages["mlp_up"] if "mlp_gate" in stages
                             else act(stages["mlp_up"]))
        stages["mlp_Y"] = added = weights.linear(stages["mlp_act"], here + down, D, mlp_biases)
        if mlp_Y_norm:
            stages["mlp_Y_normed"] = added = normed(added, here + mlp_Y_norm)
        if residual_factor != 1:
            stages["mlp_Y_normed"] = added = added * residual_factor
        stages["resid_post"] = stream = middle + added
        if post_norm:
            stages["resid_post_normed"] = stream = normed(stream, here + post_norm)
        kept = ("resid_pre", "X", "Q", "K", "V", "Q_normed", "K_normed", "Q_rotated", "K_rotated", "scores", "A", "O", "Y",
                "Y_normed", "resid_mid", "resid_mid_normed", "mlp_X", "mlp_up", "mlp_gate", "mlp_act", "mlp_Y",
                "mlp_Y_normed", "resid_post", "resid_post_normed")
        expected |= {f"layers.{number}.{stage}": stages[stage] for stage in kept if stage in stages}
    if final and not experts:
        stream = expected["norm_final"] = normed(stream, root + final)
    if experts:
        head = None
    if head == "tied":
        expected["logits"] = stream @ table.T
    elif head:
        of_words = weights.tensor(head + ".weight", VOCABULARY, D)
        expected["logits"] = stream @ of_words.T + (weights.tensor(head + ".bias", VOCABULARY) if head_bias else 0.0)
    if "logits" in expected:
        last = expected["logits"] = expected["logits"] * logit_factor
        if logit_cap:
            last = expected["logits_capped"] = np.tanh(last / logit_cap) * logit_cap
        exponentials = np.exp(last - last.max(-1, keepdims=True))
        expected["probabilities"] = exponentials / exponentials.sum(-1, keepdims=True)
    if also:
        also(weights)
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "model.safetensors", weights.tensors)
    usual = dict(hidden_size=D, num_attention_heads=heads, num_key_value_heads=kv, head_dim=width, num_hidden_layers=LAYERS,
                 intermediate_size=d_ff, vocab_size=VOCABULARY)
    (folder / "config.json").write_text(json.dumps({**usual, **config}, indent=1) + "\n")
    if given:
        np.save(folder / "patches.npy", np.float32(E))
    np.savez_compressed(folder / "expected.npz",
                        **{key: np.asarray(value, dtype=np.float32) for key, value in expected.items()})


def rope(base=10000.0, part=None):
    return lambda number: lambda rows: rotate_half(rows, frequencies(part or rows.shape[-1], base), part)


def one_behind_the_other(tensor):
    def cut(weights, X, of, heads, width, biases):
        both = weights.linear(X, of + tensor, 3 * heads * width, biases)
        return np.split(both, 3, -1)
    return cut


def by_head(tensor):
    def cut(weights, X, of, heads, width, biases):
        both = weights.linear(X, of + tensor, 3 * heads * width, biases).reshape(len(X), heads, 3, width)
        return [both[:, :, part].reshape(len(X), -1) for part in range(3)]
    return cut


def grouped(tensor):
    """Of each group of heads that share them: the queries, the key, the value."""
    def cut(weights, X, of, heads, width, biases, kv=2):
        share = heads // kv
        both = weights.linear(X, of + tensor, kv * (share + 2) * width, biases).reshape(len(X), kv, share + 2, width)
        return [both[:, :, :share].reshape(len(X), -1)] + [both[:, :, share + part].reshape(len(X), -1) for part in (0, 1)]
    return cut


def one_key(tensor):
    """All queries, then the key and the value that all heads share."""
    def cut(weights, X, of, heads, width, biases):
        return np.split(weights.linear(X, of + tensor, (heads + 2) * width, biases), [heads * width, (heads + 1) * width], -1)
    return cut


def decoder_of_bart(weights):
    """A second stack of layers in the same file, which reads the encoder besides."""
    weights.tensor("model.decoder.embed_positions.weight", 14, 8)
    for norm in ["layernorm_embedding"] + [f"layers.{number}.{own}_layer_norm" for number in range(LAYERS)
                                           for own in ("self_attn", "encoder_attn", "final")]:
        weights.tensor(f"model.decoder.{norm}.weight", 8, about=1.0)
        weights.tensor(f"model.decoder.{norm}.bias", 8)
    for number in range(LAYERS):
        for module, outputs, inputs in [(f"{own}.{part}", 8, 8) for own in ("self_attn", "encoder_attn")
                                        for part in ("q_proj", "k_proj", "v_proj", "out_proj")] + [("fc1", 12, 8), ("fc2", 8, 12)]:
            weights.tensor(f"model.decoder.layers.{number}.{module}.weight", outputs, inputs)
            weights.tensor(f"model.decoder.layers.{number}.{module}.bias", outputs)


def write_models():
    rotary = dict(gate="mlp.gate_proj", width=4, heads=2, kv=1)
    llama = dict(model_type="llama", rms_norm_eps=1e-5, rope_theta=500.0, hidden_act="silu", tie_word_embeddings=False)
    whole("llama", llama, epsilon=1e-5, turn=rope(500.0), **rotary)
    whole("llama-tied", {**llama, "tie_word_embeddings": True}, epsilon=1e-5, turn=rope(500.0), head="tied", **rotary)
    whole("mistral", dict(model_type="mistral", rms_norm_eps=1e-5, rope_theta=1e6, sliding_window=3), epsilon=1e-5,
          turn=rope(1e6), windows=[3, 3], **rotary)
    whole("mixtral", dict(model_type="mixtral", rms_norm_eps=1e-5, rope_theta=1e6, sliding_window=None,
                          num_local_experts=2, num_experts_per_tok=1), epsilon=1e-5, turn=rope(1e6),
          experts="block_sparse_moe.gate", **rotary)
    whole("qwen2", dict(model_type="qwen2", rms_norm_eps=1e-6, rope_theta=1e6, tie_word_embeddings=True), turn=rope(1e6),
          biases=True, bias_out=False, mlp_biases=False, head="tied", **rotary)
    whole("qwen3", dict(model_type="qwen3", rms_norm_eps=1e-6, rope_theta=1e6, tie_word_embeddings=False), turn=rope(1e6),
          head_norm=True, **rotary)
    whole("smollm3", dict(model_type="smollm3", rms_norm_eps=1e-6, rope_theta=2e6, no_rope_layers=[1, 0],
                          tie_word_embeddings=True), head="tied",
          turn=lambda number: rope(2e6)(number) if number == 0 else None, **rotary)
    gemma = dict(plus_one=True, activation="gelu_tanh", factor=np.float32(np.sqrt(8.0)), head="tied", **rotary)
    whole("gemma", dict(model_type="gemma", rms_norm_eps=1e-6, hidden_act="gelu"), turn=rope(), **gemma)
    after = dict(Y_norm="post_attention_layernorm", mlp_norm="pre_feedforward_layernorm",
                 mlp_Y_norm="post_feedforward_layernorm")
    whole("gemma2", dict(model_type="gemma2", rms_norm_eps=1e-6, query_pre_attn_scalar=16, attn_logit_softcapping=2.0,
                         final_logit_softcapping=3.0, sliding_window=3, hidden_activation="gelu_pytorch_tanh"),
          turn=rope(), scale=0.25, soft_cap=2.0, logit_cap=3.0, windows=[3, None], **after, **gemma)
    whole("gemma3", dict(model_type="gemma3_text", rms_norm_eps=1e-6, query_pre_attn_scalar=16, sliding_window=3,
                         layer_types=["sliding_attention", "full_attention"], rope_theta=1e6, rope_local_base_freq=10000.0,
                         hidden_activation="gelu_pytorch_tanh"),
          turn=lambda number: rope(1e4 if number == 0 else 1e6)(number), scale=0.25, head_norm=True, windows=[3, None],
          **after, **gemma)
    whole("olmo2", dict(model_type="olmo2", rms_norm_eps=1e-6, rope_theta=5e5, tie_word_embeddings=False), norm=None,
          Y_norm="post_attention_layernorm", mlp_norm=None, mlp_Y_norm="post_feedforward_layernorm", turn=rope(5e5),
          head_norm=True, head_norm_across=True, **rotary)
    layered = dict(layer_norms=True, norm_bias=True, epsilon=1e-5)
    gpt2 = dict(root="transformer.", layer="h.{}.", attention="attn.", packed=one_behind_the_other("c_attn"), out="c_proj",
                words="wte", places="wpe", norm="ln_1", mlp_norm="ln_2", final="ln_f", up="mlp.c_fc", down="mlp.c_proj",
                biases=True, **layered)
    whole("gpt2", dict(model_type="gpt2", n_embd=8, n_head=4, n_layer=2, activation_function="gelu_new",
                       layer_norm_epsilon=1e-5), activation="gelu_tanh", inputs_first=True, head="tied", **gpt2)
    whole("nanogpt", dict(model_type="gpt2", n_embd=8, n_head=4, n_layer=2, activation_function="gelu",
                          layer_norm_epsilon=1e-5, tie_word_embeddings=False), activation="gelu", **gpt2)
    neox = dict(root="gpt_neox.", attention="attention.", packed=by_head("query_key_value"), out="dense", words="embed_in",
                final="final_layer_norm", head="embed_out", up="mlp.dense_h_to_4h", down="mlp.dense_4h_to_h",
                activation="gelu", biases=True, heads=2, kv=2, width=4, turn=rope(part=2), **layered)
    for is_parallel in (True, False):
        whole("gpt-neox" if is_parallel else "gpt-neox-sequential",
              dict(model_type="gpt_neox", rotary_pct=0.5, layer_norm_eps=1e-5, hidden_act="gelu",
                   use_parallel_residual=is_parallel, tie_word_embeddings=False), parallel=is_parallel, **neox)
    whole("gptj", dict(model_type="gptj", n_embd=8, n_head=2, n_layer=2, rotary_dim=2, layer_norm_epsilon=1e-5,
                       activation_function="gelu_new", tie_word_embeddings=False), root="transformer.", layer="h.{}.",
          attention="attn.", out="out_proj", words="wte", norm="ln_1", mlp_norm=None, parallel=True, final="ln_f",
          head_bias=True, up="mlp.fc_in", down="mlp.fc_out", activation="gelu_tanh", mlp_biases=True, heads=2, kv=2, width=4,
          turn=lambda number: lambda rows: rotate_pairs(rows, frequencies(2), 2), **layered)
    whole("phi", dict(model_type="phi", layer_norm_eps=1e-5, partial_rotary_factor=0.5, hidden_act="gelu_new",
                      tie_word_embeddings=False), out="dense", mlp_norm=None, parallel=True, final="final_layernorm",
          head_bias=True, up="mlp.fc1", down="mlp.fc2", activation="gelu_tanh", biases=True, heads=2, kv=2, width=4,
          turn=rope(part=2), **layered)
    whole("bloom", dict(model_type="bloom", n_layer=2, n_head=4, layer_norm_epsilon=1e-5), root="transformer.",
          layer="h.{}.", attention="self_attention.", packed=by_head("query_key_value"), out="dense",
          words="word_embeddings", word_norm="word_embeddings_layernorm", final="ln_f", head="tied",
          up="mlp.dense_h_to_4h", down="mlp.dense_4h_to_h", activation="gelu_tanh", biases=True, bias="alibi", **layered)
    whole("opt", dict(model_type="opt", do_layer_norm_before=True, word_embed_proj_dim=8, enable_bias=True,
                      activation_function="relu", layer_norm_elementwise_affine=True, ffn_dim=12), root="model.decoder.",
          out="out_proj", places="embed_positions", first_place=2, norm="self_attn_layer_norm", mlp_norm="final_layer_norm",
          final="final_layer_norm", head="tied", up="fc1", down="fc2", activation="relu", biases=True, **layered)
    whole("mpt", dict(model_type="mpt", d_model=8, n_heads=4, n_layers=2, no_bias=True, expansion_ratio=2,
                      attn_config=dict(alibi=True, alibi_bias_max=8, qk_ln=False, clip_qkv=None, softmax_scale=None)),
          root="transformer.", layer="blocks.{}.", attention="attn.", packed=one_behind_the_other("Wqkv"), out="out_proj",
          words="wte", norm="norm_1", mlp_norm="norm_2", final="norm_f", head="tied", up="ffn.up_proj",
          down="ffn.down_proj", activation="gelu", bias="alibi", layer_norms=True, epsilon=1e-5)
    whole("modernbert", dict(model_type="modernbert", norm_eps=1e-5, local_attention=4, global_attn_every_n_layers=3,
                             global_rope_theta=160000.0, local_rope_theta=10000.0, hidden_activation="gelu"),
          attention="attn.", packed=one_behind_the_other("Wqkv"), out="Wo", words="embeddings.tok_embeddings",
          sum_norm="embeddings.norm", norm="attn_norm", first_has_norm=False, mlp_norm="mlp_norm", final="final_norm",
          head=None, gate_up="mlp.Wi", down="mlp.Wo", activation="gelu", layer_norms=True, epsilon=1e-5, is_causal=False,
          windows=[None, 3], turn=lambda number: rope(160000.0 if number == 0 else 1e4)(number), heads=2, kv=2, width=4)
    whole("granite", dict(model_type="granite", rms_norm_eps=1e-6, embedding_multiplier=6.0, attention_multiplier=0.3,
                          residual_multiplier=0.22, logits_scaling=6.0, tie_word_embeddings=True), turn=rope(),
          factor=6.0, scale=0.3, residual_factor=0.22, logit_factor=1 / 6.0, head="tied", **rotary)
    whole("cohere", dict(model_type="cohere", layer_norm_eps=1e-5, logit_scale=0.3, use_qk_norm=False), mlp_norm=None,
          parallel=True, logit_factor=0.3, head="tied", layer_norms=True, epsilon=1e-5,
          turn=lambda number: lambda rows: rotate_pairs(rows, frequencies(4), 4), **rotary)
    falcon = dict(root="transformer.", layer="h.{}.", attention="self_attention.", out="dense", words="word_embeddings",
                  final="ln_f", head="tied", up="mlp.dense_h_to_4h", down="mlp.dense_4h_to_h", activation="gelu",
                  turn=rope(), heads=4, width=2, **layered)
    of_falcon = dict(model_type="falcon", n_layer=2, n_head=4, layer_norm_epsilon=1e-5, bias=False)
    whole("falcon", dict(**of_falcon, multi_query=True, parallel_attn=True, new_decoder_architecture=False, alibi=False,
                         num_key_value_heads=None), packed=one_key("query_key_value"), kv=1, mlp_norm=None, parallel=True,
          **falcon)
    whole("falcon-new", dict(**of_falcon, num_kv_heads=2, num_key_value_heads=2, new_decoder_architecture=True,
                             alibi=False), packed=grouped("query_key_value"), kv=2, norm="ln_attn", mlp_norm="ln_mlp",
          parallel=True, **falcon)
    whole("falcon-sequential", dict(**of_falcon, multi_query=True, parallel_attn=False, new_decoder_architecture=False,
                                    alibi=False, num_key_value_heads=None), packed=one_key("query_key_value"), kv=1,
          **falcon)
    whole("stablelm", dict(model_type="stablelm", layer_norm_eps=1e-5, partial_rotary_factor=0.5, hidden_act="silu",
                           use_parallel_residual=True, tie_word_embeddings=False), mlp_norm=None, parallel=True,
          gate="mlp.gate_proj", heads=2, kv=2, width=4, turn=rope(part=2), **layered)
    whole("starcoder2", dict(model_type="starcoder2", norm_epsilon=1e-5, rope_theta=1e5, sliding_window=3,
                             hidden_act="gelu_pytorch_tanh"), up="mlp.c_fc", down="mlp.c_proj", biases=True,
          activation="gelu_tanh", windows=[3, 3], turn=rope(1e5), head="tied", heads=2, kv=1, width=4, **layered)
    whole("gpt-neo", dict(model_type="gpt_neo", layer_norm_epsilon=1e-5, window_size=3, num_layers=2,
                          attention_types=[[["global", "local"], 1]], activation_function="gelu_new"),
          root="transformer.", layer="h.{}.", attention="attn.attention.", out="out_proj", words="wte", places="wpe",
          norm="ln_1", mlp_norm="ln_2", final="ln_f", up="mlp.c_fc", down="mlp.c_proj", activation="gelu_tanh", scale=1.0,
          windows=[None, 3], head="tied", bias_out=True, mlp_biases=True, **layered)
    encoder = dict(norm=None, mlp_norm=None, is_causal=False, final=None, head=None, activation="gelu", biases=True,
                   layer_norms=True, norm_bias=True, epsilon=1e-12)
    bert = dict(layer="encoder.layer.{}.", attention="attention.", parts=("self.query", "self.key", "self.value"),
                out="output.dense", words="embeddings.word_embeddings", places="embeddings.position_embeddings",
                types="embeddings.token_type_embeddings", sum_norm="embeddings.LayerNorm",
                mid_norm="attention.output.LayerNorm", post_norm="output.LayerNorm", up="intermediate.dense",
                down="output.dense")
    whole("bert", dict(model_type="bert", layer_norm_eps=1e-12, hidden_act="gelu", position_embedding_type="absolute"),
          root="bert.", **bert, **encoder)
    whole("roberta", dict(model_type="roberta", layer_norm_eps=1e-5, hidden_act="gelu", pad_token_id=1,
                          position_embedding_type="absolute"), root="roberta.", first_place=2,
          ids=np.array([3, 7, 4, 8, 5, 9]), **bert, **{**encoder, "epsilon": 1e-5})
    whole("distilbert", dict(model_type="distilbert", dim=8, n_heads=4, n_layers=2, hidden_dim=12, activation="gelu",
                             sinusoidal_pos_embds=False), root="distilbert.", layer="transformer.layer.{}.",
          attention="attention.", parts=("q_lin", "k_lin", "v_lin"), out="out_lin", words="embeddings.word_embeddings",
          places="embeddings.position_embeddings", sum_norm="embeddings.LayerNorm", mid_norm="sa_layer_norm",
          post_norm="output_layer_norm", up="ffn.lin1", down="ffn.lin2", **encoder)
    whole("esm", dict(model_type="esm", layer_norm_eps=1e-5, position_embedding_type="rotary", emb_layer_norm_before=False,
                      token_dropout=False, hidden_act="gelu", pad_token_id=1, mask_token_id=2), root="esm.",
          **{**bert, "places": None, "types": None, "sum_norm": None, "mid_norm": None, "post_norm": None},
          **{**encoder, "norm": "attention.LayerNorm", "mlp_norm": "LayerNorm", "final": "encoder.emb_layer_norm_after",
             "epsilon": 1e-5}, turn=rope())
    whole("vit", dict(model_type="vit", layer_norm_eps=1e-12, hidden_act="gelu", image_size=4, patch_size=2, qkv_bias=True),
          root="vit.", layer="encoder.layer.{}.", attention="attention.",
          parts=("attention.query", "attention.key", "attention.value"), out="output.dense", up="intermediate.dense",
          down="output.dense", given=True,
          **{**encoder, "norm": "layernorm_before", "mlp_norm": "layernorm_after", "final": "layernorm"})
    whole("bart", dict(model_type="bart", d_model=8, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
                       decoder_attention_heads=4, encoder_ffn_dim=12, decoder_ffn_dim=12, activation_function="gelu",
                       is_encoder_decoder=True, scale_embedding=False), layer="encoder.layers.{}.", out="out_proj",
          words="shared", places="encoder.embed_positions", first_place=2, sum_norm="encoder.layernorm_embedding",
          mid_norm="self_attn_layer_norm", post_norm="final_layer_norm", up="fc1", down="fc2", also=decoder_of_bart,
          **{**encoder, "epsilon": 1e-5})


if __name__ == "__main__":
    write_models()
