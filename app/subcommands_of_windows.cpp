#include "app/assets.h"
#include "app/commands.h"
#include "app/notation_argument.h"
#include "app/opened_session.h"
#include "app/play.h"
#include "app/subcommands.h"
#include "core/document/session/session_limits.h"
#include "core/document/sources/presets.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace attn {

namespace {

constexpr const char* play_help = R"(A script has one command a line; # begins a comment.
  open SOURCE            step A | step next        head 2
  click TARGET           doubleclick TARGET        drag TARGET by DX DY     hover TARGET
  type TARGET "text"     key ctrl+z                wait MS
  expect TARGET VALUE [within TOL]                 targets
  screenshot FILE        trace FILE
A TARGET is what a person sees: cell:A/1[5,2]  cell:W_Q/2[3,1]  token:3  action:undo  field:temperature
inspector.value. “targets” prints all that can be named now.

Example
  open --preset who-and-where
  step scores
  head 2
  click cell:scores/2[4,1]
  expect inspector.value 8
  screenshot scores.png)";

struct PlayCommand {
    explicit PlayCommand(CLI::App& command) {
        command.add_option("SCRIPT", told.script, "the script")->required()->type_name("FILE");
        command.add_flag("--offscreen", told.offscreen, "draw without any display");
        command.add_option("--size", size, "of the window")->type_name("WIDTHxHEIGHT")->capture_default_str();
        command.add_option("--scale", told.scale, "pixels for each logical pixel")->type_name("FACTOR");
        command.add_option("--journal", told.journal, "keeps what is not saved, as the window does, and offers it")
            ->type_name("FOLDER");
        command.footer(play_help);
    }

    Result<int> run() const {
        PlayOptions options = told;
        const auto sides = parse_size(size);
        if (!sides)
            return sides.error();
        options.assets = program_assets();
        options.width = sides->first;
        options.height = sides->second;
        auto first = load_preset(options.assets, std::string(default_preset));
        if (!first)
            return first.error();
        return play(*std::move(first), options, services_of_program());
    }

    PlayOptions told;
    std::string size = "1440x900";
};

/// Opens the window.
struct ShowCommand {
    explicit ShowCommand(CLI::App& program)
        : source(program), notation(program, "whose symbols the window shows where a session names none") {}

    Result<int> run() const {
        ShowOptions options;
        options.assets = program_assets();
        if (const auto said = source.source())
            options.file = session_file_of(*said);
        if (options.file && is_lesson_file(*options.file))
            options.lesson = std::exchange(options.file, std::nullopt);
        auto first = first_session(options);
        if (!first)
            return first.error();
        if (auto fits = check_window_limits(sizes_of(first->session.layer())); !fits)
            return fits.error();
        auto chosen = notation.chosen();
        if (!chosen)
            return chosen.error();
        options.notation = *std::move(chosen);
        // A user who opens something of their own does not want the first minute.
        options.offers_start = source.empty();
        return show(*std::move(first), options);
    }

    Result<SavedSession> first_session(const ShowOptions& options) const {
        if (options.lesson) {
            const auto lesson = load_lesson(*options.lesson, options.assets);
            return lesson ? Result<SavedSession>(lesson->sessions.front()) : Result<SavedSession>(lesson.error());
        }
        return source.empty() ? as_saved(load_preset(options.assets, std::string(start_preset)))
                              : open_saved_session(source);
    }

    SourceArguments source;
    NotationArgument notation;
};

} // namespace

void add_commands_of_windows(CLI::App& program, Deed& deed) {
    add_command<PlayCommand>(program, deed, "play", "does what a script says, as hands would in the window");
    deed = deed_of(std::make_shared<ShowCommand>(program));
}

} // namespace attn
