#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/explain/readout.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/notation.h"
#include "core/lesson/live_text.h"
#include "ui/actions/lesson.h"
#include "ui/panels/controls.h"
#include "ui/panels/lesson_bet.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float lesson_buttons_height = 62;
constexpr float know_height = 32; // height of a line above the buttons, e.g. for Skip
constexpr float lesson_dot = 6;

constexpr float margin_over_stage = 24; // as wide as that of the stage in a lecture

/// The column of a lesson's step, written from top to bottom: beside the stage, where it scrolls above the buttons, or
/// above a lecture's stage, as wide as the screen.
class LessonColumn {
public:
    LessonColumn(const UiContext& ui, const Box& area)
        : ui_(ui), run_(*ui.workspace.lesson), begun_(MomentOfStep::begun(ui, run_)), area_(area),
          is_over_stage_(ui.scope().is_for_audience && area.width > area.height),
          type_(type_of_lesson(ui.scope().is_for_audience && !is_over_stage_)),
          y_(area.y + (is_over_stage_ ? space::huge + space::tiny : space::section)) {
        write();
    }

    /// The height of the words above a stage.
    float height_over_stage() const { return y_ - area_.y - type_.line + space::small; }

    /// The height by which the words exceed their room.
    float longest_scroll() const { return is_over_stage_ ? 0 : std::max(0.0F, y_ - foot()); }

    void add_to(Scene& scene) {
        const float longest = longest_scroll();
        const float by = std::clamp(ui_.workspace.lesson_scroll, 0.0F, longest);
        const Box seen{area_.x, area_.y, area_.width, std::max(0.0F, foot() - area_.y)};
        scene.list.append(scene_.list, {0, -by}, longest > 0 ? Clip(seen) : Clip());
        scene.values.merge(scene_.values);
        if (!ui_.scope().is_for_audience)
            add_buttons(scene);
        add_scroll_mark(scene, ui_, seen, {by, longest});
    }

private:
    void write() {
        if (is_over_stage_)
            say_place();
        else {
            add_title();
            add_dots();
        }
        paragraph("lesson.text", said(run_.now().text, begun()));
        add_remark_on_changes();
        paragraph("lesson.says-title", run_.says.title, FontWeight::semibold);
        paragraph("lesson.says", run_.says.say);
        if (run_.now().bet)
            y_ = add_lesson_bet(scene_, ui_, run_, {left(), y_}, width(), type_, is_over_stage_);
        if (run_.now().task)
            add_task();
        if (run_.now().formula)
            add_formula(*run_.now().formula);
        if (run_.shows_note)
            add_note();
        add_score();
        add_what_comes_back();
        // `lesson check` reports a step whose words do not fit.
        const float room = is_over_stage_ ? ui_.workspace.window_height / 2 - height_over_stage() : foot() - y_;
        scene_.values.insert_or_assign("lesson.room", fmt::format("{:.0f}", room));
    }

    /// The y where the words must end and the buttons begin.
    float foot() const { return area_.bottom() - (ui_.scope().is_for_audience ? space::medium : buttons_height()); }

    float margin() const { return is_over_stage_ ? margin_over_stage : space::huge; }
    float left() const { return area_.x + margin(); }
    float width() const { return area_.width - 2 * margin(); }
    Snapshot now() const { return ui_.snapshot(); }
    /// The state at the step's beginning: its first sentences stay true of that, whatever was changed since.
    Snapshot begun() const { return begun_.snapshot(); }

    Prose said(const std::string& text, const Snapshot& of) const { return told(text, of, ui_.view_state.look); }

    void paragraph(const std::string& target, const Prose& text, FontWeight weight = FontWeight::regular) {
        if (text.empty())
            return;
        scene_.values.insert_or_assign(target, text.letters());
        for (const Prose& part : text.paragraphs())
            add_lines(part, weight);
    }

    /// Adds a remark if something was changed, because the step's words and its bet are about its beginning.
    void add_remark_on_changes() {
        const bool asks_for_changes = run_.now().task || run_.bet.is_placed || !run_.acting.empty();
        if (!run_.has_begun || asks_for_changes || ui_.scope().is_for_audience || run_.is_as_begun(ui_.status.revision))
            return;
        const std::string remark =
            "This step is about the numbers as they were when it began. “Again” brings them back.";
        y_ += add_paragraph(scene_, ui_, {left(), y_}, width(), remark, ui_.theme().dim, {.size = type_.size},
                            type_.line) +
              space::small;
        scene_.values.insert_or_assign("lesson.changed", remark);
    }

    void add_lines(const Prose& text, FontWeight weight) {
        y_ += add_paragraph(scene_, ui_, {left(), y_}, width(), text, ui_.theme().ink,
                            {.size = type_.size, .weight = weight}, type_.line) +
              space::small;
    }

    void section(const std::string& title) {
        if (is_over_stage_) // above the stage each line costs the picture room
            return;
        add_rule(scene_, ui_, {left(), y_ - space::small}, {left() + width(), y_ - space::small});
        y_ += space::large;
        add_section(scene_, ui_, {left(), y_ - 2}, title);
        y_ += space::huge;
    }

    std::string title() const {
        const Lesson& lesson = *run_.lesson;
        return lesson.number > 0 && !lesson.asks_again ? fmt::format("{} · {}", lesson.number, lesson.title)
                                                       : lesson.title;
    }

    /// Sets the step's title and number as values only: a lecture's stage shows them at its foot.
    void say_place() {
        scene_.values.insert_or_assign("lesson", title());
        scene_.values.insert_or_assign("lesson.step", run_.place());
    }

    void add_title() {
        constexpr float size_in_one_line = 16;
        const std::string title = this->title();
        const bool is_long = ui_.typesetter.measure(title, bold(type_size::large)).width > width();
        const Font font = bold(is_long && !ui_.scope().is_for_audience ? size_in_one_line : type_size::large);
        y_ += add_paragraph(scene_, ui_, {left(), y_}, width(), title, ui_.theme().ink, font, 26) - 8;
        scene_.values.insert_or_assign("lesson", title);
    }

    void add_dots() {
        const std::size_t count = run_.lesson->steps.size();
        const std::string place = run_.place();
        constexpr float room_for_place = 60;
        const float pitch = std::min(14.0F, (width() - room_for_place) / static_cast<float>(count));
        for (std::size_t step = 0; step < count; ++step) {
            Rectangle mark;
            mark.box = {left() + static_cast<float>(step) * pitch, y_ - lesson_dot,
                        step == run_.step ? pitch - 3 : lesson_dot, lesson_dot};
            mark.corner_radius = lesson_dot / 2;
            add_dot(step, mark, pitch);
        }
        add_text(scene_, ui_, {left() + width(), y_}, place, ui_.theme().dim, small(), Horizontal::right);
        scene_.values.insert_or_assign("lesson.step", place);
        y_ += 28;
    }

    /// Adds the dot of a step; a click on a step that was seen goes there.
    void add_dot(std::size_t step, Rectangle mark, float pitch) {
        const std::string target = fmt::format("action:lesson-step/{}", step + 1);
        const bool is_seen = ui_.workspace.was_seen(run_, step);
        const bool is_hovered = is_seen && ui_.workspace.hovered == target;
        mark.fill = step == run_.step || is_hovered ? ui_.theme().ink
                    : is_seen                       ? ui_.theme().dim
                                                    : ui_.theme().hairline;
        const bool is_passed_over = is_seen && step != run_.step && ui_.workspace.is_open(run_, step);
        if (is_passed_over && !is_hovered) { // skipped: a ring
            mark.fill = ui_.theme().panel;
            mark.stroke = {ui_.theme().dim, 1};
        }
        scene_.list.add(mark);
        if (!is_seen || step == run_.step)
            return;
        Rectangle around;
        around.box = {mark.box.x - (pitch - lesson_dot) / 2, mark.box.y - space::small, pitch,
                      lesson_dot + 2 * space::small};
        scene_.list.add(around, target);
        scene_.values.insert_or_assign(target, fmt::format("Step {}", step + 1));
    }

    void add_task() {
        const LessonTask& task = *run_.now().task;
        section("Your task");
        paragraph("lesson.task", said(task.ask, begun()), FontWeight::medium);
        const bool done = run_.task.is_done;
        const bool comes_back = run_.task.was_before && !run_.acting.empty();
        const std::string state = comes_back                     ? ""
                                  : done && run_.task.was_before ? "✓ Done. The picture shows one way to do it."
                                  : done                         ? "✓ Done."
                                  : run_.task.was_done           ? "You had done it; now it is undone."
                                                                 : "Not yet.";
        add_text(scene_, ui_, {left(), y_}, state, done ? ui_.theme().ink : ui_.theme().dim,
                 {.size = type_.size, .weight = done ? FontWeight::semibold : FontWeight::regular});
        scene_.values.insert_or_assign("lesson.state", done ? "done" : "not yet");
        y_ += type_.line + space::small;
        if (done && !run_.shown.empty())
            add_shown();
        if (done)
            paragraph("lesson.then", said(task.then, now()));
        else
            add_what_went_wrong();
        if (!done) // hints are about the state before the task was done
            add_hints(task);
    }

    /// Adds words about a foreseen slip, or else about a change that is in the way, and a button that undoes it.
    void add_what_went_wrong() {
        const std::string& beside = run_.task.in_the_way;
        paragraph("lesson.said", run_.task.said.empty() ? Prose(beside) : run_.task.said);
        if (beside.empty() || is_over_stage_)
            return;
        const std::vector<Segment> undo{{.target = "action:undo", .label = "Undo"}};
        add_text_buttons(scene_, ui_, {left(), y_ - type_.line}, undo);
        y_ += type_.line;
    }

    /// Adds the changes that “Show me” made; their places are marked.
    void add_shown() {
        std::string changes;
        for (const ShownChange& change : run_.shown)
            changes += (changes.empty() ? "Shown: " : "; ") + change.text;
        paragraph("lesson.shown", changes + ".");
    }

    void add_hints(const LessonTask& task) {
        if (run_.hints > 0)
            paragraph("lesson.nudge", said(task.nudge, begun()));
        if (run_.hints > 1)
            paragraph("lesson.suggestion", said(task.suggestion, begun()));
        if (!run_.has_hint() || is_over_stage_)
            return;
        const bool shows = run_.hints >= 2 || (run_.hints == 1 && task.suggestion.empty());
        add_segments(scene_, ui_, {left(), y_ - type_.line / 2},
                     {{.target = "action:lesson-hint",
                       .label = shows             ? "Show me"
                                : run_.hints == 1 ? "Another hint"
                                                  : "Hint",
                       .chosen = run_.offers_hint()}});
        y_ += control_height + space::medium;
    }

    void add_formula(ArrayId array) {
        constexpr float size = 17;
        Typeset formula = set_general_formula(ui_, equation_of(ui_.session, array), size, ui_.theme().ink);
        if (formula.width > width())
            formula = set_general_formula(ui_, equation_of(ui_.session, array), size * width() / formula.width,
                                          ui_.theme().ink);
        y_ += formula.ascent;
        scene_.list.append(formula.list, {left(), y_});
        scene_.values.insert_or_assign("lesson.formula", equation_of(ui_.session, array));
        y_ += formula.descent + space::large;
    }

    /// Adds the score, in a quiz and in a lesson whose steps are all bets.
    void add_score() {
        const auto& steps = run_.lesson->steps;
        if (run_.now().bet && !run_.bet.is_settled) // the score would seem to include the open bet
            return;
        const auto has_bet = [](const LessonStep& step) { return step.bet.has_value(); };
        if (!run_.answers.empty() && (run_.lesson->is_quiz || std::ranges::all_of(steps, has_bet))) {
            const auto right = std::ranges::count(run_.answers, true, &LessonAnswer::right);
            const auto asked = run_.is_last() ? std::ranges::count_if(steps, has_bet) : std::ssize(run_.answers);
            const std::string best = ui_.workspace.best_of_other_rounds(run_, *ui_.status.lessons, right);
            paragraph("lesson.score", fmt::format("{} of {} right{}.", right, asked, best));
        }
    }

    /// Adds the read-outs that the chips do not show: if there are several, or if queries and keys have two sequences.
    void add_what_comes_back() {
        if (ui_.scope().is_for_audience || !ui_.scope().has_picture) // a stage for an audience has it already
            return;
        if (run_.lesson->is_quiz && run_.now().bet && !run_.bet.is_settled) // the read-out might be the answer
            return;
        if (run_.now().task)
            add_what_would_come_back(supposed_sentences(run_.now().task->done));
        if (ui_.session.readouts.size() < 2 && !(ui_.layer().context && !ui_.session.readouts.empty()))
            return;
        section("Comes back");
        for (const ReadOut& readout : ui_.session.readouts) {
            const std::string says =
                reading_text(readout, read_out(ui_.trace, readout, ui_.workspace.item), between_tokens(ui_.session));
            add_text(scene_, ui_, {left(), y_}, readout.name, ui_.theme().dim);
            add_text(scene_, ui_, {left() + width(), y_}, says, ui_.theme().ink, {.weight = FontWeight::semibold},
                     Horizontal::right);
            scene_.values.insert_or_assign("lesson.comes-back." + readout.name, says);
            y_ += type_.line + 2;
        }
    }

    /// Adds what would be read out for each sentence of a task, even if another sentence is in the layer now.
    void add_what_would_come_back(const std::vector<std::string>& sentences) {
        if (sentences.empty())
            return;
        section("Would come back; least sure letter");
        for (const std::string& sentence : sentences)
            if (const auto reading = supposed_reading(now(), sentence)) {
                const std::string sure = fmt::format("{:.0f} %", std::floor(100 * reading->sure));
                constexpr float sure_room = 52;
                add_text(scene_, ui_, {left(), y_}, sentence, ui_.theme().dim);
                add_text(scene_, ui_, {left() + width() - sure_room, y_}, reading->text, ui_.theme().ink,
                         {.weight = FontWeight::semibold}, Horizontal::right);
                add_text(scene_, ui_, {left() + width(), y_}, sure, ui_.theme().ink, {}, Horizontal::right);
                scene_.values.insert_or_assign("lesson.would-come-back." + sentence, reading->text + " " + sure);
                y_ += type_.line + 2;
            }
    }

    void add_note() {
        section("Note");
        paragraph("lesson.note", said(run_.now().note, now()));
    }

    float buttons_height() const {
        return lesson_buttons_height + (way_aside().empty() && run_.is_through() ? 0 : know_height);
    }

    /// The button above the others. It leads back to the quiz from which the lesson was opened, or begins a lesson anew
    /// that was begun before, or goes to the last task, for learners who know the lesson.
    std::vector<Segment> way_aside() const {
        if (const auto& quiz = ui_.workspace.left_quiz; quiz && run_.leads_back)
            return {{.target = "action:lesson/" + quiz->lesson->id,
                     .label = quiz->now().bet ? "Back to the question" : "Back to what you missed"}};
        if (run_.step == 0 && run_.can_begin_anew(*ui_.status.lessons) && ui_.workspace.was_seen(run_, 1))
            return {{.target = "action:lesson-anew", .label = "Begin anew"}};
        if (run_.step == 0 && run_.task_that_shows_all())
            return {{.target = "action:lesson-know", .label = "I know this"}};
        return {};
    }

    void add_buttons(Scene& scene) const {
        const float y = area_.bottom() - lesson_buttons_height + space::large;
        add_rule(scene, ui_, {area_.x, area_.bottom() - lesson_buttons_height},
                 {area_.right(), area_.bottom() - lesson_buttons_height});
        float x = left();
        const Point above{x, area_.bottom() - lesson_buttons_height - know_height + space::small};
        if (const std::vector<Segment> aside = way_aside(); !aside.empty())
            add_text_buttons(scene, ui_, above, aside);
        const std::vector<Segment> first{{.target = "action:lesson-back", .label = "Back", .enabled = run_.step > 0}};
        x += add_segments(scene, ui_, {x, y}, first) + space::small;
        const std::vector<Segment> others{
            {.target = "action:lesson-again", .label = "Again"},
            {.target = "action:lesson-leave", .label = "Leave"},
        };
        add_segments(scene, ui_, {x, y}, others);
        // Skip is not where the step before had Next, which may be pressed twice.
        if (!run_.is_through()) {
            const std::vector<Segment> skip{{.target = "action:lesson-skip", .label = "Skip"}};
            add_text_buttons(scene, ui_,
                             {left() + width() - text_buttons_width(ui_, skip),
                              area_.bottom() - lesson_buttons_height - know_height + space::small},
                             skip);
            return;
        }
        const std::vector<Segment> next{
            {.target = "action:lesson-next", .label = run_.is_at_end() ? "Finish" : "Next", .chosen = true}};
        add_segments(scene, ui_, {left() + width() - segments_width(ui_, next), y}, next);
    }

    Scene scene_;
    const UiContext& ui_;
    const LessonRun& run_;
    MomentOfStep begun_;
    Box area_;
    bool is_over_stage_;
    LessonType type_;
    float y_;
};

} // namespace

void lesson_panel(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().panel;
    scene.list.add(ground, std::string("lesson"));
    if (area.width > area.height)
        add_rule(scene, ui, {area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1});
    else
        add_rule(scene, ui, {area.right() - 1, area.y}, {area.right() - 1, area.bottom()});
    LessonColumn(ui, area).add_to(scene);
}

float longest_lesson_scroll(const UiContext& ui, const Box& area) {
    return area.empty() || !ui.scope().is_taught ? 0 : LessonColumn(ui, area).longest_scroll();
}

float height_of_scene_words(const UiContext& ui, float width) {
    return LessonColumn(ui, {0, 0, width, 0}).height_over_stage();
}

} // namespace attn
