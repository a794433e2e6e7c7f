// Notations as files.
#include "core/document/files/session_json.h"
#include "core/document/options/session_notation.h"
#include "core/document/session/edits.h"
#include "core/files/file.h"
#include "core/files/json.h"
#include "core/formula/parse.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/index_letters.h"
#include "core/notation/named_words.h"
#include "core/notation/notation.h"
#include "tests/core/document/sessions.h"
#include "tests/folders.h"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path folder = source_folder() / "assets/notations";

std::string refusal(std::string text) {
    std::ranges::replace(text, '\'', '"');
    const auto read = parse_notation(text, "mine.json");
    EXPECT_FALSE(read) << text;
    return read ? "" : read.error().message;
}

NotationChoice read(std::string text) {
    std::ranges::replace(text, '\'', '"');
    const auto read = parse_notation(text, "mine.json");
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *read : NotationChoice();
}

TEST(NotationFile, EveryOneThatShipsIsItself) {
    for (const std::string_view name : notation_names()) {
        const auto read = load_notation(folder / (std::string(name) + ".json"));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->name(), name);
        EXPECT_FALSE(read->is_own());
    }
}

TEST(NotationFile, FormulasOfThoseThatShipCanBeReadUnderAnotherName) {
    for (const auto& shipped : shipped_notations()) {
        NotationProfile copy = *shipped;
        copy.name += " of mine";
        const auto read = parse_notation(json_text(json_of_profile(copy)), copy.name);
        ASSERT_TRUE(read) << shipped->name << ": " << read.error().message;
        EXPECT_TRUE(read->is_own());
        EXPECT_EQ(read->profile(), copy);
    }
}

TEST(NotationFile, TheDefaultHasEverySymbolAndTheSampleEveryKey) {
    const NotationProfile& usual = *shipped_notations().front();
    for (const Symbol& symbol : symbols())
        EXPECT_TRUE(usual.symbols.contains(symbol.name)) << symbol.name;
    const auto sample = load_notation(folder / "sample.json");
    ASSERT_TRUE(sample) << sample.error().message;
    for (const Symbol& symbol : symbols())
        EXPECT_TRUE(sample->profile().symbols.contains(symbol.name)) << symbol.name;
    ASSERT_EQ(sample->profile().arrays.size(), 1U);
    const ArrayWording& wording = sample->profile().arrays.begin()->second;
    for (const std::string* text :
         {&wording.word, &wording.title, &wording.formula, &wording.columns_formula, &wording.cell_formula})
        EXPECT_FALSE(text->empty());
    ASSERT_FALSE(sample->profile().formulas.empty());
    EXPECT_FALSE(sample->profile().formulas.front().numbers.empty());
    EXPECT_FALSE(sample->profile().formulas.front().says.empty());
    EXPECT_FALSE(sample->profile().formulas.front().premises.empty());
    EXPECT_FALSE(sample->profile().formulas.front().through.empty());
    EXPECT_EQ(sample->profile().einsum.at('s'), 'n');
    EXPECT_FALSE(sample->profile().steps.empty());
}

TEST(NotationFile, AFaultIsOneLineThatNamesTheFileAndThePlace) {
    EXPECT_THAT(refusal(""), HasSubstr("mine.json"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': 'N'"), HasSubstr("mine.json"));
    EXPECT_THAT(refusal("{'name': 7}"), HasSubstr("name: "));
    EXPECT_THAT(refusal("{}"), HasSubstr("name"));
    EXPECT_THAT(refusal("{'name': 'a', 'version': 2}"), HasSubstr("version"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbol': {}}"), HasSubstr("did you mean “symbols”?"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'W_q': 'W'}}"), HasSubstr("W_q"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': ['S']}"), HasSubstr("expected an object"));
    EXPECT_THAT(refusal("{'name': 'paper'}"), HasSubstr("comes with the program"));
    EXPECT_THAT(refusal("{'name': 'a', 'arrays': {'score': {}}}"), HasSubstr("did you mean “scores”?"));
    EXPECT_THAT(refusal("{'name': 'a', 'steps': ['score']}"), HasSubstr("did you mean “scores”?"));
    EXPECT_THAT(refusal("{'name': 'a', 'steps': ['W_Q']}"), HasSubstr("this is a weight"));
    EXPECT_THAT(refusal("{'name': 'a', 'steps': ['A', 'A']}"), HasSubstr("twice"));
    EXPECT_THAT(refusal("{'name': 'a', 'einsum': {'s': 't'}}"), HasSubstr("two axes"));
    EXPECT_THAT(refusal("{'name': 'a', 'einsum': {'s': '→'}}"), HasSubstr("no letter"));
    EXPECT_THAT(refusal("{'name': 'a', 'formulas': [{'of': 'A'}]}"), HasSubstr("tex"));
    EXPECT_THAT(refusal("{'name': 'a', 'formulas': [{'tex': 'x', 'of': 'A', 'holds': 'always'}]}"),
                HasSubstr("several heads"));
    EXPECT_THAT(refusal("{'name': 'a', 'formulas': [{'tex': 'x', 'of': 'A', 'numbers': '<=z>'}]}"),
                HasSubstr("no number <=z>"));
}

TEST(NotationFile, WordsWithUnknownConditionsOrSymbolsAreRefused) {
    const auto says = [](std::string_view words) {
        return fmt::format("{{'name': 'a', 'label': 'a', 'formulas': [{{'tex': 'x', 'of': 'A', 'says': '{}'}}]}}",
                           words);
    };
    EXPECT_THAT(refusal(says("where <many(>heads<)many>")), HasSubstr("no condition <many(>"));
    EXPECT_THAT(refusal(says("where <heads(>heads")), HasSubstr("<)heads> is missing"));
    EXPECT_THAT(refusal(says("by <d_z>")), HasSubstr("d_z"));
    EXPECT_THAT(refusal("{'name': 'a', 'label': 'a', 'arrays': {'A': {'title': '<many(>x<)many>'}}}"),
                HasSubstr("arrays.A.title"));
    EXPECT_THAT(refusal("{'name': 'a', 'label': 'a', 'arrays': {'A': {'word': '<no(>x<)no>'}}}"),
                HasSubstr("arrays.A.word"));
}

TEST(NotationFile, WordsFollowTheConditionsOfFormulas) {
    const NotationChoice chosen =
        read("{'name': 'a', 'label': 'a', 'arrays': "
             "{'A': {'title': 'Shares<plain(> of scores<)plain><changed(> of <masked><)changed>'}}}");
    Notation notation;
    notation.chosen = chosen;
    const std::string& title = chosen.profile().arrays.at(ArrayId::A).title;
    EXPECT_EQ(words_in(title, notation).letters(), "Shares of scores");
    notation.masked = true;
    EXPECT_EQ(words_in(title, notation).letters(), "Shares of masked");
}

TEST(NotationFile, AnIndexThatHasTheLetterOfALengthTakesAnotherAndThatIsSaid) {
    const auto words = [](const std::string& symbols) {
        return words_on_taken_letters(read("{'name': 'mine', 'symbols': {" + symbols + "}}"));
    };
    EXPECT_EQ(words("'D': 'd'"), "in the notation “mine” d is an index and another index or a length too: the index "
                                 "“d” is written l");
    EXPECT_EQ(words("'D': 'd', 'd': 'r', 'head': 'g', 'H': '{g}'"),
              "in the notation “mine” g is an index and another index or a length too: the index “head” is written l");
    EXPECT_EQ(
        words("'D': 'd', 'S': 'i'"),
        "in the notation “mine” i is an index and another index or a length too: the index “i” is written l; d is "
        "an index and another index or a length too: the index “d” is written r");
    EXPECT_EQ(words("'D': 'd', 'd': 'r'"), "");
    EXPECT_EQ(words("'d_ff': 'i'"), "in the notation “mine” i is an index and another index or a length too: the index "
                                    "“i” is written l");
    EXPECT_EQ(words("'d_vocab': 'c'"), "in the notation “mine” c is an index and another index or a length too: the "
                                       "index “column” is written l");
    for (const auto& shipped : shipped_notations())
        EXPECT_EQ(words_on_taken_letters(shipped->name), "") << shipped->name;
    EXPECT_EQ(words_on_taken_letters(*load_notation(folder / "sample.json")), "");
}

TEST(NotationFile, ATransposedSymbolFollowsFromItsOwn) {
    Notation notation;
    notation.chosen =
        read("{'name': 'mine', 'symbols': {'K': '\\\\mathbf{K}^{(<h>)}', 'Q': 'R_{<h>}', 'W_O': 'N', 'all W_O': 'N'}}");
    EXPECT_EQ(in_notation("<K T>", notation, 1), R"(\mathbf{K}^{(2)\top})");
    EXPECT_EQ(in_notation("<Q T>", notation, 1), R"(R_{2}^\top)");
    EXPECT_EQ(in_notation("<all W_O T>", notation), R"(N^\top)");
    EXPECT_EQ(in_notation("<W_V T>", notation, 1), R"(W_V^{(2)\top})");
}

/// A notation whose lengths and indices have random letters out of few.
NotationChoice with_random_letters() {
    std::string symbols;
    for (const std::string_view symbol : {"S", "D", "H", "d_k", "d_v", "i", "j", "head", "column", "d"}) {
        const auto letter =
            *rc::gen::element<std::string>("d", "h", "i", "j", "n", "N", "{n}", "\\\\mathbf{d}", "\\\\ell");
        symbols += fmt::format("{}'{}': '{}'", symbols.empty() ? "" : ", ", symbol, letter);
    }
    return read("{'name': 'random', 'symbols': {" + symbols + "}}");
}

RC_GTEST_PROP(NotationFile, NoIndexHasTheLetterOfALengthOrOfAnotherIndex, ()) {
    Notation notation;
    notation.chosen = with_random_letters();
    std::vector<std::string> letters;
    for (const std::string_view length : {"S", "D", "H", "d_k", "d_v"})
        letters.push_back(in_letters(fmt::format("<{}>", length), notation));
    for (const std::string_view index : {"i", "j", "head", "column", "d"}) {
        const std::string letter = in_letters(fmt::format("<{}>", index), notation);
        RC_ASSERT(std::ranges::find(letters, letter) == letters.end());
        letters.push_back(letter);
    }
    for (const Array& row : arrays())
        for (const std::string_view formula : {row.formula, row.columns_formula, row.cell_formula})
            RC_ASSERT(parse_formula(in_notation(formula, notation, 1)));
}

TEST(NotationInSessions, OneWhoseIndexIsItsLengthIsSaidWhenItIsChosen) {
    const NotationChoice own = read("{'name': 'mine', 'symbols': {'D': 'd'}}");
    const Session before = test::session_of("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4}}");
    const auto chosen = apply(before, SetNotation{{}, false, own});
    EXPECT_THAT(chosen->notice.in(Notation()).letters(), HasSubstr("the index “d” is written l"));
    const auto as_columns = apply(chosen->session, SetNotation{{}, true, own});
    EXPECT_EQ(as_columns->notice.in(Notation()).letters(), "");
}

TEST(NotationFile, HostileFormulasAreRefused) {
    EXPECT_THAT(refusal(R"({'name': 'a', 'symbols': {'S': '\\input{/etc/passwd}'}})"), HasSubstr("unknown command"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': '<script>'}}"), HasSubstr("no symbol <script>"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': 'a<b'}}"), HasSubstr("without “>”"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': '{'}}"), HasSubstr("symbols.S"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': '<S>'}}"), HasSubstr("made from itself"));
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'Q': '<K>', 'K': '<Q read>'}}"), HasSubstr("made from itself"));
    std::string wide;
    for (int i = 0; i < 200; ++i)
        wide += "<K>";
    std::string wider = wide;
    for (std::size_t at = wider.find('K'); at != std::string::npos; at = wider.find('K'))
        wider.replace(at, 1, "V");
    EXPECT_NE(refusal("{'name': 'a', 'symbols': {'Q': '" + wide + "', 'K': '" + wider + "', 'V': '" +
                      std::string(100, 'v') + "'}}"),
              "");
    EXPECT_THAT(refusal("{'name': 'a', 'symbols': {'S': '" + std::string(5000, 'x') + "'}}"), HasSubstr("5000 bytes"));
    EXPECT_NE(refusal("{'name': 'a\\u001b[2J'}"), "");
    EXPECT_NE(refusal("{'name': 'a', 'symbols': {'S': '" + std::string(100, '{') + "'}}"), "");
}

TEST(NotationFile, TooLargeOrNoFileIsRefused) {
    EXPECT_FALSE(load_notation(folder));
    EXPECT_FALSE(load_notation(folder / "none.json"));
    EXPECT_FALSE(load_notation("/dev/zero"));
}

TEST(NotationFile, WordsAreANameOrAFile) {
    EXPECT_EQ(notation_of_words("paper")->name(), "paper");
    EXPECT_EQ(notation_of_words((folder / "sample.json").string())->name(), "sample");
    EXPECT_THAT(notation_of_words("mine").error().message, HasSubstr("expected one of default, d_h"));
    EXPECT_THAT(notation_of_words("mine.json").error().message, HasSubstr("mine.json"));
}

TEST(NotationInSessions, AnOwnOneIsSavedWhole) {
    const NotationChoice own = read("{'name': 'mine', 'symbols': {'D': 'W'}}");
    Session session = test::session_of("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4}}");
    const Session before = session;
    session = apply(before, SetNotation{{}, false, own})->session;
    EXPECT_EQ(in_notation("<D>", notation_of(session)), "W");
    const std::string text = json_text(session_to_json(session).document);
    EXPECT_THAT(text, HasSubstr("\"mine\""));
    const auto again = session_from_json(*parse_json(text, "s"), {}, "s");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->session.notation, own);
    EXPECT_TRUE(again->session.notation.is_own());
    // A notation that ships is stored by its name only.
    session = apply(before, SetNotation{"paper"})->session;
    EXPECT_THAT(json_text(session_to_json(session).document), HasSubstr(R"("notation": "paper")"));
}

TEST(NotationInSessions, AFaultNamesThePlace) {
    const auto read = session_from_json(
        *parse_json(
            R"({"version": 1, "tokens": ["a"], "sizes": {"d_model": 2}, "notation": {"name": "x", "symbols": {"S": "{"}}})",
            "s"),
        {}, "s.json");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("s.json: notation.symbols.S"));
}

TEST(Notation, HasOneSignOfATransposedMatrixInFormulasAndInWords) {
    for (const auto& profile : shipped_notations()) {
        Notation notation;
        notation.chosen = profile->name;
        const bool is_letter = profile->symbols.contains("transposed") && profile->symbols.at("transposed") == "T";
        EXPECT_EQ(transposed_sign(notation), is_letter ? "ᵀ" : "⊤") << profile->name;
        const std::string formula = in_notation("<Q><K T>", notation);
        EXPECT_EQ(formula.find("\\top") == std::string::npos, is_letter) << formula;
        // The formulas of the notation's own notes, which stand there letter by letter.
        for (const NoteFormula& note : profile->formulas) {
            EXPECT_FALSE(is_letter && note.tex.find("\\top") != std::string::npos) << profile->name << note.tex;
            EXPECT_FALSE(!is_letter &&
                         (note.tex.find("^T") != std::string::npos || note.tex.find(")T}") != std::string::npos))
                << profile->name << note.tex;
        }
    }
}

} // namespace
} // namespace attn
