#include "app/handout_command.h"

#include "app/document_command.h"

namespace attn {

Result<void> handout_command(const Session& session, const FigureOptionArguments& arguments,
                             const std::string& output) {
    DocumentRequest request;
    request.kind = DocumentKind::handout;
    if (auto understood = arguments.read(request.shown); !understood)
        return understood;
    return document_command(session, request, output);
}

} // namespace attn
