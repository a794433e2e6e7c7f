// The numbers that pictures show in a window, with type of any size.

#include "core/document/files/session_file.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/picture.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <set>
#include <string>
#include <vector>

namespace attn {
namespace {

const std::string five_words = R"(["the","cat","saw","the","dog"])";

std::size_t numbers_of(OffscreenWindow& window, ArrayId array) {
    std::set<CellId> cells;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const number = std::get_if<ShownNumber>(&item.says);
            number != nullptr && number->cell.array == array)
            cells.insert(number->cell);
    return cells.size();
}

Session three_heads() {
    Result<Session> session = parse_session(R"({"version": 1, "seed": 3, "tokens": )" + five_words +
                                                R"(, "sizes": {"d_model": 6, "heads": 3}})",
                                            "test", ".");
    return *std::move(session);
}

/// A number in a cell, and its place.
struct WrittenNumber {
    std::string text;
    Box box;
    float type = 0;
};

std::vector<WrittenNumber> written_in_cells(OffscreenWindow& window) {
    std::vector<WrittenNumber> numbers;
    const Box stage = find(window.app().scene().list, Target(std::string("stage")), typesetter()).value_or(Box{});
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape());
            text != nullptr && std::holds_alternative<ShownNumber>(item.says) && stage.contains(text->position) &&
            text->vertical == Vertical::middle)
            numbers.push_back({text->text, typesetter().box(*text), text->font.size});
    return numbers;
}

/// Two numbers of a line that run together, i.e. closer than two pixels on each side of a border; empty if none do.
std::string run_together(const std::vector<WrittenNumber>& numbers) {
    constexpr float least = 4;
    for (const WrittenNumber& one : numbers)
        for (const WrittenNumber& other : numbers)
            if (&one != &other && other.box.x >= one.box.x && other.box.x - one.box.right() < least &&
                std::min(one.box.bottom(), other.box.bottom()) > std::max(one.box.y, other.box.y))
                return one.text + " " + other.text;
    return "";
}

float smallest_type(const std::vector<WrittenNumber>& numbers) {
    float smallest = 100;
    for (const WrittenNumber& number : numbers)
        smallest = std::min(smallest, number.type);
    return smallest;
}

/// Windows of 1280 × 720 and 1280 × 800 points, and with larger type; a scale of 2 has the same points.
constexpr std::array windows{Point{1280, 720}, Point{1280, 800}, Point{1143, 714}};

TEST(NumbersInAWindow, OfAllHeadsStandInMoreLinesBeforeTheyAreGivenUp) {
    for (const Point size : windows) {
        OffscreenWindow window(three_heads(), size.x, size.y);
        window.show(ArrayId::A, PictureId::heads);
        EXPECT_EQ(numbers_of(window, ArrayId::A), 75U) << size.x;
    }
}

TEST(NumbersInAWindow, OfOneTokenAreThereOfEachHead) {
    for (const Point size : windows) {
        OffscreenWindow window(three_heads(), size.x, size.y);
        window.show(ArrayId::A, PictureId::token);
        EXPECT_EQ(numbers_of(window, ArrayId::A), 15U) << size.x;
        EXPECT_EQ(numbers_of(window, ArrayId::scores), 15U) << size.x;
    }
}

TEST(NumbersInAWindow, SharesOfOneTokenThatAreMaskedAreHatchedAndHaveNone) {
    Session session = three_heads();
    session.layer().mask.causal = true;
    OffscreenWindow window(std::move(session), 1280, 720);
    window.show(ArrayId::A, PictureId::token);
    window.click("cell:A/1[1,1]");
    EXPECT_EQ(numbers_of(window, ArrayId::A), 3U) << "of one key each";
}

TEST(NumbersInAWindow, OfAProductOfEightDimensionsStandInASmallOne) {
    for (const bool causal : {false, true}) {
        Session session = preset("who-and-where");
        session.layer().mask.causal = causal;
        OffscreenWindow window(std::move(session), 1280, 720);
        window.fill_in("field:sentence", "the cat sat on the mat");
        window.show(ArrayId::Q, PictureId::product);
        EXPECT_EQ(numbers_of(window, ArrayId::X), 48U);
        EXPECT_EQ(numbers_of(window, ArrayId::W_Q), 32U);
        EXPECT_EQ(numbers_of(window, ArrayId::Q), 24U);
        EXPECT_GE(smallest_type(written_in_cells(window)), 8);
        EXPECT_EQ(run_together(written_in_cells(window)), "");
        window.show(ArrayId::Y, PictureId::product);
        EXPECT_EQ(numbers_of(window, ArrayId::concat), 48U);
        EXPECT_EQ(numbers_of(window, ArrayId::W_O), 64U);
        EXPECT_EQ(numbers_of(window, ArrayId::Y), 48U);
        EXPECT_GE(smallest_type(written_in_cells(window)), 8);
        EXPECT_EQ(run_together(written_in_cells(window)), "");
    }
}

TEST(NumbersInAWindow, DoNotRunTogetherInAnyStage) {
    for (const char* const name : {"by-hand", "who-and-where", "four-letters", "masks"})
        for (const Point size : {Point{1280, 720}, Point{1440, 900}, Point{1024, 700}}) {
            OffscreenWindow window(preset(name), size.x, size.y);
            for (const ArrayId stage : {ArrayId::Q, ArrayId::scores, ArrayId::A, ArrayId::O, ArrayId::Y}) {
                window.show(stage);
                EXPECT_EQ(run_together(written_in_cells(window)), "")
                    << name << " " << array_name(stage) << " " << size.x;
            }
        }
}

TEST(NumbersInAWindow, OfOneTokenStandBesideACausalMaskToo) {
    Session session = preset("who-and-where");
    session.layer().mask.causal = true;
    OffscreenWindow window(std::move(session), 1280, 720);
    window.fill_in("field:sentence", "the cat sat on the mat");
    window.show(ArrayId::A, PictureId::token);
    window.click("cell:A/1[4,1]");
    for (const ArrayId row : {ArrayId::X, ArrayId::concat, ArrayId::Y})
        EXPECT_EQ(numbers_of(window, row), 8U) << array_name(row);
    EXPECT_EQ(numbers_of(window, ArrayId::scores), 12U);
    EXPECT_EQ(numbers_of(window, ArrayId::masked), 12U) << "and −∞ where it is hidden";
    EXPECT_EQ(numbers_of(window, ArrayId::O), 8U);
}

TEST(NumbersInAWindow, ThatHaveNoRoomAreSaidToHaveNone) {
    const std::string many =
        R"({"version": 1, "seed": 3, "tokens": )" + five_words + R"(, "sizes": {"d_model": 24, "heads": 2}})";
    Result<Session> session = parse_session(many, "test", ".");
    OffscreenWindow window(*session, 1280, 720);
    window.show(ArrayId::Q, PictureId::product);
    EXPECT_THAT(window.says("stage.legend"), testing::HasSubstr("have no room"));
    window.show(ArrayId::A, PictureId::heatmap);
    EXPECT_THAT(window.says("stage.legend"), testing::Not(testing::HasSubstr("have no room")));
}

} // namespace
} // namespace attn
