#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>

namespace attn {

/// An attention weight in percent: "36 %".
std::string percent(float share);
/// The fact that the cell's number rounds to `written`.
Fact value_fact(const CellId& cell, std::string written);

/// The attention of the selected query: its rows of scores and of attention weights.
struct AttentionRow {
    CellId masked{0, ArrayId{}};
    CellId shares{0, ArrayId{}};
    Index allowed = 0;
    float share = 0;
    float sum = 0;
    bool is_given = false;       ///< true: the selected weight is given or pinned, not computed by softmax
    bool hidden = false;         ///< true: the selected key is hidden
    bool hidden_by_mask = false; ///< true: hidden by the mask; false: by a number that replaces the score
    bool masked_whole = false;   ///< true: the mask hides the whole row
};

/// The attention in the cell's row; nullopt if the layer has no attention weights.
std::optional<AttentionRow> attention_row(const DrawContext& drawing, const CellId& cell);

/// Adds the claim on the sum of a row whose attention weights were given, unless it is 1.
void add_sum_of_given(const DrawContext& drawing, const AttentionRow& row, Claims& claims);

/// The sentences about a score: its meaning for the query, and the attention weight that results from it.
Claims score_words(const DrawContext& drawing, const Explanation& explanation);
/// The sentences about an attention weight: how much one token reads from another, compared with even attention.
Claims share_words(const DrawContext& drawing, const Explanation& explanation);

} // namespace attn
