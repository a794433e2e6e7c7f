#pragma once

#include "core/explain/glossary.h"
#include "ui/toolkit/scene.h"

#include <optional>
#include <vector>

namespace attn {

/// A word of the glossary in a text on the screen.
struct WrittenTerm {
    const GlossaryTerm* term = nullptr;
    Box place;
};

/// The glossary's words in the item's text, in reading order; empty if the item is no text.
std::vector<WrittenTerm> written_terms(const Item& item, const Typesetter& typesetter);

/// Returns the indices of the items that are visible at a point, from the front to the first that covers all others.
std::vector<std::size_t> seen_at(const DisplayList& list, Point point, const Typesetter& typesetter);

/// Returns an area of the screen where a glossary's word is shown and nothing covers it.
std::optional<Box> place_of_term(const Scene& scene, const GlossaryTerm& wanted, const Typesetter& typesetter);

} // namespace attn
