#pragma once

#include "core/tensor/result.h"
#include "ui/actions/actions.h"

#include <filesystem>
#include <string_view>

namespace attn {

/// What Enter in a field means. Fails, saying what was expected, where the text cannot be taken; the old value then
/// stays.
Result<void> commit_field(const FieldEdit& field, const CommandContext& command);

/// A path as shells take it: ~ is the user's own folder.
std::filesystem::path path_of(std::string_view text);

/// A number as people type it: "-2.4", "−2.4", "1e-5", "-inf", "−∞".
Result<float> parse_number(std::string_view text);

} // namespace attn
