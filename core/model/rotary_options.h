// The options of rotary positions.

#pragma once

#include "core/model/options.h"
#include "core/model/rotary.h"

#include <array>

namespace attn::rotary_options {

/// Yarn's default for Rotary::fast. (Peng et al. 2023, section 3.2)
constexpr float yarn_fast = 32;

inline OptionValue turning_pairs(const Layer& layer) {
    if (layer.rotary.pairs == Rotary::Pairs::off)
        return std::nullopt;
    return static_cast<double>(layer.rotary.pairs);
}

inline Result<void> set_turning_pairs(Layer& layer, OptionValue value) {
    if (!value)
        layer.rotary = Rotary();
    else
        layer.rotary.pairs = static_cast<Rotary::Pairs>(*value);
    return {};
}

inline Result<void> check_turning(const Layer& layer, const Sizes& sizes) {
    return check_rotary(layer.rotary, sizes.d_k);
}

inline Result<void> require_rotary(const Layer& layer) {
    if (layer.rotary.pairs == Rotary::Pairs::off)
        return error("nothing turns yet; first choose which columns turn together, halves or neighbours");
    return {};
}

inline OptionValue turning_base(const Layer& layer) {
    return layer.rotary.pairs == Rotary::Pairs::off ? OptionValue() : static_cast<double>(layer.rotary.base);
}

inline Result<void> set_turning_base(Layer& layer, OptionValue value) {
    if (auto turns = require_rotary(layer); !turns)
        return turns;
    layer.rotary.base = static_cast<float>(value.value_or(static_cast<double>(Rotary().base)));
    return {};
}

inline OptionValue turning_columns(const Layer& layer) {
    return layer.rotary.dimensions == 0 ? OptionValue() : static_cast<double>(layer.rotary.dimensions);
}

inline Result<void> set_turning_columns(Layer& layer, OptionValue value) {
    if (auto turns = require_rotary(layer); !turns)
        return turns;
    layer.rotary.dimensions = static_cast<Index>(value.value_or(0));
    return {};
}

inline OptionValue scaling_of(const Layer& layer) {
    if (layer.rotary.scaling == Rotary::Scaling::none)
        return std::nullopt;
    return static_cast<double>(layer.rotary.scaling);
}

/// Sets the scaling, and `fast` to the default in that scaling's paper.
inline Result<void> set_scaling(Layer& layer, OptionValue value) {
    if (auto turns = require_rotary(layer); !turns)
        return turns;
    const auto scaling = static_cast<Rotary::Scaling>(value.value_or(0));
    layer.rotary.scaling = scaling;
    layer.rotary.fast = scaling == Rotary::Scaling::yarn ? yarn_fast : Rotary().fast;
    return {};
}

/// A number of the rotary positions; nullopt if it is the default.
template <float Rotary::*number>
OptionValue rotary_number(const Layer& layer) {
    Layer usual = layer;
    usual.rotary.*number = Rotary().*number;
    if (number == &Rotary::fast && layer.rotary.scaling == Rotary::Scaling::yarn)
        usual.rotary.*number = yarn_fast;
    return layer.rotary.*number == usual.rotary.*number ? OptionValue() : static_cast<double>(layer.rotary.*number);
}

template <float Rotary::*number>
Result<void> set_rotary_number(Layer& layer, OptionValue value) {
    if (auto turns = require_rotary(layer); !turns)
        return turns;
    const bool is_yarn = number == &Rotary::fast && layer.rotary.scaling == Rotary::Scaling::yarn;
    const float usual = is_yarn ? yarn_fast : Rotary().*number;
    layer.rotary.*number = value ? static_cast<float>(*value) : usual;
    return {};
}

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

constexpr std::array scalings{OptionChoice{.name = "none"},
                              OptionChoice{.name = "linear", .value = static_cast<double>(Rotary::Scaling::linear)},
                              OptionChoice{.name = "llama3", .value = static_cast<double>(Rotary::Scaling::llama3)},
                              OptionChoice{.name = "yarn", .value = static_cast<double>(Rotary::Scaling::yarn)}};

// These rows come first in the table of options.
constexpr std::array rows{
    Option{.id = OptionId::rotary,
           .kind = Option::Kind::name,
           .name = "rotary",
           .file_key = "rotary.pairs",
           .menu = "positions",
           .is_rare = true,
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
           .is_rare = true,
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
           .is_rare = true,
           .label = "Columns that turn",
           .about = "how many columns of a head turn; otherwise all",
           .value = turning_columns,
           .set = set_turning_columns},
    Option{.id = OptionId::rotary_scaling,
           .kind = Option::Kind::name,
           .name = "rotary-scaling",
           .file_key = "rotary.scaling",
           .label = "Angles made smaller",
           .about = "how angles are made smaller for longer texts: none, linear, llama3, yarn",
           .choices = scalings,
           .value = scaling_of,
           .set = set_scaling},
    Option{.id = OptionId::rotary_factor,
           .kind = Option::Kind::number,
           .name = "rotary-factor",
           .file_key = "rotary.factor",
           .label = "Angles divided by",
           .about = "what scaled angles are divided by",
           .usual = 1,
           .value = rotary_number<&Rotary::factor>,
           .set = set_rotary_number<&Rotary::factor>},
    Option{.id = OptionId::rotary_length,
           .kind = Option::Kind::number,
           .name = "rotary-length",
           .file_key = "rotary.length",
           .label = "Length first trained on",
           .about = "the length of texts in which llama3 and yarn count turns; otherwise 8192",
           .usual = 8192,
           .value = rotary_number<&Rotary::length>,
           .set = set_rotary_number<&Rotary::length>},
    Option{.id = OptionId::rotary_slow,
           .kind = Option::Kind::number,
           .name = "rotary-slow",
           .file_key = "rotary.slow",
           .label = "Scaled whole below so many turns",
           .about = "llama3 and yarn scale pairs with fewer turns whole; otherwise 1",
           .usual = 1,
           .value = rotary_number<&Rotary::slow>,
           .set = set_rotary_number<&Rotary::slow>},
    Option{.id = OptionId::rotary_fast,
           .kind = Option::Kind::number,
           .name = "rotary-fast",
           .file_key = "rotary.fast",
           .label = "Not scaled above so many turns",
           .about = "llama3 and yarn do not scale pairs with more turns; otherwise 4, for yarn 32",
           .usual = 4,
           .value = rotary_number<&Rotary::fast>,
           .set = set_rotary_number<&Rotary::fast>},
    Option{.id = OptionId::rotary_magnitude,
           .kind = Option::Kind::number,
           .name = "rotary-magnitude",
           .file_key = "rotary.magnitude",
           .label = "Length of what turns",
           .about = "what cosines and sines are multiplied by, as yarn does; otherwise 1",
           .usual = 1,
           .value = rotary_number<&Rotary::magnitude>,
           .set = set_rotary_number<&Rotary::magnitude>}};

} // namespace attn::rotary_options
