#include "core/document/files/session_file.h"

#include "core/document/files/session_json.h"
#include "core/files/file.h"
#include "core/files/npy_header.h"
#include "core/files/npz.h"
#include "core/journal/session_lock.h"
#include "tests/core/document/large_session.h"
#include "tests/temporary_folder.h"

#include <array>
#include <filesystem>
#include <gmock/gmock.h>
#include <limits>
#include <map>
#include <span>
#include <zip.h>

namespace attn {
namespace {

using test::after;
using test::equal_sessions;
using test::large_session;
using test::session_of;
using test::small_session;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SessionFile : public testing::Test {
protected:
    TemporaryFolder folder_;
};

/// The error for a session file, in which ' stands for ".
std::string refusal_of_file(std::string json) {
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

TEST_F(SessionFile, KeepsTheNormOfValuesAndItsGain) {
    Session session = session_of("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}, 'V_norm': "
                                 "{'kind': 'rms', 'epsilon': 0.25}, 'heads': [{'V_norm_gain': [1, 2]}, {'V_norm_gain': "
                                 "[3, 4]}]}");
    EXPECT_EQ(session.layer().V_norm, (HeadNorm{Norm::Kind::rms, false, 0.25F}));
    EXPECT_EQ(session.layer().heads[1].V_norm_gain(0, 0), 3);
    for (const bool gain : {true, false}) {
        for (HeadWeights& head : session.layer().heads)
            head.V_norm_gain = gain ? head.V_norm_gain : Matrix();
        ASSERT_TRUE(save_session(session, folder_ / "s.json"));
        const auto again = load_session(folder_ / "s.json");
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(equal_sessions(session, *again)) << gain;
    }
    EXPECT_THAT(refusal_of_file("{'version': 1, 'tokens': ['a'], 'V_norm': {'kind': 'l2'}}"), HasSubstr("rms"));
}

TEST_F(SessionFile, KeepsEveryBitOfEveryNumber) {
    Session session = small_session();
    Index column = 0;
    for (const float value : {-0.0F, 0.1F, 1e-45F, std::numeric_limits<float>::max(), 16777216.0F})
        session = after(session, SetCell{{0, ArrayId::W_O, 0, 0, column / 4, column++ % 4}, value});
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

/// Saves a session in the format of earlier versions: JSON, with its arrays in a file beside it.
void save_in_two_files(const Session& session, const std::filesystem::path& path) {
    const std::filesystem::path beside = path.stem().string() + ".npz";
    const SessionJson json = session_to_json(session, beside.string());
    NpzWriter arrays(path.parent_path() / beside);
    for (const auto& [name, matrix] : json.arrays) {
        arrays.begin(name, std::array{matrix.rows(), matrix.columns()});
        arrays.append(matrix.view());
    }
    ASSERT_TRUE(arrays.commit());
    ASSERT_TRUE(write_text_file(path, json_text(json.document)));
}

TEST_F(SessionFile, ThatIsLargeIsOneArchiveOfItsTextAndItsArrays) {
    const Session session = large_session();
    for (const char* name : {"large.json", "large.attn"}) {
        ASSERT_TRUE(save_session(session, folder_ / name));
        const auto again = load_session(folder_ / name);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(equal_sessions(session, *again));
    }
    EXPECT_EQ(folder_.count_files(), 2U);
    EXPECT_EQ(text_of(folder_ / "large.json"), text_of(folder_ / "large.attn")) << "the same bytes each time";
    const auto entries = read_npz_entries(folder_ / "large.json");
    ASSERT_TRUE(entries);
    EXPECT_EQ(entries->front().name, "session.json");
    EXPECT_LT(entries->front().content.size(), 20000U);
    EXPECT_TRUE(read_npz(folder_ / "large.json")->contains("W_Q.2")) << "NumPy reads the arrays";
}

TEST_F(SessionFile, ThatIsLargeHasNoArrayOfItsBaselineTwice) {
    Session session = large_session();
    session.left_baseline = std::make_shared<const Session>(session);
    session = after(session, SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 3});
    ASSERT_TRUE(save_session(session, folder_ / "large.json"));
    const auto again = load_session(folder_ / "large.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(equal_sessions(session, *again));
    const auto arrays = read_npz(folder_ / "large.json");
    EXPECT_TRUE(arrays->contains("left_baseline.W_Q.2"));
    EXPECT_FALSE(arrays->contains("left_baseline.W_Q.1")) << "which is that of now";
    const std::string bytes = text_of(folder_ / "large.json");
    ASSERT_TRUE(save_session(*again, folder_ / "large.json"));
    EXPECT_TRUE(bytes == text_of(folder_ / "large.json")) << "the same bytes each time";
}

TEST_F(SessionFile, IsNotGivenAnEndingAsItsWholeName) {
    for (const char* name : {".json", ".attn"})
        EXPECT_THAT(save_session(small_session(), folder_ / name).error().message,
                    HasSubstr("an ending without a name"));
    EXPECT_EQ(folder_.count_files(), 0U);
}

/// Writes an archive with these packed entries, of zeros.
void write_packed_zeros(const std::filesystem::path& path, const std::string& name, const std::string& text,
                        Index count) {
    zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    ASSERT_NE(archive, nullptr);
    std::string numbers = npy_header(std::array{count});
    numbers.append(static_cast<std::size_t>(count) * sizeof(float), '\0');
    const auto add = [&](const std::string& entry, const std::string& content) {
        zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
        ASSERT_GE(zip_file_add(archive, entry.c_str(), source, 0), 0);
    };
    if (!text.empty())
        add("session.json", text);
    add(name, numbers);
    ASSERT_EQ(zip_close(archive), 0);
}

TEST_F(SessionFile, DoesNotUnpackToManyTimesItsSize) {
    constexpr Index many = Index{20} << 20; // 80 MiB of numbers, in some 80 kB
    const std::string text = R"({"version": 1, "tokens": ["a"]})";
    write_packed_zeros(folder_ / "packed.json", "W_Q.npy", text, many);
    write_packed_zeros(folder_ / "beside.npz", "W_Q.npy", "", many);
    ASSERT_TRUE(write_text_file(folder_ / "beside.json", R"({"version": 1, "tokens": ["a"], "arrays": "beside.npz"})"));
    for (const char* name : {"packed.json", "beside.json"}) {
        const auto session = load_session(folder_ / name);
        ASSERT_FALSE(session) << name;
        EXPECT_THAT(session.error().message, HasSubstr("W_Q.npy: claims 83886208 bytes, at most 67108864 are read"));
    }
}

TEST_F(SessionFile, InTwoFilesIsStillReadAndSavedOverLeavesTheSecondAsItWas) {
    const Session session = large_session();
    save_in_two_files(session, folder_ / "large.json");
    const std::string arrays = text_of(folder_ / "large.npz");
    const auto again = load_session(folder_ / "large.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(equal_sessions(session, *again));
    ASSERT_TRUE(save_session(after(*again, SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0.7F}), folder_ / "large.json"));
    EXPECT_EQ(text_of(folder_ / "large.npz"), arrays);
    EXPECT_EQ(folder_.count_files(), 2U);
    std::filesystem::remove(folder_ / "large.npz");
    EXPECT_TRUE(load_session(folder_ / "large.json"));
    save_in_two_files(session, folder_ / "old.json");
    std::filesystem::remove(folder_ / "old.npz");
    const auto lost = load_session(folder_ / "old.json");
    ASSERT_FALSE(lost);
    EXPECT_THAT(lost.error().message, AllOf(HasSubstr("old.json: arrays: "), HasSubstr("old.npz")));
}

TEST_F(SessionFile, WithAWrongByteInItsArraysIsOneLine) {
    ASSERT_TRUE(save_session(large_session(), folder_ / "large.json"));
    const std::string whole = text_of(folder_ / "large.json");
    for (const std::size_t at : {std::size_t{100}, whole.size() / 2}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        ASSERT_TRUE(write_text_file(folder_ / "damaged.json", damaged));
        const auto session = load_session(folder_ / "damaged.json");
        ASSERT_FALSE(session) << at;
        EXPECT_THAT(session.error().message, AllOf(HasSubstr("damaged.json: "), Not(HasSubstr("\n"))));
    }
    for (std::size_t size = 0; size < whole.size(); size += 997) {
        ASSERT_TRUE(write_text_file(folder_ / "cut.json", std::string_view(whole).substr(0, size)));
        EXPECT_FALSE(load_session(folder_ / "cut.json")) << size;
    }
}

TEST_F(SessionFile, InAnArchiveWithSomethingElseIsOneLine) {
    const SessionJson json = session_to_json(large_session());
    const auto archive = [&](std::string_view text, std::string_view entry) {
        NpzWriter file(folder_ / "s.attn");
        file.add_entry("session.json", std::as_bytes(std::span(text)));
        file.add_entry(entry, {});
        EXPECT_TRUE(file.commit());
        const auto session = load_session(folder_ / "s.attn");
        return session ? std::string("no error") : session.error().message;
    };
    EXPECT_THAT(archive(json_text(json.document), "notes.txt"), HasSubstr("notes.txt is not known"));
    EXPECT_THAT(archive(json_text(json.document), "E.npy"), HasSubstr("s.attn: E.npy: "));
    EXPECT_THAT(archive("{\"version\": 1, \"tokens\": [\"a\"], \"arrays\": \"b.npz\"}", "x"),
                HasSubstr("s.attn: arrays: "));
    NpzWriter arrays(folder_ / "weights.attn");
    arrays.add("W_Q", std::array<Index, 1>{1}, std::array{1.0F});
    ASSERT_TRUE(arrays.commit());
    EXPECT_THAT(load_session(folder_ / "weights.attn").error().message, HasSubstr("this archive is no session"));
}

TEST_F(SessionFile, NeverTakesThePlaceOfSomethingElse) {
    const std::map<std::string, std::string> others{
        {"picture", "\x89PNG and so on"}, {"config", "{\"version\": 1}"}, {"notes", "to be kept"}, {"half", "{"}};
    for (const auto& [name, content] : others) {
        ASSERT_TRUE(write_text_file(folder_ / name, content));
        const auto saved = save_session(small_session(), folder_ / name);
        ASSERT_FALSE(saved) << name;
        EXPECT_THAT(saved.error().message, HasSubstr("is no session; it is not replaced"));
        EXPECT_EQ(text_of(folder_ / name), content);
    }
    NpzWriter weights(folder_ / "layer.npz");
    weights.add("W_Q", std::array<Index, 1>{1}, std::array{1.0F});
    ASSERT_TRUE(weights.commit());
    const std::string bytes = text_of(folder_ / "layer.npz");
    std::filesystem::copy_file(folder_ / "layer.npz", folder_ / "named-so.json");
    std::filesystem::create_symlink("layer.npz", folder_ / "link.json");
    EXPECT_TRUE(save_session(large_session(), folder_ / "layer.json"));
    for (const char* name : {"layer.npz", "named-so.json", "link.json"})
        EXPECT_FALSE(save_session(small_session(), folder_ / name)) << name;
    for (const char* name : {"layer.npz", "named-so.json"})
        EXPECT_EQ(text_of(folder_ / name), bytes) << name;
    EXPECT_TRUE(save_session(small_session(), folder_ / "notes", {}, Replaces::anything)) << "the user was asked";
    ASSERT_TRUE(write_text_file(folder_ / "empty", ""));
    EXPECT_TRUE(save_session(small_session(), folder_ / "empty"));
    EXPECT_TRUE(save_session(large_session(), folder_ / "empty")) << "a session takes the place of a session";
    EXPECT_TRUE(save_session(small_session(), folder_ / "empty"));
}

TEST(SessionLock, IsTheSameForEveryPathToAFile) {
    const auto lock = session_lock_path("/tmp/a/../s.json", "/locks");
    EXPECT_EQ(lock, session_lock_path("/tmp/s.json", "/locks"));
    EXPECT_NE(lock, session_lock_path("/tmp/t.json", "/locks"));
    EXPECT_EQ(lock.parent_path(), "/locks");
}

TEST_F(SessionFile, IsWrittenForReaders) {
    ASSERT_TRUE(save_session(after(small_session(), Fill{ArrayId::W_Q}), folder_ / "s.json"));
    EXPECT_THAT(text_of(folder_ / "s.json"),
                AllOf(HasSubstr("\n \"tokens\": [\"the\", \"cat\", \"sat\"],\n"), HasSubstr("{\"W_Q\": \"zero\"}")));
}

TEST_F(SessionFile, ThatCannotBeWrittenLeavesNothing) {
    EXPECT_FALSE(save_session(small_session(), folder_ / "nowhere" / "s.json"));
    EXPECT_FALSE(load_session(folder_ / "missing.json"));
    EXPECT_FALSE(load_session(folder_.path()));
}

TEST(SessionText, SaysWhereItIsWrong) {
    const std::string begin = "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1, 'd_k': 2}, ";
    EXPECT_EQ(refusal_of_file("{'version': 7, 'tokens': ['a'], 'new': 1}"),
              "s.json: version: 7 is from a newer Attention Lab; this one reads version 1");
    EXPECT_EQ(refusal_of_file(begin + "'heads': [{'W_Q': [[1, 2], [3]]}]}"),
              "s.json: heads[1].W_Q: row 2 has 1 number, expected 2");
    EXPECT_EQ(refusal_of_file(begin + "'heads': [{'W_Q': [[1, 2], [3, 'x']]}]}"),
              "s.json: heads[1].W_Q[2][2]: this is a text, expected a number, or \"inf\", \"-inf\" or \"nan\"");
    EXPECT_EQ(refusal_of_file(begin + "'temprature': 1}"),
              "s.json: the key “temprature” is not known; did you mean “temperature”?");
    EXPECT_EQ(refusal_of_file(begin + "'mask': {'casual': true}}"),
              "s.json: mask: the key “casual” is not known; did you mean “causal”?");
    EXPECT_EQ(refusal_of_file(begin + "'seed': 1, 'seed': 2}"), "s.json: the key “seed” stands there twice");
    EXPECT_THAT(refusal_of_file(begin + "\n\n'seed': }"), HasSubstr("s.json: line 3: this is not JSON, at "));
    for (const std::string word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"})
        EXPECT_EQ(refusal_of_file(begin + "\n'heads': [{'W_Q': [[1, " + word + "], [3, 4]]}]}"),
                  "s.json: line 2: " + word + " is not allowed in JSON, where all numbers are finite");
    EXPECT_THAT(refusal_of_file(begin + "'seed': nano}"), HasSubstr("this is not JSON, at "));
    EXPECT_THAT(refusal_of_file(begin + "'note': 'NaN\n'}"),
                HasSubstr("s.json: line 1: this is not JSON: the text “NaN” has no \" at its end"));
    EXPECT_THAT(refusal_of_file(begin + "\n'note': 'a\tb'}"), HasSubstr("line 2: this is not JSON, at “\"a”"));
    EXPECT_THAT(refusal_of_file(begin + "\n'seed': 1"), HasSubstr("line 2: this is not JSON, as it ends too early"));
    EXPECT_EQ(refusal_of_file(begin + "'pins': [{'stage': 'score', 'value': 1}]}"),
              "s.json: pins[1].stage: there is no stage “score”; did you mean “scores”?");
    EXPECT_EQ(refusal_of_file(begin + "'about': '" + std::string(5000, 'a') + "'}"),
              "s.json: about: the text has 5000 bytes, expected at most 4000");
    const std::string long_text(5000, 'a');
    for (const auto& [place, written] : {std::pair<std::string, std::string>{"layer", "'layer': '" + long_text + "'"},
                                         {"caveats", "'caveats': [{'from': 'A', 'says': '" + long_text + "'}]"},
                                         {"cautions", "'cautions': ['" + long_text + "']"},
                                         {"figures", "'figures': [{'name': 'a', 'title': '" + long_text + "'}]"},
                                         {"lesson", "'lesson': {'id': '" + long_text + "'}"},
                                         {"lesson", "'lesson': {'id': 'a-query', 'word': '" + long_text + "'}"}})
        EXPECT_EQ(refusal_of_file(begin + written + "}"),
                  "s.json: " + place + ": the text has 5000 bytes, expected at most 4000");
    std::string caveats;
    for (int i = 0; i < 65; ++i)
        caveats += std::string(i == 0 ? "" : ",") + "{'from': 'A', 'says': 'a'}";
    EXPECT_EQ(refusal_of_file(begin + "'caveats': [" + caveats + "]}"),
              "s.json: caveats: there are 65, expected at most 64");
    EXPECT_EQ(refusal_of_file(begin + "'open': {'row': 3}}"),
              "s.json: open.row: this is 3, expected a whole number from 1 to 2");
    EXPECT_EQ(refusal_of_file(begin + "'temperature': 1e39}"),
              "s.json: temperature: 1e39 is beyond the range of float32");
    EXPECT_EQ(refusal_of_file(begin + "'temperature': 1e999}"), "s.json: line 1: the number 1e999 is too large");
    EXPECT_THAT(refusal_of_file(begin + "'temperature': 0}"), HasSubstr("the temperature is 0"));
    EXPECT_THAT(refusal_of_file(begin + "'tokens_as_columns': 1}"), HasSubstr("expected true or false"));
    EXPECT_THAT(refusal_of_file(begin + "'embeddings': null}"), HasSubstr("nothing to compute attention from"));
    EXPECT_THAT(refusal_of_file("{'tokens': ['a']}"), HasSubstr("no version"));
    for (const char* other : {"{}", "[1, 2]", "7", "{'name': 'a package', 'version': '1.0.0'}", "{'title': 'a'}"})
        EXPECT_THAT(refusal_of_file(other),
                    HasSubstr("s.json: this JSON is no session of Attention Lab; what opens is"))
            << other;
    EXPECT_THAT(refusal_of_file("{'version': 1}"), HasSubstr("no tokens"));
    EXPECT_THAT(refusal_of_file("[1]"), HasSubstr("is no session of Attention Lab"));
    EXPECT_THAT(refusal_of_file("{'version': 1, 'tokens': [['a'], ['b', 'c']]}"), HasSubstr("tokens[2]"));
    EXPECT_THAT(refusal_of_file("{'version': 1, 'tokens': ['\xff']}"), HasSubstr("not UTF-8"));
}

TEST(SessionText, NamesArraysInItsOwnFolderOnly) {
    for (const char* file : {"../s.npz", "/etc/s.npz", "a\\\\b.npz", "..", ".npz", "s.txt", ""})
        EXPECT_THAT(refusal_of_file(std::string("{'version': 1, 'tokens': ['a'], 'arrays': '") + file + "'}"),
                    HasSubstr("no .npz file in the same folder"));
}

// A test in tests/faults/session_faults_test.cpp checks that no memory of that size is taken first.
TEST(SessionText, ThatAsksForTooMuchIsRefused) {
    for (const char* sizes : {"'d_model': 1e18", "'d_model': 1000000000000000000", "'heads': 99999999999",
                              "'d_model': 8192, 'heads': 128, 'd_k': 8192", "'d_k': -1", "'heads': 0"})
        refusal_of_file(std::string("{'version': 1, 'tokens': ['a'], 'sizes': {") + sizes + "}}");
    refusal_of_file("{'version': 1, 'tokens': 1000000000000}");
    refusal_of_file("{'version': 1, 'tokens': [4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096,"
                    " 4096, 4096, 4096, 4096], 'sizes': {'heads': 128}}");
    refusal_of_file("{'version': 1, 'tokens': 4097}");
    refusal_of_file("{'version': 1, 'tokens': ['a'], 'mask': {'window': 9223372036854775808}}");
    refusal_of_file("{'version': 1, 'tokens': ['" + std::string(100000, 'a') + "']}");
}

TEST(SessionText, NestedAMillionDeepIsOneLine) {
    for (const char* opening : {"[", "{'a':", "{'version':1,'tokens':[["}) {
        std::string text;
        for (int i = 0; i < 1000000; ++i)
            text += opening;
        EXPECT_THAT(refusal_of_file(text), HasSubstr("nested deeper than 32"));
    }
}

TEST(SessionText, OfMillionsOfValuesIsOneLine) {
    std::string text = "{'version': 1, 'tokens': [";
    for (int i = 0; i < 3000000; ++i)
        text += "1,";
    EXPECT_THAT(refusal_of_file(text + "1]}"), HasSubstr("more than"));
}

TEST(SessionText, CutAnywhereIsOneLine) {
    const std::string text = "{'version': 1, 'tokens': ['a', '数'], 'sizes': {'d_model': 2, 'heads': 1},"
                             " 'heads': [{'W_Q': [[1, -2.5e3], [0, 1]]}], 'mask': {'causal': true}, 'seed': 12}";
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_THAT(refusal_of_file(text.substr(0, length)), Not(HasSubstr("\n")));
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

TEST_F(SessionFile, ReadsResidPreUnderTheNameThatItHadBeforeAndWritesItsOwn) {
    const Session session = test::session_of("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1},"
                                             " 'norm': {'kind': 'rms', 'gain': [1, 1]}, 'open': {'stage': 'residual'},"
                                             " 'pins': [{'stage': 'residual', 'row': 2, 'column': 1, 'value': 3}],"
                                             " 'given': [{'stage': 'residual', 'matrix': [[1, 2], [3, 4]]}]}");
    EXPECT_TRUE(session.layer().pins.contains({0, ArrayId::resid_pre, 0, 0, 1, 0}));
    EXPECT_TRUE(session.layer().given.contains({0, ArrayId::resid_pre, 0, 0}));
    EXPECT_EQ(session.opening.stage, ArrayId::resid_pre);
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    const std::string written = text_of(folder_ / "s.json");
    EXPECT_NE(written.find("resid_pre"), std::string::npos);
    EXPECT_EQ(written.find("residual"), std::string::npos);
}

} // namespace
} // namespace attn
