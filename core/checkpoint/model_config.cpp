#include "core/checkpoint/model_config.h"

#include "core/checkpoint/family_file.h"
#include "core/files/file.h"
#include "core/files/printable.h"

#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr std::uint64_t config_limit = std::uint64_t{8} << 20; // bytes
constexpr Index most = Index{1} << 30;

/// Some kinds of model have had several orders, which their keys tell.
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
    const bool is_one = field.is(Json::Kind::number) || field.is(Json::Kind::text); // a text is refused by its name
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
    PackedHeads packed{heads ? *heads : 0, std::nullopt};
    if (const ModelType* const known = type())
        packed.packing = packing_of(root({}), *known);
    if (said.packing) {
        packed.packing = said.packing;
        packed.is_said = true;
    }
    return packed;
}

Result<ModelConfig> read_model_config(const std::filesystem::path& folder, const KindSaid& said) {
    const std::filesystem::path path = folder / "config.json";
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
    if (!*there)
        return config;
    config.name = printable_path(path);
    const auto text = read_text_file(path, config_limit);
    if (!text)
        return text.error();
    auto document = parse_json(*text, config.name);
    if (!document)
        return document.error();
    if (document->kind != Json::Kind::object)
        return error("{}: expected an object", config.name);
    config.document = std::make_shared<const Json>(*std::move(document));
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
