// The command "lesson new" as a user runs it.

#include "core/document/sources/presets.h"
#include "core/files/file.h"
#include "core/lesson/lesson.h"
#include "tests/app/assets.h"
#include "tests/app/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

class LessonNew : public Program {
protected:
    /// Writes f.json, a lesson or lecture of the source, and tries it. Returns the fault; "" if it works as promised.
    std::string fault(const std::vector<std::string>& source, bool is_lecture) const {
        std::vector<std::string> words{"lesson", "new", "-o", "f.json"};
        words.insert(words.end(), source.begin(), source.end());
        if (is_lecture)
            words.emplace_back("--lecture");
        if (const Finished written = start(words); written.status != 0)
            return written.errors;
        const Finished tried = start({"lesson", "check", "f.json"});
        std::filesystem::remove(file("f.json"));
        std::filesystem::remove(file("f-session.json"));
        return tried.status == 0 ? "" : tried.output + tried.errors;
    }
    void expect_no_fault(const std::vector<std::string>& source) const {
        for (const bool is_lecture : {false, true})
            EXPECT_EQ(fault(source, is_lecture), "") << testing::PrintToString(source);
    }
    std::string text_of(const std::string& name) const { return *read_text_file(file(name), 1U << 20U); }
};

TEST_F(LessonNew, OfEachPresetIsAsItSays) {
    const auto presets = list_presets(assets);
    ASSERT_TRUE(presets) << presets.error().message;
    for (const Preset& preset : *presets)
        expect_no_fault({"--preset", preset.name});
}

TEST_F(LessonNew, WithoutASourceIsOfTheWordThatComesBackReversed) {
    ASSERT_EQ(start({"lesson", "new", "-o", "f.json"}).status, 0);
    const Result<Lesson> lesson = load_lesson(file("f.json"), assets);
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ(lesson->steps.size(), 3U);
    EXPECT_FALSE(lesson->on_wall);
    EXPECT_EQ(lesson->sessions.front().title, load_preset(assets, "eight-heads")->title);
    EXPECT_FALSE(std::filesystem::exists(file("f-session.json")));
}

/// A session that opens on a cell of A.
std::string session_of(const std::string& tokens, const std::string& sizes, const std::string& opens_at) {
    return fmt::format(R"({{"version": 1, "tokens": [{}], "sizes": {{{}}}, "open": {{"stage": "A", {}}}}})", tokens,
                       sizes, opens_at);
}

TEST_F(LessonNew, OfAnySourceIsAsItSays) {
    expect_no_fault({(source_folder() / "tests/data/npy/recorded.npz").string()});
    std::string many = R"("w")";
    for (int i = 1; i < 200; ++i)
        many += R"(, "w")";
    const std::string small = R"("d_model": 1, "heads": 1, "d_k": 1, "d_v": 1)";
    const std::string large = R"("d_model": 64, "heads": 16, "d_k": 4, "d_v": 4)";
    for (const std::string& session :
         {session_of(R"("w")", small, R"("row": 1)"), session_of(many, large, R"("head": 9, "row": 170, "column": 90)"),
          session_of(R"(["w"], ["w"])", small, R"("item": 2)")}) {
        ASSERT_TRUE(write_text_file(file("mine.json"), session));
        expect_no_fault({"mine.json"});
    }
}

TEST_F(LessonNew, ThatIsALectureHasPagesForWhoLecturesAndForTheAudience) {
    ASSERT_EQ(start({"lesson", "new", "--lecture", "-o", "f.json"}).status, 0);
    for (const char* const pages : {"storyboard", "handout"}) {
        const Finished written = start({"lesson", pages, "f.json", "-o", "pages.pdf"});
        EXPECT_EQ(written.status, 0) << written.errors;
    }
}

TEST_F(LessonNew, ReplacesNothing) {
    ASSERT_EQ(start({"new", "-o", "mine.json"}).status, 0);
    const std::string mine = text_of("mine.json");
    const auto expect_refused = [&](const std::string& output, const std::string& there) {
        const Finished refused = start({"lesson", "new", "mine.json", "-o", output});
        EXPECT_EQ(refused.status, 2);
        EXPECT_THAT(refused.errors, testing::HasSubstr(there + ": is there already"));
    };
    expect_refused("mine.json", "mine.json");
    ASSERT_TRUE(write_text_file(file("f-session.json"), "somebody's"));
    expect_refused("f.json", "f-session.json");
    EXPECT_EQ(text_of("mine.json"), mine);
    EXPECT_EQ(text_of("f-session.json"), "somebody's");
    EXPECT_FALSE(std::filesystem::exists(file("f.json")));
    EXPECT_EQ(start({"lesson", "new", "-o", "lesson.txt"}).status, 2);
}

TEST_F(LessonNew, StandsBesideThoseOfTheProgramWhichAreListed) {
    const Finished listed = start({"lesson", "list"});
    EXPECT_EQ(listed.status, 0) << listed.errors;
    for (const char* const line : {"who-reads-whom", "16    A whole model: ", "who-made-the-word", "five-notes"})
        EXPECT_NE(listed.output.find(line), std::string::npos) << line << "\n" << listed.output;
    EXPECT_EQ(start({"lesson", "check", "who-made-the-word"}).status, 0);
}

} // namespace
} // namespace attn
