#include "core/document/known_words.h"
#include "core/document/presets.h"

#include "core/document/sentences.h"
#include "tests/core/document/sessions.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets_of_words{ATTN_ASSETS_DIR};

/// What is said of a word that is typed into a preset.
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

} // namespace
} // namespace attn
