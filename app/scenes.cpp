#include "app/scenes.h"

#include "app/rehearsal.h"
#include "core/files/printable.h"
#include "core/lesson/lesson_shelf.h"
#include "core/lesson/live_text.h"

#include <fmt/ranges.h>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Turns the steps of a lesson in a rehearsal into scenes as they are drawn on paper.
class ScenesOfRehearsal {
public:
    ScenesOfRehearsal(Rehearsal& window, const FigureRequest& shown) : window_(window), shown_(shown) {}

    /// Returns the scene of the step that is open, with its answer. Afterwards the window is where the next step
    /// begins.
    LectureScene scene(const LessonStep& step) {
        LectureScene scene{view_now()};
        scene.has_picture = step.view != StepView::words;
        const Snapshot now{scene.begins.session, scene.begins.trace};
        scene.text = told(step.text, now);
        scene.note = told(step.note, now);
        scene.question = told(step.bet ? step.bet->ask : step.task ? step.task->ask : std::string(), now);
        for (std::size_t i = 0; step.bet && i < step.bet->choices.size(); ++i)
            scene.choices.push_back(told(step.bet->choices[i].text, now));
        if (step.bet || step.task) {
            // A line that leads out of the lesson is for `lesson check` to tell.
            static_cast<void>(window_.act(step.bet ? step.bet->reveal : step.task->solution));
            scene.revealed = view_now();
            scene.answer = answer(step, {scene.revealed->session, scene.revealed->trace});
        }
        window_.go_on();
        return scene;
    }

private:
    SceneView view_now() const {
        SceneView now{window_.app().session(), window_.app().trace(),
                      static_cast<const ViewState&>(window_.app().workspace())};
        now.session.notation = shown_.notation.value_or(now.session.notation);
        now.session.tokens_as_columns = shown_.tokens_as_columns.value_or(now.session.tokens_as_columns);
        now.view.reveal.reset();
        now.view.look = Look::light;
        now.view.on_paper = true;
        now.view.zoom = 1;
        now.view.pan = {};
        now.view.token_lines.clear();
        now.view.decimals = shown_.precision.value_or(now.view.decimals);
        now.view.decimals_are_given = shown_.precision.has_value();
        return now;
    }

    static Prose answer(const LessonStep& step, const Snapshot& shown) {
        if (step.task)
            return told(step.task->suggestion.empty() ? step.task->then : step.task->suggestion, shown);
        std::vector<Prose> said;
        for (const Choice& choice : step.bet->choices)
            if (choice.right && said.empty())
                said.push_back(prose("It is {}.", told(choice.text, shown)));
        if (!step.bet->then.empty())
            said.push_back(told(step.bet->then, shown));
        return joined(said, " ");
    }

    Rehearsal& window_;
    const FigureRequest& shown_;
};

/// Fails if a request chooses anything that the scenes of a lesson choose themselves.
Result<void> check_only_looks(const FigureRequest& shown, const std::filesystem::path& lesson) {
    FigureRequest looks;
    looks.notation = shown.notation;
    looks.tokens_as_columns = shown.tokens_as_columns;
    looks.precision = shown.precision;
    if (shown == looks)
        return {};
    return error("{} is a lesson, whose scenes say themselves what they show; expected --notation, --columns or "
                 "--precision alone",
                 printable_path(lesson));
}

} // namespace

namespace {

/// True if the name is that of a file; false if it can only be the id of one of the program's lessons.
bool is_file_name(const std::filesystem::path& named) {
    std::error_code unknown;
    return std::filesystem::exists(named, unknown) || named.has_extension() || named.has_parent_path();
}

} // namespace

std::optional<std::filesystem::path> lesson_named(const std::filesystem::path& source,
                                                  const std::filesystem::path& assets) {
    if (is_file_name(source))
        return is_lesson_file(source) ? std::optional(source) : std::nullopt;
    const LessonShelf shelf(assets);
    const LessonLabel* const label = shelf.find(source.string());
    return label != nullptr ? std::optional(label->file) : std::nullopt;
}

Result<std::filesystem::path> lesson_file(const std::filesystem::path& named, const std::filesystem::path& assets) {
    if (is_file_name(named))
        return named;
    const LessonShelf shelf(assets);
    if (const LessonLabel* const label = shelf.find(named.string()))
        return label->file;
    std::vector<std::string> ids;
    for (const auto& labels : {shelf.labels(), shelf.lectures()})
        for (const LessonLabel& label : labels)
            ids.push_back(label.id);
    return error("{}: there is no such file, and no such lesson; the program has {}", printable_path(named),
                 fmt::join(ids, ", "));
}

Result<Lecture> scenes_of(const std::filesystem::path& lesson, const FigureRequest& shown,
                          const std::filesystem::path& assets) {
    if (auto understood = check_only_looks(shown, lesson); !understood)
        return understood.error();
    const Result<Lesson> read = load_lesson(lesson, assets);
    if (!read)
        return read.error();
    const auto opened = Rehearsal::open(read->sessions.front(), assets, learners_window);
    if (!opened)
        return opened.error();
    Rehearsal& window = **opened;
    window.app().learn({lesson, 0});
    window.settle();
    Lecture lecture{read->title, read->idea, {}, {}};
    lecture.inputs.add(lesson);
    for (const Session& session : read->sessions)
        lecture.inputs.add(session.inputs);
    ScenesOfRehearsal scenes(window, shown);
    for (std::size_t number = 0; number < read->steps.size(); ++number) {
        if (window.run() == nullptr || window.run()->step != number)
            return error("{}: step {} does not begin", printable_path(lesson), number + 1);
        lecture.scenes.push_back(scenes.scene(read->steps[number]));
    }
    return lecture;
}

} // namespace attn
