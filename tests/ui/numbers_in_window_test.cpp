// Which numbers a window shows in its pictures, however large its type is.

#include "core/document/session_file.h"
#include "core/figure/pictures/picture.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <cstddef>
#include <gtest/gtest.h>
#include <set>
#include <string>

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

/// Of 1280 × 720 and 1280 × 800 points, as they are and with larger type; a scale of 2 has the same points.
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

} // namespace
} // namespace attn
