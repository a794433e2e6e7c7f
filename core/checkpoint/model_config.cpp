#include "core/checkpoint/model_config.h"

#include "core/io/file.h"
#include "core/io/json_field.h"
#include "core/io/printable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

namespace attn {

namespace {

constexpr std::uint64_t config_limit = std::uint64_t{8} << 20; // bytes
constexpr Index most = Index{1} << 30;

/// The first of several names under which models say the same; a field that does not exist where none does.
Field first_of(const Field& root, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (Field field = root[name]; field.exists() && !field.is(Json::Kind::null))
            return field;
    return root[*names.begin()];
}

Index integer_of(const Field& root, std::initializer_list<std::string_view> names) {
    const Field field = first_of(root, names);
    return field.is(Json::Kind::number) ? field.integer(0, most, 0) : 0;
}

float number_of(const Field& root, std::initializer_list<std::string_view> names, float fallback) {
    const Field field = first_of(root, names);
    return field.is(Json::Kind::number) ? field.number(fallback) : fallback;
}

/// Kinds of models that turn queries and keys though their config may not name a base.
bool is_rotary(std::string_view model_type) {
    constexpr std::array types{"llama", "mistral",  "mixtral",  "qwen2", "qwen3", "phi",       "phi3",
                               "gptj",  "gpt_neox", "stablelm", "olmo",  "olmo2", "starcoder2"};
    return std::ranges::find(types, model_type) != types.end();
}

/// Rotary positions as the config has them; a remark of what of them is not computed.
void read_rotary(const Field& root, ModelConfig& config) {
    const Field parameters = root["rope_parameters"];
    const bool named = first_of(root, {"rope_theta", "rotary_emb_base"}).is(Json::Kind::number) ||
                       parameters["rope_theta"].is(Json::Kind::number);
    if (!named && !is_rotary(config.model_type))
        return;
    const bool neighbours = config.model_type == "gptj" || config.model_type == "codegen";
    const float usual_base = Rotary().base;
    const float base =
        number_of(parameters, {"rope_theta"}, number_of(root, {"rope_theta", "rotary_emb_base"}, usual_base));
    Index count = integer_of(root, {"rotary_dim"});
    const float part = number_of(root, {"partial_rotary_factor", "rotary_pct"}, 1);
    const Index width = integer_of(root, {"hidden_size", "n_embd"});
    Index head_width = integer_of(root, {"head_dim"});
    if (head_width == 0 && config.heads > 0)
        head_width = width / config.heads;
    if (count == 0 && part > 0 && part < 1)
        count = static_cast<Index>(std::floor(part * static_cast<float>(head_width)));
    config.options.push_back(
        {OptionId::rotary, static_cast<double>(neighbours ? Rotary::Pairs::neighbours : Rotary::Pairs::halves)});
    config.options.push_back({OptionId::rotary_base, static_cast<double>(base)});
    if (count != 0)
        config.options.push_back({OptionId::rotary_dimensions, static_cast<double>(count)});
    for (const Field& scaling : {root["rope_scaling"], parameters}) {
        const std::string kind = first_of(scaling, {"rope_type", "type"}).is(Json::Kind::text)
                                     ? first_of(scaling, {"rope_type", "type"}).text()
                                     : std::string();
        if (!kind.empty() && kind != "default")
            config.remark = fmt::format("rope_scaling “{}” is not applied", printable(kind));
    }
}

} // namespace

Result<ModelConfig> read_model_config(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "config.json";
    ModelConfig config;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return config;
    config.name = printable_path(path);
    const auto text = read_text_file(path, config_limit);
    if (!text)
        return text.error();
    const auto document = parse_json(*text, config.name);
    if (!document)
        return document.error();
    const Field whole(*document, config.name);
    if (!whole.is(Json::Kind::object))
        return error("{}: expected an object", config.name);
    const Field root = whole["text_config"].is(Json::Kind::object) ? whole["text_config"] : whole;
    config.model_type = root["model_type"].is(Json::Kind::text) ? root["model_type"].text() : std::string();
    config.heads =
        integer_of(root, {"num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads"});
    config.key_value_heads = integer_of(root, {"num_key_value_heads"});
    config.norm_epsilon = number_of(root, {"layer_norm_epsilon", "layer_norm_eps", "rms_norm_eps", "norm_eps"}, 0);
    const Field uses_window = root["use_sliding_window"];
    if (!uses_window.is(Json::Kind::boolean) || uses_window.truth(true))
        config.window = integer_of(root, {"sliding_window"});
    read_rotary(root, config);
    for (const Option& option : options())
        if (const Field field = root[option.config_key];
            !option.config_key.empty() && field.is(Json::Kind::boolean) && field.truth(false))
            config.options.push_back({option.id, 1});
    if (whole.failed())
        return *whole.failure();
    return config;
}

} // namespace attn
