#include "core/handouts/pages.h"

#include "core/figure/pictures/text_layout.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::ElementsAre;
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

TEST(Paper, FillsItsPagesAboutEqually) {
    Paper paper(typesetter());
    for (const PageBlock& block : lines(60)) // 48 would fit on the first page
        paper.add(block, 0);
    const auto pages = pages_of(std::move(paper));
    ASSERT_THAT(pages, SizeIs(2));
    EXPECT_THAT(pages.front(), SizeIs(30));
}

TEST(Paper, SaysOnTheNextPageWhatIsContinued) {
    Paper paper(typesetter());
    paper.add_with_lines(line("picture", 60), 0, lines(60), 0, line("continued"));
    const auto pages = pages_of(std::move(paper));
    ASSERT_THAT(pages, SizeIs(2));
    EXPECT_EQ(pages.front().front(), "picture");
    EXPECT_EQ(pages.back().front(), "continued");
    EXPECT_EQ(pages.back().back(), "line 60");
}

TEST(Paper, LeavesNoLineAlone) {
    for (int above = 0; above <= 48; ++above)
        for (int count = 2; count <= 6; ++count) {
            Paper paper(typesetter());
            paper.add(line("above", 20.0F * static_cast<float>(above)), 0);
            paper.add_with_lines(line("picture"), 0, lines(count), 0, line("continued"));
            for (const auto& page : pages_of(std::move(paper))) {
                const auto there =
                    std::ranges::count_if(page, [](const std::string& text) { return text.starts_with("line"); });
                EXPECT_NE(there, 1) << above << " above " << count;
            }
        }
}

TEST(Paper, WritesEachLineOnceAndNoneInTheFoot) {
    Paper paper(typesetter());
    constexpr int count = 120;
    paper.add(line("head", paper::text_height / 6), 0);
    paper.add_with_lines(line("picture", paper::text_height / 2), 20, lines(count), 0, line("continued"));
    std::vector<std::string> all;
    for (const auto& page : pages_of(std::move(paper)))
        std::ranges::copy_if(page, std::back_inserter(all),
                             [](const std::string& text) { return text.starts_with("line"); });
    ASSERT_THAT(all, SizeIs(count)); // pages_of leaves out what stands in the foot
    EXPECT_EQ(all.back(), "line 120");
}

TEST(Paper, GivesABlockThatIsTooHighAPageOfItsOwn) {
    Paper paper(typesetter());
    paper.add(line("above"), 0);
    paper.add(line("high", paper::text_height + 20), 10);
    EXPECT_THAT(pages_of(std::move(paper)), ElementsAre(ElementsAre("above"), ElementsAre("high")));
    EXPECT_THAT(pages_of(Paper(typesetter())), SizeIs(0));
}

} // namespace
} // namespace attn
