#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/opened_session.h"
#include "app/scenes.h"
#include "core/engine/engine.h"
#include "core/files/printable.h"
#include "core/lesson/lesson.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace attn {

Result<void> document_command(Session session, const DocumentRequest& request, const std::filesystem::path& output,
                              const std::optional<std::string>& baseline) {
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    const bool has_numbers = request.kind != DocumentKind::worksheet && request.kind != DocumentKind::code;
    const Trace& trace = has_numbers ? engine.compute(session.layer()) : engine.trace();
    if (!baseline)
        return write_document(request, {session, trace, *typesetter}, output);
    const auto before = open_baseline(*baseline);
    if (!before)
        return before.error();
    session.inputs.add(before->inputs);
    Engine engine_of_baseline;
    return write_document(request, {session, trace, *typesetter, &engine_of_baseline.compute(before->layer())}, output);
}

Result<void> lecture_document(const std::filesystem::path& lesson, const DocumentRequest& request,
                              const std::filesystem::path& output) {
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    const auto lecture = scenes_of(lesson, request.shown, program_assets());
    return lecture ? write_lecture(request, *lecture, *typesetter, output) : lecture.error();
}

namespace {

/// A handout of a source that names a whole model is about all its layers.
Result<void> layer_document(Source source, DocumentRequest request, const std::string& output,
                            const std::optional<std::string>& baseline) {
    if (request.kind == DocumentKind::handout && names_whole_model(source)) {
        request.all_layers = true;
        source.layer = "0";
        source.whole_block = true;
    }
    auto session = open_session(source, {output});
    return session ? document_command(*std::move(session), request, output, baseline) : session.error();
}

} // namespace

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
                    "the sheet; a .tex can be corrected by hand; with --variants a folder")
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

Result<DocumentRequest> StoryboardArguments::request() const {
    DocumentRequest request;
    if (auto understood = shown.read(request.shown); !understood)
        return understood.error();
    if (auto understood = options.read(request); !understood)
        return understood.error();
    return request;
}

Result<void> step_document_command(const SourceArguments& source, const DocumentRequest& request,
                                   const std::string& output, const std::optional<std::string>& baseline) {
    const auto named = source.source();
    if (!named)
        return named.error();
    const auto lesson = named->session ? lesson_named(*named->session, program_assets()) : std::nullopt;
    if (lesson && (baseline || !source.names_file_alone()))
        return error("{} is a lesson, whose scenes bring their own layers: expected no baseline, and no option of a "
                     "source",
                     printable_path(*named->session));
    auto written =
        lesson ? lecture_document(*lesson, request, output) : layer_document(*named, request, output, baseline);
    const bool is_tex = request.kind == DocumentKind::notes || request.kind == DocumentKind::slides;
    const char* const file = request.kind == DocumentKind::slides ? "deck.tex" : "section.tex";
    if (written && is_tex)
        print(fmt::format("{}/{} is there; its head says how to set it.\n", printable_path(output), file));
    return written;
}

} // namespace attn
