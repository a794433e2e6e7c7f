#pragma once

#include "core/checkpoint/families.h"
#include "core/model/layer.h"

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// The parts of a kind of model around attention: norms of the residual stream, MLP, output. Norms are named by their
/// names beside the layer's own, with | between alternatives; empty: no norm.
struct AroundAttention {
    /// The rule by which attention and MLP are parallel: the MLP then reads the same row as attention, not the sum
    /// after it.
    enum class Parallel : std::uint8_t {
        never,
        always,
        if_said,      ///< if use_parallel_residual or parallel_attn is true
        unless_denied ///< unless one of these keys is false
    };
    Parallel parallel = Parallel::never;
    std::string_view mlp_norms = "post_attention_layernorm"; ///< before the MLP; optional in a parallel block
    std::string_view Y_norms{};                              ///< of attention's output Y
    std::string_view mlp_Y_norms{};                          ///< of the MLP's output
    std::string_view mid_norms{};                            ///< of the stream behind attention
    std::string_view post_norms{};                           ///< of the stream behind the MLP
    std::string_view final_norms = "norm";                   ///< behind the last layer
    std::string_view activation = "silu";                    ///< if config.json does not name one
    bool gelu_is_tanh = false; ///< “gelu” means the approximation by a hyperbolic tangent
    bool is_tied = false;      ///< the unembedding is the embedding, unless tie_word_embeddings says otherwise
    float logit_factor = 1;    ///< factor of logits, unless logit_scale says otherwise
};

/// A kind of model, by the model_type in its config.json: the behaviour of its attention layers that no key describes,
/// and the defaults of missing keys.
struct ModelType {
    /// The keys that a query reads.
    enum class Reads : std::uint8_t {
        before, ///< up to its own position
        all,
        by_part ///< `before` in a decoder or text model, `all` in an encoder or image model
    };
    /// The layers with a sliding window, if no list of layers says it.
    enum class Windows : std::uint8_t {
        none,
        all,
        even,               ///< layers 0, 2, 4 …
        all_if_used,        ///< all, if use_sliding_window
        but_each_nth,       ///< all but each window_pattern-th; sliding_window_pattern overrides it
        but_the_first_of_n, ///< all but layers 0, n, 2n …, with n = window_pattern or global_attn_every_n_layers
        from_a_layer,       ///< from max_window_layers on, if use_sliding_window
        even_below_a_layer, ///< layers 0, 2, 4 … before max_window_layers, if use_sliding_window
        listed_by_name      ///< attention_types: "global" or "local"
    };
    /// The layers that rotate queries and keys.
    enum class Turns : std::uint8_t {
        all,
        but_each_fourth, ///< no_rope_layers overrides it
        with_window,     ///< layers with a sliding window only
        if_said,         ///< all, if position_embedding_type is “rotary”
        by_width         ///< all if hidden_size is 4096; none at 5120, where ALiBi is added to scores instead
    };
    /// The norms of queries and keys.
    enum class HeadNorms : std::uint8_t {
        none,
        if_said, ///< if use_qk_norm, qk_layernorm or qk_ln is true
        each_head,
        all_heads,        ///< over all heads' columns of a row together
        all_heads_if_said ///< the same, if one of these keys is true
    };
    enum class Factor : std::uint8_t { one, root_of_width };

    std::string_view name{};
    Reads reads = Reads::before;
    Rotary::Pairs pairs = Rotary::Pairs::off;
    float base = 10000;
    float base_with_window = 0; ///< rotary base of layers with a sliding window, without scaling; 0: as in all others
    float turning_part = 1;
    Turns turns = Turns::all;
    Windows windows = Windows::none;
    Index window = 0;
    Index window_pattern = 6; ///< n of but_each_nth, unless sliding_window_pattern says it
    Norm::Kind norm = Norm::Kind::rms;
    float epsilon = 1e-6F;
    /// Names of the norm before a layer, beside the layer's own, with | between alternatives; empty: no norm.
    std::string_view norm_names = "input_layernorm";
    bool first_has_no_norm = false; ///< layer 0 has none
    bool gain_from_one = false;     ///< gains are stored less 1
    HeadNorms head_norms = HeadNorms::none;
    Norm::Kind head_norm = Norm::Kind::rms;
    Norm::Kind value_norm = Norm::Kind::off; ///< of each head's values, without gain
    Factor embedding = Factor::one;
    bool is_unscaled = false;
    Index query_scalar = 0; ///< scores are divided by its root instead of that of d_k; 0: d_k
    float soft_cap = 0;
    bool alibi = false;
    bool turns_with_alibi = true;     ///< queries and keys are rotated even if config.json asks for ALiBi
    std::string_view alibi_caveat{};  ///< the difference of its ALiBi that is not computed; mostly empty
    bool places_from_padding = false; ///< learnt positions count from behind the padding token's row, and skip padding
    Packing packing = Packing::one_behind_the_other; ///< of queries, keys and values in one tensor
    bool shares_one_key = false; ///< all heads share one key, and lie one behind the other, unless multi_query is false
    /// The number of last layers that use the keys and values of an earlier layer, the last one before them with the
    /// same window; num_kv_shared_layers overrides it.
    Index layers_that_share_keys = 0;
    /// The keys of config.json that this kind of model obeys although others do not, with | between them. A key that
    /// only other kinds obey counts as absent.
    std::string_view obeys{};
    std::string_view input_caveat{}; ///< a module between its embeddings and its first layer that is not computed
    std::string_view left_out{};     ///< a part around its layers that is not computed, besides those of all models
    AroundAttention around{};
    std::string_view names{};   ///< of its tensors, as in --names; empty: a family's
    std::string_view refused{}; ///< the reason why its layers cannot be opened; mostly empty
};

/// All known kinds, sorted by name.
std::span<const ModelType> model_types();

/// The kind of this model_type; nullptr if it is unknown.
const ModelType* find_model_type(std::string_view name);

/// The parts of a list that has | between them.
std::vector<std::string_view> names_in(std::string_view list);

/// True if this kind of model obeys the key of config.json. Keys that only some kinds obey are listed in their rows. An
/// unknown kind obeys all keys.
bool obeys(const ModelType* type, std::string_view key);

} // namespace attn
