#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>

namespace attn {

/// The share in percent: "36 %".
std::string percent(float share);
/// The fact that the cell's number is the one that is written.
Fact value_fact(const CellId& cell, std::string written);

/// The attention of the selected query: its row of scores and its row of shares.
struct AttentionRow {
    CellId masked{0, ArrayId{}};
    CellId shares{0, ArrayId{}};
    Index allowed = 0;
    float share = 0;
    float sum = 0;
    bool is_given = false;       ///< the selected share: no work of softmax
    bool hidden = false;         ///< the selected key
    bool hidden_by_mask = false; ///< and not by a number that was put in its place
    bool masked_whole = false;   ///< by the mask, not by a weight that is NaN or infinite
};

/// The selected row's attention; nothing where the layer has no shares.
std::optional<AttentionRow> attention_row(const DrawContext& drawing, const CellId& cell);

/// Adds the sum of a row whose shares were given, unless it is 1.
void add_sum_of_given(const DrawContext& drawing, const AttentionRow& row, Claims& claims);

/// The sentences on a score: its meaning for the query, and the share that becomes of it.
Claims score_words(const DrawContext& drawing, const Explanation& explanation);
/// The sentences on a share: the amount that one token reads of another, beside an even share.
Claims share_words(const DrawContext& drawing, const Explanation& explanation);

} // namespace attn
