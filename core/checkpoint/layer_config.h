#pragma once

#include "core/checkpoint/model_config.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A caveat that applies only to texts of more than `tokens` tokens.
struct LongTextCaveat {
    Index tokens = 0;
    Caveat caveat;
};

/// The settings of one attention layer, from the model's kind and its config.json. Nothing is guessed: a setting that
/// neither of them contains stays empty.
struct LayerConfig {
    Index heads = 0;                    ///< 0: unknown
    Index key_value_heads = 0;          ///< 0: unknown
    Index width = 0;                    ///< width D of the model; 0: unknown
    Index head_width = 0;               ///< 0: unknown
    std::optional<bool> causal;         ///< nullopt: the user has to say whether the mask is causal
    bool positions_known = false;       ///< false: the user has to say whether queries and keys are rotated
    Index window = 0;                   ///< number of keys, the query's own included, to which a query attends; 0: all
    std::vector<OptionSetting> options; ///< options in the order in which they are set
    HeadNorm head_norm;
    std::string_view norm_names; ///< names of the norm before the layer, relative to the layer's parent, with | between
                                 ///< alternatives
    bool norm_known = false;     ///< true: the kind of model determines which norm comes before the layer, or that
                                 ///< there is none
    Norm::Kind norm = Norm::Kind::off;
    float epsilon = 0;                ///< 0: unknown
    bool gain_from_one = false;       ///< true: the file stores the gains of norms minus 1
    float embedding_factor = 1;       ///< factor of the embeddings
    bool places_from_padding = false; ///< true: learnt positions count from the row after the padding token's, and skip
                                      ///< padding
    Index padding_token = 1;          ///< the padding token's id, and the row of learnt positions that all padding uses
    /// The token whose embedding is replaced by zeros. If it is set, embeddings are divided by the fraction of other
    /// tokens.
    std::optional<Index> mask_token;
    bool has_learnt_places = true; ///< true: the model's table of learnt positions is used, if there is one
    std::vector<Caveat> caveats;   ///< parts of the layer that are not computed
    std::vector<LongTextCaveat> long_texts;
    std::string_view input_caveat; ///< a part of the layer's input from tokens that is not computed; empty for most
                                   ///< models
    std::string_view left_out;     ///< a part around the layer that is not computed, in addition to those of all
                                   ///< models; empty for most models
    std::string refused;           ///< the reason why the layer cannot be opened; empty for most layers
};

/// Returns the settings of one layer. Fails if config.json contains an impossible value.
Result<LayerConfig> layer_config(const ModelConfig& config, const FoundLayer& layer);

} // namespace attn
