#include "core/figure/heatmap_numbers.h"

#include "core/figure/number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {

namespace {

/// The size of a change's type, as a part of the size of the value above it.
constexpr float small_change = 0.8F;
/// The least width of a cell that shows a decimal number (logical pixels).
constexpr float narrowest_numbered_cell = 20;
/// The least height of a cell that has a strip for its change (logical pixels).
constexpr float least_divided_cell = 12;
/// The part of a cell's width that stays free beside its number, so that neighbouring numbers do not touch.
constexpr float beside_number = 0.18F;
constexpr float least_beside_number = space::tiny;
/// The largest part of a cell's height that type takes.
constexpr float of_cell_height = 0.7F;

/// True if the cell is so large that readers expect a number in it.
bool is_usual_cell(const HeatmapOptions& options) {
    return options.cell_width >= measure::numbered_cell && options.cell_height >= measure::numbered_cell / 2;
}

void add_number(DisplayList& list, std::string text, Point centre, float size, Colour ink, const Statement& says) {
    list.add(Text{.text = std::move(text),
                  .position = centre,
                  .font = {.size = size},
                  .colour = ink,
                  .horizontal = Horizontal::centre,
                  .vertical = Vertical::middle})
        .says = says;
}

} // namespace

std::string HeatmapLetters::value(Index row, Index column) const {
    const float number = cells_.value(row, column);
    return has_exponents_ && number != 0 ? scientific_number(number) : number_in_cell(number, options_.decimals);
}

std::string HeatmapLetters::change(Index row, Index column) const {
    if (options_.before.empty())
        return {};
    const float change = cells_.change(row, column);
    if (change == 0)
        return {};
    const int decimals = options_.decimals + (is_next_to_nothing(change, options_.decimals) ? 1 : 0);
    if (is_next_to_nothing(change, decimals))
        return std::string(next_to_nothing);
    const std::string number = is_too_long(change) ? scientific_number(change) : fixed_number(change, decimals);
    return change > 0 ? "+" + number : number;
}

bool HeatmapLetters::has_exponents() const {
    constexpr Index most_cells = 16384; // larger matrices are judged by the ends of their range
    const Matrix& matrix = options_.matrix;
    const float largest = std::max(std::abs(options_.range.data_low), std::abs(options_.range.data_high));
    if (is_next_to_nothing(largest, options_.decimals)) // then all numbers of this colour range are tiny
        return true;
    if (matrix.rows() * matrix.columns() > most_cells)
        return is_too_long(options_.range.data_low) || is_too_long(options_.range.data_high);
    for (Index row = 0; row < matrix.rows(); ++row)
        for (const float number : matrix.row(row))
            if (std::isfinite(number) && is_too_long(number))
                return true;
    return false;
}

float HeatmapLetters::widest(float size) const {
    float widest = 0;
    cells_.for_each_seen([&](Index i, Index j) {
        if (!cells_.masked(i, j))
            widest = std::max(widest, typesetter_.measure(value(i, j), {.size = size}).width);
    });
    return widest;
}

float HeatmapLetters::fitting_size() const {
    if (options_.number_size)
        return *options_.number_size;
    const float usual_size = options_.cell_width >= 56 ? type_size::normal : type_size::small;
    const float wanted = std::max(usual_size, options_.smallest_number); // larger on a wall, where `smallest_number` is
                                                                         // large
    const float usual = std::clamp(options_.cell_width * beside_number, least_beside_number, space::small);
    const bool is_printed = options_.numbers == CellNumbers::printed; // print is sharper than a screen
    const float room = options_.cell_width - (is_printed ? space::tiny : usual);
    // If not even a digit has room, the widest of perhaps millions of numbers is not looked for. A digit is half as
    // wide as high.
    const float tallest = std::min(options_.cell_height * of_cell_height, 2 * room);
    if (tallest < options_.smallest_number)
        return tallest;
    const float widest = this->widest(wanted);
    const float by_width = widest > room ? wanted * room / widest : wanted;
    return std::min(by_width, options_.cell_height * of_cell_height);
}

float HeatmapLetters::size_of_infinity(float size) const {
    const std::string infinity = number_in_cell(-std::numeric_limits<float>::infinity(), options_.decimals);
    constexpr float rounding = 1; // type is set in whole pixels
    const float room = options_.cell_width - least_beside_number - rounding;
    const float width = typesetter_.measure(infinity, {.size = size}).width;
    return width > room ? size * room / width : size;
}

float HeatmapLetters::cell_width_for(float size) const {
    const float number = widest(size);
    return std::ceil(
        std::max(number + least_beside_number, std::min(number / (1 - beside_number), number + space::small)));
}

bool HeatmapNumbers::may_be_shown() const {
    switch (options_.numbers) {
    case CellNumbers::never:
    case CellNumbers::apart:
        return false;
    case CellNumbers::fitting:
        return options_.cell_width >= narrowest_numbered_cell &&
               options_.cell_height >= measure::smallest_cell_type / of_cell_height;
    case CellNumbers::always:
    case CellNumbers::printed:
        return true;
    }
    return false;
}

/// True if the type that fits is large enough to be read.
bool HeatmapNumbers::is_large_enough() const {
    const bool is_small_cell = options_.numbers == CellNumbers::fitting && !is_usual_cell(options_);
    const float least =
        is_small_cell ? std::max(options_.smallest_number, measure::smallest_cell_type) : options_.smallest_number;
    return may_be_shown() && size_ >= least;
}

bool HeatmapNumbers::are_all_shown() const {
    return cells_.are_all_seen() && has_room_for_letters() && is_large_enough();
}

bool HeatmapNumbers::has_room_for_letters() const {
    return std::min(options_.cell_width, options_.cell_height) >= measure::marked_cell;
}

bool HeatmapNumbers::has_non_number() const {
    bool found = false;
    cells_.for_each_seen(
        [&](Index i, Index j) { found = found || (!cells_.masked(i, j) && !std::isfinite(cells_.value(i, j))); });
    return found;
}

bool HeatmapNumbers::shows_change_beneath(float size) const {
    return !options_.before.empty() && options_.cell_height >= size * 2.3F &&
           size * small_change >= std::min(options_.smallest_number, 8.0F);
}

float HeatmapNumbers::change_strip() const {
    if (options_.cell_height < least_divided_cell)
        return 0;
    if (size_ >= options_.smallest_number && shows_change_beneath(size_))
        return std::max(std::round(options_.cell_height * 0.36F), std::ceil(size_ * small_change * 1.4F));
    return std::clamp(std::round(options_.cell_height / 5), 3.0F, 8.0F);
}

void HeatmapNumbers::add_to(DisplayList& list, const Theme& theme) const {
    if (options_.numbers == CellNumbers::apart)
        return;
    const bool all = has_room_for_letters() && is_large_enough();
    if (!has_room_for_letters()) {
        list.marks.non_numbers = options_.cell_width * options_.cell_height >= 1 && has_non_number();
        return;
    }
    const float alone = all ? size_ : std::min(type_size::small, options_.cell_width / 2.4F); // the size of NaN and ∞,
                                                                                              // which may be written
                                                                                              // without other numbers
    const bool names_non_numbers = alone >= options_.smallest_number;
    list.marks.non_numbers = !names_non_numbers && has_non_number();
    const float hidden = letters_.size_of_infinity(size_);
    const bool names_hidden = all && hidden >= options_.smallest_number && !options_.numbers_are.is_change;
    cells_.for_each_seen([&](Index i, Index j) {
        if (cells_.is_missing(i, j))
            return;
        if (cells_.masked(i, j)) {
            const bool is_number = std::isfinite(cells_.value(i, j)); // true for a masked attention weight, which is 0
            if (all && is_number)
                add_change_of(list, i, j, size_);
            else if (names_hidden && std::isinf(cells_.value(i, j))) // a masked score; its change would be infinite
                add_letters_of(list, i, j, hidden, ink_on(theme.masked));
            return;
        }
        if (!std::isfinite(cells_.value(i, j))) {
            if (names_non_numbers)
                add_letters_of(list, i, j, alone, ink_on(cells_.fill(i, j)));
        } else if (all) {
            add_letters_of(list, i, j, size_, ink_on(cells_.fill(i, j)));
        }
    });
}

void HeatmapNumbers::add_letters_of(DisplayList& list, Index row, Index column, float size, Colour ink) const {
    const Box cell = cells_.places().cell(row, column);
    Point centre = cell.centre();
    if (add_change_of(list, row, column, size))
        centre.y -= change_strip() / 2;
    add_number(list, letters_.value(row, column), centre, size, ink, cells_.statement(row, column, false));
}

bool HeatmapNumbers::add_change_of(DisplayList& list, Index row, Index column, float size) const {
    if (!cells_.has_change(row, column) || !shows_change_beneath(size))
        return false;
    const Box cell = cells_.places().cell(row, column);
    add_number(list, letters_.change(row, column), {cell.centre().x, cell.bottom() - change_strip() / 2},
               size * small_change, ink_on(cells_.change_fill(row, column)), cells_.statement(row, column, true));
    return true;
}

float number_size(const HeatmapOptions& options, const Typesetter& typesetter) {
    const HeatmapCells cells(options);
    return HeatmapLetters(options, cells, typesetter).fitting_size();
}

float cell_width_for(const HeatmapOptions& options, float size, const Typesetter& typesetter) {
    const HeatmapCells cells(options);
    return HeatmapLetters(options, cells, typesetter).cell_width_for(size);
}

bool shows_all_numbers(const HeatmapOptions& options, const Typesetter& typesetter) {
    const HeatmapCells cells(options);
    return is_usual_cell(options) || HeatmapNumbers(options, cells, typesetter).are_all_shown();
}

float width_for_numbers(const HeatmapOptions& options, const Typesetter& typesetter) {
    const HeatmapCells cells(options);
    return HeatmapLetters(options, cells, typesetter).widest(options.smallest_number) + space::tiny;
}

} // namespace attn
