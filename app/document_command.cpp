#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "core/engine/engine.h"
#include "core/files/printable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace attn {

Result<void> document_command(const Session& session, const DocumentRequest& request,
                              const std::filesystem::path& output) {
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    const bool has_numbers = request.kind != DocumentKind::worksheet && request.kind != DocumentKind::code;
    const Trace& trace = has_numbers ? engine.compute(session.layer()) : engine.trace();
    return write_document(request, {session, trace, *typesetter}, output);
}

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
    command
        .add_option("-o,--output", arguments.output,
                    "the sheet, a .tex for who corrects it by hand; with --variants a folder")
        ->required()
        ->type_name("FILE.pdf|FILE.tex|FOLDER");
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

Result<void> steps_command(const Session& session, DocumentKind kind, const FigureOptionArguments& arguments,
                           const std::string& output) {
    DocumentRequest request;
    request.kind = kind;
    const char* const file = kind == DocumentKind::slides ? "deck.tex" : "section.tex";
    if (auto understood = arguments.read(request.shown); !understood)
        return understood;
    auto written = document_command(session, request, output);
    if (written && kind != DocumentKind::handout)
        print(fmt::format("{}/{} is there: pdflatex {} in that folder; its head says more.\n", printable_path(output),
                          file, file));
    return written;
}

} // namespace attn
