#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The options of a layer. Each has a row in a table that session files, edits and undo, menus, Ctrl+P, fields,
/// scripts, the command line and the reader of config.json use.
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

/// The value of an option; nullopt is the default, which files leave out.
using OptionValue = std::optional<double>;

/// A value of an option that has a name.
struct OptionChoice {
    std::string_view name{}; ///< name of the value in files and on the command line
    OptionValue value{};
    std::string_view action{}; ///< the action that sets the value in menus, Ctrl+P and scripts, e.g. "rotary-halves";
                               ///< empty: none. A truth without actions is switched by "option/NAME"
    std::string_view label{};  ///< words for the value in menus
    std::string_view about{};  ///< a description for the search and for undo
};

struct Option {
    enum class Kind : std::uint8_t {
        truth, ///< 1 (on) or 0 (off)
        name,  ///< one of the choices
        count, ///< a whole number
        number ///< any number, or one of the choices if there are any
    };

    OptionId id{};
    Kind kind = Kind::truth;
    std::string_view
        name{}; ///< name of the option: "option/NAME" or "field:NAME" in the window, --NAME on the command line
    std::string_view file_key{}; ///< key of the option in session files; "mask.window" is in the object "mask"; empty:
                                 ///< the value follows from the arrays
    std::string_view
        config_key{}; ///< key of the option in a model's config.json, if it is true or false there; empty: none
    std::string_view menu{};
    bool is_rare = false;     ///< true if few layers use it: menus then show it under "more", unless this layer does
    std::string_view label{}; ///< words for the option in menus
    std::string_view about{}; ///< a description for the search and for --help
    std::span<const OptionChoice> choices{};
    double usual = 0; ///< the default, if it does not depend on the layer
    OptionValue (*value)(const Layer& layer) = nullptr;
    /// Sets the option; call set_option instead. Fails, with the reason, if the option does not apply to the layer.
    /// Values out of range are found by `check`.
    Result<void> (*set)(Layer& layer, OptionValue value) = nullptr;
    /// Succeeds if the layer's value is in range; null: all values are.
    Result<void> (*check)(const Layer& layer, const Sizes& sizes) = nullptr;

    bool takes_number() const { return kind == Kind::count || kind == Kind::number; }
    /// True for a truth that has only the values "on" and "off".
    bool is_switch() const { return kind == Kind::truth && choices.front().name == "off"; }
};

/// The largest value of an option that is a count.
constexpr double greatest_count = 1e9;

/// An option and a value for it.
struct OptionSetting {
    OptionId option{};
    OptionValue value{};
};

/// The place of an option in session files.
struct FileKey {
    std::string_view group{}; ///< the object that has the key; empty: the session itself
    std::string_view name{};  ///< key of the option; empty: the option is not written
};

FileKey file_key(const Option& option);

std::span<const Option> options();
const Option& option(OptionId id);
const Option* find_option(std::string_view name);

/// The choice with this action, and its option; nullopt if there is none.
struct FoundChoice {
    const Option* option = nullptr;
    const OptionChoice* choice = nullptr;
};
std::optional<FoundChoice> find_choice(std::string_view action);
/// The choice with this value; null if the value has no name.
const OptionChoice* choice_of(const Option& option, OptionValue value);

/// A value as the command line and config files write it: "halves", "0.5", "on". The error message says which values
/// are allowed.
Result<OptionValue> parse_option(const Option& option, std::string_view text);
/// The names of the choices for messages: "“none”, “halves” or “neighbours”".
std::string choices_text(const Option& option);

/// Sets an option of the layer. Fails, with the reason, if the option has no such value or does not apply to the layer.
/// Values out of range are found by check_options.
Result<void> set_option(Layer& layer, const OptionSetting& setting);

/// The description of an edit: "set temperature to 2", "set rotary to halves".
std::string setting_text(const OptionSetting& setting);

/// Fails for the first option whose value is out of range.
Result<void> check_options(const Layer& layer, const Sizes& sizes);

} // namespace attn
