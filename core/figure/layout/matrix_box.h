#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/layout/cell_size.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/address.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The widths of what stands around the cells of a matrix, in logical pixels.
struct Margins {
    float left = 0;
    float right = 0;
    float above = 0;
    float below = 0;
    float overhang = 0; ///< how far names and titles above or beneath the cells reach beyond them at the right
};

/// A matrix in a picture, with what belongs to it.
struct MatrixBox {
    HeatmapOptions map{};
    std::string sign{}; ///< before it: "=", "+", "→"
    Prose remark{};     ///< a line beneath it
    /// The names of each head over its columns, where several heads stand side by side: the first of these lists that
    /// has room, the longest first.
    std::vector<std::vector<Typeset>> head_names{};
    /// The first of these that all boxes of a grid have room for is its name, the longest first.
    std::vector<Typeset> names{};
    std::optional<Index> edged{}; ///< the head in whose colour it is edged
    float edge_width = 2;
    std::optional<std::size_t> alike{}; ///< boxes of one number have as much around them: of many one is measured
    Margins kept{};                     ///< for what the picture draws around it
    float least_width = 0;              ///< of what ends where its cells end
    float heading = 0;                  ///< of what the picture writes above it, from where its cells begin
    bool is_drawn = true;               ///< or its place is filled by the picture
    float remark_room = 96;             ///< beneath narrower cells the remark reaches so far beyond them
    bool is_empty() const { return map.matrix.empty(); }
};

/// The choice of an array's names that stand around its cells.
struct BoxLabels {
    bool rows = true;
    bool columns = true;
    bool titles = true;
    NamePlace name = NamePlace::above;
    float name_size = 17;
    std::optional<CellId> chosen{}; ///< it is outlined, and the names of its row and column stand in bold
    bool may_change = false;        ///< its change may stand instead of it: then its name says so
};

/// The matrix at an address, as it is shown: its name, shape, labels, range and caption are the array's. Where it is
/// transposed, and by itself would not be, its name says so.
HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, bool transposed,
                         const BoxLabels& labels = {});
HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, const BoxLabels& labels = {});

/// One row of the matrix at an address, without name and labels; `stands`: as a column.
HeatmapOptions row_at(const DrawContext& drawing, const Address& address, Index row, bool stands = false);

/// The number of rows and columns of cells that the box shows; a place without a matrix has none.
Shape cells_of(const MatrixBox& box);

/// The margins of the box with cells of the size that its map has.
Margins margins_of(const DrawContext& drawing, const MatrixBox& box);

/// The width that the colour bar takes at the right of the cells, with the bar of a change.
float bar_room(const DrawContext& drawing, HeatmapOptions map);

/// Gives it the largest cells with which the room holds it, with all that stands around them.
void fit_cells(const DrawContext& drawing, MatrixBox& box, Point room, const CellLimits& limits);

/// The names and words of a box that can give way, as they were asked for.
struct GivingWords {
    bool shape = false;
    NamePlace name = NamePlace::none;
    std::string title;
};
GivingWords giving_words(const MatrixBox& box);
void restore(MatrixBox& box, const GivingWords& words);

/// Leaves out names and words without room: a shape behind a name that is wider than the cells and `beside`, a title
/// that would run into its neighbours.
void let_words_give_way(const DrawContext& drawing, MatrixBox& box, float beside);

/// Leaves out the title of the rows on a narrow page, so that rows keep their words.
void let_row_title_give_way(const DrawContext& drawing, AxisLabels& rows, float width);

/// The widths of cells at which a matrix's numbers fit, without zoom, the widest first. Empty where no numbers are
/// wanted, where so many cells beside each other have no room for any, or where in the window rows are too low for
/// them.
std::vector<float> widths_for_numbers(const DrawContext& drawing, const HeatmapOptions& map, Index across, float room);

/// The limits of a picture's cells, with `cells` along the sides of its area: larger in a large window; on a page at
/// least so large that rows can be named and cells told apart.
CellLimits cell_limits(const DrawContext& drawing, const Box& area, float largest, Shape cells, float told_apart = 5);

/// Draws the matrix, its cells' upper left corner at `at`, with the marks of its pins; in the window what lies within
/// the area.
Heatmap add_matrix(DisplayList& list, const DrawContext& drawing, HeatmapOptions map, Point at, const Box& area);
/// Draws the matrix as add_matrix does, with edge, remark and names of heads.
void add_box(DisplayList& list, const DrawContext& drawing, const MatrixBox& box, Point at, const Box& area);

/// The sign between matrices, around a point.
void add_sign(DisplayList& list, const DrawContext& drawing, const std::string& sign, Point middle, const Box& area);
float sign_width(const DrawContext& drawing, const std::string& sign);

} // namespace attn
