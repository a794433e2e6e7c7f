// The tokens of a model: cut by its tokenizer, with its own embeddings and no others.

#include "core/document/session/model_words.h"
#include "tests/folders.h"

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/session/word_embeddings.h"
#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/core/document/sessions.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The tests' small BERT, whose words are [PAD], the, cat, sat, mat.
class WordsOfAModel : public testing::Test {
protected:
    void SetUp() override {
        const std::filesystem::path from = source_folder() / "tests/data/checkpoints/bert";
        for (const char* name : {"config.json", "model.safetensors", "vocab.txt"})
            std::filesystem::copy(from / name, folder_ / name);
    }
    Session open(const std::vector<std::string>& texts) const {
        Source source;
        source.weights = folder_.path();
        source.tokens = texts;
        auto session = open_source(source, "");
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return session ? *std::move(session) : test::small_session();
    }
    static const std::vector<std::string>& words_in(const Session& session, std::size_t item = 0) {
        return session.layer().sequence.items[item];
    }
    static std::string refusal(const Session& session, const Edit& edit) {
        const auto applied = apply(session, edit);
        return applied ? "" : applied.error().message;
    }
    static Session edited(const Session& session, const Edit& edit) {
        auto applied = apply(session, edit);
        EXPECT_TRUE(applied) << (applied ? "" : applied.error().message);
        return applied ? std::move(applied->session) : session;
    }

    TemporaryFolder folder_;
};

TEST_F(WordsOfAModel, AreCutAsItCutsThem) {
    const Session session = open({"The CAT sat"});
    ASSERT_NE(session.model_words, nullptr);
    EXPECT_TRUE(session.origin->words);
    EXPECT_EQ(session.model_words->text_of(words_in(session)), "the cat sat");
}

TEST_F(WordsOfAModel, AreTheFirstOfTheVocabularyWhereNoneAreGivenAndNoSentenceCanBeRead) {
    const Session session = open({});
    EXPECT_THAT(words_in(session), ElementsAre("[PAD]", "the", "cat", "sat", "mat"));
    EXPECT_THAT(session.cautions, ElementsAre(HasSubstr("only as an example: write a text of your own")));
    EXPECT_THAT(about_with_caveats(session), HasSubstr("only as an example"));
    EXPECT_THAT(open({"the cat"}).cautions, IsEmpty());
    std::filesystem::remove(folder_ / "vocab.txt");
    const Session numbered = open({});
    EXPECT_THAT(words_in(numbered), ElementsAre("#0", "#1", "#2", "#3", "#4"));
    EXPECT_THAT(numbered.cautions, Contains(HasSubstr("give numbers of your own in their place")));
}

TEST_F(WordsOfAModel, HaveItsEmbeddingsWhenTheyAreTyped) {
    Session session = open({"the cat"});
    // As with a vocabulary that is too large to be kept whole.
    auto few = std::make_shared<Embeddings>();
    for (const char* word : {"the", "cat"})
        few->emplace(word, session.layer().sequence.embeddings->at(word));
    const Matrix mat = session.layer().sequence.embeddings->at("mat");
    session.layer().sequence.embeddings = few;
    const Session changed = edited(session, SetTokens{0, {"mat", "cat", "mat"}, Side::sequence});
    EXPECT_TRUE(equal_bits(changed.layer().sequence.embeddings->at("mat"), mat));
    EXPECT_TRUE(equal_bits(
        edited(session, RenameToken{0, 0, "mat", Side::sequence}).layer().sequence.embeddings->at("mat"), mat));
}

TEST_F(WordsOfAModel, AreNeverMadeFromLetters) {
    const Session session = open({"the cat"});
    EXPECT_THAT(refusal(session, SetTokens{0, {"the", "dog"}, Side::sequence}),
                HasSubstr("“dog” is no token of the model"));
    EXPECT_THAT(refusal(session, RenameToken{0, 1, "dog", Side::sequence}), HasSubstr("“dog”"));
    EXPECT_THAT(refusal(session, InsertToken{0, 2, "dog", Side::sequence}), HasSubstr("“dog”"));
    Sizes longer = sizes_of(session.layer());
    longer.S_q = longer.S_k = 5;
    EXPECT_THAT(refusal(session, Resize{longer}), HasSubstr("write a longer one"));
    Sizes wider = sizes_of(session.layer());
    wider.D = wider.D_context = wider.D + 2;
    EXPECT_THAT(refusal(session, Resize{wider}), HasSubstr("d_model cannot change"));
}

TEST_F(WordsOfAModel, OfOtherItemsGrowByItsPadding) {
    const Session session = open({"the cat", "cat mat"});
    const Session longer = edited(session, SetTokens{0, {"the", "cat", "sat"}, Side::sequence});
    EXPECT_THAT(words_in(longer, 1), ElementsAre("cat", "mat", "[PAD]"));
}

TEST_F(WordsOfAModel, AreThereAgainWhenTheSessionIsReadFromItsFile) {
    const Session session = open({"the cat"});
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    const auto again = load_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(session, *again));
    ASSERT_NE(again->model_words, nullptr);
    EXPECT_THAT(words_in(edited(*again, SetTokens{0, *again->model_words->tokens_of("Mat the"), Side::sequence})),
                ElementsAre("mat", "the"));
}

TEST_F(WordsOfAModel, AreThoseThatTheSessionHoldsWhenItsFilesAreGone) {
    Session session = open({"the cat"});
    auto few = std::make_shared<Embeddings>();
    for (const char* word : {"the", "cat"})
        few->emplace(word, session.layer().sequence.embeddings->at(word));
    session.layer().sequence.embeddings = few;
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    std::filesystem::remove(folder_ / "model.safetensors");
    const auto again = load_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->model_words, nullptr);
    EXPECT_THAT(words_in(edited(*again, SetTokens{0, {"cat", "the", "cat"}, Side::sequence})),
                ElementsAre("cat", "the", "cat"));
    EXPECT_THAT(refusal(*again, SetTokens{0, {"mat"}, Side::sequence}),
                HasSubstr("“mat” has no embedding in this session"));
}

TEST_F(WordsOfAModel, WithoutATokenizerGoByTheirNumbers) {
    std::filesystem::remove(folder_ / "vocab.txt");
    Source source;
    source.weights = folder_.path();
    source.tokens = {"the cat"};
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("tokens are given by their numbers"));
    source.tokens.clear();
    source.ids = {"1 2"};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(words_in(*session), ElementsAre("#1", "#2"));
    EXPECT_EQ(session->model_words->text_of(words_in(*session)), "#1 #2");
    EXPECT_THAT(words_in(edited(*session, SetTokens{0, {"#4", "#1"}, Side::sequence})), ElementsAre("#4", "#1"));
    EXPECT_THAT(refusal(*session, SetTokens{0, {"#99"}, Side::sequence}), HasSubstr("“#99” is no token"));
}

TEST_F(WordsOfAModel, WhoseTokenizerIsNotKnownSaySo) {
    ASSERT_TRUE(write_text_file(folder_ / "tokenizer.json", R"({"model": {"type": "Unigram", "vocab": []}})"));
    Source source;
    source.weights = folder_.path();
    source.ids = {"1 2"};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(session->cautions, ElementsAre(AllOf(HasSubstr("texts cannot be cut into tokens"),
                                                     HasSubstr("“Unigram” is not supported"))));
}

TEST(StoriesOfATrainedModel, BeginFromTheTextAsTheModelReadsIt) {
    const std::filesystem::path model = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(model))
        GTEST_SKIP() << "no peer data";
    Source source;
    source.session = model;
    source.tokens = {"Lily and her mom went to the park. They saw a"};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    const auto expected = read_npz(model / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    const Sequence& sequence = session->layer().sequence;
    EXPECT_EQ(sequence.items.front().front(), "<s>");
    EXPECT_EQ(sequence.items.front()[1], "␣Lily");
    const Matrix first = expected->at("layers.0.resid_pre").matrix();
    for (Index i = 0; i < sequence.token_count(); ++i)
        for (Index d = 0; d < first.columns(); ++d)
            ASSERT_EQ(sequence.embeddings->at(sequence.items.front()[static_cast<std::size_t>(i)])(0, d), first(i, d));
}

TEST(StoriesOfATrainedModel, BeginWithAnExampleThatSaysSoWhereNoTextIsGiven) {
    const std::filesystem::path model = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(model))
        GTEST_SKIP() << "no peer data";
    Source source;
    source.session = model;
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(session->model_words->text_of(session->layer().sequence.items.front()),
                HasSubstr("The cat sat on the mat because the cat was tired."));
    EXPECT_THAT(session->cautions,
                ElementsAre(HasSubstr("tired.” is only an example: write a text of your own in its place.")));
}

} // namespace
} // namespace attn
