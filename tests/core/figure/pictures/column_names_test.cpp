#include "core/figure/pictures/labels.h"
#include "tests/core/figure/pictures/shown.h"

namespace attn {
namespace {

using test::Shown;
using Labels = std::vector<std::string>;

TEST(ColumnNamesOfMatrices, AreTheSessionsAndThoseOfWhatWeightsMultiplyAndMake) {
    Shown shown = Shown::preset("four-letters");
    const Labels letters{"o", "p", "s", "t"};
    const Labels places{"any", "odd", "left", "edge"};
    const Labels both{"o", "p", "s", "t", "any", "odd", "left", "edge"};
    EXPECT_EQ(column_names(shown.drawing(), ArrayId::X).labels, both);
    EXPECT_EQ(row_names(shown.drawing(), ArrayId::X).labels, (Labels{"s", "t", "o", "p"})) << "tokens";
    EXPECT_EQ(row_names(shown.drawing(), ArrayId::W_Q).labels, both);
    EXPECT_EQ(column_names(shown.drawing(), ArrayId::W_Q).labels, places);
    EXPECT_EQ(row_names(shown.drawing(), ArrayId::W_O).labels, letters);
    const Labels votes{"o", "p", "s", "t", "o", "p", "s", "t"};
    for (const ArrayId array : {ArrayId::W_O, ArrayId::parts, ArrayId::Y})
        EXPECT_EQ(column_names(shown.drawing(), array).labels, votes) << array_name(array);
    EXPECT_EQ(column_names(shown.drawing(), ArrayId::concat).labels, (Labels{"1", "2", "3", "4", "5", "6", "7", "8"}));
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::X, 0, 0, 1, 5}).letters(), "t₂, “odd”");
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::W_Q, 0, 0, 6, 2}).letters(), "“left”, “left”");
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::concat, 0, 0, 1, 5}).letters(), "t₂, number 6");
}

TEST(WordsOfTokens, AreLettersWhereASessionSplitsIntoThem) {
    Shown letters = Shown::preset("four-letters");
    EXPECT_EQ(array_title(letters.drawing().session, ArrayId::A).letters(),
              "Attention: how much does each letter read of each?");
    EXPECT_EQ(words_in("<token>s, <word>s, wordy token", letters.drawing().notation).letters(),
              "letters, letters, wordy token");
    Shown words = Shown::preset("who-and-where");
    EXPECT_EQ(array_title(words.drawing().session, ArrayId::A).letters(),
              "Attention: how much does each token read of each?");
}

TEST(OneToken, ShowsTheLinesThatAreAskedFor) {
    Shown shown = Shown::preset("four-letters");
    shown.at(ArrayId::A, 0, 1, 2);
    const auto lines_in_sight = [&](std::vector<ArrayId> lines) {
        shown.view_state().token_lines = std::move(lines);
        const DisplayList list = shown.draw(PictureId::token);
        std::string seen;
        for (const char* cell : {"X[2,1]", "Q/1[2,1]", "K/1[2,1]", "scores/1[2,1]", "A/1[2,1]", "V/1[2,1]", "O/1[2,1]",
                                 "concat[2,1]", "Y[2,1]"})
            if (test::place_of(list, cell))
                seen += std::string(cell).substr(0, std::string_view(cell).find_first_of("/[")) + " ";
        return seen;
    };
    EXPECT_EQ(lines_in_sight({}), "X Q K scores A V O concat Y ");
    EXPECT_EQ(lines_in_sight({ArrayId::A}), "A ");
    EXPECT_EQ(lines_in_sight({ArrayId::X, ArrayId::Q, ArrayId::A}), "X Q A ");
    EXPECT_EQ(lines_in_sight({ArrayId::V, ArrayId::O, ArrayId::Y}), "V O Y ");
}

} // namespace
} // namespace attn
