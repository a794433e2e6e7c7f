#include "core/export/beamer_frame.h"

namespace attn {

FigureRequest for_format(FigureRequest request, std::string_view ending) {
    if (ending != "tex" || request.standalone)
        return request;
    const bool stands_in_text = request.width || request.fit == FigureFit::text || request.fit == FigureFit::page;
    if (stands_in_text) { // LaTeX has captions
        request.titled = request.titled && !request.title.empty();
        request.captioned = false;
    }
    if (request.fit == FigureFit::slide)
        request.fit = FigureFit::beamer;
    return request;
}

} // namespace attn
