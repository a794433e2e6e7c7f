#include "core/files/manual.h"
#include "tests/folders.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace attn {
namespace {

using Kind = ManualBlock::Kind;

TEST(Manual, IsTakenApartAsItIsWritten) {
    const ManualPage page{
        "sums", "# How **sums** are added\n\nOne *new* [row](rows.md) with\n`--w*`.\n- first\n  goes on\n- second\n"
                "\n## Tables\n| a | b |\n|---|---|\n| `x\\|y` | 2 |\n\n```\nattention-lab  new\n```\n"};
    EXPECT_EQ(page.heading(), "How sums are added");
    EXPECT_THAT(blocks_of(page),
                testing::ElementsAre(ManualBlock{Kind::title, "How sums are added"},
                                     ManualBlock{Kind::paragraph, "One new row with --w*."},
                                     ManualBlock{Kind::point, "first goes on"}, ManualBlock{Kind::point, "second"},
                                     ManualBlock{Kind::heading, "Tables"}, ManualBlock{Kind::row, {}, {"a", "b"}, true},
                                     ManualBlock{Kind::row, {}, {"x|y", "2"}, false},
                                     ManualBlock{Kind::code, "attention-lab  new"}));
}

TEST(Manual, HasWhatAParagraphBeginsWithAsAHeadingAndKeysInQuotes) {
    EXPECT_THAT(blocks_of({"keys", "**What moved?** `m` counts, `--all` too.\n"}),
                testing::ElementsAre(ManualBlock{Kind::heading, "What moved?"},
                                     ManualBlock{Kind::paragraph, "“m” counts, --all too."}));
}

TEST(Manual, LeavesASentenceWholeThatBeginsInBold) {
    EXPECT_THAT(blocks_of({"try", "**What to try** says by itself when it is done.\n"}),
                testing::ElementsAre(ManualBlock{Kind::paragraph, "What to try says by itself when it is done."}));
}

TEST(Manual, HasAPageWithAHeadingForEachTopic) {
    const auto pages = read_manual(assets_folder());
    ASSERT_TRUE(pages) << pages.error().message;
    EXPECT_GE(pages->size(), 11U);
    for (const std::string topic : {"figures", "lessons", "notations"})
        EXPECT_NE(std::ranges::find(*pages, topic, &ManualPage::topic), pages->end()) << topic;
    for (const ManualPage& page : *pages) {
        EXPECT_FALSE(page.heading().empty()) << page.topic;
        EXPECT_FALSE(blocks_of(page).empty()) << page.topic;
        for (const ManualBlock& block : blocks_of(page))
            EXPECT_EQ(block.text.find('`'), std::string::npos) << page.topic << ": " << block.text;
    }
}

TEST(Manual, ThatIsNotThereHasNoPages) {
    const auto pages = read_manual("/nowhere");
    EXPECT_TRUE(!pages || pages->empty());
}

} // namespace
} // namespace attn
