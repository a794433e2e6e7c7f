#pragma once

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How an array is made, "symbol = formula", as TeX with names in angle brackets; how one of its cells is, where its
/// symbol says it already or the formula is of a cell. Empty where there is no formula.
std::string equation_of(const Session& session, ArrayId array);

/// What stands above a figure that was given no title of its own: "Attention, head 1 of 2".
std::string figure_title(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// Whether the figure is about one head of several, and not about all.
bool names_head(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The formula beneath a figure, as TeX; empty where the kind shows no single array, or a weight.
std::string figure_formula(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// The words beneath it: shape, head, item and the options that the numbers depend on.
Claims figure_claims(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());
/// The same as a text.
std::string figure_words(const DrawContext& drawing, const FigureKind& kind = heatmap_kind());

/// Of a sum over heads that has no room for all of them those that stand there, "head 1 of 2"; empty of any other.
std::string heads_with_room(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture);

/// What the heavy outline of a matrix is around: the selected cell, or all of its row or its column.
enum class Outlined : std::uint8_t { cell, row, column };

/// The sentence beneath a figure about its picture: what colours and signs mean, and the number that was `noticed`;
/// `is_brief`: no word about colours.
Claims claims_of_picture(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture,
                         const std::optional<Claim>& noticed, bool is_brief = false,
                         Outlined outlined = Outlined::cell);

/// What signs in and around its cells mean, a few words each: "hatched: masked".
std::vector<std::string> words_of_marks(const DrawContext& drawing, const DisplayList& picture,
                                        Outlined outlined = Outlined::cell);

} // namespace attn
