#include "core/export/beamer_frame.h"

#include "core/export/figure_file.h"
#include "tests/core/figure/figures.h"

#include <gtest/gtest.h>

namespace attn::test {
namespace {

std::string tex_of(const Drawn& drawn, const FigureRequest& request) {
    const auto content = figure_content(request, drawn.source(), "tex");
    EXPECT_TRUE(content) << (content ? "" : content.error().message);
    return content ? content->bytes : std::string();
}

/// The TeX without its comments.
std::string what_is_set(const std::string& tex) {
    return tex.substr(std::min(tex.find("\\begin{tikzpicture}"), tex.size()));
}

TEST(FigureForFormat, InAnArticlesTextLeavesTitleAndCaptionToLatex) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request;
    request.array = ArrayId::A;
    request.fit = FigureFit::text;
    EXPECT_EQ(what_is_set(tex_of(drawn, request)).find("Attention"), std::string::npos);
    request.fit = FigureFit::free;
    request.width = 12.1F; // the width of the article's lines
    EXPECT_EQ(what_is_set(tex_of(drawn, request)).find("Attention"), std::string::npos);
    request.title = "Who reads whom";
    EXPECT_NE(what_is_set(tex_of(drawn, request)).find("Who reads whom"), std::string::npos) << "it was asked for";
    EXPECT_TRUE(for_format(request, "pdf").captioned) << "what stands by itself says what it is";
}

TEST(FigureForFormat, AColumnOfAnA4OfTwoHoldsWhatAColumnHolds) {
    for (const char* const preset : {"eight-heads", "who-and-where"}) {
        const Drawn drawn = Drawn::preset(preset);
        for (const char* const kind : {"heads", "heatmap", "concat", "sum", "lines"})
            for (const ArrayId array : {ArrayId::A, ArrayId::concat, ArrayId::Y}) {
                FigureRequest request;
                request.kind = kind;
                request.array = array;
                request.fit = FigureFit::column;
                if (!figure_content(request, drawn.source(), "tex"))
                    continue;
                request.width = 7.6F;
                const auto narrower = figure_content(request, drawn.source(), "tex");
                EXPECT_TRUE(narrower) << kind << " " << array_name(array) << ": "
                                      << (narrower ? "" : narrower.error().message);
            }
    }
}

} // namespace
} // namespace attn::test
