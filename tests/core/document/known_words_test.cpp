#include "core/document/session/known_words.h"
#include "core/document/sources/presets.h"
#include "tests/folders.h"

#include "core/document/session/sentences.h"
#include "tests/core/document/sessions.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets_of_words = assets_folder();

/// The remark on a word that is typed into a preset.
std::string said_of(const std::string& preset, const std::string& word) {
    const Session session = *load_preset(assets_of_words, preset);
    const auto letters = split_text(session, session.layer().sequence, word);
    return misfit_in_words(test::after(session, SetTokens{0, letters, Side::sequence}), 0);
}

TEST(KnownWords, AWordThatFitsIsNotRemarkedOn) {
    EXPECT_EQ(said_of("four-letters", "toot"), "");
    EXPECT_EQ(said_of("four-letters", "STOP"), "");
    EXPECT_EQ(said_of("four-letters", "to"), "");
    EXPECT_EQ(said_of("eight-heads", "keyboard"), "");
    EXPECT_EQ(said_of("red-fox", "the wide wide world"), "") << "words have their numbers from their letters";
}

TEST(KnownWords, OfOneThatDoesNotItSaysWhatTheLayerTakesAndWhatFits) {
    EXPECT_EQ(said_of("four-letters", "stops"),
              "5 letters are too many for this layer. It takes o, p, s, t, at most 4 of them: “stop”.");
    EXPECT_EQ(said_of("four-letters", "spät"),
              "ä is unknown to this layer. It takes o, p, s, t, at most 4 of them: “spt”.");
    EXPECT_EQ(said_of("four-letters", "maria"),
              "m, a, r, i are unknown to this layer. It takes o, p, s, t, at most 4 of them.");
    EXPECT_EQ(said_of("eight-heads", "jörg"),
              "ö is unknown to this layer. It takes a to z, at most 10 of them: “jrg”.");
}

std::vector<std::string> strangers_of(const std::string& preset, std::vector<std::string> words) {
    const Session session =
        test::after(*load_preset(assets_of_words, preset), SetTokens{0, std::move(words), Side::sequence});
    return strangers(session, session.layer().sequence, 0);
}

TEST(KnownWords, AStrangerIsAWordWhoseNumbersAreDrawnAmongWordsThatHaveTheirOwn) {
    EXPECT_EQ(strangers_of("who-and-where", {"rose", "is", "a", "lily"}), std::vector<std::string>{});
    EXPECT_EQ(strangers_of("who-and-where", {"rose", "saw", "a", "bee"}), (std::vector<std::string>{"saw", "bee"}));
    EXPECT_EQ(strangers_of("who-and-where", {"saw", "bee"}), (std::vector<std::string>{"saw", "bee"}))
        << "no word of the sentence has its own, but words that the layer was made for have";
    EXPECT_EQ(unknown_in_words({"saw", "bee"}),
              "“saw” and “bee” are unknown to this layer: their numbers are drawn at random from their letters");
    EXPECT_EQ(unknown_in_words({"a", "b", "c", "d", "e"}),
              "5 words are unknown to this layer: their numbers are drawn at random from their letters");
    EXPECT_EQ(unknown_in_words({"saw"}),
              "“saw” is unknown to this layer: its numbers are drawn at random from its letters");
}

TEST(KnownWords, NobodyIsAStrangerWhereTheNumbersOfAllWordsAreDrawn) {
    const Session session = *parse_session(
        R"({"version": 1, "tokens": ["rose", "saw"], "sizes": {"d_model": 8, "heads": 2}})", "test", ".");
    EXPECT_EQ(strangers(session, session.layer().sequence, 0), std::vector<std::string>{});
}

TEST(KnownWords, WhereAWordsNumbersComeFromIsSaid) {
    const Session session =
        test::after(*load_preset(assets_of_words, "who-and-where"), SetTokens{0, {"rose", "saw"}, Side::sequence});
    const Sequence& sequence = session.layer().sequence;
    EXPECT_EQ(origin_of_numbers(session, sequence, "rose"), "“rose” has numbers of its own in this session.");
    EXPECT_EQ(origin_of_numbers(session, sequence, "saw"),
              "This layer has no numbers for “saw”: they are drawn at random from its letters.");
    const Session changed = test::after(session, SetCell{{0, ArrayId::E, 0, 0, 1, 0}, 2});
    EXPECT_EQ(origin_of_numbers(changed, changed.layer().sequence, "saw"),
              "“saw” has numbers of its own in this session.");
}

TEST(KnownWords, ATextThatIsTooLongForTheLayersPlacesIsToldHowManyThereAre) {
    const Session session = *load_preset(assets_of_words, "eight-heads");
    const Sequence& sequence = session.layer().sequence;
    EXPECT_EQ(lack_of_places(session, sequence, "understanding", 13),
              "“understanding” has 13 letters, and this layer has places for 10. Write a shorter word, or choose other "
              "positions.");
    EXPECT_EQ(lack_of_places(session, sequence, "keyboard", 8), "");
}

TEST(KnownWords, ASentenceIsNotReadAsTheLettersOfOneWordUnlessItFits) {
    const auto said = [](std::string_view name, std::string_view text) {
        const Session session = *load_preset(assets_of_words, std::string(name));
        return misfit_of_sentence(session, session.layer().sequence, text);
    };
    EXPECT_EQ(said("eight-heads", "the cat sat on the mat"),
              "This layer reads one word of up to 10 letters. Open another example for sentences.");
    EXPECT_EQ(said("four-letters", "the cat"),
              "This layer reads one word of up to 4 letters. Open another example for sentences.");
    EXPECT_EQ(said("eight-heads", "anna lee"), "") << "as a name is written";
    EXPECT_EQ(said("eight-heads", " understanding "), "") << "one word is told its places";
    EXPECT_EQ(said(words_preset, "the cat sat on the mat"), "");
}

} // namespace
} // namespace attn
