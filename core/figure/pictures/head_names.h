#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The names of a head's matrix, the longest first: its symbol (TeX) in smaller and smaller type with the remark; if
/// there is no room, the head's number, and a note if the head is off. `less`: the matrix is the difference from this
/// head's.
std::vector<Typeset> names_of_head(const DrawContext& drawing, const std::string& symbol, Index head,
                                   const std::string& remark, std::optional<Index> less = std::nullopt);

/// A remark on a head: "off" if it is switched off; else empty.
std::string remark_on_head(const DrawContext& drawing, Index head);

} // namespace attn
