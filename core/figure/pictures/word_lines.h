#pragma once

#include "core/figure/display_list.h"
#include "core/figure/text.h"
#include "core/figure/theme.h"
#include "core/tensor/matrix.h"

#include <span>
#include <string>

namespace attn {

/// The words of a text in two columns, from (0, 0) on: at the left those who read, at the right those who are read, and
/// between them lines as wide as the shares. The lines of the word `chosen` are dark. Of a text that is too long for a
/// column, the chosen word stands alone at the left, and the words that it reads most at the right, in the text's
/// order.
DisplayList lines_between_words(const Typesetter& typesetter, const Theme& theme, std::span<const std::string> words,
                                const Matrix& shares, // S x S
                                Index chosen);

} // namespace attn
