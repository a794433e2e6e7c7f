#include "core/checkpoint/layer_config.h"

#include "core/checkpoint/model_config.h"
#include "core/checkpoint/unread_tensors.h"
#include "core/files/printable.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace attn {

namespace {

using Type = ModelType;

/// Returns the layer's item in a list with one item for each layer; nullopt if there is none.
std::optional<Field> item_of(const Field& list, std::optional<Index> layer) {
    const std::vector<Field> items = list.is(Json::Kind::list) ? list.items() : std::vector<Field>();
    if (!layer || *layer >= static_cast<Index>(items.size()))
        return std::nullopt;
    return items[static_cast<std::size_t>(*layer)];
}

/// Returns GPT-Neo's kind of a layer, "global" or "local", from [[["global", "local"], 12], …] or from a list with one
/// item for each layer.
std::optional<std::string> named_kind(const Field& root, std::optional<Index> layer) {
    if (const auto own = item_of(root["attention_layers"], layer))
        return own->text();
    Index before = 0; // layers of the groups before
    for (const Field& group : layer ? root["attention_types"].items() : std::vector<Field>()) {
        const std::vector<Field> pair = group.items();
        if (pair.size() != 2)
            return std::nullopt;
        const std::vector<Field> kinds = pair[0].items();
        const auto kind_count = static_cast<Index>(kinds.size());
        const Index layers = kind_count * pair[1].integer(0, 1024, 0);
        if (*layer - before < layers)
            return kinds[static_cast<std::size_t>((*layer - before) % kind_count)].text();
        before += layers;
    }
    return std::nullopt;
}

class Reader {
public:
    Reader(const ModelConfig& config, const FoundLayer& layer)
        : config_(config), found_(layer), root_(config.root(layer.name)), type_(config.type(layer.name)),
          own_(number_in_name(layer.name)) {}

    Result<LayerConfig> read() {
        auto said = read_keys();
        if (said)
            said->caveats = joined(unread_tensors(found_, *said), std::move(said->caveats));
        return said;
    }

private:
    static std::vector<Caveat> joined(std::vector<Caveat> first, std::vector<Caveat> then) {
        std::ranges::move(then, std::back_inserter(first));
        return first;
    }

    Result<LayerConfig> read_keys() {
        if (!config_.document && type_ == nullptr) {
            read_without_config();
            return std::move(said_);
        }
        if (const auto heads = head_count(config_, found_.name))
            said_.heads = *heads; // otherwise the user has to say it
        said_.key_value_heads = integer_of(root_, {"num_key_value_heads"});
        said_.head_width = integer_of(root_, {"head_dim", "kv_channels"});
        const bool tells_kind = type_ != nullptr && type_->turns == Type::Turns::by_width;
        said_.width = tells_kind ? 0 : width_of_model();
        if (type_ != nullptr) {
            said_.refused = type_->refused;
            said_.input_caveat = type_->input_caveat;
            said_.left_out = type_->left_out;
        }
        for (const std::string_view key : {"quantization_config", "quantization"})
            if (says_something(root_[key]))
                said_.refused = fmt::format("the weights are quantised ({}); expected floats", key);
        said_.causal = reads_before();
        const bool has_window = read_window();
        read_rotary(has_window);
        read_norms();
        read_scale();
        read_alibi();
        read_shared_keys();
        read_rest();
        if (root_.failed())
            return *root_.failure();
        return std::move(said_);
    }

    /// Returns the field of a key that this kind of model uses; otherwise a field that does not exist.
    Field key(std::string_view name) const { return root_[obeys(type_, name) ? name : "no such key"]; }
    Field first_key(std::initializer_list<std::string_view> names) const {
        for (const std::string_view name : names)
            if (Field field = key(name); field.exists() && !field.is(Json::Kind::null))
                return field;
        return root_["no such key"];
    }
    float positive_key(std::string_view name, float usual) const {
        return positive_of(root_, {obeys(type_, name) ? name : "no such key"}, usual);
    }

    void caution(ArrayId from, std::string says) { said_.caveats.push_back({from, std::move(says)}); }
    void set(OptionId option, double value) { said_.options.push_back({option, value}); }

    /// Sets the mask, and that there are no rotary positions, if the layer's names are used by only one kind of layer.
    void read_without_config() {
        if (found_.reads_other)
            said_.causal = false;
        if (found_.family->is_of_many_models)
            return;
        if (!is_one_of_a_stack())
            said_.causal = false;
        said_.positions_known = true;
    }

    /// True if this is PyTorch's layer in the stack of a language model, which is causal. In an encoder, its queries
    /// attend to all keys.
    bool is_one_of_a_stack() const {
        const auto names = [&](std::string_view part) { return found_.name.find(part) != std::string::npos; };
        return found_.family->is_packed() && own_.has_value() && !names("encoder") && !names("visual");
    }

    std::optional<bool> reads_before() {
        if (found_.reads_other)
            return false; // attention to another sequence reads all its keys
        if (is_true(key("is_decoder")))
            return true;
        if (is_true(key("use_bidirectional_attention")) || key("use_bidirectional_attention").is_text("all"))
            return false;
        if (type_ == nullptr)
            return found_.family->is_of_many_models || is_one_of_a_stack() ? std::nullopt : std::optional(false);
        const std::string& name = found_.name;
        const auto names = [&](std::string_view part) { return name.find(part) != std::string::npos; };
        switch (type_->reads) {
        case Type::Reads::before:
            return true;
        case Type::Reads::all:
            return false;
        case Type::Reads::by_part:
            break;
        }
        return names("decoder") || names("text_model");
    }

    /// Reads the sliding window. Returns true if the layer has one.
    bool read_window() {
        const std::array<std::string_view, 3> names{"sliding_window", "window_size", "local_attention"};
        const auto* const name =
            std::ranges::find_if(names, [&](std::string_view said) { return root_[said].exists(); });
        Index window = type_ == nullptr ? 0 : type_->window;
        if (name != names.end())
            window = root_[*name].is(Json::Kind::number) ? root_[*name].integer(0, Index{1} << 30, 0) : 0;
        const bool has_it = window > 0 && !found_.reads_other && slides();
        // A window that is not causal counts the keys on both sides together.
        if (has_it)
            said_.window = said_.causal == false ? window / 2 + 1 : window;
        return has_it;
    }

    bool slides() {
        // A model described by the user's `like` may have windows that the known kind lacks.
        if (const Field list = config_.like ? root_["layer_types"] : key("layer_types"); list.is(Json::Kind::list)) {
            const auto kind = item_of(list, own_);
            if (!kind)
                caution(ArrayId::mask, "config.json has no layer_types for this layer");
            else if (kind->is_text("sliding_attention"))
                return true;
            else if (!kind->is_text("full_attention"))
                said_.refused = fmt::format("its kind is “{}” (layer_types), which is not computed",
                                            printable(kind->is(Json::Kind::text) ? kind->text() : "?"));
            return false;
        }
        const auto windows = type_ == nullptr ? Type::Windows::none : type_->windows;
        if (windows == Type::Windows::none || windows == Type::Windows::all) {
            if ((type_ == nullptr || (config_.like && windows == Type::Windows::none)) &&
                says_something(root_["sliding_window"]))
                caution(ArrayId::mask, "sliding_window is not applied: which layers have it is not known");
            return windows == Type::Windows::all;
        }
        const bool has_to_be_used = windows == Type::Windows::from_a_layer || windows == Type::Windows::all_if_used ||
                                    windows == Type::Windows::even_below_a_layer;
        if (has_to_be_used && !is_true(root_["use_sliding_window"]))
            return false;
        if (windows == Type::Windows::all_if_used)
            return true;
        if (!own_) {
            caution(ArrayId::mask, "whether this layer has the sliding window is not known: its name has no number");
            return false;
        }
        switch (windows) {
        case Type::Windows::even:
            return *own_ % 2 == 0;
        case Type::Windows::but_each_nth:
            return slides_by_pattern(*own_);
        case Type::Windows::but_the_first_of_n: {
            const Index each = integer_of(root_, {"global_attn_every_n_layers"});
            return *own_ % (each > 0 ? each : type_->window_pattern) != 0;
        }
        case Type::Windows::from_a_layer:
            return *own_ >= max_window_layers();
        case Type::Windows::even_below_a_layer:
            return *own_ % 2 == 0 && *own_ < max_window_layers();
        case Type::Windows::listed_by_name: {
            const auto kind = named_kind(root_, own_);
            if (!kind)
                caution(ArrayId::mask, "whether this layer is local is not known: there are no attention_types for it");
            return kind == "local";
        }
        case Type::Windows::none:
        case Type::Windows::all:
        case Type::Windows::all_if_used:
            break;
        }
        return false;
    }

    Index max_window_layers() const {
        const Field layers = root_["max_window_layers"];
        return layers.is(Json::Kind::number) ? layers.integer(0, 1 << 20, 0) : 28;
    }

    bool slides_by_pattern(Index layer) const {
        const Index pattern = integer_of(root_, {"sliding_window_pattern", "_sliding_window_pattern"});
        return (layer + 1) % (pattern > 0 ? pattern : type_->window_pattern) != 0;
    }

    /// Reads which earlier layer's keys and values this layer uses. In some models, the last layers compute none of
    /// their own: they use those of the last layer before them with the same kind of window.
    void read_shared_keys() {
        if (type_ == nullptr || type_->layers_that_share_keys == 0)
            return;
        const Field said = root_["num_kv_shared_layers"];
        const Index sharing = said.exists() ? said.integer(0, 1 << 20, 0) : type_->layers_that_share_keys;
        const Index first = integer_of(root_, {"num_hidden_layers"}) - sharing;
        if (!own_)
            return caution(ArrayId::K, "whether it has keys of its own is not known: its name has no number");
        if (sharing == 0 || first <= 0 || *own_ < first)
            return;
        const auto kind = [&](Index layer) {
            const auto listed = item_of(root_["layer_types"], layer);
            return listed ? listed->text() : slides_by_pattern(layer) ? "sliding_attention" : "full_attention";
        };
        Index source = first - 1;
        while (source > 0 && kind(source) != kind(*own_))
            --source;
        said_.refused = fmt::format("its keys and values are those of layer {} (num_kv_shared_layers), which are made "
                                    "from what enters that one",
                                    source);
    }

    /// True if the layer rotates queries and keys.
    bool turns(bool has_window) const {
        if (type_->pairs == Rotary::Pairs::off)
            return false;
        if (!type_->turns_with_alibi && is_true(key("alibi")))
            return false;
        switch (type_->turns) {
        case Type::Turns::all:
            break;
        case Type::Turns::with_window:
            return has_window;
        case Type::Turns::by_width:
            return !has_alibi_by_width();
        case Type::Turns::if_said:
            return root_["position_embedding_type"].is_text("rotary");
        case Type::Turns::but_each_fourth: {
            if (const auto listed = item_of(key("no_rope_layers"), own_))
                return listed->integer(0, 1, 1) == 1;
            const Index interval = integer_of(root_, {"no_rope_layer_interval"});
            return own_ && (*own_ + 1) % (interval > 0 ? interval : 4) != 0;
        }
        }
        return true;
    }

    Index width_of_model() const {
        const Index said = integer_of(root_, {"hidden_size", "n_embd", "d_model"});
        return said > 0 ? said : found_.D;
    }

    /// True for Baichuan's larger models, which have ALiBi and are recognised only by their width. (vLLM,
    /// models/baichuan.py: rotary if hidden_size is 4096, otherwise ALiBi; the models have 4096 or 5120.)
    bool has_alibi_by_width() const {
        constexpr Index with_alibi = 5120;
        return type_ != nullptr && type_->turns == Type::Turns::by_width && width_of_model() == with_alibi;
    }

    void read_rotary(bool has_window) {
        said_.positions_known = type_ != nullptr || !found_.family->is_of_many_models;
        if (type_ == nullptr ? !found_.family->is_of_many_models : !turns(has_window))
            return;
        Field parameters = root_["rope_parameters"];
        const Field of_kind = parameters[has_window ? "sliding_attention" : "full_attention"];
        if (of_kind.is(Json::Kind::object))
            parameters = of_kind;
        const std::optional<Index> columns = turning_columns(parameters);
        if (columns == 0)
            return;
        if (type_ != nullptr)
            set(OptionId::rotary, static_cast<double>(type_->pairs));
        const bool is_local = type_ != nullptr && has_window && type_->base_with_window > 0;
        const float global = type_ == nullptr ? Rotary().base : type_->base;
        const float usual =
            is_local ? positive_of(root_, {"rope_local_base_freq", "local_rope_theta"}, type_->base_with_window)
                     : positive_of(root_, {"rope_theta", "rotary_emb_base", "global_rope_theta"}, global);
        set(OptionId::rotary_base, static_cast<double>(positive_of(parameters, {"rope_theta"}, usual)));
        if (columns)
            set(OptionId::rotary_dimensions, static_cast<double>(*columns));
        if (is_local && !of_kind.exists())
            return; // its scaling applies to layers without a window only
        read_scaling(says_something(root_["rope_scaling"]) ? root_["rope_scaling"] : parameters);
    }

    /// Returns the number of a head's columns that are rotated; nullopt if all are.
    std::optional<Index> turning_columns(const Field& parameters) {
        const Field own = first_of(parameters, {"partial_rotary_factor"});
        const Field said = own.exists() ? own : first_key({"partial_rotary_factor", "rotary_pct"});
        const float part = said.number(type_ == nullptr ? 1 : type_->turning_part);
        if (!(part >= 0 && part <= 1))
            said.fail(fmt::format("this is {}, expected a number from 0 to 1", part));
        Index head_width = integer_of(root_, {"head_dim"});
        if (head_width == 0 && said_.heads > 0)
            head_width = found_.query_width / said_.heads;
        const Field columns = first_key({"rotary_dim"});
        Index count = 0;
        if (columns.is(Json::Kind::number))
            count = columns.integer(0, Index{1} << 30, 0);
        else if (part == 1)
            return std::nullopt;
        else if (head_width == 0 && part > 0)
            said_.refused = "how many columns turn is not known: config.json does not say a head's width";
        else
            count = to_integer<Index>(part * static_cast<float>(head_width));
        return count > 0 && count == head_width ? std::nullopt : std::optional(count);
    }

    void read_scaling(const Field& scaling) {
        const Field named = first_of(scaling, {"rope_type", "type"});
        const std::string kind = named.is(Json::Kind::text) ? named.text() : "default";
        const Index longest = integer_of(root_, {"max_position_embeddings"});
        if (kind == "default")
            return;
        if (kind == "dynamic") {
            said_.long_texts.push_back(
                {longest,
                 {ArrayId::Q_rotated, fmt::format("rope_scaling “dynamic” is not applied, and the text has more than "
                                                  "{} tokens",
                                                  longest)}});
            return;
        }
        const std::span<const OptionChoice> choices = option(OptionId::rotary_scaling).choices;
        const auto choice = std::ranges::find(choices, std::string_view(kind), &OptionChoice::name);
        if (choice == choices.end() || !choice->value)
            return caution(ArrayId::Q_rotated, fmt::format("rope_scaling “{}” is not applied", printable(kind)));
        const float factor = positive_of(scaling, {"factor"}, 1);
        set(OptionId::rotary_scaling, *choice->value);
        set(OptionId::rotary_factor, static_cast<double>(factor));
        if (kind == "linear")
            return;
        const Index length = integer_of(scaling, {"original_max_position_embeddings"});
        set(OptionId::rotary_length, static_cast<double>(length > 0 ? length : longest));
        const bool is_yarn = kind == "yarn";
        set(OptionId::rotary_slow,
            static_cast<double>(positive_of(scaling, {is_yarn ? "beta_slow" : "low_freq_factor"}, 1)));
        set(OptionId::rotary_fast,
            static_cast<double>(positive_of(scaling, {is_yarn ? "beta_fast" : "high_freq_factor"}, is_yarn ? 32 : 4)));
        if (!is_yarn)
            return;
        if (is_false(scaling["truncate"]))
            caution(ArrayId::Q_rotated, "rope_scaling without truncation is not applied");
        const auto longer = [factor](float by) {
            return factor <= 1 ? 1.0 : 0.1 * static_cast<double>(by) * std::log(static_cast<double>(factor)) + 1;
        };
        const float by = number_of(scaling, {"mscale"}, 0);
        const float by_all = number_of(scaling, {"mscale_all_dim"}, 0);
        const double usual = by != 0 && by_all != 0 ? longer(by) / longer(by_all) : longer(1);
        const bool is_given = first_of(scaling, {"attention_factor"}).exists();
        set(OptionId::rotary_magnitude,
            is_given ? static_cast<double>(positive_of(scaling, {"attention_factor"}, 1)) : usual);
    }

    void read_norms() {
        const Field epsilon = first_of(root_, {"layer_norm_epsilon", "layer_norm_eps", "rms_norm_eps", "norm_eps",
                                               "norm_epsilon", "layernorm_epsilon"});
        said_.epsilon = epsilon.number(type_ == nullptr ? 0 : type_->epsilon);
        if (epsilon.exists() && !(said_.epsilon > 0 && std::isfinite(said_.epsilon)))
            epsilon.fail(fmt::format("this is {}, expected a number above 0", said_.epsilon));
        if (type_ == nullptr)
            return;
        said_.norm_known = true;
        said_.norm = type_->norm;
        said_.norm_names = is_false(key("do_layer_norm_before")) || (type_->first_has_no_norm && own_ == 0)
                               ? std::string_view()
                               : type_->norm_names;
        said_.gain_from_one = type_->gain_from_one;
        const bool is_said =
            is_true(key("use_qk_norm")) || is_true(key("qk_layernorm")) || is_true(key("attn_config")["qk_ln"]);
        const bool of_all_heads =
            type_->head_norms == Type::HeadNorms::all_heads || type_->head_norms == Type::HeadNorms::all_heads_if_said;
        const bool have_to_be_said =
            type_->head_norms == Type::HeadNorms::if_said || type_->head_norms == Type::HeadNorms::all_heads_if_said;
        if (type_->head_norms != Type::HeadNorms::none && (is_said || !have_to_be_said))
            said_.head_norm = {type_->head_norm, of_all_heads, said_.epsilon};
        if (type_->value_norm != Norm::Kind::off) {
            set(OptionId::value_norm, static_cast<double>(type_->value_norm));
            set(OptionId::value_norm_epsilon, static_cast<double>(said_.epsilon));
        }
        if (is_said && type_->head_norms == Type::HeadNorms::none)
            caution(ArrayId::scores, "norms of queries and keys are not computed");
    }

    void read_scale() {
        if (first_key({"attention_multiplier"}).exists())
            set(OptionId::scale, static_cast<double>(positive_of(root_, {"attention_multiplier"}, 1)));
        if (const Field own = key("attn_config"); first_of(own, {"softmax_scale"}).exists())
            set(OptionId::scale, static_cast<double>(positive_of(own, {"softmax_scale"}, 1)));
        const float scalar =
            positive_key("query_pre_attn_scalar", type_ == nullptr ? 0.0F : static_cast<float>(type_->query_scalar));
        if (scalar > 0)
            set(OptionId::scale, 1 / std::sqrt(static_cast<double>(scalar)));
        const bool unscaled = (type_ != nullptr && type_->is_unscaled) || is_false(key("scale_attn_weights"));
        if (unscaled)
            set(OptionId::scale, 1);
        if (is_true(key("scale_attn_by_inverse_layer_idx"))) {
            const double width =
                static_cast<double>(found_.query_width) / static_cast<double>(std::max<Index>(1, said_.heads));
            if (!own_)
                caution(ArrayId::scaled, "scores are divided by the layer's number, which its name does not say");
            else
                set(OptionId::scale, (unscaled ? 1 : 1 / std::sqrt(width)) / static_cast<double>(*own_ + 1));
        }
        // null: no cap; absent: the kind's own
        const bool has_cap = type_ != nullptr && !key("attn_logit_softcapping").is(Json::Kind::null);
        if (const float soft_cap = positive_key("attn_logit_softcapping", has_cap ? type_->soft_cap : 0); soft_cap > 0)
            set(OptionId::soft_cap, static_cast<double>(soft_cap));
        read_embeddings();
    }

    void read_embeddings() {
        const bool by_width = type_ != nullptr && type_->embedding == Type::Factor::root_of_width;
        if (by_width || is_true(key("scale_embedding")))
            said_.embedding_factor = std::sqrt(static_cast<float>(found_.D));
        said_.embedding_factor *= first_key({"embedding_multiplier", "scale_emb"}).number(1);
        said_.places_from_padding = type_ != nullptr && type_->places_from_padding;
        if (const Field padding = root_["pad_token_id"]; padding.is(Json::Kind::number))
            said_.padding_token = padding.integer(0, Index{1} << 30, 1);
        said_.has_learnt_places = type_ == nullptr || type_->turns != Type::Turns::if_said || !turns(false);
        // ESM compensates for the tokens hidden in training, 80 % of 15 % of all.
        if (!obeys(type_, "token_dropout") || !is_true(root_["token_dropout"]))
            return;
        said_.embedding_factor *= 1 - 0.15F * 0.8F;
        if (const Field hidden = root_["mask_token_id"]; hidden.is(Json::Kind::number))
            said_.mask_token = hidden.integer(0, Index{1} << 30, 0);
    }

    void read_alibi() {
        const Field own = key("attn_config");
        const bool has_it = (type_ != nullptr && type_->alibi) || is_true(key("alibi")) || is_true(own["alibi"]) ||
                            has_alibi_by_width();
        constexpr Index turning = 4096;
        if (type_ != nullptr && type_->turns == Type::Turns::by_width && !has_it && width_of_model() != turning)
            caution(ArrayId::Q_rotated,
                    "whether it turns queries and keys or adds ALiBi's bias is told by its width alone, "
                    "4096 or 5120; here it turns them");
        if (has_it)
            set(OptionId::alibi, 1);
        if (has_it && type_ != nullptr && !type_->alibi_caveat.empty())
            caution(ArrayId::bias, std::string(type_->alibi_caveat));
        if (const float steepest = positive_of(own, {"alibi_bias_max"}, 8); has_it && steepest != 8)
            caution(ArrayId::bias, fmt::format("alibi_bias_max is {}, slopes here are those of 8", steepest));
        said_.key_value_heads = std::max(said_.key_value_heads, integer_of(own, {"kv_n_heads"}));
    }

    /// Adds caveats for options that are set and not computed, and for options that are unknown.
    void read_rest() {
        const Field own = key("attn_config");
        for (const Field& clip : {key("clip_qkv"), own["clip_qkv"]})
            if (says_something(clip))
                caution(ArrayId::Q, "clip_qkv is not applied: queries, keys and values are not cut off");
        if (is_true(own["prefix_lm"]))
            caution(ArrayId::mask, "prefix_lm is not applied: the whole text is read as what follows a prefix");
        if (says_something(own["rope"]))
            caution(ArrayId::scores, "attn_config.rope is not applied");
        if (const Field window = own["sliding_window_size"]; window.is(Json::Kind::number) && window.number(-1) > 0)
            caution(ArrayId::mask, "attn_config.sliding_window_size is not applied");
        const bool turns_as_said = type_ != nullptr && type_->turns == Type::Turns::if_said;
        if (const Field kind = key("position_embedding_type");
            kind.is(Json::Kind::text) && kind.text() != "absolute" && !kind.text().starts_with("rope") &&
            !(kind.text() == "rotary" && (turns_as_said || type_ == nullptr)))
            caution(ArrayId::scores,
                    fmt::format("position_embedding_type “{}” is not computed", printable(kind.text())));
        if (type_ == nullptr && found_.family->is_of_many_models) {
            const std::string name = config_.model_type(found_.name);
            caution(
                ArrayId::resid_pre,
                fmt::format("{} is not known here; config.json's keys are taken as other models have them, and what "
                            "its kind does besides is not computed",
                            name.empty() ? "the model's kind (config.json has no model_type)"
                                         : "model_type “" + printable(name) + "”"));
        }
        std::string unknown;
        for (const auto& [key, field] : root_.members())
            if (!is_known_config_key(key) && says_something(field))
                unknown += (unknown.empty() ? "" : ", ") + printable(key, 60);
        if (!unknown.empty())
            caution(ArrayId::resid_pre,
                    "config.json has keys that are not known here and may change numbers: " + unknown);
    }

    const ModelConfig& config_;
    const FoundLayer& found_;
    Field root_;
    const ModelType* type_;
    std::optional<Index> own_; ///< the layer's number in its model
    LayerConfig said_;
};

} // namespace

Result<LayerConfig> layer_config(const ModelConfig& config, const FoundLayer& layer) {
    return Reader(config, layer).read();
}

} // namespace attn
