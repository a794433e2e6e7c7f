#include "core/explain/plane.h"
#include "core/figure/pictures/concept_layout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <initializer_list>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace attn {

using enum ArrayId;

namespace {

class InnerProduct : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        const auto& operands = drawing_.trace.recipe(scores).operands;
        const Matrix queries = matrix(operands[0].array);
        const Matrix keys = matrix(operands[1].array);
        const auto query = queries.row(row_);
        const auto key = keys.row(column_);
        const double long_query = std::sqrt(dot(query, query));
        const double long_key = std::sqrt(dot(key, key));
        const bool has_angle = std::isfinite(long_query * long_key) && long_query > 0 && long_key > 0;
        const double cosine = has_angle ? std::clamp(dot(query, key) / (long_query * long_key), -1.0, 1.0) : 0;
        float y = area_.y + concept_line_step;
        if (has_angle)
            y = add_arrows(long_query, long_key, cosine) + concept_line_step;
        const Notation& notation = drawing_.notation;
        const CellId of_query =
            canonical(drawing_, {drawing_.layer().number, operands[0].array, view().item, view().head, row_, 0});
        const CellId of_key =
            canonical(drawing_, {drawing_.layer().number, operands[1].array, view().item, view().head, column_, 0});
        const auto length = [&](std::string_view letter, bool is_key, const CellId& row, double long_row) {
            const std::string number = two_decimals(long_row);
            return Claim(prose("{} of {}: length {}", symbol_in(letter, notation),
                               token_name(drawing_, is_key, is_key ? column_ : row_), number),
                         written_fact(Quantity::row_length, row, number));
        };
        const auto of_angle = [&](const Fact& bounds) {
            Fact angle = bounds;
            angle.of = Quantity::row_cosine;
            angle.cell = of_query;
            angle.other = of_key;
            return angle;
        };
        y = say(length("<q>", false, of_query, long_query), y);
        y = say(length("<k>", true, of_key, long_key), y);
        if (has_angle)
            y = say({fmt::format("angle = {}°, its cosine = {}",
                                 fixed_number(static_cast<float>(std::acos(cosine) * 180 / std::numbers::pi), 0),
                                 two_decimals(cosine)),
                     of_angle({.written = two_decimals(cosine)})},
                    y);
        else if (long_query == 0 || long_key == 0)
            y = say(
                {"one of them has no direction", fact(Quantity::row_length, long_query == 0 ? of_query : of_key, 0)},
                y);
        else
            y = say({"one of them has no direction", Always{"a length that stands above it is no finite number"}}, y);
        const double product = dot(query, key);
        if (std::abs(product - static_cast<double>(drawing_.trace.value(cell(scores)))) >
            1e-3 * (1 + std::abs(product))) {
            Fact of_product = written_fact(Quantity::row_product, of_query, two_decimals(product));
            of_product.other = of_key;
            y = say({prose("length {} length {} cosine = {}; another score was put in its place.", times_sign(notation),
                           times_sign(notation), two_decimals(product)),
                     std::move(of_product)},
                    y);
        } else
            y = say({prose("length {} length {} cosine = {} =", times_sign(notation), times_sign(notation),
                           symbol_in(R"(<q> \cdot <k>)", notation)),
                     Always{"the number that stands behind it is compared with what it says"}},
                    y, cell(scores));
        if (!has_angle)
            return;
        if (cosine > 0.1)
            say({"Their angle is less than a right one: the product is positive.", of_angle({.at_least = 0})}, y);
        else if (cosine < -0.1)
            say({"Their angle is more than a right one: the product is negative.", of_angle({.at_most = 0})}, y);
        else
            say({"They are nearly at right angles: the product is small for such lengths.",
                 of_angle({.at_least = -0.11, .at_most = 0.11})},
                y);
    }

private:
    /// Returns the y at which the arrows end.
    float add_arrows(double long_query, double long_key, double cosine) {
        const double sine = std::sqrt(1 - cosine * cosine);
        const double left = std::min(0.0, long_key * cosine);
        const double right = std::max(long_query, long_key * cosine);
        const double up = long_key * sine;
        constexpr float room = 40; // for names at the tips
        const float width = std::max(40.0F, area_.width - 2 * room);
        const double unit = std::min(static_cast<double>(width) / (right - left),
                                     static_cast<double>(height_above(9)) / std::max(up, 1e-6));
        const float foot = area_.y + concept_line_step + static_cast<float>(up * unit) + 2 * space::small;
        const auto at = [&](double x, double y) {
            return Point{area_.x + room + static_cast<float>((x - left) * unit), foot - static_cast<float>(y * unit)};
        };
        const Point origin = at(0, 0);
        const Point tip = at(long_key * cosine, up);
        const Point shadow = at(long_key * cosine, 0);
        add_line(tip, shadow, {theme_.dim, 1, LineStyle::dashed});
        add_line({std::min(origin.x, shadow.x), foot + 5}, {std::max(origin.x, shadow.x), foot + 5},
                 {theme_.connector, 3});
        add_arc(origin, std::acos(cosine), static_cast<float>(std::min(long_query, long_key) * unit) * 0.4F);
        add_arrow(origin, at(long_query, 0), theme_.ink);
        add_arrow(origin, tip, theme_.dim);
        add_names(origin, at(long_query, 0), tip);
        return foot + concept_line_step + space::small;
    }

    /// Adds the names of both arrows at their tips, and that of the key's shadow beneath it.
    void add_names(Point origin, Point query, Point key) {
        constexpr float beneath = 22;
        const Typeset q = set_general_formula(drawing_, "<q read>_<i>", 15, theme_.ink);
        const Typeset k = set_general_formula(drawing_, "<k read>_<j>", 15, theme_.ink);
        const float q_left = query.x + space::small;
        const float q_right = q_left + q.width;
        // If the key's arrow, or its shadow's line, would run through the name of the query, the name is moved.
        const bool is_under_key =
            key.x > query.x && (origin.y - key.y) * (query.x - origin.x) < 2 * concept_line_step * (key.x - origin.x);
        const bool is_struck = is_under_key || (key.x > query.x && key.x < q_right + space::tiny);
        list_.append(q.list, {q_left, origin.y + (is_struck ? concept_line_step : -space::small)});
        list_.append(k.list, {key.x, key.y - space::small});
        constexpr float needed = 80;
        const std::string words = "k along q";
        if (is_struck && query.x - origin.x < needed)
            add_label({q_right + space::large, origin.y + beneath}, words, Horizontal::left);
        else if (const float end = is_struck ? query.x : key.x; std::abs(end - origin.x) > space::small)
            add_label({(origin.x + end) / 2, origin.y + beneath}, words, Horizontal::centre);
    }

    void add_arc(Point origin, double angle, float radius) {
        const float size = std::min(radius, 32.0F);
        std::vector<Point> arc;
        constexpr int steps = 24;
        for (int i = 0; i <= steps; ++i) {
            const auto turned = static_cast<float>(angle * i / steps);
            arc.push_back({origin.x + size * std::cos(turned), origin.y - size * std::sin(turned)});
        }
        add_way(std::move(arc), {theme_.connector, 1});
    }
};

class LinearMap : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        constexpr Index most_tokens = 128;
        const float between = 48;
        const float most = (area_.width - between) / 2;
        const float side = std::min(most, height_above(8));
        const Index count = std::min(drawing_.sizes().S_q, most_tokens);
        const float begin = area_.x + std::floor(most - side);
        const Box left{begin, area_.y + concept_line_step, side, side};
        const Box right = left.moved({side + between, 0});
        const std::vector<Point> before = add_points(left, X, count, theme_.ink);
        const std::vector<Point> after =
            add_points(right, Q, count, view().grey ? theme_.ink : head_colour(theme_, view().head));
        const float middle = area_.y + concept_line_step + side / 2;
        labels_.push_back({left.right(), middle - 4, between, 8}); // keeps labels off the arrow
        add_words(left, {area_.x, left.y, left.right() + between / 2 - area_.x, side}, before);
        add_words(right, {right.x - between / 2, right.y, area_.right() - right.x + between / 2, side}, after);
        add_arrow({left.right() + space::small, middle}, {right.x - space::small, middle}, theme_.connector);
        float y = area_.y + concept_line_step + side + 2 * concept_line_step;
        const Sizes& sizes = drawing_.sizes();
        y = say({fmt::format("One matrix sends all tokens from {} {} to {}.", sizes.D, noun_for(sizes.D, "number"),
                             sizes.d_k),
                 {length_fact(sizes, &Sizes::D), length_fact(sizes, &Sizes::d_k)}},
                y);
        y = say({fmt::format("Each side is seen in the plane of its own two longest directions.{}{}",
                             lacks_words_ ? " A number alone is a token’s place." : "",
                             lacks_names_ ? " Dots without a name stand too close to others." : ""),
                 Always{"it says what of the picture stands for what, which is how every such picture is drawn"}},
                y);
        const CellId bias{drawing_.layer().number, b_Q, 0, view().head, 0, 0};
        if (has_array(drawing_, b_Q))
            say({"Here a bias moves them all by the same: the rest turns, stretches and flattens.",
                 fact(Quantity::exists, bias, 1)},
                y);
        else
            say({"Sums go to sums, and zero to zero: it may turn, stretch and flatten, no more.",
                 fact(Quantity::exists, bias, 0)},
                y);
    }

private:
    const Matrix& plane_of(ArrayId array, Index count) {
        LensInputs inputs;
        inputs.number(count).stage(drawing_.trace, array, view().item);
        inputs.number(view().head).number(view().item);
        return drawing_.cache.seen_through(array == X ? Lens::plane_of_inputs : Lens::plane_of_queries, inputs,
                                           [&] { return points_in_plane(matrix(array).row_block(0, count)); });
    }

    /// Returns the places of the dots.
    std::vector<Point> add_points(const Box& box, ArrayId array, Index count, Colour colour) {
        const Matrix& points = plane_of(array, count);
        float reach = 1e-9F;
        for (Index i = 0; i < points.rows(); ++i)
            reach = std::max({reach, std::abs(points(i, 0)), std::abs(points(i, 1))});
        const Point middle = box.centre();
        add_line({box.x, middle.y}, {box.right(), middle.y}, {theme_.hairline});
        add_line({middle.x, box.y}, {middle.x, box.bottom()}, {theme_.hairline});
        const Typeset name = set_formula(drawing_, symbol_of(array), 15, theme_.ink);
        list_.append(name.list, {middle.x - name.width / 2, box.bottom() + concept_line_step});
        // Keeps labels off the axes.
        labels_.push_back({box.x, middle.y, box.width, 1});
        labels_.push_back({middle.x, box.y, 1, box.height});
        const float unit = 0.42F * box.width / reach;
        std::vector<Point> places;
        for (Index i = 0; i < points.rows(); ++i) {
            places.push_back({middle.x + points(i, 0) * unit, middle.y - points(i, 1) * unit});
            labels_.push_back({places.back().x - concept_dot_size / 2, places.back().y - concept_dot_size / 2,
                               concept_dot_size, concept_dot_size});
        }
        for (const Point& place : places)
            add_dot(place, colour);
        return places;
    }

    /// Adds the words of the dots, one label for dots at the same place; called after all dots are added. Labels stay
    /// within `room`, their plane and half of the gap between both planes.
    void add_words(const Box& box, const Box& room, const std::vector<Point>& places) {
        std::vector<bool> is_named(places.size(), false);
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (is_named[i])
                continue;
            std::string words;
            std::string numbers;
            for (std::size_t j = i; j < places.size(); ++j)
                if (is_one_place(places[i], places[j])) {
                    is_named[j] = true;
                    words += (words.empty() ? "" : ", ") + token_name(drawing_, false, static_cast<Index>(j)).letters();
                    numbers += (numbers.empty() ? "" : ", ") + std::to_string(j + 1);
                }
            const bool is_left = places[i].x > box.centre().x + box.width / 5;
            if (add_label_beside(places[i], words, is_left, room))
                continue;
            // A label without room is replaced by the numbers of its tokens.
            const bool has_number = add_label_beside(places[i], numbers, is_left, room);
            lacks_words_ |= has_number;
            lacks_names_ |= !has_number;
        }
    }

    static bool is_one_place(Point dot, Point other) {
        return std::hypot(dot.x - other.x, dot.y - other.y) < concept_dot_size / 2;
    }

    /// Adds a label at a corner of the dot, first above it and on the given side, or beside its middle; a line higher
    /// or lower if other labels are in the way.
    bool add_label_beside(Point dot, const std::string& words, bool left_first, const Box& room) {
        constexpr float above = -concept_dot_size;
        constexpr float below = concept_dot_size + type_size::small * 0.6F;
        constexpr float further = type_size::small * 1.2F;
        for (const float baseline :
             {above, below, above - further, below + further, above - 2 * further, below + 2 * further})
            for (const Horizontal side : {left_first ? Horizontal::right : Horizontal::left,
                                          left_first ? Horizontal::left : Horizontal::right, Horizontal::centre}) {
                const float beside = side == Horizontal::right  ? -concept_dot_size
                                     : side == Horizontal::left ? concept_dot_size
                                                                : 0;
                if (add_label({dot.x + beside, dot.y + baseline}, words, side, room))
                    return true;
            }
        return false;
    }

    bool lacks_words_ = false; ///< true: some dots show only their tokens' numbers
    bool lacks_names_ = false; ///< true: some dots have no label at all
};

Result<void> exist(const DrawContext& drawing, std::initializer_list<ArrayId> wanted) {
    for (const ArrayId array : wanted)
        if (!has_array(drawing, array))
            return error("this layer has no {}", named(array));
    return {};
}

} // namespace

void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    InnerProduct(list, drawing, area).add();
}

void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    LinearMap(list, drawing, area).add();
}

Result<void> has_scores(const DrawContext& drawing) {
    const auto& operands = drawing.trace.recipe(scores).operands;
    if (has_array(drawing, scores) && operands.size() < 2)
        return error("the scores are given, and no product");
    return has_array(drawing, scores) ? exist(drawing, {operands[0].array, operands[1].array})
                                      : exist(drawing, {scores});
}

Result<void> has_queries(const DrawContext& drawing) {
    if (auto exists = exist(drawing, {X, Q}); !exists)
        return exists;
    if (is_overridden(drawing.layer(), Q))
        return error("numbers of {} are given or pinned, and not what the weights make of {}", named(Q), named(X));
    return {};
}

Result<void> has_shares(const DrawContext& drawing) {
    return exist(drawing, {masked, A});
}

bool shows_inner_product(const DrawContext& drawing) {
    return drawing.view_state.array() == scores && has_scores(drawing);
}

bool shows_linear_map(const DrawContext& drawing) {
    return drawing.view_state.array() == Q && has_queries(drawing);
}

bool shows_share(const DrawContext& drawing) {
    return drawing.view_state.array() == A && has_shares(drawing);
}

} // namespace attn
