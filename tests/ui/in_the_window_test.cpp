// Newcomers find in the window what they look for, and nothing is covered.

#include "core/document/session/edits.h"
#include "core/document/sources/source.h"
#include "core/explain/glossary.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/picture.h"
#include "tests/array_files.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/picture_offers.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The palettes of the stage's matrices.
std::vector<Palette> palettes_of_cells(OffscreenWindow& window) {
    std::vector<Palette> palettes;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const shown = std::get_if<ShownColours>(&item.says))
            palettes.push_back(shown->palette);
    return palettes;
}

TEST(InTheWindow, AKeptBaselineLeavesEveryMatrixAsItIs) {
    OffscreenWindow window(preset("who-and-where"));
    const std::vector<Palette> before = palettes_of_cells(window);
    window.key("ctrl+b");
    EXPECT_EQ(palettes_of_cells(window), before) << "nothing changed";
    EXPECT_THAT(window.says("stage.step"), HasSubstr("No change since the baseline."));
    // The change lies over the values, whose colours stay.
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0}));
    window.settle();
    EXPECT_THAT(window.says("stage.step"), HasSubstr(" Change since the baseline."));
    const std::vector<Palette> after = palettes_of_cells(window);
    EXPECT_THAT(after, testing::Contains(Palette::attention)) << "the shares";
    EXPECT_THAT(after, testing::Contains(Palette::diverging)) << "their change";
}

TEST(InTheWindow, ViewsOfPlainValuesHaveNoLegendOfAChange) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+b");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0}));
    window.settle();
    window.app().workspace().picture = PictureId::lines;
    window.settle();
    EXPECT_THAT(window.says("stage.step"), Not(HasSubstr("hange since the baseline")));
    EXPECT_THAT(palettes_of_cells(window), Not(testing::Contains(Palette::diverging)));
}

TEST(InTheWindow, PlayingAMatrixShowsWhatItIsMadeFrom) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::scores, PictureId::heatmap);
    window.key("space");
    EXPECT_EQ(window.app().workspace().picture, PictureId::product);
    window.key("escape");
    window.show(ArrayId::A, PictureId::heatmap);
    window.key("space");
    EXPECT_EQ(window.app().workspace().picture, PictureId::softmax);
}

TEST(InTheWindow, EveryDialogHasAButtonThatClosesIt) {
    for (const char* const dialog :
         {"sizes", "texts", "readouts", "notation", "keys", "manual", "glossary", "pins", "moved", "open", "save-as"}) {
        OffscreenWindow window(preset("by-hand"));
        window.run(dialog);
        ASSERT_TRUE(window.app().workspace().overlay) << dialog;
        EXPECT_THAT(window.says("action:close"), testing::AnyOf("Done", "Close", "Cancel", "×")) << dialog;
    }
}

TEST(InTheWindow, RareThingsStandUnderMoreUntilTheLayerHasThem) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/positions");
    EXPECT_FALSE(window.shows("action:rotary-halves"));
    window.click("action:menu/rare");
    EXPECT_TRUE(window.shows("action:rotary-halves"));
    EXPECT_TRUE(window.shows("field:soft-cap"));
    window.click("action:rotary-halves");
    window.click("action:menu/positions");
    EXPECT_TRUE(window.shows("action:rotary-halves")) << "the layer has it now";
}

TEST(InTheWindow, PresetsDoNotTellTheirAnswersInTheMenu) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/presets");
    std::string text;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const shown = std::get_if<Text>(&item.shape()))
            text += shown->text + " ";
    EXPECT_THAT(text, HasSubstr("Which adjective belongs to"));
    const Result<std::vector<Preset>> presets = list_presets(assets_folder());
    ASSERT_TRUE(presets);
    for (const Preset& row : *presets) {
        EXPECT_THAT(text, HasSubstr(row.title));
        const std::string answer = preset(row.name).about;
        EXPECT_THAT(text, Not(HasSubstr(answer.substr(0, answer.find_first_of(".:{"))))) << row.name;
    }
}

TEST(InTheWindow, EachViewIsOfAKindAndHasAPicture) {
    for (const Picture& picture : pictures())
        EXPECT_FALSE(kind_of_picture(picture.name).empty()) << picture.name;
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::scores);
    const std::size_t before = window.app().scene().list.items.size();
    window.click("action:menu/picture");
    EXPECT_GT(window.app().scene().list.items.size(), before + 300) << "small pictures of the views";
    window.click("action:picture/bilinear");
    EXPECT_EQ(window.app().workspace().picture, PictureId::bilinear);
}

TEST(InTheWindow, TheGlossaryIsReadFromAToZWithThePresentNumbers) {
    OffscreenWindow window(preset("by-hand"));
    window.find("glossary");
    window.key("home"); // it opened with the array in view
    EXPECT_EQ(window.says("glossary.term"), glossary().front().name);
    std::size_t with_picture = 0;
    for (const GlossaryTerm& term : glossary()) {
        EXPECT_EQ(window.says("glossary.term"), term.name);
        EXPECT_FALSE(term.shown.array.empty()) << term.name;
        with_picture += window.shows("glossary.shows") ? 1 : 0;
        window.tap("down");
    }
    EXPECT_GT(with_picture, 30U) << "the others are what this layer does not have";
    window.write("temp");
    EXPECT_EQ(window.says("glossary.term"), "temperature");
    window.key("enter");
    EXPECT_FALSE(window.app().workspace().overlay);
    EXPECT_EQ(window.app().workspace().picture, PictureId::softmax);
}

TEST(InTheWindow, ColoursAreStretchedFromTheBar) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::scores, PictureId::heatmap);
    window.click("action:menu/range");
    window.fill_in("field:range-high", "10");
    ASSERT_TRUE(window.app().workspace().has_fixed_range(ArrayId::scores));
    EXPECT_EQ(window.app().workspace().fixed_ranges.front().high, 10);
    window.click("action:menu/range"); // it went with the number
    window.click("action:range-stage");
    EXPECT_TRUE(window.app().workspace().shares_range);
    EXPECT_TRUE(window.app().workspace().fixed_ranges.empty());
}

/// The colour ranges of the small maps of the whole layer.
std::vector<Range> ranges_of_small_maps(OffscreenWindow& window) {
    std::vector<Range> ranges;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const map = std::get_if<Image>(&item.shape()))
            ranges.push_back(map->range);
    return ranges;
}

/// The colour range of the array on the stage.
Range range_in_sight(OffscreenWindow& window) {
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const bar = std::get_if<ExplainedColours>(&item.says))
            return bar->range;
    return {};
}

TEST(InTheWindow, AFixedRangeHoldsForWhatTheBarStandsForAndForNothingElse) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A, PictureId::heatmap);
    const std::vector<Range> before = ranges_of_small_maps(window);
    ASSERT_GT(before.size(), 5U);
    window.click("action:menu/range");
    window.fill_in("field:range-high", "0.5");
    const std::vector<Range> after = ranges_of_small_maps(window);
    ASSERT_EQ(after.size(), before.size());
    int others = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
        others += after[i] == before[i] ? 0 : 1;
    EXPECT_EQ(others, 1) << "that of A";
    window.key("alt+2");
    EXPECT_EQ(range_in_sight(window).high, 0.5F) << "in all heads";
    window.show(ArrayId::scores, PictureId::heatmap);
    EXPECT_NE(range_in_sight(window).source, RangeSource::fixed);
    window.click("action:menu/range");
    window.click("action:range-fixed");
    window.show(ArrayId::A, PictureId::heatmap);
    EXPECT_EQ(range_in_sight(window).high, 0.5F) << "each has its own";
    window.click("action:menu/range");
    window.click("action:range-matrix");
    EXPECT_EQ(range_in_sight(window).high, 1);
    window.show(ArrayId::scores, PictureId::heatmap);
    EXPECT_EQ(range_in_sight(window).source, RangeSource::fixed) << "of which nobody took it";
}

TEST(InTheWindow, WhatAHeadDoesIsAskedOnce) {
    OffscreenWindow window(preset("eight-heads"));
    window.key("a");
    int asked = 0;
    for (int head = 1; head <= 8; ++head)
        asked += window.shows("action:claim-of/" + std::to_string(head)) ? 1 : 0;
    EXPECT_EQ(asked, 1);
}

TEST(InTheWindow, EverythingIsReachedByKeys) {
    OffscreenWindow window(preset("by-hand"));
    window.key("f6");
    EXPECT_EQ(window.says("focus"), "action:menu/presets") << "the bar";
    window.key("tab");
    EXPECT_THAT(window.says("focus"), StartsWith("action:")) << window.says("focus");
    window.key("f6");
    EXPECT_THAT(window.says("focus"), HasSubstr("action:step/")) << "the pipeline";
    window.key("f6");
    const std::string on_stage = window.says("focus");
    for (int i = 0; i < 40 && window.says("focus") != "action:next"; ++i)
        window.key("tab");
    ASSERT_EQ(window.says("focus"), "action:next") << "from " << on_stage;
    const ArrayId before = window.app().workspace().step;
    window.key("enter");
    EXPECT_NE(window.app().workspace().step, before);
    window.key("escape");
    EXPECT_EQ(window.says("focus"), "(not on the screen)");
    // In a dialog Tab starts anew, and the window beneath is not reached.
    window.run("keys");
    window.key("tab");
    EXPECT_EQ(window.says("focus"), "action:close");
    window.key("enter");
    EXPECT_FALSE(window.app().workspace().overlay);
}

TEST(InTheWindow, ABareRecordingSaysNothingOfHowItCameAbout) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_npz(folder / "recorded.npz", {{"A", NdArray::of({2, 2}, {1, 0, 0.25F, 0.75F})}}));
    Source source;
    source.session = folder / "recorded.npz";
    source.tokens = {"the cat"};
    Result<Session> session = open_source(source, {});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->layer().sequence.items[0], (std::vector<std::string>{"the", "cat"}));
    OffscreenWindow window(*std::move(session));
    window.show(ArrayId::A);
    EXPECT_THAT(window.says("stage.hint"), Not(HasSubstr("temperature")));
    EXPECT_EQ(window.says("inspector.formula"), "(not on the screen)");
    EXPECT_FALSE(window.shows("action:ask-option/temperature"));
}

TEST(InTheWindow, AModelsLayerSaysWhichItIs) {
    Session session = preset("by-hand");
    session.origin = WeightsOrigin{"/models/gpt2/model.safetensors", "h.3.attn", false};
    OffscreenWindow window(std::move(session));
    EXPECT_THAT(window.settle().title, HasSubstr("layer 3 of gpt2 – Attention Lab"));
    bool is_beside_sentence = false;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            is_beside_sentence = is_beside_sentence || text->text.starts_with("layer 3 of gpt2  ·  ");
    EXPECT_TRUE(is_beside_sentence);
}

TEST(InTheWindow, AKeyThatShowsAnotherPictureShowsTheOneBeforeAgain) {
    OffscreenWindow window(preset("eight-heads"));
    ASSERT_EQ(window.app().workspace().picture, PictureId::heatmap) << "as the session opens";
    for (const char* const key : {"a", "t"}) {
        window.key(key);
        EXPECT_NE(window.app().workspace().picture, PictureId::heatmap) << key;
        window.key(key);
        EXPECT_EQ(window.app().workspace().picture, PictureId::heatmap) << key;
    }
    window.key("a");
    window.key("]");
    window.key("a");
    EXPECT_EQ(window.app().workspace().picture, std::nullopt) << "another stage has its own";
}

TEST(InTheWindow, AfterAKeyNothingIsToldOfWhereTheMouseHasBeenAllTheTime) {
    OffscreenWindow window(preset("by-hand"));
    window.click("cell:A/1[2,2]");
    window.key("escape");
    for (int i = 0; i < 120; ++i)
        window.glance();
    EXPECT_FALSE(window.app().scene().values.contains("tooltip"));
}

TEST(InTheWindow, EachKindOfPositionsIsMarkedInItsMenu) {
    Positions numbers;
    numbers.rows = Matrix::adopt(std::vector<float>(32), 4, 8);
    numbers.from_end = numbers.rows;
    for (const Positions::Kind kind : {Positions::Kind::none, Positions::Kind::sinusoidal, Positions::Kind::one_hot,
                                       Positions::Kind::given, Positions::Kind::both_ends}) {
        numbers.kind = kind;
        const auto session = attn::apply(preset("who-and-where"), SetPositions{numbers, Side::sequence});
        ASSERT_TRUE(session) << session.error().message;
        OffscreenWindow window(session->session);
        window.click("action:menu/positions");
        Index marks = 0;
        for (const Item& item : window.app().scene().list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape()))
                marks += text->text == "✓" ? 1 : 0;
        EXPECT_EQ(marks, 1) << static_cast<int>(kind);
    }
}

TEST(InTheWindow, ARowOfASumHasItsNumberOnce) {
    OffscreenWindow window(preset("by-hand"));
    window.key("x");
    window.click("action:step/masked");
    const Box row = window.place_of("link:scaled/1[1,1]");
    const auto& items = window.app().scene().list.items;
    EXPECT_EQ(std::ranges::count_if(items,
                                    [&](const Item& item) {
                                        const auto* const text = std::get_if<Text>(&item.shape());
                                        return text != nullptr && text->position.x > row.x &&
                                               std::abs(text->position.y - row.bottom()) < 12 && text->text == "2.00";
                                    }),
              1);
}

TEST(InTheWindow, TheRightButtonOpensTheMenuOfWhatIsThere) {
    OffscreenWindow window(preset("by-hand"));
    window.right_click("cell:A/1[2,3]");
    EXPECT_TRUE(window.shows("menu"));
    EXPECT_TRUE(window.shows("action:pin"));
    window.click("action:pin");
    EXPECT_EQ(window.app().session().layer().pins.size(), 1U);
    EXPECT_TRUE(window.app().session().layer().pins.contains({0, ArrayId::A, 0, 0, 1, 2}));
}

} // namespace
} // namespace attn
