#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/words/note_numbers.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// A formula of the notes.
struct NoteLine {
    std::string tex;
    Prose unlike{};        ///< what it takes for granted and this layer does not have; empty where it holds
    std::string numbers{}; ///< this layer's lengths and the chosen cell's numbers, as TeX; may be empty
    Prose says{};          ///< a remark of the notes; may be empty
    std::string whose{};   ///< the numbers are, as TeX: "i = 4"; empty where they are lengths
};

/// The lines that the notes in the chosen notation write beside the array, with the numbers of that query and that key;
/// empty where the layer does more than the notes write of.
std::vector<NoteLine> note_lines(const DrawContext& drawing, ArrayId array, const NotePlaces& places);

/// True if the notes in the chosen notation have a formula beside what is in sight.
bool shows_notes(const DrawContext& drawing);
/// The formulas as the notes have them, each with this layer's lengths and the chosen cell's numbers.
void notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// All formulas of the notes, from the input to the output.
void all_notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Fails if the chosen notation has no formulas, or none for the section that is asked for.
Result<void> has_notes(const DrawContext& drawing);

} // namespace attn
