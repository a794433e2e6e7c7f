#include "core/export/figure_series.h"

#include "tests/core/figure/figures.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <set>

// Many figures at once, to be laid side by side.

namespace attn {
namespace {

using test::Drawn;

/// A session with scores of about 1 in the first head and of hundreds in the second, whose numbers take more room.
Drawn small_and_large_scores() {
    Session session = Drawn::json("{'version': 1, 'seed': 3, 'tokens': ['Aufmerksamkeit', 'is', 'all', 'you', 'need', "
                                  "'here'], 'sizes': {'d_model': 8, 'heads': 2}}")
                          .session();
    Matrix& large = session.layer().heads[1].W_Q;
    for (Index column = 0; column < large.columns(); ++column)
        large = large.with_cell(0, column, 900.25F);
    return Drawn(std::move(session));
}

std::vector<Figure> series_of(const Drawn& drawn, const FigureRequest& request, ArrayId array) {
    std::vector<FigureRequest> requests = figures_of_all_arrays(request, drawn.source());
    const auto layouts = layouts_of_series(requests, drawn.source());
    EXPECT_TRUE(layouts) << (layouts ? "" : layouts.error().message);
    std::vector<Figure> figures;
    for (std::size_t i = 0; layouts && i < requests.size(); ++i)
        if (requests[i].array == array) {
            auto figure = lay_out(requests[i], drawn.source(), &(*layouts)[i]);
            EXPECT_TRUE(figure) << requests[i].name;
            figures.push_back(*std::move(figure));
        }
    return figures;
}

/// The area of the figure's first cell.
Box first_cell(const Figure& figure) {
    for (const Item& item : figure.list.items)
        if (std::holds_alternative<CellId>(item.target))
            if (const auto* const cell = std::get_if<Rectangle>(&item.shape()))
                return cell->box;
    return {};
}

std::ptrdiff_t numbers_in(const Figure& figure) {
    return std::ranges::count_if(figure.list.items,
                                 [](const Item& item) { return std::holds_alternative<ShownNumber>(item.says); });
}

const ShownColours* colours_of(const Figure& figure) {
    for (const Item& item : figure.list.items)
        if (const auto* const colours = std::get_if<ShownColours>(&item.says))
            return colours;
    return nullptr;
}

TEST(FigureSeries, HasOnePageOneCellOneScaleAndNumbersInAllHeadsOrInNone) {
    const Drawn drawn = small_and_large_scores();
    for (const auto width : {std::optional<float>(), std::optional(10.0F), std::optional(14.0F)}) {
        FigureRequest request;
        request.width = width;
        for (const ArrayId array : {ArrayId::scores, ArrayId::A, ArrayId::W_Q}) {
            const std::vector<Figure> heads = series_of(drawn, request, array);
            ASSERT_EQ(heads.size(), 2U);
            EXPECT_EQ(heads[0].page.area, heads[1].page.area) << array_name(array);
            EXPECT_EQ(first_cell(heads[0]), first_cell(heads[1])) << array_name(array);
            EXPECT_EQ(numbers_in(heads[0]), numbers_in(heads[1])) << array_name(array);
            ASSERT_NE(colours_of(heads[0]), nullptr);
            EXPECT_EQ(colours_of(heads[0])->range, colours_of(heads[1])->range) << array_name(array);
        }
    }
}

TEST(FigureSeries, LaysArraysOfOneShapeOutAlike) {
    const Drawn drawn = small_and_large_scores();
    FigureRequest request;
    request.width = 12;
    const Figure scores = series_of(drawn, request, ArrayId::scores).front();
    const Figure shares = series_of(drawn, request, ArrayId::A).front();
    EXPECT_EQ(scores.page.area, shares.page.area);
    EXPECT_EQ(first_cell(scores), first_cell(shares));
}

TEST(FigureSeries, HasTheWeightsBehindTheStages) {
    const Drawn drawn = small_and_large_scores();
    std::vector<std::string> names;
    for (const FigureRequest& request : figures_of_all_arrays({}, drawn.source()))
        names.push_back(request.name);
    EXPECT_THAT(names, testing::Contains("03-X"));
    EXPECT_THAT(names, testing::Contains(testing::EndsWith("-W_Q-2")));
    EXPECT_THAT(names, testing::Contains(testing::EndsWith("-W_O-1")));
    EXPECT_THAT(names, testing::Not(testing::Contains(testing::HasSubstr("b_Q"))));
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

} // namespace
} // namespace attn
