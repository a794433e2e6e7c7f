#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/lesson_check.h"
#include "app/lesson_grade.h"
#include "app/notation_argument.h"
#include "app/opened_session.h"
#include "app/scenes.h"
#include "app/source_arguments.h"
#include "app/subcommands.h"
#include "core/document/files/session_file.h"
#include "core/document/session/session_limits.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/lesson/lesson_shelf.h"
#include "core/lesson/lesson_template.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace attn {

namespace {

struct LessonNewCommand {
    explicit LessonNewCommand(CLI::App& command) : source(command) {
        command.add_flag("--lecture", is_lecture, "a lecture: its steps are scenes on the wall, with notes");
        command.add_option("-o,--output", output, "the lesson to write")->required()->type_name("FILE.json");
    }

    /// Writes a lesson to be filled in. A preset is named in it; any other session is saved beside it, so that both can
    /// be given away.
    Result<void> run() const {
        if (output.extension() != ".json")
            return error("{}: expected a name that ends in .json", printable_path(output));
        Result<Source> said = source.empty() ? Result<Source>(Source()) : source.source();
        if (!said)
            return said.error();
        if (source.empty())
            said->preset = start_preset;
        const std::string beside = output.stem().string() + "-session.json";
        const std::filesystem::path session_output = output.parent_path() / beside;
        for (const auto& file : said->preset ? std::vector{output} : std::vector{output, session_output})
            if (std::error_code unknown; std::filesystem::exists(std::filesystem::symlink_status(file, unknown)))
                return error("{}: is there already; expected another name", printable_path(file));

        const Result<Session> session = said->preset ? load_preset(program_assets(), *said->preset)
                                                     : for_window(open_session(source), printable_path(output));
        if (!session)
            return session.error();
        if (!said->preset)
            if (auto saved = save_session(*session, session_output); !saved)
                return saved;
        Json named = json_object();
        named.set(said->preset ? "preset" : "file", json_of(said->preset.value_or(beside)));
        Engine engine;
        const Snapshot now{*session, engine.compute(session->layer())};
        return write_text_file(output, json_text(lesson_template(now, std::move(named), is_lecture)));
    }

    SourceArguments source;
    bool is_lecture = false;
    std::filesystem::path output;
};

struct LessonListCommand {
    explicit LessonListCommand(CLI::App& /*command*/) {}

    /// Prints a line for each lesson and lecture of the program, by the name under which commands know it.
    static Result<void> run() {
        const LessonList list = list_lessons(program_assets());
        for (const auto* const labels : {&list.labels, &list.lectures})
            for (const LessonLabel& label : *labels)
                print(fmt::format("{:<28} {:<5} {}: {}\n", terminal_line(label.id),
                                  label.number > 0 ? std::to_string(label.number) : "", terminal_line(label.title),
                                  terminal_line(label.idea)));
        return list.unreadable.empty() ? Result<void>() : list.unreadable.front();
    }
};

struct LessonCheckCommand {
    explicit LessonCheckCommand(CLI::App& command) {
        command.add_option("FILE", lessons, "lessons, or their names in the program")->type_name("FILE…");
    }

    Result<int> run() const {
        std::vector<std::filesystem::path> files;
        for (const std::filesystem::path& lesson : lessons) {
            const auto file = lesson_file(lesson, program_assets());
            if (!file)
                return file.error();
            files.push_back(*file);
        }
        return lesson_check_command(std::move(files), program_assets());
    }

    std::vector<std::filesystem::path> lessons;
};

struct LessonGradeCommand {
    explicit LessonGradeCommand(CLI::App& command) {
        command.add_option("LESSON", lesson, "the lesson, or its name in the program")->required()->type_name("FILE");
        command.add_option("FOLDER", folder, "saved sessions")->required()->type_name("FOLDER");
        command.add_option("--csv", grades, "a table, one line for each session")->type_name("FILE");
    }

    Result<int> run() const {
        const auto file = lesson_file(lesson, program_assets());
        return file ? lesson_grade_command(*file, folder, grades, program_assets()) : file.error();
    }

    std::filesystem::path lesson;
    std::filesystem::path folder;
    std::optional<std::filesystem::path> grades;
};

struct LessonPagesCommand {
    LessonPagesCommand(CLI::App& command, DocumentKind kind) {
        request.kind = kind;
        command.add_option("LESSON", lesson, "a lesson or a lecture, or its name in the program: five-notes")
            ->required()
            ->type_name("FILE");
        command.add_option("-o,--output", output, "the pages")->required()->type_name("FILE.pdf");
    }

    Result<int> run() const {
        const auto file = lesson_file(lesson, program_assets());
        if (!file)
            return file.error();
        const auto written = lecture_document(*file, request, output);
        return written ? Result<int>(0) : written.error();
    }

    DocumentRequest request;
    std::filesystem::path lesson;
    std::filesystem::path output;
};

struct LectureCommand {
    explicit LectureCommand(CLI::App& command) : notation(command, "whose symbols the wall shows") {
        command
            .add_option("FILE", file, "a lesson, or its name in the program; without one, the lecture that it brings")
            ->type_name("FILE");
    }

    Result<int> run() const {
        ShowOptions options;
        options.assets = program_assets();
        auto shown = lesson_file(file, options.assets);
        if (!shown)
            return shown.error();
        options.lecture = *std::move(shown);
        auto chosen = notation.chosen();
        if (!chosen)
            return chosen.error();
        options.notation = *std::move(chosen);
        const auto lesson = load_lesson(*options.lecture, options.assets);
        return lesson ? show(lesson->sessions.front(), options) : Result<int>(lesson.error());
    }

    NotationArgument notation;
    std::filesystem::path file{"five-notes"};
};

} // namespace

void add_commands_of_lessons(CLI::App& program, Deed& deed) {
    CLI::App& lesson = *program.add_subcommand("lesson", "lessons: write, check and grade them");
    lesson.require_subcommand(1);
    add_command<LessonListCommand>(lesson, deed, "list", "the lessons and lectures of the program, in their order");
    add_command<LessonNewCommand>(lesson, deed, "new", "a lesson to fill in, or a lecture, that holds as it is");
    add_command<LessonCheckCommand>(lesson, deed, "check",
                                    "tries every step, task, slip and bet; without files, those of the program");
    add_command<LessonGradeCommand>(lesson, deed, "grade", "which tasks of a lesson hold in each session of a folder");
    add_command<LessonPagesCommand>(lesson, deed, "storyboard",
                                    "a page for each step, with its answer and the lecturer's note",
                                    DocumentKind::storyboard);
    add_command<LessonPagesCommand>(lesson, deed, "handout", "all steps for the audience, without answers",
                                    DocumentKind::handout);
    add_command<LectureCommand>(program, deed, "lecture", "a lesson on the wall, scene by scene");
}
} // namespace attn
