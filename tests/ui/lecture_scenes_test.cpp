// The program's lecture, on a wide wall and on one of 4:3: each scene has its words, formula and digits.

#include "tests/folders.h"
#include "ui/document/lecture.h"

#include "tests/core/figure/fonts.h"
#include "tests/judge/layout.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>

namespace attn {
namespace {

constexpr float height_of_digits = 0.7275F; // as a part of an em
constexpr float least_type = 0.017F;        // size of tokens as a part of the screen's height

/// The area of a scene on 1920×1080 pixels. The narrow wall has 1024×768.
constexpr Point wide_wall{995, 560};
constexpr Point narrow_wall = narrow_scene_area;

/// A screen, and the notation of the scenes on it.
struct Wall {
    Point size;
    std::string notation = "default";
};

class LectureScenes : public testing::TestWithParam<Wall> {
protected:
    OffscreenWindow window_{preset("by-hand"), GetParam().size.x, GetParam().size.y};

    void SetUp() override {
        window_.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
        while (window_.app().session().notation.name() != GetParam().notation)
            window_.key("shift+n");
        window_.app().workspace().notice.reset(); // the notice of the keys, which covers the stage's foot
        window_.settle();
    }

    const LessonRun& run() { return *window_.app().workspace().lesson; }
    const DisplayList& list() { return window_.app().scene().list; }
    bool is_token(const std::string& text) {
        const auto& tokens = window_.app().session().layer().sequence.items.front();
        return text.size() > 1 && std::ranges::find(tokens, text) != tokens.end(); // a letter may be of a formula
    }
    Box place_of(const std::string& target) { return find(list(), Target(target), typesetter()).value_or(Box{}); }

    /// All texts in the scene.
    std::string said() {
        std::string all;
        for (const Item& item : list().items)
            if (const auto* const text = std::get_if<Text>(&item.shape()))
                all += text->text + " ";
        return all;
    }

    /// Visits every scene as it begins, and after each Page Down within it.
    void for_each_state(const std::function<void(const std::string& where)>& visit) {
        constexpr int most = 40;
        for (int pressed = 0; pressed < most; ++pressed) {
            visit(fmt::format("scene {}{}", run().step + 1, pressed > 0 && run().bet.is_settled ? ", shown" : ""));
            const bool ends = run().is_last();
            window_.key("page_down");
            if (ends)
                return;
        }
        ADD_FAILURE() << "it does not end";
    }
};

/// The type size of the formula at the head of the stage.
float size_of_formula(const DisplayList& list, const Box& formula) {
    float size = 0;
    for (const Item& item : list.items)
        if (const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            mark != nullptr && formula.grown(1).contains(mark->position))
            size = std::max(size, mark->size);
    return size;
}

/// True for the scene with the distribution of scores, whose marks have numbers in a type of their own.
bool shows_spread(const LessonRun& run) {
    return run.step == 4;
}

TEST_P(LectureScenes, AreReadFromTheLastRow) {
    const Point wall = GetParam().size;
    constexpr std::array about_numbers{3U, 4U, 6U, 8U, 10U, 11U};
    Index scenes_with_numbers = 0;
    for_each_state([&](const std::string& where) {
        SCOPED_TRACE(where);
        EXPECT_FALSE(list().lacks_words);
        EXPECT_THAT(test::layout_complaints(list(), {0, 0, wall.x, wall.y}), testing::IsEmpty());
        EXPECT_GE(std::stof(window_.app().scene().values.at("lesson.room")), 0) << "its words have no room";
        const Box words = place_of("lesson");
        const Box formula = place_of("stage.formula");
        EXPECT_FALSE(words.empty());
        EXPECT_FALSE(formula.empty());
        EXPECT_TRUE(common(formula, place_of("stage")).empty()) << "it lies over the picture";
        std::pair<float, std::string> least{1000.0F, ""};
        float size_of_words = 0;
        Index numbers = 0;
        for (const Item& item : list().items) {
            const auto* const text = std::get_if<Text>(&item.shape());
            if (text == nullptr)
                continue;
            if (is_token(text->text) && text->font.size < least.first)
                least = {text->font.size, text->text};
            if (words.contains(text->position) && text->font.weight == FontWeight::regular)
                size_of_words = std::max(size_of_words, text->font.size);
            if (std::holds_alternative<ShownNumber>(item.says) && !shows_spread(run())) {
                ++numbers;
                EXPECT_GE(text->font.size * height_of_digits, 0.0199F * wall.y) << text->text;
            }
        }
        EXPECT_GT(size_of_words, 0);
        EXPECT_GE(least.first, least_type * wall.y) << least.second;
        EXPECT_GE(size_of_formula(list(), formula), size_of_words);
        scenes_with_numbers += numbers > 0 ? 1 : 0;
        if (std::ranges::find(about_numbers, run().step + 1) != about_numbers.end()) {
            EXPECT_FALSE(list().lacks_numbers);
            EXPECT_GT(numbers, 0);
        }
    });
    constexpr Index least = 11; // states out of 15; matrices of eight and more columns have no room for numbers
    EXPECT_GE(scenes_with_numbers, least);
}

TEST_P(LectureScenes, ExplainTheCellInThePlaceOfTheWordsUntilTheLectureGoesOn) {
    window_.key("e");
    EXPECT_TRUE(window_.shows("inspector.value"));
    EXPECT_FALSE(window_.shows("lesson.text"));
    window_.key("e");
    EXPECT_FALSE(window_.shows("inspector.value"));
    EXPECT_TRUE(window_.shows("lesson.text"));
    window_.key("e");
    window_.key("page_down");
    EXPECT_TRUE(window_.shows("lesson.then")) << "what was bet on is told";
}

TEST_P(LectureScenes, SayWhatComesBack) {
    EXPECT_EQ(window_.says("stage.comes-back"), "?") << "which is bet on";
    window_.key("page_down");
    EXPECT_EQ(window_.says("stage.comes-back"), "desserts");
    while (!run().now().task)
        window_.key("page_down");
    const std::string before = window_.says("stage.comes-back");
    window_.key("page_down");
    EXPECT_EQ(window_.says("stage.comes-back"), "tots");
    EXPECT_NE(before, "tots");
}

TEST_P(LectureScenes, AreWrittenInAnyNotationWithoutLeavingTheWall) {
    window_.key("page_down");
    window_.key("page_down");
    EXPECT_EQ(run().step, 1U);
    EXPECT_EQ(window_.says("stage.title"), "One layer, in the letters of several notes");
    EXPECT_NE(said().find(GetParam().notation == "Txd" ? "T rows, d" : "S rows, D"), std::string::npos) << said();
    window_.key("ctrl+p");
    window_.type("notation sum");
    EXPECT_TRUE(window_.app().workspace().lecture);
    EXPECT_EQ(run().step, 1U);
    EXPECT_NE(said().find("L rows, d"), std::string::npos) << said();
    window_.key("shift+n");
    EXPECT_NE(window_.app().session().notation.name(), "sum");
    window_.key("page_down");
    EXPECT_EQ(run().step, 2U);
    EXPECT_NE(window_.app().session().notation.name(), "sum") << "and so are the next scenes";
}

INSTANTIATE_TEST_SUITE_P(Walls, LectureScenes,
                         testing::Values(Wall{wide_wall}, Wall{narrow_wall}, Wall{wide_wall, "Txd"},
                                         Wall{narrow_wall, "Txd"}),
                         [](const auto& info) {
                             const Wall& wall = info.param;
                             return fmt::format("{}x{}_{}", wall.size.x, wall.size.y, wall.notation);
                         });

TEST(LectureInTheWindow, DoesNotShowWhatIsBetOn) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.app().learn({assets_folder() / "lessons" / "lecture-five-notes.json", 0});
    window.settle();
    EXPECT_EQ(window.says("readout"), "(not on the screen)");
    window.click("action:lesson-answer/1");
    EXPECT_EQ(window.says("readout"), "desserts");
}

TEST(LectureInTheWindow, IsAsItWasAfterOnlyTheNotationWasChanged) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.app().learn({assets_folder() / "lessons" / "lecture-five-notes.json", 3});
    window.settle();
    window.find("notation sum");
    ASSERT_EQ(window.app().session().notation.name(), "sum");
    EXPECT_FALSE(window.shows("lesson.changed")) << "numbers are as they were";
    window.key("ctrl+z");
    EXPECT_FALSE(window.shows("lesson.changed"));
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 3}));
    window.settle();
    EXPECT_TRUE(window.shows("lesson.changed"));
}

TEST(LectureOnAWideWall, HasItsWordsInTheLessRoomTheFewerTheyAre) {
    OffscreenWindow window(preset("by-hand"), wide_wall.x, wide_wall.y);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    window.settle();
    float narrowest = wide_wall.x;
    float widest = 0;
    for (int scene = 0; scene < 20; ++scene) {
        const float words = find(window.app().scene().list, Target(std::string("lesson")), typesetter())->width;
        narrowest = std::min(narrowest, words);
        widest = std::max(widest, words);
        window.key("page_down");
    }
    EXPECT_LT(narrowest, 0.23F * wide_wall.x);
    EXPECT_LT(widest, 0.31F * wide_wall.x);
}

TEST(LectureOnANarrowWall, HasItsWordsOverTheStageAsWideAsTheScreen) {
    OffscreenWindow window(preset("by-hand"), narrow_wall.x, narrow_wall.y);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    EXPECT_EQ(window.settle().enlarged_to, narrow_scene_area);
    const DisplayList& list = window.app().scene().list;
    const Box words = find(list, Target(std::string("lesson")), typesetter()).value_or(Box{});
    const Box stage = find(list, Target(std::string("stage")), typesetter()).value_or(Box{});
    EXPECT_EQ(words.width, narrow_wall.x);
    EXPECT_GE(stage.y, words.bottom());
    EXPECT_GT(stage.width, 0.9F * narrow_wall.x);
    EXPECT_NE(window.app().scene().values.at("stage.session").find("1 of 12"), std::string::npos);
}

} // namespace
} // namespace attn
