#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// What a layer does or leaves, as its row says. Session files, edits and undo, menus, Ctrl+P, fields, scripts, the
/// command line and a model's config.json read the rows.
enum class OptionId : std::uint8_t {
    rotary,
    rotary_base,
    rotary_dimensions,
    rotary_scaling,
    rotary_factor,
    rotary_length,
    rotary_slow,
    rotary_fast,
    rotary_magnitude,
    scale,
    temperature,
    soft_cap,
    mask,
    pad_tokens,
    window,
    alibi,
    gate,
    value_norm,
    value_norm_epsilon,
    norm_epsilon
};

/// An option's value; nothing: the usual one, which files leave out.
using OptionValue = std::optional<double>;

/// A value that has a name.
struct OptionChoice {
    std::string_view name{}; ///< in files and on the command line
    OptionValue value{};
    std::string_view action{}; ///< "rotary-halves": chosen by menus, Ctrl+P and scripts; empty: by none of them, and
                               ///< a truth that is chosen by none is switched by "option/NAME"
    std::string_view label{};  ///< as menus say it
    std::string_view about{};  ///< what it does, for the search and for undo
};

struct Option {
    enum class Kind : std::uint8_t {
        truth, ///< on, 1, or off
        name,  ///< one of the choices
        count, ///< a whole number
        number ///< any number, or one of the choices where there are some
    };

    OptionId id{};
    Kind kind = Kind::truth;
    std::string_view name{};       ///< "option/NAME" or "field:NAME" in the window, --NAME on the command line
    std::string_view file_key{};   ///< in session files, "mask.window" inside of "mask"; empty: the arrays say it
    std::string_view config_key{}; ///< of a model's config.json, true or false; empty: none
    std::string_view menu{};
    bool is_rare = false;     ///< few layers have it: menus show it under "more", unless this layer has it
    std::string_view label{}; ///< as menus say it
    std::string_view about{}; ///< what it does, for the search and for --help
    std::span<const OptionChoice> choices{};
    double usual = 0; ///< what nothing stands for, where that is one number
    OptionValue (*value)(const Layer& layer) = nullptr;
    /// Fails, saying why, where the layer has nothing that could be set so. What is out of range is found by `check`.
    /// Called by set_option alone.
    Result<void> (*set)(Layer& layer, OptionValue value) = nullptr;
    /// Whether the layer's value is in range; none where each is.
    Result<void> (*check)(const Layer& layer, const Sizes& sizes) = nullptr;

    bool takes_number() const { return kind == Kind::count || kind == Kind::number; }
    /// A truth whose values are called nothing but on and off.
    bool is_switch() const { return kind == Kind::truth && choices.front().name == "off"; }
};

/// The most that an option which is a whole number can be.
constexpr double greatest_count = 1e9;

/// What an option shall be.
struct OptionSetting {
    OptionId option{};
    OptionValue value{};
};

/// Where an option stands in session files.
struct FileKey {
    std::string_view group{}; ///< the object that it is in; empty: the session itself
    std::string_view name{};  ///< empty: it is not written
};

FileKey file_key(const Option& option);

std::span<const Option> options();
const Option& option(OptionId id);
const Option* find_option(std::string_view name);

/// The choice with that action and its option; nothing where there is none.
struct FoundChoice {
    const Option* option = nullptr;
    const OptionChoice* choice = nullptr;
};
std::optional<FoundChoice> find_choice(std::string_view action);
/// The choice that a value is; none where it has no name.
const OptionChoice* choice_of(const Option& option, OptionValue value);

/// A value as the command line and config files write it: "halves", "0.5", "on". The message of an error says what was
/// expected.
Result<OptionValue> parse_option(const Option& option, std::string_view text);
/// "“none”, “halves” or “neighbours”", for messages.
std::string choices_text(const Option& option);

/// Sets the layer's option. Fails, saying why, where it has no such value or the layer nothing that could be set so;
/// what is out of range for this layer is found by check_options.
Result<void> set_option(Layer& layer, const OptionSetting& setting);

/// The session's words for what is set: "set temperature to 2", "set rotary to halves".
std::string setting_text(const OptionSetting& setting);

/// The first reason why a value is out of range.
Result<void> check_options(const Layer& layer, const Sizes& sizes);

} // namespace attn
