#pragma once

#include "core/attention/cell.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// What a figure shows. Their names stand in figure_kind_names, in this order.
enum class FigureKind : std::uint8_t {
    heatmap,  ///< one matrix
    product,  ///< both operands and their result in place
    softmax,  ///< one row on its way from scores to shares
    heads,    ///< all heads side by side
    lines,    ///< lines from the tokens that read to those that are read
    pipeline, ///< the whole layer
    sum,      ///< the output as the sum over heads, W_O in blocks of rows
    change,   ///< what a matrix is now less what it is in another source
    shapes,   ///< the products without numbers
    legend,   ///< the symbols and what they mean
    table     ///< numbers as text
};
constexpr std::array<std::string_view, 11> figure_kind_names{
    "heatmap", "product", "softmax", "heads", "lines", "pipeline", "sum", "change", "shapes", "legend", "table"};
std::string_view figure_kind_name(FigureKind kind);
std::optional<FigureKind> find_figure_kind(std::string_view name);

/// What the colours of a figure are stretched over: its own matrix, all heads of the stage, or two fixed ends.
enum class FigureLimits : std::uint8_t { own, stage, fixed };

/// A figure as an author asks for it; a recipe, when a session lists it. Everything counts from 0. What is not said is
/// as the session opens.
struct FigureRequest {
    std::string name; ///< of the file that a recipe makes, without its ending
    FigureKind kind = FigureKind::heatmap;
    std::optional<ArrayId> array;
    std::optional<Index> item;
    std::optional<Index> head;
    std::optional<Index> row;
    std::optional<Index> column;
    std::optional<std::string> notation;
    std::optional<bool> tokens_as_columns;

    std::optional<float> width; ///< centimetres; none: as wide as it needs to be, up to a page's text
    float font_size = 9;        ///< points
    float dpi = 300;            ///< of PNG
    bool numbers = true;        ///< in cells, where they can be read
    int precision = 2;          ///< decimals
    FigureLimits limits = FigureLimits::own;
    float lowest = -1; ///< where the limits are fixed
    float highest = 1;
    bool grey = false;
    bool dark = false;
    bool titled = true;
    std::string title; ///< empty: made from the stage
    bool captioned = true;
    bool operator==(const FigureRequest&) const = default;
};

/// What a request may ask of a page.
constexpr float narrowest_figure = 1; // cm
constexpr float widest_figure = 200;
constexpr float smallest_font = 3; // points
constexpr float largest_font = 72;
constexpr float lowest_dpi = 20;
constexpr float highest_dpi = 2400;
constexpr int most_precise = 9;

} // namespace attn
