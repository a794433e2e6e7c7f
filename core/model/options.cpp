#include "core/model/options.h"

#include "core/model/rotary_options.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

OptionValue scale_of(const Layer& layer) {
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        return std::nullopt;
    return layer.scale.kind == Scale::Kind::one ? 1.0 : static_cast<double>(layer.scale.value);
}

/// Sets the scale in its canonical form: the value 1 is stored as `one`, and `value` is 1 for all other kinds.
Result<void> set_scale(Layer& layer, OptionValue value) {
    if (!value)
        layer.scale = Scale();
    else if (*value == 1)
        layer.scale = {Scale::Kind::one, 1};
    else
        layer.scale = {Scale::Kind::value, static_cast<float>(*value)};
    return {};
}

Result<void> check_scale(const Layer& layer, const Sizes& /*sizes*/) {
    if (!std::isfinite(layer.scale.value))
        return error("the scale is {}, expected a finite number", layer.scale.value);
    return {};
}

OptionValue temperature_of(const Layer& layer) {
    return layer.temperature == 1 ? OptionValue() : static_cast<double>(layer.temperature);
}

Result<void> set_temperature(Layer& layer, OptionValue value) {
    layer.temperature = static_cast<float>(value.value_or(1));
    return {};
}

Result<void> check_temperature(const Layer& layer, const Sizes& /*sizes*/) {
    if (!std::isfinite(layer.temperature) || layer.temperature <= 0)
        return error("the temperature is {}, expected a number above 0", layer.temperature);
    if (!std::isfinite(static_cast<float>(score_factor(layer))))
        return error("scale and temperature together give no finite factor");
    return {};
}

OptionValue soft_cap_of(const Layer& layer) {
    return layer.soft_cap == 0 ? OptionValue() : static_cast<double>(layer.soft_cap);
}

Result<void> set_soft_cap(Layer& layer, OptionValue value) {
    layer.soft_cap = static_cast<float>(value.value_or(0));
    return {};
}

Result<void> check_soft_cap(const Layer& layer, const Sizes& /*sizes*/) {
    if (!std::isfinite(layer.soft_cap) || layer.soft_cap < 0)
        return error("the cap of the scores is {}, expected a number above 0, or 0 for none", layer.soft_cap);
    return {};
}

OptionValue epsilon_of(const Layer& layer) {
    const bool is_usual = layer.norm.kind == Norm::Kind::off || layer.norm.epsilon == Norm().epsilon;
    return is_usual ? OptionValue() : static_cast<double>(layer.norm.epsilon);
}

Result<void> set_epsilon(Layer& layer, OptionValue value) {
    if (layer.norm.kind == Norm::Kind::off)
        return error("no norm stands before this layer");
    layer.norm.epsilon = static_cast<float>(value.value_or(static_cast<double>(Norm().epsilon)));
    return {};
}

OptionValue truth(bool is_on) {
    return is_on ? OptionValue(1) : std::nullopt;
}

template <bool Mask::*part>
OptionValue is_masked(const Layer& layer) {
    return truth(layer.mask.*part);
}

template <bool Mask::*part>
Result<void> set_masked(Layer& layer, OptionValue on) {
    layer.mask.*part = on.has_value();
    return {};
}

OptionValue window_of(const Layer& layer) {
    return layer.mask.window == 0 ? OptionValue() : static_cast<double>(layer.mask.window);
}

Result<void> set_window(Layer& layer, OptionValue value) {
    layer.mask.window = static_cast<Index>(value.value_or(0));
    return {};
}

Result<void> check_window(const Layer& layer, const Sizes& /*sizes*/) {
    if (layer.mask.window < 0)
        return error("the mask's window is {}, expected 0 (none) or more", layer.mask.window);
    return {};
}

OptionValue alibi_is_on(const Layer& layer) {
    return truth(layer.alibi);
}

Result<void> set_alibi(Layer& layer, OptionValue on) {
    layer.alibi = on.has_value();
    return {};
}

OptionValue has_gate(const Layer& layer) {
    return truth(!layer.heads.empty() && !layer.heads.front().W_G.empty());
}

/// Adds or removes the gate. A new gate has zero weights, so every gate is half open.
Result<void> set_gate(Layer& layer, OptionValue on) {
    const Sizes sizes = sizes_of(layer);
    if (on && (sizes.D == 0 || sizes.d_v == 0))
        return error("this layer gives no weights from which the shape of a gate would follow");
    for (HeadWeights& head : layer.heads)
        if (!on)
            head.W_G = Matrix();
        else if (head.W_G.empty())
            head.W_G = Matrix::zeros(sizes.D, sizes.d_v);
    return {};
}

OptionValue value_norm_of(const Layer& layer) {
    if (layer.V_norm.kind == Norm::Kind::off)
        return std::nullopt;
    return static_cast<double>(layer.V_norm.kind);
}

/// Sets the kind of the values' norm. A new norm has no gain.
Result<void> set_value_norm(Layer& layer, OptionValue kind) {
    if (kind) {
        layer.V_norm.kind = static_cast<Norm::Kind>(*kind);
        return {};
    }
    layer.V_norm = HeadNorm();
    for (HeadWeights& head : layer.heads)
        head.V_norm_gain = Matrix();
    return {};
}

OptionValue value_norm_epsilon_of(const Layer& layer) {
    const float epsilon = layer.V_norm.epsilon;
    return epsilon == HeadNorm().epsilon ? OptionValue() : static_cast<double>(epsilon);
}

Result<void> set_value_norm_epsilon(Layer& layer, OptionValue epsilon) {
    if (layer.V_norm.kind == Norm::Kind::off)
        return error("values have no norm yet; first choose one, rms or layer");
    layer.V_norm.epsilon = epsilon ? static_cast<float>(*epsilon) : HeadNorm().epsilon;
    return {};
}

constexpr std::array value_norms{OptionChoice{.name = "none"},
                                 OptionChoice{.name = "rms",
                                              .value = static_cast<double>(Norm::Kind::rms),
                                              .action = "value-norm-rms",
                                              .label = "Norm of values, RMS",
                                              .about = "each head's values are brought to one length; again: off"},
                                 OptionChoice{.name = "layer",
                                              .value = static_cast<double>(Norm::Kind::layer),
                                              .action = "value-norm-layer",
                                              .label = "Norm of values, LayerNorm",
                                              .about = "each head's values get mean 0 and one length; again: off"}};

constexpr std::array truths{OptionChoice{.name = "off"}, OptionChoice{.name = "on", .value = 1}};

constexpr std::array causal_truths{OptionChoice{.name = "none"},
                                   OptionChoice{.name = "causal", .value = 1, .action = "mask-causal"}};

constexpr std::array padding_truths{OptionChoice{.name = "off"},
                                    OptionChoice{.name = "on", .value = 1, .action = "mask-padding"}};

constexpr std::array scales{
    OptionChoice{.name = "1/sqrt(d_k)",
                 .value = {},
                 .action = "scale-default",
                 .label = "1/√dₖ",
                 .about = "scale of the scores"},
    OptionChoice{
        .name = "none", .value = 1, .action = "scale-one", .label = "1 (no scale)", .about = "scale of the scores"}};

constexpr std::array rows_after_rotary{
    Option{.id = OptionId::scale,
           .kind = Option::Kind::number,
           .name = "scale",
           .file_key = "scale",
           .menu = "scale",
           .label = "Another value",
           .about = "what scores are multiplied by, instead of 1/√d_k",
           .choices = scales,
           .usual = 1,
           .value = scale_of,
           .set = set_scale,
           .check = check_scale},
    Option{.id = OptionId::temperature,
           .kind = Option::Kind::number,
           .name = "temperature",
           .file_key = "temperature",
           .menu = "scale",
           .label = "Temperature τ",
           .about = "what scores are divided by",
           .usual = 1,
           .value = temperature_of,
           .set = set_temperature,
           .check = check_temperature},
    Option{.id = OptionId::soft_cap,
           .kind = Option::Kind::number,
           .name = "soft-cap",
           .file_key = "soft_cap",
           .menu = "scale",
           .is_rare = true,
           .label = "Soft cap of the scores",
           .about = "scaled scores s become c · tanh(s / c), as in Gemma 2; otherwise they stay",
           .value = soft_cap_of,
           .set = set_soft_cap,
           .check = check_soft_cap},
    Option{.id = OptionId::mask,
           .name = "mask",
           .file_key = "mask.causal",
           .label = "Causal",
           .about = "nobody reads what comes later",
           .choices = causal_truths,
           .value = is_masked<&Mask::causal>,
           .set = set_masked<&Mask::causal>},
    Option{.id = OptionId::pad_tokens,
           .name = "pad-tokens",
           .file_key = "mask.pad_tokens",
           .label = "Padding",
           .about = "nobody reads [pad]",
           .choices = padding_truths,
           .value = is_masked<&Mask::pad_tokens>,
           .set = set_masked<&Mask::pad_tokens>},
    Option{.id = OptionId::window,
           .kind = Option::Kind::count,
           .name = "window",
           .file_key = "mask.window",
           .label = "Window",
           .about = "nobody reads what is that many places away, or more; 0: no window",
           .value = window_of,
           .set = set_window,
           .check = check_window},
    Option{.id = OptionId::alibi,
           .name = "alibi",
           .file_key = "alibi",
           .config_key = "alibi",
           .menu = "mask",
           .is_rare = true,
           .label = "ALiBi: a bias by distance",
           .about = "each step between query and key costs a head the same; the heads differ",
           .choices = truths,
           .value = alibi_is_on,
           .set = set_alibi},
    Option{.id = OptionId::gate,
           .name = "gate",
           .menu = "edit",
           .is_rare = true,
           .label = "A gate on each head's output",
           .about = "how much of each number of a head is let through follows from X",
           .choices = truths,
           .value = has_gate,
           .set = set_gate},
    Option{.id = OptionId::value_norm,
           .kind = Option::Kind::name,
           .name = "value-norm",
           .menu = "edit",
           .is_rare = true,
           .label = "Norm of values",
           .about = "what brings each head's values to one length: none, rms (Gemma 3n), layer",
           .choices = value_norms,
           .value = value_norm_of,
           .set = set_value_norm},
    Option{.id = OptionId::value_norm_epsilon,
           .kind = Option::Kind::number,
           .name = "value-norm-epsilon",
           .label = "Epsilon of the values' norm",
           .about = "what the norm of values adds to the mean square, or to the variance; otherwise 0.000001",
           .usual = 1e-6,
           .value = value_norm_epsilon_of,
           .set = set_value_norm_epsilon},
    Option{.id = OptionId::norm_epsilon,
           .kind = Option::Kind::number,
           .name = "epsilon",
           .label = "Epsilon of the norm",
           .about = "what the model's norm adds to the variance, or to the mean square",
           .usual = 1e-5,
           .value = epsilon_of,
           .set = set_epsilon},
};

/// The rows of two tables in one array.
template <std::size_t first, std::size_t second>
constexpr std::array<Option, first + second> joined(const std::array<Option, first>& some,
                                                    const std::array<Option, second>& others) {
    std::array<Option, first + second> all{};
    std::ranges::copy(others, std::ranges::copy(some, all.begin()).out);
    return all;
}
constexpr std::array option_table = joined(rotary_options::rows, rows_after_rotary);

} // namespace

FileKey file_key(const Option& option) {
    const std::size_t dot = option.file_key.find('.');
    if (dot == std::string_view::npos)
        return {{}, option.file_key};
    return {option.file_key.substr(0, dot), option.file_key.substr(dot + 1)};
}

std::span<const Option> options() {
    return option_table;
}

const Option& option(OptionId id) {
    return options()[static_cast<std::size_t>(id)];
}

const Option* find_option(std::string_view name) {
    const auto all = options();
    const auto found = std::ranges::find(all, name, &Option::name);
    return found == all.end() ? nullptr : &*found;
}

std::optional<FoundChoice> find_choice(std::string_view action) {
    for (const Option& option : options())
        for (const OptionChoice& choice : option.choices)
            if (!action.empty() && choice.action == action)
                return FoundChoice{&option, &choice};
    return std::nullopt;
}

const OptionChoice* choice_of(const Option& option, OptionValue value) {
    const auto found = std::ranges::find(option.choices, value, &OptionChoice::value);
    return found == option.choices.end() ? nullptr : &*found;
}

Result<OptionValue> parse_option(const Option& option, std::string_view text) {
    for (const OptionChoice& choice : option.choices)
        if (choice.name == text)
            return choice.value;
    if (!option.takes_number())
        return error("“{}”, expected {}", text, choices_text(option));
    float number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = problem == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    if (!is_number)
        return error("“{}” is not a number", text);
    if (option.kind == Option::Kind::count && (number < 0 || number != std::floor(number)))
        return error("“{}” is not a whole number, expected 0 or more", text);
    return OptionValue(static_cast<double>(number));
}

std::string choices_text(const Option& option) {
    std::vector<std::string> choices;
    for (const auto& choice : option.choices)
        choices.push_back(fmt::format("“{}”", choice.name));
    if (option.takes_number())
        choices.emplace_back("a number");
    return enumerated(choices, " or ");
}

Result<void> set_option(Layer& layer, const OptionSetting& setting) {
    const Option& row = option(setting.option);
    const OptionValue value = setting.value;
    const bool is_named = choice_of(row, value) != nullptr;
    const bool is_whole = !value || (*value >= 0 && *value <= greatest_count && *value == std::floor(*value));
    if (value && !is_named && (!row.takes_number() || (row.kind == Option::Kind::count && !is_whole)))
        return error("{} is {}, expected {}", row.name, *value,
                     row.takes_number() ? "a whole number, 0 or more" : choices_text(row));
    return row.set(layer, value);
}

std::string setting_text(const OptionSetting& setting) {
    const Option& row = option(setting.option);
    if (row.is_switch())
        return fmt::format("switch {} {}", row.label, setting.value ? "on" : "off");
    if (const OptionChoice* const choice = choice_of(row, setting.value))
        return fmt::format("set {} to {}", row.name, choice->name);
    return fmt::format("set {} to {}", row.name, static_cast<float>(setting.value.value_or(row.usual)));
}

Result<void> check_options(const Layer& layer, const Sizes& sizes) {
    for (const Option& option : options())
        if (option.check != nullptr)
            if (auto fits = option.check(layer, sizes); !fits)
                return fits;
    return {};
}

} // namespace attn
