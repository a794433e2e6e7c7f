#pragma once

#include "core/checkpoint/families.h"
#include "core/model/layer.h"

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// The parts of a kind of model around attention: norms of the residual stream, MLP, output. The norms are given by
/// their names relative to the layer's parent, with | between alternatives; empty: no norm.
struct AroundAttention {
    /// True: attention and MLP are parallel, i.e. the MLP then reads the same rows as attention, not the sum after
    /// attention.
    enum class Parallel : std::uint8_t {
        never,
        always,
        if_said,      ///< if use_parallel_residual or parallel_attn is true
        unless_denied ///< unless one of these keys is false
    };
    Parallel parallel = Parallel::never;
    std::string_view mlp_norms = "post_attention_layernorm"; ///< norm before the MLP; optional in a parallel block
    std::string_view Y_norms{};                              ///< norm of attention's output Y
    std::string_view mlp_Y_norms{};                          ///< norm of the MLP's output
    std::string_view mid_norms{};                            ///< norm of the residual stream after attention
    std::string_view post_norms{};                           ///< norm of the residual stream after the MLP
    std::string_view final_norms = "norm";                   ///< norm after the last layer
    std::string_view activation = "silu";                    ///< activation function of the MLP if config.json does not
                                                             ///< name one
    bool gelu_is_tanh = false; ///< true: “gelu” means the approximation by a hyperbolic tangent
    bool is_tied = false;      ///< true: the unembedding is the embedding matrix, unless tie_word_embeddings says
                               ///< otherwise
    float logit_factor = 1;    ///< factor of logits, unless logit_scale says otherwise
};

/// A kind of model, given by the model_type in its config.json: how its attention layers work where no key describes
/// it, and the defaults of missing keys.
struct ModelType {
    /// The keys to which a query attends.
    enum class Reads : std::uint8_t {
        before, ///< keys up to the query's own position
        all,
        by_part ///< `before` in a decoder or text model, `all` in an encoder or image model
    };
    /// The layers that have a sliding window, if no list of layers says it.
    enum class Windows : std::uint8_t {
        none,
        all,
        even,               ///< layers 0, 2, 4 …
        all_if_used,        ///< all, if use_sliding_window
        but_each_nth,       ///< all but each window_pattern-th; sliding_window_pattern overrides it
        but_the_first_of_n, ///< all but layers 0, n, 2n …, with n = window_pattern or global_attn_every_n_layers
        from_a_layer,       ///< layers from max_window_layers on, if use_sliding_window
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
        all_heads,        ///< one norm over all heads' columns of a row
        all_heads_if_said ///< one norm over all heads' columns of a row, if use_qk_norm, qk_layernorm or qk_ln is true
    };
    enum class Factor : std::uint8_t { one, root_of_width };

    std::string_view name{};
    Reads reads = Reads::before;
    Rotary::Pairs pairs = Rotary::Pairs::off;
    float base = 10000;
    float base_with_window = 0; ///< rotary base of layers with a sliding window, which have no scaling; 0: that of all
                                ///< other layers
    float turning_part = 1;
    Turns turns = Turns::all;
    Windows windows = Windows::none;
    Index window = 0;
    Index window_pattern = 6; ///< n of but_each_nth, unless sliding_window_pattern says otherwise
    Norm::Kind norm = Norm::Kind::rms;
    float epsilon = 1e-6F;
    /// Names of the norm before a layer, relative to the layer's parent, with | between alternatives; empty: no norm.
    std::string_view norm_names = "input_layernorm";
    bool first_has_no_norm = false; ///< true: layer 0 has no norm before it
    bool gain_from_one = false;     ///< true: the file stores gains minus 1
    HeadNorms head_norms = HeadNorms::none;
    Norm::Kind head_norm = Norm::Kind::rms;
    Norm::Kind value_norm = Norm::Kind::off; ///< norm of each head's values, without gain
    Factor embedding = Factor::one;
    bool is_unscaled = false;
    Index query_scalar = 0; ///< scores are divided by the root of this number instead of the root of d_k; 0: of d_k
    float soft_cap = 0;
    bool alibi = false;
    bool turns_with_alibi = true;     ///< true: queries and keys are rotated even if config.json asks for ALiBi
    std::string_view alibi_caveat{};  ///< difference of the model's ALiBi from what is computed; empty for most kinds
    bool places_from_padding = false; ///< true: learnt positions count from the row after the padding token's, and skip
                                      ///< padding
    Packing packing = Packing::one_behind_the_other; ///< packing of queries, keys and values in one tensor
    bool shares_one_key = false; ///< true: all heads share one key head, and queries, keys and values are packed one
                                 ///< after the other, unless multi_query is false
    /// The number of last layers that use the keys and values of an earlier layer, the last one before them with the
    /// same window; num_kv_shared_layers overrides it.
    Index layers_that_share_keys = 0;
    /// The keys of config.json that this kind of model uses although others do not, with | between them. A key that
    /// only other kinds use counts as absent.
    std::string_view obeys{};
    std::string_view input_caveat{}; ///< a module between the embeddings and the first layer that is not computed;
                                     ///< empty: none
    std::string_view left_out{};     ///< a part around the layers that is not computed, in addition to those of all
                                     ///< models; empty: none
    AroundAttention around{};
    std::string_view names{};   ///< names of the tensors, as in --names; empty: those of a family
    std::string_view refused{}; ///< the reason why the layers of this kind cannot be opened; empty for most kinds
};

/// Returns all known kinds, sorted by name.
std::span<const ModelType> model_types();

/// Returns the kind with this model_type; nullptr if it is unknown.
const ModelType* find_model_type(std::string_view name);

/// Returns the parts of a list that are separated by |.
std::vector<std::string_view> names_in(std::string_view list);

/// True if this kind of model uses the key of config.json. Keys that only some kinds use are listed in their rows. An
/// unknown kind uses all keys.
bool obeys(const ModelType* type, std::string_view key);

} // namespace attn
