#include "core/figure/figure_kinds.h"
#include "tests/core/figure/figures.h"

#include <array>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <vector>

// A grey figure has other colours, and all else is placed as in the coloured one.

namespace attn {
namespace {

using test::Drawn;

std::string written(const Box& box) {
    return fmt::format("{:.1f} {:.1f} {:.1f} {:.1f}", box.x, box.y, box.width, box.height);
}

/// The places of texts and cells, sorted, since the drawing order may differ; without the minus signs of grey cells.
std::vector<std::string> places_in(const Figure& figure) {
    std::vector<std::string> places{written(figure.page.area)};
    for (const Item& item : figure.list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        if (text != nullptr && text->text != "−")
            places.push_back(
                fmt::format("{} of {:.1f}: {}", text->text, text->font.size, written(bounds(item, typesetter()))));
        if (const auto* const cell = std::get_if<CellId>(&item.target))
            places.push_back(cell_name(*cell) + " at " + written(bounds(item, typesetter())));
    }
    std::ranges::sort(places);
    return places;
}

/// Compares both layouts of every kind that the session has. Returns the number of comparisons.
int expect_one_layout(const Drawn& drawn, FigureRequest request) {
    int compared = 0;
    request.captioned = false; // the caption explains colours, or greys
    for (const FigureKind& kind : figure_kinds()) {
        request.kind = kind.name;
        request.palette = FigurePalette::colour;
        if (!can_be_drawn(request, drawn.source()))
            continue;
        const auto colour = lay_out(request, drawn.source());
        request.palette = FigurePalette::grey;
        const auto grey = lay_out(request, drawn.source());
        EXPECT_EQ(static_cast<bool>(colour), static_cast<bool>(grey)) << kind.name;
        if (!colour || !grey)
            continue;
        EXPECT_THAT(places_in(*grey), testing::ContainerEq(places_in(*colour)))
            << kind.name << " in " << (request.notation ? request.notation->name() : "") << ", fit "
            << static_cast<int>(request.fit);
        ++compared;
    }
    return compared;
}

TEST(GreyFigure, IsLaidOutAsInColourWhateverItsKindNotationAndPlace) {
    const Drawn drawn = Drawn::preset("by-hand");
    constexpr std::array fits{FigureFit::column, FigureFit::text, FigureFit::page, FigureFit::slide};
    int compared = 0;
    std::size_t place = 0;
    for (const std::string_view notation : notation_names()) {
        FigureRequest request;
        request.notation = NotationChoice(notation);
        request.fit = fits.at(place++ % fits.size());
        compared += expect_one_layout(drawn, request);
    }
    EXPECT_GT(compared, 120);
}

TEST(GreyFigure, OfManyHeadsAndOfColumnsIsLaidOutAsInColour) {
    FigureRequest request;
    request.fit = FigureFit::slide;
    request.tokens_as_columns = true;
    EXPECT_GT(expect_one_layout(Drawn::preset("eight-heads"), request), 15);
}

} // namespace
} // namespace attn
