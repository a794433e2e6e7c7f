#include "app/storyboard_command.h"

#include "app/document_command.h"
#include "app/number_range.h"

#include <CLI/CLI.hpp>

namespace attn {

void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments) {
    add_book_options(command, arguments.shown);
    command.add_option("--format", arguments.format, "frames into a folder, png or svg")
        ->check(CLI::IsMember({"png", "svg"}));
    command.add_option("--dpi", arguments.dpi, "of png frames and animations (96)")
        ->check(number_range(lowest_dpi, most_frame_dpi))
        ->type_name("DPI");
    command.add_option("--seconds", arguments.seconds, "that an animation shows a page (3)")
        ->check(number_range(least_seconds, most_seconds))
        ->type_name("S");
    command.add_option("-o,--output", arguments.output, "the .pdf, an animated .gif, or with --format a folder")
        ->required()
        ->type_name("FILE.pdf|FILE.gif|FOLDER");
}

Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments) {
    auto shown = read_book_arguments(arguments.shown);
    if (!shown)
        return shown.error();
    DocumentRequest request;
    request.shown = *std::move(shown);
    request.frames = arguments.format;
    request.dpi = arguments.dpi;
    request.seconds = arguments.seconds;
    return document_command(session, request, arguments.output);
}

} // namespace attn
