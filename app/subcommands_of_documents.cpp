#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/figure_arguments.h"
#include "app/notation_argument.h"
#include "app/opened_session.h"
#include "app/request_arguments.h"
#include "app/subcommands.h"
#include "core/document/sources/presets.h"
#include "core/files/printable.h"

#include <fmt/core.h>
#include <optional>
#include <string>
#include <utility>

namespace attn {

namespace {

constexpr const char* figure_help = R"(Examples
  attention-lab figure --preset who-and-where --stage A --head 2 --width 8cm -o a.pdf
  attention-lab figure --preset by-hand --stage scores --kind product --row 1 --col 3 --notation paper -o product.svg
  attention-lab figure lecture.json --kind change --stage A --baseline before.json -o change.png
  attention-lab figure lecture.json --all -o figures --format pdf
  attention-lab figure --preset by-hand --kind product --stage scores --overlay -o steps      one slide each
  attention-lab figure --preset by-hand --kind product --stage scores --film -o scores.gif

Widths and sizes of type are meant literally: a figure of 8cm is 8 cm wide, and its text has the size that you say.)";

struct FigureCommand {
    explicit FigureCommand(CLI::App& command) : source(command), arguments(command) { command.footer(figure_help); }

    Result<void> run() const {
        const auto order = arguments.order();
        if (!order)
            return order.error();
        auto session = open_session(source, {order->output});
        if (!session)
            return session.error();
        const FigureReport report{[](const std::string& line) { say(fmt::format("{}\n", terminal_line(line))); },
                                  [&](std::size_t done, std::size_t all) {
                                      const bool is_one = order->which == FigureSet::Which::one;
                                      if (is_terminal_said_to()) // elsewhere the reports would make one long line
                                          say(fmt::format("\r{} of {} {}{}", done, all,
                                                          is_one ? "decompositions" : "figures",
                                                          done == all ? "\n" : ""));
                                  }};
        return figure_command(*std::move(session), *order, report);
    }

    SourceArguments source;
    FigureArguments arguments;
};

constexpr const char* worksheet_help = R"(Examples
  attention-lab worksheet -o sheet.pdf --key key.pdf                     the preset made for it, by-hand
  attention-lab worksheet --preset by-hand --stages scores,A --head 1 --variant 7 -o sheet.pdf --key key.pdf
  attention-lab worksheet lecture.json --stages Q,K,V --every 3 --notation paper -o sheet.pdf
  attention-lab worksheet --preset by-hand --variant 7 --slip -o slip.pdf --key slip-key.pdf
  attention-lab worksheet --preset by-hand --variants 30 -o class         sheet-1.pdf, key-1.pdf …

A variant has the same numbers in other places, and as many products to work out. With --slip one number is wrong.)";

struct WorksheetCommand {
    explicit WorksheetCommand(CLI::App& command) : source(command) {
        add_worksheet_options(command, arguments);
        command.footer(worksheet_help);
    }

    /// Writes the worksheet. If the user gave no source, takes the preset whose numbers suit a pencil.
    Result<void> run() const {
        const auto session =
            source.empty() ? load_preset(program_assets(), "by-hand") : open_session(source, written_files(arguments));
        return session ? worksheet_command(*session, arguments) : session.error();
    }

    SourceArguments source;
    WorksheetArguments arguments;
};

constexpr const char* storyboard_help = R"(Examples
  attention-lab storyboard --preset who-and-where -o story.pdf
  attention-lab storyboard --preset who-and-where -o story.gif --seconds 4
  attention-lab storyboard session.json --head 2 --notation paper -o frames --format png

One page a step, all of one size: its picture, its formula, one cell worked out, and what that number means.)";

struct StoryboardCommand {
    explicit StoryboardCommand(CLI::App& command) : source(command) {
        add_storyboard_options(command, arguments);
        command.footer(storyboard_help);
    }

    Result<void> run() const {
        const auto request = arguments.request();
        return request ? step_document_command(source, *request, arguments.output) : request.error();
    }

    SourceArguments source;
    StoryboardArguments arguments;
};

constexpr const char* handout_help = R"(Examples
  attention-lab handout --preset who-and-where -o handout.html
  attention-lab handout session.json --notation paper -o handout.html
  attention-lab handout lecture.json -o handout.html       a lecture's scenes; answers stay hidden until asked for
  attention-lab handout --preset english --text "the cat" -o handout.html       a whole model, its layers folded

One file for any browser, without a network: numbers on pointing and on Tab, arrow keys or PageUp and PageDown step,
and it prints.)";

constexpr const char* notes_help = R"(Examples
  attention-lab notes --preset who-and-where --notation paper -o notes
  attention-lab notes session.json --head 2 --row 3 --col 1 -o notes

Writes section.tex, which compiles by itself and can be \input into an article, and its figures: the formulas of the
notation, your numbers, one cell worked out for each step. What notes take for known has figures too, set behind the
steps where a session file lists them:
  "figures": [{"name": "inner", "kind": "inner-product"}, {"name": "map", "kind": "linear-map"},
              {"name": "given", "kind": "conditional-probability"}, {"name": "projected", "kind": "projection"}])";

constexpr const char* slides_help = R"(Examples
  attention-lab slides --preset who-and-where --notation paper -o slides
  attention-lab slides session.json --head 2 -o slides
  attention-lab slides lecture.json -o slides              a lecture's scenes, with their bets and notes

Writes deck.tex for LaTeX's beamer, 16:9, and its figures: a frame for each step, with its formulas, your numbers, one
cell worked out; of a lesson or a lecture a frame for each scene.)";

/// A document that shows the layer's steps.
struct StepsCommand {
    StepsCommand(CLI::App& command, DocumentKind of, const std::string& writes, const std::string& type,
                 const char* help)
        : source(command), kind(of) {
        add_shown_options(command, shown);
        if (kind == DocumentKind::handout)
            add_document_options(command, kind, options);
        else
            command
                .add_option("--baseline", baseline,
                            "a preset or a session file: what changed since has figures of both")
                ->type_name("SOURCE");
        command.add_option("-o,--output", output, writes)->required()->type_name(type);
        command.footer(std::string(help) + "\n\nNotations\n" + notations_by_their_letters());
    }

    Result<void> run() const {
        DocumentRequest request;
        request.kind = kind;
        if (auto understood = shown.read(request.shown); !understood)
            return understood;
        if (auto understood = options.read(request); !understood)
            return understood;
        return step_document_command(source, request, output, baseline);
    }

    SourceArguments source;
    DocumentKind kind;
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    std::optional<std::string> baseline;
    std::string output;
};

} // namespace

void add_commands_of_documents(CLI::App& program, Deed& deed) {
    add_command<FigureCommand>(program, deed, "figure", "a figure, or many, for print and slides");
    add_command<WorksheetCommand>(program, deed, "worksheet", "a sheet to work out by hand, and its key, for print");
    add_command<StoryboardCommand>(program, deed, "storyboard", "the layer step by step, one page each");
    add_command<StepsCommand>(program, deed, "handout", "the layer step by step, as one HTML file",
                              DocumentKind::handout, "the handout", "FILE.html", handout_help);
    add_command<StepsCommand>(program, deed, "notes", "the layer step by step, as a section of an article in LaTeX",
                              DocumentKind::notes, "the folder of section.tex and its figures", "FOLDER", notes_help);
    add_command<StepsCommand>(program, deed, "slides", "the layer step by step, as a deck of slides for beamer",
                              DocumentKind::slides, "the folder of deck.tex and its figures", "FOLDER", slides_help);
}

} // namespace attn
