#include "core/explain/lenses.h"
#include "core/figure/layout/matrix_box.h"
#include "core/figure/number.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/mixture_words.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/written_products.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace attn {

namespace {

constexpr float share_width = 56;     // of a cell of A: three decimals
constexpr float times_room = 36;      // between shares and values
constexpr float values_bar_room = 96; // colour bar and its numbers
constexpr float written_room = 228;   // the products of the selected column
constexpr float values_name_room = 30;
constexpr float sum_gap = 18;      // the rule above the sum
constexpr float values_foot = 88;  // labels, axis title, what is said
constexpr float share_height = 30; // where they lie
constexpr float largest_step = 52;
constexpr float largest_width = 80;
constexpr float least_written_step = 17;
constexpr float least_written_cell = 20;
constexpr float written_line = 18;
constexpr float written_down = 2 * written_line + 8;
constexpr float faintest_number = 0.5F;
constexpr int share_decimals = 3;

/// Tokens as rows: keys go down and widths to the right; as columns the other way round. Lengths are along the keys,
/// or across them.
class ValuesLayout {
public:
    ValuesLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), selected_(selected_cell(drawing)),
          upright_(is_transposed(drawing, ArrayId::O)), shares_(row_of(ArrayId::A, selected_.row)),
          values_(heat_of(drawing, first(values_mixed(drawing.trace)))), output_(row_of(ArrayId::O, selected_.row)),
          keys_(shares_.matrix.columns()), width_(output_.matrix.columns()), order_(by_share()), there_(count_there()) {
        Range range = joined(values_.range, heat_of(drawing, first(ArrayId::O)).range);
        range.source = RangeSource::this_matrix;
        if (drawing.view_state.range != RangeSource::fixed)
            values_.range = output_.range = range;
        output_.matrix = so_far();
        label();
        written_ = share_times_value();
        size();
    }

    void add() {
        const std::size_t first_of_shares = list_.items.size();
        const Heatmap shares = add_map(shares_, shares_at_);
        keep_title_from_own_name(first_of_shares);
        const Heatmap values = add_map(values_, values_at_);
        add_covers(values);
        add_numbers(values);
        add_marks(values_, values, values_at_);
        add_marks(shares_, shares, shares_at_);
        const Heatmap output = add_map(output_, output_at_);
        add_marks(output_, output, output_at_);
        add_rule_before_sum();
        add_total();
        if (writes_)
            upright_ ? add_products_across() : add_products_down();
        add_words();
    }

private:
    CellId first(ArrayId stage) const {
        return canonical(drawing_, {stage, selected_.item, drawing_.view_state.head, 0, 0});
    }

    /// A strip of one row: beneath each other where it goes along the keys and they go down.
    HeatmapOptions row_of(ArrayId stage, Index row) const {
        const bool stands = upright_ ? stage == ArrayId::O : stage == ArrayId::A;
        return row_at(drawing_, {stage, selected_.item, drawing_.view_state.head}, row, stands);
    }

    float share(Index key) const { return shares_.matrix(0, key); }

    /// How opaque the key's row of V is; a pin can ask for more than there is.
    float strength(Index key) const {
        const float own = std::abs(share(key));
        return std::isfinite(own) && is_there(key) ? std::min(own, 1.0F) : 0;
    }

    std::vector<Index> by_share() const {
        std::vector<Index> order(static_cast<std::size_t>(keys_));
        std::iota(order.begin(), order.end(), Index{0});
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return share(a) > share(b); });
        return order;
    }

    bool is_whole() const {
        const std::optional<Reveal>& reveal = drawing_.view_state.reveal;
        return !reveal || reveal->cells > 0 || reveal->terms >= keys_;
    }

    std::vector<bool> count_there() const {
        std::vector<bool> there(static_cast<std::size_t>(keys_), is_whole());
        if (!is_whole())
            for (Index i = 0; i < drawing_.view_state.reveal->terms; ++i)
                there.at(static_cast<std::size_t>(order_.at(static_cast<std::size_t>(i)))) = true;
        return there;
    }

    bool is_there(Index key) const { return there_.at(static_cast<std::size_t>(key)); }

    /// The output, or while it is computed the sum of the rows that have come.
    Matrix so_far() const {
        if (is_whole())
            return output_.matrix;
        std::vector<float> sum;
        sum.reserve(static_cast<std::size_t>(width_));
        for (Index c = 0; c < width_; ++c) {
            double cell = 0;
            for (Index j = 0; j < keys_; ++j)
                if (is_there(j))
                    cell += static_cast<double>(share(j)) * static_cast<double>(values_.matrix(j, c));
            sum.push_back(static_cast<float>(cell));
        }
        return Matrix::adopt(std::move(sum), 1, width_);
    }

    void label() {
        AxisLabels keys = column_axis_of(drawing_, ArrayId::A);
        AxisLabels widths = column_axis_of(drawing_, ArrayId::O, selected_.column);
        shares_.decimals = std::max(share_decimals, shares_.decimals);
        shares_.name = set_formula(drawing_, symbol_of(ArrayId::A), 17, theme_.ink);
        values_.name = set_formula(drawing_, symbol_of(values_mixed(drawing_.trace)), 17, theme_.ink);
        output_.name = set_formula(drawing_, symbol_of(ArrayId::O), 17, theme_.ink);
        shares_.shape = output_.shape = false;
        values_.numbers = CellNumbers::apart;
        if (upright_) {
            shares_.columns = std::move(keys);
            shares_.columns_above = true;
            values_.rows = std::move(widths);
            shares_.name_place = NamePlace::right;
            values_.name_place = NamePlace::below;
            output_.name_place = NamePlace::above;
        } else {
            shares_.rows = std::move(keys);
            let_row_title_give_way(drawing_, shares_.rows, area_.width);
            output_.columns = std::move(widths);
            shares_.name_place = values_.name_place = NamePlace::above;
            output_.name_place = NamePlace::right;
        }
        HeatmapOptions& last = upright_ ? output_ : values_;
        last.colour_bar = last.bar_reaches_up = has_bar();
        last.bar_caption = last.range.source == RangeSource::fixed ? "" : "values";
        output_.outlines = {upright_ ? Outline{selected_.column, 0} : Outline{0, selected_.column}};
    }

    /// Beside the name of the output.
    /// On a narrow page the scale lies beneath.
    bool has_bar() const {
        constexpr float narrowest = 420;
        return !drawing_.view_state.on_paper || area_.width >= narrowest;
    }
    float bar_width() const { return has_bar() ? values_bar_room : 0; }
    float bar_room() const { return bar_width() + output_.name.width + space::medium; }

    /// How much wider a number is than one with three decimals.
    static float longer(int decimals) { return 8 * static_cast<float>(std::max(0, decimals - share_decimals)); }

    float written_width() const {
        return written_room + longer(written_.decimals) + longer(written_.factor_decimals) +
               longer(written_.share_decimals);
    }

    /// At the left of the shares; above them, where they lie.
    Point before_cells(Point cell) const {
        if (upright_)
            return {48, label_reach(drawing_, shares_.columns, cell.x) + space::small};
        const float own_name = drawing_.typesetter.measure(token_name(drawing_, false, selected_.row), bold()).width;
        const float title = shares_.rows.title.empty() ? 0 : 24;
        return {std::max(label_width(drawing_, shares_.rows), own_name) + space::large + title, values_name_room};
    }

    /// What all of it takes: keys go down, or as columns to the right, and the sum stands behind them.
    Point used(Point cell, bool writes) const {
        const auto keys = static_cast<float>(keys_ + 1);
        const auto width = static_cast<float>(width_);
        const Point before = before_cells(cell);
        if (upright_)
            return {before.x + keys * cell.x + sum_gap + bar_width() + 40, // and the shares' name
                    before.y + share_height + space::large + width * cell.y + values_foot +
                        (writes ? written_down : 0)};
        return {before.x + share_width + times_room + width * cell.x + bar_room() + (writes ? written_width() : 0),
                before.y + keys * cell.y + sum_gap + values_foot};
    }

    Point cell_where(bool writes) const {
        const Shape cells = upright_ ? Shape{width_, keys_ + 1} : Shape{keys_ + 1, width_};
        CellLimits limits = cell_limits(drawing_, area_, largest_width, cells);
        limits.largest = {upright_ && writes ? std::max(limits.largest.x, widest_factors()) : limits.largest.x,
                          limits.largest.y * largest_step / largest_width};
        limits.stretched = {limits.largest.x, limits.largest.x};
        return settled_cell({area_.width, area_.height}, limits, [&](Point cell) {
            const Point size = used(cell, writes);
            return PictureExtent{{size.x, cells.columns}, {size.y, cells.rows}};
        });
    }

    void set_cell(Point cell) {
        for (HeatmapOptions* const map : {&shares_, &values_, &output_}) {
            map->cell_width = cell.x;
            map->cell_height = cell.y;
        }
        (upright_ ? shares_.cell_height : shares_.cell_width) = upright_ ? share_height : share_width;
        // The bar stands beside the name of the output.
        values_.bar_offset = output_.name.width + space::medium;
        output_.bar_offset = std::max(0.0F, output_.name.width - cell.x);
        if (values_.numbers == CellNumbers::apart && shares_.numbers == CellNumbers::printed) {
            HeatmapOptions printed = values_;
            printed.numbers = CellNumbers::printed;
            shares_.number_size = output_.number_size = printed.number_size = std::nullopt;
            share_number_size({&shares_, &printed, &output_}, drawing_.typesetter);
            values_.number_size = printed.number_size;
        }
    }

    /// Whether the numbers in the cells can be read.
    bool has_numbers() const {
        return shares_.numbers == CellNumbers::printed
                   ? values_.number_size.value_or(0) >= shares_.smallest_number
                   : values_.cell_width >= measure::numbered_cell && values_.cell_height >= measure::numbered_cell / 2;
    }

    /// The products of the chosen number are written beside the cells, unless they have no room or cost these their
    /// numbers.
    void size() {
        set_cell(cell_where(false));
        const bool has_plain = has_numbers();
        const Point written = cell_where(true);
        set_cell(written);
        const bool have_room = upright_ ? written.x >= widest_factors()
                                        : written.x >= least_written_cell && written.y >= least_written_step;
        writes_ = drawing_.view_state.zoom <= 1 && have_room && (has_numbers() || !has_plain);
        if (!writes_)
            set_cell(cell_where(false));
        const Point cell{values_.cell_width, values_.cell_height};
        shares_at_ = placed(area_, used(cell, writes_)) + before_cells(cell) + drawing_.view_state.pan;
        shares_at_ = {std::floor(shares_at_.x), std::floor(shares_at_.y)};
        const float keys = static_cast<float>(keys_) * (upright_ ? cell.x : cell.y) + sum_gap;
        values_at_ =
            shares_at_ + (upright_ ? Point{0, share_height + space::large} : Point{share_width + times_room, 0});
        output_at_ = values_at_ + (upright_ ? Point{keys, 0} : Point{0, keys});
        if (!upright_)
            values_.shape =
                named_width() <= cell.x * static_cast<float>(width_) + bar_room() - bar_width() + space::huge;
        for (HeatmapOptions* options : {&shares_, &values_, &output_})
            outline_focus(drawing_, *options);
    }

    /// Of V's name with its shape, up to the colour bar.
    float named_width() const {
        return values_.name.width + space::medium + drawing_.typesetter.measure(shape_text(values_), small()).width +
               space::small;
    }

    Heatmap add_map(const HeatmapOptions& options, Point at) {
        HeatmapOptions shown = options;
        shown.visible = area_.moved({-at.x, -at.y});
        Heatmap map = lay_out(shown, drawing_.typesetter);
        list_.append(map.list, at, area_);
        return map;
    }

    /// The title of few, low rows is longer than they are, and reaches down to the name beneath them, which may be
    /// wider than theirs.
    void keep_title_from_own_name(std::size_t first) {
        if (upright_)
            return;
        const float own = drawing_.typesetter.measure(token_name(drawing_, false, selected_.row), bold()).width;
        const float left = shares_at_.x - space::small - own - space::tiny;
        for (Item& item : std::span(list_.items).subspan(first)) {
            item.change_any<Text>([&](Text& title) {
                const Box box = drawing_.typesetter.box(title);
                if (title.direction == Direction::upright && box.bottom() > output_at_.y)
                    title.position.x -= std::max(0.0F, box.right() - left);
            });
        }
    }

    Box key_box(const Heatmap& values, Index key) const {
        return (upright_ ? values.block(0, key, width_, 1) : values.block(key, 0, 1, width_)).moved(values_at_);
    }

    /// What of each row is not handed over lies under as much of the ground. Where little is, the cover reaches a
    /// little further: a pixel that two of them share would show what lies beneath.
    void add_covers(const Heatmap& values) {
        constexpr float weak = 0.5F;
        constexpr float seam = 0.5F;
        const Colour ground = drawing_.view_state.on_paper ? theme_.panel : theme_.background;
        for (Index j = 0; j < keys_; ++j) {
            Rectangle cover;
            cover.box = key_box(values, j).grown(strength(j) < weak ? seam : 0);
            cover.fill = faded(ground, 1 - strength(j));
            if (strength(j) == 0 && is_masked(shares_.mask, 0, j))
                hatch(cover);
            list_.add(cover).clip = area_;
        }
        Rectangle frame;
        frame.box = values.cells.moved(values_at_).grown(0.5F);
        frame.stroke = {theme_.hairline, 1};
        list_.add(frame).clip = area_;
    }

    /// As the share beside it.
    void hatch(Rectangle& cover) const {
        cover.fill = theme_.masked;
        cover.hatch = theme_.hatch;
    }

    void add_numbers(const Heatmap& values) {
        const bool fits = has_numbers() && drawing_.view_state.numbers != CellNumbers::never;
        if (drawing_.view_state.numbers == CellNumbers::printed)
            (fits ? list_.prints_numbers : list_.lacks_numbers) = true;
        const float size = fits ? std::min(values_.number_size.value_or(type_size::small), type_size::small)
                                : std::max(measure::marked_cell, values_.smallest_number);
        if (std::min(values_.cell_width, values_.cell_height) < measure::marked_cell)
            return;
        const Colour ground = drawing_.view_state.on_paper ? theme_.panel : theme_.background;
        const ColourMap& map = colour_map(values_.palette, values_.look);
        for (Index j = 0; j < keys_; ++j) {
            if (strength(j) == 0)
                continue;
            for (Index c = 0; c < width_; ++c) {
                const float number = values_.matrix(j, c);
                // Grey tells no sign.
                const bool is_mark = !fits && std::isfinite(number);
                if (is_mark && !(values_.palette == Palette::grey && number < 0))
                    continue;
                const Box cell = (upright_ ? values.cell(c, j) : values.cell(j, c)).moved(values_at_);
                const Colour seen = mixed(ground, map.at(number, values_.range), strength(j));
                list_
                    .add(Text{.text = is_mark ? "−" : fixed_number(number, values_.decimals),
                              .position = cell.centre(),
                              .font = {.size = size},
                              .colour = faded(ink_on(seen), faintest_number + (1 - faintest_number) * strength(j)),
                              .horizontal = Horizontal::centre,
                              .vertical = Vertical::middle})
                    .clip = area_;
            }
        }
    }

    /// What is outlined or pinned, in front of the covers.
    void add_marks(const HeatmapOptions& options, const Heatmap& map, Point at) {
        if (&options == &values_)
            for (const Outline& outline : options.outlines) {
                Rectangle around;
                around.box = map.block(outline.row, outline.column, outline.rows, outline.columns).moved(at);
                around.stroke = {theme_.ink, 2};
                around.corner_radius = 2;
                list_.add(around).clip = area_;
            }
        add_pin_marks(list_, drawing_, *options.first_cell, map, at, options.transposed);
    }

    void add_rule_before_sum() {
        const float middle = sum_gap / 2;
        if (upright_)
            add_rule(list_, {output_at_.x - middle, values_at_.y},
                     {output_at_.x - middle, values_at_.y + static_cast<float>(width_) * values_.cell_height},
                     theme_.ink);
        else
            add_rule(list_, {shares_at_.x, output_at_.y - middle},
                     {values_at_.x + static_cast<float>(width_) * values_.cell_width, output_at_.y - middle},
                     theme_.ink);
    }

    void put(std::string text, Point at, Colour colour, Font font, Horizontal horizontal, const Statement& says = {}) {
        add_text_about(list_, at, std::move(text), colour, font, horizontal, area_).says = says;
    }

    /// Shares add up too: to 1, where none is pinned.
    void add_total() {
        double total = 0;
        for (Index j = 0; j < keys_; ++j)
            total += is_there(j) ? static_cast<double>(share(j)) : 0;
        const std::string words = display_number(static_cast<float>(total), shares_.decimals);
        const Point at = upright_ ? Point{output_at_.x + output_.cell_width / 2, shares_at_.y + shares_.cell_height / 2}
                                  : Point{shares_at_.x + share_width / 2, output_at_.y + output_.cell_height / 2};
        if (!upright_) {
            put(words, at, theme_.ink, bold(), Horizontal::centre);
            put(token_name(drawing_, false, selected_.row), {shares_at_.x - space::small, at.y}, theme_.ink, bold(),
                Horizontal::right);
        }
        const float y = values_at_.y + std::min(values_.cell_height, largest_step) / 2;
        if (!upright_)
            put(times_sign(drawing_), {values_at_.x - times_room / 2, y}, theme_.dim, {.size = 15}, Horizontal::centre);
    }

    /// Each key's share × value, for the selected number.
    WrittenProducts share_times_value() const {
        std::vector<WrittenProduct> lines;
        for (Index j = 0; j < keys_; ++j) {
            const float value = values_.matrix(j, selected_.column);
            lines.push_back({share(j), value, is_there(j) ? share(j) * value : 0});
        }
        return written_products(std::move(lines), output_.matrix(0, selected_.column), values_.decimals,
                                shares_.decimals);
    }

    /// Whether the head hands over what it takes, and not zeros.
    bool is_on() const { return drawing_.layer().heads.at(static_cast<std::size_t>(drawing_.view_state.head)).on; }

    bool is_written(Index key) const { return is_on() && is_there(key) && share(key) != 0; }

    CellId written_cell() const {
        CellId cell = first(ArrayId::O);
        cell.row = selected_.row;
        cell.column = selected_.column;
        return cell;
    }

    /// share × value = product, each beside its key.
    void add_products_down() {
        const float right =
            values_at_.x + static_cast<float>(width_) * values_.cell_width + bar_room() + written_width() - space::huge;
        const float equals = right - 60 - longer(written_.decimals);
        const float times = equals - 68 - longer(written_.factor_decimals);
        for (Index j = 0; j < keys_; ++j) {
            if (!is_written(j))
                continue;
            const WrittenProduct& product = written_.lines.at(static_cast<std::size_t>(j));
            const float y = values_at_.y + (static_cast<float>(j) + 0.5F) * values_.cell_height;
            put(fixed_number(product.product, written_.decimals), {right, y}, theme_.ink,
                {.weight = FontWeight::medium}, Horizontal::right, ShownTerm{written_cell(), j});
            const bool holds = multiplies(product, written_.factor_decimals, written_.decimals);
            put(holds ? "=" : "≈", {equals, y}, theme_.dim, {}, Horizontal::right);
            put(fixed_number(product.right, written_.factor_decimals), {equals - space::large, y}, theme_.ink, {},
                Horizontal::right);
            put(times_sign(drawing_), {times, y}, theme_.dim, {}, Horizontal::right);
            put(display_number(product.left, written_.share_decimals), {times - 14, y}, theme_.ink, {},
                Horizontal::right);
        }
        const float y = output_at_.y + output_.cell_height / 2;
        add_rule(list_, {equals, output_at_.y - sum_gap / 2}, {right, output_at_.y - sum_gap / 2}, theme_.ink);
        add_sum({right, y}, Horizontal::right);
        put(sum_sign(), {equals, y}, theme_.ink, bold(), Horizontal::right);
    }

    /// Of all that would be written beneath the keys and the output.
    float widest_factors() const {
        float widest = drawing_.typesetter.measure(sum_sign(), bold(type_size::small)).width;
        for (const WrittenProduct& product : written_.lines)
            widest = std::max(
                widest,
                drawing_.typesetter.measure(factors_of(product, written_, times_sign(drawing_)), small()).width);
        return std::ceil(widest + space::small);
    }

    /// share × value, and the product below it, each beneath its key; their sum beneath the output.
    void add_products_across() {
        const float factors = values_at_.y + static_cast<float>(width_) * values_.cell_height + values_name_room + 8;
        const float products = factors + written_line;
        for (Index j = 0; j < keys_; ++j) {
            if (!is_written(j))
                continue;
            const WrittenProduct& product = written_.lines.at(static_cast<std::size_t>(j));
            const float x = values_at_.x + (static_cast<float>(j) + 0.5F) * values_.cell_width;
            put(factors_of(product, written_, times_sign(drawing_)), {x, factors}, theme_.dim, small(),
                Horizontal::centre);
            put(fixed_number(product.product, written_.decimals), {x, products}, theme_.ink,
                {.weight = FontWeight::medium}, Horizontal::centre, ShownTerm{written_cell(), j});
            if (!multiplies(product, written_.factor_decimals, written_.decimals))
                put("≈", {x - values_.cell_width / 2 + space::small, products}, theme_.dim, {}, Horizontal::centre);
        }
        const float x = output_at_.x + output_.cell_width / 2;
        put(sum_sign(), {x, factors}, theme_.ink, bold(type_size::small), Horizontal::centre);
        add_sum({x, products}, Horizontal::centre);
    }

    bool is_pinned() const {
        const CellId cell = written_cell();
        return drawing_.layer().pins.contains(cell) ||
               drawing_.layer().given.contains({cell.array, cell.item, cell.head});
    }

    void add_sum(Point at, Horizontal horizontal) {
        const CellId cell = written_cell();
        put(fixed_number(output_.matrix(0, selected_.column), written_.decimals), at, theme_.ink, bold(), horizontal,
            is_pinned() || !is_on() ? Statement(ShownNumber{cell}) : Statement(ShownSum{cell, !written_.adds_up}));
    }

    std::string sum_sign() const {
        if (is_pinned())
            return "pinned =";
        if (!is_on())
            return "off =";
        return written_.adds_up ? "Σ =" : "rounded  Σ =";
    }

    void add_words() {
        const float down = upright_ ? values_at_.y + static_cast<float>(width_) * values_.cell_height + 40 +
                                          (writes_ ? written_down : 0)
                                    : output_at_.y + output_.cell_height + 24;
        add_paragraph(list_, drawing_.typesetter, {area_.x, down + space::section}, area_.width,
                      mixture_words(drawing_, selected_, shares_.matrix), theme_.ink);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    CellId selected_;
    bool upright_;
    HeatmapOptions shares_; // 1 x S_k
    HeatmapOptions values_; // S_k x d_v
    HeatmapOptions output_; // 1 x d_v
    Index keys_;
    Index width_;
    std::vector<Index> order_; ///< keys, the largest share first
    std::vector<bool> there_;  ///< of each key: whether its row has come
    WrittenProducts written_;
    bool writes_ = false;
    Point shares_at_;
    Point values_at_;
    Point output_at_;
};

} // namespace

bool shows_values(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::O && drawing.trace.has(ArrayId::A) &&
           drawing.trace.has(values_mixed(drawing.trace));
}

void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales(list, drawing, area, [&](const Box& above) { ValuesLayout(list, drawing, above).add(); });
}

} // namespace attn
