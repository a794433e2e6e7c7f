#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"
#include "ui/toolkit/written_terms.h"

#include <vector>

namespace attn {

/// The glossary's words in a text that pointing explains: all but those that may answer an open question of a lesson.
/// Beside an open question of a quiz no word is explained.
std::vector<WrittenTerm> explained_terms(const UiContext& ui, const Item& item);

/// Underlines with dots the glossary's words in sentences where pointing explains them. Titles, labels and text that
/// can be clicked stay plain. The scene's value "underlined:NAME" is the first text that has the term.
void underline_terms(Scene& scene, const UiContext& ui);

} // namespace attn
