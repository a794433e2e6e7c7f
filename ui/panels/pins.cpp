#include "core/explain/pins_upstream.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/pin_list.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float pins_margin = space::huge;
constexpr float pins_line_height = 32;
constexpr float pins_header = 84;
constexpr float pins_footer = 62;
constexpr float pins_widest = 720;
constexpr float remove_width = 36;
constexpr int pins_decimals = 3;
constexpr std::string_view pins_empty_words =
    "There are none. A pin holds one cell of a stage at a number of yours, and all that follows is computed from it. "
    "Select a cell and press Ctrl+K to hold it as it is, or type another number into it.";

/// The pin's cell in words: "scores⁽²⁾[4,2]", "rose₄ reads is₂".
std::string name_of(const UiContext& ui, const CellId& cell) {
    const std::string item = ui.trace.extent(cell.array).items > 1 ? fmt::format(" of item {}", cell.item + 1) : "";
    return fmt::format("{}[{},{}]{}", matrix_name(ui.session, cell.array, cell.head), cell.row + 1, cell.column + 1,
                       item);
}

class PinList {
public:
    PinList(Scene& scene, const UiContext& ui, const Box& window)
        : scene_(scene), ui_(ui), theme_(ui.theme()), count_(pin_count(ui)) {
        const auto room = to_integer<Index>((window.height * 0.8F - pins_header - pins_footer) / pins_line_height);
        shown_ = std::clamp<Index>(count_, 1, std::max<Index>(1, room));
        const float width = std::min(pins_widest, window.width - 2 * space::section);
        box_ = add_dialog(scene, ui, window,
                          {width, pins_header + static_cast<float>(shown_) * pins_line_height + pins_footer});
    }

    void add() {
        add_text(scene_, ui_, {box_.x + pins_margin, box_.y + 40}, "Pins", theme_.ink, bold(type_size::large));
        scene_.values.insert_or_assign("pins", std::to_string(count_));
        if (count_ == 0) {
            add_paragraph(scene_, ui_, {box_.x + pins_margin, box_.y + 70}, box_.width - 2 * pins_margin,
                          std::string(pins_empty_words), theme_.dim);
            scene_.values.insert_or_assign("pins.empty", std::string(pins_empty_words));
        } else
            add_lines();
        add_buttons();
    }

private:
    void add_lines() {
        add_text(scene_, ui_, {box_.x + pins_margin, box_.y + 66}, "Held at a number, whatever is computed there.",
                 theme_.dim);
        add_text(scene_, ui_, {value_right(), box_.y + 66}, "pinned", theme_.dim, small(), Horizontal::right);
        add_text(scene_, ui_, {computed_right(), box_.y + 66}, "instead of", theme_.dim, small(), Horizontal::right);
        const Index marked = marked_pin(ui_);
        const Index first = std::clamp<Index>(marked - shown_ / 2, 0, std::max<Index>(0, count_ - shown_));
        auto pin = std::next(ui_.layer().pins.begin(), first);
        for (Index i = first; i < std::min(count_, first + shown_); ++i, ++pin)
            add_line(pin->first, pin->second, i == marked,
                     {box_.x + space::medium, box_.y + pins_header + static_cast<float>(i - first) * pins_line_height,
                      box_.width - 2 * space::medium, pins_line_height});
        if (count_ > shown_)
            add_text(scene_, ui_, {box_.right() - pins_margin, box_.bottom() - pins_margin - 10},
                     fmt::format("{} to {} of {}", first + 1, std::min(count_, first + shown_), count_), theme_.dim,
                     small(), Horizontal::right);
    }

    float computed_right() const { return box_.right() - pins_margin - remove_width; }
    float value_right() const { return computed_right() - 100; }

    void add_line(const CellId& cell, float value, bool marked, const Box& line) {
        const std::string name = cell_name(cell);
        const std::string target = "link:" + name;
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (marked || ui_.workspace.hovered == target)
            ground.fill = faded(theme_.ink, marked ? 0.07F : 0.04F);
        scene_.list.add(ground);
        const float baseline = line.y + 21;
        const float x = box_.x + pins_margin;
        const float width = add_text(scene_, ui_, {x, baseline}, name_of(ui_, cell), theme_.ink, bold());
        const float words_x = std::max(x + width, x + 120) + space::medium;
        add_text(scene_, ui_, {words_x, baseline},
                 ui_.typesetter.shortened(cell_words(ui_, cell), Font{}, value_right() - 80 - words_x), theme_.dim);
        const std::string held = display_number(value, pins_decimals);
        const std::string computed =
            display_number(static_cast<float>(value_without_pin(ui_.trace, cell)), pins_decimals);
        add_text(scene_, ui_, {value_right(), baseline}, held, theme_.ink, bold(), Horizontal::right);
        add_text(scene_, ui_, {computed_right(), baseline}, computed, theme_.dim, {}, Horizontal::right);
        scene_.values.insert_or_assign(target, fmt::format("{} instead of {}", held, computed));
        Rectangle place;
        place.box = {line.x, line.y, line.width - remove_width, line.height};
        scene_.list.add(place, target);
        add_remove("action:unpin/" + name, {line.right() - remove_width, line.y, remove_width, line.height});
    }

    void add_remove(const std::string& target, const Box& box) {
        const Colour colour = ui_.workspace.hovered == target ? theme_.ink : theme_.dim;
        const Point centre = box.centre();
        constexpr float arm = 4;
        scene_.list.add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
        scene_.list.add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
        Rectangle place;
        place.box = box;
        scene_.list.add(place, target);
    }

    void add_buttons() {
        float x = box_.x + pins_margin;
        const float y = box_.bottom() - pins_margin - control_height;
        if (count_ > 0)
            x += add_segments(scene_, ui_, {x, y}, {{.target = "action:unpin-all", .label = "Remove all"}}) +
                 space::small;
        x += add_segments(scene_, ui_, {x, y}, {{.target = "action:close", .label = "Close"}}) + space::large;
        if (count_ > 0)
            add_text(scene_, ui_, {x, y + 20}, "↑ ↓ choose   Enter goes there   Delete removes", theme_.dim, small());
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    Index count_;
    Index shown_ = 0;
    Box box_;
};

} // namespace

void pins_panel(Scene& scene, const UiContext& ui, const Box& window) {
    PinList(scene, ui, window).add();
}

} // namespace attn
