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

/// How high the cells of a line are, in which numbers or bars stand: as so many cells, within bounds.
struct LineHeight {
    float times = 1;
    float least = 0;
    float most = farthest_place;
};

/// How the matrices of a grid stand to each other, in logical pixels.
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
    /// Of a product too long for cells of one size: of the first column, and of the first line.
    Point inner_cell{};
    std::vector<LineHeight> heights{}; ///< of each line; none: as high as the cells that are looked for
};

/// Lines of matrices, one below the other, whose cells are as large as the area allows: all of one size, and all with
/// numbers or none.
class Grid {
public:
    Grid(const DrawContext& drawing, const Box& area, MatrixLines lines, const GridRules& rules);

    Point cell() const { return cell_; }
    /// How many matrices stand in the longest line.
    Index places() const { return static_cast<Index>(places_); }
    /// Where a matrix has its cells.
    Box cells(std::size_t line, std::size_t place) const;
    const MatrixBox& box(std::size_t line, std::size_t place) const { return lines_[line][place]; }
    MatrixBox& box(std::size_t line, std::size_t place) { return lines_[line][place]; }
    const Margins& margins(std::size_t line, std::size_t place) const { return margins_[line][place]; }
    /// Where all of it stands, without what is said beneath, and without its bar.
    Box covered() const { return covered_; }
    /// Whether the cells' numbers are to be read; where none are wanted, whether they are large enough.
    bool has_numbers() const;
    /// Whether all rows and columns are named that are to be.
    bool has_words() const;
    /// Whether the area has room for it; a page grows in height.
    bool fits() const;
    /// Whether it is no higher than the area, which on a page may be what is liked and not what there is.
    bool is_within_area() const;
    /// Whether no page grows with it.
    bool is_in_window() const { return !drawing_->view_state.on_paper; }
    /// Whether it stands in a lecture.
    bool is_on_wall() const { return drawing_->view_state.is_enlarged; }

    void add(DisplayList& list) const;

private:
    /// Where a line's matrices lie across, its labels beginning at 0.
    struct Across {
        float width = 0;
        float end = 0;    ///< of its last cells
        float middle = 0; ///< of its cells
        float left = 0;   ///< where it begins in the grid
    };
    /// And down: its highest cells.
    struct Down {
        float top = 0;
        float height = 0;
    };

    float height_in(std::size_t line, float cell) const;
    bool has_inner_width(std::size_t place) const { return place == 0 && rules_.inner_cell.x > 0; }
    bool has_inner_height(std::size_t line) const { return line == 0 && rules_.inner_cell.y > 0; }
    /// How wide cells may have to be for the numbers of all, the widest first; none where none have room.
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

/// Of several arrangements of one picture the one with the largest cells among those that have room, all words, and
/// numbers that are to be read; where none has all of it, the first of these count first.
const Grid& best_of(const std::vector<Grid>& grids);

/// Whether what a grid keeps free at its foot may be said: it leaves cells that can be seen. In a lecture, where
/// nothing is scrolled, it leaves words of the rows, and numbers. Else the same grid `without` it comes first.
bool leaves_room_to_say(const Grid& with, const Grid& without);

} // namespace attn
