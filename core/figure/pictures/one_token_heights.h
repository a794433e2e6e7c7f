#pragma once

#include <cmath>

namespace attn {

/// Above the tallest bar of one token's shares, for its number (logical pixels).
constexpr float token_number_room = 18;

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

    float sum() const {
        return 7 * strip + 3 * bus + title + fan + words + upright_words + 2 * vectors + 4 * gap + token_number_room +
               bars + mixed + said;
    }
    void stretch(float by) {
        for (float* height : {&strip, &bus, &title, &fan, &words, &vectors, &gap, &bars, &mixed})
            *height = std::floor(*height * by);
    }
};

} // namespace attn
