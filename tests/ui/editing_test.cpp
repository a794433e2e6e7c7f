#include "tests/ui/offscreen_window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

float value(OffscreenWindow& window, std::string_view cell) {
    return window.app().trace().value(*parse_cell_name(cell));
}

std::size_t pins(OffscreenWindow& window) {
    return window.app().session().layer().pins.size();
}

TEST(Editing, FieldThatLosesTheMouseKeepsWhatWasTyped) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.click("field:value");
    window.write("7");
    window.click("cell:W_Q/1[2,2]");
    EXPECT_EQ(value(window, "W_Q/1[1,1]"), 7);
    EXPECT_EQ(value(window, "W_Q/1[2,2]"), 2);
}

TEST(Editing, FieldThatLosesTheMouseWithANonsenseSaysSoAndTheOldValueStays) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.click("field:value");
    window.write("x");
    window.click("cell:W_Q/1[2,2]");
    EXPECT_EQ(value(window, "W_Q/1[1,1]"), 2);
    EXPECT_EQ(window.says("notice"), "“x” is not a number; write one such as -0.25");
}

TEST(Editing, FieldThatNobodyTouchedPinsNothingWhenAKeyLeavesIt) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:step/O");
    window.click("cell:O/1[2,1]");
    window.key("enter");
    window.key("f11");
    EXPECT_TRUE(window.app().workspace().lecture);
    EXPECT_EQ(pins(window), 0U);
    window.key("f11");
    window.key("enter");
    window.write("2");
    window.key("f11");
    EXPECT_EQ(pins(window), 1U) << "what was typed is taken";
}

TEST(Editing, NumberThatTheArrayCannotHoldIsRefusedBesideItsField) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    for (const std::string_view text : {"inf", "nan", "1e39", "1,5", " ", "−"}) {
        window.fill_in("field:value", text);
        EXPECT_FALSE(window.says("problem:field:value").empty()) << text;
        EXPECT_EQ(value(window, "W_Q/1[1,1]"), 2) << text;
        window.key("escape");
    }
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Editing, DeleteReleasesAPinnedCellAndSaysWhatItDoesToAnother) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.click("action:step/O");
    window.click("cell:O/1[1,1]");
    window.click("action:menu/matrix");
    EXPECT_EQ(window.says("action:zero-cell"), "Pin the cell at zero");
    window.key("escape");
    window.write("5");
    window.key("enter"); // to the cell below, as in a spreadsheet
    window.key("delete");
    EXPECT_EQ(pins(window), 2U);
    EXPECT_EQ(window.says("notice"), "o₂‚₁ is pinned at 0.");
    EXPECT_TRUE(window.shows("action:undo"));
    window.key("delete");
    EXPECT_EQ(pins(window), 1U) << "it is pinned now, and let go";
    window.key("up");
    window.key("delete");
    EXPECT_EQ(pins(window), 0U);
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.click("action:menu/matrix");
    EXPECT_EQ(window.says("action:zero-cell"), "Set the cell to zero");
}

/// Types numbers into cells, each followed by a key that leads to the next cell.
void type_numbers(OffscreenWindow& window, const std::vector<std::pair<const char*, const char*>>& numbers) {
    for (const auto& [number, key] : numbers) {
        window.write(number);
        window.key(key);
    }
}

TEST(Editing, APageOfNumbersIsTypedRowByRowAsInASpreadsheet) {
    OffscreenWindow window(preset("by-hand"), 1440, 900); // W_Q is 4 x 4
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    type_numbers(window, {{"1", "tab"}, {"2", "tab"}, {"3", "tab"}, {"4", "enter"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 2, column 1") << "Enter: where Tab began";
    type_numbers(window, {{"5", "tab"}, {"6", "tab"}, {"7", "tab"}, {"8", "tab"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 3, column 1") << "Tab behind the last column";
    type_numbers(window, {{"9", "tab"}, {"10", "tab"}, {"11", "tab"}, {"12", "tab"}});
    for (int i = 0; i < 12; ++i)
        EXPECT_EQ(value(window, fmt::format("W_Q/1[{},{}]", i / 4 + 1, i % 4 + 1)), static_cast<float>(i + 1)) << i;
}

TEST(Editing, ABlockOfNumbersGoesOnInTheColumnInWhichItBegan) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,3]");
    type_numbers(window, {{"1", "tab"}, {"2", "tab"}, {"3", "tab"}, {"4", "enter"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 3, column 3");
    type_numbers(window, {{"5", "enter"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 4, column 3") << "Enter alone goes straight down";
    type_numbers(window, {{"6", "tab"}, {"7", "tab"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 4, column 4") << "behind the last cell there is none";
    window.key("up");
    type_numbers(window, {{"8", "enter"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 4, column 4") << "an arrow began elsewhere";
    window.click("cell:W_Q/1[2,1]");
    type_numbers(window, {{"9", "shift+tab"}});
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 1, column 4");
}

TEST(Editing, KeysGoWhereTheyPointWhereTokensAreColumns) {
    Session session = preset("by-hand");
    session.tokens_as_columns = true;
    OffscreenWindow window(session, 1440, 900);
    window.click("action:step/Q");
    window.click("cell:Q/1[1,1]"); // three tokens with four numbers each
    window.key("right");
    EXPECT_EQ(window.says("inspector.name"), "Q⁽¹⁾ · is₂, number 1");
    window.key("down");
    EXPECT_EQ(window.says("inspector.name"), "Q⁽¹⁾ · is₂, number 2");
    type_numbers(window, {{"1", "tab"}, {"2", "tab"}});
    EXPECT_EQ(window.says("inspector.name"), "Q⁽¹⁾ · is₂, number 3");
    window.key("shift+right");
    window.key("delete");
    EXPECT_EQ(value(window, "Q/1[2,3]"), 0);
    EXPECT_EQ(value(window, "Q/1[3,3]"), 0);
}

TEST(Editing, DeleteReleasesThePinsOfSeveralCells) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:step/O");
    window.click("cell:O/1[1,1]");
    window.key("shift+down");
    window.key("delete");
    EXPECT_EQ(pins(window), 2U) << "pinned at zero";
    window.key("shift+right");
    window.key("delete");
    EXPECT_EQ(pins(window), 0U);
    window.key("ctrl+z");
    EXPECT_EQ(pins(window), 2U) << "one step takes all of it back";
}

TEST(Editing, ArrowsTakeANumberThatIsTypedAnewAndMoveInOneThatIsMended) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.write("7");
    window.key("right");
    window.write("8");
    window.key("down");
    EXPECT_EQ(value(window, "W_Q/1[1,1]"), 7);
    EXPECT_EQ(value(window, "W_Q/1[1,2]"), 8);
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 2, column 2");
    window.key("up");
    window.key("f2");
    window.key("right");
    window.key("left");
    EXPECT_TRUE(window.shows("field:cell")) << "the caret moves";
    window.write("9");
    window.key("down");
    EXPECT_EQ(value(window, "W_Q/1[1,2]"), 98);
    EXPECT_EQ(window.says("inspector.name"), "W_Q⁽¹⁾ · row 2, column 2");
}

TEST(Editing, MenuGoesWithTheNumberThatEnterTookFromIt) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.click("action:menu/scale");
    window.fill_in("field:temperature", "3");
    EXPECT_FALSE(window.app().workspace().overlay);
    EXPECT_EQ(window.app().session().layer().temperature, 3);
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[1,1]");
    window.click("action:menu/matrix");
    window.fill_in("field:scale-by/matrix", "2");
    EXPECT_FALSE(window.app().workspace().overlay);
    window.click("action:menu/scale");
    window.fill_in("field:temperature", "x");
    EXPECT_TRUE(window.app().workspace().overlay) << "what was refused can be mended";
}

TEST(Editing, EscapeLeavesTheFieldBeforeTheDialogThatItStandsIn) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    window.type("sizes");
    window.fill_in("field:size/S", "0");
    EXPECT_EQ(window.says("problem:field:size/S"), "“0” is not a whole number, expected 1 or more");
    window.key("escape");
    EXPECT_EQ(window.says("field:size/S"), "3");
    window.key("escape");
    EXPECT_FALSE(window.app().workspace().overlay);
}

TEST(Editing, PartOfAMatrixIsFilledAndScaledFromItsMenu) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/1[2,3]");
    window.click("action:menu/matrix");
    window.fill_in("field:fill/row", "0.5");
    EXPECT_FALSE(window.app().workspace().overlay) << "the menu is done with";
    EXPECT_EQ(value(window, "W_Q/1[2,1]"), 0.5F);
    EXPECT_EQ(value(window, "W_Q/1[1,1]"), 2);
    EXPECT_EQ(window.app().workspace().row, 1);
    window.key("ctrl+p");
    window.type("scale this column");
    window.type("-3");
    EXPECT_EQ(value(window, "W_Q/1[2,3]"), -1.5F);
    EXPECT_EQ(value(window, "W_Q/1[3,3]"), -6);
    window.click("action:menu/matrix");
    window.fill_in("field:scale-by/matrix", "1e39");
    EXPECT_EQ(window.says("problem:field:scale-by/matrix"),
              "“1e39” is too large; write a number of at most 3.4e38 in size");
    window.key("escape");
    window.key("escape");
    window.key("ctrl+z");
    window.key("ctrl+z");
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Editing, TokenThatIsNotNamedIsNotAdded) {
    OffscreenWindow window(preset("by-hand"));
    window.key("insert");
    EXPECT_TRUE(window.shows("field:token/4"));
    window.key("escape");
    EXPECT_FALSE(window.app().unsaved());
    window.key("insert");
    window.type("now");
    EXPECT_EQ(window.says("token:4"), "now");
    window.key("ctrl+z");
    EXPECT_FALSE(window.app().unsaved()) << "adding and naming it is one step";
}

TEST(Editing, SelectedTokenComesIntoSight) {
    std::string words = "[";
    for (int i = 1; i <= 60; ++i)
        words += (i > 1 ? ",\"" : "\"") + std::string("word") + std::to_string(i) + "\"";
    OffscreenWindow window(sentence(words + "]"));
    EXPECT_FALSE(window.shows("token:60"));
    window.click("action:step/Q");
    for (int i = 1; i < 60; ++i)
        window.key("down");
    EXPECT_TRUE(window.shows("token:60"));
    EXPECT_FALSE(window.shows("token:1"));
}

TEST(Editing, EnterOnANumberThatNobodyTouchedPinsNothing) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.click("cell:A/1[1,2]");
    window.key("enter");
    ASSERT_TRUE(window.app().workspace().field);
    window.key("enter");
    EXPECT_FALSE(window.app().workspace().field);
    EXPECT_EQ(pins(window), 0U);
}

TEST(Editing, NothingIsPastedFromAnEmptyClipboard) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+v");
    EXPECT_EQ(window.says("notice"), "clipboard: is empty, a table of numbers was expected");
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Editing, NoMaskTakesWhatIsPaintedAlongInOneStep) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+m");
    window.click("action:step/mask");
    window.double_click("cell:mask[2,1]");
    window.click("action:menu/mask");
    window.click("action:mask-none");
    EXPECT_GT(value(window, "A/1[2,1]"), 0);
    window.key("ctrl+z");
    EXPECT_EQ(value(window, "A/1[2,1]"), 0);
    EXPECT_EQ(value(window, "A/1[1,2]"), 0);
}

TEST(Editing, ManyPinsAreListedWithinTheWindow) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.click("action:step/scores");
    for (const char* row : {"1", "2", "3"})
        for (const char* column : {"1", "2", "3"})
            for (const char* head : {"1", "2"}) {
                window.key(std::string("alt+") + head);
                window.click(std::string("cell:scores/") + head + "[" + row + "," + column + "]");
                window.key("ctrl+k");
            }
    EXPECT_EQ(pins(window), 18U);
    window.key("ctrl+shift+k");
    EXPECT_FALSE(window.shows("link:scores/2[3,3]"));
    for (int i = 0; i < 17; ++i)
        window.key("down");
    EXPECT_TRUE(window.shows("link:scores/2[3,3]"));
    window.key("delete");
    EXPECT_EQ(pins(window), 17U);
    window.click("action:unpin-all");
    EXPECT_EQ(pins(window), 0U);
    EXPECT_TRUE(window.shows("pins.empty"));
}

} // namespace
} // namespace attn
