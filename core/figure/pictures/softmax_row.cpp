#include "core/figure/pictures/softmax_row.h"

#include "core/figure/bar_length.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>

namespace attn {

namespace {

constexpr float softmax_row_left_room = 124;
constexpr float softmax_formula_size = 15; // of a formula
constexpr float softmax_row_right_room = 190;
constexpr float remark_room = softmax_row_left_room - space::medium - space::tiny;
constexpr float softmax_row_largest_cell = 88;
constexpr float remark_line = 18;
constexpr float beneath_masked = 26;      // where the largest is pointed at
constexpr float beneath_differences = 30; // and the bars' numbers
constexpr float beneath_bars = 20;
constexpr float beneath_shares = 42; // the stacked bar
/// Strips, bars and the whole matrix are so high, of cells that are as high as wide, and give way together.
constexpr LineHeight strip_height{0.4F, 26, 48};
constexpr LineHeight height_of_bars{1.5F, 32, 240};
constexpr LineHeight map_height{1.9F, 72, 300};

enum Line : std::size_t { masked_line, differences_line, bars_line, shares_line, map_line };

class SoftmaxLayout {
public:
    SoftmaxLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), item_(drawing.view_state.item),
          head_(drawing.view_state.head), row_(selected_cell(drawing).row), keys_(drawing.sizes().S_k),
          masked_(row_of(ArrayId::masked)), exp_(row_of(ArrayId::exp)), A_(row_of(ArrayId::A)),
          largest_(row_of(ArrayId::row_max)(0, 0)), sum_(row_of(ArrayId::row_sum)(0, 0)),
          differences_(less_their_largest()), scores_(common_range()), grid_(fitting_grid()), cell_(grid_.cell().x),
          x_(grid_.cells(masked_line, 0).x) {}

    Box add() {
        grid_.add(list_);
        const Box masked = place_of(masked_line);
        label_formula("<masked score>",
                      {name_of_row(), Always{"it names a cell or an array, and states nothing of it"}}, masked);
        if (slider_room() > 0 && !drawing_.view_state.reveal)
            add_text(list_, drawing_.typesetter, {left_of_remarks(), masked.y + 20}, "drag any of them", theme_.dim,
                     small());
        if (is_there(softmax_level::maximum))
            add_maximum(masked.bottom());
        if (is_there(softmax_level::differences))
            label_formula(R"(<masked score> - <m>_<i>)", difference_claim(), place_of(differences_line));
        const Box bars = place_of(bars_line);
        if (is_there(softmax_level::exponentials)) {
            add_bars(bars);
            label_formula(R"(\exp(<masked score> - <m>_<i>))", exponential_claim(), bars);
        }
        if (is_there(softmax_level::sum))
            add_sum(has_remarks_beneath_ ? bars.bottom() + remark_line : bars.centre().y);
        const Box shares = place_of(shares_line);
        if (is_there(softmax_level::shares))
            add_shares(shares);
        if (has_map_ && is_there(softmax_level::shares))
            add_whole(place_of(map_line));
        const float widest = std::min(std::max(400.0F, strip_width()), area_.width);
        return {std::min(x_, area_.right() - widest), shares.bottom() + beneath_shares + remarks_beneath(), widest,
                has_slider_ ? 24.0F : 0};
    }

    /// What the strips and all beneath them take, whatever of it is there yet.
    Box drawn() const { return {x_, area_.y, strip_width(), grid_.covered().bottom() - area_.y}; }

private:
    /// In a lecture keys are at hand and no mouse.
    bool may_have_slider() const { return !drawing_.view_state.is_enlarged && !drawing_.view_state.on_paper; }
    float slider_room() const { return has_slider_ ? 56 : 0; }

    bool is_there(int level) const { return !drawing_.view_state.reveal || drawing_.view_state.reveal->level >= level; }

    Box place_of(Line line) const { return grid_.cells(line, 0); }

    /// A page has room beneath each row for what is said beside it otherwise. The whole matrix stands beneath where
    /// there is room, and the slider of what the menu has too.
    Grid fitting_grid() {
        Grid grid = with_lines();
        if (drawing_.view_state.on_paper && grid.cell().x < measure::numbered_cell) {
            has_remarks_beneath_ = true;
            grid = with_lines();
        }
        const auto fits = [&] { return grid.covered().height <= area_.height; };
        for (bool* const given_up : {&has_map_, &has_slider_}) {
            if (fits() || !*given_up)
                break;
            *given_up = false;
            grid = with_lines();
        }
        return grid;
    }

    /// One below the other: the scores, less their largest, their exponentials, the shares, and the whole matrix.
    Grid with_lines() const {
        MatrixBox masked{.map = strip(ArrayId::masked)};
        masked.map.columns = column_axis_of(drawing_, ArrayId::masked, chosen_);
        masked.map.columns.title.clear();
        masked.map.columns_above = true;
        masked.kept = {.left = softmax_row_left_room,
                       .right = has_remarks_beneath_ ? space::small : softmax_row_right_room,
                       .below = beneath_masked};
        MatrixBox differences{.map = strip(ArrayId::masked), .is_drawn = is_there(softmax_level::differences)};
        differences.map.matrix = differences_;
        differences.map.scale_name = "<masked score> - <m>_<i>";
        differences.map.first_cell.reset();
        differences.map.outlines.clear();
        differences.kept.below = beneath_differences;
        MatrixBox bars{.map = strip(ArrayId::exp), .is_drawn = false};
        bars.kept.below = beneath_bars + remarks_beneath();
        MatrixBox shares{.map = strip(ArrayId::A), .is_drawn = is_there(softmax_level::shares)};
        shares.map.decimals = std::max(3, shares.map.decimals);
        shares.kept.below = beneath_shares + remarks_beneath() + slider_room();
        GridRules rules{.largest_cell = softmax_row_largest_cell,
                        .stretched_cell = 2 * softmax_row_largest_cell, // neither side depends on the other
                        .line_gap = 0,
                        .aligned = true,
                        .heights = {strip_height, strip_height, height_of_bars, strip_height}};
        MatrixLines lines{{masked}, {differences}, {bars}, {shares}};
        if (has_map_) {
            lines.push_back({{.map = strip(ArrayId::A), .is_drawn = false}});
            rules.heights.push_back(map_height);
        }
        return {drawing_, area_, std::move(lines), rules};
    }

    void add_shares(const Box& strip) {
        label_formula("<share>", share_claim(), strip);
        const float beneath = strip.height + 17 + remark_line; // and beneath the stacked bar
        const std::string sum = number(total(), 3);
        remark({fmt::format("{} sum {}", line(), sum), written_fact(Quantity::row_sum, in_row(ArrayId::A), sum)},
               entropy_claim(), strip.y + (has_remarks_beneath_ ? beneath : strip.height / 2 - 8), false);
        add_stacked_bar(strip.bottom() + 8);
    }

    Matrix row_of(ArrayId stage) const { return drawing_.trace.matrix({stage, item_, head_}).row_block(row_, 1); }

    std::optional<Index> chosen_key() const {
        return column_role(drawing_.view_state.array()) == Role::keys ? std::optional(selected_cell(drawing_).column)
                                                                      : std::nullopt;
    }

    float strip_width() const { return cell_ * static_cast<float>(keys_); }

    HeatmapOptions strip(ArrayId stage) const {
        HeatmapOptions options = row_at(drawing_, {stage, item_, head_}, row_);
        if (stage != ArrayId::A)
            options.range = scores_;
        if (chosen_ && drawing_.view_state.step == stage)
            options.outlines = {{0, *chosen_, 1, 1, Outline::Kind::strong}};
        return options;
    }

    Matrix less_their_largest() const {
        std::vector<float> differences;
        for (Index j = 0; j < keys_; ++j)
            differences.push_back(masked_(0, j) - largest_);
        return Matrix::adopt(std::move(differences), 1, keys_);
    }

    /// Of the scores and of what they are less their largest: one number has one colour.
    Range common_range() const {
        const Palette palette = palette_of(drawing_, ArrayId::masked);
        const Matrix mask = row_at(drawing_, {ArrayId::masked, item_, head_}, row_).mask;
        return joined(range_of(masked_, palette, mask), range_of(differences_, palette, mask));
    }

    /// With as many decimals as numbers in cells, or `fewest`.
    std::string number(float value, int fewest) const {
        return display_number(value, std::max(fewest, drawing_.view_state.decimals));
    }

    CellId in_row(ArrayId stage, Index column = 0) const {
        return canonical(drawing_, {stage, item_, head_, row_, column});
    }

    /// Of the scores less what counts as their largest, which may be pinned.
    Claim difference_claim() const {
        Fact above = fact(Quantity::row_largest, in_row(ArrayId::masked), 0);
        above.other = in_row(ArrayId::row_max);
        if (is_at_most_0()) {
            above.at_least = -std::numeric_limits<double>::infinity();
            return {"at most 0", std::move(above)};
        }
        above.at_most = std::numeric_limits<double>::infinity();
        return {std::isnan(largest_) ? "m is no number" : "m is not the largest", std::move(above)};
    }

    Claim exponential_claim() const {
        Fact least = fact(Quantity::row_least, in_row(ArrayId::exp), 0);
        Fact most = fact(Quantity::row_largest, in_row(ArrayId::exp), 1);
        least.at_most = std::numeric_limits<double>::infinity();
        most.at_least = -least.at_most;
        if (is_between_0_and_1())
            return {"between 0 and 1", {std::move(least), std::move(most)}};
        if (const CellId nan = first_nan(exp_.row(0), in_row(ArrayId::exp)); std::isnan(exp_(0, nan.column)))
            return {"not all are numbers", fact(Quantity::is_nan, nan, 1)};
        const auto [smallest, greatest] = std::ranges::minmax(exp_.row(0));
        Fact beyond = smallest < 0 ? least : most;
        beyond.at_least = smallest < 0 ? -std::numeric_limits<double>::infinity() : 1;
        beyond.at_most = smallest < 0 ? 0 : std::numeric_limits<double>::infinity();
        return {"beyond 0 to 1", std::move(beyond)};
    }

    /// What a share is of an exponential: only where the shares are made so.
    Claim share_claim() const {
        if (sum_ == 0 && total() == 0)
            return {"0 by definition", fact(Quantity::row_sum, in_row(ArrayId::A), 0)};
        if (const CellId nan = first_nan(A_.row(0), in_row(ArrayId::A)); std::isnan(A_(0, nan.column)))
            return {"not all are numbers", fact(Quantity::is_nan, nan, 1)};
        if (!is_made_by_softmax()) {
            Fact given = fact(Quantity::given_count, in_row(ArrayId::A), 1);
            given.at_most = std::numeric_limits<double>::infinity();
            return {"some are not ÷ it", std::move(given)};
        }
        const std::string written = number(sum_, 3);
        return {fmt::format("÷ {}", written), written_fact(Quantity::value, in_row(ArrayId::row_sum), written)};
    }

    /// Whether no score of the row is above what counts as its largest, which may be pinned.
    bool is_at_most_0() const {
        return std::ranges::none_of(masked_.row(0), [&](float score) { return score > largest_; });
    }

    bool is_between_0_and_1() const {
        return std::ranges::all_of(exp_.row(0), [](float value) { return value >= 0 && value <= 1; });
    }

    /// "row of rose₄"; the token alone, where it is too long.
    std::string name_of_row() const {
        const std::string token = token_name(drawing_, false, row_);
        std::string words = fmt::format("{} of {}", line(), token);
        const bool fits = drawing_.typesetter.measure(words, small()).width <= remark_room;
        return fits ? words : token;
    }

    /// A formula in the user's letters at the left of a row, and a remark beneath it.
    void label_formula(std::string_view tex, Claim remark, const Box& beside) {
        const float y = beside.centre().y - 17;
        Typeset set = set_general_formula(drawing_, tex, softmax_formula_size, theme_.ink);
        if (set.width > remark_room)
            set = set_general_formula(drawing_, tex, softmax_formula_size * remark_room / set.width, theme_.ink);
        // Deep indices stand above the remark, as letters without any do.
        constexpr float room_below = 4;
        list_.append(set.list, {x_ - space::medium - set.width, y + 15 - std::max(0.0F, set.descent - room_below)});
        add_text(list_, drawing_.typesetter, {x_ - space::medium, y + 29},
                 fitting_text(list_, drawing_.typesetter, remark.text, small(), remark_room), theme_.dim, small(),
                 Horizontal::right);
        attach_claims(list_, {std::move(remark)});
    }

    /// What the exponentials add up to: Z = 2.13.
    void add_sum(float y) {
        const bool strong = drawing_.view_state.step == ArrayId::row_sum;
        const float x = left_of_remarks();
        const Typeset symbol = set_general_formula(drawing_, R"(<z>_<i> =)", softmax_formula_size, theme_.ink);
        list_.append(symbol.list, {x, y});
        add_text(list_, drawing_.typesetter, {x + symbol.width + space::tiny, y}, number(sum_, 3), theme_.ink,
                 {.weight = strong ? FontWeight::bold : FontWeight::medium});
        Claim remark = sum_claim();
        add_text(list_, drawing_.typesetter, {x, y + 18}, remark.text, theme_.dim, small());
        attach_claims(list_, {std::move(remark)});
    }

    /// Whether the sum is one of exponentials, and what is made of it.
    Claim sum_claim() const {
        const Index readable = std::ranges::count_if(
            masked_.row(0), [](float score) { return score > -std::numeric_limits<float>::infinity(); });
        if (sum_ == 0 && readable == 0)
            return {"every key is masked", fact(Quantity::readable_in_row, in_row(ArrayId::masked), 0)};
        Fact is_sum = fact(Quantity::row_sum, in_row(ArrayId::exp), static_cast<double>(sum_));
        const double slack = 1e-4 * (1 + std::abs(is_sum.at_least));
        is_sum.at_least -= slack;
        is_sum.at_most += slack;
        const double added = std::accumulate(exp_.row(0).begin(), exp_.row(0).end(), 0.0);
        if (std::isnan(sum_))
            return {"no number", fact(Quantity::is_nan, in_row(ArrayId::row_sum), 1)};
        if (!(std::abs(added - static_cast<double>(sum_)) <= slack))
            return {is_made_by_softmax() ? "not their sum; share: bar ÷ it" : "not their sum",
                    fact(Quantity::is_given, in_row(ArrayId::row_sum), 1)};
        return {is_made_by_softmax() ? "their sum: each bar ÷ it is a share" : "their sum; some shares are not ÷ it",
                std::move(is_sum)};
    }

    float left_of_remarks() const { return has_remarks_beneath_ ? x_ : x_ + strip_width() + space::huge + 4; }
    /// Between a row with its remark and the next.
    float remarks_beneath() const { return has_remarks_beneath_ ? 2 * remark_line : 0; }

    void remark(Claim name, Claim text, float y, bool strong) {
        const float x = left_of_remarks();
        add_text(list_, drawing_.typesetter, {x, y}, name.text, theme_.ink,
                 {.weight = strong ? FontWeight::bold : FontWeight::medium});
        attach_claims(list_, {std::move(name)});
        add_text(list_, drawing_.typesetter, {x, y + 16}, text.text, theme_.dim, small());
        attach_claims(list_, {std::move(text)});
    }

    /// Where the row's largest score stands; nowhere where another number was put in its place.
    /// Nowhere where another number is pinned in its place, even if a score is as large.
    std::optional<Index> place_of_maximum() const {
        std::optional<Index> place;
        for (Index j = 0; j < keys_; ++j) {
            if (masked_(0, j) > largest_)
                return std::nullopt;
            if (!place && masked_(0, j) == largest_)
                place = j;
        }
        return place;
    }

    void add_maximum(float y) {
        const bool strong = drawing_.view_state.step == ArrayId::row_max;
        const float to = x_ + strip_width() + space::medium;
        const std::optional<Index> place = place_of_maximum();
        if (place && std::isfinite(largest_)) {
            const float from = x_ + (static_cast<float>(*place) + 0.5F) * cell_;
            Path path;
            path.points = {{from, y + 3}, {from, y + 13}, {to, y + 13}};
            if (has_remarks_beneath_) // the largest stands right beneath it
                path.points = {{from, y + 1}, {from, y + 5}};
            path.stroke = {strong ? theme_.ink : theme_.connector, 1};
            list_.add(std::move(path)).clip = area_;
        }
        const Font font{.weight = strong ? FontWeight::bold : FontWeight::medium};
        const std::string largest = number(largest_, 2);
        const std::string whose = place ? std::string(line()) + "’s largest" : "pinned";
        float x = to + space::medium;
        const Typeset symbol = set_general_formula(drawing_, "<m>_<i> =", softmax_formula_size, theme_.ink);
        if (has_remarks_beneath_) {
            const float width = symbol.width + space::tiny + drawing_.typesetter.measure(largest, font).width +
                                space::small + drawing_.typesetter.measure(whose, small()).width;
            const float middle = place ? x_ + (static_cast<float>(*place) + 0.5F) * cell_ : x_;
            x = std::max(x_, std::min(middle - width / 2, x_ + strip_width() - width));
        }
        list_.append(symbol.list, {x, y + 17});
        x += symbol.width + space::tiny;
        add_text(list_, drawing_.typesetter, {x, y + 17}, largest, theme_.ink, font);
        x += drawing_.typesetter.measure(largest, font).width + space::small;
        add_text(list_, drawing_.typesetter, {x, y + 17}, whose, theme_.dim, small());
    }

    const ColourMap& colours_of_shares() const {
        return colour_map(palette_of(drawing_, ArrayId::A), drawing_.view_state.look);
    }

    void add_bars(const Box& bars) {
        const float foot = bars.bottom();
        const Colour fill = colours_of_shares().at_share(0.55F);
        // The tallest is 1, unless a pinned one is larger.
        const double tallest = fullest(exp_.row(0), 1);
        for (Index j = 0; j < keys_; ++j) {
            const float share = filled_part(static_cast<double>(exp_(0, j)), tallest);
            const float height = share > 0 ? std::max(1.0F, share * bars.height) : 0;
            const float left = x_ + static_cast<float>(j) * cell_;
            const float inset = cell_ >= 12 ? std::floor(cell_ * 0.2F) : 0;
            Rectangle bar;
            bar.box = {left + inset, foot - height, cell_ - 2 * inset, height};
            bar.fill = bar_colour(static_cast<double>(exp_(0, j)), fill, colours_of_shares());
            if (chosen_ == j)
                bar.stroke = {theme_.ink, 2};
            const CellId cell{ArrayId::exp, item_, head_, row_, j};
            list_.add(bar).clip = area_;
            list_.items.back().says = ShownMeasure{canonical(drawing_, cell), Measure::height};
            Rectangle place;
            place.box = {left, bars.y - softmax_bar_label, cell_, bars.height + softmax_bar_label};
            list_.add(place, cell).clip = area_;
            if (cell_ >= measure::numbered_cell)
                add_text(list_, drawing_.typesetter, {left + cell_ / 2, foot - height - 5}, number(exp_(0, j), 3),
                         theme_.ink, small(), Horizontal::centre);
        }
        Rectangle ground;
        ground.box = {x_, foot, strip_width(), 1};
        ground.fill = theme_.connector;
        list_.add(ground);
    }

    void add_stacked_bar(float y) {
        const ColourMap& map = colours_of_shares();
        const Range range{0, 1, 0, 1, RangeSource::fixed};
        const std::vector<float> parts = stacked_parts(A_.row(0));
        float x = x_;
        for (Index j = 0; j < keys_; ++j) {
            const float width = parts[static_cast<std::size_t>(j)] * strip_width();
            Rectangle piece;
            piece.box = {x, y, width, 9};
            piece.fill = map.at(A_(0, j), range);
            piece.stroke = {faded(theme_.ink, width >= 3 ? 0.35F : 0.0F), 1};
            list_.add(piece).clip = area_;
            list_.items.back().says =
                ShownMeasure{canonical(drawing_, {ArrayId::A, item_, head_, row_, j}), Measure::width};
            x += width;
        }
    }

    float total() const {
        float sum = 0;
        for (Index j = 0; j < keys_; ++j)
            sum += A_(0, j);
        return sum;
    }

    /// Bits, beside those of an even share among the allowed keys.
    Claim entropy_claim() const {
        double bits = 0;
        Index allowed = 0;
        for (Index j = 0; j < keys_; ++j) {
            const auto share = static_cast<double>(A_(0, j));
            bits -= share > 0 ? share * std::log2(share) : 0;
            allowed += masked_(0, j) > -std::numeric_limits<float>::infinity() ? 1 : 0;
        }
        const bool is_share = std::ranges::all_of(A_.row(0), [](float share) { return share >= 0; });
        const std::string none = fmt::format("this {} is no distribution", line());
        if (allowed == 0)
            return {none, fact(Quantity::readable_in_row, in_row(ArrayId::masked), 0)};
        if (const CellId nan = first_nan(A_.row(0), in_row(ArrayId::A)); std::isnan(A_(0, nan.column)))
            return {none, fact(Quantity::is_nan, nan, 1)};
        if (!is_share) {
            Fact negative = fact(Quantity::row_least, in_row(ArrayId::A), 0);
            negative.at_least = -std::numeric_limits<double>::infinity();
            return {none, std::move(negative)};
        }
        if (!rows_sum_to_1(A_))
            return {none, other_sum(in_row(ArrayId::A), A_.row(0))};
        const std::string entropy = fmt::format("{:.2f}", std::max(0.0, bits));
        const std::string most = fmt::format("{:.2f}", std::log2(static_cast<double>(allowed)));
        return {fmt::format("entropy {} bit of log₂{} = {}", entropy, allowed, most),
                {written_fact(Quantity::row_entropy, in_row(ArrayId::A), entropy),
                 fact(Quantity::readable_in_row, in_row(ArrayId::masked), static_cast<double>(allowed)),
                 written_fact(Quantity::even_entropy, in_row(ArrayId::masked), most)}};
    }

    /// Whether every share is its exponential by the sum: none of them is pinned or given.
    bool is_made_by_softmax() const {
        constexpr float rounding = 1e-4F;
        for (Index j = 0; j < keys_; ++j)
            if (!(std::abs(exp_(0, j) / sum_ - A_(0, j)) <= rounding))
                return false;
        return true;
    }

    static bool sums_to_1(std::span<const float> row) {
        return std::abs(std::accumulate(row.begin(), row.end(), -1.0)) <= 1e-3;
    }

    static bool rows_sum_to_1(const Matrix& A) {
        for (Index i = 0; i < A.rows(); ++i)
            if (!sums_to_1(A.row(i)))
                return false;
        return true;
    }

    /// What a row sums to that does not sum to 1.
    static Fact other_sum(const CellId& cell, std::span<const float> row) {
        const double total = std::accumulate(row.begin(), row.end(), 0.0);
        Fact sum = fact(Quantity::row_sum, cell, total);
        const double slack = 1e-4 * (1 + std::abs(total));
        sum.at_least -= slack;
        sum.at_most += slack;
        return sum;
    }

    /// What a token is in the matrix, though here it always lies.
    std::string_view line() const { return token_line(drawing_.session.tokens_as_columns); }

    Claim sums_of_rows(const Matrix& A) const {
        const CellId whole = in_row(ArrayId::A);
        for (Index i = 0; i < A.rows(); ++i) {
            CellId row = whole;
            row.row = i;
            const std::string not_every = fmt::format("not every {} sums to 1", line());
            if (const CellId nan = first_nan(A.row(i), row); std::isnan(A(i, nan.column)))
                return {not_every, fact(Quantity::is_nan, nan, 1)};
            if (!sums_to_1(A.row(i)))
                return {not_every, other_sum(row, A.row(i))};
        }
        Fact least = fact(Quantity::least_row_sum, whole, 1);
        Fact largest = fact(Quantity::largest_row_sum, whole, 1);
        constexpr double slack = 2e-3;
        least.at_least -= slack;
        largest.at_most += slack;
        least.at_most = std::numeric_limits<double>::infinity();
        largest.at_least = -least.at_most;
        return {fmt::format("each {} sums to 1", line()), {std::move(least), std::move(largest)}};
    }

    void add_whole(const Box& room) {
        const float y = room.y;
        HeatmapOptions options = heat_of(drawing_, {ArrayId::A, item_, head_, 0, 0});
        const bool transposed = options.transposed;
        const Shape shape = shown_shape(options);
        const float side = std::min((room.height - 8) / static_cast<float>(shape.rows), 28.0F);
        options.cell_height = side >= 3 ? std::floor(side) : side;
        options.cell_width = std::min(options.cell_height, strip_width() / static_cast<float>(shape.columns));
        options.numbers = CellNumbers::never;
        options.outlines = {transposed ? Outline{0, row_, keys_, 1, Outline::Kind::strong}
                                       : Outline{row_, 0, 1, keys_, Outline::Kind::strong}};
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, {x_, y}, area_);
        const Typeset name = set_formula(drawing_, shown_symbol(drawing_, ArrayId::A), 17, theme_.ink);
        const float right = x_ + map.cells.width + space::large;
        list_.append(name.list, {right, y + name.ascent});
        const std::string size = fmt::format("{}×{}", shape.rows, shape.columns);
        Claim sums = sums_of_rows(options.matrix);
        const Claim of_size{size + ",", written_fact(Quantity::shape, in_row(ArrayId::A), size)};
        add_text(list_, drawing_.typesetter, {right, y + name.ascent + 22},
                 has_remarks_beneath_ ? size : size + ", " + sums.text, theme_.dim, small());
        attach_claims(list_, {of_size, sums});
        if (has_remarks_beneath_) {
            add_text(list_, drawing_.typesetter, {right, y + name.ascent + 38}, sums.text, theme_.dim, small());
            attach_claims(list_, {sums});
        }
        const float row_line = (static_cast<float>(row_) + 0.5F) * options.cell_height + 4;
        if (!transposed && row_line > name.ascent + (has_remarks_beneath_ ? 38 : 22) + type_size::normal)
            add_text(list_, drawing_.typesetter, {right, y + row_line}, "← the row above", theme_.dim, small());
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    Index item_;
    Index head_;
    Index row_;
    Index keys_;
    Matrix masked_;
    Matrix exp_;
    Matrix A_;
    float largest_;
    float sum_;
    Matrix differences_; ///< of the masked scores from the largest
    Range scores_;       ///< of the colours of both
    std::optional<Index> chosen_ = chosen_key();
    bool has_remarks_beneath_ = false;
    bool has_map_ = true;
    bool has_slider_ = may_have_slider();
    Grid grid_;
    float cell_; ///< how wide
    float x_;    ///< where the strips begin
};

/// While the picture is built up its scales are those of the whole, so that nothing of them moves.
DisplayList scales_of_whole(const DrawContext& drawing, const Box& area) {
    ViewState view_state = drawing.view_state;
    view_state.reveal.reset();
    const DrawContext whole{drawing.session,    drawing.trace, view_state,
                            drawing.typesetter, drawing.cache, drawing.baseline};
    DisplayList all;
    SoftmaxLayout(all, whole, above_scales(area)).add();
    return scales_of(all, whole, area.width);
}

} // namespace

bool shows_softmax_row(const DrawContext& drawing) {
    constexpr std::array all{ArrayId::row_max, ArrayId::exp, ArrayId::row_sum, ArrayId::A};
    const bool is_part = std::find(all.begin(), all.end(), drawing.view_state.step) != all.end();
    return is_part && drawing.trace.has(ArrayId::masked) &&
           std::all_of(all.begin(), all.end(), [&](ArrayId stage) { return drawing.trace.has(stage); });
}

Box softmax_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const std::size_t first = list.items.size();
    SoftmaxLayout layout(list, drawing, above_scales(area));
    const Box controls = layout.add();
    add_beneath(list, drawing, area,
                drawing.view_state.reveal ? scales_of_whole(drawing, area)
                                          : scales_of(list, drawing, area.width, first),
                layout.drawn());
    return controls;
}

} // namespace attn
