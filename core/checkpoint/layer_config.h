#pragma once

#include "core/checkpoint/model_config.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A caveat that holds only for texts of more than `tokens` tokens.
struct LongTextCaveat {
    Index tokens = 0;
    Caveat caveat;
};

/// The settings of one attention layer, from the model's kind and its config.json. Nothing is guessed: a setting that
/// neither gives stays empty.
struct LayerConfig {
    Index heads = 0;                    ///< 0: unknown
    Index key_value_heads = 0;          ///< 0: unknown
    Index width = 0;                    ///< of the model; 0: unknown
    Index head_width = 0;               ///< 0: unknown
    std::optional<bool> causal;         ///< none: the user has to say it
    bool positions_known = false;       ///< false: the user has to say whether queries and keys are rotated
    Index window = 0;                   ///< number of keys up to the query's own that it reads; 0: all
    std::vector<OptionSetting> options; ///< in the order in which they are set
    HeadNorm head_norm;
    std::string_view norm_names; ///< of the norm before the layer, beside it; with | between alternatives
    bool norm_known = false;     ///< the kind of model tells which norm stands before the layer, or that none does
    Norm::Kind norm = Norm::Kind::off;
    float epsilon = 0;                ///< 0: unknown
    bool gain_from_one = false;       ///< gains of norms are stored less 1
    float embedding_factor = 1;       ///< factor of the embeddings
    bool places_from_padding = false; ///< learnt positions count from behind the padding token's row, and skip padding
    Index padding_token = 1;          ///< the row of learnt positions that all padding has
    /// The token whose embedding is 0. If it is set, embeddings are divided by the share of other tokens.
    std::optional<Index> mask_token;
    bool has_learnt_places = true; ///< the model's table of learnt positions is used, if there is one
    std::vector<Caveat> caveats;   ///< parts of the layer that are not computed
    std::vector<LongTextCaveat> long_texts;
    std::string_view input_caveat; ///< a part of its input from tokens that is not computed; mostly empty
    std::string_view left_out;     ///< a part around it that is not computed, besides those of all models; mostly empty
    std::string refused;           ///< the reason why the layer cannot be opened; mostly empty
};

/// The settings of one layer. Fails if config.json has an impossible value.
Result<LayerConfig> layer_config(const ModelConfig& config, const FoundLayer& layer);

} // namespace attn
