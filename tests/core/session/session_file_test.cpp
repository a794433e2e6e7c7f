#include "core/session/session_file.h"

#include "core/io/file.h"
#include "core/io/npz.h"
#include "tests/core/session/sessions.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <limits>

namespace attn {
namespace {

using test::after;
using test::equal_sessions;
using test::session_of;
using test::small_session;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A folder that goes with the test.
class SessionFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  (std::string("attn_session_") + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directory(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

/// ' stands for ".
std::string refusal_of(std::string json) {
    for (char& letter : json)
        letter = letter == '\'' ? '"' : letter;
    const auto session = parse_session(json, "s.json", "");
    EXPECT_FALSE(session) << json;
    return session ? "" : session.error().message;
}

std::string text_of(const std::filesystem::path& path) {
    auto text = read_text_file(path);
    return text ? *text : "";
}

TEST_F(SessionFile, OfAFewWordsIsAWholeSession) {
    const Session session = session_of("{'version': 1, 'tokens': ['the', 'cat'], 'sizes': {'d_model': 6, 'heads': 3}}");
    EXPECT_EQ(sizes_of(session.layer()), (Sizes{1, 2, 2, 6, 6, 3, 2, 2}));
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    EXPECT_THAT(text_of(folder_ / "s.json"), AllOf(Not(HasSubstr("W_Q")), Not(HasSubstr("embeddings"))));
    EXPECT_EQ(sizes_of(session_of("{'version': 1, 'tokens': ['a']}").layer()), (Sizes{1, 1, 1, 8, 8, 2, 4, 4}));
}

TEST_F(SessionFile, KeepsEveryBitOfEveryNumber) {
    Session session = small_session();
    Index column = 0;
    for (const float value : {-0.0F, 0.1F, 1e-45F, std::numeric_limits<float>::max(), 16777216.0F})
        session = after(session, SetCell{{ParameterId::W_O, 0, 0, column / 4, column++ % 4}, value});
    session = after(session, PaintMask{0, 1, -std::numeric_limits<float>::infinity()});
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    const auto again = load_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(equal_sessions(session, *again));
    EXPECT_THAT(text_of(folder_ / "s.json"), AllOf(HasSubstr("[-0.0, 0.1, 1e-45,"), HasSubstr("\"-inf\"")));
}

TEST_F(SessionFile, KeepsTokensOfEveryScriptByteForByte) {
    const std::vector<std::string> tokens{"naïve", "数据", "🙂", "مرحبا", "\"\\/\n\t\x01", "e\u0301"};
    const Session session = after(small_session(), SetTokens{0, tokens, Side::sequence});
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    const auto again = load_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->layer().sequence.items[0], tokens);
}

TEST_F(SessionFile, PutsLargeMatricesBesideIt) {
    Session session = after(small_session(), Resize{{2, 40, 40, 64, 64, 2, 32, 32}});
    session = after(session, SetBiases{true});
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        session = after(session, SetCell{{id, 0, 1, 0, 0}, 0.1F});
    session = after(session, SetCell{{StageId::E, 0, 0, 39, 3}, 0.3F});
    session = after(session, PaintMask{3, 4, -1});
    ASSERT_TRUE(save_session(session, folder_ / "large.json"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "large.npz"));
    EXPECT_LT(std::filesystem::file_size(folder_ / "large.json"), 20000U);
    const auto again = load_session(folder_ / "large.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(equal_sessions(session, *again));
    std::filesystem::remove(folder_ / "large.npz");
    const auto lost = load_session(folder_ / "large.json");
    ASSERT_FALSE(lost);
    EXPECT_THAT(lost.error().message, AllOf(HasSubstr("large.json: arrays: "), HasSubstr("large.npz")));
}

TEST_F(SessionFile, IsWrittenForReaders) {
    ASSERT_TRUE(save_session(after(small_session(), Fill{ParameterId::W_Q}), folder_ / "s.json"));
    EXPECT_THAT(text_of(folder_ / "s.json"),
                AllOf(HasSubstr("\n \"tokens\": [\"the\", \"cat\", \"sat\"],\n"), HasSubstr("{\"W_Q\": \"zero\"}")));
}

TEST_F(SessionFile, ThatCannotBeWrittenLeavesNothing) {
    EXPECT_FALSE(save_session(small_session(), folder_ / "nowhere" / "s.json"));
    EXPECT_FALSE(load_session(folder_ / "missing.json"));
    EXPECT_FALSE(load_session(folder_));
}

TEST(SessionText, SaysWhereItIsWrong) {
    const std::string begin = "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1, 'd_k': 2}, ";
    EXPECT_EQ(refusal_of("{'version': 7, 'tokens': ['a'], 'new': 1}"),
              "s.json: version 7 is from a newer Attention Lab; this one reads version 1");
    EXPECT_EQ(refusal_of(begin + "'heads': [{'W_Q': [[1, 2], [3]]}]}"),
              "s.json: heads[1].W_Q: row 2 has 1 numbers, expected 2");
    EXPECT_EQ(refusal_of(begin + "'heads': [{'W_Q': [[1, 2], [3, 'x']]}]}"),
              "s.json: heads[1].W_Q[2][2]: this is a text, expected a number, or \"inf\", \"-inf\" or \"nan\"");
    EXPECT_EQ(refusal_of(begin + "'temprature': 1}"),
              "s.json: the key “temprature” is not known; did you mean “temperature”?");
    EXPECT_EQ(refusal_of(begin + "'mask': {'casual': true}}"),
              "s.json: mask: the key “casual” is not known; did you mean “causal”?");
    EXPECT_EQ(refusal_of(begin + "'seed': 1, 'seed': 2}"), "s.json: the key “seed” stands there twice");
    EXPECT_THAT(refusal_of(begin + "\n\n'seed': }"), HasSubstr("s.json: line 3: this is not JSON, at "));
    EXPECT_EQ(refusal_of(begin + "'pins': [{'stage': 'score', 'value': 1}]}"),
              "s.json: pins[1]: there is no stage “score”; did you mean “scores”?");
    EXPECT_EQ(refusal_of(begin + "'open': {'row': 3}}"),
              "s.json: open.row: this is 3, expected a whole number from 1 to 2");
    EXPECT_EQ(refusal_of(begin + "'temperature': 1e39}"), "s.json: temperature: 1e39 is beyond the range of float32");
    EXPECT_EQ(refusal_of(begin + "'temperature': 1e999}"), "s.json: line 1: the number 1e999 is too large");
    EXPECT_THAT(refusal_of(begin + "'temperature': 0}"), HasSubstr("the temperature is 0"));
    EXPECT_THAT(refusal_of(begin + "'tokens_as_columns': 1}"), HasSubstr("expected true or false"));
    EXPECT_THAT(refusal_of(begin + "'embeddings': null}"), HasSubstr("nothing to compute attention from"));
    EXPECT_THAT(refusal_of("{'tokens': ['a']}"), HasSubstr("no version"));
    EXPECT_THAT(refusal_of("{'version': 1}"), HasSubstr("no tokens"));
    EXPECT_THAT(refusal_of("[1]"), HasSubstr("expected an object"));
    EXPECT_THAT(refusal_of("{'version': 1, 'tokens': [['a'], ['b', 'c']]}"), HasSubstr("tokens[2]"));
    EXPECT_THAT(refusal_of("{'version': 1, 'tokens': ['\xff']}"), HasSubstr("not UTF-8"));
}

TEST(SessionText, NamesArraysInItsOwnFolderOnly) {
    for (const char* file : {"../s.npz", "/etc/s.npz", "a\\\\b.npz", "..", ".npz", "s.txt", ""})
        EXPECT_THAT(refusal_of(std::string("{'version': 1, 'tokens': ['a'], 'arrays': '") + file + "'}"),
                    HasSubstr("no .npz file in the same folder"));
}

TEST(SessionText, ThatAsksForTooMuchIsRefusedBeforeAnythingIsAllocated) {
    for (const char* sizes : {"'d_model': 1e18", "'d_model': 1000000000000000000", "'heads': 99999999999",
                              "'d_model': 8192, 'heads': 128, 'd_k': 8192", "'d_k': -1", "'heads': 0"})
        refusal_of(std::string("{'version': 1, 'tokens': ['a'], 'sizes': {") + sizes + "}}");
    refusal_of("{'version': 1, 'tokens': 1000000000000}");
    refusal_of("{'version': 1, 'tokens': [4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096,"
               " 4096, 4096, 4096, 4096], 'sizes': {'heads': 128}}");
    refusal_of("{'version': 1, 'tokens': 4097}");
    refusal_of("{'version': 1, 'tokens': ['a'], 'mask': {'window': 9223372036854775808}}");
    refusal_of("{'version': 1, 'tokens': ['" + std::string(100000, 'a') + "']}");
}

TEST(SessionText, NestedAMillionDeepIsOneLine) {
    for (const char* opening : {"[", "{'a':", "{'version':1,'tokens':[["}) {
        std::string text;
        for (int i = 0; i < 1000000; ++i)
            text += opening;
        EXPECT_THAT(refusal_of(text), HasSubstr("nested deeper than 32"));
    }
}

TEST(SessionText, OfMillionsOfValuesIsOneLine) {
    std::string text = "{'version': 1, 'tokens': [";
    for (int i = 0; i < 3000000; ++i)
        text += "1,";
    EXPECT_THAT(refusal_of(text + "1]}"), HasSubstr("more than"));
}

TEST(SessionText, CutAnywhereIsOneLine) {
    const std::string text = "{'version': 1, 'tokens': ['a', '数'], 'sizes': {'d_model': 2, 'heads': 1},"
                             " 'heads': [{'W_Q': [[1, -2.5e3], [0, 1]]}], 'mask': {'causal': true}, 'seed': 12}";
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_THAT(refusal_of(text.substr(0, length)), Not(HasSubstr("\n")));
}

TEST(SessionText, WithAnyByteChangedIsASessionOrOneLine) {
    std::string text = "{'version': 1, 'tokens': ['a', '数'], 'sizes': {'d_model': 2, 'heads': 1},"
                       " 'heads': [{'W_Q': [[1, -2.5e3], [0, 1]]}], 'positions': 'one-hot', 'seed': 12}";
    for (char& letter : text)
        letter = letter == '\'' ? '"' : letter;
    for (std::size_t i = 0; i < text.size(); ++i)
        for (int byte = 0; byte < 256; byte += 3) {
            std::string changed = text;
            changed[i] = static_cast<char>(byte);
            const auto session = parse_session(changed, "s.json", "");
            if (session)
                EXPECT_TRUE(validate(session->layer())) << changed;
            else
                EXPECT_THAT(session.error().message, AllOf(HasSubstr("s.json: "), Not(HasSubstr("\n")))) << changed;
        }
}

} // namespace
} // namespace attn
