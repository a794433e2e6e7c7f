// Checkpoints of every family, made by tests/data/make_checkpoints.py, opened as on the command line, and compared with
// numbers that PyTorch and NumPy computed in float64.

#include "core/document/files/session_file.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"
#include "tests/array_files.h"
#include "tests/core/document/sessions.h"
#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

std::filesystem::path checkpoint(std::string_view name) {
    return source_folder() / "tests/data/checkpoints" / name;
}

/// The largest finite magnitude, at least 1: errors of sums are as large as their terms.
float magnitude(const NdArray& array) {
    float largest = 1;
    for (const float value : array.values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

float checkpoint_tolerance(ArrayId stage, const NdArray& expected) {
    if (stage == ArrayId::A)
        return 1e-5F;
    return (stage >= ArrayId::O ? 1.5e-5F : 2e-6F) * magnitude(expected);
}

void expect_stage(const Trace& trace, ArrayId stage, const NdArray& expected) {
    ASSERT_TRUE(trace.has(stage)) << array_name(stage);
    const Extent extent = trace.extent(stage);
    ASSERT_EQ(expected.shape[0], extent.items) << array_name(stage);
    const bool heads = row_of(stage).heads != Heads::none;
    if (heads) {
        ASSERT_EQ(expected.shape[1], extent.heads) << array_name(stage);
    }
    Index place = 0;
    for (const Address slot : trace.slots(stage)) {
        const Index head = place++ % extent.heads;
        const Matrix wanted = heads ? expected.matrix_at({slot.item, head}) : expected.matrix_at({slot.item});
        const Matrix found = trace.matrix(slot);
        ASSERT_EQ(wanted.shape(), found.shape()) << array_name(stage);
        for (Index i = 0; i < found.rows(); ++i)
            for (Index j = 0; j < found.columns(); ++j) {
                if (std::isfinite(wanted(i, j)))
                    ASSERT_NEAR(wanted(i, j), found(i, j), checkpoint_tolerance(stage, expected))
                        << cell_name({0, stage, slot.item, slot.head, i, j});
                else
                    ASSERT_EQ(wanted(i, j), found(i, j)) << cell_name({0, stage, slot.item, slot.head, i, j});
            }
    }
}

/// Compares every array of `arrays` that names a stage of attention behind `prefix`. Returns their number.
int expect_stages(const Trace& trace, const NdArrays& arrays, std::string_view prefix = "") {
    int count = 0;
    for (const auto& [name, array] : arrays) {
        if (!name.starts_with(prefix))
            continue;
        const auto id = find_array(name.substr(prefix.size()));
        if (!id || !is_stage(*id) || *id > ArrayId::Y)
            continue;
        expect_stage(trace, *id, array);
        ++count;
    }
    return count;
}

Session opened(const Source& source) {
    auto session = open_source(source, "");
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session ? *std::move(session) : test::small_session();
}

void expect_as_recorded(const Session& session, std::string_view name, int stages) {
    const auto expected = read_npz(checkpoint(name) / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    Engine engine(2, 0);
    EXPECT_EQ(expect_stages(engine.compute(session.layer()), *expected), stages);
}

Source source_of(std::string_view name) {
    Source source;
    source.weights = checkpoint(name);
    return source;
}

TEST(Checkpoints, OfMultiheadAttentionAgreeWithPyTorch) {
    Source source;
    source.input = checkpoint("multihead") / "input.npy";
    source.heads = 3;
    for (const char* file : {"model.safetensors", "module.npz"}) {
        source.weights = checkpoint("multihead") / file;
        expect_as_recorded(opened(source), "multihead", 3);
    }
}

TEST(Checkpoints, OfMultiheadAttentionOverAContextAgreeWithPyTorch) {
    Source source;
    source.weights = checkpoint("multihead_separate") / "model.safetensors";
    source.input = checkpoint("multihead_separate") / "input.npy";
    source.context = checkpoint("multihead_separate") / "context.npy";
    source.heads = 3;
    expect_as_recorded(opened(source), "multihead_separate", 4);
}

TEST(Checkpoints, OfLlamaShareKeysAndTurnHalves) {
    Source source = source_of("llama");
    source.ids = {(checkpoint("llama") / "ids.npy").string()};
    const Session session = opened(source);
    const Layer& layer = session.layer();
    EXPECT_EQ(layer.name, "model.layers.0.self_attn");
    EXPECT_EQ(layer.queries_per_kv, 2);
    EXPECT_EQ(layer.rotary, (Rotary{Rotary::Pairs::halves, 0, 500}));
    EXPECT_TRUE(layer.mask.causal);
    EXPECT_THAT(session.about, HasSubstr("outputs × inputs, transposed on reading"));
    expect_as_recorded(session, "llama", 12);
}

TEST(Checkpoints, OfQwenHaveBiasesAndAWindow) {
    Source source = source_of("qwen");
    source.input = checkpoint("qwen") / "input.npy";
    const Session session = opened(source);
    EXPECT_EQ(sizes_of(session.layer()).H_kv(), 1);
    EXPECT_EQ(session.layer().mask.window, 3);
    EXPECT_FALSE(session.layer().heads.front().b_K.empty());
    expect_as_recorded(session, "qwen", 11);
}

TEST(Checkpoints, OfGptJTurnNeighboursOfTheFirstColumns) {
    Source source = source_of("gptj");
    source.input = checkpoint("gptj") / "input.npy";
    source.options.push_back({OptionId::mask, 1});
    const Session session = opened(source);
    EXPECT_EQ(session.layer().rotary, (Rotary{Rotary::Pairs::neighbours, 4, 10000}));
    expect_as_recorded(session, "gptj", 11);
}

TEST(Checkpoints, OfGpt2AreReadAsTheyStandAndOfNanoGptTransposed) {
    for (const char* name : {"gpt2", "nanogpt"}) {
        Source source = source_of(name);
        source.ids = {"3 1 4, 1 0"};
        const Session session = opened(source);
        EXPECT_THAT(session.about, HasSubstr(std::string_view(name) == "gpt2" ? "read as it stands" : "transposed"));
        expect_as_recorded(session, name, 10);
    }
}

TEST(Checkpoints, OfBertTakeWordsOfTheirVocabulary) {
    Source source = source_of("bert");
    source.tokens = {"the cat sat the mat"};
    const Session session = opened(source);
    EXPECT_EQ(session.layer().sequence.items.front().back(), "mat");
    EXPECT_FALSE(session.layer().mask.causal);
    expect_as_recorded(session, "bert", 10);
    source.tokens = {"the catnip"};
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("no pieces for “catnip”"));
}

TEST(Checkpoints, OpenedFromAFileSurviveSavingWithEverythingThatIsNew) {
    const TemporaryFolder folder;
    Source source = source_of("llama");
    source.ids = {"3 1 4"};
    const Session session = opened(source);
    ASSERT_TRUE(save_session(session, folder / "s.json"));
    const auto again = load_session(folder / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(session, *again));
}

TEST(Checkpoints, OfAWholeTrainedModelAgreeWithEveryStageOfItsFirstLayer) {
    const std::filesystem::path model = test::peer_data() / "models" / "nano-sort";
    if (!std::filesystem::exists(model))
        GTEST_SKIP() << "no peer data";
    const auto expected = read_npz(model / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    Source source;
    source.session = model; // named alone
    const Matrix ids = expected->at("ids").matrix();
    for (Index item = 0; item < ids.rows(); ++item) {
        std::string& words = source.tokens.emplace_back();
        for (const float id : ids.row(item))
            words += static_cast<char>('A' + static_cast<int>(id));
    }
    Engine engine(2, 0);
    EXPECT_EQ(expect_stages(engine.compute(opened(source).layer()), *expected, "layer0."), 8);
}

/// A model's folder and its recorded arrays. The test is skipped if the others' data are missing.
struct TrainedModel {
    std::filesystem::path folder;
    NdArrays expected;
};

std::optional<TrainedModel> trained(const char* name) {
    const std::filesystem::path folder = test::peer_data() / "models" / name;
    auto expected = std::filesystem::exists(folder) ? read_npz(folder / "expected.npz") : Result<NdArrays>(NdArrays());
    EXPECT_TRUE(expected);
    if (!expected || expected->empty())
        return std::nullopt;
    return TrainedModel{folder, *std::move(expected)};
}

/// The array with an axis of items, whether or not it was written with one.
NdArray with_items(NdArray array, bool has_heads) {
    if (array.rank() == (has_heads ? 3U : 2U))
        array.shape.insert(array.shape.begin(), 1);
    return array;
}

/// Compares every stage behind the prefix in a layer whose input is given; returns their number.
int expect_layer(const TrainedModel& model, const std::string& layer, const NdArray& resid_pre,
                 const std::string& prefix) {
    const TemporaryFolder folder;
    EXPECT_TRUE(write_npy(folder / "resid.npy", resid_pre.shape, resid_pre.values));
    Source source;
    source.session = model.folder;
    source.layer = layer;
    source.resid_pre = folder / "resid.npy";
    Engine engine(2);
    const Session session = opened(source);
    EXPECT_TRUE(session.layer().caveats.empty()) << session.about;
    const Trace& trace = engine.compute(session.layer());
    int count = 0;
    for (const auto& [name, array] : model.expected) {
        const auto id = name.starts_with(prefix) ? find_array(name.substr(prefix.size())) : std::nullopt;
        if (!id || !is_stage(*id) || *id > ArrayId::Y)
            continue;
        expect_stage(trace, *id, with_items(array, row_of(*id).heads != Heads::none));
        ++count;
    }
    return count;
}

TEST(Checkpoints, OfAModelThatTellsStoriesAgreeInEveryLayerGivenWhatEntersIt) {
    const auto model = trained("stories-260k");
    if (!model)
        GTEST_SKIP() << "no peer data";
    for (int layer = 0; layer < 5; ++layer) {
        const std::string prefix = fmt::format("layers.{}.", layer);
        const std::string named = fmt::format("layers.{}", layer);
        const NdArray& resid_pre = model->expected.at(prefix + "resid_pre");
        EXPECT_EQ(expect_layer(*model, named, resid_pre, prefix), 11) << named;
        EXPECT_EQ(expect_layer(*model, std::to_string(layer), resid_pre, prefix), 11) << named;
    }
}

TEST(Checkpoints, OfAModelThatSortsAgreeInEveryLayerGivenWhatEntersIt) {
    const auto model = trained("nano-sort");
    if (!model)
        GTEST_SKIP() << "no peer data";
    for (int layer = 1; layer < 3; ++layer) {
        const NdArray& resid_pre = model->expected.at(fmt::format("layer{}.output", layer - 1));
        EXPECT_EQ(expect_layer(*model, fmt::format("h.{}", layer), resid_pre, fmt::format("layer{}.", layer)), 8);
    }
}

} // namespace
} // namespace attn
