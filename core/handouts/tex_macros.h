#pragma once

#include <string_view>

// Macros of LaTeX documents, by which TeX itself places formulas, figures and words.

namespace attn {

/// \stepformula{label}{formula}{whose}{numbers} sets a formula with its numbers beside it, or beneath it if the line
/// has no room. The label is of its equation number; empty: it has none. \stepfit{formula}{width} makes box 4 of a
/// formula: what is wider is broken at each \stepside, and shrunk if that is not enough.
extern const std::string_view formula_macros;

/// \step{figure}{caption}{formulas}{words} sets a figure beside formulas and words, beside one of them, or as a float
/// if it is wide: as low as possible. \stepcaption{title}{words}{label} is its caption, whose words only a float has;
/// \stepsee{label} refers to a float. \stepfloat{figure}{title}{words}{label} is a float. \say{place} sets a sentence.
extern const std::string_view note_macros;

/// \stepframes{title}{figure at first}{figure built up}{formulas}{applied formula}{cell}{remarks} makes frames with a
/// figure beside as many of the words as fit; formulas that are too wide for that get a frame of their own. The figure
/// built up is empty if it is the one at first: TeX takes long for pictures of many cells, and sets it once.
extern const std::string_view frame_macros;

} // namespace attn
