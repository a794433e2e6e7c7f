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

/// A line around some cells. strong: the chosen cell or an operand's row; thin: the cell's own row and column;
/// dashed: the other partner.
struct Outline {
    enum class Kind : std::uint8_t { thin, dashed, strong };
    Index row = 0;
    Index column = 0;
    Index rows = 1;
    Index columns = 1;
    Kind kind = Kind::strong;
};

/// The rule by which cells show their numbers. fitting: from 34 pixels on, fading in. printed: in all cells, sized to
/// fit, or in none where they would be smaller than `smallest_number`. apart: the picture writes them in front of what
/// it lays over the cells.
enum class CellNumbers : std::uint8_t { fitting, always, never, printed, apart };

/// The place of the matrix' name.
enum class NamePlace : std::uint8_t { none, above, right };

/// The options of a matrix' heatmap. Rows and columns are counted as they are seen: those of the transposed matrix,
/// where it is shown transposed.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there are few of them, and they are read in this order
struct HeatmapOptions {
    Matrix matrix;
    Matrix mask;                      ///< of the matrix' shape, or empty; −∞ where a cell is masked
    std::optional<CellId> first_cell; ///< what the cell [0,0] stands for; the others follow
    ShownNumber numbers_are{};        ///< what was made of the values, where `matrix` is not they themselves
    /// The head of each matrix, where matrices of several heads stand side by side, equally wide; it replaces the head
    /// of `first_cell`.
    std::vector<Index> heads{};
    std::optional<ShownProduct> product{};   ///< what the cell [0,0] is, where cells stand for none of the layer
    std::optional<ShownResidual> residual{}; ///< the same, of a row behind the layer
    /// The numbers before the change, of the matrix' shape, or empty. The change since then lies over each cell, in
    /// colours of its own, and stands small beneath its value.
    Matrix before;
    /// The mask of the change, of the matrix' shape, or empty: −∞ where a score is now hidden, so that its change is no
    /// number. A share that is now hidden is 0: its change is what it has lost.
    Matrix change_mask{};
    Palette change_palette = Palette::diverging;
    Range change_range;

    Palette palette = Palette::diverging;
    Look look = Look::light;
    Range range;
    bool is_plain = false;    ///< all cells on one ground, whatever their numbers
    std::string scale_name{}; ///< TeX, beside the scale of its colours; empty: its array's symbol

    float cell_width = 44; ///< logical pixels; whole ones keep edges sharp, less than one for large matrices
    float cell_height = 44;
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = 2;
    float smallest_number = 6;        ///< logical pixels of type
    std::optional<float> number_size; ///< logical pixels of type; none: so that the widest number fits

    AxisLabels rows;
    AxisLabels columns;
    bool columns_above = false;
    bool transposed = false; ///< the matrix' columns are shown as rows

    NamePlace name_place = NamePlace::none;
    Typeset name;                   ///< as a formula lays it out
    bool is_part = false;           ///< of the array's matrix: it has a name of its own
    bool shape = true;              ///< "6×4" beside the name
    std::optional<Fact> shape_is{}; ///< whose shape it is, where the matrix is no array's own
    std::string shape_before{};     ///< of a batch, "2×"
    std::string shape_note;         ///< behind the shape
    bool colour_bar = false;
    bool bar_reaches_up = false;              ///< where the bar is taller than the matrix; otherwise it reaches down
    std::string bar_caption;                  ///< beneath the bar; empty: whose range it is
    std::optional<ColourBar> bar_of_others{}; ///< beneath it: of what else the picture shows in colours of its own
    /// The longest that bars have here, where room is kept for one of others, whether it is there or not, so that
    /// nothing moves as it comes.
    std::string longest_caption{};

    /// The number of cells that are there yet, in the matrix' reading order; the others are empty places. None: all
    /// are.
    std::optional<Index> revealed;

    std::vector<Outline> outlines;
    bool is_measured = false; ///< only what reaches around its cells counts, and not what fills a colour bar
    /// The visible part of the figure, where the cells begin at (0, 0): cells outside get no numbers and labels.
    std::optional<Box> visible;
};

/// The shape as it stands beside the name: "6×4", for a batch "2×6×4".
std::string shape_text(const HeatmapOptions& options);

/// A matrix laid out: its cells begin at (0, 0), labels have negative places.
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

/// The opacity of the veil that pales the values under a change, in cells too small to show both beside each other.
constexpr float pale_values = 0.6F;

/// The name beside the colour scale of a change that lies over its values (TeX).
constexpr std::string_view change_name = R"(\text{change})";

/// The bar that goes with the cells, of a common height.
ColourBar colour_bar_of(const HeatmapOptions& options);

Heatmap lay_out(const HeatmapOptions& options, const Typesetter& typesetter);

/// The size of type at which the widest number of a matrix fits its cells; several matrices share the least of theirs.
Statement what_shape_says(const HeatmapOptions& options);

/// The size of type at which the widest number of a matrix fits its cells: the least of several is one for them all.
float number_size(const HeatmapOptions& options, const Typesetter& typesetter);
/// The least width of cells in which the widest printed number has the smallest type that it may have.
float width_for_numbers(const HeatmapOptions& options, const Typesetter& typesetter);
/// The width of cells in which all numbers fit in type of `size`, with some free room beside them.
float cell_width_for(const HeatmapOptions& options, float size, const Typesetter& typesetter);
/// True if the cells, as large as `options` says, have room for all numbers.
bool shows_all_numbers(const HeatmapOptions& options, const Typesetter& typesetter);
/// Gives all maps one size of numbers, so that none lacks numbers that another has.
void share_number_size(const std::vector<HeatmapOptions*>& maps, const Typesetter& typesetter);

/// Hatches the negative cells of an image in grey, which shows no sign.
void hatch_negative_cells(DisplayList& list, const HeatmapOptions& options);

/// The line around some cells that lie there; on greys it has a light edge within.
void add_outline(DisplayList& list, Outline::Kind kind, const Box& place, const Theme& theme, bool on_grey);

/// The outlines of one chosen cell: its row and column thin, itself strong.
std::vector<Outline> chosen_cell(Index row, Index column, Shape shown);

} // namespace attn
