#pragma once

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The equation that makes an array, "symbol = formula", as TeX with names in angle brackets. It is the equation of one
/// cell if the symbol alone says what the array is, or if the formula is for a cell. Empty if there is no formula.
std::string equation_of(const Session& session, ArrayId array);

/// The title of a figure that the user gave none: "Attention, head 1 of 2".
Prose figure_title(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// True if the figure is about one of several heads, and not about all.
bool names_head(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The formula beneath a figure, as TeX; empty for weights, and for kinds that do not show a single array.
std::string figure_formula(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// A formula set for the head in sight if the figure names it, otherwise for a general head; smaller if it would be
/// wider than `width`, but no smaller than `least`.
Typeset set_figure_formula(const DrawContext& drawing, const std::string& tex, float size, float width = farthest_place,
                           const FigureKind& kind = heatmap_kind(), float least = 0);

/// The words beneath a figure: shape, head, item and the options that the numbers depend on.
Claims figure_claims(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());
/// The words of figure_claims as a text.
std::string figure_words(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The heads that a sum over heads shows if it has no room for all of them, "head 1 of 2"; empty for other pictures.
std::string heads_with_room(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture);

/// The part of a matrix inside a heavy outline: the selected cell, or its whole row or column.
enum class Outlined : std::uint8_t { cell, row, column };

/// The sentence beneath a figure about its picture: what colours and signs mean, and the number that was `noticed`.
/// `is_brief`: colours are not explained.
Claims claims_of_picture(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture,
                         const std::optional<Claim>& noticed, bool is_brief = false,
                         Outlined outlined = Outlined::cell);

/// The meanings of the signs in and around a picture's cells, e.g. "hatched: masked".
std::vector<Prose> words_of_marks(const DrawContext& drawing, const DisplayList& picture,
                                  Outlined outlined = Outlined::cell);

} // namespace attn
