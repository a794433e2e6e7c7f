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

/// True if layer_config() uses the key of config.json, or if the key is not about attention.
bool is_known_config_key(std::string_view key);

/// The config.json of a model, and what it says about all attention layers; see layer_config.h for a single one.
struct ModelConfig {
    std::string name;                      ///< the file's name, for messages; empty: no file
    std::shared_ptr<const Json> document;  ///< the contents of config.json; null: there is no file
    KindSaid said;                         ///< the user's statements about the model
    std::shared_ptr<const ModelType> like; ///< the kind whose row is used, whatever model_type is; null: the kind that
                                           ///< model_type names

    /// Returns the part of the document that describes the layer: models of texts and images have one part for texts
    /// and one for images.
    Field root(std::string_view layer) const;
    std::string model_type(std::string_view layer = {}) const;
    const ModelType* type(std::string_view layer = {}) const {
        return like ? like.get() : find_model_type(model_type(layer));
    }
    /// Returns the number of heads and the packing for layers with queries, keys and values in one tensor.
    /// `heads_said`: the user's number; 0: none.
    PackedHeads packed(Index heads_said = 0) const;
};

/// Reads the folder's config.json; if there is none, all values are unknown. Also fails if the user names an unknown
/// kind of model.
Result<ModelConfig> read_model_config(const std::filesystem::path& folder, const KindSaid& said = {});

/// Returns the first field that exists under one of `names`, which different models use for the same thing; a field
/// that does not exist if none does or all are null.
Field first_of(const Field& root, std::initializer_list<std::string_view> names);
/// True if the field exists and is true.
bool is_true(const Field& field);
/// Returns the whole number under the first of `names` that exists; 0 if none does or it is no number.
Index integer_of(const Field& root, std::initializer_list<std::string_view> names);
/// Returns the number under the first of `names` that exists; `usual` if none does.
float number_of(const Field& root, std::initializer_list<std::string_view> names, float usual);
/// Returns the number under the first of `names` that exists, which must be greater than 0; `usual` if none does.
float positive_of(const Field& root, std::initializer_list<std::string_view> names, float usual);
/// True if the field exists and is false.
bool is_false(const Field& field);
/// True if the field has a value that switches something on.
bool says_something(const Field& field);

/// Returns the number of heads of a layer; 0: unknown. Fails if config.json contains an impossible number.
Result<Index> head_count(const ModelConfig& config, std::string_view layer);

} // namespace attn
