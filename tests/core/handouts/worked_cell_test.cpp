#include "core/handouts/worked_cell.h"

#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/followed_cells.h"
#include "tests/core/figure/figures.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace attn::test {
namespace {

std::string worked(const Drawn& drawn, const CellId& cell, std::size_t most = 1000) {
    FigureRequest request;
    request.array = cell.array;
    const FigureSource source = drawn.source();
    const FigureContext drawing(request, source, cell);
    return worked_cell(drawing.drawing(), cell, most);
}

TEST(WorkedCell, WritesProductsOfWholeNumbersAsTheyAreDoneInTheHead) {
    EXPECT_EQ(worked(Drawn::preset("by-hand"), {0, ArrayId::scores, 0, 0, 0, 0}),
              "s₁‚₁ = 2 × 1 + 0 × 0 + 2 × 1 + 0 × 0 = 4");
}

TEST(WorkedCell, MultipliesWithTheSignOfTheNotes) {
    for (const auto& [notation, sign] :
         {std::pair("paper", "2 · 1 + 0 · 0"), std::pair("d_h", "2 · 1 + 0 · 0"), std::pair("nxd", "2 · 1 + 0 · 0"),
          std::pair("Txd", "2 × 1 + 0 × 0"), std::pair("sum", "2 × 1 + 0 × 0")}) {
        const Drawn drawn = Drawn::preset("by-hand");
        FigureRequest request;
        request.array = ArrayId::scores;
        request.notation = notation;
        const CellId cell{0, ArrayId::scores, 0, 0, 0, 0};
        const FigureSource source = drawn.source();
        const FigureContext drawing(request, source, cell);
        EXPECT_NE(worked_cell(drawing.drawing(), cell, 8).find(sign), std::string::npos) << notation;
        request.kind = "product";
        request.row = 0;
        request.column = 0;
        const char* const expected = std::string_view(sign).find("·") != std::string_view::npos ? "·" : "×";
        const std::vector<std::string> texts = texts_of(drawn.figure(request));
        EXPECT_TRUE(std::ranges::find(texts, expected) != texts.end()) << notation;
    }
}

TEST(WorkedCell, FollowsAShareFromItsScores) {
    EXPECT_EQ(worked(Drawn::preset("by-hand"), {0, ArrayId::A, 0, 0, 0, 2}),
              "a₁‚₃ = exp(1 − 2) / (1 + 0.135 + 0.368) ≈ 0.368 / 1.503 ≈ 0.245");
}

TEST(WorkedCell, HasTheDecimalsThatAreAskedForAndMoreOnTheWayWhereItsNumberNeedsThem) {
    const Drawn drawn = Drawn::preset("by-hand");
    const CellId cell{0, ArrayId::A, 0, 0, 0, 2};
    const FigureSource source = drawn.source();
    for (const auto& [precision, line] :
         {std::pair(1, "a₁‚₃ = exp(1 − 2) / (1 + 0.14 + 0.37) ≈ 0.37 / 1.50 ≈ 0.2"),
          std::pair(2, "a₁‚₃ = exp(1 − 2) / (1 + 0.135 + 0.368) ≈ 0.368 / 1.503 ≈ 0.24")}) {
        FigureRequest request;
        request.array = cell.array;
        request.precision = precision;
        const FigureContext drawing(request, source, cell);
        EXPECT_EQ(worked_cell(drawing.drawing(), cell), line);
    }
}

TEST(WorkedCell, LeavesOutStepsThatAGivenNumberReplaced) {
    const Drawn given = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1}, "
                                    "'pins': [{'stage': 'row_sum', 'row': 1, 'column': 1, 'value': 4},"
                                    " {'stage': 'exp', 'row': 1, 'column': 1, 'value': 1}]}");
    EXPECT_EQ(worked(given, {0, ArrayId::A, 0, 0, 0, 0}), "a₁‚₁ = 1 / 4 = 0.25");
}

TEST(WorkedCell, WritesTheOutputAsTheJoinedRowTimesAColumnOfW_O) {
    EXPECT_EQ(worked(Drawn::preset("by-hand"), {0, ArrayId::Y, 0, 0, 0, 3}),
              "y₁‚₄ = 2.240 × 1 + 0.515 × 0 + 0.335 × 0 + 0.935 × (−1) = 2.240 + 0 + 0 + (−0.935) = 1.305");
}

TEST(WorkedCell, EndsInTheNumberOfTheCellAndItsSummandsMakeIt) {
    for (const char* preset : {"by-hand", "masks", "red-fox", "bright-but-mute"}) {
        const Drawn drawn = Drawn::preset(preset);
        for (const ArrayId id : stages_of(drawn.trace()))
            for (const Address slot : drawn.trace().slots(id)) {
                const Matrix matrix = drawn.trace().matrix(slot);
                for (Index i = 0; i < matrix.rows(); ++i) {
                    const CellId cell{0, id, slot.item, slot.head, i, (i * 3) % matrix.columns()};
                    const Explanation explanation = explain(drawn.trace(), cell);
                    EXPECT_TRUE(worked(drawn, cell).ends_with(" " + by_hand(matrix(i, cell.column), 3)))
                        << cell_name(cell);
                    if (explanation.rule != Rule::sum_of_products && explanation.rule != Rule::sum)
                        continue;
                    double sum = 0;
                    for (const Term& term : summands(drawn.trace(), cell))
                        sum += term.value;
                    if (std::isfinite(explanation.value))
                        EXPECT_NEAR(sum, static_cast<double>(explanation.value), 1e-5) << preset << cell_name(cell);
                }
            }
    }
}

TEST(WorkedCell, DoesNotDivideByTheSumOfARowWithoutKeys) {
    EXPECT_EQ(worked(Drawn::preset("masks"), {0, ArrayId::A, 0, 0, 0, 0}), "a₁‚₁ = 0");
}

TEST(WorkedCell, SaysOfSummandsThatAre0HowManyTheyAre) {
    const std::string line = worked(Drawn::preset("who-and-where"), {0, ArrayId::Q, 0, 1, 0, 0}, 4);
    EXPECT_EQ(line, "q₁‚₁ = 1 × 8 + 7 terms of 0 = 8");
}

TEST(WorkedCell, SaysOnlyTheLargestOfManySummands) {
    const Drawn random = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 8, 'heads': 1}}");
    const std::string line = worked(random, {0, ArrayId::Q, 0, 0, 0, 0}, 2);
    EXPECT_NE(line.find("6 smaller terms"), std::string::npos) << line;
}

TEST(WorkedCell, CountsOneSummandThatIsLeftOutAsOne) {
    const Drawn random = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 8, 'heads': 1}}");
    EXPECT_NE(worked(random, {0, ArrayId::Q, 0, 0, 0, 0}, 7).find(" + 1 smaller term "), std::string::npos);
    const Drawn with_zero = Drawn::json("{'version': 1, 'tokens': ['a'], 'embeddings': {'a': [1, 2, 0]},"
                                        " 'sizes': {'d_model': 3, 'heads': 1}}");
    EXPECT_NE(worked(with_zero, {0, ArrayId::Q, 0, 0, 0, 0}, 2).find(" + 1 term of 0 "), std::string::npos);
}

TEST(WorkedCell, IsZeroWhereTermsCancelButForTheRoundingOfFloats) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 3, 'heads': 1, 'd_k': 1},"
                                    " 'given': [{'stage': 'X', 'matrix': [[0.3, 0.6, -0.9]]}],"
                                    " 'heads': [{'W_Q': [[1], [1], [1]], 'W_K': [[1], [1], [0]]}]}");
    ASSERT_NE(drawn.trace().value({0, ArrayId::Q, 0, 0, 0, 0}), 0);
    EXPECT_EQ(worked(drawn, {0, ArrayId::Q, 0, 0, 0, 0}),
              "q₁‚₁ = 0.3 × 1 + 0.6 × 1 + (−0.9) × 1 = 0.3 + 0.6 + (−0.9) = 0");
    EXPECT_EQ(worked(drawn, {0, ArrayId::scores, 0, 0, 0, 0}), "s₁‚₁ = 0 × 0.9 = 0");
}

TEST(ByHand, KeepsSmallNumbersSmall) {
    EXPECT_EQ(by_hand(2, 3), "2");
    EXPECT_EQ(by_hand(-0.5F, 3), "−0.5");
    EXPECT_EQ(by_hand(0.09F, 3), "0.09");
    EXPECT_EQ(by_hand(0.09003F, 3), "0.090"); // shows where it was rounded
    EXPECT_EQ(by_hand(100, 3), "100");
    EXPECT_TRUE(is_exact_by_hand(0.125F, 3));
    EXPECT_FALSE(is_exact_by_hand(0.3333F, 3));
}

TEST(Walk, VisitsEveryStageOnceWithACellThatExists) {
    for (const char* preset : {"by-hand", "masks", "who-and-where", "induction"}) {
        const Drawn drawn = Drawn::preset(preset);
        FigureRequest every_array;
        every_array.steps = StepsShown::all;
        const auto steps = followed_cells(drawn.source(), every_array);
        ASSERT_TRUE(steps);
        std::vector<ArrayId> visited;
        for (const FigureRequest& step : *steps) {
            EXPECT_TRUE(drawn.trace().contains(cell_of(step))) << cell_name(cell_of(step));
            visited.push_back(*step.array);
        }
        EXPECT_EQ(visited, stages_of(drawn.trace())) << preset;
    }
}

} // namespace
} // namespace attn::test
