#pragma once

#include "core/explain/glossary.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <optional>
#include <vector>

namespace attn {

/// A word of the glossary in a text on the screen.
struct WrittenTerm {
    const GlossaryTerm* term = nullptr;
    Box place;
};

/// In the order in which they are written; none where the item is no text.
std::vector<WrittenTerm> written_terms(const Item& item, const Typesetter& typesetter);

/// Which items are seen at a point: from the front to what lies over all the rest.
std::vector<std::size_t> seen_at(const DisplayList& list, Point point, const Typesetter& typesetter);

/// Where a word of the glossary stands on the screen, seen and not covered.
std::optional<Box> place_of_term(const Scene& scene, const GlossaryTerm& wanted, const Typesetter& typesetter);

/// Underlines the words of the glossary with dots wherever sentences have them and pointing tells what they mean; in
/// titles, labels and what a click does something else with they stand plain. As "underlined:NAME" the scene says in
/// which line a term has them first.
void underline_terms(Scene& scene, const UiContext& ui);

} // namespace attn
