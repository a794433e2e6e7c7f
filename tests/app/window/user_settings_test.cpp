#include "app/window/user_settings.h"

#include "core/files/file.h"
#include "tests/temporary_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace attn {
namespace {

/// A user with folders of their own.
class UserSettings : public testing::Test {
protected:
    UserSettings() {
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
    }
    ~UserSettings() override {
        unsetenv("XDG_CONFIG_HOME");
        unsetenv("XDG_STATE_HOME");
    }
    std::filesystem::path settings() const { return folder_ / "config/attention-lab/settings.json"; }
    std::filesystem::path recent() const { return folder_ / "state/attention-lab/recent.json"; }

    TemporaryFolder folder_;
};

TEST_F(UserSettings, AreFoundAgain) {
    const Remembered kept{
        .look = Look::dark,
        .grey = true,
        .recent = {"/somewhere/数据.json", "/a b/\"quoted\".json"},
        .highlights_changes = false,
        .knows_start = true,
        .lessons = {{"a-query", 3}, {"who-reads-whom", 6}},
        .open_steps = {{"who-reads-whom", {2, 4}}},
        .lesson_work = {{"a-query",
                         {.lesson = "a-query", .word = "maria", .answers = {{2, "0.5", true}, {4, "X, Q", false}}}}},
        .word = "maria",
        .missed = {{"quiz", {4, 11}}},
        .quiz_scores = {{"quiz", 18}},
        .missed_on = 20783,
        .decimals = 3,
        .text_size = 1.25F,
        .notation = "paper"};
    save_settings(kept);
    const LoadedSettings loaded = load_settings();
    EXPECT_EQ(loaded.remembered, kept);
    EXPECT_EQ(loaded.problem, "");
}

TEST_F(UserSettings, HoldANotationOfTheUsersOwn) {
    const auto own = parse_notation(R"({"name": "mine", "symbols": {"X": "H"}})", "mine.json");
    ASSERT_TRUE(own) << own.error().message;
    Remembered kept;
    kept.notation = *own;
    save_settings(kept);
    const LoadedSettings loaded = load_settings();
    EXPECT_EQ(loaded.remembered.notation, *own);
    EXPECT_EQ(loaded.problem, "");
}

TEST_F(UserSettings, AreAsInTheBeginningWhereNothingWasKept) {
    const LoadedSettings loaded = load_settings();
    EXPECT_EQ(loaded.remembered, Remembered());
    EXPECT_EQ(loaded.problem, "");
}

TEST_F(UserSettings, ThatCannotBeReadAreSaidAndPutAside) {
    save_settings({.look = Look::dark, .recent = {"/somewhere/tea.json"}});
    for (const char* content : {"", "{\"theme\":", "{\"theme\":\"pink\"}", "[]", "{\"version\":2}", "{\"colour\":1}"}) {
        ASSERT_TRUE(write_text_file(settings(), content));
        const LoadedSettings loaded = load_settings();
        EXPECT_EQ(loaded.remembered.look, Look::light) << content;
        EXPECT_EQ(loaded.remembered.recent.size(), 1U) << "the other file is sound";
        EXPECT_NE(loaded.problem.find("settings.json.damaged"), std::string::npos) << loaded.problem;
        EXPECT_FALSE(std::filesystem::exists(settings()));
        std::filesystem::path aside = settings();
        aside += ".damaged";
        const Result<std::string> kept = read_text_file(aside);
        ASSERT_TRUE(kept);
        EXPECT_EQ(*kept, content);
    }
}

TEST_F(UserSettings, TakeNoMoreFilesThanAreShown) {
    std::string files;
    for (int i = 0; i < 50; ++i)
        files += (i == 0 ? "\"" : ",\"") + std::string("/x/") + std::to_string(i) + ".json\"";
    std::filesystem::create_directories(recent().parent_path());
    ASSERT_TRUE(write_text_file(recent(), "{\"files\":[\"relative.json\"," + files + "]}"));
    const LoadedSettings loaded = load_settings();
    EXPECT_EQ(loaded.problem, "");
    EXPECT_EQ(loaded.remembered.recent.size(), most_recent_files);
    EXPECT_EQ(loaded.remembered.recent.front(), "/x/0.json");
}

} // namespace
} // namespace attn
