#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Underlines the words of the glossary with dots wherever sentences have them and pointing tells what they mean; in
/// titles, labels and what a click does something else with they stand plain. As "underlined:NAME" the scene says in
/// which line a term has them first.
void underline_terms(Scene& scene, const UiContext& ui);

} // namespace attn
