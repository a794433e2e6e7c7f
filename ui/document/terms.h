#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"
#include "ui/toolkit/written_terms.h"

#include <vector>

namespace attn {

/// The words of the glossary in a text of which pointing tells what they mean: all but those that an open question of a
/// lesson may be answered with. Beside an open question of a quiz no word is explained.
std::vector<WrittenTerm> explained_terms(const UiContext& ui, const Item& item);

/// Underlines the words of the glossary with dots wherever sentences have them and pointing tells what they mean; in
/// titles, labels and what a click does something else with they stand plain. As "underlined:NAME" the scene says in
/// which line a term has them first.
void underline_terms(Scene& scene, const UiContext& ui);

} // namespace attn
