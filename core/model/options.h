#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// What a layer does or leaves, as its row says. Session files, edits and undo, menus, Ctrl+P, scripts, the command
/// line and a model's config.json read the rows.
enum class OptionId : std::uint8_t { alibi, gate };

/// A switch of the layer.
struct Option {
    OptionId id{};
    std::string_view name;       ///< in files; "option/NAME" as an action, --NAME on the command line
    std::string_view label;      ///< as menus say it
    std::string_view about;      ///< what it does, for the search and for --help
    std::string_view config_key; ///< of a model's config.json; empty: none
    bool is_written = true;      ///< in session files; otherwise the layer's arrays say it
    bool (*is_on)(const Layer& layer) = nullptr;
    /// Switches it; fails, saying why, where the layer cannot do it.
    Result<void> (*set)(Layer& layer, bool on) = nullptr;
};

std::span<const Option> options();
const Option& option(OptionId id);
const Option* find_option(std::string_view name);

} // namespace attn
