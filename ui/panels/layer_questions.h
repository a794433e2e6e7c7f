#pragma once

#include "ui/actions/actions.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string_view>

namespace attn {

/// The dialog that asks what nothing says of a layer that is to be opened: heads, mask, rotary positions, the norm
/// before it, and what enters it.
void layer_questions_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Begins to ask.
void open_layer_questions(Workspace& workspace, AskedLayer asked);

/// Takes an answer that is chosen: "mask/causal", "norm/rms". "next" goes to the next question without an answer,
/// "open" opens the layer where all have one.
Result<void> answer_about_layer(std::string_view answer, const CommandContext& command);

/// Takes an answer that is typed: "heads", "rotary-base", "epsilon", "resid-pre".
Result<void> type_about_layer(std::string_view question, std::string_view text, const CommandContext& command);

} // namespace attn
