// Grey shows no sign, so that each negative number is hatched.

#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Shown;

/// The areas that are hatched as negative.
std::vector<Box> signs_of(const DisplayList& list) {
    std::vector<Box> signs;
    for (const Item& item : list.items)
        if (const auto* const cell = std::get_if<Rectangle>(&item.shape());
            cell != nullptr && cell->hatch.visible() && cell->hatch_falls)
            signs.push_back(cell->box);
    return signs;
}

/// The areas of matrices that have both signs and are drawn in grey.
std::vector<Box> greys_of(const DisplayList& list) {
    std::vector<Box> greys;
    for (const Item& item : list.items)
        if (const auto* const colours = std::get_if<ShownColours>(&item.says);
            colours != nullptr && colours->palette == Palette::grey)
            greys.push_back(std::get<Rectangle>(item.shape()).box.grown(1));
    return greys;
}

/// The places of negative numbers drawn in grey: cells of images, and cells alone.
std::vector<Point> negative_cells(const DisplayList& list, const Trace& trace) {
    const std::vector<Box> greys = greys_of(list);
    std::vector<Point> cells;
    for (const Item& item : list.items) {
        if (const auto* const image = std::get_if<Image>(&item.shape());
            image != nullptr && image->palette == Palette::grey) {
            const Point cell{image->box.width / static_cast<float>(image->shown_columns()),
                             image->box.height / static_cast<float>(image->shown_rows())};
            for (Index i = 0; i < image->shown_rows(); ++i)
                for (Index j = 0; j < image->shown_columns(); ++j)
                    if ((image->transposed ? image->matrix(j, i) : image->matrix(i, j)) < 0)
                        cells.push_back({image->box.x + (static_cast<float>(j) + 0.5F) * cell.x,
                                         image->box.y + (static_cast<float>(i) + 0.5F) * cell.y});
            continue;
        }
        const auto* const rectangle = std::get_if<Rectangle>(&item.shape());
        const auto* const of = std::get_if<CellId>(&item.target);
        if (rectangle != nullptr && of != nullptr && rectangle->fill.visible() &&
            !(rectangle->hatch.visible() && !rectangle->hatch_falls) && trace.value(*of) < 0 &&
            std::ranges::any_of(greys, [&](const Box& grey) {
                return common(grey, rectangle->box).width >= rectangle->box.width &&
                       common(grey, rectangle->box).height >= rectangle->box.height;
            }))
            cells.push_back(rectangle->box.centre());
    }
    return cells;
}

TEST(Signs, OfNegativeNumbersAreToldInGreyHoweverSmallTheCells) {
    Shown shown = Shown::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': "
                              "16, 'heads': 8}}");
    std::size_t told = 0;
    for (const FigureFit fit : {FigureFit::column, FigureFit::slide})
        for (const char* const kind : {"product", "sum", "pipeline", "token", "joined", "values"}) {
            FigureRequest request;
            request.kind = kind;
            request.palette = FigurePalette::grey;
            request.fit = fit;
            const auto figure = lay_out(with_size(request), {shown.session(), shown.trace(), typesetter()});
            ASSERT_TRUE(figure) << kind;
            const std::vector<Box> signs = signs_of(figure->list);
            const std::vector<Point> cells = negative_cells(figure->list, shown.trace());
            told += cells.size();
            EXPECT_EQ(std::ranges::count_if(cells,
                                            [&](const Point& cell) {
                                                return std::ranges::none_of(
                                                    signs, [&](const Box& sign) { return sign.contains(cell); });
                                            }),
                      0)
                << kind;
        }
    EXPECT_GT(told, 500U);
}

} // namespace
} // namespace attn
