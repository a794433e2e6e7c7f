#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <optional>
#include <vector>

namespace attn {

/// The steps in which a figure is built up on slides: of a product its operands, the row that is read, the terms of
/// the chosen cell, that cell, its row, all; of a softmax row its levels; of an equation what goes in, the chosen cell,
/// its row, all. The cells before the chosen one are there from the beginning; unless the request names one it is the
/// first. Fails where a kind is drawn at once.
Result<std::vector<FigureStep>> overlay_steps(const FigureRequest& request, const FigureSource& source);

/// The steps of a film: every cell of a product or equation, one after the other, or every level of a softmax row.
Result<std::vector<FigureStep>> film_steps(const FigureRequest& request, const FigureSource& source);

/// The layout of a request that fits, without title, words and caption, which others print; nothing where lay_out
/// fails. No time goes into the size that would do, so that many requests can be tried.
std::optional<Figure> lay_out_if_it_fits(const FigureRequest& request, const FigureSource& source);

/// The request with the cell that the steps are about: the first, unless it names another. Of a softmax row they are
/// about the row.
FigureRequest about_one_cell(FigureRequest request);

} // namespace attn
