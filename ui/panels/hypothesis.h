#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

#include <string_view>

namespace attn {

/// What may be said of the selected head, beside the heads: a field, the claims that it completes, what the present one
/// explains, and, when asked, the one that fits best.
void claim_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Opens it for the selected head.
void open_claim(const CommandContext& command);
/// The same, with the claim that fits best.
void find_claim_of_head(const CommandContext& command);
/// Says it of the selected head; empty: nothing any more.
void say_of_head(const CommandContext& command, std::string_view words);
/// Takes what is marked of the list that the typed words leave; closes the panel where nothing is.
void take_claim(std::string_view typed, const CommandContext& command);

} // namespace attn
