// The files of a tokenizer: their settings, and errors for those that are damaged, hostile, or need an unknown step.

#include "core/files/file.h"
#include "core/tokenizer/text_steps.h"
#include "core/tokenizer/tokenizer_parts.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <initializer_list>

namespace attn {
namespace {

using testing::HasSubstr;

/// A tokenizer.json of a few letters, with more members or another model.
std::string letters_json(std::string_view more = "", std::string_view model = "") {
    const std::string_view usual =
        R"("type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2, "ab": 3, " ": 4,
        "A": 5, "x": 6}, "merges": ["a b"])";
    return fmt::format(R"({{"version": "1.0"{}{}, "model": {{{}}}}})", more.empty() ? "" : ", ", more,
                       model.empty() ? usual : model);
}

TokenIds ids_of(const std::string& json, std::string_view text) {
    const auto tokenizer = parse_tokenizer_json(json, "t.json");
    EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
    const auto ids = tokenizer ? tokenizer->encode(text) : Result<TokenIds>(TokenIds());
    EXPECT_TRUE(ids) << (ids ? "" : ids.error().message);
    return ids ? *ids : TokenIds();
}

std::string problem_of(const std::string& json) {
    const auto tokenizer = parse_tokenizer_json(json, "t.json");
    return tokenizer ? "" : tokenizer.error().message;
}

TEST(TokenizerJson, MergesWhatWasLearntFirst) {
    EXPECT_EQ(ids_of(letters_json(), "aabb"), (TokenIds{1, 3, 2}));
    EXPECT_EQ(ids_of(letters_json(), ""), TokenIds());
    const std::string_view model = R"("type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "bc": 3, "ab": 4, "abc": 5},
        "merges": [["b", "c"], ["a", "b"], ["ab", "c"], ["a", "bc"]])";
    EXPECT_EQ(ids_of(letters_json("", model), "abcab"), (TokenIds{5, 4}));
}

TEST(TokenizerJson, WithMergesInACircleStillEnds) {
    const std::string_view model = R"("type": "BPE", "vocab": {"a": 0, "aa": 1, "aaa": 2, "aaaa": 3},
        "merges": ["a a", "aa a", "a aa", "aa aa", "a a"])";
    EXPECT_EQ(ids_of(letters_json("", model), std::string(9, 'a')).size(), 3U);
}

TEST(TokenizerJson, ShowsUnknownLettersAsItSays) {
    EXPECT_EQ(ids_of(letters_json(), "a☃☃b"), (TokenIds{1, 0, 0, 2}));
    const std::string_view fused = R"("type": "BPE", "unk_token": "?", "fuse_unk": true, "vocab": {"?": 0, "a": 1},
        "merges": [])";
    EXPECT_EQ(ids_of(letters_json("", fused), "a☃☃a"), (TokenIds{1, 0, 1}));
    const auto without =
        parse_tokenizer_json(letters_json("", R"("type": "BPE", "vocab": {"a": 1}, "merges": [])"), "t.json");
    ASSERT_TRUE(without);
    EXPECT_THAT(without->encode("a☃").error().message, HasSubstr("no piece for “☃”"));
}

TEST(TokenizerJson, HasPrefixesWithinAWordAndASuffixAtItsEnd) {
    const std::string_view prefix = R"("type": "BPE", "continuing_subword_prefix": "##",
        "vocab": {"a": 0, "##b": 1, "ab": 2, "##c": 3}, "merges": ["a ##b"])";
    EXPECT_EQ(ids_of(letters_json("", prefix), "abc"), (TokenIds{2, 3}));
    const std::string_view suffix = R"("type": "BPE", "end_of_word_suffix": "</w>",
        "vocab": {"a": 0, "b</w>": 1, "ab</w>": 2, "a</w>": 3}, "merges": ["a b</w>"])";
    const std::string json = letters_json(R"("pre_tokenizer": {"type": "WhitespaceSplit"})", suffix);
    EXPECT_EQ(ids_of(json, "ab a"), (TokenIds{2, 3}));
    EXPECT_EQ(parse_tokenizer_json(json, "t.json")->decode(TokenIds{2, 3}), "ab a");
}

TEST(TokenizerJson, NormalizesInOrder) {
    const auto with = [](std::string_view normalizers) {
        return letters_json(fmt::format(R"("normalizer": {{"type": "Sequence", "normalizers": [{}]}})", normalizers));
    };
    EXPECT_EQ(
        ids_of(with(R"({"type": "Lowercase"}, {"type": "Strip", "strip_left": true, "strip_right": false})"), " AB "),
        (TokenIds{3, 4}));
    EXPECT_EQ(ids_of(with(R"({"type": "Replace", "pattern": {"Regex": "x+"}, "content": "ab"})"), "xxaxb"),
              (TokenIds{3, 1, 3, 2}));
    EXPECT_EQ(ids_of(with(R"({"type": "NFD"}, {"type": "StripAccents"})"), "\u00e4"), TokenIds{1});
    EXPECT_EQ(ids_of(with(R"({"type": "NFKC"})"), "\uff41"), TokenIds{1});
    EXPECT_EQ(ids_of(with(R"({"type": "Prepend", "prepend": "x"})"), ""), TokenIds());
}

TEST(TokenizerJson, PreTokenizesInOrder) {
    const auto with = [](std::string_view step) { return letters_json(fmt::format(R"("pre_tokenizer": {})", step)); };
    EXPECT_EQ(ids_of(with(R"({"type": "Whitespace"})"), "ab  a!b"), (TokenIds{3, 1, 0, 2}));
    EXPECT_EQ(ids_of(with(R"({"type": "CharDelimiterSplit", "delimiter": "x"})"), "axbxab"), (TokenIds{1, 2, 3}));
    const auto split = [&](std::string_view behaviour, bool invert) {
        return ids_of(
            with(fmt::format(R"({{"type": "Split", "pattern": {{"String": "a"}}, "behavior": "{}", "invert": {}}})",
                             behaviour, invert)),
            "abaab");
    };
    EXPECT_EQ(split("Removed", false), (TokenIds{2, 2}));
    EXPECT_EQ(split("Removed", true), (TokenIds{1, 1, 1}));
    EXPECT_EQ(split("Isolated", false), (TokenIds{1, 2, 1, 1, 2}));
    EXPECT_EQ(split("MergedWithNext", false), (TokenIds{3, 1, 3}));
    EXPECT_EQ(split("MergedWithPrevious", false), (TokenIds{1, 2, 1, 1, 2}));
    EXPECT_EQ(split("Contiguous", false), (TokenIds{1, 2, 1, 1, 2}));
}

TEST(TokenizerJson, FindsAddedTokensWhereTheyMayStand) {
    const std::string json = letters_json(R"("added_tokens": [
        {"id": 10, "content": "<m>", "lstrip": true, "rstrip": false, "single_word": false, "normalized": false, "special": true},
        {"id": 11, "content": "<m>x", "special": true},
        {"id": 12, "content": "x", "special": true, "single_word": true},
        {"id": 13, "content": "B", "normalized": true}], "normalizer": {"type": "Lowercase"})",
                                          R"("type": "BPE", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2, " ": 4},
        "merges": [])");
    EXPECT_EQ(ids_of(json, "a  <m>a"), (TokenIds{1, 10, 1}));
    EXPECT_EQ(ids_of(json, "<m>x"), TokenIds{11});
    EXPECT_EQ(ids_of(json, "a x ax"), (TokenIds{1, 4, 12, 4, 1, 0}));
    EXPECT_EQ(ids_of(json, "bB"), (TokenIds{13, 13})) << "found in the normalized text";
}

TEST(TokenizerJson, PutsItsTemplateAroundEveryText) {
    const std::string json = letters_json(R"("post_processor": {"type": "Sequence", "processors": [
        {"type": "ByteLevel"}, {"type": "BertProcessing", "sep": ["x", 6], "cls": ["?", 0]}]})");
    EXPECT_EQ(ids_of(json, "ab"), (TokenIds{0, 3, 6}));
    EXPECT_EQ(ids_of(json, ""), (TokenIds{0, 6}));
    EXPECT_EQ(parse_tokenizer_json(json, "t.json")->decode(TokenIds{0, 3, 6}), "ab");
}

TEST(TokenizerJson, ReadsWholeWords) {
    const std::string json =
        letters_json(R"("pre_tokenizer": {"type": "Whitespace"})",
                     R"("type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "cat": 1, "the": 2})");
    EXPECT_EQ(ids_of(json, "the cat's"), (TokenIds{2, 1, 0, 0}));
    EXPECT_EQ(parse_tokenizer_json(json, "t.json")->decode(TokenIds{2, 1}), "the cat");
}

TEST(TokenizerJson, ReadsBytesAndSignsThatPeopleCanTell) {
    const std::string json =
        letters_json(R"("pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false})",
                     R"("type": "BPE", "vocab": {"Ġ": 0, "Ċ": 1, "ð": 2, "Ł": 3, "ĠðŁ": 4, "âĲ£": 5, "ÂŃ": 6},
        "merges": [])");
    const auto tokenizer = parse_tokenizer_json(json, "t.json");
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    EXPECT_EQ(tokenizer->readable(0), "␣");
    EXPECT_EQ(tokenizer->readable(1), "↵");
    EXPECT_EQ(tokenizer->readable(4), "␣⟨F0⟩⟨9F⟩");
    EXPECT_EQ(tokenizer->readable(5), "⟨U+2423⟩") << "the sign itself";
    EXPECT_EQ(tokenizer->readable(6), "⟨U+00AD⟩") << "a hyphen that cannot be seen";
    EXPECT_EQ(tokenizer->readable(99), "⟨#99⟩");
    for (Index id = 0; id < 7; ++id)
        EXPECT_EQ(tokenizer->find_readable(tokenizer->readable(id)), id);
    EXPECT_EQ(tokenizer->find_readable("cat"), std::nullopt);
}

struct Damaged {
    const char* what;
    std::string json;
    const char* message;
};

class DamagedTokenizerJson : public testing::TestWithParam<Damaged> {};

TEST_P(DamagedTokenizerJson, IsRefusedByName) {
    EXPECT_THAT(problem_of(GetParam().json), HasSubstr(GetParam().message)) << GetParam().what;
}

std::string step(std::string_view component, std::string_view json) {
    return letters_json(fmt::format(R"("{}": {})", component, json));
}

std::string repeated(std::string_view item, int times) {
    std::string items;
    for (int i = 0; i < times; ++i)
        items += (i == 0 ? "" : ", ") + std::string(item);
    return items;
}

/// A step that consists of many steps.
std::string sequence_of(std::string_view children, std::string_view item, int times) {
    return fmt::format(R"({{"type": "Sequence", "{}": [{}]}})", children, repeated(item, times));
}

/// A template with a special token of `ids` ids, `times` times, and the text.
std::string template_of(int times, int ids) {
    return fmt::format(R"({{"type": "TemplateProcessing", "single": [{}, {{"Sequence": {{"id": "A"}}}}],
        "special_tokens": {{"s": {{"id": "s", "ids": [{}]}}}}}})",
                       repeated(R"({"SpecialToken": {"id": "s"}})", times), repeated("1", ids));
}

std::string model_with(std::string_view type, std::string_view key, std::string_view value) {
    return letters_json("", fmt::format(R"("type": "{}", "{}": {}, "vocab": {{"a": 1}}{})", type, key, value,
                                        type == "BPE" ? R"(, "merges": [])" : ""));
}

INSTANTIATE_TEST_SUITE_P(
    Files, DamagedTokenizerJson,
    testing::Values(
        Damaged{"nothing", "", "t.json"}, Damaged{"cut", letters_json().substr(0, 60), "this is not JSON"},
        Damaged{"deep", std::string(100000, '['), "nested deeper"}, Damaged{"no object", "[]", "expected an object"},
        Damaged{"no model", "{}", "there is no “model”"},
        Damaged{"unknown key", step("post-processor", "{}"), "“post-processor” is not known"},
        Damaged{"unigram", letters_json("", R"("type": "Unigram", "vocab": [])"), "“Unigram” is not supported"},
        Damaged{"dropout", letters_json("", R"("type": "BPE", "dropout": 0.1, "vocab": {}, "merges": [])"),
                "at random"},
        Damaged{"no vocabulary", letters_json("", R"("type": "BPE", "merges": [])"), "model.vocab"},
        Damaged{"negative id", letters_json("", R"("type": "BPE", "vocab": {"a": -1}, "merges": [])"), "expected 0 to"},
        Damaged{"large id", letters_json("", R"("type": "BPE", "vocab": {"a": 99999999}, "merges": [])"),
                "expected 0 to"},
        Damaged{"half an id", letters_json("", R"("type": "BPE", "vocab": {"a": 0.5}, "merges": [])"), "whole number"},
        Damaged{"one id twice", letters_json("", R"("type": "BPE", "vocab": {"a": 1, "b": 1}, "merges": [])"),
                "one number"},
        Damaged{"merge of nothing", letters_json("", R"("type": "BPE", "vocab": {"a": 1}, "merges": ["a a"])"),
                "“aa” is no piece"},
        Damaged{"merge of three", letters_json("", R"("type": "BPE", "vocab": {"a": 1}, "merges": ["a a a"])"),
                "two pieces"},
        Damaged{"normalizer", step("normalizer", R"({"type": "Precompiled"})"), "“Precompiled” are not known"},
        Damaged{"pre-tokenizer", step("pre_tokenizer", R"({"type": "UnicodeScripts"})"),
                "“UnicodeScripts” are not known"},
        Damaged{"processor", step("post_processor", R"({"type": "X"})"), "“X” are not known"},
        Damaged{"behaviour", step("pre_tokenizer", R"({"type": "Punctuation", "behavior": "x"})"), "“x” is none of"},
        Damaged{"pattern",
                step("pre_tokenizer", R"({"type": "Split", "pattern": {"Regex": "(a"}, "behavior": "Isolated"})"),
                "pre_tokenizer.pattern.Regex: the pattern “(a”: end pattern with unmatched parenthesis"},
        Damaged{"template",
                step("post_processor", R"({"type": "TemplateProcessing", "single": [], "special_tokens": {}})"),
                "expected the text, A, once"},
        Damaged{
            "special",
            step("post_processor",
                 R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "q"}}], "special_tokens": {}})"),
            "no special token “q”"},
        Damaged{"a template of many tokens", step("post_processor", template_of(600, 2)), "more than 1024 tokens"},
        Damaged{"a template of many items", step("post_processor", template_of(1024, 1)), "there are 1025 items"},
        Damaged{"many normalizers", step("normalizer", sequence_of("normalizers", R"({"type": "NFC"})", 65)),
                "normalizer: there are more than 64 steps"},
        Damaged{"many pre-tokenizers",
                step("pre_tokenizer", sequence_of("pretokenizers", R"({"type": "Whitespace"})", 65)),
                "pre_tokenizer: there are more than 64 steps"},
        Damaged{"long patterns",
                step("normalizer",
                     sequence_of("normalizers",
                                 fmt::format(R"({{"type": "Replace", "pattern": {{"Regex": "{:a>3000}"}}}})", ""), 3)),
                "normalizer: the patterns have more than 8192 bytes"},
        Damaged{"many processors", step("post_processor", sequence_of("processors", R"({"type": "ByteLevel"})", 65)),
                "post_processor: there are more than 64 steps"},
        Damaged{"a long prefix", model_with("BPE", "continuing_subword_prefix", fmt::format(R"("{:#>257}")", "")),
                "continuing_subword_prefix: this has 257 bytes, expected at most 256"},
        Damaged{"a long suffix", model_with("BPE", "end_of_word_suffix", fmt::format(R"("{:#>257}")", "")),
                "end_of_word_suffix: this has 257 bytes"},
        Damaged{"a long prefix of pieces",
                model_with("WordPiece", "continuing_subword_prefix", fmt::format(R"("{:#>257}")", "")),
                "continuing_subword_prefix: this has 257 bytes"},
        Damaged{"long words", model_with("WordPiece", "max_input_chars_per_word", "1001"),
                "max_input_chars_per_word: this is 1001, expected a whole number from 1 to 1000"},
        Damaged{"added", letters_json(R"("added_tokens": [{"id": 7, "content": "a"}])"),
                "the number 7, in the vocabulary 1"},
        Damaged{"added", letters_json(R"("added_tokens": [{"id": 1, "content": "q"}])"),
                "which is “a” in the vocabulary"},
        Damaged{"added", letters_json(R"("added_tokens": [{"id": 9, "content": ""}])"), "expected 1 to 1024"}),
    [](const auto& damaged) { return fmt::format("Number{}", damaged.index); });

TEST(TokenizerJson, ThatLetsATextGrowWithoutEndIsRefusedWhenItDoes) {
    const std::string replace =
        fmt::format(R"({{"type": "Replace", "pattern": {{"String": "a"}}, "content": "{}"}})", std::string(100, 'a'));
    const auto tokenizer = parse_tokenizer_json(step("normalizer", sequence_of("normalizers", replace, 40)), "t.json");
    ASSERT_TRUE(tokenizer);
    EXPECT_THAT(tokenizer->encode("a").error().message, HasSubstr("the text grows beyond"));
}

TEST(TokenizerJson, ThatWritesBytesAsLettersAgainAndAgainIsRefusedWhenTheTextGrows) {
    constexpr std::string_view bytes = R"({"type": "ByteLevel", "use_regex": false, "add_prefix_space": false})";
    const auto tokenizer =
        parse_tokenizer_json(step("pre_tokenizer", sequence_of("pretokenizers", bytes, 40)), "t.json");
    ASSERT_TRUE(tokenizer);
    EXPECT_THAT(tokenizer->encode("é").error().message, HasSubstr("the text grows beyond 16777216 bytes"));
}

TEST(TokenizerJson, LetsAllPartsOfATextTogetherGrowNoFurtherThanOne) {
    const std::string prefix(1 << 20, 'x');
    const auto tokenizer = parse_tokenizer_json(
        letters_json(fmt::format(R"("added_tokens": [{{"id": 9, "content": "<m>", "special": true}}],
        "normalizer": {{"type": "Prepend", "prepend": "{}"}},
        "pre_tokenizer": {{"type": "Split", "pattern": {{"String": "{}"}}, "behavior": "Removed"}})",
                                 prefix, prefix)),
        "t.json");
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    EXPECT_TRUE(tokenizer->encode("a<m>a"));
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += "a<m>";
    EXPECT_THAT(tokenizer->encode(text).error().message, HasSubstr("the text grows beyond"));
}

/// As in Hugging Face's library: spaces that the first token took are found again, unless a token takes the spaces
/// before it too.
TEST(TokenizerJson, LeavesSpacesToAddedTokensAndNeverLooksAtThemTwice) {
    for (const char* flags : {R"("lstrip": true)", R"("rstrip": true)", R"("lstrip": true, "rstrip": true)"}) {
        const std::string json =
            letters_json(fmt::format(R"("added_tokens": [{{"id": 9, "content": "\t", "special": true, {}}}])", flags));
        const bool takes_all = std::string_view(flags).find(", ") != std::string_view::npos;
        EXPECT_EQ(ids_of(json, "a\t\t\tb"), takes_all ? (TokenIds{1, 9, 2}) : (TokenIds{1, 9, 9, 9, 2})) << flags;
        EXPECT_EQ(ids_of(json, std::string(300000, '\t')).size(), takes_all ? 1U : 300000U) << flags;
    }
}

TEST(Tokenizer, RefusesTextsThatAreNone) {
    const auto tokenizer = parse_tokenizer_json(letters_json(), "t.json");
    ASSERT_TRUE(tokenizer);
    EXPECT_THAT(tokenizer->encode("a\xff").error().message, HasSubstr("not UTF-8"));
    EXPECT_THAT(tokenizer->encode(std::string(text_limit + 1, 'a')).error().message, HasSubstr("expected at most"));
    EXPECT_TRUE(tokenizer->encode(std::string(100000, 'a')));
}

/// A folder with a model's files.
class ModelFolder {
public:
    ModelFolder(std::initializer_list<std::pair<const char*, std::string>> files) {
        for (const auto& [name, content] : files)
            EXPECT_TRUE(write_text_file(folder_ / name, content));
    }
    std::string problem() const {
        const auto read = Tokenizer::read(folder_.path());
        return read ? "" : read.error().message;
    }
    TokenIds ids(std::string_view text) const {
        const auto read = Tokenizer::read(folder_.path());
        EXPECT_TRUE(read) << (read ? "" : read.error().message);
        const auto ids = read && *read ? (*read)->encode(text) : Result<TokenIds>(TokenIds());
        return ids ? *ids : TokenIds();
    }

private:
    TemporaryFolder folder_;
};

const std::string bpe_vocabulary = R"({"a": 0, "b": 1, "ab": 2, "Ġ": 3, "<s>": 4, "</s>": 5, "<|endoftext|>": 6})";
const std::string bpe_merges = "#version: 0.2\na b\n";

TEST(VocabularyFiles, OfGpt2AreReadAsItsKindOfModelUsesThem) {
    const auto files = [](std::string config, std::string more = "{}") {
        return ModelFolder({{"vocab.json", bpe_vocabulary},
                            {"merges.txt", bpe_merges},
                            {"config.json", std::move(config)},
                            {"tokenizer_config.json", std::move(more)}});
    };
    EXPECT_EQ(files("{}").ids("ab<|endoftext|>a"), (TokenIds{2, 6, 0}));
    EXPECT_EQ(files(R"({"model_type": "gpt2"})", R"({"add_prefix_space": true})").ids("ab"), (TokenIds{3, 2}));
    EXPECT_EQ(files(R"({"model_type": "roberta"})").ids("ab"), (TokenIds{4, 2, 5}));
    EXPECT_EQ(files(R"({"model_type": "opt"})").ids("ab"), (TokenIds{5, 2}));
    EXPECT_EQ(files(R"({"model_type": "gpt2"})", R"({"add_bos_token": true, "bos_token": "<|endoftext|>"})").ids("ab"),
              (TokenIds{6, 2}));
    EXPECT_THAT(files(R"({"model_type": "codegen"})").problem(), HasSubstr("the type “codegen”"));
    EXPECT_THAT(files(R"({"model_type": "clip"})").problem(), HasSubstr("there is no “<|startoftext|>”"));
}

TEST(VocabularyFiles, OfBertAreReadAsItsConfigSays) {
    const std::string words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\ncat\n##s\nCat\r\n";
    EXPECT_EQ(ModelFolder({{"vocab.txt", words}}).ids("The Cats"), (TokenIds{2, 4, 5, 6, 3}));
    const ModelFolder cased({{"vocab.txt", words}, {"tokenizer_config.json", R"({"do_lower_case": false})"}});
    EXPECT_EQ(cased.ids("The Cats [SEP]"), (TokenIds{2, 1, 7, 6, 3, 3}));
    EXPECT_EQ(ModelFolder({{"vocab.txt", "the\ncat\n"}}).ids("the cat"), (TokenIds{0, 1}));
}

TEST(VocabularyFiles, AreNoWordsWhereAPointerOrAPageLiesInTheirPlace) {
    for (const auto& [content, says] :
         {std::pair("version https://git-lfs.github.com/spec/v1\noid sha256:4665\nsize 12\n", "a Git LFS pointer"),
          {"<!DOCTYPE html>\n<html></html>\n", "a web page"}})
        for (const char* const name : {"vocab.txt", "vocab.json", "merges.txt", "tokenizer.json"}) {
            const TemporaryFolder folder;
            ASSERT_TRUE(write_text_file(folder / "merges.txt", "a b\n"));
            ASSERT_TRUE(write_text_file(folder / "vocab.json", R"({"a": 0, "b": 1, "ab": 2})"));
            ASSERT_TRUE(write_text_file(folder / name, content));
            if (std::string_view(name) == "vocab.txt")
                std::filesystem::remove(folder / "vocab.json");
            if (std::string_view(name) == "vocab.txt")
                std::filesystem::remove(folder / "merges.txt");
            const auto read = Tokenizer::read(folder.path());
            ASSERT_FALSE(read) << name;
            EXPECT_THAT(read.error().message, testing::AllOf(HasSubstr(name), HasSubstr(says)));
        }
}

TEST(VocabularyFiles, ThatAreDamagedAreRefused) {
    EXPECT_THAT(ModelFolder({{"vocab.json", bpe_vocabulary}}).problem(), HasSubstr("a merges.txt is needed"));
    EXPECT_THAT(ModelFolder({{"vocab.json", bpe_vocabulary}, {"merges.txt", "a\n"}}).problem(),
                HasSubstr("line 1: expected two pieces"));
    EXPECT_THAT(ModelFolder({{"vocab.json", bpe_vocabulary}, {"merges.txt", "b b\n"}}).problem(),
                HasSubstr("“bb” is no piece"));
    EXPECT_THAT(ModelFolder({{"vocab.json", "[1]"}, {"merges.txt", ""}}).problem(), HasSubstr("expected an object"));
    EXPECT_THAT(ModelFolder({{"vocab.txt", "a\nb\na\n"}}).problem(), HasSubstr("line 3: “a” stands there twice"));
    EXPECT_THAT(ModelFolder({{"vocab.txt", "a\xff\n"}}).problem(), HasSubstr("not UTF-8"));
    EXPECT_THAT(ModelFolder({{"tokenizer.model", "x"}}).problem(), HasSubstr("SentencePiece's own files are not read"));
    const TemporaryFolder empty;
    const auto none = Tokenizer::read(empty.path());
    ASSERT_TRUE(none);
    EXPECT_FALSE(*none);
}

} // namespace
} // namespace attn
