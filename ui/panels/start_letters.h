#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The positions, in logical pixels, of the input letters, in boxes, and above them of the output letters.
struct LetterRows {
    Point back;        ///< the middle of the first output letter, on its baseline
    float goes_in = 0; ///< y of the upper edge of the boxes
    float pitch = 0;
    Point box;
    float size = 0; ///< font size of the output letters
    float place(Index token) const { return back.x + static_cast<float>(token) * pitch; }
};

/// Adds the input letters, the output letters, and how probable the output letters are.
void add_letters(Scene& scene, const UiContext& ui, const LetterRows& rows);

/// Adds lines from each output letter to the input letters that its position attends to in a head, as wide as the
/// attention weight.
void add_looks(Scene& scene, const UiContext& ui, const LetterRows& rows, Index head);

} // namespace attn
