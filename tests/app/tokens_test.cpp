// Texts and tokens of a model: the command that prints ids, and the sentence in the window.

#include "core/files/file.h"
#include "tests/app/program.h"
#include "tests/folders.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

const std::string tokenizers_folder = (source_folder() / "tests/data/tokenizers/").string();

class Tokens : public Program {
protected:
    /// Makes a copy of the tests' small BERT, with a vocabulary that cuts words.
    void SetUp() override {
        std::filesystem::create_directory(file("model"));
        for (const char* name : {"config.json", "model.safetensors"})
            std::filesystem::copy(source_folder() / "tests/data/checkpoints/bert" / name, file("model") / name);
        ASSERT_TRUE(write_text_file(file("model") / "vocab.txt", "[UNK]\nthe\ncat\n##s\nmat\n"));
    }
    std::string printed(const std::vector<std::string>& words) const {
        const Finished finished = start(words);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        EXPECT_EQ(finished.errors, "");
        return finished.output;
    }
    void expect_refusal(const std::vector<std::string>& words, const std::string& message) const {
        const Finished finished = start(words);
        EXPECT_EQ(finished.status, 2) << finished.output;
        EXPECT_EQ(finished.output, "");
        EXPECT_THAT(finished.errors, HasSubstr(message));
        EXPECT_EQ(std::ranges::count(finished.errors, '\n'), 1) << finished.errors;
    }
};

TEST_F(Tokens, ArePrintedAsAnArrayOnOneLine) {
    EXPECT_EQ(printed({"tokens", "model", "--text", "The CATS, the mat"}), "[1, 2, 3, 0, 1, 4]\n");
    EXPECT_EQ(printed({"tokens", "model/model.safetensors", "--text", "cat"}), "[2]\n");
    EXPECT_EQ(printed({"tokens", "model", "--text", ""}), "[]\n");
    ASSERT_TRUE(write_text_file(file("poem.txt"), "the cat\nthe mat\n"));
    EXPECT_EQ(printed({"tokens", "model", "--file", "poem.txt"}), "[1, 2, 1, 4]\n");
}

TEST_F(Tokens, NeedNothingOfAModelButItsTokenizer) {
    EXPECT_EQ(printed({"tokens", tokenizers_folder + "llama/tokenizer.json", "--text", ""}), "[1]\n");
    for (const char* kind : {"gpt2", "llama3", "bert_cased"})
        EXPECT_THAT(printed({"tokens", tokenizers_folder + kind, "--text", "Attention 🙂"}),
                    testing::MatchesRegex("\\[[0-9]+(, [0-9]+)+\\]\n"));
}

TEST_F(Tokens, OfASessionAreThoseOfItsModel) {
    ASSERT_EQ(play("open --weights model --text \"the cats\"\nkey ctrl+s\ntype field:save-path \"s.json\"\n").status,
              0);
    EXPECT_EQ(printed({"tokens", "s.json", "--text", "mats"}), "[4, 3]\n");
}

TEST_F(Tokens, ThatCannotBeMadeAreAnErrorOfOneLine) {
    expect_refusal({"tokens", "nowhere", "--text", "a"}, "nowhere: there is no such file or folder");
    expect_refusal({"tokens", "model"}, "expected one of --text and --file");
    expect_refusal({"tokens", "model", "--text", "a\xff"}, "not UTF-8");
    std::filesystem::remove(file("model") / "vocab.txt");
    expect_refusal({"tokens", "model", "--text", "a"}, "there is no tokenizer.json");
    ASSERT_TRUE(write_text_file(file("model") / "tokenizer.json", "{\"model\": 1"));
    expect_refusal({"tokens", "model", "--text", "a"}, "tokenizer.json: line 1: this is not JSON");
}

TEST_F(Tokens, OfASentenceInTheWindowAreThoseThatTheModelMakes) {
    const Finished played = play(R"(open --weights model --text "the cats"
expect token:2 "cat"
expect token:3 "##s"
expect field:sentence "the cats"
type field:sentence "The mats"
expect token:2 "mat"
expect token:3 "##s"
type field:sentence "mat cat"
doubleclick token:2
type field:token/2 "dog"
expect problem:field:token/2 "“dog” is no token of the model; a text is cut into its tokens where the sentence is written"
key escape
expect token:2 "cat"
)");
    EXPECT_EQ(played.status, 0) << played.errors << played.output;
}

} // namespace
} // namespace attn
