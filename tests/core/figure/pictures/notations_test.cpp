#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <string>
#include <vector>

// One layer in the letters of five sets of lecture notes.

namespace attn {
namespace {

using test::count_of;
using test::says;
using test::Shown;

constexpr PictureName notations{"notations"};

std::vector<std::string> formulas(const DisplayList& list) {
    std::vector<std::string> all;
    for (const Item& item : list.items)
        if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
            all.push_back(mark->tex);
    return all;
}

bool has(const std::vector<std::string>& all, const std::string& tex) {
    return std::ranges::find(all, tex) != all.end();
}

TEST(NotationsPicture, WritesEachLengthAndStepAsEachOfTheNotesDoes) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::X).draw(notations);
    for (const char* const notes : {"Paper", "T×d", "n×d", "Sum", "Default"})
        EXPECT_TRUE(says(list, notes)) << notes;
    const std::vector<std::string> all = formulas(list);
    EXPECT_EQ(std::ranges::count(all, "d_h"), 3) << "two widths of a query, and whose notes they are: no underscore";
    for (const char* const tex :
         {R"(S \times D)", R"(n \times d_{model})", R"(T \times d)", R"(n \times d)", R"(L \times d_{model})",
          R"(h = 1, \ldots, H)", R"(i = 0, \ldots, h-1)", R"(\mathrm{Concat})", R"(Y_{\mathrm{concat}})", R"(P_{i})"})
        EXPECT_TRUE(has(all, tex)) << tex;
}

TEST(NotationsPicture, SaysWhereNotesHaveNoSuchStep) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::X).draw(notations);
    EXPECT_EQ(count_of(list, "–"), 1U) << "the sum over heads takes no detour by what stands side by side";
    const auto is_quotient = [](const std::string& tex) { return tex.find(R"(/ \sqrt)") != std::string::npos; };
    EXPECT_EQ(std::ranges::count_if(formulas(list), is_quotient), 3) << "who has no name for divided scores divides";
}

TEST(NotationsPicture, HasTheSessionsOwnLettersOnce) {
    for (const char* const notation : {"d_h", "sum"}) {
        Shown shown = Shown::preset("by-hand");
        EXPECT_FALSE(says(shown.in_notation_of(notation).at(ArrayId::X).draw(notations), "Default")) << notation;
    }
    Shown shown = Shown::preset("by-hand");
    shown.in_notation_of("illustrated");
    EXPECT_TRUE(says(shown.at(ArrayId::X).draw(notations), shown.session().notation.profile().label));
}

/// The areas of the formulas, in the order of drawing.
std::vector<Box> boxes_of_formulas(const DisplayList& list) {
    std::vector<Box> boxes;
    for (auto item = list.items.begin(); item != list.items.end(); ++item)
        if (const auto* const mark = std::get_if<FormulaMark>(&item->shape())) {
            DisplayList formula;
            formula.items.assign(item + 1, item + 1 + static_cast<std::ptrdiff_t>(mark->pieces));
            boxes.push_back(bounds(formula, typesetter()));
        }
    return boxes;
}

/// The areas are those on a wall, and beside a lecture's words.
TEST(NotationsPicture, TypeDoesNotJumpWithinAColumn) {
    constexpr float alike = 0.8F;
    for (const Box& area : {Box{0, 0, 660, 500}, Box{0, 0, 900, 640}, Box{0, 0, 1290, 690}}) {
        Shown shown = Shown::preset("who-and-where");
        float largest = 0;
        float smallest = 1000;
        for (const Item& item : shown.at(ArrayId::A).draw(notations, area).items)
            if (const auto* const mark = std::get_if<FormulaMark>(&item.shape());
                mark != nullptr && mark->tex != "d_h") {
                largest = std::max(largest, mark->size);
                smallest = std::min(smallest, mark->size);
            }
        EXPECT_GE(smallest, alike * largest) << area.width;
        EXPECT_GE(smallest, 10) << area.width;
    }
}

TEST(NotationsPicture, NamesBesideEachOtherKeepApart) {
    constexpr float apart = 10;
    for (const Box& area : {Box{0, 0, 395, 300}, Box{0, 0, 660, 330}, Box{0, 0, 1290, 690}}) {
        Shown shown = Shown::preset("who-and-where");
        const std::vector<Box> names = boxes_of_formulas(shown.at(ArrayId::A).draw(notations, area));
        for (std::size_t i = 1; i < names.size(); ++i)
            if (names[i].x > names[i - 1].x) // on the same line
                EXPECT_GE(names[i].x - names[i - 1].right(), apart) << area.width << ", " << i;
    }
}

TEST(NotationsPicture, NothingLeavesItsCell) {
    for (const Box area : {Box{0, 0, 940, 430}, Box{0, 0, 590, 300}}) {
        Shown shown = Shown::preset("by-hand");
        const DisplayList list = shown.at(ArrayId::X).draw(notations, area);
        for (const Item& item : list.items) {
            const Box ink = bounds(item, typesetter());
            EXPECT_TRUE(ink.empty() || (ink.x >= area.x && ink.right() <= area.right() + 1 && ink.y >= area.y &&
                                        ink.bottom() <= area.bottom() + 1))
                << ink.x << " " << ink.y << " " << ink.right() << " " << ink.bottom();
        }
    }
}

} // namespace
} // namespace attn
