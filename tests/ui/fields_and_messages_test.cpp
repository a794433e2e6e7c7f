// Texts typed into fields, and the words of messages.

#include "core/document/sources/source.h"
#include "core/explain/glossary.h"
#include "core/figure/display_list.h"
#include "core/files/csv.h"
#include "tests/core/figure/fonts.h"
#include "tests/folders.h"
#include "tests/growth.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/drag.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <imgui.h>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(FieldsAndMessages, CtrlGGoesToARowAndColumn) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+g");
    window.type("2, 3");
    EXPECT_THAT(window.says("stage.step"), HasSubstr("is₂ reads a₃"));
    window.key("ctrl+g");
    window.type("9 1");
    EXPECT_THAT(window.says("problem:field:go-to"), HasSubstr("A has 4 rows and 4 columns"));
    window.key("escape"); // the field, then its menu
    window.key("escape");
    window.key("ctrl+g");
    window.type("W_Q/2[3,4]");
    EXPECT_THAT(window.says("stage.step"), HasSubstr("row 3, column 4")) << window.says("problem:field:go-to");
}

TEST(FieldsAndMessages, MessagesCoverNothing) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    const Box step = window.place_of("action:next");
    window.key("ctrl+b");
    const Box notice = window.place_of("notice");
    EXPECT_TRUE(common(notice, step).empty());
    EXPECT_EQ(window.place_of("action:next").y, step.y) << "nothing moved";
    for (const char* const target : {"action:next", "action:play", "action:menu/picture", "tokens"})
        EXPECT_TRUE(common(notice, window.place_of(target)).empty()) << target;
    window.click("action:next"); // without dismissing the message
    EXPECT_EQ(window.app().workspace().step, ArrayId::O);
    // A message longer than a line makes room for itself above the tokens.
    window.app().say_problem(
        "/a/very/long/path/" + std::string(180, 'x') +
        "/file.json: expected a number in weights, "
        "at line 12, column 7, and found a word there, which no reader of numbers can take for one.");
    window.settle();
    for (const char* const target : {"action:next", "action:play", "tokens"})
        EXPECT_TRUE(common(window.place_of("notice"), window.place_of(target)).empty()) << target;
}

TEST(FieldsAndMessages, TheSearchFindsWhatIsAskedFor) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    const float field = window.place_of("field:find").y;
    window.write("what is mask");
    EXPECT_EQ(window.place_of("field:find").y, field) << "it stays where it is";
    window.key("enter");
    ASSERT_TRUE(window.shows("glossary.term"));
    EXPECT_EQ(window.says("glossary.term"), "mask");
    // Everything found can be reached, also beyond the first ten.
    window.key("escape");
    window.key("ctrl+p");
    EXPECT_GT(std::stoi(window.says("palette.found")), 100);
    for (int i = 0; i < 30; ++i)
        window.tap("down");
    window.settle();
    EXPECT_EQ(window.app().workspace().overlay->marked, 30);
    for (const char* const words : {"glossary", "lesson"}) {
        window.key("escape");
        window.key("ctrl+p");
        window.write(words);
        EXPECT_GT(std::stoi(window.says("palette.found")), 0) << words;
    }
}

TEST(FieldsAndMessages, WhatToTryIsNotTheOppositeOfWhatWasDone) {
    OffscreenWindow window(preset("who-and-where"));
    ASSERT_TRUE(window.app().edit(SwapQueryAndKey{0}));
    window.settle();
    EXPECT_EQ(window.says("stage.hint"), "Done: head 1 reads the next word. Try: replace the last word by lily.");
    ASSERT_TRUE(window.app().edit(RenameToken{0, 3, "lily"}));
    window.settle();
    EXPECT_THAT(window.says("stage.hint"), StartsWith("Done: the last word is lily, which was not there before"));
    window.show(ArrayId::O);
    EXPECT_THAT(window.says("stage.hint"), StartsWith("Try: change a row of V")) << "it is done, and told";
}

TEST(FieldsAndMessages, WhatAHintAsksForHasAButton) {
    Session session = sentence(R"(["tea","is","hot"])");
    session = attn::apply(session, SetOption{OptionId::soft_cap, 2})->session;
    OffscreenWindow window(std::move(session));
    window.show(ArrayId::capped);
    EXPECT_THAT(window.says("stage.hint"), HasSubstr("lower the cap"));
    window.click("action:ask-option/soft-cap");
    window.type("1");
    EXPECT_EQ(window.app().session().layer().soft_cap, 1);
}

TEST(FieldsAndMessages, MarksAreReadAsTheyAreTypedOnAnyKeyboard) {
    OffscreenWindow window(preset("by-hand")); // as on a German keyboard, where AltGr+8 types [
    window.show(ArrayId::scores);
    window.write("]");
    EXPECT_EQ(window.app().workspace().step, ArrayId::A);
    window.write("[");
    EXPECT_EQ(window.app().workspace().step, ArrayId::scores);
    window.write("?");
    ASSERT_TRUE(window.app().workspace().overlay);
    EXPECT_EQ(window.app().workspace().overlay->kind, Overlay::Kind::keys);
    EXPECT_EQ(find_written_key("+"), Key::equal);
}

TEST(FieldsAndMessages, ADescriptionOfTheCellIsCopied) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::scores);
    window.click("cell:scores/1[1,3]");
    window.key("ctrl+alt+d");
    const std::string text = ImGui::GetClipboardText();
    EXPECT_THAT(text, HasSubstr("Scores: how well does each query match each key?"));
    EXPECT_THAT(text, HasSubstr("It is the sum of"));
    EXPECT_THAT(text, HasSubstr("It goes into"));
}

TEST(FieldsAndMessages, AFieldThatAKeyAsksForComesAloneAndGoesWithOneEscape) {
    OffscreenWindow window(preset("by-hand"));
    for (const char* const text : {"", "99, 99"}) {
        window.key("ctrl+g");
        EXPECT_TRUE(window.shows("field:go-to"));
        EXPECT_FALSE(window.shows("action:play-backward")) << "the rest of the menu covers the stage";
        if (*text != '\0')
            window.type(text);
        window.key("escape");
        EXPECT_EQ(window.says("overlay"), "none") << "after “" << text << "”";
    }
    window.find("temperature");
    ASSERT_TRUE(window.shows("field:temperature"));
    window.type("2");
    EXPECT_EQ(window.says("overlay"), "none") << "what was asked for is there";
    EXPECT_EQ(window.app().session().layer().temperature, 2);
}

TEST(FieldsAndMessages, AVeryLongTextIsSeenInItsFieldAboutTheCaret) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.click("field:sentence");
    std::string words;
    for (int i = 0; i < 5000; ++i)
        words += "word ";
    window.paste(words + "end");
    const Box field = window.place_of("field:sentence");
    const auto shown = [&] {
        const auto& items = window.app().scene().list.items;
        const auto text = std::ranges::find_if(items, [&](const Item& item) {
            const auto* const text = std::get_if<Text>(&item.shape());
            return text != nullptr && field.contains({field.centre().x, text->position.y}) && item.clip &&
                   text->text.find("word") != std::string::npos;
        });
        EXPECT_NE(text, items.end());
        return text == items.end() ? Text() : std::get<Text>(text->shape());
    };
    // A picture of letters cannot be wider than the graphics card allows, so that letters out of view are not drawn.
    EXPECT_LT(shown().text.size(), 1000U);
    EXPECT_TRUE(shown().text.ends_with("end"));
    const float width = typesetter().measure(shown().text, Font{}).width;
    EXPECT_NEAR(shown().position.x + width, field.right() - 12, 2) << "it ends where the field does";
    // A click goes between the letters that are visible there.
    window.click("field:sentence");
    const FieldEdit& edit = *window.app().workspace().field;
    EXPECT_GT(edit.caret, words.size() - 100);
    EXPECT_LT(edit.caret, words.size());
    window.key("home");
    EXPECT_TRUE(shown().text.starts_with("word"));
    EXPECT_NEAR(shown().position.x, field.x + 10, 0.01F);
}

TEST(FieldsAndMessages, AClickBesideTheWordsLetsThemBeWritten) {
    OffscreenWindow window(preset("by-hand"));
    window.click("tokens"); // between the chips and the end of the window
    ASSERT_TRUE(window.app().workspace().field);
    EXPECT_EQ(window.app().workspace().field->name, "field:sentence");
    window.type("one word");
    EXPECT_EQ(window.says("token:2"), "word");
}

TEST(FieldsAndMessages, AMessageOfTheSizesStandsInTheirDialog) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.run("sizes");
    window.fill_in("field:size/H", "3"); // 3 does not divide 8
    EXPECT_THAT(window.says("sizes.notice"), HasSubstr("are still 4"));
    window.click("action:dismiss");
    EXPECT_FALSE(window.app().workspace().notice);
    EXPECT_TRUE(window.shows("dialog")) << "it can be read and dismissed without leaving";
}

TEST(FieldsAndMessages, AComplaintGoesWithTheTextThatItWasSaidOf) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+o");
    window.type("nowhere.json");
    EXPECT_TRUE(window.shows("field.problem"));
    window.write("x");
    EXPECT_FALSE(window.shows("field.problem"));
}

TEST(FieldsAndMessages, ASentenceFindsTheWordInIt) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    window.write("how to mask a word");
    EXPECT_GT(std::stoi(window.says("palette.found")), 0);
    window.key("escape");
    window.run("glossary");
    EXPECT_NE(window.says("glossary.term"), "ALiBi") << "it opens with what is in sight";
}

TEST(FieldsAndMessages, WhatANewcomerAsksForIsFound) {
    OffscreenWindow window(preset("by-hand"));
    for (const char* const words : {"hide", "d_v", "d_k", "grouped queries", "H_kv", "cache", "cost", "parameters",
                                    "gradient", "cap", "permut", "explanation"}) {
        window.key("ctrl+p");
        window.write(words);
        EXPECT_GT(std::stoi(window.says("palette.found")), 0) << words;
        window.key("escape");
    }
}

TEST(FieldsAndMessages, ARefusedSentenceStaysInItsFieldWhereverOneGoesNext) {
    OffscreenWindow window(preset("eight-heads"));
    window.click("field:sentence");
    window.key("ctrl+a");
    window.write("internationalization");
    window.click("action:step/O");
    EXPECT_EQ(window.says("field:sentence"), "internationalization");
    EXPECT_THAT(window.says("problem:field:sentence"), HasSubstr("has 20 letters, and this layer has places for 10"));
    window.click("field:sentence");
    window.key("end");
    for (int i = 0; i < 12; ++i)
        window.key("backspace");
    window.key("enter");
    EXPECT_EQ(window.says("field:sentence"), "internat");
    EXPECT_FALSE(window.shows("problem:field:sentence"));
    // Another session, or undo, has other words.
    for (const auto& [goes, then] :
         {std::pair("action:undo", "stressed"), {"action:preset/red-fox", "red fox chases small dog"}}) {
        window.click("field:sentence");
        window.write("intelligibility");
        window.click("action:step/O");
        if (std::string_view(goes) != "action:undo")
            window.click("action:menu/presets");
        window.click(goes);
        EXPECT_EQ(window.says("field:sentence"), then);
        EXPECT_FALSE(window.shows("problem:field:sentence"));
    }
}

TEST(FieldsAndMessages, ASentenceForALayerOfLettersIsTakenToAnExampleThatReadsWords) {
    for (const char* const letters : {"eight-heads", "four-letters"}) {
        OffscreenWindow window(preset(letters), 1280, 720);
        window.fill_in("field:sentence", "the cat sat on the mat");
        EXPECT_THAT(window.says("problem:field:sentence"), HasSubstr("Open another example for sentences."));
        window.click("action:step/O");
        EXPECT_TRUE(window.shows("action:take-to-words")) << "also when the field was left";
        window.click("action:take-to-words");
        EXPECT_EQ(window.app().session().title, "Who and where");
        EXPECT_EQ(window.says("field:sentence"), "the cat sat on the mat");
        EXPECT_FALSE(window.shows("problem:field:sentence"));
    }
}

TEST(FieldsAndMessages, F6TakesWhatWasTypedAsAClickElsewhereDoes) {
    OffscreenWindow window(preset("by-hand"));
    window.click("field:sentence");
    window.key("ctrl+a");
    window.write("hot is tea");
    window.key("f6");
    EXPECT_EQ(window.says("token:1"), "hot");
}

TEST(FieldsAndMessages, AWordOfTheGlossaryOpensItsPageWithThisLayersNumbers) {
    OffscreenWindow window(preset("by-hand")); // D 4, two heads, d_k 4, d_v 2, three tokens
    const auto page_of = [&](const char* words) {
        window.find(words);
        return window.says("glossary.meaning");
    };
    EXPECT_NE(page_of("what is row maximum").find("largest score"), std::string::npos);
    EXPECT_EQ(window.says("glossary.term"), "row maximum");
    window.key("escape");
    EXPECT_TRUE(page_of("what is d_v").ends_with("Here: 2."));
    window.key("escape");
    EXPECT_TRUE(
        page_of("what are parameters").ends_with("Here 96: 32 make queries, 32 keys, 16 values, and 16 the output."))
        << window.says("glossary.meaning");
    window.key("escape");
    EXPECT_NE(page_of("what is cost").find("Here 3 × 3 scores in each of 2 heads, 18 in all."), std::string::npos);
    EXPECT_NE(window.says("glossary.meaning").find(" 108 of 396 multiplications"), std::string::npos)
        << window.says("glossary.meaning");
    window.key("escape");
    EXPECT_TRUE(page_of("what is grouped queries").ends_with("Here each of 2 heads has its own."));
    EXPECT_TRUE(window.shows("glossary.shows"));
}

TEST(FieldsAndMessages, TheGlossaryFindsWhatIsTyped) {
    OffscreenWindow window(preset("by-hand"));
    window.find("glossary");
    const int all = std::stoi(window.says("glossary.found"));
    window.write("dim");
    EXPECT_EQ(window.says("glossary.term"), "dimension");
    EXPECT_LT(std::stoi(window.says("glossary.found")), all);
    window.key("backspace");
    window.key("backspace");
    window.key("backspace");
    window.write("emb");
    EXPECT_EQ(window.says("glossary.term"), "embedding");
    window.write("xyz");
    EXPECT_EQ(window.says("glossary.found"), "0");
    window.key("enter");
    EXPECT_TRUE(window.app().workspace().overlay) << "there is nothing to be gone to";
}

TEST(FieldsAndMessages, TheGlossaryNamesLengthsAsTheNotationDoes) {
    OffscreenWindow window(preset("by-hand"));
    window.find("notation T×d");
    window.find("what is d_h");
    EXPECT_EQ(window.says("glossary.term"), "d_h");
    EXPECT_TRUE(window.says("glossary.meaning").ends_with("Here: 4."));
}

TEST(FieldsAndMessages, PaddingWithoutATokenOfThatNameSaysSo) {
    OffscreenWindow window(preset("by-hand"));
    window.run("mask-padding");
    EXPECT_THAT(window.says("notice"), HasSubstr("[pad]"));
}

TEST(FieldsAndMessages, ATokenizerThatTakesForEverHoldsTheWindowForHalfASecond) {
    const TemporaryFolder folder;
    const std::filesystem::path from = source_folder() / "tests/data/checkpoints/bert";
    for (const char* name : {"config.json", "model.safetensors"})
        std::filesystem::copy(from / name, folder / name);
    std::ofstream(folder / "tokenizer.json")
        << R"({"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "Split", "pattern":)"
           R"( {"Regex": "(x+x+)+y|[a-z]+"}, "behavior": "Isolated"}, "model": {"type": "WordLevel", "vocab":)"
           R"( {"[PAD]": 0, "the": 1, "cat": 2, "sat": 3, "mat": 4}, "unk_token": "[PAD]"}})";
    Source source;
    source.weights = folder.path();
    source.tokens = {"the cat"};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    OffscreenWindow window(*session);
    std::string words;
    for (int i = 0; i < 1000; ++i)
        words += std::string(20, 'x') + " ";
    window.click("field:sentence");
    window.paste(words);
    const auto begin = std::chrono::steady_clock::now();
    window.tap("enter");
    const std::chrono::duration<double> held = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(held.count(), 2.0) << "beside all other tests";
    RecordProperty("milliseconds", static_cast<int>(held.count() * 1000));
    EXPECT_THAT(window.says("problem:field:sentence"), HasSubstr("the tokenizer takes more than 0.5 seconds"));
}

TEST(FieldsAndMessages, ATemperatureThatIsDraggedHasTwoDigits) {
    for (int place = 0; place <= 1000; ++place) {
        const float temperature = temperature_at(static_cast<float>(place) / 1000);
        EXPECT_LE(shortest_text(temperature).size(), 4U) << shortest_text(temperature);
    }
}

/// Somebody pastes a whole page by mistake. The window must not hang.
TEST(FieldsAndMessages, APageThatIsPastedIntoTheSearchTakesNoLongerThanALine) {
    OffscreenWindow window(preset("eight-heads"));
    const auto paste_words = [&](int count) {
        std::string words;
        for (int i = 0; i < count; ++i)
            words += "mask of a row ";
        window.key("ctrl+p");
        window.paste(words);
        window.settle();
        EXPECT_TRUE(window.shows("palette.found"));
        window.key("escape");
    };
    EXPECT_LT(test::times_as_long([&] { paste_words(60); }, [&] { paste_words(60000); }), 8);
}

TEST(FieldsAndMessages, OfAnotherLengthNothingIsComparedWithTheBaselineAndThatIsSaid) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+b");
    EXPECT_THAT(window.says("stage.step"), HasSubstr("No change since the baseline"));
    window.fill_in("field:sentence", "tea is very hot");
    EXPECT_THAT(window.says("stage.step"), HasSubstr("no change is shown"));
    window.click("action:baseline-drop");
    EXPECT_THAT(window.says("stage.step"), Not(HasSubstr("change")));
}

TEST(FieldsAndMessages, WhoWritesWhereNoFieldIsHearsOfItAndTheRestIsNoCommand) {
    OffscreenWindow window(preset("who-and-where"));
    window.write("extraordinary");
    EXPECT_THAT(window.says("notice"), HasSubstr("Letters are commands here"));
    EXPECT_FALSE(window.app().workspace().playback.active);
    EXPECT_EQ(window.app().session().layer().sequence.items, preset("who-and-where").layer().sequence.items);
}

TEST(FieldsAndMessages, WhatAPresetProposesGoesWithItsWords) {
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "rose or lily");
    EXPECT_THAT(window.says("stage.hint"), HasSubstr("lily"));
    window.fill_in("field:sentence", "extraordinary understanding");
    EXPECT_THAT(window.says("stage.hint"), Not(HasSubstr("lily")));
}

TEST(FieldsAndMessages, ATypedNumberSaysWhereToReadWhatItMoved) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.fill_in("field:value", "5");
    EXPECT_THAT(window.says("notice"), HasSubstr("Press m for what this moved"));
}

TEST(FieldsAndMessages, EnterStaysInTheRowOfSoftmaxThatIsLookedAt) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.find("view: softmax");
    window.click("cell:A/1[1,2]");
    window.type("0.25");
    EXPECT_THAT(window.says("stage.step"), HasSubstr("tea₁ reads is₂"));
}

TEST(FieldsAndMessages, AFieldThatIsAskedForCoversNothing) {
    for (const Point size : {Point{1280, 720}, Point{720, 860}}) {
        OffscreenWindow window(preset("who-and-where"), size.x, size.y);
        for (const char* const action : {"go to row", "temperature"}) {
            window.find(action);
            const auto& items = window.app().scene().list.items;
            const auto menu =
                std::ranges::find_if(items, [](const Item& item) { return target_name(item.target) == "menu"; });
            ASSERT_NE(menu, items.end()) << action;
            const Box place = bounds(*menu, typesetter());
            EXPECT_GE(place.bottom(), place.y + control_height);
            std::for_each(items.begin(), menu, [&](const Item& item) {
                const auto* const text = std::get_if<Text>(&item.shape());
                if (text != nullptr || std::holds_alternative<CellId>(item.target))
                    EXPECT_TRUE(common(bounds(item, typesetter()), place).empty())
                        << action << " lies over " << (text != nullptr ? text->text : "a cell");
            });
            window.key("escape");
        }
    }
}

TEST(FieldsAndMessages, ADialogBeginsWithoutWhatWasSaidBefore) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.find("second sequence");
    EXPECT_THAT(window.says("notice"), HasSubstr("second sequence"));
    window.key("ctrl+p");
    EXPECT_TRUE(window.app().workspace().notice) << "nothing was done yet";
    window.key("escape");
    window.key("ctrl+e");
    EXPECT_FALSE(window.app().workspace().notice) << "it would seem to be said of the export";
}

TEST(Sizes, DialogStandsStillWhateverItSays) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    window.find("sizes and number");
    const Box before = window.place_of("field:size/D");
    window.fill_in("field:size/H", "4");
    EXPECT_TRUE(window.shows("sizes.notice"));
    EXPECT_EQ(window.place_of("field:size/D").y, before.y);
    window.fill_in("field:size/H", "0");
    EXPECT_EQ(window.place_of("field:size/D").y, before.y);
}

} // namespace
} // namespace attn
