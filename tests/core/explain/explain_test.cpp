#include "core/explain/explain.h"

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::LayerKind;
using test::Random;
using test::random_layer;

/// Calls `visit` for every cell of every stage of the trace.
template <class Visit>
void for_each_cell(const Trace& trace, const Visit& visit) {
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        const Shape shape = shape_of(trace.sizes(), row.id);
        for (const Address slot : trace.slots(row.id))
            for (Index i = 0; i < shape.rows; ++i)
                for (Index j = 0; j < shape.columns; ++j)
                    visit(CellId{0, row.id, slot.item, slot.head, i, j});
    }
}

bool feeds(const Explanation& explanation, const CellId& cell) {
    return std::ranges::any_of(explanation.feeds, [&](const Dependents& reader) {
        return ArrayId(reader.stage) == cell.array && reader.head == cell.head && reader.first_row <= cell.row &&
               cell.row < reader.last_row && reader.first_column <= cell.column && cell.column < reader.last_column;
    });
}

Layer layer_with_everything(Random& random) {
    LayerKind kind{
        .sizes = {.B = 2, .S_q = 3, .S_k = 4, .D = 5, .D_context = 6, .H = 4, .d_k = 3, .d_v = 2, .queries_per_kv = 2},
        .biases = true,
        .cross = true};
    kind.head_norm = {Norm::Kind::layer, false, 0.25F};
    kind.soft_cap = 0.5F;
    Layer layer = random_layer(random, kind);
    layer.rotary = {Rotary::Pairs::neighbours, 2, 100};
    layer.norm = {Norm::Kind::layer, test::random_matrix(random, 1, 5), test::random_matrix(random, 1, 5), 1e-3F};
    layer.alibi = true;
    for (HeadWeights& head : layer.heads)
        head.W_G = test::random_matrix(random, 5, 2);
    layer.mask.causal = true;
    layer.mask.window = 2;
    layer.temperature = 0.5F;
    layer.sequence.positions.kind = Positions::Kind::sinusoidal;
    return layer;
}

void expect_terms_that_add_up(const Layer& layer) {
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    for_each_cell(trace, [&](const CellId& cell) {
        const Explanation explanation = explain(trace, cell);
        const auto value = static_cast<double>(trace.value(cell));
        ASSERT_EQ(explanation.value, trace.value(cell));
        // Terms may cancel, and their rounding remains.
        double largest = std::max(1.0, std::abs(value));
        for (const Term& term : explanation.terms)
            if (std::isfinite(term.value))
                largest = std::max(largest, std::abs(term.value));
        if (std::isfinite(value))
            ASSERT_NEAR(explanation.recomputed, value, 2e-6 * largest) << cell_name(cell);
        else
            ASSERT_EQ(explanation.recomputed, value) << cell_name(cell);
    });
}

TEST(Explain, TermsOfEveryCellAddUpToItsRecordedNumber) {
    Random random(1);
    expect_terms_that_add_up(layer_with_everything(random));
}

TEST(Explain, TermsAddUpInLayersOfAnyKind) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        expect_terms_that_add_up(random_layer(random, test::random_kind(random)));
    }
}

TEST(Explain, FactorsHaveTheNumbersOfTheirCells) {
    Random random(2);
    Engine engine(1);
    const Trace& trace = engine.compute(layer_with_everything(random));
    for_each_cell(trace, [&](const CellId& cell) {
        for (const Term& term : explain(trace, cell).terms) {
            if (term.left.cell)
                ASSERT_EQ(trace.value(*term.left.cell), term.left.value) << cell_name(cell);
            if (term.right && term.right->cell)
                ASSERT_EQ(trace.value(*term.right->cell), term.right->value) << cell_name(cell);
        }
    });
}

TEST(Explain, WhatACellReadsSaysThatItFeedsTheCell) {
    Random random(3);
    Engine engine(1);
    const Trace& trace = engine.compute(layer_with_everything(random));
    for_each_cell(trace, [&](const CellId& cell) {
        for (const Term& term : explain(trace, cell).terms) {
            if (term.left.cell)
                ASSERT_TRUE(feeds(explain(trace, *term.left.cell), cell))
                    << cell_name(*term.left.cell) << " feeds " << cell_name(cell);
            if (term.right && term.right->cell)
                ASSERT_TRUE(feeds(explain(trace, *term.right->cell), cell))
                    << cell_name(*term.right->cell) << " feeds " << cell_name(cell);
        }
    });
}

TEST(Explain, EveryCellThatMovesIsAmongWhatTheChangedCellFeeds) {
    Random random(4);
    Layer layer = layer_with_everything(random);
    Engine engine(1);
    const Trace before = engine.compute(layer);
    const CellId changed{0, ArrayId::W_K, 0, 2, 2, 1};
    layer.heads[2].W_K = layer.heads[2].W_K.with_cell(2, 1, 9.0F);
    const Trace& after = engine.compute(layer);
    const Explanation explanation = explain(after, changed);
    for_each_cell(after, [&](const CellId& cell) {
        if (cell.array == ArrayId::K && before.value(cell) != after.value(cell))
            ASSERT_TRUE(feeds(explanation, cell)) << cell_name(cell);
    });
    EXPECT_EQ(explanation.feeds.size(), 1U);
}

TEST(Explain, FromTheOutputOneReachesTheWordsOnOperandsAlone) {
    Random random(5);
    Engine engine(1);
    const Trace& trace = engine.compute(random_layer(random, {}));
    CellId cell{0, ArrayId::Y, 0, 0, 2, 3};
    std::vector<std::string_view> way;
    for (Explanation explanation = explain(trace, cell); explanation.rule != Rule::lookup;
         explanation = explain(trace, cell)) {
        ASSERT_FALSE(explanation.terms.empty());
        cell = *explanation.terms.front().left.cell;
        way.push_back(array_name(cell.array));
    }
    EXPECT_EQ(cell.array, ArrayId::E);
    EXPECT_EQ(way, (std::vector<std::string_view>{"parts", "concat", "O", "A", "exp", "masked", "scaled", "scores", "Q",
                                                  "X", "E"}));
}

TEST(Explain, OutputOfASingleHeadIsMadeOfItsMixtureAndW_O) {
    Random random(5);
    LayerKind kind;
    kind.sizes.H = 1;
    kind.biases = true;
    Layer layer = random_layer(random, kind);
    Engine engine(1);
    const Explanation explanation = explain(engine.compute(layer), {0, ArrayId::Y, 0, 0, 1, 2});
    EXPECT_EQ(explanation.rule, Rule::sum_of_products);
    const auto width = static_cast<std::size_t>(engine.trace().sizes().d_v);
    ASSERT_EQ(explanation.terms.size(), width + 1);
    for (std::size_t c = 0; c < width; ++c) {
        const auto place = static_cast<Index>(c);
        EXPECT_EQ(explanation.terms[c].left.cell, (CellId{0, ArrayId::concat, 0, 0, 1, place}));
        EXPECT_EQ(explanation.terms[c].right->cell, (CellId{0, ArrayId::W_O, 0, 0, place, 2}));
    }
    EXPECT_EQ(explanation.terms.back().left.cell, (CellId{0, ArrayId::b_O, 0, 0, 0, 2}));
    // A pinned contribution has no terms of its own, so that the output's sum shows it as a number.
    layer.pins[{0, ArrayId::parts, 0, 0, 1, 2}] = 3;
    const Explanation of_pinned = explain(engine.compute(layer), {0, ArrayId::Y, 0, 0, 1, 2});
    EXPECT_EQ(of_pinned.rule, Rule::sum);
    EXPECT_EQ(of_pinned.terms.front().left.cell, (CellId{0, ArrayId::parts, 0, 0, 1, 2}));
}

TEST(Explain, PinnedCellSaysWhatWouldHaveStoodThere) {
    Random random(6);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    const float before = engine.compute(layer).value({0, ArrayId::scores, 0, 1, 2, 0});
    layer.pins[{0, ArrayId::scores, 0, 1, 2, 0}] = 7;
    const Explanation explanation = explain(engine.compute(layer), {0, ArrayId::scores, 0, 1, 2, 0});
    EXPECT_EQ(explanation.rule, Rule::pinned);
    EXPECT_EQ(explanation.value, 7.0F);
    EXPECT_NEAR(explanation.recomputed, before, 1e-5);
    EXPECT_EQ(explain(engine.trace(), {0, ArrayId::scores, 0, 1, 2, 1}).rule, Rule::sum_of_products);
}

TEST(Explain, CellOfAGivenMatrixHasNoTerms) {
    Random random(7);
    LayerKind kind;
    kind.given_X = true;
    Engine engine(1);
    const Explanation explanation = explain(engine.compute(random_layer(random, kind)), {0, ArrayId::X, 0, 0, 1, 1});
    EXPECT_EQ(explanation.rule, Rule::given);
    EXPECT_TRUE(explanation.terms.empty());
}

TEST(Explain, CellOfAHeadThatIsOffSaysSo) {
    Random random(8);
    Layer layer = random_layer(random, {});
    layer.heads[1].on = false;
    Engine engine(1);
    const Explanation explanation = explain(engine.compute(layer), {0, ArrayId::O, 0, 1, 0, 0});
    EXPECT_EQ(explanation.rule, Rule::switched_off);
    EXPECT_EQ(explanation.recomputed, 0);
}

TEST(Explain, FullyMaskedRowIsExplainedAsZeros) {
    Random random(9);
    Layer layer = random_layer(random, {});
    const float hidden = -std::numeric_limits<float>::infinity();
    layer.mask.padding = {Matrix::from_rows({{hidden, hidden, hidden, hidden}})};
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    for (const ArrayId id : {ArrayId::exp, ArrayId::A})
        EXPECT_EQ(explain(trace, {0, id, 0, 0, 1, 1}).recomputed, 0) << array_name(id);
    EXPECT_EQ(explain(trace, {0, ArrayId::row_max, 0, 0, 1, 0}).recomputed, -std::numeric_limits<double>::infinity());
}

TEST(Explain, CellOfXFeedsTheHeadsWhoseQueriesAreNotGiven) {
    Random random(5);
    Layer layer =
        random_layer(random, {{.B = 1, .S_q = 3, .S_k = 3, .D = 4, .D_context = 4, .H = 2, .d_k = 4, .d_v = 4}});
    layer.given[{0, ArrayId::Q, 0, 0}] = Matrix::zeros(3, 4);
    const Explanation explanation = explain(test::computed(layer), {0, ArrayId::X, 0, 0, 1, 1});
    EXPECT_FALSE(feeds(explanation, {0, ArrayId::Q, 0, 0, 1, 0}));
    EXPECT_TRUE(feeds(explanation, {0, ArrayId::Q, 0, 1, 1, 0}));
}

} // namespace
} // namespace attn
