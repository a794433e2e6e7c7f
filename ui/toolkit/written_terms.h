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

/// In the order in which they are written; none where the item is no text.
std::vector<WrittenTerm> written_terms(const Item& item, const Typesetter& typesetter);

/// Which items are seen at a point: from the front to what lies over all the rest.
std::vector<std::size_t> seen_at(const DisplayList& list, Point point, const Typesetter& typesetter);

/// Where a word of the glossary stands on the screen, seen and not covered.
std::optional<Box> place_of_term(const Scene& scene, const GlossaryTerm& wanted, const Typesetter& typesetter);

} // namespace attn
