#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/moved.h"
#include "ui/document/diff_words.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float moved_margin = space::huge;
constexpr float moved_widest = 760;
constexpr float least_with_bars = 620;
constexpr float moved_tallest_line = 26;
constexpr float least_line = 15;
constexpr float least_line_on_wall = 22;
constexpr float moved_title_room = 44;
constexpr float heads_of_columns = 28;
constexpr float moved_footer = 62;
constexpr float symbol_size = 15;
constexpr float names_left = 88;  // behind the symbols
constexpr float names_width = 72; // at least
constexpr float bar_height = 6;
constexpr int moved_decimals = 3;
constexpr std::string_view counting_words = "The state before is being computed again, to compare with it…";
constexpr std::string_view moved_empty_words =
    "Nothing has been changed yet. Change a weight, a token or the mask, and look here again; or keep the present "
    "numbers as the baseline (Ctrl+B), to count from them.";

std::string target_of(const ArrayDiff& diff) {
    return fmt::format("action:moved/{}", moved_target(diff));
}

/// "12 of 32", and how far; in short for scripts.
std::string count_in_words(const ArrayDiff& diff) {
    if (!diff.comparable)
        return "another shape";
    return fmt::format("{} of {}", diff.changed, diff.cells);
}

class MovedLayout {
public:
    MovedLayout(Scene& scene, const UiContext& ui, const Box& window)
        : scene_(scene), ui_(ui), theme_(ui.theme()), notation_(notation_of(ui.session)), moved_(ui.status.moved),
          arrays_(moved_arrays(ui)) {
        const float width =
            std::min(moved_widest, window.width - 2 * (ui.workspace.lecture ? space::small : space::section));
        inner_ = width - 2 * moved_margin;
        const float words = paragraph_height(sentence());
        const float unmoved = moved_ == nullptr ? 0 : paragraph_height(unmoved_in_words(*moved_, notation_));
        const float around = moved_title_room + words + (arrays_.empty() ? 0 : heads_of_columns) + space::medium +
                             unmoved + space::small + moved_footer;
        for (const ArrayDiff* diff : arrays_)
            names_width_ = std::max(names_width_, line_width(ui.typesetter, moved_name(*diff, notation_)));
        const auto count = static_cast<float>(arrays_.size());
        const float room = window.height - 2 * (ui.workspace.lecture ? space::small : space::huge) - around;
        const float least = ui.workspace.lecture ? least_line_on_wall : least_line;
        line_ = std::clamp(std::floor(room / std::max(1.0F, count)), least, moved_tallest_line);
        shown_ = std::min(arrays_.size(), to_integer<std::size_t>(std::max(1.0F, room / line_)));
        box_ = add_dialog(scene, ui, window, {width, std::floor(around + static_cast<float>(shown_) * line_)});
    }

    void add() {
        const std::string title = "What moved" + since();
        attn::add_line(scene_.list, ui_.typesetter, {left(), box_.y + 40}, title, theme_.ink, bold(type_size::large));
        scene_.values.insert_or_assign("moved.title", title);
        float y = box_.y + moved_title_room + space::huge;
        const std::string words = sentence();
        y += add_paragraph(scene_, ui_, {left(), y}, inner_, words, theme_.ink);
        scene_.values.insert_or_assign("moved", words);
        if (!arrays_.empty()) {
            add_heads_of_columns(y + space::tiny);
            y += heads_of_columns - space::huge + space::small;
        }
        const Index marked = std::clamp<Index>(ui_.workspace.overlay->marked, 0, std::ssize(arrays_));
        const auto last = static_cast<Index>(arrays_.size() - shown_);
        const auto first =
            static_cast<std::size_t>(std::clamp<Index>(marked - static_cast<Index>(shown_) / 2, 0, last));
        add_scroll_mark(scene_, ui_, {box_.x, y, box_.width, static_cast<float>(shown_) * line_},
                        {static_cast<float>(first) * line_, static_cast<float>(last) * line_});
        for (std::size_t i = first; i < first + shown_; ++i, y += line_)
            add_line(*arrays_[i], static_cast<Index>(i) == marked,
                     {box_.x + space::medium, y, box_.width - 2 * space::medium, line_});
        if (moved_ != nullptr) {
            const std::string unmoved = unmoved_in_words(*moved_, notation_);
            add_paragraph(scene_, ui_, {left(), y + space::huge + space::tiny}, inner_, unmoved, theme_.dim);
            scene_.values.insert_or_assign("moved.not", unmoved);
        }
        add_buttons();
    }

private:
    /// For bars, and a second measure of how far.
    bool has_room() const { return inner_ >= least_with_bars; }
    float left() const { return box_.x + moved_margin; }
    float heads_left() const { return left() + names_left + names_width_ + space::medium; }
    /// Where the heads end.
    float bar_left() const { return count_right() - (has_room() ? 184.0F : 80.0F); }
    float count_right() const { return largest_right() - (has_room() ? 84.0F : 72.0F); }
    float largest_right() const { return has_room() ? mean_right() - 92 : mean_right(); }
    float mean_right() const { return box_.right() - moved_margin; }

    std::string since() const {
        const std::string words = moved_ == nullptr ? std::string() : moved_->since;
        return words.empty() ? "" : " " + words;
    }

    std::string sentence() const {
        if (moved_ == nullptr)
            return std::string(counting_words);
        return moved_->arrays.empty() ? std::string(moved_empty_words) : moved_in_words(*moved_, notation_);
    }

    float paragraph_height(const std::string& words) const {
        DisplayList nothing;
        return add_paragraph(nothing, ui_.typesetter, {}, inner_, words, theme_.ink);
    }

    void add_heads_of_columns(float y) {
        const auto add = [&](float x, const char* words, Horizontal side) {
            add_text(scene_, ui_, {x, y}, words, theme_.dim, small(), side);
        };
        add(count_right(), "cells that moved", Horizontal::right);
        add(largest_right(), "largest", Horizontal::right);
        if (has_room())
            add(mean_right(), "root mean sq.", Horizontal::right);
    }

    void add_line(const ArrayDiff& diff, bool marked, const Box& line) {
        const std::string target = target_of(diff);
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (marked || ui_.workspace.hovered == target)
            ground.fill = faded(theme_.ink, marked ? 0.07F : 0.04F);
        scene_.list.add(ground);
        const float baseline = std::round(line.y + line_ / 2 + 5);
        add_symbol(diff, baseline);
        attn::add_line(scene_.list, ui_.typesetter, {left() + names_left, baseline}, moved_name(diff, notation_),
                       theme_.dim);
        add_text(scene_, ui_, {heads_left(), baseline},
                 ui_.typesetter.shortened(moved_heads_in_words(diff, notation_), Font{}, bar_left() - heads_left() - 8),
                 theme_.ink);
        const std::string count = count_in_words(diff);
        add_text(scene_, ui_, {count_right(), baseline}, count, theme_.ink, {}, Horizontal::right);
        if (diff.comparable) {
            if (has_room())
                add_bar(diff, line);
            if (diff.array)
                add_distances(diff, baseline);
        }
        scene_.values.insert_or_assign(target, count);
        Rectangle place;
        place.box = line;
        scene_.list.add(place, target);
    }

    void add_symbol(const ArrayDiff& diff, float baseline) {
        if (!diff.array)
            return;
        Typeset symbol = set_general_formula(ui_, symbol_of(*diff.array), symbol_size, theme_.ink);
        if (symbol.width > 80)
            symbol = set_general_formula(ui_, symbol_of(*diff.array), symbol_size * 80 / symbol.width, theme_.ink);
        scene_.list.append(symbol.list, {left(), baseline});
    }

    /// How many of its cells moved, of all.
    void add_bar(const ArrayDiff& diff, const Box& line) {
        constexpr float whole = 84;
        const float share = static_cast<float>(diff.changed) / static_cast<float>(diff.cells);
        Rectangle bar;
        bar.box = {bar_left(), std::round(line.centre().y - bar_height / 2), whole, bar_height};
        bar.fill = faded(theme_.ink, 0.1F);
        scene_.list.add(bar);
        bar.box.width = std::max(1.5F, whole * share);
        bar.fill = faded(theme_.ink, 0.7F);
        scene_.list.add(bar);
    }

    void add_distances(const ArrayDiff& diff, float baseline) {
        add_text(scene_, ui_, {largest_right(), baseline},
                 display_number(static_cast<float>(diff.largest), moved_decimals), theme_.ink, {}, Horizontal::right);
        if (has_room())
            add_text(scene_, ui_, {mean_right(), baseline},
                     display_number(static_cast<float>(diff.root_mean_square), moved_decimals), theme_.ink, {},
                     Horizontal::right);
    }

    void add_buttons() {
        const float y = box_.bottom() - moved_margin - control_height;
        const float x = left() +
                        add_segments(scene_, ui_, {left(), y}, {{.target = "action:close", .label = "Close"}}) +
                        space::large;
        if (!arrays_.empty())
            add_text(scene_, ui_, {x, y + 20}, "↑ ↓ choose   Enter goes where it moved most, and shows the change",
                     theme_.dim, small());
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    const Notation notation_;
    const Diff* moved_;
    std::vector<const ArrayDiff*> arrays_;
    std::size_t shown_ = 0; ///< as many of them as have room, around the marked one
    float inner_ = 0;
    float line_ = moved_tallest_line;
    float names_width_ = names_width;
    Box box_;
};

} // namespace

void diff_panel(Scene& scene, const UiContext& ui, const Box& window) {
    MovedLayout(scene, ui, window).add();
}

} // namespace attn
