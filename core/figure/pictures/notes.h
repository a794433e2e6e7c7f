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
    std::string unlike{};  ///< what it takes for granted and this layer does not have; empty where it holds
    std::string numbers{}; ///< this layer's lengths and the chosen cell's numbers, as TeX; may be empty
    std::string says{};    ///< a remark of the notes; may be empty
    std::string whose{};   ///< the numbers are, as TeX: "i = 4"; empty where they are lengths
};

/// What the notes whose notation is chosen write beside that array; nothing where the layer does more than notes write
/// of. The numbers are those of that query and that key.
std::vector<NoteLine> note_lines(const DrawContext& drawing, ArrayId array, const NotePlaces& places);

/// Whether the notes whose notation is chosen have a formula beside what is in sight.
bool shows_notes(const DrawContext& drawing);
/// Those formulas as the notes have them, each with this layer's lengths and the chosen cell's numbers.
void notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// All formulas of the notes, from the input to the output.
void all_notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Whether there are any.
Result<void> has_notes(const DrawContext& drawing);

} // namespace attn
