// The words of a section and a deck for layers with biases, for given arrays, and for tokens that look like symbols.

#include "core/text/tex_escape.h"
#include "tests/core/handouts/made_lecture.h"
#include "tests/random_layer.h"

#include <fmt/format.h>

namespace attn::test {
namespace {

Drawn layer_drawn(const LayerKind& kind) {
    Random random(7);
    Session session;
    session.opened = random_layer(random, kind);
    return Drawn(std::move(session));
}

std::string lecture_of(const Drawn& drawn, const NotationChoice& notation, LectureOf* make) {
    FigureRequest shown;
    shown.notation = notation;
    const auto files = make(drawn.source(), shown);
    EXPECT_TRUE(files) << (files ? "" : files.error().message);
    return files ? with_sentences(*files) : std::string();
}

/// The sections in all notations, and a deck.
std::vector<std::string> lectures_of(const Drawn& drawn) {
    std::vector<std::string> texts{lecture_of(drawn, "d_h", slide_deck)};
    for (const auto& notation : shipped_notations())
        texts.push_back(lecture_of(drawn, NotationChoice(notation->name), lecture_notes));
    return texts;
}

TEST(WordsOfLectures, OfBiasesHaveTheirLettersAsMathematics) {
    const Drawn drawn = layer_drawn({.biases = true});
    Index of_queries = 0;
    for (const std::string& text : lectures_of(drawn)) {
        EXPECT_EQ(text.find(R"(\textasciicircum)"), std::string::npos) << text;
        EXPECT_EQ(text.find(R"(\{(h)\})"), std::string::npos) << text;
        for (const char* const letter : {"$b_Q$", "$b_q$", "$b^{Q}$"})
            of_queries += text.find(fmt::format("a bias is added, {}.", letter)) != std::string::npos ? 1 : 0;
    }
    EXPECT_GE(of_queries, 6);
}

TEST(WordsOfLectures, AnInputThatWasGivenIsNoSum) {
    const Drawn drawn = layer_drawn({.given_X = true});
    for (const std::string& text : lectures_of(drawn)) {
        EXPECT_EQ(text.find(" = e_{"), std::string::npos) << text;
        EXPECT_EQ(text.find("\n.\n"), std::string::npos) << text << ": a sentence without words";
    }
    const std::string section = lecture_of(drawn, "default", lecture_notes);
    const std::size_t cell = section.find("One cell of $X$");
    ASSERT_NE(cell, std::string::npos);
    const std::string sentence = section.substr(cell, section.find("Given as a whole", cell) - cell);
    EXPECT_LT(sentence.size(), 100U) << sentence;
    EXPECT_EQ(sentence.find("eqref"), std::string::npos) << sentence;
}

TEST(WordsOfLectures, AnArrayThatWasGivenHasNoFormulaOfItsMaking) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1},"
                                    " 'given': [{'stage': 'Q', 'matrix': [[1, 2], [3, 4]]}]}");
    const std::string section = lecture_of(drawn, "default", lecture_notes);
    EXPECT_EQ(section.find("Q = X"), std::string::npos);
    EXPECT_NE(section.find("K = X"), std::string::npos);
}

TEST(WordsOfLectures, TokensThatLookLikeSymbolsAreWords) {
    const Drawn drawn = Drawn::json("{'version': 1, 'title': 'Names', 'tokens': ['a_b', 'd_k', 'W_Q', 'E'],"
                                    " 'sizes': {'d_model': 4, 'heads': 2}, 'columns': {'V': ['x_y', '2']}}");
    FigureRequest shown;
    shown.notation = "nxd"; // its words have neither $d_k$ nor $W_Q$
    for (LectureOf* const make : {&lecture_notes, &slide_deck}) {
        const auto files = make(drawn.source(), shown);
        ASSERT_TRUE(files);
        EXPECT_NE(with_sentences(*files).find(R"(\emph{a\_b d\_k W\_Q E})"), std::string::npos);
        for (const DocumentFile& file : *files)
            for (const char* const symbol : {"$a_b$", "$d_k$", "$x_y$", R"($W_Q$\textsubscript)"})
                EXPECT_EQ(file.bytes.find(symbol), std::string::npos) << file.name << ": " << symbol;
    }
}

} // namespace
} // namespace attn::test
