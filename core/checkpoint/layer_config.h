#pragma once

#include "core/checkpoint/model_config.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What holds only for texts of more tokens than so many.
struct LongTextCaveat {
    Index tokens = 0;
    Caveat caveat;
};

/// What a model's kind and its config.json say of one attention layer. Nothing is guessed: what neither says is empty.
struct LayerConfig {
    Index heads = 0;                    ///< 0: not said
    Index key_value_heads = 0;          ///< 0: not said
    std::optional<bool> causal;         ///< none: has to be asked for
    bool positions_known = false;       ///< whether queries and keys turn is said; otherwise it has to be asked for
    Index window = 0;                   ///< keys that a query may read back to; 0: all
    std::vector<OptionSetting> options; ///< in the order of being set
    HeadNorm head_norm;
    std::string_view norm_names; ///< of the norm before the layer, beside it; with | between them
    bool norm_known = false;     ///< whether the kind of model tells which norm stands before the layer, if any
    Norm::Kind norm = Norm::Kind::off;
    float epsilon = 0;                ///< 0: not said
    bool gain_from_one = false;       ///< gains of norms are stored less 1
    float embedding_factor = 1;       ///< what embeddings are multiplied by
    bool places_from_padding = false; ///< learnt positions begin behind that of padding, and leave it out
    Index padding_token = 1;          ///< whose row of positions is that of all padding
    bool has_learnt_places = true;    ///< where the model has a table of them
    std::vector<Caveat> caveats;      ///< what of it is not computed
    std::vector<LongTextCaveat> long_texts;
    std::string_view input_caveat; ///< what of its input is not computed, where that is made of tokens; mostly empty
    std::string_view left_out;     ///< what is not computed around it, beside what all models have there; mostly empty
    std::string refused;           ///< why the layer is not opened; mostly empty
};

/// Fails where config.json says something that cannot be.
Result<LayerConfig> layer_config(const ModelConfig& config, const FoundLayer& layer);

} // namespace attn
