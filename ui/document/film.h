#pragma once

#include "core/model/claim.h"
#include "ui/document/ui_context.h"

#include <string>
#include <vector>

namespace attn {

/// A part of the film: words while nothing moves, or a part of the picture that appears.
struct FilmSegment {
    enum class Kind : std::uint8_t { words, terms, cells, outer_products, level, slide };
    Kind kind = Kind::words;
    double begin = 0; ///< seconds at speed 1
    double end = 0;
    Index first = 0; ///< what is there when it begins: cells, terms of the first cell, outer products, a softmax level
    Index last = 0;  ///< and when it ends
    Claim words{{}, Always{"there is no sentence"}};
};

/// How the stage in sight is computed before the eyes: words and picture alternate. Each cell's terms appear slowly
/// in the first cell, the rest of its row comes faster, then all the rest.
std::vector<FilmSegment> film(const UiContext& ui, Reading reading);

/// Whether the film makes cells, of whichever stage is shown; pictures that are drawn at once give way to one that is
/// not.
bool is_played_by_cells(const UiContext& ui);

/// True if the film has not come to the cell's number yet: then it stands nowhere on the screen.
bool is_still_hidden(const UiContext& ui, const CellId& cell);

} // namespace attn
