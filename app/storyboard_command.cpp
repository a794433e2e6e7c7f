#include "app/storyboard_command.h"

#include "app/document_command.h"

#include <CLI/CLI.hpp>

namespace attn {

void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments) {
    add_shown_options(command, arguments.shown);
    add_document_options(command, DocumentKind::storyboard, arguments.options);
    command.add_option("-o,--output", arguments.output, "the .pdf, an animated .gif, or with --format a folder")
        ->required()
        ->type_name("FILE.pdf|FILE.gif|FOLDER");
}

Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments) {
    DocumentRequest request;
    if (auto understood = arguments.shown.read(request.shown); !understood)
        return understood;
    if (auto understood = arguments.options.read(request); !understood)
        return understood;
    return document_command(session, request, arguments.output);
}

} // namespace attn
