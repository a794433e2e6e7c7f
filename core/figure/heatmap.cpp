#include "core/figure/heatmap.h"

#include "core/figure/colour_bar.h"
#include "core/figure/number.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <tuple>

namespace attn {

namespace {

/// Up to this many cells are rectangles; more are an image.
constexpr Index most_rectangles = 2500;
/// Cells narrower than this are an image too: as rectangles they would be mere noise to a printer.
constexpr float narrowest_rectangle = 3;
/// Numbers are wholly there when their cell is this much wider than where they begin.
constexpr float fading_in = 4;
constexpr float faintest = 0.5F;
/// The type of a change beneath its value.
constexpr float small_change = 0.8F;
constexpr float overlap = 0.5F;
/// From this height on a cell has room for a strip that shows its change.
constexpr float least_divided_cell = 12;
/// What of a cell is left free beside its number.
constexpr float beside_number = 0.15F;

struct Block {
    Index first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};

class HeatmapLayout {
public:
    HeatmapLayout(const HeatmapOptions& options, const Typesetter& typesetter)
        : options_(options), typesetter_(typesetter), theme_(theme(options.look)),
          map_(colour_map(options.palette, options.look)) {
        heatmap_.rows = options.transposed ? options.matrix.columns() : options.matrix.rows();
        heatmap_.columns = options.transposed ? options.matrix.rows() : options.matrix.columns();
        heatmap_.cells = {0, 0, static_cast<float>(heatmap_.columns) * options.cell_width,
                          static_cast<float>(heatmap_.rows) * options.cell_height};
        seen_ = seen();
    }

    Heatmap lay_out() {
        as_rectangles() ? add_rectangles() : add_image();
        add_frame();
        add_letters();
        const bool wants_numbers = options_.numbers == CellNumbers::printed || options_.numbers == CellNumbers::fitting;
        if (wants_numbers && has_unmasked_cell())
            (has_all_numbers() ? heatmap_.list.prints_numbers : heatmap_.list.lacks_numbers) = true;
        add_axes();
        add_name();
        if (options_.colour_bar)
            add_colour_bar();
        for (const auto kind : {Outline::Kind::thin, Outline::Kind::dashed, Outline::Kind::strong})
            for (const Outline& outline : options_.outlines)
                if (outline.kind == kind)
                    add_outline(heatmap_.list, outline.kind,
                                heatmap_.block(outline.row, outline.column, outline.rows, outline.columns), theme_,
                                is_grey(options_.palette));
        return std::move(heatmap_);
    }

    /// One size for all numbers, so that the widest of them fits.
    float number_size() const {
        if (options_.number_size)
            return *options_.number_size;
        const float wanted = options_.cell_width >= 56 ? type_size::normal : type_size::small;
        const float usual = std::clamp(options_.cell_width * beside_number, space::tiny, space::small);
        const bool is_printed = options_.numbers == CellNumbers::printed; // and sharper than on a screen
        const float room = options_.cell_width - (is_printed ? space::tiny : usual);
        // Where no digit has room nobody needs the widest of perhaps millions of numbers. A digit is half as wide as
        // high.
        const float tallest = std::min(options_.cell_height * 0.7F, 2 * room);
        if (tallest < options_.smallest_number)
            return tallest;
        const float widest = widest_number(wanted);
        const float by_width = widest > room ? wanted * room / widest : wanted;
        return std::min(by_width, options_.cell_height * 0.7F);
    }

    float widest_number(float size) const {
        float widest = 0;
        for_each_seen_cell([&](Index i, Index j) {
            if (!masked(i, j))
                widest = std::max(widest, typesetter_.measure(letters(i, j), {.size = size}).width);
        });
        return widest;
    }

private:
    Block seen() const {
        Block block{0, heatmap_.rows, 0, heatmap_.columns};
        if (!options_.visible)
            return block;
        const Box& box = *options_.visible;
        const auto steps = [](float from, float to, float step, Index count) {
            const Index first = bounded(to_integer<Index>(std::floor(from / step)), Index{0}, count);
            const Index last = bounded(to_integer<Index>(std::ceil(to / step)), Index{0}, count);
            return std::pair(first, std::max(first, last));
        };
        std::tie(block.first_row, block.last_row) = steps(box.y, box.bottom(), options_.cell_height, heatmap_.rows);
        std::tie(block.first_column, block.last_column) =
            steps(box.x, box.right(), options_.cell_width, heatmap_.columns);
        return block;
    }

    bool as_rectangles() const {
        return heatmap_.rows * heatmap_.columns <= most_rectangles &&
               std::min(options_.cell_width, options_.cell_height) >= narrowest_rectangle;
    }

    float value(Index row, Index column) const {
        return options_.transposed ? options_.matrix(column, row) : options_.matrix(row, column);
    }

    /// Whether the cell is not there yet.
    bool is_missing(Index row, Index column) const {
        if (!options_.revealed)
            return false;
        const Index place =
            options_.transposed ? column * options_.matrix.columns() + row : row * options_.matrix.columns() + column;
        return place >= *options_.revealed;
    }

    /// Since what the numbers were before, where that is known.
    float change(Index row, Index column) const {
        if (options_.before.empty())
            return 0;
        const float number = value(row, column);
        const float before = options_.transposed ? options_.before(column, row) : options_.before(row, column);
        return number == before || (std::isnan(number) && std::isnan(before)) ? 0 : number - before;
    }

    Colour fill(Index row, Index column) const {
        const float number = value(row, column);
        if (options_.is_plain && !std::isnan(number))
            return map_.at(0, Range{}); // the middle, whether or not the numbers' own range has a zero
        return map_.at(number, options_.range);
    }

    Colour change_fill(Index row, Index column) const {
        return colour_map(options_.change_palette, options_.look).at(change(row, column), options_.change_range);
    }

    /// What the number in a cell is.
    Statement statement(Index row, Index column, bool is_change) const {
        if (options_.product)
            return product(options_.transposed ? column : row, options_.transposed ? row : column);
        const Target of = target(row, column);
        const auto* cell = std::get_if<CellId>(&of);
        if (cell == nullptr)
            return {};
        ShownNumber number = options_.numbers_are;
        number.cell = *cell;
        number.is_change = number.is_change || is_change;
        if (number.less) {
            number.less->row += cell->row - options_.first_cell->row;
            number.less->column += cell->column - options_.first_cell->column;
        }
        return number;
    }

    ShownProduct product(Index row, Index column) const {
        ShownProduct product = *options_.product;
        product.left.row += row;
        (product.right_transposed ? product.right.row : product.right.column) += column;
        return product;
    }

    bool masked(Index row, Index column) const {
        return options_.transposed ? is_masked(options_.mask, column, row) : is_masked(options_.mask, row, column);
    }

    Target target(Index row, Index column) const {
        if (!options_.first_cell)
            return {};
        CellId cell = *options_.first_cell;
        cell.row += options_.transposed ? column : row;
        cell.column += options_.transposed ? row : column;
        if (!options_.heads.empty()) {
            const Index each = options_.matrix.columns() / std::ssize(options_.heads);
            cell.head = options_.heads[static_cast<std::size_t>(cell.column / each)];
            cell.column %= each;
        }
        return cell;
    }

    template <class Visitor>
    void for_each_seen_cell(Visitor visit) const {
        for (Index i = seen_.first_row; i < seen_.last_row; ++i)
            for (Index j = seen_.first_column; j < seen_.last_column; ++j)
                visit(i, j);
    }

    void add_rectangles() {
        for (Index i = 0; i < heatmap_.rows; ++i)
            for (Index j = 0; j < heatmap_.columns; ++j) {
                Rectangle cell;
                cell.box = heatmap_.cell(i, j);
                cell.overlap_right = j + 1 < heatmap_.columns ? overlap : 0;
                cell.overlap_below = i + 1 < heatmap_.rows ? overlap : 0;
                if (is_missing(i, j)) {
                    cell.fill = theme_.panel;
                } else if (masked(i, j)) {
                    cell.fill = theme_.masked;
                    cell.hatch = theme_.hatch;
                } else {
                    cell.fill = fill(i, j);
                }
                heatmap_.list.add(cell, target(i, j));
            }
        if (!options_.before.empty())
            add_changes();
    }

    /// How much of a cell's height its change takes, at its foot; 0: the cell is too small to be divided, and the
    /// change lies over all of it, the fainter, the smaller it is.
    float change_strip() const {
        if (options_.cell_height < least_divided_cell)
            return 0;
        const float size = numbers_shown() ? number_size() : 0;
        if (size >= options_.smallest_number && shows_change_beneath(size))
            return std::max(std::round(options_.cell_height * 0.36F), std::ceil(size * small_change * 1.4F));
        return std::clamp(std::round(options_.cell_height / 5), 3.0F, 8.0F);
    }

    void pale() {
        Rectangle veil;
        veil.box = heatmap_.cells;
        veil.fill = faded(theme_.panel, pale_values);
        heatmap_.list.add(veil);
    }

    void add_changes() {
        const float strip = change_strip();
        if (strip == 0)
            pale();
        for_each_seen_cell([&](Index i, Index j) {
            const float by = change(i, j);
            if (by == 0 || masked(i, j) || is_missing(i, j))
                return;
            const Box cell = heatmap_.cell(i, j);
            Rectangle over;
            over.box = strip > 0 ? Box{cell.x, cell.bottom() - strip, cell.width, strip} : cell;
            over.fill = change_fill(i, j);
            if (strip == 0)
                over.fill = faded(over.fill, strength_of_change(by, options_.change_range));
            else
                over.stroke = {theme_.panel, 1};
            heatmap_.list.add(over);
        });
    }

    /// Over the values, which are pale then: what stands out is what changed.
    void add_image_of_changes() {
        pale();
        Image image = image_of_values();
        image.before = options_.before;
        image.palette = options_.change_palette;
        image.range = options_.change_range;
        heatmap_.list.add(std::move(image));
    }

    Image image_of_values() const {
        Image image;
        image.box = heatmap_.cells;
        image.matrix = options_.matrix;
        image.mask = options_.mask;
        image.palette = options_.palette;
        image.look = options_.look;
        image.range = options_.range;
        image.transposed = options_.transposed;
        return image;
    }

    void add_image() {
        if (heatmap_.cells.empty())
            return;
        if (!options_.mask.empty()) {
            Rectangle beneath;
            beneath.box = heatmap_.cells;
            beneath.fill = theme_.masked;
            beneath.hatch = theme_.hatch;
            heatmap_.list.add(beneath);
        }
        // The other cells follow from the first one where all are of one matrix.
        heatmap_.list.add(image_of_values(), options_.heads.empty() ? target(0, 0) : Target());
        if (!options_.before.empty())
            add_image_of_changes();
        if (options_.revealed)
            cover_missing();
    }

    /// Of an image whole rows, or columns of a transposed one, are there or not.
    void cover_missing() {
        const auto share = static_cast<float>(*options_.revealed) /
                           static_cast<float>(std::max<Index>(1, heatmap_.rows * heatmap_.columns));
        Rectangle cover;
        cover.box = heatmap_.cells;
        cover.fill = theme_.panel;
        const float there = std::clamp(share, 0.0F, 1.0F);
        if (options_.transposed) {
            cover.box.x += cover.box.width * there;
            cover.box.width *= 1 - there;
        } else {
            cover.box.y += cover.box.height * there;
            cover.box.height *= 1 - there;
        }
        heatmap_.list.add(cover);
    }

    void add_frame() {
        Rectangle frame;
        frame.box = heatmap_.cells.grown(0.5F);
        frame.stroke = {theme_.hairline, 1};
        heatmap_.list.add(frame);
        if (!options_.is_plain)
            heatmap_.list.items.back().says =
                ShownColours{options_.palette, options_.range, options_.first_cell, options_.scale_name};
        if (options_.before.empty())
            return;
        frame.stroke = {};
        heatmap_.list.add(frame).says =
            ShownColours{options_.change_palette, options_.change_range, options_.first_cell, "change"};
    }

    bool numbers_shown() const {
        switch (options_.numbers) {
        case CellNumbers::never:
        case CellNumbers::apart:
            return false;
        case CellNumbers::always:
            return true;
        case CellNumbers::fitting:
            if (options_.cell_width < measure::numbered_cell || options_.cell_height < measure::numbered_cell / 2)
                return false;
            [[fallthrough]];
        case CellNumbers::printed:
            return number_size() >= options_.smallest_number;
        }
        return false;
    }

    bool has_room_for_letters() const {
        return std::min(options_.cell_width, options_.cell_height) >= measure::marked_cell;
    }

    bool has_unmasked_cell() const {
        for (Index i = 0; i < heatmap_.rows; ++i)
            for (Index j = 0; j < heatmap_.columns; ++j)
                if (!masked(i, j))
                    return true;
        return false;
    }

    bool has_all_numbers() const {
        const bool are_all_seen = seen_.last_row - seen_.first_row == heatmap_.rows &&
                                  seen_.last_column - seen_.first_column == heatmap_.columns;
        return are_all_seen && has_room_for_letters() && numbers_shown();
    }

    float opacity() const {
        if (options_.numbers != CellNumbers::fitting)
            return 1;
        const float beyond = (options_.cell_width - measure::numbered_cell) / fading_in;
        return std::clamp(faintest + (1 - faintest) * beyond, faintest, 1.0F);
    }

    /// What rounds to zero says so: an exponent would make every other number of the matrix smaller. Pointing tells
    /// more. Where one number is too long to be written out, all of them have exponents.
    std::string letters(Index row, Index column) const {
        const float number = value(row, column);
        return has_exponents_ && number != 0 ? scientific_number(number) : fixed_number(number, options_.decimals);
    }

    bool needs_exponents() const {
        constexpr Index most_cells = 16384; // of more the colours' range was found, and says it
        const Matrix& matrix = options_.matrix;
        if (matrix.rows() * matrix.columns() > most_cells)
            return is_too_long(options_.range.data_low) || is_too_long(options_.range.data_high);
        for (Index row = 0; row < matrix.rows(); ++row)
            for (const float number : matrix.row(row))
                if (std::isfinite(number) && is_too_long(number))
                    return true;
        return false;
    }

    /// The numbers in the cells, or just the marks of those that are no numbers.
    void add_letters() {
        if (options_.numbers == CellNumbers::apart)
            return;
        if (!has_room_for_letters()) {
            heatmap_.list.marks.non_numbers = options_.cell_width * options_.cell_height >= 1 && has_non_number();
            return;
        }
        const float size = numbers_shown() ? number_size() : 0;
        const bool all = size >= options_.smallest_number;
        const float alone = all ? size : std::min(type_size::small, options_.cell_width / 2.4F); // of what is no number
        const bool names_non_numbers = alone >= options_.smallest_number;
        heatmap_.list.marks.non_numbers = !names_non_numbers && has_non_number();
        for_each_seen_cell([&](Index i, Index j) {
            if (masked(i, j) || is_missing(i, j))
                return;
            if (!std::isfinite(value(i, j))) {
                if (names_non_numbers)
                    add_letters_of(i, j, alone, 1);
            } else if (all) {
                add_letters_of(i, j, size, opacity());
            } else if (options_.palette == Palette::grey && value(i, j) < 0) { // grey tells no sign
                const float sign = std::max(measure::marked_cell, options_.smallest_number);
                add_number("−", heatmap_.cell(i, j).centre(), sign, ink_on(fill(i, j)), {});
                heatmap_.list.marks.signs = true;
            }
        });
    }

    bool has_non_number() const {
        bool found = false;
        for_each_seen_cell([&](Index i, Index j) { found = found || (!masked(i, j) && !std::isfinite(value(i, j))); });
        return found;
    }

    void add_letters_of(Index row, Index column, float size, float shown) {
        const Colour ink = faded(ink_on(fill(row, column)), shown);
        const Box cell = heatmap_.cell(row, column);
        Point centre = cell.centre();
        if (const std::string change = change_letters(row, column); !change.empty() && shows_change_beneath(size)) {
            const float strip = change_strip();
            centre.y -= strip / 2;
            add_number(change, {centre.x, cell.bottom() - strip / 2}, size * small_change,
                       faded(ink_on(change_fill(row, column)), shown), statement(row, column, true));
        }
        add_number(letters(row, column), centre, size, ink, statement(row, column, false));
    }

    void add_number(std::string text, Point centre, float size, Colour ink, const Statement& says) {
        heatmap_.list
            .add(Text{.text = std::move(text),
                      .position = centre,
                      .font = {.size = size},
                      .colour = ink,
                      .horizontal = Horizontal::centre,
                      .vertical = Vertical::middle})
            .says = says;
    }

    /// Whether both a value and its change have room in a cell.
    bool shows_change_beneath(float size) const {
        return !options_.before.empty() && options_.cell_height >= size * 2.3F &&
               size * small_change >= std::min(options_.smallest_number, 8.0F);
    }

    /// "+0.12"; nothing where it is nothing.
    std::string change_letters(Index row, Index column) const {
        if (options_.before.empty())
            return {};
        const float change = this->change(row, column);
        // One digit more where it would be nothing, before powers of ten.
        const float least_shown = 0.5F * std::pow(10.0F, -static_cast<float>(options_.decimals));
        const int decimals = options_.decimals + (std::abs(change) < least_shown ? 1 : 0);
        const std::string number = display_number(change, decimals);
        return change == 0 ? "" : change > 0 ? "+" + number : number;
    }

    void add_axes() {
        const AxisExtent down{heatmap_.rows, options_.cell_height, seen_.first_row, seen_.last_row};
        const AxisExtent across{heatmap_.columns, options_.cell_width, seen_.first_column, seen_.last_column};
        add_axis(options_.rows, AxisSide::left, down, heatmap_.cells.width, nullptr);
        add_axis(options_.columns, options_.columns_above ? AxisSide::above : AxisSide::below, across,
                 heatmap_.cells.height, &columns_reach_);
    }

    /// A line of text has more room above and below than its letters take.
    static constexpr float beyond_letters = 4;

    bool is_cut(const Text& title) const {
        const Box box = typesetter_.box(title);
        const Box seen = common(*options_.visible, box);
        constexpr float along = 1;
        return seen.width < box.width - (title.direction == Direction::upright ? beyond_letters : along) ||
               seen.height < box.height - (title.direction == Direction::upright ? along : beyond_letters);
    }

    /// The title of few, low rows is longer than they are and may reach down to that of the columns.
    float down_to_clear_the_rows_title(const Box& title) const {
        constexpr float apart = space::small;
        if (!rows_title_ || common(title, rows_title_->grown(apart)).empty())
            return 0;
        return rows_title_->bottom() + apart - title.y;
    }

    /// Its title is left out where it would be cut off: the words at the cells say as much.
    void add_axis(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float beside, float* reach) {
        DisplayList list = lay_out_axis(axis, side, extent, beside, theme_, typesetter_, reach);
        if (axis.title.empty()) {
            heatmap_.list.append(list);
            return;
        }
        bool is_left_out = false;
        list.items.back().says = ShownClaims{{{axis.title, Always{"it names what is counted along the axis"}}}};
        list.items.back().change_any<Text>([&](Text& title) {
            if (side == AxisSide::left)
                rows_title_ = typesetter_.box(title);
            else
                title.position.y += down_to_clear_the_rows_title(typesetter_.box(title));
            is_left_out = options_.visible && is_cut(title);
            if (side == AxisSide::below && !is_left_out)
                columns_title_ = typesetter_.box(title);
        });
        if (is_left_out)
            list.items.pop_back();
        heatmap_.list.append(list);
    }

    Text shape_text() const {
        return {.text = attn::shape_text(options_),
                .position = {},
                .font = {.size = type_size::small},
                .colour = theme_.dim};
    }

    void add_name() {
        if (options_.name_place == NamePlace::none)
            return;
        const Typeset& name = options_.name;
        Text shape = shape_text();
        Point baseline;
        switch (options_.name_place) {
        case NamePlace::right:
            baseline = {heatmap_.cells.right() + space::medium, name.ascent};
            shape.position = baseline + Point{0, name.descent + space::tiny + type_size::small};
            name_width_ = space::medium + std::max(name.width, options_.shape ? typesetter_.measure(shape).width : 0);
            break;
        case NamePlace::below:
            baseline = {0, heatmap_.cells.bottom() + (options_.columns_above ? 0 : columns_reach_) + space::small +
                               name.ascent};
            shape.position = baseline + Point{name.width + space::medium, 0};
            break;
        default:
            baseline = {0, -(options_.columns_above ? columns_reach_ : 0) - space::small - name.descent};
            shape.position = baseline + Point{name.width + space::medium, 0};
        }
        const bool is_named = options_.first_cell && options_.heads.empty() && !options_.is_part;
        const Statement says =
            is_named ? Statement(ShownName{*options_.first_cell, options_.numbers_are.is_change}) : Statement();
        const std::size_t mark = heatmap_.list.items.size();
        heatmap_.list.append(name.list, baseline);
        if (heatmap_.list.items.size() > mark)
            heatmap_.list.items[mark].says = says;
        if (options_.shape)
            heatmap_.list.add(std::move(shape)).says = is_named ? says : what_shape_says(options_);
    }

    void add_colour_bar() {
        ColourBar bar = colour_bar_of(options_);
        bar.height = std::round(std::clamp(heatmap_.cells.height * 0.7F, lowest_colour_bar, tallest_colour_bar));
        float x = heatmap_.cells.right() + name_width_ + space::huge + space::tiny + options_.bar_offset;
        const float spare = heatmap_.cells.height - bar.height - colour_bar_caption;
        const float least = options_.bar_reaches_up ? spare : 0;
        const float y = spare < 0 ? least : std::round((heatmap_.cells.height - bar.height) / 2);
        const DisplayList laid_out = attn::lay_out(bar);
        const Box taken = bounds(laid_out, typesetter_).moved({x, y});
        const Box kept{taken.x - space::medium, taken.y, taken.width + space::medium, taken.height - beyond_letters};
        if (columns_title_ && !common(kept, *columns_title_).empty()) // it is wider than the columns
            x = columns_title_->right() + space::large;
        heatmap_.list.append(laid_out, {x, y});
        if (!options_.bar_of_others)
            return;
        ColourBar others = *options_.bar_of_others;
        others.height = bar.height;
        heatmap_.list.append(attn::lay_out(others), {x + room_of_second_bar, y});
    }

    const HeatmapOptions& options_;
    const Typesetter& typesetter_;
    const Theme& theme_;
    const ColourMap& map_;
    Heatmap heatmap_;
    Block seen_;
    bool has_exponents_ = needs_exponents();
    float columns_reach_ = 0;
    std::optional<Box> rows_title_;    ///< where the title of the rows stands
    std::optional<Box> columns_title_; ///< beneath the cells
    float name_width_ = 0;
};

} // namespace

float number_size(const HeatmapOptions& options, const Typesetter& typesetter) {
    return HeatmapLayout(options, typesetter).number_size();
}

float width_for_numbers(const HeatmapOptions& options, const Typesetter& typesetter) {
    return HeatmapLayout(options, typesetter).widest_number(options.smallest_number) + space::tiny;
}

Heatmap lay_out(const HeatmapOptions& options, const Typesetter& typesetter) {
    return HeatmapLayout(options, typesetter).lay_out();
}

} // namespace attn
