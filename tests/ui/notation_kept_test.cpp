// The notation of sessions that name none: the one that the user chose last.

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

const std::string& shown(OffscreenWindow& window) {
    return window.app().session().notation.name();
}

/// The remembered settings after the choice of a paper's notation.
AppOptions after_a_choice() {
    OffscreenWindow window(preset("by-hand"));
    window.find("notation: paper");
    EXPECT_EQ(shown(window), "paper");
    AppOptions options;
    options.remembered = window.app().remembered();
    return options;
}

Session of_sum() {
    Session session = preset("by-hand");
    session.notation = "sum";
    return session;
}

TEST(NotationKept, TheOneChosenLastShowsSessionsThatNameNone) {
    const TemporaryFolder folder;
    ASSERT_TRUE(save_session(preset("red-fox"), folder / "fox.json"));
    ASSERT_TRUE(save_session(of_sum(), folder / "sum.json"));
    OffscreenWindow window(preset("by-hand"), 1440, 900, after_a_choice());
    EXPECT_EQ(shown(window), "paper");
    EXPECT_FALSE(window.app().unsaved()) << "nobody changed it";
    for (const auto& [file, notation] : {std::pair("sum.json", "sum"), std::pair("fox.json", "paper")}) {
        window.key("ctrl+o");
        window.type((folder / file).string());
        EXPECT_EQ(shown(window), notation) << file;
        EXPECT_EQ(window.app().remembered().notation.name(), "paper") << "that of a session is nobody's choice";
    }
}

TEST(NotationKept, WhatIsTakenBackWasNotChosen) {
    OffscreenWindow window(preset("by-hand"), 1440, 900, after_a_choice());
    window.find("notation: sum");
    EXPECT_EQ(window.app().remembered().notation.name(), "sum");
    window.key("ctrl+z");
    EXPECT_EQ(window.app().remembered().notation.name(), "paper");
}

TEST(NotationKept, TurningTokensIntoColumnsChoosesNone) {
    OffscreenWindow window(of_sum(), 1440, 900, after_a_choice());
    window.find("tokens as columns");
    EXPECT_TRUE(window.app().session().tokens_as_columns);
    EXPECT_EQ(window.app().remembered().notation.name(), "paper");
}

TEST(NotationKept, ThatOfTheCommandLineIsForThisTime) {
    AppOptions options = after_a_choice();
    options.notation = "Txd";
    OffscreenWindow window(preset("by-hand"), 1440, 900, options);
    EXPECT_EQ(shown(window), "Txd");
    EXPECT_EQ(window.app().remembered().notation.name(), "paper");
}

TEST(NotationKept, OneOfTheUsersOwnStaysInCycleAndMenu) {
    const TemporaryFolder folder;
    std::ofstream(folder / "mine.json")
        << R"({"version": 1, "name": "mine", "about": "as on my board", "symbols": {"Q": "F"}})";
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/notation");
    window.click("action:notation");
    window.fill_in("field:notation-path", (folder / "mine.json").string());
    ASSERT_EQ(shown(window), "mine") << window.says("field.problem");
    window.key("escape");
    window.key("f11");
    std::size_t presses = 0;
    do
        window.key("shift+n");
    while (shown(window) != "mine" && ++presses <= notation_names().size());
    EXPECT_EQ(presses, notation_names().size()) << "each of the others once";
    window.key("shift+n");
    ASSERT_NE(shown(window), "mine");
    window.key("f11");
    window.find("notation: mine");
    EXPECT_EQ(shown(window), "mine");
    EXPECT_EQ(window.app().session().notation.profile().about, "as on my board");
}

TEST(NotationKept, OneOfTheUsersOwnIsChosenInTheListOfFiles) {
    const TemporaryFolder folder;
    std::ofstream(folder / "mine.json") << R"({"version": 1, "name": "mine", "symbols": {"Q": "F"}})";
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/notation");
    window.click("action:notation");
    window.click("field:notation-path");
    window.write(folder.path().string() + "/");
    ASSERT_EQ(window.says("action:choose/2"), "mine.json") << "behind the folder above";
    window.click("action:choose/2");
    EXPECT_EQ(shown(window), "mine") << window.says("field.problem");
}

} // namespace
} // namespace attn
