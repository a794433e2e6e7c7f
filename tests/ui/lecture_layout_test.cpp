// A lecture on screens of every shape: no word is missing, no digit is too small, and nothing overlaps, also with an
// explained cell beside it and above the words.

#include "tests/core/figure/fonts.h"
#include "tests/judge/layout.h"
#include "tests/thoroughness.h"
#include "tests/ui/offscreen_window.h"
#include "tests/ui/pictures_of_steps.h"

#include "core/document/files/session_file.h"
#include "ui/document/lecture.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

constexpr float digit_height = 0.727F; // as a part of an em
/// The shapes 16:9 and 4:3, in logical pixels.
constexpr std::array screens{Point{711, 400}, Point{533, 400}};

const std::string twelve_words =
    R"(["the","quick","brown","fox","jumps","over","the","understanding","dog","and","sleeps","well"])";
const std::string six_words = R"(["the","cat","sat","on","the","mat"])";

Session session_of(const std::string& tokens, int heads) {
    const std::string text =
        fmt::format(R"({{"version":1,"tokens":{},"sizes":{{"d_model":8,"heads":{},"d_k":4,"d_v":4}},"title":"Drawn"}})",
                    tokens, heads);
    Result<Session> session = parse_session(text, "test", ".");
    if (!session)
        throw std::runtime_error(session.error().message);
    return *std::move(session);
}

struct Lecture {
    std::string name;
    std::string tokens;
    int heads = 1;
};
const std::array lectures{Lecture{"six words, two heads", six_words, 2},
                          Lecture{"twelve words, eight heads", twelve_words, 8}};

/// True for the sum over heads: it stacks eight heads with twelve words each, and leaves out what does not fit.
bool stacks_all_heads(const std::string& name) {
    return name.ends_with("-sum");
}

/// True for pictures that do not fit this screen in type that is legible from the last row.
bool is_small_in(Point screen, const std::string& name) {
    return screen.x < 700 && name.ends_with("-spectrum");
}

class LectureLayout : public testing::TestWithParam<Point> {};

/// The faults that a lecturer would see.
std::vector<std::string> complaints_of(OffscreenWindow& window, Point screen) {
    const auto words = window.app().find_target("tokens");
    const Box tokens = words ? words->box : Box{0, screen.y, 0, 0};
    const DisplayList& list = window.app().scene().list;
    std::vector<std::string> all =
        test::layout_complaints(test::without_scrolled_away(list, tokens), {0, 0, screen.x, screen.y});
    if (list.lacks_words)
        all.emplace_back("words are missing");
    std::ranges::move(test::formula_complaints(window, screen), std::back_inserter(all));
    for (const Item& item : list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape());
            text != nullptr && std::holds_alternative<ShownNumber>(item.says) &&
            text->font.size * digit_height < 0.0199F * screen.y)
            all.push_back(fmt::format("“{}” is too small", text->text));
    return all;
}

/// True if the lecture is tried on the screen. At night each is tried on each; by day the lecture with eight heads is
/// tried on the narrow screen, and the others on the wide one.
bool is_tried(Point screen, const Lecture& lecture) {
    return is_at_night() || (screen.x < 700) == (lecture.heads > 2);
}

TEST_P(LectureLayout, HasAllWordsAndNothingOverAnythingElse) {
    const Point screen = GetParam();
    for (const Lecture& lecture : lectures) {
        if (!is_tried(screen, lecture))
            continue;
        OffscreenWindow window(session_of(lecture.tokens, lecture.heads), screen.x, screen.y);
        window.key("f11");
        window.key("page_up");
        test::for_each_picture(window, [&](const std::string& name) {
            if (is_small_in(screen, name) || (lecture.heads > 2 && stacks_all_heads(name)))
                return;
            EXPECT_THAT(complaints_of(window, screen), testing::IsEmpty())
                << fmt::format("{}, {} at {}×{}", lecture.name, name, screen.x, screen.y);
        });
    }
}

TEST_P(LectureLayout, OfManyHeadsStandsOnPages) {
    const Point screen = GetParam();
    OffscreenWindow window(session_of(twelve_words, 32), screen.x, screen.y);
    window.app().go_to(ArrayId::A);
    window.settle();
    window.key("f11");
    window.key("a");
    for (const Index head : {0, 13, 31}) {
        window.app().show_head(head);
        window.settle();
        EXPECT_TRUE(window.shows(fmt::format("cell:A/{}[1,1]", head + 1)));
        EXPECT_THAT(complaints_of(window, screen), testing::IsEmpty())
            << fmt::format("head {} at {}×{}", head + 1, screen.x, screen.y);
    }
}

TEST_P(LectureLayout, HasAllWordsBesideTheInspectorAndAboveTheTokens) {
    const Point screen = GetParam();
    OffscreenWindow window(session_of(six_words, 2), screen.x, screen.y);
    window.key("f11");
    window.key("page_up");
    window.key("e");
    window.key("w");
    test::for_each_picture(window, [&](const std::string& name) {
        if (name.ends_with("-notes") || name.ends_with("-spectrum")) // long texts, in a quarter of the screen
            return;
        std::vector<std::string> all = complaints_of(window, screen);
        std::erase_if(all, [](const std::string& one) { return one.ends_with("is too small"); });
        EXPECT_THAT(all, testing::IsEmpty()) << fmt::format("{} at {}×{}", name, screen.x, screen.y);
    });
}

/// The last matrix has digits that can be read from the last row, even if a sum of three matrices has no room for them.
TEST_P(LectureLayout, OfWhatIsMaskedHasTheNumbersWhereSharesHaveTheirs) {
    const Point screen = GetParam();
    OffscreenWindow window(session_of(R"(["the","cat","sat","on","the","mat","and","slept"])", 1), screen.x, screen.y);
    window.key("ctrl+m");
    window.key("f11");
    window.key("page_up"); // and the notice of its keys goes
    for (const ArrayId array : {ArrayId::A, ArrayId::masked}) {
        window.show(array);
        const DisplayList& list = window.app().scene().list;
        EXPECT_TRUE(list.prints_numbers && !list.lacks_numbers) << array_name(array);
        EXPECT_THAT(complaints_of(window, screen), testing::IsEmpty()) << array_name(array);
    }
}

/// Digits are the point of a small matrix: beside an explained cell they may be smaller, but must be there.
TEST(LectureWithACellExplained, HasTheNumbersOfMatricesWhoseCellsHaveRoomForThem) {
    const std::string text =
        R"({"version":1,"tokens":)" + six_words + R"(,"sizes":{"d_model":4,"heads":2},"title":"Small"})";
    for (const Point screen : {Point{896, 560}, Point{996, 560}, scene_area}) { // 16:10, 16:9 and 4:3
        OffscreenWindow window(*parse_session(text, "test", "."), screen.x, screen.y);
        for (const ArrayId array : {ArrayId::Q, ArrayId::V, ArrayId::O, ArrayId::Y}) {
            window.show(array);
            window.key("f11");
            window.key("e");
            window.settle();
            EXPECT_EQ(window.settle().enlarged_to, scene_area);
            const DisplayList& list = window.app().scene().list;
            EXPECT_TRUE(list.prints_numbers && !list.lacks_numbers)
                << array_name(array) << " at " << screen.x << "×" << screen.y;
            window.key("escape");
            window.key("escape");
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Screens, LectureLayout, testing::ValuesIn(screens),
                         [](const auto& info) { return fmt::format("{}x{}", info.param.x, info.param.y); });

} // namespace
} // namespace attn
