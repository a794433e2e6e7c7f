#include "core/document/sources/recording.h"
#include "tests/folders.h"

#include "core/document/files/trace_file.h"
#include "core/document/sources/presets.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/files/npz.h"
#include "tests/growth.h"
#include "tests/peer_data.h"
#include "tests/random_layer.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

class Recordings : public testing::Test {
protected:
    /// Writes a trace of a causal layer: two items, four heads that share two of keys and values.
    Recordings() {
        test::Random random(1);
        Layer layer = test::random_layer(
            random,
            {{.B = 2, .S_q = 4, .S_k = 4, .D = 6, .D_context = 6, .H = 4, .d_k = 2, .d_v = 3, .queries_per_kv = 2}});
        layer.mask.causal = true;
        layer.rotary.pairs = Rotary::Pairs::halves;
        EXPECT_TRUE(write_trace(engine_.compute(layer), folder_ / "trace.npz"));
        arrays_ = *read_npz(folder_ / "trace.npz");
    }
    Result<Recording> recorded(const NdArrays& arrays, const std::optional<std::string>& layer = std::nullopt,
                               const std::vector<OptionSetting>& told = {}) {
        EXPECT_TRUE(write_npz(folder_ / "recorded.npz", arrays));
        const auto file = Checkpoint::open(folder_ / "recorded.npz");
        return file ? open_recording(*file, layer, told) : Result<Recording>(file.error());
    }
    Recording opened(const NdArrays& arrays, const std::vector<OptionSetting>& told = {}) {
        auto recording = recorded(arrays, std::nullopt, told);
        EXPECT_TRUE(recording) << (recording ? "" : recording.error().message);
        return recording ? *std::move(recording) : Recording();
    }
    NdArrays only(std::initializer_list<std::string_view> names) const {
        NdArrays some;
        for (const std::string_view name : names)
            some.emplace(name, arrays_.find(name)->second);
        return some;
    }

    static constexpr OptionSetting usual_scale{OptionId::scale};
    static constexpr OptionSetting causal_mask{OptionId::mask, 1};

    TemporaryFolder folder_;
    Engine engine_{1};
    NdArrays arrays_;
};

TEST_F(Recordings, OfAWholeTraceAgreeWithThemselves) {
    const Recording recording = opened(arrays_);
    EXPECT_EQ(sizes_of(recording.session.layer()).H_kv(), 2);
    EXPECT_GE(recording.compared.size(), 9U);
    for (const RecordedDifference& difference : recording.compared)
        EXPECT_TRUE(difference.agrees()) << array_name(difference.stage) << " " << difference.largest;
    EXPECT_THAT(recording.session.about, HasSubstr("A agrees within"));
}

TEST_F(Recordings, OfSharesAndJoinedHeadsKnowHowWideAHeadIs) {
    EXPECT_EQ(sizes_of(opened(only({"A", "concat"})).session.layer()).d_v, 3);
    const std::vector<float> numbers(2 * 4 * 11); // 4 heads of 3 numbers are 12
    NdArrays arrays = only({"A"});
    arrays.insert_or_assign("concat", NdArray::of({2, 4, 11}, numbers));
    const auto refused = recorded(arrays);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("has shape 4 × 11, expected 4 × 12"));
}

TEST_F(Recordings, SayTheFirstStageThatDoesNotFollowFromTheOthers) {
    NdArrays arrays = only({"Q_rotated", "K_rotated", "scores", "A"});
    std::vector<float> wrong(arrays.at("scores").values.begin(), arrays.at("scores").values.end());
    wrong[16 + 5] += 1; // head 2, row 2, column 2
    arrays.insert_or_assign("scores", NdArray::of(arrays.at("scores").shape, wrong));
    const Recording recording = opened(arrays, {usual_scale});
    ASSERT_FALSE(recording.compared.empty());
    EXPECT_EQ(cell_name(recording.compared.front().where), "scores/2[2,2]");
    EXPECT_NEAR(recording.compared.front().largest, 1, 1e-5);
    EXPECT_THAT(recording.session.about, HasSubstr("scores differs: scores/2[2,2] is "));
}

/// A file of stages has no scales, biases, norms or caps: numbers that depend on them are left open, and never called
/// wrong.
TEST_F(Recordings, OfOwnLayersAreNeverCalledWrong) {
    for (unsigned seed = 0; seed < 80; ++seed) {
        test::Random random(seed);
        Layer layer = test::random_layer(random, test::random_kind(random));
        layer.scale = {static_cast<Scale::Kind>(seed % 3), 0.3F};
        layer.mask.causal = seed % 2 == 0;
        layer.given.clear();
        if (!validate(layer))
            continue;
        const Trace& trace = engine_.compute(layer);
        if (!trace.has(ArrayId::A))
            continue;
        ASSERT_TRUE(write_trace(trace, folder_ / "own.npz"));
        for (const RecordedDifference& difference : opened(*read_npz(folder_ / "own.npz")).compared)
            EXPECT_FALSE(difference.differs())
                << seed << ": " << array_name(difference.stage) << " " << cell_name(difference.where) << " "
                << difference.recorded << " " << difference.computed;
    }
}

TEST_F(Recordings, OfPresetsAreNeverCalledWrong) {
    const auto presets = list_presets(assets_folder());
    ASSERT_TRUE(presets) << presets.error().message;
    ASSERT_GE(presets->size(), 10U);
    for (const Preset& preset : *presets) {
        const auto session = load_preset(assets_folder(), preset.name);
        ASSERT_TRUE(session) << session.error().message;
        ASSERT_TRUE(write_trace(engine_.compute(session->layer()), folder_ / "own.npz"));
        for (const RecordedDifference& difference : opened(*read_npz(folder_ / "own.npz")).compared)
            EXPECT_FALSE(difference.differs()) << preset.name << ": " << cell_name(difference.where) << " "
                                               << difference.recorded << " " << difference.computed;
    }
}

TEST_F(Recordings, AreComparedWithTheScaleThatIsTold) {
    NdArrays arrays = only({"scores", "A"});
    std::vector<float> scaled;
    for (const float score : arrays.at("scores").values)
        scaled.push_back(0.25F * score);
    scaled[16 + 5] += 1; // head 2, row 2, column 2
    arrays.insert_or_assign("scaled", NdArray::of(arrays.at("scores").shape, scaled));
    EXPECT_EQ(opened(arrays).compared.front().unknown, "the scale");
    const Recording told = opened(arrays, {{OptionId::scale, 0.25}});
    EXPECT_TRUE(told.compared.front().differs());
    EXPECT_EQ(cell_name(told.compared.front().where), "scaled/2[2,2]");
    EXPECT_NEAR(told.compared.front().largest, 1, 1e-5);
}

TEST_F(Recordings, LeaveOpenWhatTheFileDoesNotTell) {
    const NdArrays arrays = only({"scaled", "masked"});
    EXPECT_EQ(opened(arrays).compared.front().unknown, "the mask");
    EXPECT_TRUE(opened(arrays, {causal_mask}).compared.front().agrees());
    EXPECT_TRUE(opened(arrays, {{OptionId::mask}}).compared.front().differs());
}

TEST_F(Recordings, AreRefusedWhereAMissingStageIsComputedWithWhatNobodyTells) {
    const auto refusal = [&](std::initializer_list<std::string_view> names, const std::vector<OptionSetting>& told) {
        const auto refused = recorded(only(names), std::nullopt, told);
        return refused ? std::string() : refused.error().message;
    };
    constexpr OptionSetting scale_of_one{OptionId::scale, 1};
    EXPECT_THAT(refusal({"scores"}, {}),
                HasSubstr("recorded.npz: masked is computed with the scale and the mask, which "
                          "the file does not tell; expected --scale and --mask"));
    EXPECT_THAT(refusal({"scores"}, {scale_of_one}), HasSubstr("with the mask, which the file does not tell; expected "
                                                               "--mask"));
    EXPECT_EQ(refusal({"scores"}, {scale_of_one, causal_mask}), "");
    EXPECT_EQ(refusal({"scores", "A"}, {scale_of_one}), "") << "the zeros of A tell the mask";
    EXPECT_THAT(refusal({"A", "parts"}, {}), HasSubstr("Y is computed with the bias b_O, which the file does not tell; "
                                                       "expected Y"));
    EXPECT_EQ(refusal({"A", "parts", "Y"}, {}), "");
}

TEST_F(Recordings, OpenAsASourceWithTheOptionsThatNoFileOfStagesTells) {
    ASSERT_TRUE(write_npz(folder_ / "recorded.npz", only({"Q_rotated", "K_rotated", "V"})));
    Source source;
    source.session = folder_ / "recorded.npz";
    EXPECT_FALSE(open_source(source, ""));
    source.options = {{OptionId::scale, 0.5}, causal_mask};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->layer().scale, (Scale{Scale::Kind::value, 0.5F}));
    EXPECT_TRUE(session->layer().mask.causal);
    source.options.push_back({OptionId::window, 2});
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("--window goes with --weights only"));
}

TEST_F(Recordings, MayLackTheAxesOfItemsAndHeads) {
    const NdArray A = arrays_.at("A");
    NdArray heads = A;
    heads.shape = {4, 4, 4};
    heads.values = A.values.first(64);
    EXPECT_EQ(sizes_of(opened({{"A", heads}}).session.layer()).H, 4);
    NdArray alone = A;
    alone.shape = {4, 4};
    alone.values = A.values.first(16);
    const Session session = opened({{"A", alone}}).session;
    EXPECT_EQ(sizes_of(session.layer()).H, 1);
    EXPECT_TRUE(session.layer().mask.causal);
    EXPECT_EQ(engine_.compute(session.layer()).value({0, ArrayId::A, 0, 0, 3, 1}), A.values[13]);
    alone.shape = {2, 1, 1, 1, 2, 4};
    EXPECT_THAT(recorded({{"A", alone}}).error().message,
                HasSubstr("A has shape (2, 1, 1, 1, 2, 4), expected (B, H, rows, columns), (H, rows, columns) or "));
}

TEST_F(Recordings, ComputeWhatIsNotRecorded) {
    const Session session = opened(only({"Q_rotated", "K_rotated", "V", "mask"}), {usual_scale}).session;
    const Trace& trace = engine_.compute(session.layer());
    const NdArray& O = arrays_.at("O");
    for (Index head = 0; head < 4; ++head)
        EXPECT_NEAR(trace.value({0, ArrayId::O, 1, head, 2, 1}), O.matrix_at({1, head})(2, 1), 1e-5);
    EXPECT_THAT(recorded(only({"V", "O"})).error().message, HasSubstr("there is no A, nor what it is computed from"));
}

TEST_F(Recordings, OfSeveralLayersAreChosenByWhatStandsBeforeTheirNames) {
    const NdArrays arrays{{"layer0.A", arrays_.at("A")}, {"layer1.A", arrays_.at("A")}, {"loss", NdArray::of({}, {1})}};
    EXPECT_TRUE(recorded(arrays, "layer1"));
    EXPECT_TRUE(recorded(arrays, "1"));
    EXPECT_THAT(recorded(arrays).error().message, HasSubstr("name one with --layer: layer0, layer1"));
    EXPECT_THAT(recorded(arrays, "layer2").error().message, HasSubstr("no stage stands behind “layer2”"));
}

TEST_F(Recordings, OfATrainedModelOpenAsASourceAndAgree) {
    const auto path = test::peer_data() / "models" / "nano-sort" / "expected.npz";
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "no peer data";
    Source source;
    source.session = path;
    source.layer = "0"; // for "layer0"
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("scaled is computed with the scale"));
    source.options = {usual_scale};
    const auto session = open_source(source, "");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(session->about, HasSubstr("A agrees within"));
    EXPECT_EQ(session->about.find("differs"), std::string::npos) << session->about;
}

/// With 16 times as many small matrices, a walk through all of them for each one would take 256 times as long.
TEST(RecordingOfManyMatrices, TakesTimeInProportion) {
    const TemporaryFolder folder;
    const auto file_of = [&](Index items) {
        const std::vector<float> shares(static_cast<std::size_t>(items * 128 * 4 * 4), 0.25F);
        const std::filesystem::path path = folder / fmt::format("{}.npz", items);
        EXPECT_TRUE(write_npz(path, {{"A", NdArray::of({items, 128, 4, 4}, shares)}}));
        return *Checkpoint::open(path);
    };
    const Checkpoint some = file_of(4);
    const Checkpoint many = file_of(64);
    const double times = test::times_as_long([&] { EXPECT_TRUE(open_recording(some, std::nullopt)); },
                                             [&] { EXPECT_TRUE(open_recording(many, std::nullopt)); });
    EXPECT_LT(times, 64);
}

TEST(RecordingOfANormedLayer, IsReadUnderTheNameThatResidPreHadBefore) {
    test::Random random(2);
    test::LayerKind kind;
    kind.norm = true;
    Engine engine(1);
    const TemporaryFolder folder;
    ASSERT_TRUE(write_trace(engine.compute(test::random_layer(random, kind)), folder / "trace.npz"));
    NdArrays arrays = *read_npz(folder / "trace.npz");
    ASSERT_TRUE(arrays.contains("resid_pre"));
    EXPECT_FALSE(arrays.contains("residual"));
    const auto open = [&] {
        EXPECT_TRUE(write_npz(folder / "recorded.npz", arrays));
        return open_recording(*Checkpoint::open(folder / "recorded.npz"), std::nullopt);
    };
    arrays["residual"] = arrays["resid_pre"];
    const auto twice = open();
    ASSERT_FALSE(twice);
    EXPECT_THAT(twice.error().message, HasSubstr("resid_pre is there under two names"));
    arrays.erase("resid_pre");
    const auto recording = open();
    ASSERT_TRUE(recording) << recording.error().message;
    EXPECT_TRUE(recording->session.layer().given.contains({0, ArrayId::resid_pre, 0, 0}));
}

} // namespace
} // namespace attn
