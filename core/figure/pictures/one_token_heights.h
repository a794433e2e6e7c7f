#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>
#include <cmath>

namespace attn {

/// Above the tallest bar of one token's shares, for its number (logical pixels).
constexpr float token_number_room = 18;

// Widths and sizes (logical pixels), and what of them may be given up.

constexpr float words_room = 116;             // behind the symbols, where there is width enough
constexpr float least_symbol_room = 56;       // at the left, for all heads
constexpr float symbols_share = 0.2F;         // of the width, at most
constexpr float wide_enough_for_weights = 96; // a head
constexpr Index most_with_wide_gap = 3;
constexpr Index most_with_words = 4; // heads: more take their room
constexpr float least_side_by_side = 14;
constexpr float readable_vector_cell = 36; // of a number with its sign
constexpr float one_token_symbol_size = 15;
constexpr float widest_share_line = 7;
constexpr Index most_token_lines = 64;
constexpr float usual_least_stretch = 0.85F; // of rows, as long as all is to be shown

/// Which lines of the picture are shown.
struct TokenLines {
    bool x = true, q = true, k = true, scores = true, scaled = true, shares = true, v = true, o = true, concat = true,
         y = true;

    bool heads() const { return q || words() || v || o; }
    bool words() const { return k || scores || scaled || shares; }
    bool mixes() const { return shares && v && o; }
    bool leads_to_heads() const { return x && q; }
    bool leads_from_heads() const { return o && concat; }
    bool leads_to_output() const { return concat && y; }
};

/// Heights of the rows from above to below, in logical pixels, before they are stretched.
struct TokenHeights {
    float strip = 26;
    float bus = 30;
    float title = 18;
    float fan = 22;
    float words = 18;
    float upright_words = 0; ///< beyond that, where they are turned
    float vectors = 26;
    float gap = 7;
    float bars = 56;
    float mixed = 38;
    float said = 26;

    TokenLines lines{};

    float sum() const {
        const auto where = [](bool there, float height) { return there ? height : 0.0F; };
        return where(lines.x, strip) + where(lines.x && !lines.q, gap) + where(lines.leads_to_heads(), bus) +
               where(lines.heads(), title) + where(lines.q, strip + (lines.k ? fan : gap)) +
               where(lines.words(), words + upright_words) + where(lines.k, vectors + gap) +
               where(lines.scores, strip + gap) + where(lines.scaled, strip + gap) +
               where(lines.shares, token_number_room + bars + gap) + where(lines.v, vectors) +
               where(lines.mixes(), mixed) + where(lines.o, strip) + where(lines.leads_from_heads(), bus) +
               where(lines.concat, strip) + where(lines.leads_to_output(), bus) + where(lines.y, strip) + said;
    }
    /// Rows as high as their numbers and words need; the bars and the lines beneath them give way.
    void keep_readable() {
        constexpr float numbered = 16;
        constexpr float lettered = 14;
        const float before = sum();
        strip = std::max(strip, numbered);
        title = std::max(title, numbered);
        words = std::max(words, lettered);
        float more = sum() - before;
        const auto give = [&](float& height, float least) {
            const float given = std::clamp(height - least, 0.0F, std::max(more, 0.0F));
            height -= given;
            more -= given;
        };
        give(bars, 16);
        give(mixed, 12);
        give(fan, 8);
    }
    void stretch(float by) {
        for (float* height : {&strip, &bus, &title, &fan, &words, &vectors, &gap, &bars, &mixed})
            *height = std::floor(*height * by);
    }
};

} // namespace attn
