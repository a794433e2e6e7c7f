// Opening a notation in which an index has the letter of its length gives a remark.

#include "tests/app/program.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::Not;

class OwnNotation : public Program {
protected:
    static constexpr const char* said =
        "in the notation “mine” d is an index and another index or a length too: the index “d” is written l";

    void SetUp() override {
        std::ofstream(file("mine.json")) << R"({"version": 1, "name": "mine", "symbols": {"D": "d"}})";
        std::ofstream(file("good.json")) << R"({"version": 1, "name": "good", "symbols": {"D": "d", "d": "r"}})";
    }
    Finished heatmap(const std::vector<std::string>& options) const {
        std::vector<std::string> words{"figure", "--kind", "heatmap", "--stage", "X", "-o", "x.svg"};
        words.insert(words.end(), options.begin(), options.end());
        return start(words);
    }
};

TEST_F(OwnNotation, IsDoubtedInOneLineOfACommand) {
    const Finished drawn = heatmap({"--preset", "by-hand", "--notation", "mine.json"});
    EXPECT_EQ(drawn.status, 0);
    EXPECT_EQ(drawn.errors, std::string("attention-lab: ") + said + "\n");
    EXPECT_EQ(heatmap({"--preset", "by-hand", "--notation", "good.json"}).errors, "");
}

TEST_F(OwnNotation, IsDoubtedInTheNoticeOfTheWindowAndOfASessionThatHoldsIt) {
    const std::string expects = std::string("expect notice \"") + said + "\"\n";
    const Finished chosen = play("open --preset by-hand\nkey ctrl+p\ntype field:find \"Notation…\"\n"
                                 "type field:notation-path \"mine.json\"\nclick action:close\n" +
                                 expects +
                                 "key ctrl+s\ntype field:save-path \"s.json\"\n"
                                 "expect notice \"Saved to s.json.\"\n");
    EXPECT_EQ(chosen.status, 0) << chosen.errors;
    EXPECT_EQ(heatmap({"s.json"}).errors, std::string("attention-lab: ") + said + "\n");
    const Finished opened = play("open s.json\n" + expects);
    EXPECT_EQ(opened.status, 0) << opened.errors;
}

} // namespace
} // namespace attn
