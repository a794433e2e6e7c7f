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
    Index first = 0; ///< number of cells, terms or outer products, or softmax level, that is shown at `begin`
    Index last = 0;  ///< the number, or level, that is shown at `end`
    Claim words{{}, Always{"there is no sentence"}};
};

/// Returns the film of how the shown array is computed: words and animations in turn. The first cell's terms appear
/// slowly, the rest of its row faster, then all other rows.
std::vector<FilmSegment> film(const UiContext& ui, Reading reading);

/// True if the film makes cells appear one by one. The film replaces a picture that is drawn at once by such a picture.
bool is_played_by_cells(const UiContext& ui);

/// True if the film has not reached the cell's number yet; the number is then nowhere on the screen.
bool is_still_hidden(const UiContext& ui, const CellId& cell);

} // namespace attn
