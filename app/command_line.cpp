#include "app/command_line.h"

#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/figure_arguments.h"
#include "app/lesson_check.h"
#include "app/lesson_grade.h"
#include "app/lesson_pages.h"
#include "app/play.h"
#include "app/request_arguments.h"
#include "app/source_arguments.h"
#include "app/spared_files.h"
#include "core/document/limits.h"
#include "core/document/presets.h"
#include "core/document/session_file.h"
#include "core/document/trace_file.h"
#include "core/document/weights_out.h"
#include "core/engine/engine.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/tensor/memory.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fmt/core.h>
#include <sstream>
#include <vector>

namespace attn {

namespace {

constexpr int bad_use = 2;

constexpr const char* main_help = R"(Examples
  attention-lab                                    the window, with the first preset
  attention-lab lecture.json                       a session of your own
  attention-lab --weights layer.npz --input x.npy --heads 12 --mask causal
  attention-lab trace --preset who-and-where -o trace.npz

A SOURCE is a session file, or --preset NAME, or --weights FILE --input X.npy --heads H, or a model's folder.
Each command tells more: attention-lab trace --help.
Exit status: 0; 1 where a check or an expectation found a difference; 2 for bad use or bad input.)";

constexpr const char* trace_help = R"(Examples
  attention-lab trace --preset by-hand -o trace.npz
  attention-lab trace --weights layer.safetensors --layer encoder.0.self_attn --input x.npy --heads 8 -o trace.npz

Then, in Python
  trace = numpy.load("trace.npz"); trace["A"].shape        # B, H, S_q, S_k)";

/// The last line of the help of trace.
std::string arrays_of_a_trace() {
    std::string text = "\nArrays, where the layer has them:";
    for (const Array& stage : stages())
        text += fmt::format(" {}", stage.name);
    return text + ".";
}

constexpr const char* check_help = R"(Examples
  attention-lab check --preset by-hand --against mine.npz
  attention-lab check --weights layer.npz --input x.npy --heads 8 --against class/ --csv class.csv

--against is an .npz, a .safetensors or a folder of .npy files with any of the stages under their names (Q K V scores
scaled mask masked exp A O concat Y …), with or without axes of items and heads, and behind the name of their layer
(layers.3.A) if you like; or a folder of such answers.
The first line names the first stage that differs; then where, by how much, and the slip that gives these numbers.
Exit status: 0 where all agrees; 1 where something differs; 2 for bad use or bad input.)";

constexpr const char* weights_help = R"(Examples
  attention-lab weights edited.json -o model.safetensors     a session that was opened from a model and edited
  attention-lab weights --preset by-hand -o weights.npz      W_Q W_K W_V W_O, packed head by head

All other tensors of a model stay as they are, byte for byte; of several files, all are written into a folder.)";

constexpr const char* layers_help = R"(Examples
  attention-lab layers model.safetensors
  attention-lab layers ~/models/gpt2

Then, by number (from 0), name, or a part of a name that no other layer has
  attention-lab trace ~/models/gpt2 --layer h.3 --resid-pre r.npy -o trace.npz     what enters the layer, before its norm
  attention-lab trace ~/models/gpt2 --layer 3 --input x.npy -o trace.npz           X itself
  attention-lab ~/models/gpt2 --text "the cat"                the first layer, from the model's own embeddings)";

constexpr const char* tokens_help = R"(Examples
  attention-lab tokens ~/models/gpt2 --text "Attention is here"      [8086, 1463, 318, 994]
  attention-lab tokens ~/models/bert --file poem.txt

The ids are those that the model reads, with its start and end tokens. MODEL is a folder with a tokenizer.json, a
vocab.json and merges.txt, or a vocab.txt; nothing else need be in it. Or a session that was opened from one.)";

constexpr const char* figure_help = R"(Examples
  attention-lab figure --preset who-and-where --stage A --head 2 --width 8cm -o a.pdf
  attention-lab figure --preset by-hand --stage scores --kind product --row 1 --col 3 --notation paper -o product.svg
  attention-lab figure lecture.json --kind change --stage A --baseline before.json -o change.png
  attention-lab figure lecture.json --all -o figures --format pdf
  attention-lab figure --preset by-hand --kind product --stage scores --overlay -o steps      one slide each
  attention-lab figure --preset by-hand --kind product --stage scores --film -o scores.gif

Widths and sizes of type are meant literally: a figure of 8cm is 8 cm wide, and its text has the size that you say.)";

constexpr const char* storyboard_help = R"(Examples
  attention-lab storyboard --preset who-and-where -o story.pdf
  attention-lab storyboard --preset who-and-where -o story.gif --seconds 4
  attention-lab storyboard lecture.json --head 2 --notation paper -o frames --format png

One page a step, all of one size: its picture, its formula, one cell worked out, and what that number means.)";

constexpr const char* handout_help = R"(Examples
  attention-lab handout --preset who-and-where -o handout.html
  attention-lab handout lecture.json --notation paper -o handout.html

One file for any browser, without a network: numbers on pointing and on Tab, arrow keys or PageUp and PageDown step,
and it prints.)";

constexpr const char* notes_help = R"(Examples
  attention-lab notes --preset who-and-where --notation paper -o notes
  attention-lab notes lecture.json --head 2 --row 3 --col 1 -o notes

Writes section.tex, which compiles by itself and can be \input into an article, and its figures: the formulas of the
notation, your numbers, one cell worked out for each step.)";

constexpr const char* slides_help = R"(Examples
  attention-lab slides --preset who-and-where --notation paper -o slides
  attention-lab slides lecture.json --head 2 -o slides

Writes deck.tex for LaTeX's beamer, 16:9, and its figures: a frame for each step, with its formulas, your numbers, one
cell worked out.)";

constexpr const char* worksheet_help = R"(Examples
  attention-lab worksheet -o sheet.pdf --key key.pdf                     the preset made for it, by-hand
  attention-lab worksheet --preset by-hand --stages scores,A --head 1 --variant 7 -o sheet.pdf --key key.pdf
  attention-lab worksheet lecture.json --stages Q,K,V --every 3 --notation paper -o sheet.pdf
  attention-lab worksheet --preset by-hand --variant 7 --slip -o slip.pdf --key slip-key.pdf
  attention-lab worksheet --preset by-hand --variants 30 -o class         sheet-1.pdf, key-1.pdf …

A variant has the same numbers in other places, and as many products to work out. With --slip one number is wrong.)";

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

int fail(const Error& error) {
    say(fmt::format("attention-lab: {}\n", terminal_line(error.message)));
    return bad_use;
}

/// 0, or the failure said.
int status_of(const Result<void>& result) {
    return result ? 0 : fail(result.error());
}

int status_of(const Result<int>& result) {
    return result ? *result : fail(result.error());
}

/// The session of the source; `outputs` are to be written, and take the place of nothing that it was read from.
Result<Session> open(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs = {}) {
    const auto source = arguments.source();
    if (!source)
        return source.error();
    auto session = open_source(*source, program_assets());
    if (!session)
        return session;
    // Whoever writes asks again; here it is said before long computations.
    for (const std::filesystem::path& output : outputs)
        if (auto spared = session->inputs.check_spares(output); !spared)
            return spared.error();
    for (const Caveat& caveat : session->layer().caveats)
        say(fmt::format("attention-lab: from {} on this is not the model: {}\n", array_name(caveat.from),
                        terminal_line(caveat.says)));
    return session;
}

Result<void> trace_command(const SourceArguments& arguments, const std::string& output) {
    const auto session = open(arguments, {output});
    if (!session)
        return session.error();
    if (auto replaces = check_replaces_its_kind(output, ".npz", "trace"); !replaces)
        return replaces;
    Engine engine;
    return with_memory_for("the trace of this layer",
                           [&] { return write_trace(engine.compute(session->layer()), output); });
}

Result<int> check_command(const SourceArguments& arguments, const CheckOptions& options) {
    std::vector<std::filesystem::path> outputs;
    if (options.csv)
        outputs.push_back(*options.csv);
    const auto session = open(arguments, outputs);
    return session ? check_command(*session, options) : Result<int>(session.error());
}

Result<void> weights_command(const SourceArguments& arguments, const std::string& output) {
    const auto session = open(arguments, {output});
    return session ? write_weights(*session, output) : Result<void>(session.error());
}

Result<void> draw_figures(const SourceArguments& source, const FigureArguments& arguments) {
    const auto order = arguments.order();
    if (!order)
        return order.error();
    auto session = open(source, {order->output});
    if (!session)
        return session.error();
    const FigureReport report{[](const std::string& line) { say(fmt::format("{}\n", terminal_line(line))); },
                              [](std::size_t done, std::size_t all) {
                                  if (is_terminal_said_to()) // elsewhere it would be one long line
                                      say(fmt::format("\r{} of {} figures{}", done, all, done == all ? "\n" : ""));
                              }};
    return figure_command(*std::move(session), *order, report);
}

Result<void> code_command(const SourceArguments& source, const DocumentOptionArguments& options,
                          const std::string& output) {
    if (auto replaces = check_replaces_its_kind(output, ".py", "script"); !replaces)
        return replaces;
    const auto session = open(source, {output});
    if (!session)
        return session.error();
    DocumentRequest request;
    request.kind = DocumentKind::code;
    if (auto understood = options.read(request); !understood)
        return understood;
    return document_command(*session, request, output);
}

/// Without a source, the preset whose numbers a pencil can do.
Result<void> worksheet_command(const SourceArguments& source, const WorksheetArguments& arguments) {
    const auto session =
        source.empty() ? load_preset(program_assets(), "by-hand") : open(source, written_files(arguments));
    return session ? worksheet_command(*session, arguments) : session.error();
}

Result<void> storyboard_command(const SourceArguments& source, const StoryboardArguments& arguments) {
    const auto session = open(source, {arguments.output});
    return session ? storyboard_command(*session, arguments) : session.error();
}

/// A command for a document that shows the steps and has no options of its own.
struct StepsCommand {
    StepsCommand(CLI::App& program, std::string_view name, const std::string& about, DocumentKind of)
        : command(*program.add_subcommand(std::string(name), about)), source(command), kind(of) {
        add_shown_options(command, shown);
    }

    void add_output(const std::string& about, const std::string& what, const char* help) {
        command.add_option("-o,--output", output, about)->required()->type_name(what);
        command.footer(help);
    }

    Result<void> run() const {
        const auto session = open(source, {output});
        return session ? steps_command(*session, kind, shown, output) : session.error();
    }

    CLI::App& command;
    SourceArguments source;
    DocumentKind kind;
    FigureOptionArguments shown;
    std::string output;
};

Result<void> new_command(const std::string& preset, const std::string& output) {
    const auto session = load_preset(program_assets(), preset);
    if (!session)
        return session.error();
    if (auto spared = session->inputs.check_spares(output); !spared) // the preset itself is a session, too
        return spared;
    return save_session(*session, output);
}

Result<void> presets_command() {
    const auto presets = list_presets(program_assets());
    if (!presets)
        return presets.error();
    for (const Preset& preset : *presets)
        print(fmt::format("{:<16} {}: {}\n", terminal_line(preset.name), terminal_line(preset.title),
                          terminal_line(preset.about.substr(0, preset.about.find(". ")))));
    return {};
}

Result<OpenedSource> open_for_script(std::span<const std::string> words) {
    const auto source = parse_source(words);
    if (!source)
        return source.error();
    auto session = for_window(open_source(*source, program_assets()), "");
    if (!session)
        return session.error();
    return OpenedSource{*std::move(session), session_file_of(*source)};
}

Result<int> play_command(PlayOptions options, const std::string& size) {
    const auto sides = parse_size(size);
    if (!sides)
        return sides.error();
    options.assets = program_assets();
    options.width = sides->first;
    options.height = sides->second;
    auto first = load_preset(options.assets, std::string(default_preset));
    if (!first)
        return first.error();
    const PlayServices services{open_for_script, write_trace,
                                [](const std::string& line) { print(fmt::format("{}\n", terminal_line(line))); }};
    return play(*std::move(first), options, services);
}

Result<int> show_command(const SourceArguments& arguments) {
    ShowOptions options;
    options.assets = program_assets();
    auto session =
        arguments.empty() ? load_preset(options.assets, std::string(start_preset)) : for_window(open(arguments), "");
    if (!session)
        return session.error();
    if (const auto source = arguments.source())
        options.file = session_file_of(*source);
    // Whoever brings something of their own wants to see that.
    options.offers_start = arguments.empty();
    return show(*std::move(session), options);
}

Result<int> lecture_command(const std::string& file) {
    ShowOptions options;
    options.assets = program_assets();
    options.lecture =
        file.empty() ? options.assets / "lessons" / "lecture-five-notes.json" : std::filesystem::path(file);
    const auto lesson = load_lesson(*options.lecture, options.assets);
    return lesson ? show(lesson->sessions.front(), options) : Result<int>(lesson.error());
}

int run(int count, const char* const* words) {
    CLI::App program("Attention Lab: multi-head self-attention, every number of it seen, changed and explained.",
                     "attention-lab");
    program.footer(main_help);
    program.set_version_flag("--version", "attention-lab 0.1.0");
    const SourceArguments shown(program);

    auto* const trace = program.add_subcommand("trace", "every stage of a source, as arrays in an .npz");
    const SourceArguments traced(*trace);
    std::string output;
    trace->add_option("-o,--output", output, "the .npz to write")->required()->type_name("FILE");
    trace->footer(trace_help + arrays_of_a_trace());

    auto* const checked = program.add_subcommand("check", "where an implementation of your own differs, and why");
    const SourceArguments checked_with(*checked);
    CheckOptions check_options;
    checked->add_option("--against", check_options.against, "your arrays, or a folder of such files")
        ->required()
        ->type_name("FILE|FOLDER");
    checked
        ->add_option("--tolerance", check_options.tolerance, "the difference that counts as none, of the largest entry")
        ->type_name("T");
    checked->add_option("--csv", check_options.csv, "a table, one line for each file")->type_name("FILE");
    checked->footer(check_help);

    auto* const weights = program.add_subcommand("weights", "a source's weights, in the layout in which they came");
    const SourceArguments weighed(*weights);
    weights->add_option("-o,--output", output, "the file, or of several files the folder, to write")
        ->required()
        ->type_name("FILE");
    weights->footer(weights_help);

    auto* const figure = program.add_subcommand("figure", "a figure, or many, for print and slides");
    const SourceArguments drawn(*figure);
    const FigureArguments figure_arguments(*figure);
    figure->footer(figure_help);

    auto* const worksheet = program.add_subcommand("worksheet", "a sheet to work out by hand, and its key, for print");
    const SourceArguments worked(*worksheet);
    WorksheetArguments worksheet_arguments;
    add_worksheet_options(*worksheet, worksheet_arguments);
    worksheet->footer(worksheet_help);

    auto* const storyboard = program.add_subcommand("storyboard", "the layer step by step, one page each");
    const SourceArguments told(*storyboard);
    StoryboardArguments storyboard_arguments;
    add_storyboard_options(*storyboard, storyboard_arguments);
    storyboard->footer(storyboard_help);

    StepsCommand handout(program, "handout", "the layer step by step, as one HTML file", DocumentKind::handout);
    handout.add_output("the handout", "FILE.html", handout_help);
    StepsCommand notes(program, "notes", "the layer step by step, as a section of an article in LaTeX",
                       DocumentKind::notes);
    notes.add_output("the folder of section.tex and its figures", "FOLDER", notes_help);
    StepsCommand slides(program, "slides", "the layer step by step, as a deck of slides for beamer",
                        DocumentKind::slides);
    slides.add_output("the folder of deck.tex and its figures", "FOLDER", slides_help);

    auto* const code = program.add_subcommand("code", "a Python script that rebuilds the layer and prints its numbers");
    const SourceArguments coded(*code);
    DocumentOptionArguments code_arguments;
    add_document_options(*code, DocumentKind::code, code_arguments);
    code->add_option("-o,--output", output, "the script to write")->required()->type_name("FILE");

    auto* const create = program.add_subcommand("new", "a session file to begin with");
    std::string preset{default_preset};
    create->add_option("--preset", preset, "the preset to copy")->type_name("NAME")->capture_default_str();
    create->add_option("-o,--output", output, "the session file to write")->required()->type_name("FILE");

    auto* const presets = program.add_subcommand("presets", "the presets, and what each is about");

    auto* const manual = program.add_subcommand("manual", "the pages of the manual, or one of them");
    std::string topic;
    manual->add_option("TOPIC", topic, "which page; without one, what there is")->type_name("TOPIC");

    auto* const listed =
        program.add_subcommand("layers", "the attention layers in a file of tensors or a model's folder");
    std::string tensors;
    listed->add_option("FILE", tensors, ".safetensors, its index, .npz, or a folder")->required()->type_name("FILE");
    listed->footer(layers_help);

    auto* const kinds =
        program.add_subcommand("families", "the kinds of models that are known by config.json's model_type, or --like");
    std::string kind;
    kinds->add_option("NAME", kind, "one of them, or a .json file of your own: all that is known of it, as JSON")
        ->type_name("NAME");

    auto* const tokenized = program.add_subcommand("tokens", "the ids of the tokens that a model makes of a text");
    TokensOptions tokens_options;
    tokenized->add_option("MODEL", tokens_options.model, "a model's folder")->required()->type_name("FOLDER");
    tokenized->add_option("--text", tokens_options.text, "the text")->type_name("TEXT");
    tokenized->add_option("--file", tokens_options.file, "a file that holds it")->type_name("FILE");
    tokenized->footer(tokens_help);

    auto* const recorded =
        program.add_subcommand("recorded", "compares recorded stages with what follows from the others");
    std::optional<std::string> recorded_layer;
    recorded->add_option("FILE", tensors, ".npz or .safetensors of stages")->required()->type_name("FILE");
    recorded->add_option("--layer", recorded_layer, "what stands before their names")->type_name("NAME");
    RecordingOptions recorded_with;
    std::string recorded_mask;
    recorded->add_option("--scale", recorded_with.scale, "what scores were multiplied by")->type_name("VALUE");
    recorded->add_option("--soft-cap", recorded_with.soft_cap, "what scaled scores were kept within; 0: nothing")
        ->type_name("VALUE");
    recorded->add_option("--mask", recorded_mask, "none, or causal")
        ->check(CLI::IsMember({"none", "causal"}))
        ->type_name("KIND");

    auto* const lesson = program.add_subcommand("lesson", "lessons of your own: whether they are as they say");
    lesson->require_subcommand(1);
    auto* const lesson_checked =
        lesson->add_subcommand("check", "tries every step, task, slip and bet; without files, those of the program");
    std::vector<std::filesystem::path> lessons;
    lesson_checked->add_option("FILE", lessons, "lessons")->type_name("FILE…");

    auto* const graded = lesson->add_subcommand("grade", "which tasks of a lesson hold in each session of a folder");
    std::filesystem::path graded_lesson;
    std::filesystem::path graded_folder;
    std::optional<std::filesystem::path> grades;
    graded->add_option("LESSON", graded_lesson, "the lesson")->required()->type_name("FILE");
    graded->add_option("FOLDER", graded_folder, "saved sessions")->required()->type_name("FOLDER");
    graded->add_option("--csv", grades, "a table, one line for each session")->type_name("FILE");

    std::filesystem::path printed_lesson;
    std::filesystem::path lesson_output;
    const auto add_pages = [&](const char* name, const char* about) {
        auto* const command = lesson->add_subcommand(name, about);
        command->add_option("LESSON", printed_lesson, "a lesson, or a lecture")->required()->type_name("FILE");
        command->add_option("-o,--output", lesson_output, "the pages")->required()->type_name("FILE.pdf");
        return command;
    };
    auto* const lesson_storyboard =
        add_pages("storyboard", "a page for each step, with its answer and the note for who lectures");
    auto* const lesson_handout = add_pages("handout", "all steps for the audience, without answers");

    auto* const lectured = program.add_subcommand("lecture", "a lesson on the wall, scene by scene");
    std::string lecture;
    lectured->add_option("FILE", lecture, "a lesson; without one, the lecture of five notes")->type_name("FILE");

    auto* const played = program.add_subcommand("play", "does what a script says, as hands would in the window");
    PlayOptions play_options;
    std::string size = "1440x900";
    played->add_option("SCRIPT", play_options.script, "the script")->required()->type_name("FILE");
    played->add_flag("--offscreen", play_options.offscreen, "without any display");
    played->add_option("--size", size, "of the window")->type_name("WIDTHxHEIGHT")->capture_default_str();
    played->add_option("--scale", play_options.scale, "pixels for each logical pixel")->type_name("FACTOR");
    played->add_option("--journal", play_options.journal, "keeps what is not saved, as the window does, and offers it")
        ->type_name("FOLDER");
    played->footer(play_help);

    try {
        program.parse(count, words);
    } catch (const CLI::Success& asked) {
        std::ostringstream text;
        const int status = program.exit(asked, text, text);
        print(text.str());
        return status;
    } catch (const CLI::ParseError& failed) {
        std::string message = failed.what();
        std::ranges::replace(message, '\n', ' ');
        return fail(error("{} (attention-lab --help tells more)", message));
    }
    if (trace->parsed())
        return status_of(trace_command(traced, output));
    if (checked->parsed())
        return status_of(check_command(checked_with, check_options));
    if (weights->parsed())
        return status_of(weights_command(weighed, output));
    if (figure->parsed())
        return status_of(draw_figures(drawn, figure_arguments));
    if (worksheet->parsed())
        return status_of(worksheet_command(worked, worksheet_arguments));
    if (storyboard->parsed())
        return status_of(storyboard_command(told, storyboard_arguments));
    for (const StepsCommand* const steps : {&handout, &notes, &slides})
        if (steps->command.parsed())
            return status_of(steps->run());
    if (code->parsed())
        return status_of(code_command(coded, code_arguments, output));
    if (create->parsed())
        return status_of(new_command(preset, output));
    if (presets->parsed())
        return status_of(presets_command());
    if (manual->parsed())
        return status_of(manual_command(topic));
    if (listed->parsed())
        return status_of(print_layers(tensors));
    if (kinds->parsed())
        return status_of(print_families(kind));
    if (tokenized->parsed())
        return status_of(tokens_command(tokens_options));
    if (recorded->parsed()) {
        if (!recorded_mask.empty())
            recorded_with.causal = recorded_mask == "causal";
        return status_of(print_recording(tensors, recorded_layer, recorded_with));
    }
    if (lesson_checked->parsed())
        return status_of(lesson_check_command(lessons, program_assets()));
    if (graded->parsed())
        return status_of(lesson_grade_command(graded_lesson, graded_folder, grades, program_assets()));
    if (lesson_storyboard->parsed() || lesson_handout->parsed())
        return status_of(lesson_pages_command(lesson_handout->parsed() ? LessonPages::handout : LessonPages::storyboard,
                                              printed_lesson, lesson_output, program_assets()));
    if (lectured->parsed())
        return status_of(lecture_command(lecture));
    if (played->parsed())
        return status_of(play_command(play_options, size));
    return status_of(show_command(shown));
}

int run_whatever_happens(int count, const char* const* arguments) {
    try {
        return run(count, arguments);
    } catch (const std::bad_alloc&) {
        return fail(error("Not enough memory for this command."));
    } catch (const std::exception& unexpected) {
        return fail(error("{}", unexpected.what()));
    }
}

} // namespace

int run_command_line(int count, const char* const* arguments) {
    open_standard_streams();
    // Writing more than the user's limit then fails like writing to a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    const int status = run_whatever_happens(count, arguments);
    const auto flushed = flush_output();
    return flushed || status == bad_use ? status : fail(flushed.error());
}

} // namespace attn
