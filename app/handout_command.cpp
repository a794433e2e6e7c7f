#include "app/handout_command.h"

#include "app/document_command.h"

namespace attn {

Result<void> handout_command(const Session& session, const BookArguments& arguments, const std::string& output) {
    auto shown = read_book_arguments(arguments);
    if (!shown)
        return shown.error();
    DocumentRequest request;
    request.kind = DocumentKind::handout;
    request.shown = *std::move(shown);
    return document_command(session, request, output);
}

} // namespace attn
