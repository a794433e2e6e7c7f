#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>

namespace attn {

/// "36 %".
std::string percent(float share);
/// That the number of the cell is the one that is written.
Fact value_fact(const CellId& cell, std::string written);

/// How the selected row shares its attention.
struct AttentionRow {
    CellId masked;
    CellId shares;
    Index allowed = 0;
    float share = 0;
    float sum = 0;
    bool is_given = false;       ///< the selected share: no work of softmax
    bool hidden = false;         ///< the selected key
    bool hidden_by_mask = false; ///< and not by a number that was put in its place
    bool masked_whole = false;   ///< by the mask, not by a weight that is NaN or infinite
};

/// Nothing where the layer has no shares.
std::optional<AttentionRow> attention_row(const DrawContext& drawing, const CellId& cell);

/// What a row with given shares sums to; nothing where that is 1.
void add_sum_of_given(const DrawContext& drawing, const AttentionRow& row, Claims& claims);

/// What a score means for its query, and what becomes of it.
Claims score_words(const DrawContext& drawing, const Explanation& explanation);
/// How much one token reads of another, beside an even share.
Claims share_words(const DrawContext& drawing, const Explanation& explanation);

} // namespace attn
