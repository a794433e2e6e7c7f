#pragma once

#include "core/figure/pictures/draw_context.h"

#include <string>
#include <vector>

namespace attn {

/// The keys' words above their columns.
struct ColumnWords {
    std::vector<std::string> words; ///< or none
    float height = 0;               ///< of turned ones; of others 0
    bool are_whole = false;
    bool are_words = false; ///< and not numbers
};

/// The words as all of them can be written above columns of that width: with their numbers, or alone; else turned,
/// where they are not longer than `most_height`; else cut, but for their numbers; else the numbers; or nothing.
ColumnWords column_words(const DrawContext& drawing, const Font& font, float column, float most_height);

} // namespace attn
