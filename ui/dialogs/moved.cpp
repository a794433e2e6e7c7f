// Lists every array in the order of computing: how many of its cells changed, and by how much; below them, the arrays
// that did not change.

#include "ui/actions/moved.h"
#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"
#include "ui/document/diff_words.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float least_with_bars = 620;
constexpr float tallest_line = 26;
constexpr float least_line = 15;
constexpr float least_large_line = 22;
constexpr float heads_of_columns = 28;
constexpr float moved_footer = 62;
constexpr float symbol_size = 15;
constexpr float names_left = 88; ///< width of the symbols, left of the names
constexpr float least_names = 72;
constexpr float bar_height = 6;
constexpr int moved_decimals = 3;
constexpr std::string_view counting_words = "The state before is being computed again, to compare with it…";
constexpr std::string_view moved_empty_words =
    "Nothing has been changed yet. Change a weight, a token or the mask, and look here again; or keep the present "
    "numbers as the baseline (Ctrl+B), to count from them.";

std::string target_of(const ArrayDiff& diff) {
    return fmt::format("action:moved/{}", moved_target(diff));
}

/// The number of moved cells: "12 of 32".
std::string count_in_words(const ArrayDiff& diff) {
    if (!diff.comparable)
        return "another shape";
    return fmt::format("{} of {}", diff.changed, diff.cells);
}

/// The columns of the list.
class MovedList {
public:
    MovedList(Form& form, const std::vector<const ArrayDiff*>& arrays)
        : form_(form), ui_(form.ui()), theme_(form.theme()), notation_(notation_of(form.ui().session)) {
        for (const ArrayDiff* diff : arrays)
            names_width_ = std::max(names_width_, line_width(ui_.typesetter, moved_name(*diff, notation_)));
    }

    void add_heads(float y) {
        const auto add = [&](float x, const char* words) {
            form_.write({x, y}, words, theme_.dim, small(), Horizontal::right);
        };
        add(count_right(), "cells that moved");
        add(largest_right(), "largest");
        if (has_room())
            add(form_.right(), "root mean sq.");
    }

    void add(const ArrayDiff& diff, const Box& line) {
        const float baseline = std::round(line.y + line.height / 2 + 5);
        add_symbol(diff, baseline);
        add_line(form_.scene().list, ui_.typesetter, {Form::margin + names_left, baseline}, moved_name(diff, notation_),
                 theme_.dim);
        const float heads = Form::margin + names_left + names_width_ + space::medium;
        form_.write({heads, baseline}, moved_heads_in_words(diff, notation_).letters(), theme_.ink, {},
                    Horizontal::left, bar_left() - heads - 8);
        const std::string count = count_in_words(diff);
        form_.write({count_right(), baseline}, count, theme_.ink, {}, Horizontal::right);
        form_.scene().values.insert_or_assign(target_of(diff), count);
        if (diff.comparable && has_room())
            add_bar(diff, line);
        if (diff.comparable && diff.array)
            add_distances(diff, baseline);
    }

private:
    /// True if there is room for bars and for a second measure of distance.
    bool has_room() const { return form_.inner() >= least_with_bars; }
    float bar_left() const { return count_right() - (has_room() ? 184.0F : 80.0F); }
    float count_right() const { return largest_right() - (has_room() ? 84.0F : 72.0F); }
    float largest_right() const { return has_room() ? form_.right() - 92 : form_.right(); }

    void add_symbol(const ArrayDiff& diff, float baseline) {
        constexpr float widest = 80;
        if (!diff.array)
            return;
        Typeset symbol = set_general_formula(ui_, symbol_of(*diff.array), symbol_size, theme_.ink);
        if (symbol.width > widest)
            symbol = set_general_formula(ui_, symbol_of(*diff.array), symbol_size * widest / symbol.width, theme_.ink);
        form_.scene().list.append(symbol.list, {Form::margin, baseline});
    }

    /// Adds a bar that shows the fraction of the array's cells that changed.
    void add_bar(const ArrayDiff& diff, const Box& line) {
        constexpr float whole = 84;
        const float share = static_cast<float>(diff.changed) / static_cast<float>(diff.cells);
        Rectangle bar;
        bar.box = {bar_left(), std::round(line.centre().y - bar_height / 2), whole, bar_height};
        bar.fill = faded(theme_.ink, 0.1F);
        form_.scene().list.add(bar);
        bar.box.width = std::max(1.5F, whole * share);
        bar.fill = faded(theme_.ink, 0.7F);
        form_.scene().list.add(bar);
    }

    void add_distances(const ArrayDiff& diff, float baseline) {
        const auto add = [&](float x, double distance) {
            form_.write({x, baseline}, display_number(static_cast<float>(distance), moved_decimals), theme_.ink, {},
                        Horizontal::right);
        };
        add(largest_right(), diff.largest);
        if (has_room())
            add(form_.right(), diff.root_mean_square);
    }

    Form& form_;
    const UiContext& ui_;
    const Theme& theme_;
    const Notation notation_;
    float names_width_ = least_names;
};

Prose sentence_of(const Diff* moved, const Notation& notation) {
    if (moved == nullptr)
        return counting_words;
    return moved->arrays.empty() ? Prose(moved_empty_words) : moved_in_words(*moved, notation);
}

/// Adds the list of arrays, as high as the window has room for above `below`; lines become lower if not all fit.
void add_arrays(Form& form, const std::vector<const ArrayDiff*>& arrays, float below) {
    const UiContext& ui = form.ui();
    const bool is_large = ui.scope().is_for_audience;
    MovedList columns(form, arrays);
    columns.add_heads(form.top() + 14 + space::tiny);
    form.skip(heads_of_columns + 2);
    const auto count = static_cast<float>(arrays.size());
    const float room =
        form.around().window.height - 2 * (is_large ? space::small : space::huge) - form.top() - below - moved_footer;
    const float line = std::clamp(std::floor(room / count), is_large ? least_large_line : least_line, tallest_line);
    const float height = std::clamp(std::floor(room / line), 1.0F, count) * line;
    const auto array_at = [&](Index i) -> const ArrayDiff& { return *arrays[static_cast<std::size_t>(i)]; };
    form.list({space::medium, form.top(), form.box().width - 2 * space::medium, height},
              {.count = std::ssize(arrays),
               .marked = std::clamp<Index>(ui.workspace.overlay->marked, 0, std::ssize(arrays)),
               .line = line,
               .target_of = [&](Index i) { return target_of(array_at(i)); },
               .add_line = [&](Index i, const Box& place) { columns.add(array_at(i), place); }});
    form.skip(height);
}

} // namespace

Index count_of_moved(const UiContext& ui) {
    return std::ssize(moved_arrays(ui));
}

void draw_moved(Form& form) {
    const UiContext& ui = form.ui();
    const Notation notation = notation_of(ui.session);
    const Diff* const moved = ui.status.moved;
    const std::vector<const ArrayDiff*> arrays = moved_arrays(ui);
    form.set_width(760, ui.scope().is_for_audience ? space::small : space::section);
    const Prose title =
        moved == nullptr || moved->since.empty() ? Prose("What moved") : Prose("What moved ") + moved->since;
    add_line(form.scene().list, ui.typesetter, {Form::margin, 40}, title, form.theme().ink, bold(type_size::large));
    form.scene().values.insert_or_assign("moved.title", title.letters());
    form.go_to(50);
    form.paragraph(sentence_of(moved, notation), form.theme().ink, "moved");
    const Prose unmoved = moved == nullptr ? Prose() : unmoved_in_words(*moved, notation);
    const float below = paragraph_height(ui.typesetter, form.inner(), unmoved) + space::medium;
    if (!arrays.empty())
        add_arrays(form, arrays, below);
    form.skip(10);
    if (moved != nullptr)
        form.note(unmoved, "moved.not");
    form.skip(14);
    form.foot_with_keys({{.target = "action:close", .label = "Close"}},
                        arrays.empty() ? "" : "↑ ↓ choose   Enter goes where it moved most, and shows the change");
}

} // namespace attn
