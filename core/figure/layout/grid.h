#pragma once

#include "core/figure/layout/matrix_box.h"

#include <optional>
#include <vector>

namespace attn {

using MatrixLines = std::vector<std::vector<MatrixBox>>;

/// The ways to arrange the lines in an area: as they are; each broken before its result; all matrices below each other.
/// The first matrix of a broken line gets the labels of the rows.
std::vector<MatrixLines> arrangements(const MatrixLines& lines);

/// The height of the cells in a line: a multiple of the usual cell height, between two bounds in logical pixels.
struct LineHeight {
    float times = 1;
    float least = 0;
    float most = farthest_place;
};

/// The distances and sizes in a grid of matrices, in logical pixels.
struct GridRules {
    float largest_cell = 56;
    float stretched_cell = 6;
    float least_gutter = 40; ///< between matrices beside each other; contains signs and row labels
    float beside_words = 16; ///< between row labels in a gutter and the matrix before them
    float line_gap = 12;
    float told_apart = 5;        ///< the least size of cells on a page, which grows instead
    float foot = 0;              ///< height kept free beneath the grid, for text
    bool has_bar = false;        ///< true: one colour bar is to the right of all lines
    bool is_bar_of_last = false; ///< true: the bar is that of the last matrix, e.g. of changes; false: that of the
                                 ///< first
    bool aligned = false;        ///< true: matrices are in columns; false: each line is centred
    float height_share = 1;      ///< height of the largest cell divided by its width
    /// The cell size of a product's operands if the product is too long for cells of one size: the width in the first
    /// column, the height in the first line; 0: the size of all other cells.
    Point inner_cell{};
    std::vector<LineHeight> heights{}; ///< height of each line; empty: all lines have the common cell height
};

/// Lines of matrices, one below the other. Their cells are as large as the area allows and have one size; either all
/// matrices show numbers or none does.
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
    /// True if numbers are large enough to be read. If no numbers are wanted: true if the cells are large enough.
    bool has_numbers() const;
    /// True if no label of a row or column is left out.
    bool has_words() const;
    /// True if the grid fits into the area. A page grows in height, so only the width counts there.
    bool fits() const;
    /// True if the grid is no higher than the area. On a page that is the preferred height, which it may exceed.
    bool is_within_area() const;
    /// True if the grid is drawn in the window, not on a page that grows with it.
    bool is_in_window() const { return !drawing_->view_state.on_paper; }
    /// True if the grid is shown enlarged, in a lecture.
    bool is_on_wall() const { return drawing_->view_state.is_enlarged; }

    void add(DisplayList& list) const;

private:
    /// The horizontal extent of a line. Its labels begin at 0.
    struct Across {
        float width = 0;
        float end = 0;    ///< right end of the last cells
        float middle = 0; ///< middle of the cells
        float left = 0;   ///< x in the grid at which the line begins
    };
    /// The vertical extent of a line's highest cells.
    struct Down {
        float top = 0;
        float height = 0;
    };

    float height_in(std::size_t line, float cell) const;
    bool has_inner_width(std::size_t place) const { return place == 0 && rules_.inner_cell.x > 0; }
    bool has_inner_height(std::size_t line) const { return line == 0 && rules_.inner_cell.y > 0; }
    /// The widths of cells at which the numbers of all matrices fit, the widest first; empty if there is no room for
    /// numbers.
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
    std::size_t places_ = 0; ///< number of matrices in each line
    MatrixLines lines_;
    std::vector<std::vector<GivingWords>> words_; ///< the words of each box before any were left out
    std::vector<std::vector<Margins>> margins_;
    std::vector<std::vector<float>> lefts_; ///< x at which the cells begin
    std::vector<Across> lines_across_;
    std::vector<Down> lines_down_;
    Point size_;     ///< size of the grid with cells of size `laid_out_`
    Point laid_out_; ///< cell size of the last layout
    Point cell_;
    Box covered_;
};

/// The best of several arrangements of a picture: the one with the largest cells among those that fit, show all words
/// and have readable numbers. If none does all of that, fitting counts before words, and words before numbers.
const Grid& best_of(const std::vector<Grid>& grids);

/// True if there is room for the text for which `with` keeps its foot free, because its cells are still visible. In a
/// lecture, which does not scroll, all row labels and numbers must be shown too. Otherwise the caller draws `without`,
/// the same grid without a free foot.
bool leaves_room_to_say(const Grid& with, const Grid& without);

} // namespace attn
