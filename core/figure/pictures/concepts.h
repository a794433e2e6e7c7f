#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

// What notes link to and take for known, each with the numbers of this layer.

/// A query and a key as arrows in the plane that they span: their lengths, their angle, and the score that these make.
void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Where the query weights send the tokens: rows of X, and of Q, in the plane of their two largest directions.
void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// A row of A as the distribution of keys given a query, beside a thousand draws from it.
void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// One share as its score moves and the others stay, and how steep that is here.
void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the window's stage is the one that the picture is about.
bool shows_inner_product(const DrawContext& drawing);
bool shows_linear_map(const DrawContext& drawing);
bool shows_share_as_probability(const DrawContext& drawing);
bool shows_saturation(const DrawContext& drawing);

Result<void> has_scores(const DrawContext& drawing);
Result<void> has_queries(const DrawContext& drawing);
Result<void> has_shares(const DrawContext& drawing);

} // namespace attn
