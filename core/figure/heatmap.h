#pragma once

#include "core/figure/axis.h"
#include "core/figure/colour_bar.h"
#include "core/figure/display_list.h"
#include "core/figure/text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A line around some cells. strong: the selected cell, or the row of an operand; thin: the row and column of the
/// selected cell; dashed: the other operand of a term.
struct Outline {
    enum class Kind : std::uint8_t { thin, dashed, strong };
    Index row = 0;
    Index column = 0;
    Index rows = 1;
    Index columns = 1;
    Kind kind = Kind::strong;
};

/// When cells show their numbers. fitting: if they are at least 34 pixels wide. printed: in all cells, at the size that
/// fits, or in none if that is less than `smallest_number`. apart: the picture draws the numbers itself, in front of
/// what it lays over the cells.
enum class CellNumbers : std::uint8_t { fitting, always, never, printed, apart };

/// The place of the matrix's name.
enum class NamePlace : std::uint8_t { none, above, right };

/// The options of a heatmap of a matrix. Rows and columns are counted as they are shown, i.e. after transposing.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there are few of them, and they are read in this order
struct HeatmapOptions {
    Matrix matrix;
    Matrix mask;                      ///< the matrix' shape, or empty; −∞ where a cell is masked
    std::optional<CellId> first_cell; ///< target of cell [0,0]; the other targets follow from it
    ShownNumber numbers_are{};        ///< statement of the numbers, if they are not the values, e.g. their change
    /// The head of each matrix, if matrices of several heads are side by side, equally wide. It replaces the head of
    /// `first_cell`.
    std::vector<Index> heads{};
    std::optional<ShownProduct> product{};   ///< what cell [0,0] is in a product, if cells stand for no array of the
                                             ///< layer
    std::optional<ShownResidual> residual{}; ///< meaning of cell [0,0] in a row of the residual stream after the layer
    /// The numbers before a change, in the matrix' shape, or empty. The change is drawn over each cell in colours of
    /// its own, and in small type beneath its value.
    Matrix before;
    /// The mask of the change, in the matrix' shape, or empty: −∞ where a score has become hidden, so that its change
    /// is no number. An attention weight that has become hidden is 0, so its change is a number.
    Matrix change_mask{};
    Palette change_palette = Palette::diverging;
    Range change_range;

    Palette palette = Palette::diverging;
    Look look = Look::light;
    Range range;
    bool is_plain = false;    ///< true: all cells have one colour, whatever their numbers
    std::string scale_name{}; ///< name beside the colour bar, as TeX; empty: the array's symbol

    float cell_width = 44; ///< logical pixels; whole ones keep edges sharp; less than one for large matrices
    float cell_height = 44;
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = 2;
    float smallest_number = 6;        ///< logical pixels of type
    std::optional<float> number_size; ///< logical pixels of type; nullopt: the largest at which the widest number fits

    AxisLabels rows;
    AxisLabels columns;
    bool columns_above = false;
    bool transposed = false; ///< true: shows the matrix' columns as rows

    NamePlace name_place = NamePlace::none;
    Typeset name;                   ///< the laid out name
    bool is_part = false;           ///< true: shows only a part of the array's matrix
    bool shape = true;              ///< true: writes the shape, "6×4", beside the name
    std::optional<Fact> shape_is{}; ///< the source of the shape, if the matrix is not that of an array
    std::string shape_before{};     ///< written before the shape: "2×" for a batch of 2
    std::string shape_note;         ///< written after the shape
    bool colour_bar = false;
    bool bar_reaches_up = false;              ///< true: a bar that is taller than the matrix reaches up; false: it
                                              ///< reaches down
    std::string bar_caption;                  ///< line beneath the bar; empty: says what the range is for
    std::optional<ColourBar> bar_of_others{}; ///< a second bar beneath the first, for other colours of the picture
    /// The longest line for which there is room beneath a bar here. Not empty: room for the second bar is kept even if
    /// there is none, so that nothing moves when it appears.
    std::string longest_caption{};

    /// The number of cells that are shown, in the matrix' reading order; the others are blank. nullopt: all.
    std::optional<Index> revealed;

    std::vector<Outline> outlines;
    bool is_measured = false; ///< true: only the extent of what stands around the cells is needed, so colour bars stay
                              ///< empty
    /// The visible part of the figure, whose cells begin at (0, 0). Cells outside it get no numbers and labels.
    std::optional<Box> visible;
};

/// The shape as it is written beside the name: "6×4", for a batch "2×6×4".
std::string shape_text(const HeatmapOptions& options);

/// A matrix that is laid out. Its cells begin at (0, 0), so labels at the left and above have negative coordinates.
struct Heatmap {
    DisplayList list;
    Box cells;
    Index rows = 0;
    Index columns = 0;

    Box cell(Index row, Index column) const;
    Box block(Index row, Index column, Index rows, Index columns) const;
    /// The row and column of the cell at a point.
    std::optional<std::pair<Index, Index>> cell_at(Point point) const;
};

/// The opacity of the veil over values beneath a change, in cells too small to show value and change below each other.
constexpr float pale_values = 0.6F;

/// The name beside the colour bar of changes that cover values (TeX).
constexpr std::string_view change_name = R"(\text{change})";

/// The colour bar for the cells, at its usual height.
ColourBar colour_bar_of(const HeatmapOptions& options);

Heatmap lay_out(const HeatmapOptions& options, const Typesetter& typesetter);

/// The statement that the name and shape of a matrix make about the layer.
Statement what_shape_says(const HeatmapOptions& options);

/// The size of type at which the widest number of a matrix fits into its cells. Several matrices share the least of
/// their sizes.
float number_size(const HeatmapOptions& options, const Typesetter& typesetter);
/// The least width of cells in which the widest number fits in the smallest printed type.
float width_for_numbers(const HeatmapOptions& options, const Typesetter& typesetter);
/// The width of cells in which all numbers fit in type of `size`, with some space beside them.
float cell_width_for(const HeatmapOptions& options, float size, const Typesetter& typesetter);
/// True if all numbers fit into cells of the size in `options`.
bool shows_all_numbers(const HeatmapOptions& options, const Typesetter& typesetter);
/// Gives all heatmaps the same size of type, so that either all show numbers or none does.
void share_number_size(const std::vector<HeatmapOptions*>& maps, const Typesetter& typesetter);

/// Hatches the negative cells of an image in a grey palette.
void hatch_negative_cells(DisplayList& list, const HeatmapOptions& options);

/// Draws an outline around cells at `place`. On greys a strong outline has a light line inside.
void add_outline(DisplayList& list, Outline::Kind kind, const Box& place, const Theme& theme, bool on_grey);

/// The outlines of the selected cell: thin ones around its row and column, a strong one around itself.
std::vector<Outline> chosen_cell(Index row, Index column, Shape shown);

} // namespace attn
