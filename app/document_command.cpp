#include "app/document_command.h"

#include "app/assets.h"
#include "core/engine/engine.h"

namespace attn {

Result<void> document_command(const Session& session, const DocumentRequest& request,
                              const std::filesystem::path& output) {
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    const bool has_numbers = request.kind == DocumentKind::storyboard || request.kind == DocumentKind::handout;
    const Trace& trace = has_numbers ? engine.compute(session.layer()) : engine.trace();
    return write_document(request, {session, trace, *typesetter}, output);
}

} // namespace attn
