#pragma once

#include "core/document/session/figure_request.h"
#include "core/files/json_field.h"

#include <vector>

namespace attn {

/// The figures that a session lists; what cannot be read is noted in the field.
std::vector<FigureRequest> read_figures(const Field& list);

/// As read_figures reads them; what is as usual is not written.
Json figures_to_json(const std::vector<FigureRequest>& figures);

} // namespace attn
