#include "core/figure/layout/grid.h"

#include "core/figure/pictures/matrix_style.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {

namespace {

float width_of_cells(const MatrixBox& box) {
    return static_cast<float>(cells_of(box).columns) * box.map.cell_width;
}

float height_of_cells(const MatrixBox& box) {
    return static_cast<float>(cells_of(box).rows) * box.map.cell_height;
}

/// A place without a matrix, at whose cells' end nothing ends, is free for what stands behind it.
bool stands(const MatrixBox& box) {
    return !box.is_empty() || box.least_width > 0;
}

} // namespace

Grid::Grid(const DrawContext& drawing, const Box& area, MatrixLines lines, const GridRules& rules)
    : drawing_(drawing), area_(area), rules_(rules), asked_(std::move(lines)), lines_(asked_), down_(asked_.size()) {
    Index most = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        margins_.emplace_back(lines_[line].size());
        lefts_.emplace_back(lines_[line].size());
        most = std::max(most, cells_across(line));
    }
    CellLimits limits = cell_limits(drawing, area, rules.largest_cell, {cells_down(), most});
    limits.stretched = rules.stretched_cell;
    const Box room{area.x, area.y, area.width, area.height - rules.foot};
    cell_ = settled_cell({room.width, room.height}, limits, [&](Point cell) { return lay_out(cell); });
    lay_out(cell_);
    const Point origin = placed(room, size_) + drawing.view_state.pan;
    covered_ = {origin.x, origin.y, size_.x, size_.y};
    share_numbers();
}

std::optional<std::size_t> Grid::before(std::size_t line, std::size_t place) const {
    while (place-- > 0)
        if (stands(lines_[line][place]))
            return place;
    return std::nullopt;
}

/// Of those that share the size which is looked for.
Index Grid::cells_across(std::size_t line) const {
    Index sum = 0;
    for (std::size_t place = 0; place < lines_[line].size(); ++place) {
        Index columns = cells_of(lines_[line][place]).columns;
        for (const std::vector<MatrixBox>& other : lines_)
            if (rules_.aligned && place < other.size())
                columns = std::max(columns, cells_of(other[place]).columns);
        sum += has_inner_width(place) ? 0 : columns;
    }
    return sum;
}

Index Grid::cells_down() const {
    Index sum = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        Index rows = 0;
        for (const MatrixBox& box : lines_[line])
            rows = std::max(rows, cells_of(box).rows);
        sum += has_inner_height(line) ? 0 : rows;
    }
    return sum;
}

void Grid::set_cells(Point cell) {
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < lines_[line].size(); ++place) {
            HeatmapOptions& map = lines_[line][place].map;
            map.cell_width = has_inner_width(place) ? rules_.inner_cell.x : cell.x;
            map.cell_height = has_inner_height(line) ? rules_.inner_cell.y : cell.y;
        }
}

PictureExtent Grid::lay_out(Point cell) {
    lines_ = asked_;
    set_cells(cell);
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < lines_[line].size(); ++place) {
            MatrixBox& box = lines_[line][place];
            if (place + 1 < lines_[line].size())
                let_words_give_way(drawing_, box, rules_.least_gutter - space::medium);
            margins_[line][place] = margins_of(drawing_, box);
        }
    lay_out_across();
    align_middles();
    lay_out_down();
    Index most = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line)
        most = std::max(most, cells_across(line));
    return {{size_.x, most}, {size_.y, cells_down()}};
}

/// From the cells of one matrix to those of the next, of whose rows the names stand there. A name above may reach as
/// far as the next one's.
float Grid::gutter(std::size_t line, std::size_t before, std::size_t place) const {
    const Margins& left = margins_[line][before];
    const Margins& right = margins_[line][place];
    const float sign = sign_width(drawing_, lines_[line][place].sign);
    const float apart = sign > 0 ? sign + space::large : rules_.beside_words;
    const float words = right.left > 0 ? right.left + apart : apart;
    return std::max(left.right + std::max(rules_.least_gutter, words), left.overhang + space::medium);
}

void Grid::lay_out_across() {
    std::size_t most = 0;
    for (const std::vector<MatrixBox>& line : lines_)
        most = std::max(most, line.size());
    std::vector<float> right(lines_.size(), 0); // where the cells end that were laid out last
    for (std::size_t place = 0; place < most; ++place) {
        float column = 0; // where it begins, and how wide its cells are
        float column_width = 0;
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (place < lines_[line].size())
                column_width = std::max(column_width, width_of_cells(lines_[line][place]));
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (place >= lines_[line].size() || !stands(lines_[line][place]))
                continue;
            const MatrixBox& box = lines_[line][place];
            const std::optional<std::size_t> previous = before(line, place);
            const float sign = sign_width(drawing_, box.sign);
            const float first = box.is_empty() ? box.least_width - column_width
                                               : margins_[line][place].left + (sign > 0 ? sign + space::medium : 0);
            lefts_[line][place] = std::ceil(previous ? right[line] + gutter(line, *previous, place) : first);
            column = std::max(column, lefts_[line][place]);
        }
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (place >= lines_[line].size() || !stands(lines_[line][place]))
                continue;
            const MatrixBox& box = lines_[line][place];
            const Margins& margins = margins_[line][place];
            lefts_[line][place] = rules_.aligned ? column : lefts_[line][place];
            right[line] = lefts_[line][place] + (box.is_empty() ? column_width : width_of_cells(box));
            down_[line].width = right[line] + std::max(margins.right, margins.overhang);
        }
    }
}

/// Lines are as wide as each of them is; their cells have one middle.
void Grid::align_middles() {
    float left = 0;
    float right = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
        const std::size_t last = lines_[l].size() - 1;
        Line& line = down_[l];
        line.middle = rules_.aligned
                          ? 0
                          : std::floor((lefts_[l].front() + lefts_[l].back() + width_of_cells(lines_[l][last])) / 2);
        left = std::max(left, line.middle);
        right = std::max(right, line.width - line.middle);
    }
    for (Line& line : down_)
        line.left = left - line.middle;
    size_.x = left + right;
}

void Grid::lay_out_down() {
    size_.y = 0;
    for (std::size_t l = 0; l < lines_.size(); ++l) {
        Line& line = down_[l];
        line.height = 0;
        for (const MatrixBox& box : lines_[l])
            line.height = std::max(line.height, height_of_cells(box));
        float above = 0;
        float below = 0;
        for (std::size_t place = 0; place < lines_[l].size(); ++place) {
            const float beside = (line.height - height_of_cells(lines_[l][place])) / 2;
            above = std::max(above, margins_[l][place].above - beside);
            below = std::max(below, margins_[l][place].below - beside);
        }
        line.top = std::ceil(size_.y + above);
        size_.y = line.top + line.height + below + (l + 1 < lines_.size() ? rules_.line_gap : 0);
    }
}

Box Grid::cells(std::size_t line, std::size_t place) const {
    const MatrixBox& box = lines_[line][place];
    const Line& down = down_[line];
    const Point size{width_of_cells(box), height_of_cells(box)};
    return {covered_.x + down.left + lefts_[line][place],
            covered_.y + down.top + std::floor((down.height - size.y) / 2), size.x, size.y};
}

/// All are of one size, or there are none.
void Grid::share_numbers() {
    std::vector<HeatmapOptions*> printed;
    for (std::vector<MatrixBox>& line : lines_)
        for (MatrixBox& box : line)
            if (!box.is_empty() && box.map.numbers == CellNumbers::printed)
                printed.push_back(&box.map);
    if (!printed.empty())
        share_number_size(printed, drawing_.typesetter);
}

bool Grid::has_numbers() const {
    const auto is_small = [&](const MatrixBox& box) {
        const HeatmapOptions& map = box.map;
        const bool has_room = map.numbers == CellNumbers::printed ? map.number_size.value_or(0) >= map.smallest_number
                                                                  : map.cell_width >= measure::numbered_cell &&
                                                                        map.cell_height >= measure::numbered_cell / 2;
        return !box.is_empty() && !has_room;
    };
    return std::ranges::none_of(lines_, [&](const auto& line) { return std::ranges::any_of(line, is_small); });
}

bool Grid::fits() const {
    constexpr float rounding = 2;
    const bool has_height = drawing_.view_state.on_paper || covered_.height + rules_.foot <= area_.height + rounding;
    return has_height && covered_.width <= area_.width + rounding;
}

/// What is multiplied comes before what becomes of it: lines are read one after the other, columns of aligned ones too.
void Grid::add(DisplayList& list) const {
    std::vector<std::pair<std::size_t, std::size_t>> order; // lines and places
    for (std::size_t line = 0; line < lines_.size(); ++line)
        for (std::size_t place = 0; place < lines_[line].size(); ++place)
            order.emplace_back(line, place);
    if (rules_.aligned)
        std::ranges::stable_sort(order, {}, &std::pair<std::size_t, std::size_t>::second);
    for (const auto& [line, place] : order)
        if (!lines_[line][place].is_empty())
            add(list, line, place);
}

void Grid::add(DisplayList& list, std::size_t line, std::size_t place) const {
    const MatrixBox& box = lines_[line][place];
    const Box cells = this->cells(line, place);
    add_box(list, drawing_, box, {cells.x, cells.y}, area_);
    const float right = cells.x - margins_[line][place].left;
    const std::optional<std::size_t> previous = before(line, place);
    const float left = previous ? this->cells(line, *previous).right() + margins_[line][*previous].right
                                : right - sign_width(drawing_, box.sign) - space::medium;
    const float middle = covered_.y + down_[line].top + down_[line].height / 2;
    add_sign(list, drawing_, box.sign, {(left + right) / 2, middle}, area_);
}

MatrixLines broken(const MatrixLines& lines) {
    MatrixLines broken;
    for (const std::vector<MatrixBox>& line : lines) {
        MatrixBox last = line.back();
        if (line.size() < 2 || last.sign.empty() || last.sign == "·") {
            broken.push_back(line);
            continue;
        }
        broken.emplace_back(line.begin(), line.end() - 1);
        if (last.map.rows.labels.empty() && cells_of(last).rows == cells_of(line.front()).rows)
            last.map.rows = line.front().map.rows;
        broken.push_back({last});
    }
    return broken;
}

const Grid& best_of(const std::vector<Grid>& grids) {
    return *std::ranges::max_element(grids, {}, [](const Grid& grid) {
        return std::pair(grid.has_numbers(), std::min(grid.cell().x, grid.cell().y));
    });
}

} // namespace attn
