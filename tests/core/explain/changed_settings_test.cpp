#include "core/explain/diff.h"

#include "core/model/options.h"
#include "tests/random_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SettingsChanged : public testing::Test {
protected:
    SettingsChanged() {
        test::Random random(3);
        before = test::random_layer(random, {});
        after = before;
    }

    std::vector<std::string> names() const { return changed_settings(before, after).names; }

    Layer before;
    Layer after;
};

TEST_F(SettingsChanged, AreNoneOfTheSameLayerAndOfOtherNumbers) {
    after.heads[1].W_Q = before.heads[1].W_Q.with_cell(2, 1, 7);
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(SettingsChanged, OfAMaskAreOneHoweverItIsMade) {
    after.mask.causal = !before.mask.causal;
    after.mask.window = before.mask.window + 1;
    EXPECT_THAT(names(), ElementsAre("the mask"));
    after = before;
    const Sizes sizes = sizes_of(before);
    after.mask.painted =
        Matrix::adopt(std::vector<float>(static_cast<std::size_t>(sizes.S_q * sizes.S_k)), sizes.S_q, sizes.S_k);
    EXPECT_THAT(names(), ElementsAre("the mask"));
}

TEST_F(SettingsChanged, AreCalledAsTheirOptions) {
    after.temperature = 2 * before.temperature;
    after.soft_cap = before.soft_cap + 30;
    EXPECT_THAT(names(), ElementsAre("the temperature", "the soft cap"));
}

TEST_F(SettingsChanged, OfPinsAreCounted) {
    after.pins[{0, ArrayId::A, 0, 0, 1, 1}] = 0.5F;
    EXPECT_THAT(names(), ElementsAre("a pin"));
    after.pins[{0, ArrayId::A, 0, 0, 0, 0}] = 0.25F;
    before.pins[{0, ArrayId::A, 0, 0, 0, 0}] = 0.125F;
    EXPECT_THAT(names(), ElementsAre("2 pins"));
}

TEST_F(SettingsChanged, OfHeadsAreApart) {
    before.heads[0].on = false;
    after.heads[0].on = true;
    after.heads[1].on = false;
    const ChangedSettings changed = changed_settings(before, after);
    EXPECT_THAT(changed.names, IsEmpty());
    EXPECT_THAT(changed.switched_on, ElementsAre(0));
    EXPECT_THAT(changed.switched_off, ElementsAre(1));
}

} // namespace
} // namespace attn
