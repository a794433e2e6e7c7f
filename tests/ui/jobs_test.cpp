// Work beside the frames, in an offscreen window. Time plays no part: the queue is blocked until the test has seen what
// the window shows meanwhile.

#include "core/document/files/session_file.h"
#include "core/files/npy.h"
#include "tests/array_files.h"
#include "tests/happens.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <atomic>
#include <gtest/gtest.h>

namespace attn {
namespace {

/// Blocks the queue of a window, except for layers.
class Gate {
public:
    void close(Jobs& jobs) {
        const auto wait = [this](Engine&, const std::stop_token& stop, const Computing::Hears&) {
            EXPECT_TRUE(happens([&] { return open_ || stop.stop_requested(); })) << "the gate is never opened";
            return open_.load();
        };
        jobs.computing().begin_patient({wait, false});
    }
    void open() { open_ = true; }

private:
    std::atomic<bool> open_ = false;
};

class JobsOfAWindow : public testing::Test {
protected:
    /// Writes a file with the layer's scores in place of its scaled scores, as somebody's own answer.
    std::filesystem::path write_unscaled() {
        const Trace& trace = window_.app().trace();
        const Sizes sizes = trace.sizes();
        std::vector<float> numbers;
        for (Index head = 0; head < sizes.H; ++head)
            for (Index i = 0; i < sizes.S_q; ++i)
                for (Index j = 0; j < sizes.S_k; ++j)
                    numbers.push_back(trace.value({0, ArrayId::scores, 0, head, i, j}));
        EXPECT_TRUE(write_npy(folder_ / "scaled.npy", std::array{sizes.H, sizes.S_q, sizes.S_k}, numbers));
        return folder_ / "scaled.npy";
    }
    void change(float value) {
        ASSERT_TRUE(window_.app().edit(SetCell{*parse_cell_name("W_Q/2[1,1]"), value}));
        window_.glance();
    }
    float changed_cell() { return window_.app().trace().value(*parse_cell_name("W_Q/2[1,1]")); }
    Jobs& jobs() { return window_.app().jobs(); }
    /// Draws frames until the window's progress begins with these words; false if that never happens.
    bool says_progress(std::string_view words) {
        return happens([&] {
            window_.glance();
            return window_.shows("progress") && window_.says("progress").starts_with(words);
        });
    }
    void go_on() {
        gate_.open();
        window_.settle();
    }

    TemporaryFolder folder_;
    Gate gate_;
    OffscreenWindow window_{preset("who-and-where")};
};

TEST_F(JobsOfAWindow, AreNoneWhereNothingTakesItsTime) {
    EXPECT_FALSE(jobs().is_busy());
    window_.app().drop({write_unscaled()});
    window_.settle();
    EXPECT_FALSE(jobs().is_busy());
    EXPECT_FALSE(jobs().progress(Notation()));
    EXPECT_TRUE(window_.shows("comparison.title"));
}

TEST_F(JobsOfAWindow, ACheckIsDoneBesideTheFramesAgainstTheNumbersItBeganWith) {
    const std::filesystem::path unscaled = write_unscaled();
    gate_.close(jobs());
    window_.app().drop({unscaled});
    ASSERT_TRUE(says_progress("Checking scaled.npy"));
    EXPECT_TRUE(window_.shows("action:cancel"));
    EXPECT_FALSE(window_.shows("comparison.title"));
    change(5);
    EXPECT_EQ(changed_cell(), 5) << "the layer can be changed meanwhile";
    EXPECT_TRUE(jobs().is_under_way(Job::checking));
    go_on();
    EXPECT_EQ(window_.says("comparison.title"), "scaled is the first stage that differs");
    EXPECT_EQ(window_.says("comparison.slip").find("Likely: scores are not scaled"), 0U)
        << window_.says("comparison.slip");
    EXPECT_FALSE(window_.shows("progress"));
}

TEST_F(JobsOfAWindow, ACancelledCheckSaysSoAndShowsNothing) {
    const std::filesystem::path unscaled = write_unscaled();
    gate_.close(jobs());
    window_.app().drop({unscaled});
    ASSERT_TRUE(says_progress("Checking"));
    window_.tap("escape");
    EXPECT_FALSE(jobs().is_under_way(Job::checking));
    EXPECT_FALSE(window_.shows("progress"));
    EXPECT_EQ(window_.says("notice"), "Checking was cancelled.");
    go_on();
    EXPECT_FALSE(window_.shows("comparison.title"));
}

TEST_F(JobsOfAWindow, AnExportWaitsForWhatIsUnderWayAndItsDialogSaysSo) {
    const std::filesystem::path unscaled = write_unscaled();
    gate_.close(jobs());
    window_.app().drop({unscaled});
    ASSERT_TRUE(says_progress("Checking scaled.npy"));
    window_.tap("ctrl+e");
    EXPECT_TRUE(window_.says("export.said").starts_with("Checking scaled.npy")) << window_.says("export.said");
    EXPECT_FALSE(window_.shows("action:export/save"));
    EXPECT_TRUE(window_.shows("action:cancel"));
    window_.tap("enter");
    EXPECT_FALSE(jobs().is_under_way(Job::exporting));
    EXPECT_TRUE(jobs().is_under_way(Job::checking)) << "and goes on";
    window_.click("action:cancel");
    EXPECT_FALSE(jobs().is_busy());
    EXPECT_TRUE(window_.shows("action:export/save"));
    gate_.open();
}

TEST_F(JobsOfAWindow, ACheckThatComesLateWaitsUntilNothingIsTyped) {
    const std::filesystem::path unscaled = write_unscaled();
    gate_.close(jobs());
    window_.app().drop({unscaled});
    window_.press("field:sentence");
    window_.glance();
    ASSERT_TRUE(window_.app().workspace().field);
    go_on();
    EXPECT_TRUE(window_.app().workspace().field);
    EXPECT_FALSE(window_.shows("comparison.title"));
    window_.key("escape");
    EXPECT_TRUE(window_.shows("comparison.title"));
}

TEST_F(JobsOfAWindow, AnotherDocumentGivesUpTheCheckOfTheLast) {
    const std::filesystem::path unscaled = write_unscaled();
    gate_.close(jobs());
    window_.app().drop({unscaled});
    ASSERT_TRUE(jobs().is_under_way(Job::checking));
    window_.app().show(preset("by-hand"));
    EXPECT_FALSE(jobs().is_under_way(Job::checking));
    go_on();
    EXPECT_FALSE(window_.shows("comparison.title"));
}

TEST_F(JobsOfAWindow, WhatMovedArrivesLaterAndNobodyWaitsForItWhenItIsClosed) {
    change(5);
    gate_.close(jobs());
    window_.tap("m");
    ASSERT_TRUE(happens([&] {
        window_.glance();
        return jobs().progress(Notation()).has_value();
    }));
    EXPECT_EQ(jobs().progress(Notation())->text, "Computing the state before “change W_Q⁽²⁾[1,1]”");
    EXPECT_EQ(window_.says("moved").find("The state before is being computed"), 0U) << window_.says("moved");
    window_.tap("escape");
    EXPECT_FALSE(window_.shows("moved"));
    EXPECT_FALSE(jobs().is_busy());
    window_.tap("m");
    EXPECT_TRUE(jobs().is_under_way(Job::diff));
    go_on();
    EXPECT_EQ(window_.says("action:moved/W_Q"), "1 of 64");
}

TEST_F(JobsOfAWindow, WhatMovedIsOfTheNewestEditThoughThatBeforeItWasAskedFor) {
    change(5);
    gate_.close(jobs());
    window_.tap("m");
    ASSERT_TRUE(jobs().is_under_way(Job::diff));
    ASSERT_TRUE(window_.app().edit(SetCell{*parse_cell_name("W_V/1[1,1]"), 3}));
    go_on();
    EXPECT_EQ(window_.says("action:moved/W_V"), "1 of 64");
    EXPECT_FALSE(window_.shows("action:moved/W_Q"));
}

/// Tests in which the list of moved arrays is open, and the line of W_Q is clicked while the queue is blocked.
class BaselineBefore : public JobsOfAWindow {
protected:
    void SetUp() override {
        before_ = changed_cell();
        change(5);
        window_.key("m");
        ASSERT_TRUE(window_.shows("action:moved/W_Q"));
        gate_.close(jobs());
        window_.press("action:moved/W_Q");
        window_.glance();
        ASSERT_TRUE(jobs().is_under_way(Job::baseline));
    }

    float before_ = 0;
};

TEST_F(BaselineBefore, TheLastEditArrivesLater) {
    ASSERT_TRUE(says_progress("Computing the state before “change W_Q⁽²⁾[1,1]”"));
    EXPECT_FALSE(window_.app().workspace().shows_change);
    go_on();
    EXPECT_TRUE(window_.app().workspace().shows_change);
    EXPECT_EQ(window_.says("notice").find("The state before “change W_Q⁽²⁾[1,1]” is the baseline now"), 0U)
        << window_.says("notice");
    EXPECT_EQ(changed_cell(), 5) << "the numbers that are shown are those of now";
    window_.key("m");
    EXPECT_EQ(window_.says("action:moved/W_Q"), "1 of 64") << "since the baseline";
}

TEST_F(BaselineBefore, ItCanBeCancelled) {
    ASSERT_TRUE(says_progress("Computing the state before"));
    window_.tap("escape");
    EXPECT_FALSE(jobs().is_busy());
    EXPECT_NE(window_.says("notice").find("cancelled"), std::string::npos) << window_.says("notice");
    go_on();
    EXPECT_FALSE(window_.app().workspace().shows_change);
    EXPECT_FALSE(window_.shows("progress"));
}

TEST_F(BaselineBefore, AnotherBaselineTakesItsPlace) {
    window_.tap("ctrl+b");
    EXPECT_FALSE(jobs().is_busy());
    go_on();
    EXPECT_EQ(window_.says("notice").find("These numbers are the baseline"), 0U) << window_.says("notice");
    window_.key("m");
    EXPECT_FALSE(window_.shows("action:moved/W_Q")) << "nothing moved since";
}

TEST(JobsAlone, WhatIsReadCanBeGivenUpAndIsNeverHeardOf) {
    const TemporaryFolder folder;
    ASSERT_TRUE(save_session(preset("by-hand"), folder / "tea.json"));
    Jobs jobs([] {});
    jobs.load({folder / "tea.json"}, preset("who-and-where"));
    EXPECT_EQ(jobs.under_way(), Job::loading);
    jobs.cancel(Job::loading);
    EXPECT_FALSE(jobs.is_busy());
    EXPECT_FALSE(jobs.take(Job::loading, std::chrono::seconds(1)));
    jobs.load({folder / "tea.json"}, preset("who-and-where"));
    EXPECT_TRUE(jobs.take(Job::loading, std::chrono::hours(1))) << "the next is read";
}

TEST(JobsAlone, OpeningIsCancelledWhileItIsComputed) {
    const TemporaryFolder folder;
    std::string words;
    for (int i = 0; i < 1500; ++i) // more than any machine computes during a frame
        words += i == 0 ? "\"a\"" : ",\"b\"";
    Result<Session> long_session = parse_session(R"({"version":1,"tokens":[)" + words +
                                                     R"(],"sizes":{"d_model":512,"heads":8,"d_k":64,"d_v":64}})",
                                                 "test", ".");
    ASSERT_TRUE(long_session);
    ASSERT_TRUE(save_session(*long_session, folder / "long.json"));
    OffscreenWindow window(preset("by-hand"));
    const Index tokens = window.app().trace().sizes().S_q;
    window.app().drop({folder / "long.json"});
    ASSERT_TRUE(happens([&] {
        window.glance();
        return window.shows("progress") && window.says("progress").starts_with("Computing");
    }));
    EXPECT_FALSE(window.app().edit(SetCell{*parse_cell_name("W_Q/1[1,1]"), 1})) << "another is on its way";
    window.tap("escape");
    EXPECT_FALSE(window.app().jobs().is_busy());
    EXPECT_EQ(window.says("notice"), "Opening was cancelled.");
    window.settle();
    EXPECT_EQ(window.app().trace().sizes().S_q, tokens);
    EXPECT_TRUE(window.app().edit(SetCell{*parse_cell_name("W_Q/1[1,1]"), 1}));
}

} // namespace
} // namespace attn
