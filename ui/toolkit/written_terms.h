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

/// The indices of the items seen at a point, from the front to the first that covers all the rest.
std::vector<std::size_t> seen_at(const DisplayList& list, Point point, const Typesetter& typesetter);

/// The place of a glossary's word on the screen where nothing covers it.
std::optional<Box> place_of_term(const Scene& scene, const GlossaryTerm& wanted, const Typesetter& typesetter);

} // namespace attn
