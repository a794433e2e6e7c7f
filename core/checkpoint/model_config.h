#pragma once

#include "core/checkpoint/layers.h"
#include "core/checkpoint/model_types.h"
#include "core/files/json_field.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// Whether a key of config.json is read by layer_config, or says nothing of an attention layer.
bool is_known_config_key(std::string_view key);

/// The config.json beside a model, and what it says of all attention layers. What it says of one: layer_config.h.
struct ModelConfig {
    std::string name;                      ///< the file, for messages; empty where there is none
    std::shared_ptr<const Json> document;  ///< none where there is none
    KindSaid said;                         ///< by the user
    std::shared_ptr<const ModelType> like; ///< whose row is taken, whatever model_type is; none: that of model_type

    /// The part of it about a layer: a model of texts and images has one for each.
    Field root(std::string_view layer) const;
    std::string model_type(std::string_view layer = {}) const;
    const ModelType* type(std::string_view layer = {}) const {
        return like ? like.get() : find_model_type(model_type(layer));
    }
    /// How layers that keep queries, keys and values in one tensor do it; the heads as the user says, where they do.
    PackedHeads packed(Index heads_said = 0) const;
};

/// Reads config.json in the folder; a folder without one says nothing. Fails, too, where the user names a kind of model
/// that is not known.
Result<ModelConfig> read_model_config(const std::filesystem::path& folder, const KindSaid& said = {});

/// The first of several names under which models say the same; a field that does not exist where none does, or only as
/// null.
Field first_of(const Field& root, std::initializer_list<std::string_view> names);
/// Whether a field is there and says true.
bool is_true(const Field& field);
/// A whole number under one of several names; 0 where there is none, or no number.
Index integer_of(const Field& root, std::initializer_list<std::string_view> names);
/// A number under one of several names; `usual` where there is none.
float number_of(const Field& root, std::initializer_list<std::string_view> names, float usual);
/// The same, which has to be above 0.
float positive_of(const Field& root, std::initializer_list<std::string_view> names, float usual);
/// Whether a field is there and says false.
bool is_false(const Field& field);
/// Whether a key has a value that switches something on.
bool says_something(const Field& field);

/// How many heads a layer has; 0: not said. Fails where config.json says a number that cannot be.
Result<Index> head_count(const ModelConfig& config, std::string_view layer);

} // namespace attn
