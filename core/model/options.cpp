#include "core/model/options.h"

#include "core/model/rotary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

OptionValue turning_pairs(const Layer& layer) {
    if (layer.rotary.pairs == Rotary::Pairs::off)
        return std::nullopt;
    return static_cast<double>(layer.rotary.pairs);
}

Result<void> set_turning_pairs(Layer& layer, OptionValue value) {
    if (!value)
        layer.rotary = Rotary();
    else
        layer.rotary.pairs = static_cast<Rotary::Pairs>(*value);
    return {};
}

Result<void> check_turning(const Layer& layer, const Sizes& sizes) {
    return check_rotary(layer.rotary, sizes.d_k);
}

Result<void> expect_turning(const Layer& layer) {
    if (layer.rotary.pairs == Rotary::Pairs::off)
        return error("nothing turns yet; first choose which columns turn together, halves or neighbours");
    return {};
}

OptionValue turning_base(const Layer& layer) {
    return layer.rotary.pairs == Rotary::Pairs::off ? OptionValue() : static_cast<double>(layer.rotary.base);
}

Result<void> set_turning_base(Layer& layer, OptionValue value) {
    if (auto turns = expect_turning(layer); !turns)
        return turns;
    layer.rotary.base = static_cast<float>(value.value_or(static_cast<double>(Rotary().base)));
    return {};
}

OptionValue turning_columns(const Layer& layer) {
    return layer.rotary.dimensions == 0 ? OptionValue() : static_cast<double>(layer.rotary.dimensions);
}

Result<void> set_turning_columns(Layer& layer, OptionValue value) {
    if (auto turns = expect_turning(layer); !turns)
        return turns;
    layer.rotary.dimensions = static_cast<Index>(value.value_or(0));
    return {};
}

OptionValue scale_of(const Layer& layer) {
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        return std::nullopt;
    return layer.scale.kind == Scale::Kind::one ? 1.0 : static_cast<double>(layer.scale.value);
}

/// A scale has one form in which it is kept: a value of 1 is `one`, and `value` is 1 where it does not count.
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

OptionValue truth(bool is_on) {
    return is_on ? OptionValue(1) : std::nullopt;
}

OptionValue has_alibi(const Layer& layer) {
    return truth(layer.alibi);
}

Result<void> set_alibi(Layer& layer, OptionValue on) {
    layer.alibi = on.has_value();
    return {};
}

OptionValue has_gate(const Layer& layer) {
    return truth(!layer.heads.empty() && !layer.heads.front().W_G.empty());
}

/// Every gate begins half open.
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

constexpr std::array truths{OptionChoice{.name = "off"}, OptionChoice{.name = "on", .value = 1}};

constexpr std::array turnings{OptionChoice{.name = "none"},
                              OptionChoice{.name = "halves",
                                           .value = static_cast<double>(Rotary::Pairs::halves),
                                           .action = "rotary-halves",
                                           .label = "Rotary, column with column of the other half",
                                           .about = "positions: queries and keys turn, as in Llama; again: off"},
                              OptionChoice{.name = "neighbours",
                                           .value = static_cast<double>(Rotary::Pairs::neighbours),
                                           .action = "rotary-neighbours",
                                           .label = "Rotary, column with its neighbour",
                                           .about = "positions: queries and keys turn, as in GPT-J; again: off"}};

constexpr std::array scales{
    OptionChoice{.name = "1/sqrt(d_k)",
                 .value = {},
                 .action = "scale-default",
                 .label = "1/√dₖ",
                 .about = "scale of the scores"},
    OptionChoice{
        .name = "none", .value = 1, .action = "scale-one", .label = "1 (no scale)", .about = "scale of the scores"}};

constexpr std::array option_table{
    Option{.id = OptionId::rotary,
           .kind = Option::Kind::name,
           .name = "rotary",
           .file_key = "rotary.pairs",
           .menu = "positions",
           .label = "Rotary positions",
           .about = "rotary positions: none, halves (Llama), neighbours (GPT-J)",
           .choices = turnings,
           .value = turning_pairs,
           .set = set_turning_pairs,
           .check = check_turning},
    Option{.id = OptionId::rotary_base,
           .kind = Option::Kind::number,
           .name = "rotary-base",
           .file_key = "rotary.base",
           .menu = "positions",
           .label = "Base of the turning",
           .about = "the base of the angles of rotary positions; otherwise 10000",
           .usual = 10000,
           .value = turning_base,
           .set = set_turning_base},
    Option{.id = OptionId::rotary_dimensions,
           .kind = Option::Kind::count,
           .name = "rotary-dimensions",
           .file_key = "rotary.dimensions",
           .menu = "positions",
           .label = "Columns that turn",
           .about = "how many columns of a head turn; otherwise all",
           .value = turning_columns,
           .set = set_turning_columns},
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
    Option{.id = OptionId::alibi,
           .name = "alibi",
           .file_key = "alibi",
           .config_key = "alibi",
           .menu = "mask",
           .label = "ALiBi: a bias by distance",
           .about = "each step between query and key costs a head the same; the heads differ",
           .choices = truths,
           .value = has_alibi,
           .set = set_alibi},
    Option{.id = OptionId::gate,
           .name = "gate",
           .menu = "edit",
           .label = "A gate on each head's output",
           .about = "how much of each number of a head is let through follows from X",
           .choices = truths,
           .value = has_gate,
           .set = set_gate},
};

} // namespace

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
        return error("“{}” is not a whole number from 0 on", text);
    return OptionValue(static_cast<double>(number));
}

std::string choices_text(const Option& option) {
    std::string text;
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
        text += i == 0 ? "" : i + 1 < option.choices.size() ? ", " : " or ";
        text += fmt::format("“{}”", option.choices[i].name);
    }
    if (option.takes_number())
        text += text.empty() ? "a number" : " or a number";
    return text;
}

Result<void> set_option(Layer& layer, const OptionSetting& setting) {
    const Option& row = option(setting.option);
    const OptionValue value = setting.value;
    const bool is_named = choice_of(row, value) != nullptr;
    const bool is_whole = !value || (*value >= 0 && *value <= 1e9 && *value == std::floor(*value));
    if (value && !is_named && (!row.takes_number() || (row.kind == Option::Kind::count && !is_whole)))
        return error("{} is {}, expected {}", row.name, *value,
                     row.takes_number() ? "a whole number from 0 on" : choices_text(row));
    return row.set(layer, value);
}

std::string setting_text(const OptionSetting& setting) {
    const Option& row = option(setting.option);
    if (row.kind == Option::Kind::truth)
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
