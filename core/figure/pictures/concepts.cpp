#include "core/figure/pictures/concepts.h"

#include "core/document/random.h"
#include "core/document/session_notation.h"
#include "core/explain/plane.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

using enum ArrayId;

namespace {

constexpr float line_step = 20;
constexpr float dot_size = 6;

/// What all four do: places, lines of text beneath.
class ConceptLayout {
public:
    ConceptLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), row_(drawing.view_state.row),
          column_(drawing.view_state.column) {
        row_ = std::min(row_, drawing.sizes().S_q - 1);
        column_ = std::min(column_, drawing.sizes().S_k - 1);
    }

protected:
    CellId cell(ArrayId array) const {
        return canonical(drawing_, {array, drawing_.view_state.item, drawing_.view_state.head, row_, column_});
    }
    Matrix matrix(ArrayId array) const {
        return drawing_.trace.array(array, drawing_.view_state.item, drawing_.view_state.head);
    }

    /// How high a plot is above so many lines of text: in the window as high as it leaves room, on paper in proportion
    /// to its width.
    float height_above(int lines) const {
        constexpr float least = 60;
        constexpr float share_of_width = 0.44F;
        const float room = std::max(least, area_.height - static_cast<float>(lines) * line_step);
        return drawing_.view_state.on_paper ? std::min(room, area_.width * share_of_width) : room;
    }

    /// Words, and behind them the number of a cell. Returns where the next line stands.
    float say(Claim words, float y, const std::optional<CellId>& number = {}, int decimals = 2) {
        if (!number)
            return y + add_paragraph(list_, drawing_.typesetter, {area_.x, y}, area_.width, Claims{std::move(words)},
                                     theme_.ink, {}, line_step);
        const float width = add_text(list_, drawing_.typesetter, {area_.x, y}, words.text + " ", theme_.ink);
        attach_claims(list_, {std::move(words)});
        add_text(list_, drawing_.typesetter, {area_.x + width, y},
                 display_number(drawing_.trace.value(*number), decimals), theme_.ink, bold());
        list_.items.back().says = ShownNumber{.cell = *number};
        return y + line_step;
    }

    void add_line(Point from, Point to, Colour colour, float width = 1, LineStyle style = LineStyle::solid) {
        list_.add(line(from, to, {colour, width, style}));
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
        add_line(from, foot, colour, 2);
        Path tip;
        tip.points = {to,
                      {foot.x - along.y * size * 0.4F, foot.y + along.x * size * 0.4F},
                      {foot.x + along.y * size * 0.4F, foot.y - along.x * size * 0.4F}};
        tip.fill = colour;
        tip.closed = true;
        list_.add(std::move(tip));
    }

    void add_dot(Point at, Colour colour) {
        Rectangle dot;
        dot.box = {at.x - dot_size / 2, at.y - dot_size / 2, dot_size, dot_size};
        dot.corner_radius = dot_size / 2;
        dot.fill = colour;
        list_.add(dot);
    }

    /// Writes a label where none lies yet. False, and nothing written, where it would lie on another.
    bool add_label(Point at, const std::string& words, Horizontal horizontal) {
        return add_label(at, words, horizontal, area_);
    }

    /// Not beyond the sides of `room`.
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
        list_.add(std::move(text));
        return true;
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    Index row_;
    Index column_;
    std::vector<Box> labels_;
};

double dot(std::span<const float> left, std::span<const float> right) {
    double sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        sum += static_cast<double>(left[i]) * static_cast<double>(right[i]);
    return sum;
}

std::string two_decimals(double value) {
    return display_number(static_cast<float>(value), 2);
}

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
        float y = area_.y + line_step;
        if (has_angle)
            y = add_arrows(long_query, long_key, cosine) + line_step;
        const Notation notation = notation_of(drawing_.session);
        const CellId of_query =
            canonical(drawing_, {operands[0].array, drawing_.view_state.item, drawing_.view_state.head, row_, 0});
        const CellId of_key =
            canonical(drawing_, {operands[1].array, drawing_.view_state.item, drawing_.view_state.head, column_, 0});
        const auto length = [&](std::string_view letter, bool is_key, const CellId& row, double long_row) {
            const std::string number = two_decimals(long_row);
            return Claim(fmt::format("{} of {}: length {}", in_letters(letter, notation),
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
            y = say({fmt::format("angle = {:.0f}°, its cosine = {}", std::acos(cosine) * 180 / std::numbers::pi,
                                 two_decimals(cosine)),
                     of_angle({.written = two_decimals(cosine)})},
                    y);
        else
            y = say({"one of them has no direction", Always{"a length above is 0, or no number"}}, y);
        const double product = dot(query, key);
        if (std::abs(product - static_cast<double>(drawing_.trace.value(cell(scores)))) >
            1e-3 * (1 + std::abs(product))) {
            Fact of_product = written_fact(Quantity::row_product, of_query, two_decimals(product));
            of_product.other = of_key;
            y = say({fmt::format("length × length × cosine = {}; another score was put in its place.",
                                 two_decimals(product)),
                     std::move(of_product)},
                    y);
        } else
            y = say({fmt::format("length × length × cosine = {} · {} =", in_letters("<q>", notation),
                                 in_letters("<k>", notation)),
                     Always{"what the number behind it is, which is compared"}},
                    y, cell(scores));
        if (!has_angle)
            return;
        if (cosine > 0.1)
            say({"Their angle is less than a right one: the product is positive.", of_angle({.at_least = 0})}, y);
        else if (cosine < -0.1)
            say({"Their angle is more than a right one: the product is negative.", of_angle({.at_most = 0})}, y);
        else
            say({"They stand nearly across each other: the product is small for such lengths.",
                 of_angle({.at_least = -0.11, .at_most = 0.11})},
                y);
    }

private:
    /// Returns where they end.
    float add_arrows(double long_query, double long_key, double cosine) {
        const double sine = std::sqrt(1 - cosine * cosine);
        const double left = std::min(0.0, long_key * cosine);
        const double right = std::max(long_query, long_key * cosine);
        const double up = long_key * sine;
        constexpr float room = 40; // for names at the tips
        const float width = std::max(40.0F, area_.width - 2 * room);
        const double unit = std::min(static_cast<double>(width) / (right - left),
                                     static_cast<double>(height_above(9)) / std::max(up, 1e-6));
        const float foot = area_.y + line_step + static_cast<float>(up * unit) + 2 * space::small;
        const auto at = [&](double x, double y) {
            return Point{area_.x + room + static_cast<float>((x - left) * unit), foot - static_cast<float>(y * unit)};
        };
        const Point origin = at(0, 0);
        const Point tip = at(long_key * cosine, up);
        const Point shadow = at(long_key * cosine, 0);
        add_line(tip, shadow, theme_.dim, 1, LineStyle::dashed);
        add_line({std::min(origin.x, shadow.x), foot + 5}, {std::max(origin.x, shadow.x), foot + 5}, theme_.connector,
                 3);
        add_arc(origin, std::acos(cosine), static_cast<float>(std::min(long_query, long_key) * unit) * 0.4F);
        add_arrow(origin, at(long_query, 0), theme_.ink);
        add_arrow(origin, tip, theme_.dim);
        add_names(origin, at(long_query, 0), tip);
        return foot + line_step + space::small;
    }

    /// Of the arrows at their tips, and of the shadow beneath it.
    void add_names(Point origin, Point query, Point key) {
        constexpr float beneath = 22;
        const Typeset q = set_general_formula(drawing_, "<q read>_<i>", 15, theme_.ink);
        const Typeset k = set_general_formula(drawing_, "<k read>_<j>", 15, theme_.ink);
        const float q_left = query.x + space::small;
        const float q_right = q_left + q.width;
        // A key that runs on close above would strike the name of the query through, as would its shadow's line.
        const bool is_under_key =
            key.x > query.x && (origin.y - key.y) * (query.x - origin.x) < 2 * line_step * (key.x - origin.x);
        const bool is_struck = is_under_key || (key.x > query.x && key.x < q_right + space::tiny);
        list_.append(q.list, {q_left, origin.y + (is_struck ? line_step : -space::small)});
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
        Path arc;
        constexpr int steps = 24;
        for (int i = 0; i <= steps; ++i) {
            const auto turned = static_cast<float>(angle * i / steps);
            arc.points.push_back({origin.x + size * std::cos(turned), origin.y - size * std::sin(turned)});
        }
        arc.stroke = {theme_.connector, 1};
        list_.add(std::move(arc));
    }
};

class LinearMap : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        constexpr Index most_tokens = 128;
        const float between = 48;
        const float most = (area_.width - between) / 2;
        const float side = drawing_.view_state.on_paper ? most : std::min(most, height_above(8));
        const Index count = std::min(drawing_.sizes().S_q, most_tokens);
        const float begin = area_.x + std::floor(most - side);
        const Box left{begin, area_.y + line_step, side, side};
        const Box right = left.moved({side + between, 0});
        const std::vector<Point> before = add_points(left, X, count, theme_.ink);
        const std::vector<Point> after = add_points(
            right, Q, count, drawing_.view_state.grey ? theme_.ink : head_colour(theme_, drawing_.view_state.head));
        const float middle = area_.y + line_step + side / 2;
        labels_.push_back({left.right(), middle - 4, between, 8}); // the arrow's
        add_words(left, {area_.x, left.y, left.right() + between / 2 - area_.x, side}, before);
        add_words(right, {right.x - between / 2, right.y, area_.right() - right.x + between / 2, side}, after);
        add_arrow({left.right() + space::small, middle}, {right.x - space::small, middle}, theme_.connector);
        float y = area_.y + line_step + side + 2 * line_step;
        const Sizes& sizes = drawing_.sizes();
        const auto length = [&](Index Sizes::*which) {
            Fact length = fact(Quantity::length, {}, static_cast<double>(sizes.*which));
            length.length = which;
            return length;
        };
        y = say({fmt::format("One matrix sends all tokens from {} numbers to {}.", sizes.D, sizes.d_k),
                 {length(&Sizes::D), length(&Sizes::d_k)}},
                y);
        y = say({fmt::format("Each side is seen in the plane of its own two longest directions.{}",
                             lacks_words_ ? " A number alone is a token’s place." : ""),
                 Always{"how the picture is drawn"}},
                y);
        const CellId bias{b_Q, 0, drawing_.view_state.head, 0, 0};
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
        inputs.number(count).stage(drawing_.trace, array, drawing_.view_state.item);
        inputs.number(drawing_.view_state.head).number(drawing_.view_state.item);
        return drawing_.cache.seen_through(array == X ? Lens::plane_of_inputs : Lens::plane_of_queries,
                                           std::move(inputs),
                                           [&] { return points_in_plane(matrix(array).row_block(0, count)); });
    }

    /// Returns where the dots stand.
    std::vector<Point> add_points(const Box& box, ArrayId array, Index count, Colour colour) {
        const Matrix& points = plane_of(array, count);
        float reach = 1e-9F;
        for (Index i = 0; i < points.rows(); ++i)
            reach = std::max({reach, std::abs(points(i, 0)), std::abs(points(i, 1))});
        const Point middle = box.centre();
        add_line({box.x, middle.y}, {box.right(), middle.y}, theme_.hairline);
        add_line({middle.x, box.y}, {middle.x, box.bottom()}, theme_.hairline);
        const Typeset name = set_formula(drawing_, symbol_of(array), 15, theme_.ink);
        list_.append(name.list, {middle.x - name.width / 2, box.bottom() + line_step});
        // No word lies over the axes.
        labels_.push_back({box.x, middle.y, box.width, 1});
        labels_.push_back({middle.x, box.y, 1, box.height});
        const float unit = 0.42F * box.width / reach;
        std::vector<Point> places;
        for (Index i = 0; i < points.rows(); ++i) {
            places.push_back({middle.x + points(i, 0) * unit, middle.y - points(i, 1) * unit});
            labels_.push_back({places.back().x - dot_size / 2, places.back().y - dot_size / 2, dot_size, dot_size});
        }
        for (const Point& place : places)
            add_dot(place, colour);
        return places;
    }

    /// When all dots are there. A word keeps to the `room` of its plane, with half of what lies between the two.
    void add_words(const Box& box, const Box& room, const std::vector<Point>& places) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool is_left = places[i].x > box.centre().x + box.width / 5;
            // Where a word has no room its place in the sentence tells as much.
            if (!add_label_beside(places[i], token_name(drawing_, false, static_cast<Index>(i)), is_left, room))
                lacks_words_ |= add_label_beside(places[i], std::to_string(i + 1), is_left, room);
        }
    }

    /// At one of the dot's corners, above it and on the given side first.
    bool add_label_beside(Point dot, const std::string& words, bool left_first, const Box& room) {
        for (const float baseline : {-dot_size, dot_size + type_size::small * 0.6F})
            for (const bool is_left : {left_first, !left_first})
                if (add_label({dot.x + (is_left ? -dot_size : dot_size), dot.y + baseline}, words,
                              is_left ? Horizontal::right : Horizontal::left, room))
                    return true;
        return false;
    }

    bool lacks_words_ = false; ///< some dots have the token's place alone
};

class ConditionalProbability : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        const auto shares = matrix(A).row_block(row_, 1);
        const auto row = shares.row(0);
        const double total = std::accumulate(row.begin(), row.end(), 0.0);
        float y = area_.y + line_step;
        y = say(
            {fmt::format("Given that {} asks: which key?", token_name(drawing_, false, row_)), Always{"a question"}},
            y);
        const bool is_distribution = std::abs(total - 1) < 1e-3 &&
                                     std::ranges::all_of(row, [](float share) { return share >= 0 && share <= 1; });
        if (!is_distribution)
            return void(say(no_distribution(row, total), y));
        const std::vector<Index> drawn = draws(row);
        constexpr float widest_step = 160;
        const float height = height_above(8);
        const float tallest = height / 1.1F; // a key may be drawn more often than its share
        const auto count = static_cast<float>(row.size());
        const float step = std::min(area_.width / count, widest_step);
        const float begin = area_.x + (area_.width - step * count) / 2;
        const float foot = y + height;
        const float highest = std::max(*std::ranges::max_element(row), 0.05F);
        const Colour fill = colour_map(palette_of(drawing_, A), drawing_.view_state.look).at_share(0.55F);
        for (std::size_t j = 0; j < row.size(); ++j) {
            const float left = begin + static_cast<float>(j) * step;
            const float width = step * 0.32F;
            const CellId share = canonical(
                drawing_, {A, drawing_.view_state.item, drawing_.view_state.head, row_, static_cast<Index>(j)});
            add_bar({left + step * 0.14F, foot, width, row[j] / highest * tallest}, fill, {},
                    ShownMeasure{share, Measure::height});
            const float seen = static_cast<float>(drawn[j]) / static_cast<float>(draw_count);
            add_bar({left + step * 0.5F, foot, width, std::min(seen / highest, 1.1F) * tallest}, {}, theme_.ink);
            if (step >= measure::numbered_cell) {
                add_text(list_, drawing_.typesetter, {left + step * 0.48F, foot + 34}, display_number(row[j], 3),
                         theme_.ink, small(), Horizontal::centre);
                list_.items.back().says = ShownNumber{.cell = share};
            }
            add_label(
                {left + step * 0.48F, foot + 18},
                drawing_.typesetter.shortened(token_name(drawing_, true, static_cast<Index>(j)), small(), step - 2),
                Horizontal::centre);
        }
        add_line({begin, foot}, {begin + step * count, foot}, theme_.connector);
        y = foot + 34 + line_step + space::small;
        say({fmt::format("Filled: P(key | {}), the {} of {}. Outlined: how often each came in {} draws.",
                         token_name(drawing_, false, row_), line(), shown_name(drawing_.session, A), draw_count),
             Always{"how the picture is drawn"}},
            y);
    }

private:
    static constexpr int draw_count = 1000;

    Claim no_distribution(std::span<const float> row, double total) const {
        const std::string what = fmt::format("This {} is no distribution", line());
        if (std::isnan(total))
            return {what + ": not all its shares are numbers.", Always{"no bounds are known of it"}};
        Fact sum = fact(Quantity::row_sum, cell(A), total);
        const double slack = 1e-4 * (1 + std::abs(total));
        sum.at_least -= slack;
        sum.at_most += slack;
        if (std::abs(total - 1) >= 1e-3)
            return {what + ": its shares do not sum to 1.", std::move(sum)};
        Fact beyond = fact(Quantity::row_least, cell(A), 0);
        const bool is_below = std::ranges::any_of(row, [](float share) { return share < 0; });
        beyond.at_least = -std::numeric_limits<double>::infinity();
        if (!is_below) {
            beyond = fact(Quantity::row_largest, cell(A), 1);
            beyond.at_most = std::numeric_limits<double>::infinity();
        }
        return {what + (is_below ? ": a share is below 0." : ": a share is above 1."), std::move(beyond)};
    }

    std::string_view line() const { return token_line(drawing_.session.tokens_as_columns); }

    void add_bar(Box foot_and_height, Colour fill, Colour edge, const Statement& says = {}) {
        Rectangle bar;
        bar.box = {foot_and_height.x, foot_and_height.y - foot_and_height.height, foot_and_height.width,
                   foot_and_height.height};
        bar.fill = fill;
        bar.stroke = {edge, 1};
        if (bar.box.height >= 0.5F)
            list_.add(bar).says = says;
    }

    /// The same for the same session, whatever is looked at before.
    std::vector<Index> draws(std::span<const float> row) const {
        std::vector<Index> counts(row.size());
        for (std::uint64_t i = 0; i < draw_count; ++i) {
            constexpr double steps = 9007199254740992.0; // 2⁵³
            double left = static_cast<double>(attn::draw(drawing_.session.seed, i) >> 11U) / steps;
            std::size_t key = 0;
            while (key + 1 < row.size() && left >= static_cast<double>(row[key]))
                left -= static_cast<double>(row[key++]);
            ++counts[key];
        }
        return counts;
    }
};

class Saturation : ConceptLayout {
public:
    using ConceptLayout::ConceptLayout;

    void add() {
        const Matrix all = matrix(masked).row_block(row_, 1);
        const auto row = all.row(0);
        const auto own = static_cast<double>(row[static_cast<std::size_t>(column_)]);
        const double others = log_sum_of_others(row);
        if (!std::isfinite(own) || !std::isfinite(others))
            return void(say(without_curve(own, others), area_.y + line_step));
        const double share = 1 / (1 + std::exp(-(own - others)));
        if (std::abs(share - static_cast<double>(drawing_.trace.value(cell(A)))) > 1e-3)
            return void(say({"Another number was put in the place of what softmax makes of the scores.",
                             Always{"told from the share and the scores, which are shown"}},
                            area_.y + line_step));
        const double reach = std::max(6.0, std::abs(own - others) + 1.5);
        const float left = area_.x + 36;
        const float width = area_.width - 44;
        const float height = height_above(7);
        const float top = area_.y + line_step;
        const auto at = [&](double score) {
            const double then = 1 / (1 + std::exp(-(score - others)));
            return Point{left + static_cast<float>((score - others + reach) / (2 * reach)) * width,
                         top + height * static_cast<float>(1 - then)};
        };
        add_axis(left, top, width, height);
        Path curve;
        constexpr int steps = 120;
        for (int i = 0; i <= steps; ++i)
            curve.points.push_back(at(others - reach + 2 * reach * i / steps));
        curve.stroke = {theme_.ink, 2};
        list_.add(std::move(curve));
        const double slope = share * (1 - share);
        add_tangent(at(own), slope, width / static_cast<float>(2 * reach), height, top);
        add_dot(at(own), theme_.ink);
        float y = top + height + 2 * line_step;
        y = say(
            {fmt::format("Share of {} for {}:", token_name(drawing_, true, column_), token_name(drawing_, false, row_)),
             Always{"what the number behind it is, which is compared"}},
            y, cell(A), 3);
        const std::string steep = fmt::format("{:.3f}", slope);
        const std::string moved = fmt::format("{:.3f}", slope / 10);
        Fact tenth = written_fact(Quantity::share_slope, cell(A), moved);
        tenth.at_least = tenth.at_most = 0.1; // of it
        y = say({fmt::format("Slope {0} (1 − {0}) = {1}: 0.1 more in the score that softmax reads moves the share "
                             "by about {2}.",
                             in_letters("<a>", notation_of(drawing_.session)), steep, moved),
                 {written_fact(Quantity::share_slope, cell(A), steep), std::move(tenth)}},
                y);
        constexpr double flat = 0.02; // of a share above 0.98, or below 0.02
        if (slope < flat) {
            Fact is_flat = fact(Quantity::share_slope, cell(A), 0);
            is_flat.at_most = flat + 1e-4;
            say({"Here the curve is flat: softmax is saturated, and learning hardly moves it.", std::move(is_flat)}, y);
        }
    }

private:
    Claim without_curve(double own, double others) const {
        const CellId score = cell(masked);
        constexpr double hidden = -std::numeric_limits<double>::infinity();
        if (own == hidden)
            return {"This key may not be read: softmax gives it 0 whatever its score would be.",
                    fact(Quantity::value, score, own)};
        if (std::isfinite(own) && others == hidden)
            return {"There is no other key to share with: softmax gives it 1 whatever the score.",
                    fact(Quantity::readable_in_row, score, 1)};
        return {"Not all scores of it are finite: there is no curve.", Always{"infinite scores have no bounds"}};
    }

    double log_sum_of_others(std::span<const float> row) const {
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < row.size(); ++j)
            if (static_cast<Index>(j) != column_)
                largest = std::max(largest, static_cast<double>(row[j]));
        if (!std::isfinite(largest))
            return largest;
        double sum = 0;
        for (std::size_t j = 0; j < row.size(); ++j)
            if (static_cast<Index>(j) != column_)
                sum += std::exp(static_cast<double>(row[j]) - largest);
        return largest + std::log(sum);
    }

    void add_axis(float left, float top, float width, float height) {
        for (const auto& [share, words] : {std::pair(0.0F, "0"), std::pair(0.5F, "½"), std::pair(1.0F, "1")}) {
            const float y = top + height * (1 - share);
            add_line({left, y}, {left + width, y}, theme_.hairline);
            add_text(list_, drawing_.typesetter, {left - space::small, y + 4}, words, theme_.dim, small(),
                     Horizontal::right);
        }
        add_text(list_, drawing_.typesetter, {left + width / 2, top + height + 18}, "its score, the others as they are",
                 theme_.dim, small(), Horizontal::centre);
        attach_claims(list_, {{"its score, the others as they are", Always{"what an axis is called"}}});
    }

    /// As long as it stays within the plot.
    void add_tangent(Point at, double slope, float unit, float height, float top) {
        const auto rise = static_cast<float>(slope) * height / unit; // pixels up for one to the right
        float half = 70;
        if (rise > 0)
            half = std::min({half, (at.y - top) / rise, (top + height - at.y) / rise});
        add_line({at.x - half, at.y + half * rise}, {at.x + half, at.y - half * rise},
                 drawing_.view_state.grey ? theme_.dim : theme_.positive, 1.5F);
    }
};

Result<void> exist(const DrawContext& drawing, std::initializer_list<ArrayId> wanted) {
    for (const ArrayId array : wanted)
        if (!has_array(drawing, array))
            return error("this layer has no {}", array_name(array));
    return {};
}

} // namespace

void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    InnerProduct(list, drawing, area).add();
}

void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    LinearMap(list, drawing, area).add();
}

void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    ConditionalProbability(list, drawing, area).add();
}

void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    Saturation(list, drawing, area).add();
}

Result<void> has_scores(const DrawContext& drawing) {
    auto there = exist(drawing, {scores});
    if (there && drawing.trace.recipe(scores).operands.size() < 2)
        return error("the scores are given, and no product");
    for (const Operand& operand : drawing.trace.recipe(scores).operands)
        if (there && !has_array(drawing, operand.array))
            return error("this layer has no {}", array_name(operand.array));
    return there;
}

Result<void> has_queries(const DrawContext& drawing) {
    return exist(drawing, {X, Q});
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

bool shows_share_as_probability(const DrawContext& drawing) {
    return drawing.view_state.array() == A && has_shares(drawing);
}

bool shows_saturation(const DrawContext& drawing) {
    return drawing.view_state.array() == A && has_shares(drawing);
}

} // namespace attn
