// The window goes on and all panels draw, whatever is changed at any point of a lesson, a bet or a goal.

#include "core/document/sources/presets.h"
#include "core/lesson/live_text.h"
#include "tests/core/document/random_edits.h"
#include "tests/folders.h"
#include "tests/thoroughness.h"
#include "tests/ui/lesson_window.h"

#include <filesystem>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <memory>
#include <rapidcheck.h>

namespace attn {
namespace {

const std::filesystem::path shipped{assets_folder()};

/// A random edit, the same for equal seeds. Many are refused, and many make the layer smaller.
Edit edit_drawn_from(int seed, const Session& session) {
    const auto edits = rc::gen::exec([&] { return test::any_edit(session); });
    return edits(rc::Random(static_cast<std::uint64_t>(seed)), rc::kNominalSize).value();
}

/// Edits that leave one token, one head and one number if possible, so that most cells named by lessons are gone.
std::vector<Edit> edits_that_leave_little(const Session& session) {
    Sizes least = sizes_of(session.layer());
    least.S_q = least.S_k = least.H = least.queries_per_kv = least.d_k = least.d_v = 1;
    return {SetTokens{0, {"s"}}, Resize{least}, SetReadOuts{}};
}

void edit_and_draw(OffscreenWindow& window, const Edit& edit) {
    static_cast<void>(window.app().edit(edit));
    window.settle();
}

void edit_everything(OffscreenWindow& window, int seed) {
    for (const Edit& edit : edits_that_leave_little(window.app().session()))
        edit_and_draw(window, edit);
    window.key("ctrl+z");
    window.key("ctrl+z");
    for (int number = 0; number < 3; ++number)
        edit_and_draw(window, edit_drawn_from(4 * seed + number, window.app().session()));
}

/// Answers the bet, rightly or wrongly, if the session still allows it.
void answer_somehow(OffscreenWindow& window) {
    window.key("1");
    if (window.shows("field:lesson-number"))
        window.fill_in("field:lesson-number", "-77");
    if (window.shows("action:lesson-bet"))
        window.click("action:lesson-bet");
}

/// An answer to the step's bet, in the form that a session keeps.
std::string some_answer(const Bet& bet, const Snapshot& begun) {
    switch (bet.kind) {
    case Bet::Kind::choose:
        return told(bet.choices.front().text, begun).letters();
    case Bet::Kind::choose_many:
    case Bet::Kind::order:
        return bet.choices.back().text + ", " + bet.choices.front().text + ", of no layer";
    case Bet::Kind::mark:
    case Bet::Kind::mark_many:
        return "A/1[1,1], A/9[99,99]";
    case Bet::Kind::type:
        return "-77";
    }
    return {};
}

void open_step(OffscreenWindow& window, LessonRun run) {
    window.app().open_lesson_step(std::move(run));
    window.settle();
}

class LessonUnderEdits : public testing::TestWithParam<std::string> {};

TEST_P(LessonUnderEdits, GoesOnAndDraws) {
    const auto read = load_lesson(shipped / "lessons" / (GetParam() + ".json"), shipped);
    ASSERT_TRUE(read) << read.error().message;
    LessonRun run;
    run.lesson = std::make_shared<const Lesson>(*read);
    OffscreenWindow window(run.lesson->sessions.front(), 1280, 720);
    for (run.step = 0; run.step < run.lesson->steps.size(); ++run.step) {
        SCOPED_TRACE(fmt::format("step {}", run.step + 1));
        const int seed = static_cast<int>(run.step);
        open_step(window, run);
        ASSERT_TRUE(window.app().workspace().lesson);
        LessonRun been = run;
        if (const auto& bet = run.now().bet) {
            const auto& beginning = window.app().workspace().lesson->beginning;
            been.answers = {{static_cast<Index>(run.step), some_answer(*bet, beginning->snapshot()), false}};
        }
        if (run.now().task)
            been.done = {static_cast<Index>(run.step)};
        if (is_at_night())
            edit_everything(window, seed);
        answer_somehow(window);
        edit_everything(window, seed + 1);
        open_step(window, been);
        if (is_at_night() || run.step % 2 == 0)
            edit_everything(window, seed + 2);
        EXPECT_TRUE(window.app().workspace().lesson);
    }
}

std::vector<std::string> all_lessons() {
    std::vector<std::string> names{"first-minute", "lecture-five-notes"};
    for (int number = 1; number <= 18; ++number)
        names.push_back(fmt::format("lesson-{:02}", number));
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, LessonUnderEdits, testing::ValuesIn(all_lessons()));

TEST(GoalsUnderEdits, AreDoneAndGoAndTheWindowDraws) {
    const auto presets = list_presets(shipped);
    ASSERT_TRUE(presets) << presets.error().message;
    for (const Preset& each : *presets) {
        const Session session = preset(each.name);
        if (session.goals.empty())
            continue;
        SCOPED_TRACE(each.name);
        OffscreenWindow window(session);
        const auto meet = [&](const Condition& condition, const auto& self) -> void {
            if (condition.kind == Condition::Kind::cell)
                edit_and_draw(window,
                              SetCell{condition.cell, condition.equals.value_or(condition.at_least.value_or(1))});
            for (const Condition& part : condition.parts)
                self(part, self);
        };
        for (const Goal& goal : session.goals)
            meet(goal.when, meet);
        for (int seed = 0; seed < 8; ++seed)
            edit_everything(window, seed);
    }
}

} // namespace
} // namespace attn
