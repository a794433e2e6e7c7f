#include "core/explain/residual.h"
#include "core/figure/lenses/lens_captions.h"
#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/lens_matrices.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/shared_ranges.h"
#include "core/model/norm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float block_symbol_size = 15;
constexpr float title_line = 17; // height of a box's title
constexpr float box_padding = 6; // between a box and its row
constexpr float plus_size = 14;  // diameter of the circle of a sum
constexpr float way_room = 22;   // width at the left for the residual connection
constexpr float mlp_height = 22;
constexpr float said_line = 18;
constexpr float widest_cell = 60;
constexpr std::array gaps{18.0F, 14.0F, 10.0F, 7.0F, 5.0F}; // lengths of arrows; the first with which all has room is
                                                            // used

/// The rows of numbers, from top to bottom.
enum BlockRow : std::size_t { past_row, written_row, sum_row, normed_row, row_count };

class BlockPicture : Canvas {
public:
    BlockPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), row_(std::min(drawing.view_state.row, drawing.sizes().S_q - 1)),
          arrays_(*residual_arrays(drawing.trace)), made_(residual_row(drawing.trace, drawing.view_state.item, row_)) {
        make_rows();
        arrange();
    }

    void add() {
        add_attention();
        if (shows(BlockPart::norm))
            add_norm();
        if (shows(BlockPart::mlp))
            add_mlp();
        grid_->add(list_);
        for (std::size_t row = 0; row < row_count; ++row)
            if (grid_->box(row, 0).is_drawn && symbols_[row].width > 0)
                append(symbols_[row].list,
                       {symbols_left(), cells(row).centre().y + (symbols_[row].ascent - symbols_[row].descent) / 2});
        if (says_ && view().says_remarks)
            add_paragraph(list_, drawing_.typesetter, {area_.x, grid_->covered().bottom() + said_line},
                          std::max(area_.width, grid_->covered().width), said(), theme_.dim, {}, said_line);
    }

private:
    bool shows(BlockPart part) const { return view().block_to >= part; }
    Box cells(std::size_t row) const { return grid_->cells(row, 0); }
    float middle() const { return cells(sum_row).centre().x; }
    float symbols_left() const { return cells(sum_row).x - symbol_room_; }
    float way_x() const { return symbols_left() - box_padding - way_room / 2; }

    CellId first_of(ArrayId array) const {
        return canonical(drawing_, {drawing_.layer().number, array, view().item, 0, row_, 0});
    }

    static std::string letter_of(ArrayId array) {
        const Array& of = row_of(array);
        return std::string(of.letter) + "_<i>";
    }

    /// A row of a stage, drawn horizontally.
    HeatmapOptions stage_row(ArrayId array) const {
        HeatmapOptions map = row_at(drawing_, {drawing_.layer().number, array, view().item, 0}, row_);
        map.is_part = true;
        mark_column(map);
        return map;
    }

    /// A row that the picture computes. If the view state hides it, its cells are blank.
    HeatmapOptions made_row(const HeatmapOptions& like, const Matrix& numbers, bool is_normed,
                            std::string_view name) const {
        HeatmapOptions map = like;
        map.matrix = numbers;
        map.mask = {};
        map.first_cell.reset();
        map.range = range_of(numbers, map.palette);
        map.scale_name = name;
        map.residual = ShownResidual{first_of(arrays_.past), first_of(arrays_.written), is_normed};
        if (view().hides_made) {
            map.revealed = 0;
            map.is_plain = true;
        }
        mark_column(map);
        return map;
    }

    /// Outlines the cell in the selected column.
    void mark_column(HeatmapOptions& map) const {
        map.outlines.clear();
        if (on_paper() || !view().marks_cell)
            return;
        const Index column = selected_cell(drawing_).column;
        const bool is_selected = map.first_cell && map.first_cell->array == arrays_.written;
        map.outlines = {{0, column, 1, 1, is_selected ? Outline::Kind::strong : Outline::Kind::thin}};
    }

    void make_rows() {
        const std::string sum = letter_of(arrays_.past) + " + " + letter_of(arrays_.written);
        rows_ = {stage_row(arrays_.past), stage_row(arrays_.written)};
        rows_.push_back(made_row(rows_[written_row], made_.sum, false, sum));
        rows_.push_back(made_row(rows_[written_row], made_.normed, true, R"(\text{norm})"));
        rows_[past_row].columns = column_axis_of(drawing_, arrays_.past);
        rows_[past_row].columns.title.clear();
        rows_[past_row].columns_above = true;
        share_ranges();
        const auto set = [&](const std::string& formula) {
            return set_general_formula(drawing_, formula, block_symbol_size, theme_.ink);
        };
        symbols_ = {set(letter_of(arrays_.past)), set(letter_of(arrays_.written)), set(sum), {}};
        for (const Typeset& symbol : symbols_)
            symbol_room_ = std::max(symbol_room_, std::ceil(symbol.width) + space::medium);
    }

    bool has_row(std::size_t row) const { return row != normed_row || shows(BlockPart::norm); }

    /// Gives the visible rows one range if their numbers are of comparable size.
    void share_ranges() {
        std::vector<Range*> ranges;
        for (std::size_t row = 0; row < row_count; ++row)
            if (has_row(row) && !rows_[row].is_plain)
                ranges.push_back(&rows_[row].range);
        join_comparable(ranges);
    }

    /// Finds an arrangement that fits: arrows are shortened first, then the sentences beneath are left out.
    void arrange() {
        for (const bool says : {true, false})
            for (const float gap : gaps) {
                says_ = says;
                gap_ = gap;
                place();
                if (grid_->is_within_area() || (on_paper() && gap == gaps.front() && !view().page_grows))
                    return;
            }
    }

    void place() {
        const std::array kept{Margins{.below = gap_ + space::tiny},
                              Margins{.above = title_line + box_padding, .below = box_padding + 2 * gap_ + plus_size},
                              Margins{.below = gap_ + space::tiny},
                              Margins{.above = title_line + box_padding,
                                      .below = box_padding + 3 * gap_ + mlp_height + plus_size + title_line}};
        MatrixLines lines;
        GridRules rules{.largest_cell = widest_cell,
                        .stretched_cell = farthest_place,
                        .line_gap = 0,
                        .foot = said_height(),
                        .aligned = true};
        for (std::size_t row = 0; row < row_count; ++row) {
            MatrixBox box{.map = rows_[row]};
            box.kept = kept.at(row);
            box.kept.left = symbol_room_ + box_padding + way_room;
            box.kept.right = box_padding + 1;
            box.is_drawn = has_row(row);
            lines.push_back({box});
            rules.heights.push_back({.times = 1, .least = on_paper() ? 20.0F : 12.0F, .most = 34});
        }
        grid_.emplace(drawing_, area_, std::move(lines), rules);
    }

    float said_height() const {
        return says_ ? paragraph_height(drawing_.typesetter, area_.width, prose_of(said()), said_line) + space::small
                     : 0;
    }

    /// The box around a row, with room for its title.
    Box box_around(std::size_t row) const {
        const Box inside = cells(row);
        const float left = symbols_left() - box_padding;
        return {left, inside.y - title_line - box_padding, inside.right() + box_padding - left,
                inside.height + title_line + 2 * box_padding};
    }

    void add_arrow(Point from, Point to, Colour colour, float width = 1) {
        constexpr float head = 4;
        const Point way = to - from;
        const float length = std::max(1.0F, std::hypot(way.x, way.y));
        const Point along{way.x / length * head, way.y / length * head};
        const Point aside{-along.y * 0.8F, along.x * 0.8F};
        add_line(from, to, {colour, width});
        add_way({to - along + aside, to, to - along - aside}, {colour, width});
    }

    /// Adds the line of the residual connection, past the boxes, from below a row to a sum. It is thick, because it
    /// carries a whole row.
    void add_way_past(float from, float to) {
        constexpr float strong = 1.75F;
        const float x = way_x();
        add_way({{middle(), from}, {x, from}, {x, to}}, {theme_.ink, strong});
        add_arrow({x, to}, {middle() - plus_size / 2 - 1, to}, theme_.ink, strong);
    }

    void add_plus(float y) {
        constexpr float arm = 4;
        const Stroke stroke{theme_.ink, 1.25F};
        add_disc({middle(), y}, plus_size, transparent, stroke);
        add_line({middle() - arm, y}, {middle() + arm, y}, stroke);
        add_line({middle(), y - arm}, {middle(), y + arm}, stroke);
    }

    /// Adds the first of the titles for which there is room.
    void add_title(const Box& box, const Claims& titles, Colour colour) {
        const float room = box.width - 2 * space::small;
        const auto fits = [&](const Claim& title) {
            return line_width(drawing_.typesetter, title.text, small()) <= room;
        };
        const auto found = std::ranges::find_if(titles, fits);
        if (found != titles.end())
            add_claim({box.x + space::small, box.y + title_line - 3}, *found, colour, small());
    }

    void add_attention() {
        const Box box = box_around(written_row);
        const float fork = cells(past_row).bottom() + std::floor(gap_ / 2);
        const float sum = box.bottom() + gap_ + plus_size / 2;
        add_box(box, transparent, {theme_.connector, 1}, measure::corner);
        add_arrow({middle(), cells(past_row).bottom() + 1}, {middle(), box.y - 1}, theme_.connector);
        add_arrow({middle(), box.bottom()}, {middle(), sum - plus_size / 2 - 1}, theme_.connector);
        add_way_past(fork, sum);
        add_plus(sum);
        add_arrow({middle(), sum + plus_size / 2}, {middle(), cells(sum_row).y - 1}, theme_.ink);
        constexpr Always names{"it names what the layer is"};
        if (has_norm(drawing_.layer()))
            add_title(box, {{"norm and attention: this layer", names}, {"norm, attention", names}}, theme_.ink);
        else
            add_title(box, {{"attention: this layer", names}, {"attention", names}}, theme_.ink);
    }

    void add_norm() {
        const Box box = box_around(normed_row);
        add_box(box, transparent, {theme_.connector, 1}, measure::corner);
        add_arrow({middle(), cells(sum_row).bottom() + 1}, {middle(), box.y - 1}, theme_.connector);
        Claims titles;
        if (tells_norm()) {
            titles.push_back(norm_claim("norm: each number less their mean, {}, divided by their spread, {}"));
            titles.push_back(norm_claim("norm: less the mean {}, divided by the spread {}"));
            titles.push_back(norm_claim("norm: less {}, divided by {}"));
        }
        titles.emplace_back("norm", Always{"it is its name"});
        add_title(box, titles, theme_.ink);
    }

    bool tells_norm() const { return !view().hides_made && std::isfinite(made_.mean) && std::isfinite(made_.spread); }

    Claim norm_claim(std::string_view words) const {
        const auto written = [&](Quantity of, double number) {
            Fact fact = written_fact(of, first_of(arrays_.written), display_number(static_cast<float>(number), 2));
            fact.other = first_of(arrays_.past);
            return fact;
        };
        std::vector<Fact> facts{written(Quantity::residual_mean, made_.mean),
                                written(Quantity::residual_spread, made_.spread)};
        std::string text = fmt::format(fmt::runtime(words), facts[0].written, facts[1].written);
        return {std::move(text), std::move(facts)};
    }

    void add_mlp() {
        const Box norm = box_around(normed_row);
        const Box box{norm.x, norm.bottom() + gap_, norm.width, mlp_height};
        const float sum = box.bottom() + gap_ + plus_size / 2;
        add_box(box, transparent, {theme_.dim, 1, LineStyle::dashed}, measure::corner);
        constexpr Always elsewhere{"this program has attention alone"};
        add_title(box, {{"MLP: not in this layer, so it has no numbers", elsewhere}, {"MLP", elsewhere}}, theme_.dim);
        add_arrow({middle(), norm.bottom()}, {middle(), box.y - 1}, theme_.connector);
        add_arrow({middle(), box.bottom()}, {middle(), sum - plus_size / 2 - 1}, theme_.connector);
        add_way_past(cells(sum_row).bottom() + std::floor(gap_ / 2), sum);
        add_plus(sum);
        if (!shows(BlockPart::next))
            return;
        const float foot = sum + plus_size / 2 + std::max(gap_, 12.0F);
        add_arrow({middle(), sum + plus_size / 2}, {middle(), foot}, theme_.ink);
        add_text({middle() + space::small, foot}, "to the next block", theme_.ink, small());
    }

    /// The sentences beneath the block. Their room is kept even while they are hidden, so that nothing moves when they
    /// appear.
    Claims said() const {
        const std::string line(token_line(drawing_.session.tokens_as_columns));
        return {{prose("The line at the left is the residual connection: {}’s {} of {} goes past the box, and "
                       "that of {} is added to it.",
                       token_name(drawing_, false, row_), line, name_of(drawing_.notation, arrays_.past),
                       name_of(drawing_.notation, arrays_.written)),
                 Always{"it is what a residual connection is"}}};
    }

    Index row_;
    ResidualArrays arrays_;
    ResidualRow made_;
    std::vector<HeatmapOptions> rows_;
    std::array<Typeset, row_count> symbols_;
    float symbol_room_ = 0;
    float gap_ = gaps.front();
    bool says_ = true;
    std::optional<Grid> grid_;
};

} // namespace

bool shows_block(const DrawContext& drawing) {
    const auto arrays = residual_arrays(drawing.trace);
    return arrays && is_at(drawing, {arrays->written});
}

void block_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales<BlockPicture>(list, drawing, area);
}

LensCaption block_caption(const DrawContext& drawing) {
    const Index width = drawing.sizes().D;
    const ResidualArrays arrays = *residual_arrays(drawing.trace);
    const CellId first = canonical(drawing, {drawing.layer().number, arrays.written, drawing.view_state.item, 0, 0, 0});
    Fact shape = written_fact(Quantity::row_shape, first, fmt::format("1×{}", width));
    shape.terms = {0}; // the row is drawn horizontally even if tokens are columns
    return {"", {fmt::format("{}, one token’s row, before and behind the layer", shape.written), shape}};
}

std::vector<NamedMatrix> block_numbers(const DrawContext& drawing) {
    const Index item = drawing.view_state.item;
    const Index row = std::min(drawing.view_state.row, drawing.sizes().S_q - 1);
    const ResidualRow made = residual_row(drawing.trace, item, row);
    const ResidualArrays arrays = *residual_arrays(drawing.trace);
    const auto numbers = [&](std::string name, const Matrix& values, std::string about) {
        return NamedMatrix{std::move(name),
                           values,
                           {token_name(drawing, false, row).letters()},
                           counted(values.columns()),
                           std::move(about)};
    };
    const auto row_in = [&](ArrayId array) { return drawing.trace.array(array, item, 0).row_block(row, 1); };
    return {numbers("past", row_in(arrays.past), "A token’s row, as it goes past the layer."),
            numbers("y", row_in(arrays.written), "What the layer writes for it."),
            numbers("sum", made.sum, "Both added."),
            numbers("normed", made.normed, "The sum, less its mean, divided by its spread.")};
}

} // namespace attn
