// The lines of a check's report, which no text of a session can break.

#include "core/check/report.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Report, StaysInItsLinesWhateverTheTokensAre) {
    std::mt19937 random(1);
    test::LayerKind kind;
    kind.given_X = true; // the tokens' words need not be known
    Layer layer = test::random_layer(random, kind);
    layer.sequence.items[0][0] = "one\nagrees   all of it";
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    Agreement worst;
    worst.stage = ArrayId::scores;
    worst.cell = {0, ArrayId::scores, 0, 0, 0, 0};
    EXPECT_EQ(place_in_words(worst, trace).find('\n'), std::string::npos);
}

} // namespace
} // namespace attn
