#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A word or a number of the output, and how much of a direction it has.
struct Amount {
    std::string label;
    float value = 0;
    ShownAmount says;
};

/// How much each word of the item in sight has of direction `n`.
std::vector<Amount> amounts_of_words(const DrawContext& drawing, DirectionRole role, const Matrix& directions, Index n);
/// The direction's own numbers, as columns of Y; what a read-out calls them.
std::vector<Amount> amounts_of_output(const DrawContext& drawing, const Matrix& directions, Index n);

/// So many of them, those that have most of it, most first.
std::vector<Amount> most_of(std::vector<Amount> all, std::size_t count);

/// A title and below it a line each: its label, a bar as long as the amount, its number. The title's baseline at the
/// box's top, lines as far from each other as `amount_line`.
void add_amounts(DisplayList& list, const DrawContext& drawing, std::string_view title,
                 const std::vector<Amount>& amounts, const Box& box);
constexpr float amount_line = 16;

} // namespace attn
