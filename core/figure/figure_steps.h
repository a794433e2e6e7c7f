#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <optional>
#include <vector>

namespace attn {

/// The steps in which a figure is built up on slides. A product: its operands, the row that is read, the terms of the
/// selected cell, that cell, its row, all. A softmax row: its levels. An equation: its operands, the selected cell, its
/// row, all. Cells before the selected one are there from the beginning; without a cell in the request it is the first.
/// Fails for kinds that are not built up.
Result<std::vector<FigureStep>> overlay_steps(const FigureRequest& request, const FigureSource& source);

/// The steps of a film: the cells of a product or equation, one after the other, or the levels of a softmax row.
Result<std::vector<FigureStep>> film_steps(const FigureRequest& request, const FigureSource& source);

/// Lays the request out without title, caption and words, which the caller prints; nullopt if it does not fit. Does not
/// look for a size that would do, so that many requests can be tried.
std::optional<Figure> lay_out_if_it_fits(const FigureRequest& request, const FigureSource& source);

/// Returns the request, with the first cell if it names none. For a softmax row, only the row of the cell is used.
FigureRequest about_one_cell(FigureRequest request);

} // namespace attn
