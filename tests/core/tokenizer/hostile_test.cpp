// Hostile and damaged tokenizers: each gives one sentence, in bounded time and memory.

#include "core/files/file.h"
#include "core/tokenizer/encoding_work.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/tokenizer_parts.h"
#include "core/tokenizer/word_cutters.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

std::string problem_in(const std::filesystem::path& folder) {
    const auto read = Tokenizer::read(folder);
    return read ? std::string(*read ? "read" : "there is none") : read.error().message;
}

TEST(HostileTokenizers, AreNotTakenForMissingWhereALinkLeadsNowhere) {
    for (const char* name : {"tokenizer.json", "vocab.txt", "vocab.json"}) {
        const TemporaryFolder folder;
        std::filesystem::create_symlink("blobs/none", folder / name);
        EXPECT_THAT(problem_in(folder.path()),
                    HasSubstr(std::string(name) + ": is a link to blobs/none, which is not there"));
    }
    const TemporaryFolder folder;
    std::filesystem::create_symlink("tokenizer.json", folder / "tokenizer.json");
    EXPECT_THAT(problem_in(folder.path()), HasSubstr("tokenizer.json: ")) << "a link to itself";
}

TEST(HostileTokenizers, WithoutOnePieceAreRefused) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "vocab.txt", ""));
    EXPECT_THAT(problem_in(folder.path()), HasSubstr("vocab.txt: there is not one piece in it"));
    ASSERT_TRUE(write_text_file(folder / "vocab.json", "{}"));
    ASSERT_TRUE(write_text_file(folder / "merges.txt", ""));
    EXPECT_THAT(problem_in(folder.path()), HasSubstr("vocab.json: there is not one piece in it"));
    EXPECT_THAT(
        parse_tokenizer_json(R"({"model": {"type": "BPE", "vocab": {}, "merges": []}})", "t.json").error().message,
        HasSubstr("model.vocab: there is not one piece in it"));
}

TEST(HostileTokenizers, WithMoreValuesThanAnyModelHasAreRefused) {
    std::string values = "1";
    for (int i = 0; i < (1 << 21); ++i)
        values += ",1";
    EXPECT_THAT(parse_tokenizer_json(R"({"version": [)" + values + "]}", "t.json").error().message,
                HasSubstr("there are more than 2097152 values"));
}

TEST(HostileTokenizers, AreInterruptedWithinOneWord) {
    auto vocabulary = std::make_shared<Vocabulary>();
    Index next = 0;
    for (const char* piece : {"a", "aa", "aaaa", "[UNK]"})
        ASSERT_TRUE(vocabulary->add(piece, next++));
    const std::string word(100'000, 'a');
    const EncodingWork over(std::chrono::nanoseconds(0));
    const auto pairs = byte_pair_cutter(vocabulary, {{"a", "a"}, {"aa", "aa"}}, {});
    ASSERT_TRUE(pairs);
    TokenIds ids;
    EXPECT_THAT((*pairs)(word, over, ids).error().message, HasSubstr("takes more than"));
    WordPieceOptions options;
    options.continuation_prefix = "";
    options.longest_word = 10'000'000;
    EXPECT_THAT(word_piece_cutter(vocabulary, options)(std::string(2'000'000, 'a'), over, ids).error().message,
                HasSubstr("takes more than"));
    EXPECT_TRUE((*pairs)(word, EncodingWork(), ids));
    EXPECT_EQ(ids.size(), word.size() / 4);
}

} // namespace
} // namespace attn
