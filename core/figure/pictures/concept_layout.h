#pragma once

#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

constexpr float concept_line_step = 20;
constexpr float concept_dot_size = 6;

/// The base of the four pictures of concepts: a plot, with lines of text beneath.
class ConceptLayout : protected Canvas {
public:
    ConceptLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), row_(drawing.view_state.row), column_(drawing.view_state.column) {
        row_ = std::min(row_, drawing.sizes().S_q - 1);
        column_ = std::min(column_, drawing.sizes().S_k - 1);
    }

protected:
    CellId cell(ArrayId array) const {
        return canonical(drawing_, {drawing_.layer().number, array, view().item, view().head, row_, column_});
    }
    Matrix matrix(ArrayId array) const { return drawing_.trace.array(array, view().item, view().head); }

    /// The height of a plot above that many lines of text: in the window all of the rest, on paper in proportion to the
    /// width.
    float height_above(int lines) const {
        constexpr float least = 60;
        constexpr float share_of_width = 0.44F;
        const float room = std::max(least, area_.height - static_cast<float>(lines) * concept_line_step);
        return on_paper() ? std::min(room, area_.width * share_of_width) : room;
    }

    /// Adds words, and after them the number of a cell. Returns the y of the next line.
    float say(Claim words, float y, const std::optional<CellId>& number = {}, int decimals = 2) {
        if (!number)
            return y + add_claims({area_.x, y}, {std::move(words)}, theme_.ink, {}, concept_line_step);
        const float width = line_width(drawing_.typesetter, words.text + " ");
        add_claim({area_.x, y}, std::move(words), theme_.ink);
        add_text({area_.x + width, y}, display_number(drawing_.trace.value(*number), decimals), theme_.ink, bold())
            .says = ShownNumber{.cell = *number};
        return y + concept_line_step;
    }

    void add_arrow(Point from, Point to, Colour colour) {
        constexpr float head = 9;
        const Point way = to - from;
        const float length = std::hypot(way.x, way.y);
        if (length < 1)
            return;
        const Point along{way.x / length, way.y / length};
        const float size = std::min(head, length / 2);
        const Point foot{to.x - along.x * size, to.y - along.y * size};
        add_line(from, foot, {colour, 2});
        const Point aside{-along.y * size * 0.4F, along.x * size * 0.4F};
        add(filled({to, foot + aside, foot - aside}, colour));
    }

    void add_dot(Point at, Colour colour) { add_disc(at, concept_dot_size, colour); }

    /// Adds a label unless it would overlap another; returns false then.
    bool add_label(Point at, const std::string& words, Horizontal horizontal) {
        return add_label(at, words, horizontal, area_);
    }

    /// Adds a label unless it would overlap another or leave `room` at the left or right; returns false then.
    bool add_label(Point at, const std::string& words, Horizontal horizontal, const Box& room) {
        Text text{.text = words, .position = at, .font = small(), .colour = theme_.ink, .horizontal = horizontal};
        const Typesetter& typesetter = drawing_.typesetter;
        const Box ink = typesetter.measure(text).ink.moved(typesetter.baseline_start(text)).moved(text.position);
        const Box box = ink.grown(2);
        const bool is_free =
            std::ranges::none_of(labels_, [&](const Box& other) { return !common(box, other).empty(); });
        if (!is_free || box.x < room.x || box.right() > room.right())
            return false;
        labels_.push_back(box);
        add(std::move(text));
        return true;
    }

    Index row_;
    Index column_;
    std::vector<Box> labels_;
};

inline double dot(std::span<const float> left, std::span<const float> right) {
    double sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        sum += static_cast<double>(left[i]) * static_cast<double>(right[i]);
    return sum;
}

inline std::string two_decimals(double value) {
    return display_number(static_cast<float>(value), 2);
}

} // namespace attn
