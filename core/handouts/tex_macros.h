#pragma once

#include <string_view>

// Macros of LaTeX documents, by which TeX itself places formulas, figures and words.

namespace attn {

/// \stepformula{label}{formula}{whose}{numbers} sets a formula with its numbers beside it, or beneath it if the line
/// has no room. The formula has an equation number with that label; an empty label means no number.
/// \stepfit{formula}{width} sets a formula in box register 4: if it is wider than `width`, it is broken at each
/// \stepside, and shrunk if it is still too wide.
extern const std::string_view formula_macros;

/// \step{figure}{caption}{formulas}{words} sets a figure beside formulas and words, or beside one of the two, whichever
/// takes the least height; a wide figure becomes a float. \stepcaption{title}{words}{label} is the caption, whose words
/// appear only under a float; \stepsee{label} refers to a float. \stepfloat{figure}{title}{words}{label} is a float.
/// \say{place} prints a sentence of the file of sentences.
extern const std::string_view note_macros;

/// \stepframes{title}{first figure}{built-up figure}{formulas}{applied formula}{cell}{remarks} makes frames with a
/// figure beside as many of the words as fit; wider formulas get a frame of their own. The built-up figure is empty if
/// it equals the first one: TeX takes long for pictures of many cells, and then sets the picture only once.
extern const std::string_view frame_macros;

} // namespace attn
