#include "core/checkpoint/model_config.h"

#include "core/checkpoint/family_file.h"
#include "core/files/file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr std::uint64_t config_limit = std::uint64_t{8} << 20; // bytes
constexpr Index most = Index{1} << 30;

/// The name under which models of Meta and Mistral with a params.json instead of a config.json have a row.
constexpr std::string_view params_json = "params.json";
constexpr ModelType kind_of_params{.name = params_json,
                                   .pairs = Rotary::Pairs::neighbours,
                                   .windows = ModelType::Windows::all,
                                   .epsilon = 1e-5F,
                                   .norm_names = "attention_norm"};

/// Keys of params.json, each with the key of config.json that means the same.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> keys_of_params{
    {{"dim", "hidden_size"},
     {"n_layers", "num_hidden_layers"},
     {"n_heads", "num_attention_heads"},
     {"n_kv_heads", "num_key_value_heads"},
     {"hidden_dim", "intermediate_size"},
     {"norm_eps", "rms_norm_eps"},
     {"ffn_dim_multiplier", "intermediate_size_factor"},
     {"multiple_of", "intermediate_size_multiple"},
     {"max_seq_len", "max_position_embeddings"}}};

/// Converts a params.json to a config.json with the same meaning.
Json config_of_params(const Json& params) {
    Json config = json_object();
    for (std::size_t i = 0; i < params.items.size(); ++i) {
        const std::string& key = params.keys[i];
        const auto* const known = std::ranges::find(keys_of_params, key, [](const auto& pair) { return pair.first; });
        if (key == "use_scaled_rope" && params.items[i].truth) {
            Json scaling = json_object(); // as Llama 3.1 has it
            scaling.set("rope_type", json_of(std::string_view("llama3")));
            scaling.set("factor", json_of(8.0F));
            scaling.set("original_max_position_embeddings", json_of(std::int64_t{8192}));
            config.set("rope_scaling", std::move(scaling));
        } else if (key != "use_scaled_rope") {
            config.set(known == keys_of_params.end() ? key : std::string(known->second), params.items[i]);
        }
    }
    return config;
}

/// Returns the packing of a kind of model, which for some kinds depends on keys of config.json.
Packing packing_of(const Field& root, const ModelType& type) {
    if (obeys(&type, "new_decoder_architecture") && is_true(root["new_decoder_architecture"]))
        return Packing::by_group;
    const Field one_key = root[obeys(&type, "multi_query") ? "multi_query" : "no such key"];
    const bool shares_one = type.shares_one_key && (!one_key.exists() || is_true(one_key));
    return shares_one ? Packing::one_behind_the_other : type.packing;
}

} // namespace

Field first_of(const Field& root, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (Field field = root[name]; field.exists() && !field.is(Json::Kind::null))
            return field;
    return root["no such key"];
}

bool is_true(const Field& field) {
    return field.is(Json::Kind::boolean) && field.truth(false);
}

Index integer_of(const Field& root, std::initializer_list<std::string_view> names) {
    const Field field = first_of(root, names);
    const bool is_one = field.is(Json::Kind::number) || field.is(Json::Kind::text); // a text fails below, with its name
    return is_one ? field.integer(0, most, 0) : 0;
}

float number_of(const Field& root, std::initializer_list<std::string_view> names, float usual) {
    const Field field = first_of(root, names);
    return field.exists() ? field.number(usual) : usual;
}

float positive_of(const Field& root, std::initializer_list<std::string_view> names, float usual) {
    const Field field = first_of(root, names);
    const float value = field.exists() ? field.number(usual) : usual;
    if (field.exists() && !(value > 0 && std::isfinite(value)))
        field.fail(fmt::format("this is {}, expected a number above 0", value));
    return value;
}

bool is_false(const Field& field) {
    return field.is(Json::Kind::boolean) && !field.truth(true);
}

bool says_something(const Field& field) {
    const bool is_nothing = !field.exists() || field.is(Json::Kind::null) || is_false(field) ||
                            (field.is(Json::Kind::number) && field.number(0) == 0) || field.is_text("");
    return !is_nothing && !((field.is(Json::Kind::list) && field.items().empty()) ||
                            (field.is(Json::Kind::object) && field.members().empty()));
}

Field ModelConfig::root(std::string_view layer) const {
    static const Json nothing = json_object();
    const Field whole(document ? *document : nothing, name);
    const bool is_image =
        layer.find("vision") != std::string_view::npos || layer.find("visual") != std::string_view::npos;
    const Field part = whole[is_image ? "vision_config" : "text_config"];
    return part.is(Json::Kind::object) ? part : whole;
}

std::string ModelConfig::model_type(std::string_view layer) const {
    const Field type = root(layer)["model_type"];
    return type.is(Json::Kind::text) ? type.text() : std::string();
}

PackedHeads ModelConfig::packed(Index heads_said) const {
    const auto heads = heads_said > 0 ? Result<Index>(heads_said) : head_count(*this, {});
    PackedHeads packed{heads ? *heads : 0, std::nullopt, false, said.names};
    if (const ModelType* const known = type()) {
        packed.packing = packing_of(root({}), *known);
        if (packed.names.empty())
            packed.names = known->names;
    }
    if (said.packing) {
        packed.packing = said.packing;
        packed.is_said = true;
    }
    return packed;
}

Result<ModelConfig> read_model_config(const std::filesystem::path& folder, const KindSaid& said) {
    std::filesystem::path path = folder / "config.json";
    ModelConfig config;
    config.said = said;
    if (!said.like.empty()) {
        auto kind = read_kind(said.like);
        if (!kind)
            return kind.error();
        config.like = *std::move(kind);
    }
    const auto there = is_present(path);
    if (!there)
        return there.error();
    if (!*there) {
        path = folder / params_json;
        const auto params = is_present(path);
        if (!params || !*params)
            return params ? Result<ModelConfig>(config) : Result<ModelConfig>(params.error());
    }
    config.name = printable_path(path);
    const auto text = read_text_file(path, config_limit);
    if (!text)
        return text.error();
    auto document = parse_json(*text, config.name);
    if (!document)
        return document.error();
    if (document->kind != Json::Kind::object)
        return error("{}: expected an object", config.name);
    if (!*there && !config.like)
        config.like = {std::shared_ptr<const ModelType>(), &kind_of_params};
    config.document =
        std::make_shared<const Json>(*there ? *std::move(document) : config_of_params(*std::move(document)));
    return config;
}

Result<Index> head_count(const ModelConfig& config, std::string_view layer) {
    const Field root = config.root(layer);
    const bool is_decoder = layer.find("decoder") != std::string_view::npos;
    const Field own = root["decoder_attention_heads"];
    const Field said =
        is_decoder && own.exists() && !own.is(Json::Kind::null)
            ? own
            : first_of(root, {"num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads"});
    const Index count = said.integer(1, most, 0);
    if (root.failed())
        return *root.failure();
    return count;
}

} // namespace attn
