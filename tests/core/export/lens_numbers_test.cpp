// Matrices that pictures compute, as files of numbers; and singular values as NumPy computes them.

#include "core/engine/engine.h"
#include "core/explain/lenses.h"
#include "core/explain/spectrum.h"
#include "core/export/figure_file.h"
#include "core/files/npz.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/folders.h"
#include "tests/random_layer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Shown;

NdArrays written_numbers(const Session& session, const Trace& trace, FigureRequest request) {
    const TemporaryFolder folder;
    const auto written = write_figure(request, {session, trace, typesetter()}, folder / "numbers.npz");
    EXPECT_TRUE(written) << (written ? "" : written.error().message);
    auto arrays = read_npz(folder / "numbers.npz");
    EXPECT_TRUE(arrays) << (arrays ? "" : arrays.error().message);
    return arrays ? *std::move(arrays) : NdArrays();
}

FigureRequest numbers_request(std::string kind, ArrayId array) {
    FigureRequest request;
    request.kind = std::move(kind);
    request.array = array;
    return request;
}

/// A layer of random words that has these weights.
Layer layer_with(const NdArrays& golden) {
    const auto shape = [&](std::string_view name) { return golden.find(name)->second.shape; };
    test::Random random(1);
    test::LayerKind kind;
    kind.sizes.H = shape("W_Q")[0];
    kind.sizes.D = shape("W_Q")[1];
    kind.sizes.d_k = shape("W_Q")[2];
    kind.sizes.D_context = shape("W_K")[1];
    kind.sizes.d_v = shape("W_V")[2];
    kind.cross = kind.sizes.D_context != kind.sizes.D;
    Layer layer = test::random_layer(random, kind);
    for (Index head = 0; head < kind.sizes.H; ++head) {
        HeadWeights& weights = layer.heads[static_cast<std::size_t>(head)];
        const auto given = [&](std::string_view name) { return golden.find(name)->second.matrix_at({head}); };
        weights.W_Q = given("W_Q");
        weights.W_K = given("W_K");
        weights.W_V = given("W_V");
        weights.W_O = given("W_O");
    }
    return layer;
}

/// Expects equal numbers, to 1e-5 of the largest.
void expect_equal(const NdArray& found, const NdArray& golden, const std::string& what) {
    ASSERT_EQ(found.shape, golden.shape) << what;
    float largest = 0;
    for (const float value : golden.values)
        largest = std::isfinite(value) ? std::max(largest, value) : largest;
    for (std::size_t i = 0; i < golden.values.size(); ++i) {
        const float wanted = golden.values[i];
        const float value = found.values[i];
        EXPECT_EQ(std::isnan(value), std::isnan(wanted)) << what << " " << i;
        EXPECT_FALSE(std::abs(value - wanted) > 1e-5F * largest) << what << " " << i << ": " << value;
    }
}

TEST(LensNumbers, OfASpectrumAreThoseOfNumPy) {
    int cases = 0;
    for (const auto& file : std::filesystem::directory_iterator(source_folder() / "tests/data/spectra")) {
        const std::string name = file.path().stem().string();
        const auto golden = read_npz(file.path());
        ASSERT_TRUE(golden) << name;
        Session session;
        session.opened = layer_with(*golden);
        Engine engine;
        engine.compute(session.layer());
        const NdArrays found = written_numbers(session, engine.trace(), numbers_request("spectrum", ArrayId::scores));
        ASSERT_TRUE(found.contains("W_QW_K") && found.contains("W_VW_O")) << name;
        expect_equal(found.at("W_QW_K"), golden->at("W_QW_K"), name + " W_QW_K");
        expect_equal(found.at("W_VW_O"), golden->at("W_VW_O"), name + " W_VW_O");
        for (const WeightProduct product : {WeightProduct::asking, WeightProduct::writing})
            for (Index head = 0; head < std::ssize(session.layer().heads); ++head) {
                const Matrix ranks = golden->at("effective_rank").matrix();
                const float rank = ranks(product == WeightProduct::asking ? 0 : 1, head);
                const auto of_head = spectrum(product_weights(session.layer(), head, product));
                EXPECT_EQ(of_head.has_value(), !std::isnan(rank)) << name;
                EXPECT_NEAR(of_head ? of_head->effective_rank : 0, std::isnan(rank) ? 0 : rank, 1e-4) << name;
            }
        ++cases;
    }
    EXPECT_EQ(cases, 8);
}

TEST(LensNumbers, OfASpectrumLeaveOutTheProductThatTheLayerHasNot) {
    test::Random random(2);
    test::LayerKind kind;
    kind.rotary = {.pairs = Rotary::Pairs::halves, .dimensions = 2};
    Session session;
    session.opened = test::random_layer(random, kind);
    Engine engine;
    engine.compute(session.layer());
    const NdArrays found = written_numbers(session, engine.trace(), numbers_request("spectrum", ArrayId::Y));
    EXPECT_FALSE(found.contains("W_QW_K"));
    EXPECT_TRUE(found.contains("W_VW_O"));
}

TEST(LensNumbers, OfABilinearFormAreItsMatrixAndTheTermsOfTheScore) {
    Shown shown = Shown::preset("by-hand");
    FigureRequest request = numbers_request("bilinear", ArrayId::scores);
    request.head = 0;
    request.row = 1;
    request.column = 2;
    const NdArrays found = written_numbers(shown.session(), shown.trace(), request);
    ASSERT_TRUE(found.contains("W_QK") && found.contains("x_i") && found.contains("x_j") && found.contains("terms"));
    EXPECT_TRUE(equal_bits(found.at("W_QK").matrix(), head_asking(shown.trace().layer(), 0).M));
    float sum = 0;
    for (const float term : found.at("terms").values)
        sum += term;
    EXPECT_NEAR(sum, shown.trace().value({0, ArrayId::scores, 0, 0, 1, 2}), 1e-5);
    EXPECT_FALSE(found.contains("scores")) << "the file holds the picture's own numbers";
}

TEST(LensNumbers, OfWritingAndSubspacesAreWhatTheirPicturesShow) {
    Shown shown = Shown::preset("by-hand");
    const NdArrays writing = written_numbers(shown.session(), shown.trace(), numbers_request("writing", ArrayId::V));
    ASSERT_TRUE(writing.contains("W_VO"));
    EXPECT_TRUE(writing.at("W_VO").has_shape({shown.trace().sizes().D, shown.trace().sizes().D}));
    const NdArrays overlaps = written_numbers(shown.session(), shown.trace(), numbers_request("subspaces", ArrayId::Q));
    ASSERT_TRUE(overlaps.contains("overlaps"));
    EXPECT_TRUE(overlaps.at("overlaps").has_shape({shown.trace().sizes().H, shown.trace().sizes().H}));
}

TEST(LensNumbers, AsTextStandBelowEachOther) {
    Shown shown = Shown::preset("by-hand");
    const FigureSource source{shown.session(), shown.trace(), typesetter()};
    const auto csv = figure_content(numbers_request("spectrum", ArrayId::scores), source, "csv");
    ASSERT_TRUE(csv);
    EXPECT_NE(csv->bytes.find("The singular values of W_Q W_Kᵀ, heads × values."), std::string::npos);
    EXPECT_NE(csv->bytes.find("The singular values of W_V W_O, heads × values."), std::string::npos);
    EXPECT_NE(csv->bytes.find("\nhead 2,"), std::string::npos) << csv->bytes;
    const auto markdown = figure_content(numbers_request("subspaces", ArrayId::Q), source, "md");
    ASSERT_TRUE(markdown);
    EXPECT_NE(markdown->bytes.find("| head 1 | 1.00 |"), std::string::npos) << markdown->bytes;
}

} // namespace
} // namespace attn
