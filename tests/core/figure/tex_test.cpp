#include "core/figure/tex.h"

#include "core/figure/pictures/text_layout.h"
#include "core/formula/parse.h"

#include "tests/core/figure/fonts.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

Text text_at(std::string words, Point at, float size = 12) {
    return {.text = std::move(words), .position = at, .font = {.size = size}, .colour = rgb(0)};
}

std::string tex_of(const DisplayList& list, const TexWords& words = {.title = "A"}) {
    const auto tex = write_tex(list, {{0, 0, 200, 100}, {}}, 1, words, typesetter());
    EXPECT_TRUE(tex) << (tex ? "" : tex.error().message);
    return tex ? tex->text() : "";
}

TEST(Tex, IsAPictureToInputThatNamesWhatItNeeds) {
    DisplayList list;
    list.add(FormulaMark{R"(\mathbb{R})", {10, 50}, 12, rgb(0), 0});
    const std::string tex = tex_of(list, {.title = "A\ntitle", .caption = "Of $A$."});
    EXPECT_TRUE(
        tex.starts_with("% A title\n% To \\input, with pdflatex or lualatex; it needs:\n"
                        "% \\usepackage{amssymb}\n% \\usepackage{tikz}\n"
                        "% 5.292 x 2.646 cm; \\resizebox{\\linewidth}{!}{\\input{...}} makes it as wide as a line\n"
                        "% \\caption{Of $A$.}\n"
                        "\\begin{tikzpicture}"))
        << tex;
    EXPECT_TRUE(tex.ends_with("\\end{tikzpicture}%\n"));
    for (const char* const global : {"\\newcommand", "\\documentclass", "\\gdef", "\\global"})
        EXPECT_EQ(tex.find(global), std::string::npos) << global;
    EXPECT_TRUE(tex_of(list, {.title = "A", .standalone = true}).find("\\documentclass[border=0pt]{standalone}") !=
                std::string::npos);
}

TEST(Tex, NamesCellsAndLabelsByArrayHeadRowAndColumn) {
    DisplayList list;
    const auto add = [&](const CellId& cell, float x) {
        Rectangle square;
        square.box = {x, 10, 20, 20};
        square.fill = rgb(0xffffff);
        list.add(square, cell);
    };
    add({0, ArrayId::A, 0, 1, 5, 4}, 10);
    list.add(text_at("tea", {0, 20})).says = ShownLabel{{0, ArrayId::A, 0, 1, 0, 0}, false, 5};
    std::string tex = tex_of(list);
    EXPECT_NE(tex.find("\\place{A-6-5}{15}{15}{15}{15}\n\\alsoplace{A-2-6-5}{A-6-5}"), std::string::npos) << tex;
    EXPECT_NE(tex.find("\\place{A-row-6}"), std::string::npos) << tex;
    EXPECT_NE(tex.find("remember picture"), std::string::npos);
    add({0, ArrayId::A, 0, 0, 5, 4}, 40);
    tex = tex_of(list);
    EXPECT_NE(tex.find("\\place{A-1-6-5}"), std::string::npos) << tex;
    EXPECT_EQ(tex.find("{A-6-5}"), std::string::npos) << "of two heads neither is meant";
}

TEST(Tex, LetsNoTextReachWhatStandsBesideIt) {
    DisplayList list;
    list.add(text_at("a", {10, 50}));
    list.add(text_at("b", {60, 50}));
    list.add(text_at("lower", {20, 90}));
    const std::string tex = tex_of(list);
    EXPECT_NE(tex.find("\\fitted{34.5}"), std::string::npos) << tex; // 60 − 4 − 10 pixels in big points, to "b"
    EXPECT_NE(tex.find("\\fitted{105}"), std::string::npos) << tex;  // to the edge of the page
    EXPECT_NE(tex.find("\\fitted{135}"), std::string::npos) << tex;
}

TEST(Tex, TurnsTextWhereItStands) {
    DisplayList list;
    Text up = text_at("up", {50, 40});
    up.direction = Direction::upright;
    list.add(up);
    const std::string tex = tex_of(list);
    // TeX rotates about its current place, so that it must move first.
    const std::size_t moved = tex.find(",at={");
    ASSERT_NE(moved, std::string::npos) << tex;
    EXPECT_NE(tex.find(",rotate=90]", moved), std::string::npos) << tex;
}

TEST(Tex, LeavesAWordOfTheUsersAsItIsWritten) {
    DisplayList list;
    list.add(text_at("W^Q", {10, 50})); // a token beside a row
    EXPECT_NE(tex_of(list).find(R"(W\textasciicircum{}Q)"), std::string::npos) << tex_of(list);
}

TEST(Tex, SetsTheSymbolsOfASentenceAsMathematics) {
    DisplayList list;
    const Prose line = prose("the {} reads W_Q", Prose::symbol(parse_formula("W_Q")->root));
    add_line(list, typesetter(), {10, 50}, line, rgb(0), {.size = 12});
    const std::string tex = tex_of(list);
    EXPECT_NE(tex.find(R"(the $W_Q$ reads W\_Q})"), std::string::npos) << tex;
    EXPECT_EQ(tex.find("{\\sffamily Q}"), std::string::npos);
}

} // namespace
} // namespace attn
