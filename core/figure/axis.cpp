#include "core/figure/axis.h"

#include "core/figure/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace attn {

namespace {

constexpr float axis_gap = space::small;
constexpr float longest_label = 112;
constexpr float longest_whole_label = 480;
constexpr float longest_upright_label = 64;                             // longer labels are slanted if that is allowed
constexpr float slanted_step = static_cast<float>(std::numbers::sqrt2); // distance of slanted lines whose ends are 1
                                                                        // apart
/// The least gap between neighbouring labels.
constexpr float between_labels = space::small;
/// The least distance of lines of small type that can still be read (logical pixels).
constexpr float between_small_lines = 12;

/// The interval of the labels that are shown, so that shown labels are `needed` apart: 1, 2, 5, 10, 20, 50 …
Index thinning(float step, float needed) {
    for (Index power = 1; power < 1'000'000'000; power *= 10)
        for (const Index factor : {1, 2, 5})
            if (static_cast<float>(power * factor) * step >= needed)
                return power * factor;
    return 1'000'000'000;
}

class AxisLayout {
public:
    AxisLayout(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float across, const Theme& theme,
               const Typesetter& typesetter)
        : axis_(axis), side_(side), extent_(extent), across_(across), theme_(theme), typesetter_(typesetter) {}

    DisplayList lay_out() {
        add_labels();
        add_title();
        return std::move(list_);
    }

    float reach() const { return reach_; }

private:
    Font font_of(Index i) const {
        return {.size = size_,
                .weight = axis_.emphasised == i ? FontWeight::semibold : FontWeight::regular,
                .italic = std::ranges::find(axis_.italic, i) != axis_.italic.end()};
    }

    /// The least distance between labels on lines one above the other.
    float between_lines() const { return between_small_lines * std::min(1.0F, size_ / type_size::small); }

    bool may_shrink() const { return axis_.smallest_word < type_size::small && !are_plain_; }
    bool is_turned() const { return direction_ != Direction::level; }
    bool slants(float width) const {
        return axis_.may_slant && width > longest_upright_label && extent_.step >= between_lines() * slanted_step;
    }
    bool is_enlarged() const { return axis_.smallest_word < smallest_word_on_screen; }

    /// Shrinks the labels so that rows `step` high have room for them.
    void shrink_to(float step) {
        const float fitting = type_size::small * step / between_small_lines;
        size_ = std::clamp(fitting, axis_.smallest_word, size_);
        if (fitting < axis_.smallest_word) // even at the smallest size some labels have no room
            size_ = type_size::small;
    }

    /// Shrinks the labels of columns. Small level words read better than upright ones, so they stay level if they fit
    /// at the smallest size. Upright words may be longer.
    void shrink_columns(float width) {
        constexpr float longest_turned = 48;
        const float level = size_ * (extent_.step - between_labels / 2) / width;
        if (level >= axis_.smallest_word) {
            direction_ = Direction::level;
            size_ = level;
            return;
        }
        shrink_to(extent_.step);
        size_ = std::min(size_, std::max(axis_.smallest_word, size_ * longest_turned / width));
    }

    std::string label(Index i) const {
        return typesetter_.shortened(axis_.labels.at(static_cast<std::size_t>(i)), font_of(i),
                                     axis_.are_whole ? longest_whole_label : longest_label);
    }

    float width_of(Index i) const { return typesetter_.measure(label(i), font_of(i)).width; }

    float widest() const {
        constexpr Index too_many_to_measure = 500;
        if (extent_.last - extent_.first > too_many_to_measure) {
            const auto longest = std::ranges::max_element(axis_.labels, {}, &std::string::size);
            return typesetter_.measure(label(longest - axis_.labels.begin()), font_of(0)).width;
        }
        float width = 0;
        for (Index i = extent_.first; i < extent_.last; ++i)
            width = std::max(width, width_of(i));
        return width;
    }

    void add_labels() {
        if (axis_.labels.empty() || extent_.first >= extent_.last)
            return;
        if (may_shrink() && side_ == AxisSide::left && extent_.step < between_small_lines)
            shrink_to(extent_.step);
        float width = widest();
        if (side_ == AxisSide::left) {
            every_ = thinning(extent_.step, between_lines());
        } else {
            // Numbers are never turned: some of them are left out instead, since readers can count on.
            if (width + between_labels / 2 > extent_.step && !are_plain_)
                direction_ = slants(width) ? Direction::slanted : Direction::upright;
            if (is_turned() && may_shrink()) {
                is_enlarged() ? shrink_columns(width) : shrink_to(extent_.step);
                width = std::min(width, extent_.step - between_labels / 2);
            }
            every_ = thinning(extent_.step, is_turned() ? between_lines() : width + between_labels / 2);
        }
        list_.lacks_words = every_ > 1 && !are_plain_;
        for (Index i = extent_.first; i < extent_.last; ++i)
            if (is_in_turn(i) || axis_.emphasised == i)
                add_label(i);
    }

    /// True if this label is one of every `every_`. A single word out of many is left out, because it would seem to
    /// name all rows.
    bool is_in_turn(Index i) const {
        const bool is_alone = extent_.last - extent_.first < 2 * every_;
        return every_ == 1 || ((i + 1) % every_ == 0 && (are_plain_ || !is_alone));
    }

    bool are_numbers() const {
        return std::ranges::all_of(axis_.labels, [](const std::string& text) {
            return std::ranges::all_of(text, [](char letter) { return letter >= '0' && letter <= '9'; });
        });
    }

    /// True if this label would overlap the emphasised one, which is always shown.
    bool hidden_by_emphasised(Index i) const {
        if (every_ == 1 || !axis_.emphasised || i == *axis_.emphasised)
            return false;
        const bool is_level = side_ != AxisSide::left && !is_turned();
        const float apart =
            is_level ? (width_of(i) + width_of(*axis_.emphasised)) / 2 + between_labels / 2 : between_lines();
        return static_cast<float>(std::abs(i - *axis_.emphasised)) * extent_.step < apart;
    }

    void add_label(Index i) {
        if (hidden_by_emphasised(i))
            return;
        const bool strong = axis_.emphasised == i;
        Text text{.text = label(i), .position = {}, .font = font_of(i), .colour = theme_.ink};
        if (are_plain_ && !strong)
            text.colour = theme_.dim;
        const float centre = (static_cast<float>(i) + 0.5F) * extent_.step;
        text.direction = stands_level(text) ? Direction::level : direction_;
        const bool is_turned = text.direction != Direction::level;
        switch (side_) {
        case AxisSide::left:
            text.position = {-axis_gap, centre};
            text.horizontal = Horizontal::right;
            text.vertical = Vertical::middle;
            break;
        case AxisSide::below:
            text.position = {centre, across_ + axis_gap};
            text.horizontal = is_turned ? Horizontal::right : Horizontal::centre;
            text.vertical = is_turned ? Vertical::middle : Vertical::top;
            break;
        case AxisSide::above:
            text.position = {centre, -axis_gap};
            text.horizontal = is_turned ? Horizontal::left : Horizontal::centre;
            text.vertical = is_turned ? Vertical::middle : Vertical::baseline;
            break;
        }
        reach_ = std::max(reach_, reach_of(text));
        const Target target = axis_.target.empty() ? Target{} : Target{fmt::format("{}{}", axis_.target, i + 1)};
        Item& added = list_.add(std::move(text), target);
        if (extent_.matrix)
            added.says = ShownLabel{*extent_.matrix, side_ != AxisSide::left, i};
    }

    /// True if a label stays level among upright ones, because it has colours of its own, such as an emoji, which would
    /// lie on its side. The label must be no wider than its column.
    bool stands_level(const Text& label) const {
        return is_turned() && typesetter_.has_own_colours(label) &&
               typesetter_.measure(label).width <= extent_.step - between_labels / 2;
    }

    float reach_of(const Text& label) const {
        if (label.direction == Direction::slanted) {
            const Box box = typesetter_.box(label);
            return side_ == AxisSide::above ? -box.y : box.bottom() - across_;
        }
        const TextExtent measured = typesetter_.measure(label);
        const float line = measured.ascent + measured.descent;
        return axis_gap + (side_ == AxisSide::left || label.direction != Direction::level ? measured.width : line);
    }

    void add_title() {
        if (axis_.title.empty())
            return;
        const float middle = static_cast<float>(extent_.count) * extent_.step / 2;
        Text text{.text = axis_.title,
                  .position = {},
                  .font = {.size = type_size::small},
                  .colour = theme_.dim,
                  .horizontal = Horizontal::centre};
        const TextExtent measured = typesetter_.measure(text);
        const float line = measured.ascent + measured.descent;
        const float distance = reach_ + axis_gap;
        switch (side_) {
        case AxisSide::left:
            // A title that is longer than the cells reaches down, because names and sums stand above the cells.
            text.position = {-distance - measured.descent, std::max(middle, measured.width / 2)};
            text.direction = Direction::upright;
            break;
        case AxisSide::below:
            text.position = {middle, across_ + distance};
            text.vertical = Vertical::top;
            break;
        case AxisSide::above:
            text.position = {middle, -distance - measured.descent};
            break;
        }
        reach_ = distance + line;
        list_.add(std::move(text));
    }

    const AxisLabels& axis_;
    AxisSide side_;
    AxisExtent extent_;
    float across_;
    const Theme& theme_;
    const Typesetter& typesetter_;
    DisplayList list_;
    Index every_ = 1;
    Direction direction_ = Direction::level;
    float size_ = extent_.step >= 24 ? type_size::normal : type_size::small;
    /// True if labels are plain numbers. Some of them may be left out, but no words.
    bool are_plain_ = are_numbers();
    float reach_ = 0;
};

} // namespace

DisplayList lay_out_axis(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float across,
                         const Theme& theme, const Typesetter& typesetter, float* reach) {
    AxisLayout layout(axis, side, extent, across, theme, typesetter);
    DisplayList list = layout.lay_out();
    if (reach != nullptr)
        *reach = layout.reach();
    return list;
}

std::vector<std::string> counted(Index count) {
    std::vector<std::string> labels;
    for (Index i = 1; i <= count; ++i)
        labels.push_back(fmt::format("{}", i));
    return labels;
}

} // namespace attn
