#include "core/checkpoint/families.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace attn {

namespace {

/// A part of a tensor's name, as an argument of a template.
template <std::size_t size>
struct Part {
    std::array<char, size> letters{};
    consteval Part(const char (&text)[size]) { std::copy_n(text, size, letters.begin()); }
};

template <Part name, Part ending>
struct Joined {
    static constexpr std::size_t size = name.letters.size() - 1 + ending.letters.size();
    static constexpr std::array<char, size> letters = [] {
        std::array<char, size> all{};
        std::ranges::copy(ending.letters,
                          std::ranges::copy_n(name.letters.begin(), name.letters.size() - 1, all.begin()).out);
        return all;
    }();
    static constexpr std::string_view text{letters.data(), size - 1};
};

template <Part name>
constexpr std::string_view weight = Joined<name, ".weight">::text;
template <Part name>
constexpr std::string_view kernel = Joined<name, ".kernel">::text;
template <Part name>
constexpr std::string_view bias = Joined<name, ".bias">::text;

/// Returns a family in which queries, keys, values and output have a weight and a bias each.
template <Part query, Part key, Part value, Part output>
consteval Family apart(Family family) {
    family.query = weight<query>;
    family.key = weight<key>;
    family.value = weight<value>;
    family.output = weight<output>;
    family.query_bias = bias<query>;
    family.key_bias = bias<key>;
    family.value_bias = bias<value>;
    family.output_bias = bias<output>;
    return family;
}

/// Returns a family in which the weights of queries, keys and values are one tensor.
template <Part all, Part output>
consteval Family packed(const Family& family) {
    return apart<all, all, all, output>(family);
}

/// Returns a family with the names that Flax uses: weights are called kernels, and are inputs x outputs.
template <Part query, Part key, Part value, Part output>
consteval Family flax(Family family) {
    family = apart<query, key, value, output>(family);
    family.orientation = Orientation::inputs_by_outputs;
    family.query = kernel<query>;
    family.key = kernel<key>;
    family.value = kernel<value>;
    family.output = kernel<output>;
    family.needs_all = true;
    return family;
}

constexpr std::string_view quantised = "the weights are quantised; expected floats";
constexpr std::string_view adapted = "an adapter (LoRA) stands beside or in the place of its weights; merge it first, "
                                     "in Python: model.merge_and_unload().save_pretrained(FOLDER)";

/// Returns a family of weights that cannot be opened, recognised by a tensor of queries.
consteval Family refused(std::string_view query, std::string_view why) {
    return {.title = why == adapted ? "an adapter" : "quantised weights", .query = query, .refused = why};
}

constexpr std::array table{
    Family{.title = "Attention Lab, TransformerLens",
           .orientation = Orientation::inputs_by_outputs,
           .query = "W_Q",
           .key = "W_K",
           .value = "W_V",
           .output = "W_O",
           .query_bias = "b_Q",
           .key_bias = "b_K",
           .value_bias = "b_V",
           .output_bias = "b_O",
           .is_of_many_models = false,
           .head_axis = HeadAxis::first},
    Family{.title = "nn.MultiheadAttention",
           .query = "in_proj_weight",
           .key = "in_proj_weight",
           .value = "in_proj_weight",
           .output = "out_proj.weight",
           .query_bias = "in_proj_bias",
           .key_bias = "in_proj_bias",
           .value_bias = "in_proj_bias",
           .output_bias = "out_proj.bias",
           .is_of_many_models = false},
    Family{.title = "nn.MultiheadAttention",
           .query = "q_proj_weight",
           .key = "k_proj_weight",
           .value = "v_proj_weight",
           .output = "out_proj.weight",
           .query_bias = "in_proj_bias",
           .key_bias = "in_proj_bias",
           .value_bias = "in_proj_bias",
           .output_bias = "out_proj.bias",
           .is_of_many_models = false},
    apart<"q_proj", "k_proj", "v_proj", "o_proj">({.title = "Llama, Mistral, Qwen"}),
    apart<"q_proj", "k_proj", "v_proj", "out_proj">({.title = "OPT, BART, CLIP, GPT-J"}),
    Family{.title = "GPT-2, cross-attention",
           .orientation = Orientation::inputs_by_outputs,
           .query = "q_attn.weight",
           .key = "c_attn.weight",
           .value = "c_attn.weight",
           .output = "c_proj.weight",
           .query_bias = "q_attn.bias",
           .key_bias = "c_attn.bias",
           .value_bias = "c_attn.bias",
           .output_bias = "c_proj.bias",
           .needs_all = true,
           .reads_other = true},
    // GPT-2's Conv1D is inputs x outputs; nanoGPT has an nn.Linear, outputs x inputs, under the same names.
    packed<"c_attn", "c_proj">({.title = "GPT-2", .orientation = Orientation::told_by_shape}),
    apart<"self.query", "self.key", "self.value", "output.dense">({.title = "BERT"}),
    apart<"attention.query", "attention.key", "attention.value", "output.dense">({.title = "ViT"}),
    apart<"q_lin", "k_lin", "v_lin", "out_lin">({.title = "DistilBERT"}),
    packed<"query_key_value", "dense">({.title = "GPT-NeoX, BLOOM, Falcon", .is_packed_as_model_says = true}),
    packed<"Wqkv", "out_proj">({.title = "MPT"}),
    packed<"qkv_proj", "o_proj">({.title = "Phi-3", .is_packed_as_model_says = true}),
    packed<"qkv", "proj">({.title = "timm ViT"}),
    packed<"wqkv", "wo">({.title = "InternLM2", .is_packed_as_model_says = true}),
    apart<"q_proj", "k_proj", "v_proj", "dense">({.title = "Phi"}),
    packed<"W_pack", "o_proj">({.title = "Baichuan"}),
    packed<"Wqkv", "Wo">({.title = "ModernBERT"}),
    apart<"wq", "wk", "wv", "wo">({.title = "Meta's Llama"}),
    apart<"W_query", "W_key", "W_value", "out_proj">({.title = "Raschka's book"}),
    apart<"W_q", "W_k", "W_v", "W_o">({.title = "d2l"}),
    apart<"linears.0", "linears.1", "linears.2", "linears.3">({.title = "Annotated Transformer", .needs_all = true}),
    apart<"to_q", "to_k", "to_v", "to_out.0">({.title = "diffusers", .needs_all = true}),
    apart<"query", "key", "value", "dense">({.title = "ALBERT", .needs_all = true}),
    apart<"query", "key", "value", "proj">({.title = "minGPT", .needs_all = true}),
    apart<"attn_q", "attn_k", "attn_v", "attn_output">({.title = "llama.cpp's names", .needs_all = true}),
    apart<"heads.0.query", "heads.0.key", "heads.0.value", "proj">(
        {.title = "a tensor for each head", .has_tensors_of_heads = true, .needs_all = true}),
    flax<"query", "key", "value", "out">({.title = "Flax", .head_axis = HeadAxis::second}),
    flax<"self.query", "self.key", "self.value", "output.dense">({.title = "Flax BERT"}),
    flax<"q_proj", "k_proj", "v_proj", "o_proj">({.title = "Flax Llama"}),
    flax<"q_proj", "k_proj", "v_proj", "out_proj">({.title = "Flax OPT, BART, CLIP"}),
    refused("q_proj.qweight", quantised),
    refused("qkv_proj.qweight", quantised),
    refused("query_key_value.qweight", quantised),
    refused("c_attn.qweight", quantised),
    refused("q_proj.weight_packed", quantised),
    refused("q_proj.W_q", quantised),
    refused("q_proj.weight._data", quantised),
    refused("q_proj.base_layer.weight", adapted),
    refused("c_attn.base_layer.weight", adapted),
    refused("query.base_layer.weight", adapted),
    refused("q_proj.lora_A.weight", adapted),
    refused("c_attn.lora_A.weight", adapted),
    refused("query.lora_A.weight", adapted),
    refused("query_key_value.lora_A.weight", adapted),
    Family{.title = "CodeGen",
           .query = "qkv_proj.weight",
           .key = "qkv_proj.weight",
           .value = "qkv_proj.weight",
           .output = "out_proj.weight",
           .refused = "CodeGen cuts its projection for several machines, in an order that no key says"},
    Family{.title = "T5",
           .query = "relative_attention_bias.weight",
           .refused = "a learnt bias by distance is added to the scores, which is not computed"},
    apart<"q", "k", "v", "o">(
        {.title = "T5",
         .refused = "as in T5 a learnt bias by distance, kept in the first layer, is added to the scores, which is "
                    "not computed"}),
    Family{.title = "latent attention",
           .query = "kv_b_proj.weight",
           .refused = "keys and values are made through a narrow latent row (multi-head latent attention), which is "
                      "not computed"},
    Family{.title = "latent attention",
           .query = "kv_a_proj_with_mqa.weight",
           .refused = "keys and values are made through a narrow latent row (multi-head latent attention), which is "
                      "not computed"},
    Family{.title = "linear attention",
           .query = "in_proj_qkvz.weight",
           .refused = "this layer keeps a state instead of attending (gated linear attention): there is no A"},
    Family{.title = "state-space layer",
           .query = "A_log",
           .refused = "this is a state-space layer: it keeps a state instead of attending, and there is no A"},
    Family{.title = "RWKV",
           .query = "time_decay",
           .refused = "this layer decays what it keeps over time instead of attending: there is no A"},
    Family{.title = "mixture of heads",
           .query = "router.input_linear.weight",
           .refused = "which heads are computed is chosen for each token (a mixture), which is not computed"},
};

} // namespace

std::span<const Family> families() {
    return table;
}

} // namespace attn
