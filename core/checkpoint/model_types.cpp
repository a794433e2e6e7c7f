#include "core/checkpoint/model_types.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

using Type = ModelType;
using Pairs = Rotary::Pairs;
constexpr auto layer_norm = Norm::Kind::layer;

constexpr std::string_view relative_bias =
    "a learnt bias by distance is added to the scores (relative_attention_bias), which is not computed";

constexpr AroundAttention as_albert{.mlp_norms = "",
                                    .mid_norms = "attention.LayerNorm",
                                    .post_norms = "full_layer_layer_norm",
                                    .final_norms = "",
                                    .activation = "gelu_new",
                                    .is_tied = true};
constexpr AroundAttention as_bart{.mlp_norms = "",
                                  .mid_norms = "self_attn_layer_norm",
                                  .post_norms = "final_layer_norm",
                                  .final_norms = "",
                                  .activation = "gelu",
                                  .is_tied = true};
constexpr AroundAttention as_bert{.mlp_norms = "",
                                  .mid_norms = "attention.output.LayerNorm",
                                  .post_norms = "output.LayerNorm",
                                  .final_norms = "",
                                  .activation = "gelu",
                                  .is_tied = true};
constexpr AroundAttention as_bloom{.final_norms = "ln_f", .activation = "gelu_new", .is_tied = true};
constexpr AroundAttention as_clip{.mlp_norms = "layer_norm2",
                                  .final_norms = "final_layer_norm|post_layernorm",
                                  .activation = "quick_gelu",
                                  .is_tied = true};
constexpr AroundAttention as_cohere{
    .parallel = AroundAttention::Parallel::always, .mlp_norms = "", .is_tied = true, .logit_factor = 0.0625F};
constexpr AroundAttention as_vit{
    .mlp_norms = "layernorm_after", .final_norms = "layernorm", .activation = "gelu", .is_tied = true};
constexpr AroundAttention as_distilbert{.mlp_norms = "",
                                        .mid_norms = "sa_layer_norm",
                                        .post_norms = "output_layer_norm",
                                        .final_norms = "",
                                        .activation = "gelu",
                                        .is_tied = true};
constexpr AroundAttention as_esm{
    .mlp_norms = "LayerNorm", .final_norms = "emb_layer_norm_after", .activation = "gelu", .is_tied = true};
constexpr AroundAttention as_falcon{.parallel = AroundAttention::Parallel::unless_denied,
                                    .mlp_norms = "ln_mlp|post_attention_layernorm",
                                    .final_norms = "ln_f",
                                    .activation = "gelu",
                                    .is_tied = true};
constexpr AroundAttention as_gemma{.activation = "gelu_pytorch_tanh", .gelu_is_tanh = true, .is_tied = true};
constexpr AroundAttention as_gemma2{.mlp_norms = "pre_feedforward_layernorm",
                                    .Y_norms = "post_attention_layernorm",
                                    .mlp_Y_norms = "post_feedforward_layernorm",
                                    .activation = "gelu_pytorch_tanh",
                                    .gelu_is_tanh = true,
                                    .is_tied = true};
constexpr AroundAttention as_gpt2{
    .mlp_norms = "ln_2", .final_norms = "ln_f", .activation = "gelu_new", .is_tied = true};
constexpr AroundAttention as_gpt_bigcode{
    .mlp_norms = "ln_2", .final_norms = "ln_f", .activation = "gelu_pytorch_tanh", .is_tied = true};
constexpr AroundAttention as_gpt_neox{
    .parallel = AroundAttention::Parallel::unless_denied, .final_norms = "final_layer_norm", .activation = "gelu"};
constexpr AroundAttention as_gptj{
    .parallel = AroundAttention::Parallel::always, .mlp_norms = "", .final_norms = "ln_f", .activation = "gelu_new"};
constexpr AroundAttention as_internlm2{.mlp_norms = "ffn_norm"};
constexpr AroundAttention as_mbart{
    .mlp_norms = "final_layer_norm", .final_norms = "layer_norm", .activation = "gelu", .is_tied = true};
constexpr AroundAttention as_modernbert{
    .mlp_norms = "mlp_norm", .final_norms = "final_norm", .activation = "gelu", .is_tied = true};
constexpr AroundAttention as_mpt{.mlp_norms = "norm_2", .final_norms = "norm_f", .activation = "gelu", .is_tied = true};
constexpr AroundAttention as_olmo2{
    .mlp_norms = "", .Y_norms = "post_attention_layernorm", .mlp_Y_norms = "post_feedforward_layernorm"};
constexpr AroundAttention as_opt{
    .mlp_norms = "final_layer_norm", .final_norms = "final_layer_norm", .activation = "relu", .is_tied = true};
constexpr AroundAttention as_phi{.parallel = AroundAttention::Parallel::always,
                                 .mlp_norms = "",
                                 .final_norms = "final_layernorm",
                                 .activation = "gelu_new"};
constexpr AroundAttention as_tied_llama{.is_tied = true};
constexpr AroundAttention as_stablelm{.parallel = AroundAttention::Parallel::if_said};
constexpr AroundAttention as_starcoder2{.activation = "gelu_pytorch_tanh", .is_tied = true};

// All kinds, sorted by name. A column that a row leaves out is as in Llama, see the defaults in the header.
constexpr std::array known_types{
    Type{.name = "albert",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .obeys = "position_embedding_type",
         .around = as_albert},
    Type{.name = "baichuan", .pairs = Pairs::halves, .turns = Type::Turns::by_width},
    Type{.name = "bart",
         .reads = Type::Reads::by_part,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "",
         .obeys = "scale_embedding",
         .around = as_bart},
    Type{.name = "bert",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .obeys = "is_decoder|position_embedding_type",
         .around = as_bert},
    Type{.name = "bloom",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .alibi = true,
         .packing = Packing::by_head,
         .obeys = "apply_residual_connection_post_layernorm",
         .around = as_bloom},
    Type{.name = "camembert",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .places_from_padding = true,
         .obeys = "is_decoder|position_embedding_type",
         .around = as_bert},
    Type{.name = "clip",
         .reads = Type::Reads::by_part,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "layer_norm1",
         .around = as_clip},
    Type{.name = "clip_text_model",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "layer_norm1",
         .around = as_clip},
    Type{.name = "clip_vision_model",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "layer_norm1",
         .around = as_clip},
    Type{.name = "cohere",
         .pairs = Pairs::neighbours,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .head_norms = Type::HeadNorms::if_said,
         .head_norm = layer_norm,
         .obeys = "logit_scale|use_qk_norm",
         .around = as_cohere},
    Type{.name = "cohere2",
         .pairs = Pairs::neighbours,
         .turns = Type::Turns::with_window,
         .windows = Type::Windows::but_each_nth,
         .window = 4096,
         .window_pattern = 4,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .obeys = "layer_types|logit_scale",
         .around = as_cohere},
    Type{.name = "deberta",
         .reads = Type::Reads::all,
         .refused = "scores are sums over places too (disentangled attention), which is not computed"},
    Type{.name = "deberta-v2",
         .reads = Type::Reads::all,
         .refused = "scores are sums over places too (disentangled attention), which is not computed"},
    Type{.name = "deit",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "layernorm_before",
         .around = as_vit},
    Type{.name = "distilbert",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .around = as_distilbert},
    Type{.name = "electra",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .obeys = "is_decoder|position_embedding_type",
         .around = as_bert},
    Type{.name = "esm",
         .reads = Type::Reads::all,
         .pairs = Pairs::halves,
         .turns = Type::Turns::if_said,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "attention.LayerNorm",
         .places_from_padding = true,
         .obeys = "emb_layer_norm_before|position_embedding_type|token_dropout",
         .around = as_esm},
    Type{.name = "falcon",
         .pairs = Pairs::halves,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "ln_attn|input_layernorm",
         .turns_with_alibi = false,
         .alibi_caveat = "Falcon adds ALiBi's bias to scores before they are scaled, here it is added after",
         .packing = Packing::by_head,
         .shares_one_key = true,
         .obeys = "alibi|multi_query|new_decoder_architecture",
         .around = as_falcon},
    Type{.name = "gemma",
         .pairs = Pairs::halves,
         .gain_from_one = true,
         .embedding = Type::Factor::root_of_width,
         .obeys = "use_bidirectional_attention",
         .around = as_gemma},
    Type{.name = "gemma2",
         .pairs = Pairs::halves,
         .windows = Type::Windows::even,
         .window = 4096,
         .gain_from_one = true,
         .embedding = Type::Factor::root_of_width,
         .query_scalar = 256,
         .soft_cap = 50,
         .obeys = "attn_logit_softcapping|layer_types|query_pre_attn_scalar|use_bidirectional_attention",
         .around = as_gemma2},
    Type{.name = "gemma3_text",
         .pairs = Pairs::halves,
         .base = 1000000,
         .base_with_window = 10000,
         .windows = Type::Windows::but_each_nth,
         .window = 4096,
         .gain_from_one = true,
         .head_norms = Type::HeadNorms::each_head,
         .embedding = Type::Factor::root_of_width,
         .query_scalar = 256,
         .obeys = "layer_types|query_pre_attn_scalar|use_bidirectional_attention",
         .around = as_gemma2},
    Type{.name = "gemma3n_text",
         .pairs = Pairs::halves,
         .base = 1000000,
         .base_with_window = 10000,
         .windows = Type::Windows::but_each_nth,
         .window = 512,
         .window_pattern = 5,
         .head_norms = Type::HeadNorms::each_head,
         .value_norm = Norm::Kind::rms,
         .embedding = Type::Factor::root_of_width,
         .is_unscaled = true,
         .layers_that_share_keys = 15,
         .obeys = "layer_types",
         .input_caveat = "AltUp mixes what enters the first layer (altup_num_inputs), which is not computed",
         .left_out = "AltUp, no LAuReL, no per-layer inputs",
         .around = as_gemma2},
    Type{.name = "gpt2",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "ln_1",
         .obeys = "scale_attn_by_inverse_layer_idx|scale_attn_weights",
         .around = as_gpt2},
    Type{.name = "gpt_bigcode",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "ln_1",
         .packing = Packing::by_head,
         .shares_one_key = true,
         .obeys = "multi_query|scale_attn_weights",
         .around = as_gpt_bigcode},
    Type{.name = "gpt_neo",
         .windows = Type::Windows::listed_by_name,
         .window = 256,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "ln_1",
         .is_unscaled = true,
         .around = as_gpt2},
    Type{.name = "gpt_neox",
         .pairs = Pairs::halves,
         .turning_part = 0.25F,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .packing = Packing::by_head,
         .obeys = "partial_rotary_factor|rotary_pct",
         .around = as_gpt_neox},
    Type{.name = "gptj",
         .pairs = Pairs::neighbours,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "ln_1",
         .obeys = "rotary_dim",
         .around = as_gptj},
    Type{.name = "granite",
         .pairs = Pairs::halves,
         .obeys = "attention_multiplier|embedding_multiplier|logits_scaling|residual_multiplier"},
    Type{.name = "internlm2",
         .pairs = Pairs::halves,
         .norm_names = "attention_norm",
         .packing = Packing::by_group,
         .around = as_internlm2},
    Type{.name = "llama", .pairs = Pairs::halves},
    Type{.name = "mbart",
         .reads = Type::Reads::by_part,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "self_attn_layer_norm",
         .obeys = "scale_embedding",
         .around = as_mbart},
    Type{.name = "mistral", .pairs = Pairs::halves, .windows = Type::Windows::all, .window = 4096},
    Type{.name = "mixtral", .pairs = Pairs::halves, .base = 1000000, .windows = Type::Windows::all, .epsilon = 1e-5F},
    Type{.name = "modernbert",
         .reads = Type::Reads::all,
         .pairs = Pairs::halves,
         .base = 160000,
         .base_with_window = 10000,
         .windows = Type::Windows::but_the_first_of_n,
         .window = 128,
         .window_pattern = 3,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "attn_norm",
         .first_has_no_norm = true,
         .obeys = "layer_types",
         .around = as_modernbert},
    Type{.name = "mpnet", .reads = Type::Reads::all, .refused = relative_bias},
    Type{.name = "mpt",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "norm_1",
         .head_norms = Type::HeadNorms::all_heads_if_said,
         .head_norm = layer_norm,
         .obeys = "attn_config",
         .around = as_mpt},
    Type{.name = "mt5", .refused = relative_bias},
    Type{.name = "olmo2",
         .pairs = Pairs::halves,
         .epsilon = 1e-5F,
         .norm_names = "",
         .head_norms = Type::HeadNorms::all_heads,
         .around = as_olmo2},
    Type{.name = "opt",
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .norm_names = "self_attn_layer_norm",
         .obeys = "do_layer_norm_before",
         .around = as_opt},
    Type{.name = "phi",
         .pairs = Pairs::halves,
         .turning_part = 0.5F,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .head_norms = Type::HeadNorms::if_said,
         .head_norm = layer_norm,
         .obeys = "partial_rotary_factor|qk_layernorm",
         .around = as_phi},
    Type{.name = "phi3",
         .pairs = Pairs::halves,
         .windows = Type::Windows::all,
         .epsilon = 1e-5F,
         .obeys = "partial_rotary_factor"},
    Type{.name = "qwen2",
         .pairs = Pairs::halves,
         .windows = Type::Windows::from_a_layer,
         .window = 4096,
         .obeys = "layer_types"},
    Type{.name = "qwen2_moe",
         .pairs = Pairs::halves,
         .windows = Type::Windows::even_below_a_layer,
         .window = 4096,
         .obeys = "layer_types"},
    Type{.name = "qwen3",
         .pairs = Pairs::halves,
         .windows = Type::Windows::from_a_layer,
         .window = 4096,
         .head_norms = Type::HeadNorms::each_head,
         .obeys = "layer_types"},
    Type{.name = "qwen3_moe",
         .pairs = Pairs::halves,
         .windows = Type::Windows::all_if_used,
         .window = 4096,
         .head_norms = Type::HeadNorms::each_head},
    Type{.name = "roberta",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .places_from_padding = true,
         .obeys = "is_decoder|position_embedding_type",
         .around = as_bert},
    Type{.name = "smollm3",
         .pairs = Pairs::halves,
         .base = 2000000,
         .turns = Type::Turns::but_each_fourth,
         .obeys = "layer_types|no_rope_layers",
         .around = as_tied_llama},
    Type{.name = "stablelm",
         .pairs = Pairs::halves,
         .turning_part = 0.25F,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .head_norms = Type::HeadNorms::if_said,
         .head_norm = layer_norm,
         .obeys = "partial_rotary_factor|qk_layernorm",
         .around = as_stablelm},
    Type{.name = "starcoder2",
         .pairs = Pairs::halves,
         .windows = Type::Windows::all,
         .norm = layer_norm,
         .epsilon = 1e-5F,
         .around = as_starcoder2},
    Type{.name = "t5", .refused = relative_bias},
    Type{.name = "umt5", .refused = relative_bias},
    Type{.name = "vit",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "layernorm_before",
         .around = as_vit},
    Type{.name = "xlm-roberta",
         .reads = Type::Reads::all,
         .norm = layer_norm,
         .epsilon = 1e-12F,
         .norm_names = "",
         .places_from_padding = true,
         .obeys = "is_decoder|position_embedding_type",
         .around = as_bert},
};
static_assert(std::ranges::is_sorted(known_types, {}, &ModelType::name));

} // namespace

std::span<const ModelType> model_types() {
    return known_types;
}

std::vector<std::string_view> names_in(std::string_view list) {
    std::vector<std::string_view> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find('|'), list.size());
        names.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

/// Keys that are used only for unknown kinds of model.
constexpr std::array<std::string_view, 2> of_other_kinds{"clip_qkv", "scale_emb"};

bool obeys(const ModelType* type, std::string_view key) {
    const auto names = [key](const ModelType& row) {
        const auto all = names_in(row.obeys);
        return std::ranges::find(all, key) != all.end();
    };
    const bool is_of_some =
        std::ranges::find(of_other_kinds, key) != of_other_kinds.end() || std::ranges::any_of(known_types, names);
    return type == nullptr || names(*type) || !is_of_some;
}

const ModelType* find_model_type(std::string_view name) {
    const auto* const found = std::ranges::lower_bound(known_types, name, {}, &ModelType::name);
    return found == known_types.end() || found->name != name ? nullptr : found;
}

} // namespace attn
