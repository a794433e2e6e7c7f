#pragma once

#include "core/notation/notation.h"
#include "ui/document/ui_context.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn {

/// The notations to choose from: those that come with the program, then the user's own that this window has shown.
std::vector<NotationChoice> offered_notations(const UiContext& ui);
std::optional<NotationChoice> offered_notation(const UiContext& ui, std::string_view name);

/// Remembers a notation of the user's own; it replaces an earlier one of the same name.
void note_own_notation(std::vector<NotationChoice>& own, const NotationChoice& shown);

} // namespace attn
