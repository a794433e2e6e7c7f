#pragma once

#include "core/figure/layout/grid.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

constexpr float lens_name_size = 16;
constexpr float largest_cell_of_few = 88; // for pictures with only a few matrices

/// True if the view state shows one of these stages, and not a weight.
bool is_at(const DrawContext& drawing, std::initializer_list<ArrayId> stages);

/// The number as it is written in a sentence.
std::string lens_number(float number);

/// A heatmap of a matrix that is computed only for a lens.
HeatmapOptions lens_map(const DrawContext& drawing, Matrix matrix, std::optional<Palette> asked = std::nullopt);

/// Writes the matrix' name above it; `formula` is TeX with names in angle brackets.
void set_name(const DrawContext& drawing, HeatmapOptions& options, std::string_view formula);

/// An axis with the labels "1", "2" …
AxisLabels counted_axis(Index count);

/// The array from which keys are computed.
ArrayId source_of_keys(const DrawContext& drawing);

/// The number of multiplications in a matrix product.
double product_effort(Index rows, Index inner, Index columns);

/// Draws the reason why a picture's numbers are missing in this frame.
void add_absence(DisplayList& list, const DrawContext& drawing, const Box& area, std::string_view why);

/// Adds lines of matrices, beneath them sentences with a paragraph each, and beneath these the colour bars.
void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area, const MatrixLines& lines,
                      const Claims& said, GridRules rules = {});

} // namespace attn
