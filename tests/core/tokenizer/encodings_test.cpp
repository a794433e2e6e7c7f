// A thousand texts for each kind of tokenizer, against the ids that tests/data/make_tokenizers.py makes of them in
// plain Python.

#include "core/files/file.h"
#include "core/files/json.h"
#include "core/files/npz.h"
#include "core/files/utf8.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/folders.h"
#include "tests/peer_data.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path golden_tokenizers = source_folder() / "tests/data/tokenizers";

/// The rows of an array that has them one behind the other, with their lengths beside it.
std::vector<TokenIds> rows_of(const NdArrays& arrays, const std::string& name) {
    std::vector<TokenIds> rows;
    const auto& values = arrays.at(name).values;
    std::size_t at = 0;
    for (const float length : arrays.at(name + ".lengths").values) {
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i)
            row.push_back(static_cast<Index>(values[at++]));
    }
    return rows;
}

const NdArrays& recorded() {
    static const NdArrays arrays = [] {
        auto read = read_npz(golden_tokenizers / "encodings.npz");
        EXPECT_TRUE(read) << (read ? "" : read.error().message);
        return read ? *std::move(read) : NdArrays();
    }();
    return arrays;
}

std::vector<std::string> recorded_texts() {
    std::vector<std::string> texts;
    for (const TokenIds& codes : rows_of(recorded(), "texts")) {
        std::string& text = texts.emplace_back();
        for (const Index code : codes)
            append_letter(text, static_cast<char32_t>(code));
    }
    return texts;
}

std::optional<Tokenizer> read_from(const std::filesystem::path& folder) {
    auto tokenizer = Tokenizer::read(folder);
    EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
    return tokenizer ? *std::move(tokenizer) : std::nullopt;
}

/// Expects the ids that another implementation made of each text.
void expect_recorded(const Tokenizer& tokenizer, const std::string& kind) {
    const std::vector<std::string> texts = recorded_texts();
    const std::vector<TokenIds> expected = rows_of(recorded(), kind);
    ASSERT_EQ(texts.size(), 1000U);
    ASSERT_EQ(expected.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto ids = tokenizer.encode(texts[i]);
        ASSERT_TRUE(ids) << i << ": " << ids.error().message;
        EXPECT_EQ(*ids, expected[i]) << "text " << i << ": " << texts[i];
    }
}

class GoldenEncodings : public testing::TestWithParam<const char*> {};

TEST_P(GoldenEncodings, OfAThousandTextsAreThoseOfAnotherImplementation) {
    const auto tokenizer = read_from(golden_tokenizers / GetParam());
    ASSERT_TRUE(tokenizer);
    expect_recorded(*tokenizer, GetParam());
}

TEST_P(GoldenEncodings, HaveTokensThatNeverReadAlike) {
    const auto tokenizer = read_from(golden_tokenizers / GetParam());
    ASSERT_TRUE(tokenizer);
    for (const TokenIds& ids : rows_of(recorded(), GetParam()))
        for (const Index id : ids)
            ASSERT_EQ(tokenizer->find_readable(tokenizer->readable(id)), id) << tokenizer->readable(id);
}

TEST_P(GoldenEncodings, StayAsTheyAreWhenWhatTheySpellIsEncodedAgain) {
    const auto tokenizer = read_from(golden_tokenizers / GetParam());
    ASSERT_TRUE(tokenizer);
    for (const std::string text : {"Attention is all you need", "the cat sat", "don't go", "a b  c"}) {
        const auto ids = tokenizer->encode(text);
        ASSERT_TRUE(ids);
        const auto again = tokenizer->encode(tokenizer->decode(*ids));
        ASSERT_TRUE(again);
        EXPECT_EQ(*ids, *again) << text << " is read back as " << tokenizer->decode(*ids);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, GoldenEncodings,
                         testing::Values("gpt2", "llama3", "sequence", "llama", "metaspace", "bert", "bert_cased"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(ByteLevelTokenizer, SpellsEveryTextBackByteForByte) {
    const auto tokenizer = read_from(golden_tokenizers / "gpt2");
    ASSERT_TRUE(tokenizer);
    for (const std::string& text : recorded_texts()) {
        const auto ids = tokenizer->encode(text);
        ASSERT_TRUE(ids);
        EXPECT_EQ(tokenizer->decode(*ids), valid_utf8(text));
    }
}

TEST(Gpt2Vocabulary, CutsTextsAsGpt2Does) {
    const std::filesystem::path folder = test::peer_data() / "models" / "gpt2-vocabulary";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "no peer data";
    const auto tokenizer = read_from(folder);
    ASSERT_TRUE(tokenizer);
    const auto attention = tokenizer->encode("Attention is here");
    ASSERT_TRUE(attention);
    EXPECT_EQ(*attention, (TokenIds{8086, 1463, 318, 994}));
    EXPECT_EQ(tokenizer->readable(1463), "ention");
    EXPECT_EQ(tokenizer->readable(994), "␣here");
    const auto text = read_text_file(folder / "encodings.json");
    ASSERT_TRUE(text);
    const auto recorded_ids = parse_json(*text, "encodings.json");
    ASSERT_TRUE(recorded_ids);
    for (std::size_t i = 0; i < recorded_ids->items.size(); ++i) {
        TokenIds expected;
        for (const Json& id : recorded_ids->items[i].items)
            expected.push_back(std::stoll(id.text));
        const auto ids = tokenizer->encode(recorded_ids->keys[i]);
        ASSERT_TRUE(ids);
        EXPECT_EQ(*ids, expected) << recorded_ids->keys[i];
    }
    expect_recorded(*tokenizer, "published_gpt2");
}

TEST(StoryTeller, BeginsItsPromptWithTheStartToken) {
    const std::filesystem::path folder = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "no peer data";
    const auto tokenizer = read_from(folder);
    ASSERT_TRUE(tokenizer);
    const std::string prompt = "Lily and her mom went to the park. They saw a";
    const auto ids = tokenizer->encode(prompt);
    ASSERT_TRUE(ids);
    EXPECT_EQ(*ids, (TokenIds{1, 317, 269, 311, 357, 263, 377, 267, 265, 282, 295, 433, 426, 342, 394, 261}));
    EXPECT_EQ(tokenizer->decode(*ids), prompt);
    EXPECT_EQ(tokenizer->readable(317), "␣Lily");
    EXPECT_TRUE(tokenizer->goes_on(377)) << tokenizer->readable(377);
}

TEST(GoldenTokenizers, SayWhatStandsAroundEveryText) {
    const auto bert = read_from(golden_tokenizers / "bert");
    ASSERT_TRUE(bert);
    const auto ids = bert->encode("a");
    ASSERT_TRUE(ids) << ids.error().message;
    EXPECT_EQ(bert->place_around(ids->front()), "start");
    EXPECT_EQ(bert->place_around(ids->back()), "end");
    EXPECT_EQ(bert->place_around(ids->at(1)), "");
}

} // namespace
} // namespace attn
