#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/words/note_numbers.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// A formula of the notes, with its numbers in this layer.
struct NoteLine {
    std::string tex;
    Prose unlike{};        ///< a condition of the formula that this layer does not meet; empty if it holds
    std::string numbers{}; ///< the lengths and the selected cell's numbers in this layer, as TeX; may be empty
    Prose says{};          ///< a remark of the notes; may be empty
    std::string whose{};   ///< the token that the numbers belong to, as TeX: "i = 4"; empty for lengths
};

/// The formulas of the session's notation for an array, with the numbers at that query and key; empty if the layer does
/// more than the notes describe.
std::vector<NoteLine> note_lines(const DrawContext& drawing, ArrayId array, const NotePlaces& places);

/// True if the session's notation has a formula for what is shown.
bool shows_notes(const DrawContext& drawing);
/// The formulas of the notes, each with this layer's lengths and the selected cell's numbers.
void notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// All formulas of the notes, from the input to the output.
void all_notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Fails if the session's notation has no formulas, or none for the requested section.
Result<void> has_notes(const DrawContext& drawing);

} // namespace attn
