#pragma once

#include "core/document/session/figure_request.h"
#include "core/files/json_field.h"

#include <vector>

namespace attn {

/// The figures that a session lists. Failures are noted in the field.
std::vector<FigureRequest> read_figures(const Field& list);

/// The figures as read_figures reads them, without default options.
Json figures_to_json(const std::vector<FigureRequest>& figures);

} // namespace attn
