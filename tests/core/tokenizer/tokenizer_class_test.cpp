// The class that tokenizer_config.json names decides about the tokens around texts.

#include "core/files/file.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A tokenizer whose template puts <s> before every text.
constexpr const char* words =
    R"({"version": "1.0", "truncation": null, "padding": null, "normalizer": null, "decoder": null,
"added_tokens": [{"id": 2, "content": "<s>", "special": true}, {"id": 3, "content": "</s>", "special": true}],
"pre_tokenizer": {"type": "Whitespace"},
"post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
{"Sequence": {"id": "A", "type_id": 0}}], "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [2], "tokens": ["<s>"]}}},
"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1}, "unk_token": "a"}})";

class TokenizerClass : public testing::Test {
protected:
    Result<TokenIds> ids(const std::string& config) {
        EXPECT_TRUE(write_text_file(folder_ / "tokenizer.json", words));
        EXPECT_TRUE(write_text_file(folder_ / "tokenizer_config.json", config));
        const auto tokenizer = Tokenizer::read(folder_.path());
        return tokenizer ? (*tokenizer)->encode("b a") : Result<TokenIds>(tokenizer.error());
    }

    TemporaryFolder folder_;
};

TEST_F(TokenizerClass, OfLlamaPutsStartAndEndAsItsSettingsSay) {
    const std::string tokens = R"("bos_token": "<s>", "eos_token": {"content": "</s>"})";
    for (const char* const name : {"LlamaTokenizer", "LlamaTokenizerFast", "GemmaTokenizerFast"}) {
        const std::string begin = std::string(R"({"tokenizer_class": ")") + name + "\", " + tokens;
        EXPECT_THAT(*ids(begin + "}"), ElementsAre(2, 1, 0)) << name;
        EXPECT_THAT(*ids(begin + R"(, "add_bos_token": false})"), ElementsAre(1, 0)) << name;
        EXPECT_THAT(*ids(begin + R"(, "add_eos_token": true})"), ElementsAre(2, 1, 0, 3)) << name;
        EXPECT_THAT(*ids(begin + R"(, "add_bos_token": false, "add_eos_token": true})"), ElementsAre(1, 0, 3)) << name;
    }
}

TEST_F(TokenizerClass, OfLlamaHasItsUsualTokensWhereNoneAreNamed) {
    EXPECT_THAT(*ids(R"({"tokenizer_class": "LlamaTokenizer", "add_eos_token": true})"), ElementsAre(2, 1, 0, 3));
    EXPECT_THAT(*ids(R"({"tokenizer_class": "GemmaTokenizer", "add_eos_token": true})"), ElementsAre(2, 1, 0))
        << "there is no <eos>";
}

TEST_F(TokenizerClass, OfOthersLeavesTheTemplate) {
    EXPECT_THAT(*ids(R"({"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": false})"),
                ElementsAre(2, 1, 0));
    EXPECT_THAT(*ids("{}"), ElementsAre(2, 1, 0));
}

TEST_F(TokenizerClass, WithATokenThatIsNotThereIsRefused) {
    const auto refused = ids(R"({"tokenizer_class": "LlamaTokenizer", "bos_token": "<bos>"})");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("bos_token"));
}

TEST_F(TokenizerClass, IsAskedWhereNoModelIsNamed) {
    ASSERT_TRUE(write_text_file(folder_ / "vocab.txt", "<s>\n<pad>\n</s>\n[UNK]\nhello\n<mask>\n"));
    ASSERT_TRUE(write_text_file(folder_ / "tokenizer_config.json", R"({"tokenizer_class": "MPNetTokenizer"})"));
    EXPECT_THAT(*(*Tokenizer::read(folder_.path()))->encode("Hello"), ElementsAre(0, 4, 2));
    ASSERT_TRUE(write_text_file(folder_ / "tokenizer_config.json", R"({"tokenizer_class": "FunnelTokenizerFast"})"));
    const auto refused = Tokenizer::read(folder_.path());
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("FunnelTokenizer"));
}

TEST(TokenizersFromTheField, AreReadAsTheirClassReadsThem) {
    const auto field = test::peer_data() / "field";
    if (!std::filesystem::exists(field))
        GTEST_SKIP() << "there is no " << field;
    const auto ids = [&](const std::string& folder, const char* text) {
        const auto tokenizer = Tokenizer::read(field / folder);
        EXPECT_TRUE(tokenizer && *tokenizer) << folder;
        return *(*tokenizer)->encode(text);
    };
    EXPECT_THAT(ids("01-bos-by-tokenizer-config/bos", "Who are"), ElementsAre(261, 257, 260));
    EXPECT_THAT(ids("01-bos-by-tokenizer-config/bos_eos", "Who are"), ElementsAre(261, 257, 260, 262));
    EXPECT_THAT(ids("01-bos-by-tokenizer-config/none", "Who are"), ElementsAre(257, 260));
    EXPECT_THAT(ids("02-clip-files-without-config/roberta", "a"), ElementsAre(256, 64, 257));
    EXPECT_THAT(ids("02-clip-files-without-config/mpnet", "hello"), ElementsAre(0, 5, 2));
    EXPECT_THAT(ids("02-clip-files-without-config/tokenizer", "The cat"), ElementsAre(516, 515, 513, 517));
    EXPECT_THAT(ids("02-clip-files-without-config/tokenizer", "THE  cat"), ElementsAre(516, 515, 513, 517));
}

} // namespace
} // namespace attn
