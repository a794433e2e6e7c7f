#include "ui/panels/lesson_bet.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "core/lesson/bets.h"
#include "core/lesson/live_text.h"
#include "core/model/arrays.h"
#include "ui/actions/lesson.h"
#include "ui/actions/navigation.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

class BetColumn {
public:
    BetColumn(Scene& scene, const UiContext& ui, const LessonRun& run, Point at, float width, const LessonType& type,
              bool is_over_stage)
        : scene_(scene), ui_(ui), run_(run), begun_(MomentOfStep::begun(ui, run)),
          settled_(MomentOfStep::settled(ui, run)), bet_(*run_.now().bet), at_(at), width_(width), type_(type),
          is_over_stage_(is_over_stage) {}

    float add() {
        if (!is_over_stage_)
            add_heading();
        paragraph("lesson.ask", said(bet_.ask, begun()), FontWeight::medium);
        switch (bet_.kind) {
        case Bet::Kind::choose:
            add_choices();
            break;
        case Bet::Kind::choose_many:
        case Bet::Kind::order:
            add_arrays();
            break;
        case Bet::Kind::mark:
            add_mark();
            break;
        case Bet::Kind::mark_many:
            add_marks();
            break;
        case Bet::Kind::type:
            add_number();
            break;
        }
        if (run_.bet.is_settled)
            add_verdict();
        return at_.y;
    }

private:
    void add_heading() {
        add_rule(scene_, ui_, {at_.x, at_.y - space::small}, {at_.x + width_, at_.y - space::small});
        at_.y += space::large;
        add_section(scene_, ui_, {at_.x, at_.y - 2}, run_.lesson->is_quiz ? "Your answer" : "Your bet");
        at_.y += space::huge;
    }

    Snapshot begun() const { return begun_.snapshot(); }
    Snapshot settled() const { return settled_.snapshot(); }

    Prose said(const std::string& text, const Snapshot& of) const { return told(text, of, ui_.view_state.look); }

    void paragraph(const std::string& target, const Prose& text, FontWeight weight = FontWeight::regular) {
        if (text.empty())
            return;
        at_.y += add_paragraph(scene_, ui_, at_, width_, text, ui_.theme().ink, {.size = type_.size, .weight = weight},
                               type_.line) +
                 space::small;
        scene_.values.insert_or_assign(target, text.letters());
    }

    /// Adds the choices, one below the other or side by side. After the bet the right one has a tick, and a wrong
    /// choice that was made has a cross.
    void add_choices() {
        constexpr float gap = 6;
        at_.y -= type_.line / 2 + space::tiny;
        const auto count = static_cast<float>(is_over_stage_ ? bet_.choices.size() : 1);
        const float width = (width_ - (count - 1) * gap) / count;
        float lowest = at_.y;
        Point at = at_;
        for (std::size_t i = 0; i < bet_.choices.size(); ++i) {
            const Choice& choice = bet_.choices[i];
            const bool chosen = run_.bet.is_placed && run_.bet.answer == choice.text;
            const bool is_right = run_.bet.is_settled && (choice.right || (chosen && run_.bet.was_right));
            const Mark mark = is_right ? Mark::right : chosen && run_.bet.is_settled ? Mark::wrong : Mark::none;
            const Box place = add_choice(fmt::format("action:lesson-answer/{}", i + 1), said(choice.text, begun()),
                                         chosen, mark, at, width);
            lowest = std::max(lowest, place.bottom() + gap);
            at = is_over_stage_ ? Point{place.right() + gap, at.y} : Point{at.x, lowest};
        }
        at_.y = lowest + space::huge;
    }

    enum class Mark : std::uint8_t { none, right, wrong };

    Box add_choice(const std::string& target, const Prose& text, bool chosen, Mark mark, Point at, float width) {
        const Theme& theme = ui_.theme();
        const float inner = width - 2 * space::medium - space::large;
        const bool is_filled = chosen && mark == Mark::right;
        const Colour ink = is_filled                                              ? theme.panel
                           : run_.bet.is_placed && !chosen && mark != Mark::right ? theme.dim
                                                                                  : theme.ink;
        Scene aside; // measured first, because the ground behind it is painted before it
        const float height = add_paragraph(aside, ui_, {0, 0}, inner, text, ink, {.size = type_.size}, type_.line);
        Rectangle ground;
        ground.box = {at.x, at.y, width, height + 2 * space::small - 4};
        ground.fill = is_filled                                                ? theme.ink
                      : ui_.workspace.hovered == target && !run_.bet.is_placed ? faded(theme.ink, 0.06F)
                                                                               : theme.panel;
        ground.stroke = {chosen || mark == Mark::right ? theme.ink : theme.hairline, 1};
        ground.corner_radius = measure::corner;
        if (run_.bet.is_placed)
            scene_.list.add(ground);
        else
            scene_.list.add(ground, target);
        scene_.values.insert_or_assign(target, text.letters());
        scene_.list.append(aside.list, {at.x + space::medium, at.y + type_.line - 1});
        if (mark != Mark::none)
            add_text(scene_, ui_, {at.x + width - space::medium, at.y + type_.line - 1},
                     mark == Mark::right ? "✓" : "✕", ink, bold(), Horizontal::right);
        return ground.box;
    }

    Segment button_of_array(std::size_t choice) const {
        const std::string& name = bet_.choices[choice].text;
        const auto place = std::ranges::find(run_.bet.chosen, name) - run_.bet.chosen.begin();
        const bool chosen = place < std::ssize(run_.bet.chosen);
        const std::string number =
            chosen && bet_.kind == Bet::Kind::order ? fmt::format("{}. ", place + 1) : std::string();
        return {.target = fmt::format("action:lesson-answer/{}", choice + 1),
                .label = number + symbol(name),
                .chosen = chosen,
                .enabled = !run_.bet.is_placed || chosen};
    }

    /// The width kept for a button with or without its number, so that none moves when another gets a number.
    float room_of_array(std::size_t choice) const {
        Segment button = button_of_array(choice);
        button.label = (bet_.kind == Bet::Kind::order ? "00. " : "") + symbol(bet_.choices[choice].text);
        return segments_width(ui_, {button}) + space::tiny;
    }

    /// The number of buttons in each line: as few lines as possible, of about equal length, since a button alone in a
    /// line is overlooked.
    std::size_t arrays_in_line() const {
        const std::size_t all = bet_.choices.size();
        if (const float column = width_of_columns(); column > 0)
            return static_cast<std::size_t>(std::clamp((width_ + space::tiny) / column, 1.0F, static_cast<float>(all)));
        for (std::size_t lines = 1; lines < all; ++lines) {
            const std::size_t each = (all + lines - 1) / lines;
            bool fits = true;
            for (std::size_t first = 0; first < all; first += each) {
                float width = -space::tiny;
                for (std::size_t i = first; i < std::min(all, first + each); ++i)
                    width += room_of_array(i);
                fits = fits && width <= width_;
            }
            if (fits)
                return each;
        }
        return 1;
    }

    /// The width of the columns for arrays to be put in order; 0 for other bets.
    float width_of_columns() const {
        float widest = 0;
        for (std::size_t i = 0; bet_.kind == Bet::Kind::order && i < bet_.choices.size(); ++i)
            widest = std::max(widest, room_of_array(i));
        return widest;
    }

    /// Adds the buttons of arrays, those that were chosen filled, and the button that places the bet.
    void add_arrays() {
        const std::size_t each = arrays_in_line();
        float x = at_.x;
        float y = at_.y - type_.line / 2 - 4;
        const float column = width_of_columns();
        for (std::size_t i = 0; i < bet_.choices.size(); ++i) {
            add_segments(scene_, ui_, {x, y}, {button_of_array(i)});
            x += std::max(column, room_of_array(i));
            if ((i + 1) % each == 0 || i + 1 == bet_.choices.size()) {
                x = at_.x;
                y += control_height + 6;
            }
        }
        if (!run_.bet.is_placed) {
            add_segments(scene_, ui_, {at_.x, y},
                         {{.target = "action:lesson-bet",
                           .label = "That is my bet",
                           .enabled = bet_.kind != Bet::Kind::order || can_place(run_, inspected_cell(ui_))}});
            y += control_height + 6;
        }
        at_.y = y + type_.line;
    }

    void add_mark() {
        if (!run_.bet.is_placed) {
            const bool is_chosen = can_place(run_, inspected_cell(ui_));
            const std::string selected =
                is_chosen ? ": " + asked_cell_words(ui_, inspected_cell(ui_)).letters() : std::string();
            add_text(scene_, ui_, at_, "Click the square, or go there by arrows:", ui_.theme().dim);
            at_.y += space::medium;
            add_segments(scene_, ui_, at_,
                         {{.target = "action:lesson-bet", .label = "This one" + selected, .enabled = is_chosen}});
            at_.y += control_height + type_.line;
        }
    }

    void add_marks() {
        if (run_.bet.is_placed)
            return;
        at_.y += add_paragraph(scene_, ui_, at_, width_,
                               "Click squares, or mark them by arrows and Space; once more takes one back.",
                               ui_.theme().dim, {.size = type_.size}, type_.line);
        const std::size_t count = run_.bet.chosen.size();
        add_segments(scene_, ui_, {at_.x, at_.y - type_.line / 2},
                     {{.target = "action:lesson-bet",
                       .label = count == 1 ? "This one" : fmt::format("These {}", count),
                       .enabled = count > 0}});
        at_.y += control_height + type_.line / 2;
    }

    void add_number() {
        if (!run_.bet.is_placed) {
            const Box box{at_.x, at_.y - type_.line / 2 - 4, 130, control_height};
            add_field(scene_, ui_, box, "field:lesson-number");
            add_text(scene_, ui_, {box.right() + space::medium, box.y + 20}, "then Enter", ui_.theme().dim);
            at_.y = box.bottom() + space::tiny;
            const float problem = add_field_problem(scene_, ui_, at_, width_, "field:lesson-number");
            at_.y += std::max<float>(type_.line, problem + space::small);
        }
    }

    std::string symbol(const std::string& array) const {
        const auto id = find_array(array);
        return id ? shown_name(ui_.session, *id) : array;
    }

    /// The cell in words as of when the bet was settled. A cell that did not exist then (its word was tried, and taken
    /// back) has only its name: "A/1[9,2]".
    Prose cell_in_words(const CellId& cell) const {
        const Snapshot moment = settled();
        if (!moment.trace.contains(cell))
            return cell_name(cell);
        ViewState view = ui_.view_state;
        view.item = cell.item;
        return cell_words({moment.session, moment.trace, view, ui_.typesetter, ui_.cache}, cell);
    }

    Prose answer_in_words() const {
        const auto cell = parse_cell_name(run_.bet.answer);
        return cell ? cell_in_words(*cell) : Prose(run_.bet.answer);
    }

    std::string list_of(const std::vector<std::string>& arrays) const {
        std::string text;
        for (const std::string& array : arrays)
            text += (text.empty() ? "" : ", ") + symbol(array);
        return text.empty() ? "nothing" : text;
    }

    Prose how_it_is() const {
        Prose you = run_.bet.is_shown || run_.bet.was_right ? Prose() : prose("You: {}. ", answer_in_words());
        switch (bet_.kind) {
        case Bet::Kind::choose:
            return {}; // the marks show it
        case Bet::Kind::choose_many:
            return prose("Moved: {}.", list_of(run_.bet.moved));
        case Bet::Kind::order:
            return {}; // the reply names two of them
        case Bet::Kind::mark_many:
            return "The squares in dashes are right.";
        case Bet::Kind::mark:
            return prose("{}It is {}.", you, cell_in_words(*bet_.cell));
        case Bet::Kind::type: {
            if (run_.bet.is_shown &&
                !bet_.then.empty()) // the audience reads it there, with the decimals that the text wants
                return {};
            const std::optional<float> number = right_number(settled().trace, bet_);
            if (!number)
                return you;
            const bool is_whole = std::abs(*number - std::round(*number)) < 1e-6F;
            return prose("{}It is {}.", you, display_number(*number, is_whole ? 0 : 2));
        }
        }
        return {};
    }

    void add_verdict() {
        scene_.values.insert_or_assign("lesson.verdict", run_.bet.was_right ? "right" : "otherwise");
        Prose verdict = run_.bet.is_shown ? "" : run_.bet.was_right ? "Right." : "Not so.";
        // A right number is repeated: it may have been a guess within the tolerance.
        if (const Prose how = how_it_is(); !how.empty() && (!run_.bet.was_right || bet_.kind == Bet::Kind::type))
            verdict += Prose(verdict.empty() ? "" : " ") + how;
        if (!verdict.empty())
            at_.y += add_paragraph(scene_, ui_, at_, width_, verdict, ui_.theme().ink,
                                   {.size = type_.size, .weight = FontWeight::semibold}, type_.line) +
                     space::tiny;
        scene_.values.insert_or_assign("lesson.how", verdict.letters());
        if (!run_.bet.is_shown)
            paragraph("lesson.said", said(run_.bet.said, begun())); // about the state that was asked about
        paragraph("lesson.then", said(bet_.then, settled()));
        if (!run_.bet.was_right && !run_.bet.is_shown)
            add_way_back();
    }

    void add_way_back() {
        const PlaceInCourse place = PlaceInCourse::of(bet_.taught_in);
        const LessonLabel* const lesson = ui_.status.lessons->find(place.lesson);
        if (lesson == nullptr)
            return;
        const bool names_step = bet_.taught_in != lesson->id;
        add_segments(scene_, ui_, {at_.x, at_.y - type_.line / 2},
                     {{.target = "action:lesson/" + bet_.taught_in,
                       .label = fmt::format("Lesson {}{} has it", lesson->number,
                                            names_step ? fmt::format(", step {},", place.step + 1) : "")}});
        at_.y += control_height + space::small;
    }

    Scene& scene_;
    const UiContext& ui_;
    const LessonRun& run_;
    MomentOfStep begun_;
    MomentOfStep settled_;
    const Bet& bet_;
    Point at_;
    float width_;
    LessonType type_;
    bool is_over_stage_;
};

} // namespace

float add_lesson_bet(Scene& scene, const UiContext& ui, const LessonRun& run, Point at, float width,
                     const LessonType& type, bool is_over_stage) {
    return BetColumn(scene, ui, run, at, width, type, is_over_stage).add();
}

} // namespace attn
