// No type of a figure is smaller than requested.

#include "core/figure/figure_kinds.h"
#include "tests/core/figure/figures.h"

#include <cmath>
#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Drawn;

constexpr float points_a_pixel = 72.0F / 96;
constexpr float rounding = 0.01F;

/// The letters of each line, with the requested size. An index ("d_k") is lower than the letter before it and has three
/// quarters of its size. The scripts of a formula have the sizes of mathematics, so only its own letters count.
class TypeOfAFigure {
public:
    TypeOfAFigure(const Figure& figure, float points) : points_(points), scale_(figure.scale * points_a_pixel) {
        for (const Item& item : figure.list.items)
            add(item);
    }

    const std::vector<std::string>& complaints() const { return complaints_; }

private:
    void add(const Item& item) {
        if (const auto* mark = std::get_if<FormulaMark>(&item.shape())) {
            check(mark->tex, mark->size);
            pieces_ = mark->pieces;
            before_ = {};
            return;
        }
        if (pieces_ > 0) {
            --pieces_;
            return;
        }
        const auto* text = std::get_if<Text>(&item.shape());
        if (text == nullptr)
            return;
        const bool is_script =
            std::abs(text->font.size - 0.75F * before_.size) < rounding && text->position.y != before_.y;
        if (!is_script) {
            check(text->text, text->font.size);
            before_ = {text->font.size, text->position.y};
        }
    }

    void check(const std::string& text, float size) {
        if (size * scale_ < points_ - rounding)
            complaints_.push_back(fmt::format("“{}” in {:.2f} pt", text, size * scale_));
    }

    struct Line {
        float size = 0;
        float y = 0;
    };
    float points_;
    float scale_;
    std::size_t pieces_ = 0; ///< pieces of a formula that are still to come
    Line before_;            ///< written last
    std::vector<std::string> complaints_;
};

FigureRequest fitting(FigureFit fit) {
    FigureRequest request;
    request.fit = fit;
    return request;
}

void expect_size(const Drawn& drawn, FigureRequest request, int& count) {
    for (const FigureKind& kind : figure_kinds()) {
        if (kind.is_text)
            continue;
        request.kind = kind.name;
        const auto figure = lay_out(request, drawn.source());
        if (!figure)
            continue;
        ++count;
        EXPECT_THAT(TypeOfAFigure(*figure, with_size(request).font_size).complaints(), testing::IsEmpty())
            << kind.name << ", fit " << static_cast<int>(request.fit);
    }
}

TEST(TypeOfFigures, IsNowhereSmallerThanWasAsked) {
    int drawn = 0;
    for (const auto fit : {FigureFit::free, FigureFit::column, FigureFit::article, FigureFit::text, FigureFit::page,
                           FigureFit::slide, FigureFit::beamer})
        expect_size(Drawn::preset("by-hand"), fitting(fit), drawn);
    EXPECT_GT(drawn, 100);
}

TEST(TypeOfFigures, IsNowhereSmallerThanWasAskedInGreyAndInLargerLayers) {
    int drawn = 0;
    FigureRequest grey = fitting(FigureFit::column);
    grey.palette = FigurePalette::grey;
    grey.numbers = false;
    expect_size(Drawn::preset("masks"), grey, drawn);
    expect_size(Drawn::preset("eight-heads"), fitting(FigureFit::text), drawn);
    expect_size(Drawn::preset("who-and-where"), fitting(FigureFit::column), drawn);
    expect_size(Drawn::json("{'version': 1, 'tokens': [['tea', 'is', 'hot'], ['is', 'tea', 'hot']], 'sizes': "
                            "{'d_model': 6, 'heads': 2, 'd_k': 2}}"),
                fitting(FigureFit::text), drawn);
    EXPECT_GT(drawn, 40);
}

TEST(TypeOfFigures, OfWhatIsNoNumberIsNoSmallerEither) {
    Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'sizes': "
                              "{'d_model': 16, 'heads': 1}, 'pins': [{'stage': 'row_max', 'row': 1, 'column': 1, "
                              "'value': 1e30}]}"); // 0 / 0
    for (const float width : {4.0F, 5.0F, 6.0F, 8.0F}) {
        FigureRequest request;
        request.array = ArrayId::A;
        request.width = width;
        if (const auto figure = lay_out(request, drawn.source()))
            EXPECT_THAT(TypeOfAFigure(*figure, request.font_size).complaints(), testing::IsEmpty()) << width;
    }
}

} // namespace
} // namespace attn
