#include "core/document/session/changed_parts.h"
#include "tests/folders.h"

#include "core/document/session/edits.h"
#include "core/document/sources/presets.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using Parts = std::vector<std::string>;

Parts parts_after(const Edit& edit) {
    const Session session = *load_preset(assets_folder(), "four-letters");
    const auto applied = apply(session, edit);
    EXPECT_TRUE(applied);
    return changed_parts(applied->session.layer(), session.layer());
}

TEST(ChangedParts, NameWhatSomebodyChangedAndNotWhatFollows) {
    EXPECT_EQ(parts_after(SetCell{{0, ArrayId::W_Q, 0, 0, 1, 1}, 3}), Parts{"W_Q/1"});
    EXPECT_EQ(parts_after(SetCell{{0, ArrayId::W_O, 0, 1, 1, 1}, 3}), Parts{"W_O/2"});
    EXPECT_EQ(parts_after(SetCell{{0, ArrayId::scaled, 0, 1, 1, 1}, 3}), Parts{"scaled/2"}) << "a pin";
    EXPECT_EQ(parts_after(SetCell{{0, ArrayId::P, 0, 0, 0, 6}, 3}), Parts{"P"});
    EXPECT_EQ(parts_after(SetTokens{0, {"t", "o", "p", "s"}, Side::sequence}), Parts{"tokens"});
    EXPECT_EQ(parts_after(SetHeadOn{1, false}), Parts{"heads"});
    EXPECT_EQ(parts_after(SetCell{{0, ArrayId::W_Q, 0, 0, 4, 0}, 1}), Parts()) << "the number that stands there";
}

TEST(ChangedParts, AreAllowedByTheirArray) {
    EXPECT_TRUE(is_part_of("W_Q/1", "W_Q"));
    EXPECT_TRUE(is_part_of("W_Q/1", "W_Q/1"));
    EXPECT_FALSE(is_part_of("W_Q/12", "W_Q/1"));
    EXPECT_FALSE(is_part_of("W_Q/1", "W"));
}

} // namespace
} // namespace attn
