#include "app/worksheet_command.h"

#include "app/document_command.h"

#include <CLI/CLI.hpp>

namespace attn {

std::vector<std::filesystem::path> written_files(const WorksheetArguments& arguments) {
    std::vector<std::filesystem::path> written{arguments.output};
    DocumentRequest request;
    if (arguments.files.read(request) && request.key)
        written.push_back(*request.key);
    return written;
}

void add_worksheet_options(CLI::App& command, WorksheetArguments& arguments) {
    add_document_options(command, DocumentKind::worksheet, arguments.options);
    add_shown_options(command, arguments.shown);
    add_document_options(command, DocumentKind::worksheet, arguments.files, true);
    command.add_option("-o,--output", arguments.output, "the sheet")->required()->type_name("FILE.pdf");
}

Result<void> worksheet_command(const Session& session, const WorksheetArguments& arguments) {
    DocumentRequest request;
    request.kind = DocumentKind::worksheet;
    if (auto understood = arguments.shown.read(request.shown); !understood)
        return understood;
    for (const DocumentOptionArguments* const options : {&arguments.options, &arguments.files})
        if (auto understood = options->read(request); !understood)
            return understood;
    return document_command(session, request, arguments.output);
}

} // namespace attn
