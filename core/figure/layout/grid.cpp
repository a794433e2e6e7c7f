#include "core/figure/layout/grid.h"

#include "core/figure/colour_bar.h"
#include "core/figure/heatmap_surroundings.h"
#include "core/figure/layout/label_reach.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace attn {

namespace {

float width_of_cells(const MatrixBox& box) {
    return static_cast<float>(cells_of(box).columns) * box.map.cell_width;
}

float height_of_cells(const MatrixBox& box) {
    return static_cast<float>(cells_of(box).rows) * box.map.cell_height;
}

/// The cell height at which the last line reaches its largest height.
float highest_cell(std::span<const LineHeight> heights) {
    float highest = 0;
    for (const LineHeight& height : heights)
        highest = std::max(highest, height.most / height.times);
    return highest;
}

/// True if the box takes up space: an empty box without a least width does not.
bool stands(const MatrixBox& box) {
    return !box.is_empty() || box.least_width > 0;
}

} // namespace

Grid::Grid(const DrawContext& drawing, const Box& area, MatrixLines lines, const GridRules& rules)
    : drawing_(&drawing), area_(area), rules_(rules), lines_(std::move(lines)), lines_across_(lines_.size()),
      lines_down_(lines_.size()) {
    for (const std::vector<MatrixBox>& line : lines_)
        places_ = std::max(places_, line.size());
    for (std::vector<MatrixBox>& line : lines_) {
        line.resize(places_);
        for (MatrixBox& box : line)
            let_row_title_give_way(drawing, box.map.rows, area.width);
        std::vector<GivingWords>& words = words_.emplace_back();
        std::ranges::transform(line, std::back_inserter(words), giving_words);
    }
    margins_.assign(lines_.size(), std::vector<Margins>(places_));
    lefts_.assign(lines_.size(), std::vector<float>(places_));
    CellLimits limits =
        cell_limits(drawing, area, rules.largest_cell, {cells_down(), cells_across()}, rules.told_apart);
    limits.largest.y *= rules.height_share;
    limits.stretched = {std::max(limits.stretched.x, rules.stretched_cell), rules.stretched_cell};
    if (!rules.heights.empty()) { // lines with heights of their own do not grow with the cells
        limits.least.y = 0;
        limits.largest.y = std::min(limits.largest.y, highest_cell(rules.heights));
    }
    bar_room_ = rules.has_bar ? bar_room(drawing, map_of_bar()) : 0;
    const Box room{area.x, area.y, area.width - bar_room_, area.height - rules.foot};
    settle(room, limits);
    if (!has_numbers())
        make_room_for_numbers(room, limits);
}

/// Widens square cells that are too narrow for numbers, if all numbers then have room.
void Grid::make_room_for_numbers(const Box& room, const CellLimits& limits) {
    const float square = cell_.x / limits.zoom;
    bool is_as_before = true;
    for (const float width : widths_for_numbers()) {
        if (width <= square || width * static_cast<float>(cells_across()) > room.width)
            continue;
        CellLimits wider = limits;
        wider.least.x = std::max(limits.least.x, width);
        settle(room, wider);
        if (has_numbers() && fits())
            return;
        is_as_before = false;
    }
    if (!is_as_before)
        settle(room, limits);
}

void Grid::settle(const Box& room, const CellLimits& limits) {
    cell_ = settled_cell({room.width, room.height}, limits, [&](Point cell) { return lay_out(cell); });
    lay_out(cell_);
    // Lines reach their least height one after the other; then the other lines have to shrink more.
    constexpr int most_rounds = 16;
    constexpr float less = 0.95F;
    const auto is_too_high = [&] { return limits.zoom <= 1 && size_.y > room.height && !rules_.heights.empty(); };
    for (int round = 0; round < most_rounds && is_too_high(); ++round) {
        cell_.y *= less;
        lay_out(cell_);
    }
    const Box with_bar{room.x, room.y, room.width + bar_room_, room.height};
    const Point origin = placed(with_bar, size_ + Point{bar_room_, 0}) + drawing_->view_state.pan;
    covered_ = {origin.x, origin.y, size_.x, size_.y};
    share_numbers();
}

std::vector<float> Grid::widths_for_numbers() const {
    std::vector<float> widest;
    if (rules_.inner_cell != Point())
        return widest;
    for (const std::vector<MatrixBox>& line : lines_)
        for (const MatrixBox& box : line) {
            if (box.is_empty() || !box.is_drawn)
                continue;
            const std::vector<float> widths = attn::widths_for_numbers(*drawing_, box.map, cells_across(), area_.width);
            widest.resize(std::max(widest.size(), widths.size()));
            for (std::size_t i = 0; i < widths.size(); ++i)
                widest[i] = std::max(widest[i], widths[i]);
        }
    std::ranges::sort(widest, std::greater());
    return widest;
}

std::optional<std::size_t> Grid::before(std::size_t line, std::size_t place) const {
    while (place-- > 0)
        if (stands(lines_[line][place]))
            return place;
    return std::nullopt;
}

bool Grid::is_last(std::size_t line, std::size_t place) const {
    return std::none_of(lines_[line].begin() + static_cast<std::ptrdiff_t>(place) + 1, lines_[line].end(), stands);
}

/// The number of cells that share the width: all columns if lines are aligned, or else the columns of the widest line.
Index Grid::cells_across() const {
    const auto columns_of = [&](std::size_t line, std::size_t place) {
        return has_inner_width(place) ? 0 : cells_of(lines_[line][place]).columns;
    };
    std::vector<Index> columns(places_);
    Index most = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        Index sum = 0;
        for (std::size_t place = 0; place < places_; ++place) {
            sum += columns_of(line, place);
            columns[place] = std::max(columns[place], columns_of(line, place));
        }
        most = std::max(most, sum);
    }
    return rules_.aligned ? std::accumulate(columns.begin(), columns.end(), Index{0}) : most;
}

Index Grid::cells_down() const {
    float sum = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        Index rows = 0;
        for (const MatrixBox& box : lines_[line])
            rows = std::max(rows, cells_of(box).rows);
        const float each = rules_.heights.empty() ? 1 : rules_.heights[line].times;
        sum += has_inner_height(line) ? 0 : each * static_cast<float>(rows);
    }
    return to_integer<Index>(std::ceil(sum));
}

void Grid::set_cells(Point cell) {
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < places_; ++place) {
            HeatmapOptions& map = lines_[line][place].map;
            map.cell_width = has_inner_width(place) ? rules_.inner_cell.x : cell.x;
            map.cell_height = height_in(line, cell.y);
        }
}

float Grid::height_in(std::size_t line, float cell) const {
    if (rules_.heights.empty())
        return has_inner_height(line) ? rules_.inner_cell.y : cell;
    const auto& [times, least, most] = rules_.heights[line];
    return std::floor(bounded(times * cell, least, most));
}

PictureExtent Grid::lay_out(Point cell) {
    const PictureExtent as_before{{size_.x, cells_across()}, {size_.y, cells_down()}};
    if (cell == laid_out_)
        return as_before;
    laid_out_ = cell;
    set_cells(cell);
    name_boxes();
    std::map<std::size_t, Margins> alike;
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < places_; ++place) {
            MatrixBox& box = lines_[line][place];
            restore(box, words_[line][place]);
            if (!is_last(line, place) && box.names.empty())
                let_words_give_way(*drawing_, box, rules_.least_gutter - space::medium);
            const auto measured = box.alike ? alike.find(*box.alike) : alike.end();
            margins_[line][place] = measured != alike.end() ? measured->second : margins_of(*drawing_, box);
            if (box.alike)
                alike.emplace(*box.alike, margins_[line][place]);
        }
    lay_out_across();
    lay_out_down();
    return {{size_.x, cells_across()}, {size_.y, cells_down()}};
}

/// Gives all boxes names of the same length: the longest for which all of them have room.
void Grid::name_boxes() {
    const auto for_named = [&](const auto& visit) {
        for (std::vector<MatrixBox>& line : lines_)
            for (MatrixBox& box : line)
                if (!box.names.empty())
                    visit(box);
    };
    std::size_t given_way = 0;
    for_named([&](const MatrixBox& box) {
        const float room = std::max(width_of_cells(box) + rules_.least_gutter - space::medium, box.heading);
        while (given_way + 1 < box.names.size() && box.names[given_way].width > room)
            ++given_way;
    });
    for_named([&](MatrixBox& box) { box.map.name = box.names[std::min(given_way, box.names.size() - 1)]; });
}

/// The distance between the cells of two neighbouring matrices, with the row labels of the second between them. A name
/// above the first matrix may reach up to the second.
float Grid::gutter(std::size_t line, std::size_t before, std::size_t place) const {
    const Margins& left = margins_[line][before];
    const Margins& right = margins_[line][place];
    const float sign = sign_width(*drawing_, lines_[line][place].sign);
    const float apart = sign > 0 ? sign + space::large : rules_.beside_words;
    const float words = right.left > 0 ? right.left + apart : apart;
    return std::max(left.right + std::max(rules_.least_gutter, words), left.overhang + space::medium);
}

/// The least x at which the cells of a matrix begin, in a column `column_width` wide, if the cells before it end at
/// `end_before`.
float Grid::least_left(std::size_t line, std::size_t place, float column_width, float end_before) const {
    const MatrixBox& box = lines_[line][place];
    if (const std::optional<std::size_t> previous = before(line, place))
        return std::ceil(end_before + gutter(line, *previous, place));
    const float sign = sign_width(*drawing_, box.sign);
    return std::ceil(box.is_empty() ? box.least_width - column_width
                                    : margins_[line][place].left + (sign > 0 ? sign + space::medium : 0));
}

void Grid::lay_out_across() {
    std::vector<float> ends(lines_.size()); // right ends of the cells that are laid out so far
    for (std::size_t place = 0; place < places_; ++place) {
        float width = 0;
        for (const std::vector<MatrixBox>& line : lines_)
            width = std::max(width, width_of_cells(line[place]));
        float column = 0; // the x at which the column begins
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (stands(lines_[line][place])) {
                lefts_[line][place] = least_left(line, place, width, ends[line]);
                column = std::max(column, lefts_[line][place]);
            }
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            const MatrixBox& box = lines_[line][place];
            if (!stands(box))
                continue;
            lefts_[line][place] = rules_.aligned ? column : lefts_[line][place];
            ends[line] = lefts_[line][place] + (box.is_empty() ? width : width_of_cells(box));
            const Margins& margins = margins_[line][place];
            lines_across_[line] = {.width = ends[line] + std::max(margins.right, margins.overhang), .end = ends[line]};
        }
    }
    align_middles();
}

/// Centres the cells of all lines on one vertical line.
void Grid::align_middles() {
    float left = 0;
    float right = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        Across& across = lines_across_[line];
        across.middle = rules_.aligned ? 0 : std::floor((lefts_[line].front() + across.end) / 2);
        left = std::max(left, across.middle);
        right = std::max(right, across.width - across.middle);
    }
    for (Across& across : lines_across_)
        across.left = left - across.middle;
    size_.x = left + right;
}

void Grid::lay_out_down() {
    size_.y = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        Down& down = lines_down_[line];
        down.height = 0;
        for (const MatrixBox& box : lines_[line])
            down.height = std::max(down.height, height_of_cells(box));
        float above = 0;
        float below = 0;
        for (std::size_t place = 0; place < places_; ++place) {
            const float beside = (down.height - height_of_cells(lines_[line][place])) / 2;
            above = std::max(above, margins_[line][place].above - beside);
            below = std::max(below, margins_[line][place].below - beside);
        }
        down.top = std::ceil(size_.y + above);
        size_.y = down.top + down.height + below + (line + 1 < lines_.size() ? rules_.line_gap : 0);
    }
}

Box Grid::cells(std::size_t line, std::size_t place) const {
    const MatrixBox& box = lines_[line][place];
    const Down& down = lines_down_[line];
    const Point size{width_of_cells(box), height_of_cells(box)};
    return {covered_.x + lines_across_[line].left + lefts_[line][place],
            covered_.y + down.top + std::floor((down.height - size.y) / 2), size.x, size.y};
}

/// Gives all matrices the same size of numbers; if one has no room for its numbers, none shows any.
void Grid::share_numbers() {
    std::vector<HeatmapOptions*> printed;
    for (std::vector<MatrixBox>& line : lines_)
        for (MatrixBox& box : line)
            if (!box.is_empty() && box.is_drawn && box.map.numbers == CellNumbers::printed) {
                box.map.number_size.reset();
                printed.push_back(&box.map);
            }
    if (!printed.empty())
        share_number_size(printed, drawing_->typesetter);
}

bool Grid::has_numbers() const {
    const auto is_small = [&](const MatrixBox& box) {
        const HeatmapOptions& map = box.map;
        const bool is_printed = map.numbers == CellNumbers::printed;
        const bool has_room = is_printed ? map.number_size.value_or(0) >= map.smallest_number
                                         : shows_all_numbers(map, drawing_->typesetter) &&
                                               (!drawing_->view_state.is_enlarged ||
                                                number_size(map, drawing_->typesetter) >= map.smallest_number);
        return !box.is_empty() && box.is_drawn && !has_room;
    };
    return std::ranges::none_of(lines_, [&](const auto& line) { return std::ranges::any_of(line, is_small); });
}

bool Grid::has_words() const {
    const auto has_all = [&](const MatrixBox& box) {
        const HeatmapOptions& map = box.map;
        const AxisSide side = map.columns_above ? AxisSide::above : AxisSide::below;
        return box.is_empty() || (has_all_words(*drawing_, map.rows, AxisSide::left, map.cell_height) &&
                                  has_all_words(*drawing_, map.columns, side, map.cell_width));
    };
    return std::ranges::all_of(lines_, [&](const auto& line) { return std::ranges::all_of(line, has_all); });
}

namespace {

constexpr float rounding = 2;

} // namespace

bool Grid::fits() const {
    return covered_.width + bar_room_ <= area_.width + rounding && (drawing_->view_state.on_paper || is_within_area());
}

bool Grid::is_within_area() const {
    return covered_.height + rules_.foot <= area_.height + rounding;
}

/// Adds the matrices line by line, or column by column if lines are aligned, so that operands come before their
/// product.
void Grid::add(DisplayList& list) const {
    std::vector<std::pair<std::size_t, std::size_t>> order; // lines and places
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < places_; ++place)
            order.emplace_back(line, place);
    if (rules_.aligned)
        std::ranges::stable_sort(order, {}, &std::pair<std::size_t, std::size_t>::second);
    for (const auto& [line, place] : order)
        if (const MatrixBox& box = lines_[line][place]; !box.is_empty() && box.is_drawn)
            add(list, line, place);
    if (rules_.has_bar)
        add_bar(list);
}

const HeatmapOptions& Grid::map_of_bar() const {
    return rules_.is_bar_of_last ? lines_.back().back().map : lines_.front().front().map;
}

/// The colour bars, in the window no higher than the area.
DisplayList Grid::bars_within(const HeatmapOptions& map, float height) const {
    DisplayList bars = lay_out_bars(map, height);
    for (float room = area_.height; is_in_window() && room > area_.height / 2; room -= space::tiny) {
        if (bounds(bars, drawing_->typesetter).height <= area_.height)
            break;
        bars = lay_out_bars(map, height, room);
    }
    return bars;
}

/// Adds the colour bars beside all lines, and moves them up if they would reach below the area.
void Grid::add_bar(DisplayList& list) const {
    const HeatmapOptions& map = map_of_bar();
    const float top = cells(0, 0).y;
    const float height = cells(lines_.size() - 1, 0).bottom() - top;
    const DisplayList bars = bars_within(map, height);
    const float beneath = lines_.size() == 1 ? top_of_bars(map, height) : 0;
    const float lowest = area_.bottom() - bounds(bars, drawing_->typesetter).bottom();
    const float y = drawing_->view_state.on_paper ? top + beneath : std::min(top + beneath, lowest);
    list.append(bars, {covered_.right() + beside_colour_bar, y}, area_);
}

void Grid::add(DisplayList& list, std::size_t line, std::size_t place) const {
    const MatrixBox& box = lines_[line][place];
    const Box cells = this->cells(line, place);
    add_box(list, *drawing_, box, {cells.x, cells.y}, area_);
    const float right = cells.x - margins_[line][place].left;
    const std::optional<std::size_t> previous = before(line, place);
    const float left = previous ? this->cells(line, *previous).right() + margins_[line][*previous].right
                                : right - sign_width(*drawing_, box.sign) - space::medium;
    const float middle = covered_.y + lines_down_[line].top + lines_down_[line].height / 2;
    add_sign(list, *drawing_, box.sign, {(left + right) / 2, middle}, area_);
}

namespace {

float least_side(const Grid& grid) {
    return std::min(grid.cell().x, grid.cell().y);
}

} // namespace

namespace {

/// Returns the index before which a line breaks next, searched from `from` on; line.size(): it does not break.
using Break = std::size_t (*)(const std::vector<MatrixBox>& line, std::size_t from);

/// Breaks a line before its result. A line that ends with a product breaks after its first factor.
std::size_t before_result(const std::vector<MatrixBox>& line, std::size_t from) {
    if (from > 0 || line.size() < 2 || line.back().sign.empty())
        return line.size();
    return line.back().sign == "·" ? 1 : line.size() - 1;
}

std::size_t behind_each(const std::vector<MatrixBox>& /*line*/, std::size_t from) {
    return from + 1;
}

MatrixLines broken(const MatrixLines& lines, Break next) {
    MatrixLines broken;
    for (const std::vector<MatrixBox>& line : lines)
        for (std::size_t from = 0, to = 0; from < line.size(); from = to) {
            to = std::min(next(line, from), line.size());
            const auto at = [&](std::size_t place) { return line.begin() + static_cast<std::ptrdiff_t>(place); };
            MatrixBox& first = broken.emplace_back(at(from), at(to)).front();
            if (first.map.rows.labels.empty() && first.sign != "·" && cells_of(first).rows == cells_of(line[0]).rows)
                first.map.rows = line[0].map.rows;
        }
    return broken;
}

} // namespace

std::vector<MatrixLines> arrangements(const MatrixLines& lines) {
    std::vector<MatrixLines> all{lines};
    for (const Break next : {before_result, behind_each})
        if (MatrixLines other = broken(lines, next); other.size() > all.back().size())
            all.push_back(std::move(other));
    return all;
}

const Grid& best_of(const std::vector<Grid>& grids) {
    constexpr float told_apart = 2.5F;
    const auto worth = [](const Grid& grid) {
        return std::tuple(grid.fits(), grid.is_within_area(), least_side(grid) >= told_apart, grid.has_words(),
                          grid.has_numbers(), least_side(grid));
    };
    const Grid* best = &grids.front();
    if (grids.size() == 1)
        return *best;
    auto most = worth(*best);
    for (const Grid& grid : std::span(grids).subspan(1))
        if (const auto other = worth(grid); other > most) {
            best = &grid;
            most = other;
        }
    return *best;
}

bool leaves_room_to_say(const Grid& with, const Grid& without) {
    constexpr float seen = 6;
    constexpr float much_smaller = 0.6F;
    if (with.is_on_wall())
        return with.fits() && with.has_words() && (with.has_numbers() || !without.has_numbers());
    const float side = least_side(with);
    return !with.is_in_window() || (with.fits() && (side >= seen || side >= much_smaller * least_side(without)));
}

} // namespace attn
