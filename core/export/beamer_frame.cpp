#include "core/export/beamer_frame.h"

#include <algorithm>

namespace attn {

FigureRequest for_format(FigureRequest request, std::string_view ending) {
    if (ending != "tex" || request.standalone)
        return request;
    const bool stands_in_text = request.width || request.fit == FigureFit::text || request.fit == FigureFit::page;
    if (stands_in_text) { // LaTeX has captions
        request.titled = request.titled && !request.title.empty();
        request.captioned = false;
    }
    if (request.fit != FigureFit::slide)
        return request;
    constexpr float width = 13.9F; // cm
    constexpr float height = 7.1F;
    constexpr float least_font = 14 * 16 / 33.87F; // points
    if (!request.width)
        request.width = width;
    if (!request.height)
        request.height = height;
    const bool is_usual = request.font_size == FigureRequest().font_size;
    request.font_size = is_usual ? least_font : std::max(request.font_size, least_font);
    request.titled = request.titled && !request.title.empty();
    request.captioned = false;
    request.fit = FigureFit::free;
    return request;
}

} // namespace attn
