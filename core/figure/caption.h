#pragma once

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The equation that makes an array, "symbol = formula", as TeX with names in angle brackets; that of one of its cells,
/// where the symbol says it already or the formula is of a cell. Empty where there is no formula.
std::string equation_of(const Session& session, ArrayId array);

/// The title of a figure that was given none of its own: "Attention, head 1 of 2".
Prose figure_title(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// True if the figure is about one head of several, and not about all.
bool names_head(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The formula beneath a figure, as TeX; empty where the kind shows no single array, or a weight.
std::string figure_formula(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// A formula set for the head in sight if the figure names it, otherwise for a general head; smaller if it would be
/// wider than `width`, but no smaller than `least`.
Typeset set_figure_formula(const DrawContext& drawing, const std::string& tex, float size, float width = farthest_place,
                           const FigureKind& kind = heatmap_kind(), float least = 0);

/// The words beneath it: shape, head, item and the options that the numbers depend on.
Claims figure_claims(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());
/// The words of figure_claims as a text.
std::string figure_words(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The heads that stand in a sum over heads without room for all of them, "head 1 of 2"; empty for any other picture.
std::string heads_with_room(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture);

/// The cells inside a matrix' heavy outline: the selected one, or all of its row or its column.
enum class Outlined : std::uint8_t { cell, row, column };

/// The sentence beneath a figure about its picture: what colours and signs mean, and the number that was `noticed`;
/// `is_brief`: no word about colours.
Claims claims_of_picture(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture,
                         const std::optional<Claim>& noticed, bool is_brief = false,
                         Outlined outlined = Outlined::cell);

/// The meanings of the signs in and around a picture's cells, a few words each: "hatched: masked".
std::vector<Prose> words_of_marks(const DrawContext& drawing, const DisplayList& picture,
                                  Outlined outlined = Outlined::cell);

} // namespace attn
