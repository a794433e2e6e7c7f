// Messages of the window go when they are no longer true: notices, progress, the first minute.

#include "core/document/files/session_file.h"
#include "core/figure/number.h"
#include "core/figure/theme.h"
#include "core/files/file.h"
#include "tests/array_files.h"
#include "tests/judge/claims.h"
#include "tests/random_layer.h"
#include "tests/reference/reference.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <vector>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string notice_in(OffscreenWindow& window) {
    const std::optional<Notice>& notice = window.app().workspace().notice;
    return notice ? notice->text.letters() : "";
}

TEST(Notice, OfWhatAnEditDidGoesWhenItIsTakenBack) {
    OffscreenWindow window(preset("by-hand"));
    ASSERT_TRUE(window.app().edit(Pin{{0, ArrayId::A, 0, 0, 2, 1}, 0.5F}));
    window.settle();
    ASSERT_TRUE(window.app().edit(RemoveToken{0, 2, Side::sequence}));
    window.settle();
    EXPECT_THAT(notice_in(window), HasSubstr("A pin was removed with its token."));
    window.key("ctrl+z");
    EXPECT_EQ(notice_in(window), "") << "the pin is there again";
    window.key("ctrl+y");
    EXPECT_EQ(notice_in(window), "");
}

TEST(Notice, KeepsFromTheButtonsAboveItAndFromTheBorderBeneath) {
    for (const Point size : {Point{1280, 720}, Point{1143, 714}, Point{853, 480}}) { // it has two lines there
        OffscreenWindow window(preset("who-and-where"), size.x, size.y);
        window.click("action:head-on");
        ASSERT_TRUE(window.shows("notice")) << size.x;
        const Box notice = window.place_of("notice");
        EXPECT_GE(notice.y, window.place_of("action:play").bottom() + 4) << size.x;
        EXPECT_LE(notice.bottom(), size.y - measure::tokens - 4) << size.x;
    }
}

TEST(Notice, LeavesNoGapBetweenItsLinesAndTheBorder) {
    OffscreenWindow window(preset("who-and-where"), 853, 480);
    window.click("action:head-on");
    const Box notice = window.place_of("notice");
    ASSERT_GT(notice.height, 20) << "more than one line";
    for (float y = notice.y + 0.5F; y < 480 - measure::tokens; ++y) {
        const auto covers = [&](const Item& item) {
            const auto* const ground = std::get_if<Rectangle>(&item.shape());
            return ground != nullptr && ground->fill.a == 255 && ground->box.contains({notice.centre().x, y});
        };
        EXPECT_TRUE(std::ranges::any_of(window.app().scene().list.items, covers)) << y;
    }
}

TEST(Notice, OfWhatIsCountedFromTheBaselineGoesWithIt) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_EQ(window.says("action:baseline-keep"), "Set baseline");
    const float beside = window.place_of("action:menu/file").x;
    window.click("action:baseline-keep");
    EXPECT_EQ(window.place_of("action:menu/file").x, beside) << "nothing moves";
    window.click("action:head-on");
    EXPECT_THAT(notice_in(window), HasSubstr("since the baseline"));
    window.click("action:baseline-drop");
    EXPECT_EQ(notice_in(window), "");
    window.click("action:head-on");
    EXPECT_THAT(notice_in(window), HasSubstr("what this moved"));
}

TEST(Notice, OfAChangeSaysWhatIsCountedFrom) {
    OffscreenWindow window(preset("who-and-where"));
    window.show(ArrayId::W_Q);
    window.run("baseline-keep");
    window.double_click("cell:W_Q/2[1,1]");
    window.type("0.5");
    EXPECT_THAT(notice_in(window), HasSubstr("Press m for what moved since the baseline"));
    window.key("ctrl+m");
    window.click("action:head-on");
    window.key("m");
    EXPECT_THAT(window.says("moved"), HasSubstr("You changed W_Q of head 2 and the mask and switched head 2 off: "));
}

TEST(Notice, IsNoneOfANumberThatIsEnteredAsItIs) {
    OffscreenWindow window(preset("who-and-where"));
    window.show(ArrayId::W_Q);
    window.double_click("cell:W_Q/2[1,1]");
    window.type(exact_number(window.app().trace().value({0, ArrayId::W_Q, 0, 1, 0, 0})));
    EXPECT_EQ(notice_in(window), "");
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Notice, SaysWhatWasPasted) {
    OffscreenWindow window(preset("who-and-where"));
    window.show(ArrayId::W_Q);
    window.click("cell:W_Q/2[1,1]");
    window.paste("1\t2\n3\t4\n");
    window.settle();
    EXPECT_EQ(notice_in(window), "Pasted 2 × 2 numbers into W_Q⁽²⁾.");
}

TEST(Notice, OfOpenedWeightsGoesWhenTheyAreTakenBack) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    const std::filesystem::path weights = folder / "w.npz";
    window.key("ctrl+p");
    window.type("export the weights");
    window.key("ctrl+a");
    window.type(weights.string());
    ASSERT_TRUE(std::filesystem::exists(weights));
    window.app().drop({weights});
    window.settle();
    EXPECT_THAT(notice_in(window), HasSubstr("This session now has the weights of w.npz."));
    window.key("ctrl+z");
    EXPECT_EQ(notice_in(window), "");
}

TEST(Notice, OfOpenedNumbersSaysHowManyAreNone) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const auto& [numbers, said] :
         {std::pair(std::vector<float>{nan, 1, 2, std::numeric_limits<float>::infinity(), 0, 0, 0, 0},
                    "This session now has X of x.npy. 2 of its 8 numbers are NaN or infinite."),
          std::pair(std::vector<float>(8, 1.0F), "This session now has X of x.npy.")}) {
        ASSERT_TRUE(write_npy(folder / "x.npy", std::array<Index, 2>{2, 4}, numbers));
        window.app().drop({folder / "x.npy"});
        window.settle();
        EXPECT_EQ(notice_in(window), said);
    }
}

TEST(Notice, OfABaselineGoesWithIt) {
    OffscreenWindow window(preset("by-hand"));
    ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
    window.settle();
    window.key("m");
    window.key("enter");
    window.settle();
    ASSERT_THAT(notice_in(window), HasSubstr("The state before “switch head 1 off” is the baseline now"));
    window.key("ctrl+p");
    window.type("forget the baseline");
    window.settle();
    EXPECT_EQ(notice_in(window), "");
}

TEST(Notice, WhyNothingCouldBeDoneGoesWhenTheSessionIsAnother) {
    OffscreenWindow window(preset("by-hand"));
    ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
    window.settle();
    ASSERT_FALSE(window.app().edit(SetCell{{0, ArrayId::b_Q, 0, 0, 0, 0}, 1}));
    window.settle();
    EXPECT_NE(notice_in(window), "");
    window.key("ctrl+z");
    EXPECT_EQ(notice_in(window), "");
}

TEST(Notice, OfRandomEditsIsSoAndOfTheSessionThatIsShown) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        test::Random random(seed);
        OffscreenWindow window(preset(seed % 2 == 0 ? "masks" : "who-and-where"));
        std::uint64_t told_of = 0;
        std::string told;
        for (int i = 0; i < 12; ++i) {
            const Sizes sizes = sizes_of(window.app().session().layer());
            const auto any = [&](Index count) { return test::random_index(random, 0, count - 1); };
            switch (any(6)) {
            case 0:
                static_cast<void>(
                    window.app().edit(Pin{{0, ArrayId::A, any(sizes.B), any(sizes.H), any(sizes.S_q), 0}, 1}));
                break;
            case 1:
                static_cast<void>(window.app().edit(RemoveToken{0, any(sizes.S_q), Side::sequence}));
                break;
            case 2:
                window.key("ctrl+z");
                break;
            case 3:
                window.key("ctrl+y");
                break;
            case 4:
                window.key("ctrl+b");
                break;
            default:
                static_cast<void>(window.app().edit(SetHeadOn{any(sizes.H), any(2) == 0}));
            }
            window.settle();
            const Session& session = window.app().session();
            const std::optional<Notice>& notice = window.app().workspace().notice;
            if (!notice)
                continue;
            EXPECT_THAT(test::claim_complaints({*notice}, session, test::Reference(session.layer())), IsEmpty())
                << seed << ": " << notice->text.letters();
            ASSERT_TRUE(notice->told_of);
            if (notice->holds == HoldsWhile::session_is_as_is && notice->text.letters() == told) {
                EXPECT_EQ(notice->told_of, told_of) << notice->text.letters();
            }
            told = notice->text.letters();
            told_of = *notice->told_of;
        }
    }
}

TEST(DoneGoal, IsNoLongerSaidToBeSoWhenItIsChangedAgain) {
    OffscreenWindow window(preset("masks"));
    ASSERT_TRUE(window.app().edit(SetOption{OptionId::mask, {}}));
    window.settle();
    ASSERT_THAT(window.says("stage.hint"), HasSubstr("Done: words may read later ones now."));
    ASSERT_TRUE(window.app().edit(SetOption{OptionId::mask, 1}));
    window.settle();
    EXPECT_THAT(window.says("stage.hint"), Not(HasSubstr("words may read later ones now")));
    EXPECT_THAT(window.says("stage.hint"), HasSubstr("That was done."));
    window.key("ctrl+z");
    EXPECT_THAT(window.says("stage.hint"), HasSubstr("Done: words may read later ones now."));
}

TEST(DoneGoal, GoesWithTheWordThatItNamesAndComesBackWithIt) {
    OffscreenWindow window(preset("induction"));
    const auto edit = [&](const Edit& edit) {
        ASSERT_TRUE(window.app().edit(edit));
        window.settle();
    };
    edit(Pin{*parse_cell_name("O/1[4,1]"), 1});
    ASSERT_THAT(window.says("stage.hint"), HasSubstr("Done: another word comes after rose."));
    edit(RemoveToken{0, 3});
    EXPECT_THAT(window.says("stage.hint"), Not(HasSubstr("one")));
    edit(SetCell{*parse_cell_name("W_Q/1[1,1]"), 3});
    window.key("ctrl+z");
    window.key("ctrl+z");
    EXPECT_THAT(window.says("stage.hint"), HasSubstr("Done: another word comes after rose."));
}

TEST(DoneGoal, IsNoneOfAnotherTextToTry) {
    OffscreenWindow window(preset("masks"));
    ASSERT_TRUE(window.app().edit(SetOption{OptionId::mask, {}}));
    window.settle();
    ASSERT_TRUE(window.app().edit(SetText{SetText::Which::hint, "read a poem."}));
    window.settle();
    EXPECT_EQ(window.says("stage.hint"), "Try: read a poem.");
}

AppOptions of_a_newcomer() {
    AppOptions options;
    options.offers_start = true;
    return options;
}

TEST(FirstMinute, TheWordIsNotSaidToBeMadeByTrainingWhereAHeadIsMissing) {
    OffscreenWindow window(preset("eight-heads"), 1440, 900, of_a_newcomer());
    ASSERT_THAT(window.says("start.text"), HasSubstr("It was trained to"));
    window.click("action:lesson-next");
    window.click("action:lesson-answer/1");
    window.click("action:lesson-back"); // to the word
    ASSERT_THAT(window.says("start.title"), HasSubstr("sessents comes out"));
    EXPECT_THAT(window.says("start.text"), Not(HasSubstr("trained")));
}

TEST(FirstMinute, WhatItSaysOfAnyWordAndAnyHeadsIsSo) {
    OffscreenWindow window(preset("eight-heads"), 1440, 900, of_a_newcomer());
    std::set<std::string> texts;
    for (const std::string word : {"stressed", "anna"}) {
        if (window.shows("field:name"))
            window.fill_in("field:name", word);
        for (int heads = 0; heads < 3; ++heads) {
            const auto look = [&] {
                const Session& session = window.app().session();
                const test::Reference reference(session.layer());
                EXPECT_THAT(test::claim_complaints(window.app().scene().list, session, reference), IsEmpty())
                    << word << " " << heads << " " << window.says("start.text");
                texts.insert((window.says("start.text") + window.says("start.ask")).substr(0, 12));
            };
            if (!window.shows("action:lesson-answer/1") && !window.shows("action:switch-head/1")) {
                look();
                window.click("action:lesson-next");
                look();
            }
            if (window.shows("action:lesson-answer/1"))
                window.click("action:lesson-answer/1");
            else
                window.click("action:switch-head/" + std::to_string(heads + 1));
            look();
            if (window.shows("action:lesson-next"))
                window.click("action:lesson-next");
            look();
        }
        window.click("action:heads-all-on");
    }
    EXPECT_GT(texts.size(), 4U);
}

} // namespace
} // namespace attn
