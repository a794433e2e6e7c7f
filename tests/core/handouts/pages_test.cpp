#include "core/handouts/pages.h"

#include "core/figure/pictures/text_layout.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::SizeIs;

PageBlock line(const std::string& text, float height = 20) {
    PageBlock block;
    add_text(block.list, typesetter(), {0, 14}, text, theme(Look::light).ink);
    block.height = height;
    return block;
}

std::vector<PageBlock> lines(int count) {
    std::vector<PageBlock> all;
    for (int i = 1; i <= count; ++i)
        all.push_back(line(fmt::format("line {}", i)));
    return all;
}

/// The texts of each page, without those at its foot.
std::vector<std::vector<std::string>> pages_of(Paper paper) {
    std::vector<std::vector<std::string>> pages;
    for (const PdfPage& page : std::move(paper).finish("foot")) {
        pages.emplace_back();
        for (const Item& item : page.list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text != nullptr && text->position.y < paper::long_side - paper::margin)
                pages.back().push_back(text->text);
    }
    return pages;
}

/// A page on which `count` more lines fit.
Paper paper_with_room_for(int count) {
    Paper paper(typesetter());
    paper.add(line("above", paper::text_height - 20.0F * static_cast<float>(count) - 1), 0);
    return paper;
}

TEST(Paper, KeepsTogetherWhatHasRoom) {
    Paper paper = paper_with_room_for(4);
    paper.add_together(lines(4), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(paper)), ElementsAre(ElementsAre("above", "line 1", "line 2", "line 3", "line 4")));
}

TEST(Paper, SaysOnTheNextPageWhatIsContinued) {
    Paper paper = paper_with_room_for(3);
    paper.add_together(lines(6), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(paper)), ElementsAre(ElementsAre("above", "line 1", "line 2", "line 3"),
                                                        ElementsAre("continued", "line 4", "line 5", "line 6")));
}

TEST(Paper, LeavesNoLineAlone) {
    for (int room = 0; room <= 6; ++room)
        for (int count = 2; count <= 6; ++count) {
            Paper paper = paper_with_room_for(room);
            paper.add_together(lines(count), 0, line("continued"));
            for (const auto& page : pages_of(std::move(paper))) {
                const auto there =
                    std::ranges::count_if(page, [](const std::string& text) { return text.starts_with("line"); });
                EXPECT_NE(there, 1) << room << " of " << count;
            }
        }
}

TEST(Paper, PutsAPictureOnThePageOfItsLines) {
    Paper paper = paper_with_room_for(4);
    paper.add_with_lines(line("picture", 60), 0, lines(4), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(paper)),
                ElementsAre(ElementsAre("above"), ElementsAre("picture", "line 1", "line 2", "line 3", "line 4")));
    Paper room_for_all = paper_with_room_for(7);
    room_for_all.add_with_lines(line("picture", 60), 0, lines(4), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(room_for_all)), SizeIs(1));
    Paper too_high(typesetter());
    too_high.add_with_lines(line("picture", 60), 0, lines(60), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(too_high)), SizeIs(2));
}

TEST(Paper, GoesOnBeneathAHeadRatherThanLeaveItsPageEmpty) {
    Paper paper(typesetter());
    paper.add(line("head", paper::text_height / 6), 0);
    paper.add_with_lines(line("picture", paper::text_height / 2), 0, lines(20), 0, line("continued"));
    const auto pages = pages_of(std::move(paper));
    ASSERT_THAT(pages, SizeIs(2));
    EXPECT_THAT(pages.front(), Contains("picture"));
    EXPECT_THAT(pages.back(), Contains("continued"));
}

TEST(Paper, LeavesNoPageToAFewLines) {
    Paper paper = paper_with_room_for(18);
    paper.add_together(lines(20), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(paper)).back(), SizeIs(7));
}

TEST(Paper, GoesOnOverPagesAndWritesEachLineOnce) {
    Paper paper = paper_with_room_for(2);
    constexpr int count = 120;
    paper.add_together(lines(count), 0, line("continued"));
    const auto pages = pages_of(std::move(paper));
    std::vector<std::string> all;
    for (const auto& page : pages)
        std::ranges::copy_if(page, std::back_inserter(all),
                             [](const std::string& text) { return text.starts_with("line"); });
    ASSERT_THAT(all, SizeIs(count));
    EXPECT_EQ(all.back(), "line 120");
    EXPECT_THAT(pages, SizeIs(4));
    for (std::size_t page = 1; page < pages.size(); ++page)
        EXPECT_EQ(pages[page].front(), "continued");
}

TEST(Paper, WritesALineThatHasNoneBesideIt) {
    Paper paper = paper_with_room_for(0);
    paper.add_together(lines(1), 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(paper)), ElementsAre(ElementsAre("above"), ElementsAre("continued", "line 1")));
    Paper empty(typesetter());
    empty.add_together({}, 0, line("continued"));
    EXPECT_THAT(pages_of(std::move(empty)), Not(Contains(Contains("continued"))));
}

} // namespace
} // namespace attn
