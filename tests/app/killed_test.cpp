// Real windows that are killed, and the offer of the next window.

#include "core/journal/left_work.h"
#include "tests/app/program.h"
#include "tests/comes_about.h"

#include <csignal>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

class Killed : public Program {
protected:
    void SetUp() override {
        display_ = Display::start();
        if (!display_)
            GTEST_SKIP() << Display::missing;
    }

    std::filesystem::path journals() const { return file("state/attention-lab/unsaved"); }
    /// The number W_Q/1[1,1] in the only journal; nullopt if there is no journal.
    std::optional<float> kept() const {
        for (const std::string& name : names_in(journals(), 10))
            if (const Result<UnsavedWork> work = read_left_work(journals() / name))
                return work->session->layer().heads.front().W_Q(0, 0);
        return std::nullopt;
    }
    /// A window that waits. Before that, a script typed 0.125, then 0.25, and ran the lines `goes_on`.
    std::unique_ptr<Process> changed_window(const std::string& goes_on = "") {
        std::ofstream(file("change.play")) << "open --preset by-hand\n"
                                              "step W_Q\nhead 1\n"
                                              "type cell:W_Q/1[1,1] \"0.125\"\n"
                                              "type cell:W_Q/1[1,1] \"0.25\"\n"
                                           << goes_on
                                           << "screenshot done.png\n"
                                              "wait 1000000\n";
        auto window = std::make_unique<Process>(command({"play", "change.play", "--journal", journals().string()}),
                                                with(*display_), folder_.path());
        EXPECT_TRUE(comes_about([&] { return std::filesystem::exists(file("done.png")) || !window->running(); }));
        EXPECT_TRUE(window->running()) << window->wait().errors;
        return window;
    }
    /// Expects that the next window offers the work, opens it, and shows the last change.
    void expect_offer() {
        std::ofstream(file("open.play")) << "expect left-work 1\n"
                                            "screenshot offer.png\n"
                                            "click action:left-open/1\n"
                                            "expect cell:W_Q/1[1,1] 0.25\n";
        const Finished next =
            run(command({"play", "open.play", "--journal", journals().string()}), with(*display_), folder_.path());
        EXPECT_EQ(next.status, 0) << next.errors;
    }

    std::unique_ptr<Display> display_;
};

TEST_F(Killed, BySigkillItIsOfferedAsItWasTwoSecondsBeforeAtMost) {
    const auto window = changed_window();
    ASSERT_TRUE(comes_about([&] { return kept() == 0.25F; }));
    ::kill(window->id(), SIGKILL);
    EXPECT_EQ(window->wait().signal, SIGKILL);
    expect_offer();
}

class EndedBySignal : public Killed, public testing::WithParamInterface<int> {};

TEST_P(EndedBySignal, ItWritesTheLastChangeAndEndsAsTheSignalHasIt) {
    const auto window = changed_window();
    ::kill(window->id(), GetParam());
    EXPECT_EQ(window->wait().signal, GetParam());
    EXPECT_EQ(kept(), 0.25F);
    expect_offer();
}

INSTANTIATE_TEST_SUITE_P(EachSignal, EndedBySignal, testing::Values(SIGTERM, SIGHUP, SIGINT),
                         [](const auto& signal) { return std::to_string(signal.param); });

TEST_F(Killed, ByADisplayThatDiesItWritesTheLastChangeAndSaysSo) {
    const auto window = changed_window();
    display_.reset();
    const Finished ended = window->wait();
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.errors, HasSubstr("the display is gone"));
    EXPECT_EQ(kept(), 0.25F);
    display_ = Display::start();
    ASSERT_TRUE(display_);
    expect_offer();
}

TEST_F(Killed, TheWindowThatIsStartedNextOffersItAndKeepsItOnItsOwn) {
    {
        Process window(command({"--preset", "by-hand"}), with(*display_), folder_.path());
        const std::string id = display_->find_window("Attention Lab");
        ASSERT_FALSE(id.empty());
        display_->xdotool({"key", "--window", id, "Return"}); // opens the selected cell
        display_->xdotool({"type", "--window", id, "0.25"});
        display_->xdotool({"key", "--window", id, "Return"});
        ASSERT_TRUE(comes_about([&] { return !names_in(journals(), 10).empty() && kept(); }));
        ::kill(window.id(), SIGKILL);
        EXPECT_EQ(window.wait().signal, SIGKILL);
    }
    const std::vector<std::string> left = names_in(journals(), 10);
    ASSERT_EQ(left.size(), 1U);
    Process next(command({"--preset", "by-hand"}), with(*display_), folder_.path());
    const std::string id = display_->find_window("Attention Lab");
    ASSERT_FALSE(id.empty());
    // The key O opens the marked offer, once that is there; before, it does nothing.
    ASSERT_TRUE(comes_about([&] {
        display_->xdotool({"key", "--window", id, "o"});
        return display_->title_of(id).find("•") != std::string::npos;
    }));
    EXPECT_TRUE(comes_about([&] { return !std::filesystem::exists(journals() / left.front()) && kept(); }));
    display_->xdotool({"key", "--window", id, "ctrl+q"});
    display_->xdotool({"key", "--window", id, "Right"}); // Discard
    display_->xdotool({"key", "--window", id, "Return"});
    EXPECT_EQ(next.wait().status, 0);
    EXPECT_TRUE(names_in(journals(), 10).empty());
}

TEST_F(Killed, RightAfterAnotherSessionWasOpenedTheEarlierWorkIsOffered) {
    const auto window = changed_window("click action:menu/presets\nclick action:preset/masks\nexpect token:1 rose\n");
    ASSERT_TRUE(comes_about([&] { return kept() == 0.25F; }));
    ::kill(window->id(), SIGKILL);
    EXPECT_EQ(window->wait().signal, SIGKILL);
    expect_offer();
}

TEST_F(Killed, ClosedByItsUserItLeavesNothing) {
    Process window(command({"--preset", "by-hand"}), with(*display_), folder_.path());
    const std::string id = display_->find_window("Attention Lab");
    ASSERT_FALSE(id.empty());
    display_->close_window(id);
    EXPECT_EQ(window.wait().status, 0);
    EXPECT_TRUE(names_in(journals(), 10).empty());
}

TEST_F(Killed, APlayedScriptLeavesNothingUnlessItIsTold) {
    ASSERT_EQ(play("open --preset by-hand\nstep W_Q\ntype cell:W_Q/1[1,1] \"0.25\"\n").status, 0);
    EXPECT_FALSE(std::filesystem::exists(file("state")));
}

TEST_F(Killed, APlayedScriptKeepsItsJournalUnderABareNameToo) {
    const std::string script =
        "open --preset by-hand\nstep W_Q\ntype cell:W_Q/1[1,1] \"0.25\"\nexpect overlay notice\n";
    for (const char* name : {"jr", "./js", "deep/jt", "ju/"}) {
        const Finished played = play(script, {"--journal", name});
        EXPECT_EQ(played.status, 0) << name << ": " << played.errors;
        EXPECT_TRUE(std::filesystem::is_directory(file(name))) << name;
        EXPECT_FALSE(names_in(file(name), 10).empty()) << name;
    }
}

TEST_F(Killed, APlayedScriptWhoseJournalCannotBeMadeDoesNothing) {
    std::ofstream(file("taken")) << "a file";
    for (const char* name : {"taken", "taken/in", "/dev/null", ""}) {
        const Finished refused = play("screenshot a.png\n", {"--journal", name});
        EXPECT_EQ(refused.status, 2) << name;
        EXPECT_TRUE(is_one_line(refused.errors)) << name << ": " << refused.errors;
        EXPECT_FALSE(std::filesystem::exists(file("a.png"))) << name;
    }
}

} // namespace
} // namespace attn
