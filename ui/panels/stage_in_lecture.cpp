#include "ui/panels/stage_in_lecture.h"

#include "core/document/session/sentences.h"
#include "core/explain/readout.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/notation.h"
#include "core/formula/equation.h"
#include "core/formula/print.h"
#include "core/notation/in_notation.h"
#include "ui/document/lecture.h"
#include "ui/panels/controls.h"
#include "ui/panels/lesson_bet.h"
#include "ui/toolkit/whole_words.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float usual_formula = 17;
constexpr float least_formula = 11; // wraps before it becomes smaller
constexpr float least_formula_beside = 12;
constexpr float least_title = 17;
constexpr float title_under_words = 15;
constexpr float between_formula_lines = 4;
constexpr float reading_line = 24;

/// The lines above the picture, written from top to bottom.
class LectureHeader {
public:
    LectureHeader(Scene& scene, const UiContext& ui, const Box& area)
        : scene_(scene), ui_(ui), area_(area), tex_(figure_formula(ui)), y_(area.y + 32) {}

    float add(const std::string& title) {
        const Font font = bold(title_size(title));
        const float beside = room_beside(title, font.size);
        write("stage.title", title, font, 26);
        const bool stands_beside = add_formula_beside(beside);
        if (!tex_.empty() && !stands_beside)
            add_formula_beneath();
        if (const std::string& said = ui_.workspace.playback.words; !said.empty())
            write("stage.words", said, {.weight = FontWeight::semibold}, 20);
        return y_ - area_.y - 8;
    }

private:
    /// The smallest formula beside a title; in a scene, as large as the scene's words.
    float least_beside() const { return words_size().value_or(least_formula_beside); }
    float least_in_line() const { return words_size().value_or(least_formula); }
    std::optional<float> words_size() const {
        if (!ui_.scope().is_taught)
            return std::nullopt;
        return type_of_lesson(!stacks_scenes({ui_.workspace.window_width, ui_.workspace.window_height})).size;
    }

    /// The largest title that leaves room for the formula behind it, or the smallest. Beneath a scene's words it is
    /// small, because those are read first.
    float title_size(const std::string& title) const {
        if (area_.y > 0)
            return title_under_words;
        const bool has_room = size_beside(room_beside(title, type_size::large)) >= least_beside();
        return has_room ? type_size::large : least_title;
    }

    float room_beside(const std::string& title, float size) const {
        return width() - ui_.typesetter.measure(title, bold(size)).width - space::section;
    }

    float left() const { return area_.x + lecture_margin; }
    float width() const { return area_.width - 2 * lecture_margin; }
    Box ink_of(const Typeset& formula) const { return bounds(formula.list, ui_.typesetter); }

    void write(std::string target, const std::string& text, const Font& font, float line) {
        const float height = add_paragraph(scene_, ui_, {left(), y_}, width(), text, ui_.theme().ink, font, line);
        Rectangle place;
        place.box = {left(), y_ - font.size, width(), height};
        scene_.list.add(place, target);
        scene_.values.insert_or_assign(std::move(target), text);
        y_ += height;
    }

    Typeset formula(const std::string& tex, float size) const {
        return names_head(ui_) ? set_formula(ui_, tex, size, ui_.theme().ink)
                               : set_general_formula(ui_, tex, size, ui_.theme().ink);
    }

    /// The size at which a formula fits in that width, at most the usual size.
    float size_in(const std::string& tex, float room) const {
        return usual_formula * std::min(1.0F, room / formula(tex, usual_formula).width);
    }

    void place(const Typeset& formula, Point at) {
        scene_.list.append(formula.list, at);
        Rectangle place;
        place.box = ink_of(formula).moved(at);
        scene_.list.add(place, std::string("stage.formula"));
        scene_.values.insert_or_assign("stage.formula", tex_);
    }

    /// The size at which the formula fits behind a title; it is higher than the title's line only if it would otherwise
    /// be smaller than the words.
    float size_beside(float room) const {
        if (tex_.empty())
            return usual_formula;
        const float high = ink_of(formula(tex_, usual_formula)).height;
        return std::min(size_in(tex_, room), std::max(least_beside(), usual_formula * (lecture_header - 4) / high));
    }

    /// Adds the formula in the upper right corner. Returns false if it has no room there.
    bool add_formula_beside(float room) {
        if (tex_.empty())
            return true;
        const float size = size_beside(room);
        if (size < least_beside())
            return false;
        const Typeset set = formula(tex_, size);
        const Box ink = ink_of(set);
        const float high = std::max(lecture_header, ink.height + space::small);
        place(set, {area_.right() - lecture_margin - set.width, area_.y + high / 2 - ink.centre().y});
        y_ = std::max(y_, area_.y + high + space::small);
        return true;
    }

    /// Adds the formula in as few lines as are readable.
    void add_formula_beneath() {
        y_ -= 14; // from the next line's baseline to the top of its capitals
        for (const std::string& line : lines()) {
            const Typeset set = formula(line, size_in(line, area_.width - 2 * lecture_margin));
            const Box ink = ink_of(set);
            place(set, {left(), y_ - ink.y});
            y_ += ink.height + between_formula_lines;
        }
        y_ += 14;
    }

    std::vector<std::string> lines() const {
        const float room = area_.width - 2 * lecture_margin;
        std::vector<std::string> lines{""};
        for (const FormulaNode& line : lines_of(laid_out(tex_, ui_.notation))) {
            const std::string part = (lines.back().empty() ? "" : " ") + tex_of(line).tex;
            if (!lines.back().empty() && size_in(lines.back() + part, room) < least_in_line())
                lines.emplace_back();
            lines.back() += part;
        }
        return lines;
    }

    Scene& scene_;
    const UiContext& ui_;
    Box area_;
    std::string tex_;
    float y_; ///< baseline of the next line
};

bool says_something(const UiContext& ui) {
    return !ui.session.readouts.empty() && can_be_read_out(ui.trace);
}

/// The read-out, as it is shown above a window's tokens.
std::string words_of_readout(const UiContext& ui) {
    const ReadOut& readout = ui.session.readouts.front();
    return reading_text(readout, read_out(ui.trace, readout, ui.workspace.item), between_tokens(ui.session));
}

void add_comes_back(Scene& scene, const UiContext& ui, Point at, float width) {
    const float label = add_text(scene, ui, at, "comes back", ui.theme().dim) + space::medium;
    const Font font{.weight = FontWeight::semibold};
    const std::string words = ui.scope().hides_read_out() ? "?" : words_of_readout(ui);
    add_text(scene, ui, {at.x + label, at.y}, ui.typesetter.shortened(words, font, width - label), ui.theme().ink, font,
             Horizontal::left, std::string("stage.comes-back"));
    scene.values.insert_or_assign("stage.comes-back", words);
}

/// The session's title; for a scene with its words above the stage, also the scene's number.
std::string words_of_session(const UiContext& ui) {
    const Scope scope = ui.scope();
    if (!scope.is_taught || !stacks_scenes({ui.workspace.window_width, ui.workspace.window_height}))
        return ui.session.title;
    return fmt::format("{} · {} of {}", ui.session.title, scope.step + 1, scope.steps);
}

} // namespace

float add_lecture_header(Scene& scene, const UiContext& ui, const Box& area, const std::string& title) {
    return LectureHeader(scene, ui, area).add(title);
}

float width_of_scene_words(const UiContext& ui) {
    struct Width {
        std::size_t letters; ///< most letters of the words
        float width;
    };
    constexpr std::array narrower{Width{150, 216}, Width{240, 256}};
    const auto& run = *ui.workspace.lesson;
    const LessonStep& step = run.now();
    std::size_t letters = step.text.size();
    if (step.bet) {
        letters += step.bet->ask.size() + step.bet->then.size();
        for (const Choice& choice : step.bet->choices)
            letters += choice.text.size();
    }
    if (step.task)
        letters += step.task->ask.size() + step.task->nudge.size() + step.task->then.size();
    const auto* const row = std::ranges::find_if(narrower, [&](const Width& one) { return letters <= one.letters; });
    return run.shows_note || row == narrower.end() ? measure::lesson : row->width;
}

float lecture_footer_height(const UiContext& ui) {
    return lecture_footer + (says_something(ui) ? reading_line : 0);
}

void add_lecture_footer(Scene& scene, const UiContext& ui, const Box& area, const std::string& step) {
    const float y = area.bottom() - 9;
    const float width = area.width - 2 * lecture_margin;
    if (says_something(ui))
        add_comes_back(scene, ui, {area.x + lecture_margin, y - reading_line}, width);
    const std::string session = words_of_session(ui);
    const float title = add_text(scene, ui, {area.x + lecture_margin, y},
                                 shortened_to_words(ui.typesetter, session, small(), width / 2), ui.theme().dim,
                                 {.size = type_size::small, .weight = FontWeight::semibold}, Horizontal::left,
                                 std::string("stage.session"));
    scene.values.insert_or_assign("stage.session", session);
    add_text(scene, ui, {area.right() - lecture_margin, y},
             shortened_to_words(ui.typesetter, step, small(), width - title - space::large), ui.theme().dim, small(),
             Horizontal::right, std::string("stage.step"));
    scene.values.insert_or_assign("stage.step", step);
}

} // namespace attn
