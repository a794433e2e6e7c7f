#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/layout/cell_size.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/address.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The space that labels, name and colour bar take around the cells of a matrix, in logical pixels.
struct Margins {
    float left = 0;
    float right = 0;
    float above = 0;
    float below = 0;
    float overhang = 0; ///< distance by which names and titles above or beneath the cells reach to the right of them
};

/// A matrix in a picture, with the sign before it and its name.
struct MatrixBox {
    HeatmapOptions map{};
    std::string sign{}; ///< the sign before the matrix: "=", "+", "→"
    Prose remark{};     ///< a line of text beneath the matrix
    /// The names of the heads over their columns, if several heads are side by side. There are several lists, the
    /// longest names first; the first for which there is room is used.
    std::vector<std::vector<Typeset>> head_names{};
    /// Its names, the longest first. All boxes of a grid use the first for which all have room.
    std::vector<Typeset> names{};
    std::optional<Index> edged{}; ///< the head whose colour the box's edge has
    float edge_width = 2;
    std::optional<std::size_t> alike{}; ///< boxes with the same number have equal margins, so only one of them is
                                        ///< measured
    Margins kept{};                     ///< extra space for what the picture draws around the box
    float least_width = 0;              ///< least width of an empty box's column
    float heading = 0;                  ///< width of what the picture writes above the box, from the left edge of the
                                        ///< cells
    bool is_drawn = true;               ///< false: the picture draws the contents itself
    float remark_room = 96;             ///< least width of the remark; under narrower cells it reaches beyond them
    bool is_empty() const { return map.matrix.empty(); }
};

/// The labels around an array's cells.
struct BoxLabels {
    bool rows = true;
    bool columns = true;
    bool titles = true;
    NamePlace name = NamePlace::above;
    float name_size = 17;
    std::optional<CellId> chosen{}; ///< this cell is outlined, and the labels of its row and column are bold
    bool may_change = false;        ///< true: the box may show the array's change instead, and its name then says so
};

/// The matrix at an address, with the name, shape, labels, range and caption of its array. If it is transposed against
/// the usual way, its name says so.
HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, bool transposed,
                         const BoxLabels& labels = {});
HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, const BoxLabels& labels = {});

/// One row of the matrix at an address, without name and labels. `stands`: shown as a column.
HeatmapOptions row_at(const DrawContext& drawing, const Address& address, Index row, bool stands = false);

/// The number of rows and columns that the box shows; 0 x 0 if it is empty.
Shape cells_of(const MatrixBox& box);

/// The margins of the box with cells of the size that its map has.
Margins margins_of(const DrawContext& drawing, const MatrixBox& box);

/// The width of the colour bar to the right of the cells, or of the bar of changes if that is wider.
float bar_room(const DrawContext& drawing, HeatmapOptions map);

/// Gives the box the largest cells with which it fits into the room, its labels included.
void fit_cells(const DrawContext& drawing, MatrixBox& box, Point room, const CellLimits& limits);

/// The names and titles of a box that may be left out, as they were before that.
struct GivingWords {
    bool shape = false;
    NamePlace name = NamePlace::none;
    std::string title;
};
GivingWords giving_words(const MatrixBox& box);
void restore(MatrixBox& box, const GivingWords& words);

/// Leaves out words that have no room: the shape if it and the name are wider than the cells and `beside`, and a
/// columns' title that would overlap its neighbours.
void let_words_give_way(const DrawContext& drawing, MatrixBox& box, float beside);

/// Leaves out the rows' title on a narrow page, so that there is room for the rows' labels.
void let_row_title_give_way(const DrawContext& drawing, AxisLabels& rows, float width);

/// The widths of cells at which the numbers of a matrix fit, without zoom, the widest first. Empty if no numbers are
/// wanted, if `across` cells with numbers are wider than `room`, or if the rows in the window are too low.
std::vector<float> widths_for_numbers(const DrawContext& drawing, const HeatmapOptions& map, Index across, float room);

/// The limits for the cells of a picture that has `cells` along the sides of its area. In a large window cells may be
/// larger; on a page they are at least so large that rows can be labelled and cells told apart.
CellLimits cell_limits(const DrawContext& drawing, const Box& area, float largest, Shape cells, float told_apart = 5);

/// Draws the matrix with the upper left corner of its cells at `at`, and marks pinned cells. In the window only what
/// lies within the area is drawn.
Heatmap add_matrix(DisplayList& list, const DrawContext& drawing, HeatmapOptions map, Point at, const Box& area);
/// Draws the matrix as add_matrix does, and the edge, the remark and the names of heads.
void add_box(DisplayList& list, const DrawContext& drawing, const MatrixBox& box, Point at, const Box& area);

/// Draws the sign between two matrices, centred at `middle`.
void add_sign(DisplayList& list, const DrawContext& drawing, const std::string& sign, Point middle, const Box& area);
float sign_width(const DrawContext& drawing, const std::string& sign);

} // namespace attn
