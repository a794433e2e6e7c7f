#include "app/commands.h"
#include "app/scenes.h"
#include "core/figure/text.h"
#include "core/files/file.h"
#include "core/handouts/pages.h"
#include "core/handouts/scene_documents.h"
#include "tests/app/assets.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <variant>

namespace attn {
namespace {

const std::filesystem::path lecture_file = assets / "lessons" / "lecture-five-notes.json";

DocumentRequest request_for(DocumentKind kind) {
    DocumentRequest request;
    request.kind = kind;
    return request;
}

TEST(LessonPages, AreWrittenForWhoLecturesAndForTheAudience) {
    const TemporaryFolder folder;
    for (const DocumentKind kind : {DocumentKind::storyboard, DocumentKind::handout}) {
        const auto written = lecture_document(lecture_file, request_for(kind), folder / "pages.pdf");
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_TRUE(read_text_file(folder / "pages.pdf", 1U << 24U)->starts_with("%PDF"));
    }
}

/// The lowest baseline of the words on a page.
float lowest_words(const PdfPage& page) {
    float lowest = 0;
    for (const Item& item : page.list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            lowest = std::max(lowest, text->position.y);
    return lowest;
}

TEST(LessonPages, GoOnOnTheNextPageWhereWordsHaveNoRoom) {
    const auto typesetter = Typesetter::open(assets / "fonts");
    auto lecture = scenes_of(lecture_file, {}, assets);
    ASSERT_TRUE(typesetter && lecture);
    std::string words = "The last of all words.";
    for (int paragraph = 0; paragraph < 40; ++paragraph)
        words.insert(0, "Each query meets each key, and what they have in common is a score.\n\n");
    lecture->scenes.resize(1);
    lecture->scenes.front().text = words;
    const std::vector<StoryPage> pages = scene_storyboard(*lecture, *typesetter);
    EXPECT_GT(pages.size(), 1U);
    EXPECT_EQ(pages.back().name, "scene-01-" + std::to_string(pages.size()));
    for (const StoryPage& page : pages)
        EXPECT_LT(lowest_words(page.page), screen_page.y) << page.name;
    EXPECT_GT(scene_pages(*lecture, *typesetter).size(), 1U);
}

TEST(LessonPages, HaveChoicesThatBeginAsTeXOptionsDoAndQuestionsOfTwoParagraphs) {
    const auto typesetter = Typesetter::open(assets / "fonts");
    auto lecture = scenes_of(lecture_file, {}, assets);
    ASSERT_TRUE(typesetter && lecture);
    lecture->scenes.resize(1);
    LectureScene& scene = lecture->scenes.front();
    scene.question = "It reads two words.\n\nWhich?";
    scene.choices = {"[the] cat", "<the> mat"};
    const auto deck = scene_slides(*lecture, *typesetter);
    ASSERT_TRUE(deck) << deck.error().message;
    const auto file = std::ranges::find(*deck, "deck.tex", &DocumentFile::name);
    ASSERT_NE(file, deck->end());
    EXPECT_THAT(file->bytes, testing::HasSubstr("\\item {}[the] cat"));
    EXPECT_THAT(file->bytes, testing::HasSubstr("\\textbf{It reads two words.}\n\n\\textbf{Which?}"));
    const auto page = scene_handout(*lecture, *typesetter);
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_THAT(*page, testing::HasSubstr("<p><strong>Which?</strong></p>"));
}

TEST(LessonPages, RefuseWhatTheyCannotWriteOrRead) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::filesystem::path& lesson, const std::string& output) {
        return !lecture_document(lesson, request_for(DocumentKind::handout), folder / output);
    };
    EXPECT_TRUE(refused(lecture_file, "pages.txt"));
    EXPECT_TRUE(refused(folder / "none.json", "pages.pdf"));
    DocumentRequest upright = request_for(DocumentKind::storyboard);
    upright.upright = true;
    EXPECT_FALSE(lecture_document(lecture_file, upright, folder / "pages.pdf"));
    EXPECT_EQ(folder.count_files(), 0);
}

TEST(LessonPages, AreWrittenOfALessonWhoseLinesWouldLeadOutOfIt) {
    const TemporaryFolder folder;
    std::string lesson = *read_text_file(assets / "lessons" / "lesson-07.json", 1U << 20U);
    for (const std::string lines : {"\"solution\": [", "\"reveal\": [", "\"before\": ["})
        lesson.replace(lesson.find(lines), lines.size(), lines + "\"click action:lesson-leave\", ");
    ASSERT_TRUE(write_text_file(folder / "leaves.json", lesson));
    const auto written =
        lecture_document(folder / "leaves.json", request_for(DocumentKind::storyboard), folder / "pages.pdf");
    EXPECT_TRUE(written) << written.error().message;
}

} // namespace
} // namespace attn
