// A whole lesson, and a whole quiz, without a window: advance() handles each event, and a plain session takes the
// numbers that are typed.

#include "core/document/session/edits.h"
#include "core/engine/engine.h"
#include "core/files/typed_number.h"
#include "core/lesson/advance.h"
#include "core/lesson/lesson_shelf.h"
#include "tests/folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace attn {
namespace {

using namespace lesson_event;
using testing::HasSubstr;

const std::filesystem::path assets = assets_folder();

/// A learner with a lesson, and a session in place of the window. Lines that act only in a window, such as choosing a
/// picture, do nothing here.
class Learner {
public:
    explicit Learner(const std::string& id, LessonVariant draw = {}) : draw_(draw) { open(id); }

    void open(const std::string& id, std::optional<std::size_t> step = std::nullopt) {
        const LessonLabel* const label = course_.find(id);
        open_step({run_of(*load_lesson(label->file, assets, draw_), state_.record, step), std::nullopt}, true);
    }

    /// Sends an event to the lesson, and acts out the lines that the lesson then has for the learner.
    void tell(const LessonEvent& event) {
        send(event);
        act();
    }
    /// Types a number into a cell.
    void type(const std::string& cell, float number) {
        change(cell, number);
        act();
    }

    const LessonRun& run() const { return state_.run; }
    const CourseRecord& record() const { return state_.record; }
    const std::string& told() const { return told_; }
    bool lists_lessons() const { return lists_lessons_; }
    float number(const std::string& cell) { return trace().value(*parse_cell_name(cell)); }

private:
    const Trace& trace() { return engine_.compute(session_.layer()); }

    void send(const LessonEvent& event) {
        LessonAdvance next =
            advance(state_, event, {.now = {session_, trace()}, .course = course_, .revision = revision_});
        state_ = std::move(next.state);
        for (const LessonRequest& request : next.requests)
            std::visit([this](const auto& asked) { answer(asked); }, request);
    }

    void change(const std::string& cell, float number) {
        session_ = attn::apply(session_, SetCell{*parse_cell_name(cell), number})->session;
        ++revision_;
    }

    void act() {
        send(Follow());
        while (!state_.run.acting.empty()) {
            const std::string line = state_.run.acting.front();
            state_.run.acting.erase(state_.run.acting.begin());
            constexpr std::string_view typing = "type cell:";
            const bool is_shown = state_.run.shows_solution;
            const bool changes = line.starts_with(typing);
            if (changes) {
                const std::size_t gap = line.rfind(' ');
                change(line.substr(typing.size(), gap - typing.size()), *parse_number(line.substr(gap)));
            }
            if (is_shown)
                send(Show{{.target = line, .text = line, .cell = {}}, changes});
            send(Follow());
        }
    }

    void open_step(StepToOpen to, bool is_new = false) {
        state_.run = std::move(to.run);
        if (is_new)
            to.session = state_.run.lesson->sessions[state_.run.now().session];
        if (to.session) {
            session_ = *std::move(to.session);
            ++revision_;
        }
        tell(Begin());
    }

    void answer(const GoToLessonStep& step) { open_step(step_to_open(state_.run, step)); }
    void answer(const BringBackBeginning& /*request*/) {
        session_ = state_.run.beginning->session;
        ++revision_;
    }
    void answer(const lesson_request::BeginAnew& /*request*/) { open(state_.run.lesson->id, 0); }
    void answer(const lesson_request::ListLessons& /*request*/) { lists_lessons_ = true; }
    void answer(const lesson_request::GoToCell& /*request*/) {}
    void answer(const lesson_request::Tell& told) { told_ = told.text; }

    LessonShelf course_{assets};
    LessonVariant draw_;
    LessonState state_;
    Session session_;
    Engine engine_;
    std::uint64_t revision_ = 0;
    std::string told_;
    bool lists_lessons_ = false;
};

const std::string lesson = "only-the-product-counts";

TEST(LessonRun, GoesFromTheFirstStepToTheListOfLessons) {
    Learner learner(lesson);
    EXPECT_TRUE(learner.run().has_begun);
    EXPECT_EQ(learner.record().open_steps.at(lesson).size(), 4);

    learner.tell(GoOn());
    EXPECT_EQ(learner.run().step, 0) << "the bet waits";
    EXPECT_THAT(learner.told(), HasSubstr("Place your bet first"));
    learner.tell(Choose{1});
    EXPECT_TRUE(learner.run().bet.is_settled);
    EXPECT_FALSE(learner.run().bet.was_right);
    EXPECT_EQ(learner.run().bet.said, "The row asks.");
    learner.tell(Choose{0});
    EXPECT_FALSE(learner.run().bet.was_right) << "there is one try";
    learner.tell(GoOn());

    ASSERT_EQ(learner.run().step, 1);
    learner.type("W_K/1[6,2]", -1);
    EXPECT_EQ(learner.run().task.said.letters(), "That is one of the two signs.");
    learner.tell(GoOn());
    EXPECT_THAT(learner.told(), HasSubstr("Do the task first"));
    learner.type("W_K/1[7,3]", -1);
    EXPECT_TRUE(learner.run().task.is_done);
    learner.type("W_K/1[7,3]", 1);
    EXPECT_FALSE(learner.run().task.is_done);
    EXPECT_TRUE(learner.run().is_through()) << "it was done";
    learner.tell(GoOn());

    EXPECT_EQ(learner.run().step, 2);
    EXPECT_THAT(learner.run().says.say.letters(), HasSubstr("All four products are 1"));
    learner.tell(GoOn());
    learner.tell(Type{8});
    EXPECT_TRUE(learner.run().bet.was_right);
    learner.tell(GoOn());
    learner.tell(Choose{0});
    EXPECT_TRUE(learner.run().bet.is_settled) << "what the reveal does was done";
    learner.tell(GoOn());
    EXPECT_TRUE(learner.run().is_last());
    EXPECT_FALSE(learner.record().open_steps.contains(lesson));
    EXPECT_EQ(learner.record().furthest(lesson), std::ssize(learner.run().lesson->steps)) << "its end was reached";
    learner.tell(GoOn());
    EXPECT_TRUE(learner.lists_lessons() && learner.run().has_ended);
}

TEST(LessonRun, BringsBackWhatWasAnsweredAndDone) {
    Learner learner(lesson);
    learner.tell(Choose{1});
    learner.tell(GoOn());
    learner.type("W_K/1[6,2]", -1);
    learner.type("W_K/1[7,3]", -1);
    learner.open(lesson, 0);
    EXPECT_TRUE(learner.run().bet.is_settled);
    EXPECT_FALSE(learner.run().bet.was_right);
    learner.tell(GoOn());
    EXPECT_TRUE(learner.run().task.is_done && learner.run().task.was_before);
    EXPECT_EQ(learner.number("W_K/1[7,3]"), -1) << "the solution, since nobody knows how it was done";
    learner.tell(Again());
    EXPECT_FALSE(learner.run().task.is_done) << "begun again, it is asked again";
    EXPECT_EQ(learner.number("W_K/1[7,3]"), 1);
}

TEST(LessonRun, SkipsAStepThatStaysOpen) {
    Learner learner(lesson);
    learner.tell(Skip());
    EXPECT_EQ(learner.run().step, 1);
    EXPECT_EQ(learner.record().open_steps.at(lesson).front(), 0);
    EXPECT_TRUE(learner.record().is_open(learner.run(), 0));
    learner.tell(GoBack());
    EXPECT_NE(learner.run().open_bet(), nullptr);
}

TEST(LessonRun, GivesHintsAndTakesBackOwnChangesBeforeItShowsTheSolution) {
    Learner learner(lesson);
    learner.tell(Skip());
    learner.type("W_Q/1[1,1]", 3);
    EXPECT_THAT(learner.run().task.in_the_way, HasSubstr("the task asks for W_K⁽¹⁾ alone"));
    EXPECT_FALSE(learner.run().offers_hint());
    learner.type("W_Q/1[1,1]", 4);
    learner.type("W_Q/1[1,1]", 5);
    EXPECT_TRUE(learner.run().offers_hint());
    learner.tell(Hint());
    learner.tell(Hint());
    EXPECT_EQ(learner.run().hints, 2);
    learner.tell(Hint());
    EXPECT_TRUE(learner.run().task.is_done);
    EXPECT_EQ(learner.run().shown.size(), 3) << "own changes taken back, and two numbers";
}

TEST(LessonRun, SomebodyWhoKnowsItEndsWithItsLastTask) {
    Learner learner(lesson);
    learner.tell(GoToTaskThatShowsAll());
    EXPECT_EQ(learner.run().step, 1);
    learner.type("W_K/1[6,2]", -1);
    learner.type("W_K/1[7,3]", -1);
    learner.tell(GoOn());
    EXPECT_TRUE(learner.lists_lessons());
    EXPECT_FALSE(learner.record().open_steps.contains(lesson));
}

TEST(LessonRun, OfALectureShowsWhatNobodyAnswers) {
    Learner learner("five-notes");
    for (int page = 0; page < 100 && learner.told().empty(); ++page) {
        learner.tell(GoOnInScene());
        EXPECT_TRUE(learner.run().answers.empty());
    }
    EXPECT_TRUE(learner.run().is_last());
    EXPECT_THAT(learner.told(), HasSubstr("That was the last scene."));
    EXPECT_TRUE(learner.record().lesson_progress.empty()) << "an audience makes no progress in the course";
}

TEST(LessonRun, OfAQuizCountsAndAsksAgainWhatWasMissed) {
    Learner learner("quiz", {7, {}});
    Index asked = 0;
    while (!learner.run().is_last()) {
        const Bet* const bet = learner.run().open_bet();
        if (bet != nullptr && bet->kind == Bet::Kind::choose && !bet->right_if) {
            const auto right = std::ranges::find(bet->choices, true, &Choice::right) - bet->choices.begin();
            learner.tell(Choose{++asked > 1 ? right : right == 0 ? 1 : 0});
        }
        learner.tell(Skip());
    }
    const auto right = std::ranges::count(learner.run().answers, true, &LessonAnswer::right);
    EXPECT_EQ(right, asked - 1);
    EXPECT_EQ(learner.record().missed.at("quiz").size(), 1);
    EXPECT_FALSE(learner.record().lesson_work.contains("quiz")) << "its questions change their order";
}

TEST(LessonRun, TakesAnyEventInAnyStepOfAnyLesson) {
    const LessonShelf course(assets);
    std::mt19937 random(1);
    const auto below = [&](Index count) { return static_cast<Index>(random() % static_cast<unsigned>(count)); };
    for (const auto* const labels : {&course.labels(), &course.lectures()})
        for (const LessonLabel& label : *labels) {
            SCOPED_TRACE(label.id);
            Learner learner(label.id);
            for (int event = 0; event < 40; ++event)
                switch (below(12)) {
                case 0:
                    learner.tell(Choose{below(9)});
                    break;
                case 1:
                    learner.tell(Type{static_cast<float>(below(9))});
                    break;
                case 2:
                    learner.tell(Mark{{0, ArrayId::A, 0, 0, below(4), below(4)}});
                    break;
                case 3:
                    learner.tell(Place());
                    break;
                case 4:
                    learner.tell(Hint());
                    break;
                case 5:
                    learner.tell(GoOn());
                    break;
                case 6:
                    learner.tell(GoBack());
                    break;
                case 7:
                    learner.tell(GoOnInScene());
                    break;
                case 8:
                    learner.tell(Note());
                    break;
                case 9:
                    learner.tell(Again());
                    break;
                case 10:
                    learner.tell(GoToTaskThatShowsAll());
                    break;
                default:
                    learner.tell(Skip());
                }
            EXPECT_LT(learner.run().step, learner.run().lesson->steps.size());
        }
}

TEST(LessonRun, ResumesWithTheWorkOfASavedSession) {
    Learner learner(lesson);
    learner.tell(Choose{0});
    learner.tell(GoOn());
    const LessonRun resumed = run_of(Lesson(*learner.run().lesson), *work_in(learner.run()));
    EXPECT_EQ(resumed.step, 1);
    EXPECT_TRUE(resumed.has_own_work);
    EXPECT_EQ(resumed.answers, learner.run().answers);
}

} // namespace
} // namespace attn
