#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/text_layout.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace attn {

namespace {

constexpr float before_after_name_room = 28; // above each matrix
constexpr float before_after_apart = 28;

/// One outline around each rectangle of cells whose text has changed.
std::vector<Outline> outlines_of_changes(const HeatmapOptions& now, const HeatmapOptions& before) {
    const auto differs = [&](Index i, Index j) {
        const Index row = now.transposed ? j : i;
        const Index column = now.transposed ? i : j;
        return fixed_number(now.matrix(row, column), now.decimals) !=
               fixed_number(before.matrix(row, column), before.decimals);
    };
    const Shape shape = shown_shape(now);
    std::vector<Outline> outlines;
    // For each column, the index of the latest outline that begins there; an index past the last outline means none.
    std::vector<std::size_t> latest(static_cast<std::size_t>(shape.columns), std::numeric_limits<std::size_t>::max());
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j) {
            if (!differs(i, j))
                continue;
            const Index first = j;
            while (j + 1 < shape.columns && differs(i, j + 1))
                ++j;
            const Index columns = j - first + 1;
            std::size_t& above = latest[static_cast<std::size_t>(first)];
            if (above < outlines.size() && outlines[above].columns == columns &&
                outlines[above].row + outlines[above].rows == i) {
                ++outlines[above].rows;
                continue;
            }
            above = outlines.size();
            outlines.push_back({i, first, 1, columns, Outline::Kind::strong});
        }
    return outlines;
}

/// A matrix in the baseline and now, side by side in the same colours. Cells that changed are outlined in both.
class BeforeAfterLayout : Canvas {
public:
    BeforeAfterLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), session_before_(drawing.session) {
        session_before_.layer() = drawing.baseline->layer(); // labels are the baseline's tokens
    }

    void add() {
        PictureCache cache; // the drawing's cache belongs to the trace of now
        const DrawContext before{session_before_, *drawing_.baseline, view(), drawing_.typesetter, cache};
        std::vector<MatrixBox> boxes{box_of(before), box_of(drawing_)};
        boxes.front().map.first_cell.reset(); // its numbers are not in this layer, so its cells are no targets
        const Range range = joined(boxes.front().map.range, boxes.back().map.range);
        const std::vector<Outline> outlines = outlines_of_changes(boxes.back().map, boxes.front().map);
        for (MatrixBox& box : boxes) {
            box.map.range = range;
            box.map.bar_caption = "before and after";
            box.map.outlines = outlines;
        }
        const MatrixLines beside{boxes};
        const MatrixLines beneath{{boxes.front()}, {boxes.back()}};
        std::vector<Grid> grids;
        for (const MatrixLines& lines : {beside, beneath})
            grids.emplace_back(drawing_, area_, lines,
                               GridRules{.least_gutter = before_after_apart, .has_bar = true, .aligned = true});
        const Grid& grid = best_of(grids);
        grid.add(list_);
        const bool is_beside = grid.places() == 2;
        add_name("before", grid.cells(0, 0));
        add_name("after", is_beside ? grid.cells(0, 1) : grid.cells(1, 0));
    }

private:
    static MatrixBox box_of(const DrawContext& drawing) {
        const CellId cell = selected_cell(drawing);
        MatrixBox box{
            .map = matrix_at(drawing, {cell.layer, cell.array, cell.item, cell.head}, {.name = NamePlace::none})};
        box.kept.above = before_after_name_room;
        return box;
    }

    void add_name(const char* name, const Box& cells) {
        add_claim({cells.x, cells.y - space::small}, {name, Always{"it names what is shown, and states nothing of it"}},
                  theme_.ink, bold());
    }

    Session session_before_; ///< the session with the baseline's layer
};

} // namespace

void before_after_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    BeforeAfterLayout(list, drawing, area).add();
}

} // namespace attn
