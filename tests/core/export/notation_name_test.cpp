#include "core/export/notation_name.h"

#include "core/export/figure_set.h"
#include "tests/core/figure/figures.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Drawn;

TEST(NotationName, IsTheFormulasLettersInAscii) {
    EXPECT_EQ(ascii_of_formula("P"), "P");
    EXPECT_EQ(ascii_of_formula(R"(\alpha)"), "alpha");
    EXPECT_EQ(ascii_of_formula(R"(\tilde{S})"), "tilde-S");
    EXPECT_EQ(ascii_of_formula(R"(\mathrm{head})"), "head");
    EXPECT_EQ(ascii_of_formula(R"(W_Q)"), "W-Q");
}

/// In the notation "sum" the softmax is P, and A is a head's output.
TEST(NotationName, IsThatOfFilesWhereItIsAskedFor) {
    Session session = Drawn::preset("who-and-where").session();
    session.notation = "sum";
    for (const auto& [name, array] : {std::pair("shares", ArrayId::A), std::pair("output", ArrayId::O)}) {
        FigureRequest recipe;
        recipe.name = name;
        recipe.array = array;
        recipe.file_names = FileNames::notation;
        session.figures.push_back(recipe);
    }
    const Drawn drawn(session);
    const TemporaryFolder folder;
    ASSERT_TRUE(write_figure_set({FigureSet::Which::listed, {}, "svg"}, drawn.source(), font_folder(), folder / "all"));
    EXPECT_TRUE(std::filesystem::exists(folder / "all" / "P.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder / "all" / "A.svg"));
    EXPECT_FALSE(std::filesystem::exists(folder / "all" / "shares.svg"));
}

} // namespace
} // namespace attn
