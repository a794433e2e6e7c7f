// Layers of PyTorch, of a trained model and of a teacher's spreadsheet, and the backend tests of ONNX's Attention:
// every recorded stage within the tolerances of section 7 of the design.

#include "tests/peer_data.h"

#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attn {
namespace {

std::vector<std::filesystem::path> entries(const char* folder) {
    std::vector<std::filesystem::path> found;
    const auto path = test::peer_data() / folder;
    if (std::filesystem::exists(path))
        for (const auto& entry : std::filesystem::directory_iterator(path))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::string case_name(const testing::TestParamInfo<std::filesystem::path>& info) {
    std::string name = info.param.stem();
    std::ranges::replace_if(
        name, [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
    return name;
}

float largest_finite(const NdArray& array) {
    float largest = 0;
    for (const float value : array.values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

float tolerance(ArrayId stage, const NdArray& expected) {
    if (stage <= ArrayId::masked)
        return 2e-6F * largest_finite(expected);
    return stage == ArrayId::A ? 1e-5F : 1.5e-5F * largest_finite(expected);
}

/// Compares all items and heads of a stage, in the order of the array.
void expect_stage(const Trace& trace, ArrayId stage, const NdArray& expected, float allowed) {
    ASSERT_TRUE(trace.has(stage));
    std::size_t next = 0;
    const Extent extent = trace.extent(stage);
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Matrix found = trace.matrix({0, stage, item, head});
            for (Index i = 0; i < found.rows(); ++i)
                for (Index j = 0; j < found.columns(); ++j) {
                    ASSERT_LT(next, expected.values.size());
                    const float value = expected.values[next++];
                    const auto cell = cell_name({0, stage, item, head, i, j});
                    if (std::isfinite(value) && value != 0)
                        ASSERT_NEAR(found(i, j), value, allowed) << cell;
                    else if (value == 0 && stage != ArrayId::A)
                        ASSERT_NEAR(found(i, j), value, allowed) << cell;
                    else
                        ASSERT_EQ(found(i, j), value) << cell;
                }
        }
    EXPECT_EQ(next, expected.values.size());
}

class PeerLayer : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(PeerLayer, AgreesAtEveryRecordedStage) {
    const auto folder = GetParam();
    std::ifstream file(folder / "case.json");
    const auto description = nlohmann::json::parse(file);
    Source source;
    source.weights = folder / "weights.npz";
    source.input = folder / "input.npy";
    source.heads = description["heads"].get<Index>();
    source.options.push_back({OptionId::mask, description["mask"] == "causal" ? OptionValue(1) : std::nullopt});
    if (std::filesystem::exists(folder / "padding.npy"))
        source.padding = folder / "padding.npy";
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    Engine engine(2, 0);
    const Trace& trace = engine.compute(session->layer());
    const auto expected = read_npz(folder / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    const bool absolute = description["tolerance"] == "2e-6 absolute";
    int compared = 0;
    for (const Array& row : stages()) {
        const auto exact = expected->find(std::string(row.name) + "64");
        const auto found = exact != expected->end() ? exact : expected->find(row.name);
        if (found == expected->end())
            continue;
        ++compared;
        expect_stage(trace, row.id, found->second, absolute ? 2e-6F : tolerance(row.id, found->second));
    }
    EXPECT_GE(compared, 7);
}

class OnnxCore : public testing::TestWithParam<std::filesystem::path> {};

/// A layer with Q, K and V given, without the arrays that they are made from.
Layer core_layer(const NdArrays& arrays) {
    const NdArray& q = arrays.at("q");
    const NdArray& mask = arrays.at("mask");
    const auto items = static_cast<std::size_t>(q.shape[0]);
    const Index heads = q.shape[1];
    Layer layer;
    layer.sequence.items.assign(items, std::vector<std::string>(static_cast<std::size_t>(q.shape[2])));
    Sequence context;
    context.items.assign(items, std::vector<std::string>(static_cast<std::size_t>(arrays.at("k").shape[2])));
    layer.context = std::make_shared<const Sequence>(std::move(context));
    layer.heads.resize(static_cast<std::size_t>(heads));
    layer.scale = {Scale::Kind::value, arrays.at("scale").values.front()};
    for (Index item = 0; item < q.shape[0]; ++item)
        for (Index head = 0; head < heads; ++head) {
            layer.given[{0, ArrayId::Q, item, head}] = q.matrix_at({item, head});
            layer.given[{0, ArrayId::K, item, head}] = arrays.at("k").matrix_at({item, head});
            layer.given[{0, ArrayId::V, item, head}] = arrays.at("v").matrix_at({item, head});
        }
    if (mask.rank() == 2)
        layer.mask.given = {mask.matrix()};
    else
        for (Index item = 0; item < mask.shape[0]; ++item)
            for (Index head = 0; head < mask.shape[1]; ++head)
                layer.mask.given.push_back(mask.matrix_at({item, head}));
    return layer;
}

TEST_P(OnnxCore, AgreesFromGivenQueriesKeysAndValues) {
    const auto arrays = read_npz(GetParam());
    ASSERT_TRUE(arrays) << arrays.error().message;
    const Layer layer = core_layer(*arrays);
    ASSERT_TRUE(validate(layer)) << validate(layer).error().message;
    Engine engine(2, 0);
    const Trace& trace = engine.compute(layer);
    EXPECT_FALSE(trace.has(ArrayId::X));
    EXPECT_FALSE(trace.has(ArrayId::Y));
    for (const ArrayId stage : {ArrayId::scaled, ArrayId::masked, ArrayId::A, ArrayId::O})
        if (const auto found = arrays->find(array_name(stage)); found != arrays->end())
            expect_stage(trace, stage, found->second, tolerance(stage, found->second));
}

INSTANTIATE_TEST_SUITE_P(Folders, PeerLayer, testing::ValuesIn(entries("layers")), case_name);
INSTANTIATE_TEST_SUITE_P(Files, OnnxCore, testing::ValuesIn(entries("cores")), case_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PeerLayer);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OnnxCore);

} // namespace
} // namespace attn
