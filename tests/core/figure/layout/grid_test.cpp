#include "core/figure/layout/grid.h"

#include "tests/core/figure/pictures/shown.h"

namespace attn {
namespace {

using test::Shown;

MatrixBox box_of(const DrawContext& drawing, ArrayId array, const std::string& sign = {}) {
    return {.map = matrix_at(drawing, {0, array, 0, 0}), .sign = sign};
}

MatrixBox without_rows(MatrixBox box) {
    box.map.rows = {};
    return box;
}

TEST(MatrixAt, HasNameShapeAndLabelsOfItsAddress) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    const HeatmapOptions Q = matrix_at(drawing, {0, ArrayId::Q, 0, 1});
    EXPECT_EQ(Q.first_cell, (CellId{0, ArrayId::Q, 0, 1, 0, 0}));
    EXPECT_EQ(Q.rows.labels.size(), 3U);
    EXPECT_EQ(Q.columns.labels.size(), 4U);
    EXPECT_EQ(shape_text(Q), "3×4");
    const HeatmapOptions turned = matrix_at(drawing, {0, ArrayId::Q, 0, 1}, true);
    EXPECT_EQ(turned.rows.labels, Q.columns.labels);
    EXPECT_EQ(shape_text(turned), "4×3");
    EXPECT_GT(turned.name.width, Q.name.width); // wider by its ⊤
}

TEST(Grid, HasCellsOfOneSizeThatFillTheArea) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    for (const Box area : {Box{0, 0, 700, 500}, Box{50, 20, 400, 900}, Box{0, 0, 1800, 300}}) {
        const Grid grid(drawing, area, {{box_of(drawing, ArrayId::X), without_rows(box_of(drawing, ArrayId::Q, "→"))}},
                        {.largest_cell = 1000});
        const Box covered = grid.covered();
        EXPECT_EQ(grid.cell().x, grid.cell().y);
        EXPECT_TRUE(grid.fits());
        EXPECT_GE(covered.x, area.x);
        EXPECT_LE(covered.bottom(), area.bottom());
        const float one_more = 8; // of eight cells whose sizes are whole pixels
        EXPECT_TRUE(area.width - covered.width <= one_more || area.height - covered.height <= one_more);
        EXPECT_EQ(grid.cells(0, 0).width, grid.cell().x * 4);
        EXPECT_EQ(grid.cells(0, 1).width, grid.cell().x * 4);
    }
}

TEST(Grid, StandsInColumnsWhereItIsAligned) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    const MatrixLines lines{{box_of(drawing, ArrayId::Q), box_of(drawing, ArrayId::W_O)},
                            {box_of(drawing, ArrayId::O), box_of(drawing, ArrayId::parts)},
                            {{}, box_of(drawing, ArrayId::Y)}};
    const Grid grid(drawing, {0, 0, 900, 700}, lines, {.aligned = true});
    EXPECT_EQ(grid.cells(0, 0).x, grid.cells(1, 0).x);
    EXPECT_EQ(grid.cells(0, 1).x, grid.cells(1, 1).x);
    EXPECT_EQ(grid.cells(0, 1).x, grid.cells(2, 1).x);
    EXPECT_GT(grid.cells(2, 1).y, grid.cells(1, 1).bottom());
}

TEST(Grid, NamesOfRowsStandInTheGutterBeforeTheirMatrix) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['transformers', 'understand'], 'sizes': {'d_model': 2, "
                              "'heads': 1}}");
    const DrawContext drawing = shown.drawing();
    const Grid grid(drawing, {0, 0, 900, 500}, {{box_of(drawing, ArrayId::X), box_of(drawing, ArrayId::V, "→")}}, {});
    EXPECT_GE(grid.margins(0, 1).left, 60); // “transformers”
    EXPECT_GE(grid.cells(0, 1).x - grid.cells(0, 0).right(), grid.margins(0, 1).left + 16);
}

TEST(Grid, HasNumbersInAllMatricesOrInNone) {
    Shown shown = Shown::preset("by-hand");
    shown.view_state().on_paper = true;
    shown.view_state().numbers = CellNumbers::printed;
    const DrawContext drawing = shown.drawing();
    bool has_some = false;
    bool has_none = false;
    for (float width = 150; width < 700; width += 10) {
        const Grid grid(drawing, {0, 0, width, 400},
                        {{box_of(drawing, ArrayId::X), box_of(drawing, ArrayId::Q, "→"), box_of(drawing, ArrayId::A)}},
                        {});
        DisplayList list;
        grid.add(list);
        EXPECT_NE(list.prints_numbers, list.lacks_numbers) << width;
        EXPECT_EQ(list.prints_numbers, grid.has_numbers()) << width;
        (grid.has_numbers() ? has_some : has_none) = true;
    }
    EXPECT_TRUE(has_some && has_none);
}

TEST(Grid, BreaksBeforeWhatTheOthersMake) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    const MatrixBox X = box_of(drawing, ArrayId::X);
    const auto sum = arrangements({{X, without_rows(box_of(drawing, ArrayId::Q, "="))}});
    ASSERT_EQ(sum.size(), 2U);
    ASSERT_EQ(sum[1].size(), 2U);
    EXPECT_EQ(sum[1][1].front().map.rows.labels, X.map.rows.labels);
    const auto product = arrangements({{X, box_of(drawing, ArrayId::W_Q, "·"), box_of(drawing, ArrayId::X, "·")}});
    ASSERT_EQ(product.size(), 3U);
    ASSERT_EQ(product[1].size(), 2U) << "it makes nothing, and is broken behind its first";
    EXPECT_EQ(product[1][0].size(), 1U);
    EXPECT_EQ(product[1][1].front().sign, "·");
    EXPECT_EQ(product[2].size(), 3U) << "all below each other";
}

TEST(Grid, OfSeveralTheOneWithNumbersIsBest) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    const auto grid_of = [&](const Box& area) { return Grid(drawing, area, {{box_of(drawing, ArrayId::X)}}, {}); };
    const std::vector<Grid> grids{grid_of({0, 0, 150, 150}), grid_of({0, 0, 600, 600}), grid_of({0, 0, 600, 600})};
    EXPECT_EQ(&best_of(grids), &grids[1]);
}

} // namespace
} // namespace attn
