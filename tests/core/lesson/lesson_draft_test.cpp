#include "core/lesson/lesson_draft.h"

#include "core/document/edits.h"
#include "core/document/presets.h"
#include "core/engine/engine.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets_of_drafts{ATTN_ASSETS_DIR};

/// Notes what edits of a preset change.
Result<DraftStep> noted(const std::vector<Edit>& edits, const std::string& preset = "four-letters") {
    const Session from = *load_preset(assets_of_drafts, preset);
    Session to = from;
    for (const Edit& edit : edits)
        to = apply(std::as_const(to), edit)->session;
    Engine engine(1);
    const Trace before = engine.compute(from.layer());
    const Trace after = engine.compute(to.layer());
    return draft_step({from, before}, {to, after}, {ArrayId::A, 0, 0, 1, 2});
}

LessonScript lines_of(const std::vector<Edit>& edits) {
    const auto step = noted(edits);
    EXPECT_TRUE(step) << (step ? "" : step.error().message);
    return step ? step->solution : LessonScript();
}

TEST(LessonDraft, SaysInLinesWhatWasChanged) {
    EXPECT_EQ(lines_of({}), LessonScript());
    EXPECT_EQ(lines_of({SetCell{{ArrayId::W_V, 0, 0, 1, 3}, 0.5F}, SetCell{{ArrayId::W_V, 0, 0, 1, 1}, 0}}),
              (LessonScript{"type cell:W_V/1[2,2] 0", "type cell:W_V/1[2,4] 0.5"}));
    EXPECT_EQ(lines_of({SetTokens{0, {"t", "o", "o", "t"}}}), LessonScript{"type field:sentence toot"});
    EXPECT_EQ(lines_of({SetCell{{ArrayId::scaled, 0, 0, 2, 2}, 1}}), LessonScript{"type cell:scaled/1[3,3] 1"});
    EXPECT_EQ(lines_of({SetHeadOn{1, false}}), (LessonScript{"head 2", "click action:head-on"}));
    EXPECT_EQ(lines_of({SetCell{{ArrayId::P, 0, 0, 0, 6}, 2}}), LessonScript{"type cell:P[1,7] 2"});
}

TEST(LessonDraft, NamesWhatNoLineCanDo) {
    Sizes wider = sizes_of(load_preset(assets_of_drafts, "four-letters")->layer());
    wider.D = 9;
    const auto resized = noted({Resize{wider}});
    ASSERT_FALSE(resized);
    EXPECT_NE(resized.error().message.find("the sizes of the layer"), std::string::npos) << resized.error().message;
}

TEST(LessonDraft, NamesTheControlsThatItsSolutionsActOn) {
    const TemporaryFolder folder;
    LessonDraft draft{*load_preset(assets_of_drafts, "four-letters")};
    draft.steps.push_back(*noted({SetOption{OptionId::mask, 1}}));
    draft.steps.push_back(*noted({SetHeadOn{1, false}}));
    draft.steps.push_back(*noted({SetOption{OptionId::temperature, 0.5}, SetHeadOn{0, false}}));
    ASSERT_TRUE(save_draft(draft, folder / "mine.json"));
    const auto lesson = load_lesson(folder / "mine.json", assets_of_drafts);
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ(lesson->steps[0].menus, std::vector<std::string>{"mask"});
    EXPECT_EQ(lesson->steps[1].menus, std::vector<std::string>{"head"});
    EXPECT_EQ(lesson->steps[2].menus, std::vector<std::string>{"temperature"}) << "once named it stays";
}

TEST(LessonDraft, IsALessonWhoseTasksHaveTheStatesAsSolutions) {
    const TemporaryFolder folder;
    LessonDraft draft{*load_preset(assets_of_drafts, "four-letters")};
    EXPECT_FALSE(save_draft(draft, folder / "mine.json")) << "it has no step";
    draft.steps.push_back(*noted({}));
    draft.steps.push_back(*noted({SetCell{{ArrayId::W_V, 0, 0, 1, 3}, 1}}));
    draft.steps.push_back(*noted({SetTokens{0, {"t", "o", "o", "t"}}}));
    ASSERT_TRUE(save_draft(draft, folder / "My first one.json"));
    const auto lesson = load_lesson(folder / "My first one.json", assets_of_drafts);
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ(lesson->id, "my-first-one");
    ASSERT_EQ(lesson->steps.size(), 3);
    EXPECT_EQ(lesson->steps[0].points_at, std::vector<std::string>{"cell:A/1[2,3]"});
    EXPECT_EQ(lesson->steps[1].task->solution, LessonScript{"type cell:W_V/1[2,4] 1"});
    EXPECT_EQ(lesson->steps[1].task->done.parts.front().parts_allowed, std::vector<std::string>{"W_V/1"});
}

} // namespace
} // namespace attn
