#pragma once

#include "core/figure/layout/matrix_box.h"

#include <optional>
#include <vector>

namespace attn {

using MatrixLines = std::vector<std::vector<MatrixBox>>;

/// The ways in which an area can have the lines: as they are; each broken before its last matrix, where that is what
/// the others make, or a product alone behind its first; and all matrices below each other. What begins a line has the
/// names of its rows.
std::vector<MatrixLines> arrangements(const MatrixLines& lines);

/// The height of a line's cells that hold numbers or bars: a multiple of the usual cell height, within bounds in
/// logical pixels.
struct LineHeight {
    float times = 1;
    float least = 0;
    float most = farthest_place;
};

/// The distances and sizes in a grid of matrices, in logical pixels.
struct GridRules {
    float largest_cell = 56;
    float stretched_cell = 6;
    float least_gutter = 40; ///< between matrices beside each other; signs and names of rows stand in it
    float beside_words = 16; ///< what names of rows in a gutter keep from the matrix before them
    float line_gap = 12;
    float told_apart = 5;        ///< on a page, which grows, cells are no smaller
    float foot = 0;              ///< kept free beneath, for what is said
    bool has_bar = false;        ///< right of all stands one bar, of the colours that all have
    bool is_bar_of_last = false; ///< it tells what the last matrix has, such as its change; else what the first has
    bool aligned = false;        ///< the lines' matrices stand below each other in columns, and not the lines' middles
    float height_share = 1;      ///< how high the largest cell is, as wide as 1
    /// The cell of a product's operands where the product is too long for cells of one size: its width in the first
    /// column, its height in the first line; 0: as all others.
    Point inner_cell{};
    std::vector<LineHeight> heights{}; ///< of each line; none: as high as the cells that are looked for
};

/// Lines of matrices, one below the other, whose cells are as large as the area allows: all of one size, and all with
/// numbers or none.
class Grid {
public:
    Grid(const DrawContext& drawing, const Box& area, MatrixLines lines, const GridRules& rules);

    Point cell() const { return cell_; }
    std::size_t lines() const { return lines_.size(); }
    /// The number of matrices in the longest line.
    Index places() const { return static_cast<Index>(places_); }
    /// The box of a matrix's cells.
    Box cells(std::size_t line, std::size_t place) const;
    const MatrixBox& box(std::size_t line, std::size_t place) const { return lines_[line][place]; }
    MatrixBox& box(std::size_t line, std::size_t place) { return lines_[line][place]; }
    const Margins& margins(std::size_t line, std::size_t place) const { return margins_[line][place]; }
    /// The box of the whole grid, without remarks beneath it and without its colour bar.
    Box covered() const { return covered_; }
    /// True if the cells' numbers can be read; where no numbers are wanted, true if the cells are large enough.
    bool has_numbers() const;
    /// True if all rows and columns have the names that they are to have.
    bool has_words() const;
    /// True if the area has room for the grid; on a page, which grows in height, only the width counts.
    bool fits() const;
    /// True if the grid is no higher than the area, which on a page may be the preferred height and not the limit.
    bool is_within_area() const;
    /// True if the grid is drawn in the window, not on a page that grows with it.
    bool is_in_window() const { return !drawing_->view_state.on_paper; }
    /// True if the grid is shown in a lecture.
    bool is_on_wall() const { return drawing_->view_state.is_enlarged; }

    void add(DisplayList& list) const;

private:
    /// The horizontal extent of a line's matrices, with its labels beginning at 0.
    struct Across {
        float width = 0;
        float end = 0;    ///< of its last cells
        float middle = 0; ///< of its cells
        float left = 0;   ///< where it begins in the grid
    };
    /// The vertical extent of a line: that of its highest cells.
    struct Down {
        float top = 0;
        float height = 0;
    };

    float height_in(std::size_t line, float cell) const;
    bool has_inner_width(std::size_t place) const { return place == 0 && rules_.inner_cell.x > 0; }
    bool has_inner_height(std::size_t line) const { return line == 0 && rules_.inner_cell.y > 0; }
    /// The widths of cells at which the numbers of all matrices fit, the widest first; empty where none have room.
    std::vector<float> widths_for_numbers() const;
    void make_room_for_numbers(const Box& room, const CellLimits& limits);
    void settle(const Box& room, const CellLimits& limits);
    void set_cells(Point cell);
    void name_boxes();
    PictureExtent lay_out(Point cell);
    void lay_out_across();
    void lay_out_down();
    float gutter(std::size_t line, std::size_t before, std::size_t place) const;
    float least_left(std::size_t line, std::size_t place, float column_width, float end_before) const;
    std::optional<std::size_t> before(std::size_t line, std::size_t place) const;
    bool is_last(std::size_t line, std::size_t place) const;
    Index cells_across() const;
    Index cells_down() const;
    void align_middles();
    void share_numbers();
    void add(DisplayList& list, std::size_t line, std::size_t place) const;
    const HeatmapOptions& map_of_bar() const;
    void add_bar(DisplayList& list) const;
    DisplayList bars_within(const HeatmapOptions& map, float height) const;

    const DrawContext* drawing_;
    Box area_;
    GridRules rules_;
    float bar_room_ = 0;
    std::size_t places_ = 0; ///< in each line
    MatrixLines lines_;
    std::vector<std::vector<GivingWords>> words_; ///< as they were asked for
    std::vector<std::vector<Margins>> margins_;
    std::vector<std::vector<float>> lefts_; ///< where cells begin
    std::vector<Across> lines_across_;
    std::vector<Down> lines_down_;
    Point size_;     ///< with cells of the size that was laid out last
    Point laid_out_; ///< which is this
    Point cell_;
    Box covered_;
};

/// The best of several arrangements of one picture: the one with the largest cells among those that fit, show all words
/// and have readable numbers. Where none has all of that, fitting counts before words, and words before numbers.
const Grid& best_of(const std::vector<Grid>& grids);

/// True if the text for which `with` keeps its foot free may be said: the cells can still be seen. In a lecture, which
/// does not scroll, the rows' words and the numbers must be left too. Otherwise `without`, the same grid with no free
/// foot, is drawn.
bool leaves_room_to_say(const Grid& with, const Grid& without);

} // namespace attn
