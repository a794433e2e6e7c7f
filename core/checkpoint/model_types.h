#pragma once

#include "core/checkpoint/families.h"
#include "core/model/layer.h"

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// A kind of model, by the model_type of its config.json: what its attention layers do that no key says, and what holds
/// where the key that would say it is missing.
struct ModelType {
    /// Which keys a query may read.
    enum class Reads : std::uint8_t {
        before, ///< none behind it
        all,
        by_part ///< a decoder's and a text model's layers as `before`, an encoder's and an image's as `all`
    };
    /// Which layers have the sliding window, where no list of layers says it.
    enum class Windows : std::uint8_t {
        none,
        all,
        even,               ///< layers 0, 2, 4 …
        all_if_used,        ///< all, if use_sliding_window
        but_each_nth,       ///< all but each window_pattern-th, or as sliding_window_pattern says
        but_the_first_of_n, ///< all but layers 0, n, 2n …, n being window_pattern or global_attn_every_n_layers
        from_a_layer,       ///< from max_window_layers on, if use_sliding_window
        even_below_a_layer, ///< layers 0, 2, 4 … before max_window_layers, if use_sliding_window
        listed_by_name      ///< attention_types: "global" or "local"
    };
    /// Which layers turn queries and keys.
    enum class Turns : std::uint8_t {
        all,
        but_each_fourth, ///< or as no_rope_layers says
        with_window,     ///< those alone that have the sliding window
        if_said,         ///< all, if position_embedding_type is “rotary”
        by_width         ///< all where hidden_size is 4096; at 5120 none, scores have ALiBi's bias instead
    };
    /// Norms of queries and keys.
    enum class HeadNorms : std::uint8_t {
        none,
        if_said, ///< use_qk_norm, qk_layernorm, qk_ln
        each_head,
        all_heads,        ///< of all heads' rows together
        all_heads_if_said ///< the same, if one of these keys says so
    };
    enum class Factor : std::uint8_t { one, root_of_width };

    std::string_view name{};
    Reads reads = Reads::before;
    Rotary::Pairs pairs = Rotary::Pairs::off;
    float base = 10000;
    float base_with_window = 0; ///< of layers that have the sliding window, without scaling; 0: as of all others
    float turning_part = 1;
    Turns turns = Turns::all;
    Windows windows = Windows::none;
    Index window = 0;
    Index window_pattern = 6; ///< of but_each_nth, where sliding_window_pattern is not said
    Norm::Kind norm = Norm::Kind::rms;
    float epsilon = 1e-6F;
    /// Names of the norm before a layer, beside the layer's own, with | between them; empty: none stands there.
    std::string_view norm_names = "input_layernorm";
    bool first_has_no_norm = false; ///< layer 0 has none
    bool gain_from_one = false;     ///< gains are stored less 1
    HeadNorms head_norms = HeadNorms::none;
    Norm::Kind head_norm = Norm::Kind::rms;
    Norm::Kind value_norm = Norm::Kind::off; ///< of each head's values, without a gain
    Factor embedding = Factor::one;
    bool is_unscaled = false;
    Index query_scalar = 0; ///< scores are divided by its root, instead of that of d_k; 0: they are not
    float soft_cap = 0;
    bool alibi = false;
    bool turns_with_alibi = true;     ///< whether queries and keys turn where config.json asks for ALiBi
    std::string_view alibi_caveat{};  ///< what of its ALiBi is computed otherwise; mostly empty
    bool places_from_padding = false; ///< learnt positions begin behind that of padding, and leave it out
    Packing packing = Packing::one_behind_the_other; ///< where queries, keys and values lie in one tensor
    bool shares_one_key = false; ///< all heads do, and lie one behind the other, unless multi_query says no
    /// How many of the last layers read the keys and values of an earlier one, of the last before them with the same
    /// window, where num_kv_shared_layers is not said.
    Index layers_that_share_keys = 0;
    /// Keys of config.json that change what attention computes, and that this kind obeys, with | between them. What
    /// another kind obeys is as good as not there.
    std::string_view obeys{};
    std::string_view input_caveat{}; ///< what stands between its embeddings and its first layer, and is not computed
    std::string_view left_out{};     ///< what is not computed around its layers, beside what all models have there
    std::string_view refused{};      ///< why its layers are not opened; mostly empty
};

/// All kinds that are known.
std::span<const ModelType> model_types();

/// None where the type is not known.
const ModelType* find_model_type(std::string_view name);

/// The parts of a list with | between them.
std::vector<std::string_view> names_in(std::string_view list);

/// Whether a key of config.json says something to this kind of model: those that only some kinds obey are in their
/// rows. Where the kind is not known, each does.
bool obeys(const ModelType* type, std::string_view key);

} // namespace attn
