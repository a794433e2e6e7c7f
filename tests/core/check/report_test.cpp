// What a check says, in lines that no text of a session breaks.

#include "core/check/report.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Report, StaysInItsLinesWhateverTheTokensAre) {
    std::mt19937 random(1);
    Layer layer = test::random_layer(random, {});
    layer.sequence.items[0][0] = "one\nagrees   all of it";
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    Agreement worst;
    worst.stage = ArrayId::scores;
    worst.cell = {ArrayId::scores, 0, 0, 0, 0};
    EXPECT_EQ(place_in_words(worst, trace).find('\n'), std::string::npos);
}

} // namespace
} // namespace attn
