#pragma once

#include "core/document/session/figure_request.h"
#include "core/files/json_field.h"

#include <vector>

namespace attn {

/// Reads the figures that a session lists. Failures are recorded in the field.
std::vector<FigureRequest> read_figures(const Field& list);

/// Writes the figures for read_figures, without options that have their default.
Json figures_to_json(const std::vector<FigureRequest>& figures);

} // namespace attn
