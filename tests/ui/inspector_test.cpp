// Numbers of the inspector stand apart, and are whole.

#include "core/document/files/session_file.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>
#include <string>
#include <vector>

namespace attn {
namespace {

Session layer_of_many_tokens() {
    std::string words;
    for (int token = 0; token < 160; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token);
    const std::string text =
        fmt::format(R"({{"version": 1, "tokens": [{}], "sizes": {{"d_model": 128, "heads": 4}}}})", words);
    return *parse_session(text, "many.json", "");
}

/// The inspector's texts that lie below its end.
std::vector<std::string> cut_off(OffscreenWindow& window) {
    std::vector<std::string> cut;
    if (!window.shows("inspector")) // folded beside a picture that needs the whole window
        return cut;
    const Box panel = window.place_of("inspector");
    for (const Item& item : window.app().scene().list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        if (text == nullptr || !item.clip || *item.clip != panel)
            continue;
        if (const Box box = typesetter().box(*text); box.bottom() > panel.bottom())
            cut.push_back(text->text);
    }
    return cut;
}

TEST(Inspector, HasRoomForALineAboutTheBaselineInALowWindow) {
    const std::multimap<std::string, ArrayId> seen{{"who-and-where", ArrayId::scaled},
                                                   {"who-and-where", ArrayId::exp},
                                                   {"masks", ArrayId::masked},
                                                   {"red-fox", ArrayId::scaled},
                                                   {"red-fox", ArrayId::exp}};
    for (const auto& [name, array] : seen) {
        OffscreenWindow window(preset(name), 1024, 576); // 1280×720 with larger text
        window.show(array);
        EXPECT_THAT(cut_off(window), testing::IsEmpty()) << name << ", " << array_name(array);
        window.key("ctrl+b");
        window.app().workspace().notice.reset();
        window.settle();
        EXPECT_TRUE(window.shows("inspector.change"));
        EXPECT_THAT(cut_off(window), testing::IsEmpty()) << name << ", " << array_name(array);
    }
}

TEST(Inspector, WritesSoftmaxWithoutTheLargestScoreWhereThatIsTheShare) {
    OffscreenWindow window(preset("masks"));
    window.show(ArrayId::A);
    const Matrix masked = window.app().trace().matrix({0, ArrayId::masked, 0, 0});
    for (Index row = 0; row < masked.rows(); ++row) {
        window.app().workspace().row = row;
        window.settle();
        const auto scores = masked.row(row);
        const bool reads_nobody = std::ranges::all_of(scores, [](float score) { return std::isinf(score); });
        const auto& values = window.app().scene().values;
        const auto plain = values.find("inspector.plain");
        ASSERT_EQ(plain != values.end(), !reads_nobody) << "0/0 is not the share of row " << row + 1;
        if (!reads_nobody)
            EXPECT_EQ(plain->second, R"(= \frac{\exp(\hat{s}_{ij})}{\sum_{j'} \exp(\hat{s}_{ij'})})");
    }
}

TEST(Inspector, KeepsNamesOfLongIndicesApartFromTheirNumbers) {
    OffscreenWindow window(layer_of_many_tokens());
    window.settle();
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::X, 0, 0, 149, 127}, -20.625F}));
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 127, 31}, -30.125F}));
    window.app().go_to(ArrayId::Q);
    window.app().workspace().row = 149;
    window.app().workspace().column = 31;
    window.settle();
    const Box inspector = window.app().find_target("inspector")->box;
    std::vector<std::pair<Box, std::string>> texts;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* text = std::get_if<Text>(&item.shape());
            text != nullptr && text->font.family == FontFamily::sans) {
            const Box box = typesetter().box(*text);
            if (!common(box, inspector).empty())
                texts.emplace_back(box, text->text);
        }
    int names = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        names += texts[i].second.starts_with("x₁₅₀‚₁") || texts[i].second.find("‚₃₂") != std::string::npos ? 1 : 0;
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_TRUE(common(texts[i].first.grown(-1), texts[j].first.grown(-1)).empty())
                << texts[i].second << " lies over " << texts[j].second;
    }
    EXPECT_GT(names, 3) << "there are long names";
}

TEST(Inspector, WritesWhatANumberBecomesWithOneNumberOfDecimals) {
    constexpr std::string_view prefix = "becomes:";
    int handed_on = 0;
    for (const char* const name : {"who-and-where", "by-hand", "eight-heads", "why-scale"}) {
        OffscreenWindow window(preset(name));
        for (const ArrayId stage : stages_of(window.app().trace())) {
            window.app().go_to(stage);
            window.settle();
            const std::string here = window.says("inspector.value");
            const Workspace& at = window.app().workspace();
            const CellId selected{0, stage, at.item, has_heads(stage) ? at.head : 0, at.row, at.column};
            if (!window.app().trace().contains(selected)) // a single column, or a single item
                continue;
            const float value = window.app().trace().value(selected);
            std::vector<std::pair<CellId, std::string>> becomes;
            for (const auto& [target, number] : window.app().scene().values)
                if (target.starts_with(prefix))
                    becomes.emplace_back(*parse_cell_name(target.substr(prefix.size())), number);
            for (const auto& [cell, number] : becomes) {
                if (window.app().trace().value(cell) == value) {
                    EXPECT_EQ(number, here) << name << " " << array_name(stage) << ": handed on as it is";
                    ++handed_on;
                    continue;
                }
                window.click("link:" + cell_name(cell));
                EXPECT_EQ(window.says("inspector.value"), number) << name << " " << array_name(stage);
                window.app().go_to(stage);
                window.settle();
            }
        }
    }
    EXPECT_GT(handed_on, 4);
}

TEST(Inspector, ShowsNumbersInItsFieldToTheirEnd) {
    OffscreenWindow window(preset("by-hand"));
    window.app().go_to(ArrayId::X);
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::X, 0, 0, 0, 0}, 4.5155610e-05F}));
    window.settle();
    const Box field = window.app().find_target("field:value")->box;
    bool is_whole = false;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()); text != nullptr && field.contains(text->position))
            is_whole = is_whole || text->text.ends_with("e−05");
    EXPECT_TRUE(is_whole);
}

TEST(Inspector, ShowsThreeDecimalsOfAWeightWhereTwoWouldRoundIt) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/2[1,1]");
    EXPECT_EQ(window.says("inspector.value"), "8.00");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0.103F}));
    window.settle();
    EXPECT_EQ(window.says("inspector.value"), "0.103");
}

TEST(Inspector, AndItsTipSetTheIndexOfAWeightBelowTheLine) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/2[1,1]");
    window.key("shift+f1");
    ASSERT_EQ(window.says("tooltip.name"), "W_Q⁽²⁾ · row 1, column 1");
    for (const Item& item : window.app().scene().list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()))
            EXPECT_EQ(text->text.find("W_"), std::string::npos) << text->text;
    const Box name = window.app().find_target("inspector.name")->box;
    EXPECT_LE(name.right(), window.app().find_target("inspector")->box.right());
    EXPECT_GT(name.width, 100);
}

TEST(Inspector, SaysOfACellWhatItWasInTheBaselineSoThatItIsUnderstood) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    window.show(ArrayId::A);
    window.run("baseline-keep");
    window.run("mask-causal");
    window.click("cell:A/2[4,1]");
    EXPECT_EQ(window.says("inspector.change"), "as in the baseline: not changed");
    for (const char* const cell : {"A/2[1,2]", "A/2[1,3]", "A/2[2,4]", "A/2[1,1]", "A/2[3,4]"}) {
        window.click(std::string("cell:") + cell);
        const std::string said = window.says("inspector.change");
        EXPECT_TRUE(said.starts_with("was ") || said.starts_with("as in")) << cell << " " << said;
        EXPECT_EQ(said.find("0.000"), std::string::npos) << cell << " " << said;
    }
}

TEST(Inspector, SaysWhatTheLastEditMadeOfACellAndHowItCameThere) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    window.show(ArrayId::A);
    window.click("cell:A/2[4,1]");
    EXPECT_FALSE(window.shows("inspector.since_edit"));
    const std::string was = window.says("inspector.value");
    window.show(ArrayId::W_Q);
    window.click("cell:W_Q/2[1,1]");
    window.key("enter");
    window.write("3");
    window.key("enter");
    window.show(ArrayId::A);
    window.click("cell:A/2[4,1]");
    EXPECT_EQ(window.says("inspector.since_edit"), "was " + was + " before “change W_Q⁽²⁾[1,1]”");
    EXPECT_TRUE(window.shows("link:W_Q/2[1,1]"));
    window.click("link:Q/2[4,1]");
    EXPECT_THAT(window.says("inspector.name"), testing::HasSubstr("Q⁽²⁾"));
    EXPECT_THAT(window.says("inspector.since_edit"), testing::HasSubstr("before “change W_Q⁽²⁾[1,1]”"));
    window.key("ctrl+z");
    EXPECT_FALSE(window.shows("inspector.since_edit"));
}

TEST(Inspector, CallsScoresThatNothingMasksAsTheFormulaDoes) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.show(ArrayId::exp);
    EXPECT_TRUE(window.shows("link:scaled/1[1,1]"));
    EXPECT_FALSE(window.shows("link:masked/1[1,1]"));
    window.run("mask-causal");
    EXPECT_TRUE(window.shows("link:masked/1[1,1]"));
}

} // namespace
} // namespace attn
