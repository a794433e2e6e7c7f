// Properties of the texts of every figure.
#include "core/figure/figure_kinds.h"
#include "core/model/arrays.h"
#include "tests/core/figure/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn::test {
namespace {

/// Apostrophes must be typographic everywhere, since some are.
TEST(TextsOfFigures, HaveNoApostropheOfATypewriter) {
    const Drawn drawn = Drawn::preset("by-hand");
    int seen = 0;
    for (const char* const notation : {"default", "paper"})
        for (const FigureKind& kind : figure_kinds())
            for (const Array& stage : stages()) {
                if (!drawn.trace().has(stage.id) || (kind.scope == FigureScope::layer && stage.id != ArrayId::A))
                    continue;
                FigureRequest request = request_of(kind.name, stage.id);
                request.notation = NotationChoice(notation);
                const auto figure = lay_out(request, drawn.source());
                if (!figure)
                    continue; // the kind does not fit this stage
                ++seen;
                for (const std::string& text : texts_of(*figure))
                    EXPECT_THAT(text, testing::Not(testing::HasSubstr("'"))) << kind.name << " of " << stage.name;
            }
    EXPECT_GT(seen, 100);
}

} // namespace
} // namespace attn::test
