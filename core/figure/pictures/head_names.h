#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What a head's matrix is called, the longest name first: its symbol (TeX), smaller and smaller, with what is remarked
/// of it; where that has no room the head's number, and that it is off. `less`: of what differs from that head's.
std::vector<Typeset> names_of_head(const DrawContext& drawing, const std::string& symbol, Index head,
                                   const std::string& remark, std::optional<Index> less = std::nullopt);

/// "off" of a head that is; else nothing.
std::string remark_on_head(const DrawContext& drawing, Index head);

} // namespace attn
