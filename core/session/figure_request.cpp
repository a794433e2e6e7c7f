#include "core/session/figure_request.h"

#include <algorithm>

namespace attn {

std::string_view figure_kind_name(FigureKind kind) {
    return figure_kind_names.at(static_cast<std::size_t>(kind));
}

std::optional<FigureKind> find_figure_kind(std::string_view name) {
    const auto* const found = std::ranges::find(figure_kind_names, name);
    if (found == figure_kind_names.end())
        return std::nullopt;
    return static_cast<FigureKind>(found - figure_kind_names.begin());
}

} // namespace attn
