#pragma once

#include "core/figure/layout/grid.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

constexpr float lens_name_size = 16;
constexpr float largest_cell_of_few = 88; // where they have the stage to themselves

/// True if one of these stages is in sight, and no weight in its place.
bool is_at(const DrawContext& drawing, std::initializer_list<ArrayId> stages);

/// A number in a sentence.
std::string lens_number(float number);

/// A matrix that is no stage: worked out for a lens alone.
HeatmapOptions lens_map(const DrawContext& drawing, Matrix matrix, std::optional<Palette> asked = std::nullopt);

/// Sets the matrix's name, TeX with names in angle brackets, above it.
void set_name(const DrawContext& drawing, HeatmapOptions& options, std::string_view formula);

/// Rows or columns that are counted.
AxisLabels counted_axis(Index count);

/// The stage that the keys are made from.
ArrayId source_of_keys(const DrawContext& drawing);

/// The multiplications of a product of two matrices.
double product_effort(Index rows, Index inner, Index columns);

/// The words that stand in place of a picture whose numbers are not there in this frame.
void add_absence(DisplayList& list, const DrawContext& drawing, const Box& area, std::string_view why);

/// Adds lines of matrices; beneath them sentences, a paragraph each, and beneath these the scales of their colours.
void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area, const MatrixLines& lines,
                      const Claims& said, GridRules rules = {});

} // namespace attn
