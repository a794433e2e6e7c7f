// Browsing a model's layers and tensors, going from layer to layer, and questions about unknown settings.

#include "core/document/sources/source.h"
#include "core/files/npz.h"
#include "tests/array_files.h"
#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

std::filesystem::path checkpoint_named(std::string_view name) {
    return source_folder() / "tests/data/checkpoints" / name;
}

/// The first layer of a checkpoint with two, whose tokens have ids only.
Session first_of_two() {
    Source source;
    source.weights = checkpoint_named("llama");
    source.ids = {"3 1 4 1 5"};
    Result<Session> session = open_source(source, {});
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

/// Writes a trace with an input for each layer.
void write_trace_of_layers(const std::filesystem::path& path, Index tokens) {
    NpzWriter file(path);
    for (int layer = 0; layer < 2; ++layer) {
        std::vector<float> rows(static_cast<std::size_t>(tokens * 8));
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] = static_cast<float>(layer + 1) * (static_cast<float>(i % 7) - 3);
        file.add(fmt::format("layers.{}.resid_pre", layer), std::array<Index, 2>{tokens, 8}, rows);
    }
    ASSERT_TRUE(file.commit());
}

TEST(Layers, GoOnWithSentenceStageHeadAndCell) {
    const TemporaryFolder folder;
    write_trace_of_layers(folder / "trace.npz", 5);
    OffscreenWindow window(first_of_two());
    const auto tokens = window.app().session().layer().sequence.items;
    window.app().go_to(ArrayId::scaled);
    window.settle();
    window.key("tab");
    window.click("cell:scaled/2[4,3]");
    window.key("alt+down");
    EXPECT_THAT(window.says("ask:resid-pre"), HasSubstr("not its model's first layer and has no X of its own"));
    window.fill_in("field:ask/resid-pre", (folder / "trace.npz").string());
    ASSERT_FALSE(window.shows("ask:resid-pre")) << window.says("ask.problem");
    const Session& second = window.app().session();
    EXPECT_EQ(second.layer().name, "model.layers.1.self_attn");
    EXPECT_EQ(second.layer().sequence.items, tokens) << "the sentence stays";
    EXPECT_EQ(second.layer().given.at({0, ArrayId::resid_pre, 0, 0})(0, 0), -6)
        << "the second layer's, not the first's";
    const Workspace& workspace = window.app().workspace();
    EXPECT_EQ(workspace.step, ArrayId::scaled);
    EXPECT_EQ(workspace.head, 1);
    EXPECT_EQ(workspace.row, 3);
    EXPECT_EQ(workspace.column, 2);
    window.key("alt+down");
    EXPECT_THAT(window.says("notice"), HasSubstr("model.layers.1.self_attn is the last layer"));
    window.key("alt+up");
    EXPECT_EQ(window.app().session().layer().name, "model.layers.0.self_attn");
    EXPECT_EQ(window.app().session().layer().sequence.items, tokens);
    EXPECT_TRUE(window.app().session().model_words) << "they are the model's again";
    window.key("alt+down");
    EXPECT_EQ(window.app().session().layer().name, "model.layers.1.self_attn") << "the trace is known by now";
}

TEST(Layers, OfAnotherLengthHaveNoWordsOfTheSentence) {
    const TemporaryFolder folder;
    write_trace_of_layers(folder / "trace.npz", 3);
    OffscreenWindow window(first_of_two());
    window.key("alt+down");
    window.fill_in("field:ask/resid-pre", (folder / "trace.npz").string());
    EXPECT_EQ(window.app().session().layer().sequence.items, std::vector(1, std::vector<std::string>(3)));
}

TEST(Layers, AreListedWithAllTensorsAndFoundByLetters) {
    OffscreenWindow window(first_of_two());
    window.key("ctrl+shift+l");
    EXPECT_EQ(window.says("layers.found"), "2");
    EXPECT_EQ(window.says("action:layer/1"), "model.layers.1.self_attn");
    window.key("tab");
    EXPECT_EQ(window.says("layers.found"), "14");
    EXPECT_EQ(window.says("tensor:model.layers.0.self_attn.k_proj.weight"), "8 × 8 BF16, W_K of layer 0");
    EXPECT_EQ(window.says("tensor:model.embed_tokens.weight"), "7 × 8 BF16, E of layer 0");
    EXPECT_EQ(window.says("tensor:model.layers.1.input_layernorm.weight"), "8 BF16, norm_gain of layer 1");
    EXPECT_EQ(window.says("tensor:model.norm.weight"), "8 BF16");
    window.write("layers.1 v_proj");
    EXPECT_EQ(window.says("layers.found"), "1");
    window.key("enter");
    EXPECT_TRUE(window.shows("ask:resid-pre")) << "the tensor's layer is opened";
    window.key("escape");
    EXPECT_EQ(window.app().session().layer().name, "model.layers.0.self_attn");
}

TEST(Layers, OfThousandsOnlyThoseInSightAreDrawn) {
    const TemporaryFolder folder;
    NdArrays arrays;
    const std::vector<float> numbers(4, 0.5F);
    NpzWriter file(folder / "many.npz");
    for (int layer = 0; layer < 1500; ++layer)
        for (const char* part : {"q", "k", "v", "o"})
            file.add(fmt::format("model.layers.{}.self_attn.{}_proj.weight", layer, part), std::array<Index, 2>{2, 2},
                     numbers);
    ASSERT_TRUE(file.commit());
    OffscreenWindow window(preset("by-hand"));
    window.app().drop({folder / "many.npz"});
    window.settle();
    EXPECT_EQ(window.says("layers.found"), "1500");
    window.key("tab");
    EXPECT_EQ(window.says("layers.found"), "6000");
    const auto drawn = std::ranges::count_if(
        window.app().targets(), [](const ShownTarget& target) { return target.name.starts_with("tensor:"); });
    EXPECT_LE(drawn, 20);
    EXPECT_TRUE(window.shows("tensor:model.layers.0.self_attn.k_proj.weight"));
    window.key("page_down");
    window.key("page_down");
    EXPECT_FALSE(window.shows("tensor:model.layers.0.self_attn.k_proj.weight"));
}

TEST(Layers, OfWhichNothingIsSaidAreAskedAbout) {
    const std::filesystem::path folder = source_folder() / "tests/data/families/timm-vit";
    OffscreenWindow window(preset("by-hand"));
    window.app().drop({folder});
    window.settle();
    window.click("action:layer/1");
    for (const char* question : {"heads", "mask", "rotary", "norm", "epsilon", "resid-pre"})
        EXPECT_TRUE(window.shows(fmt::format("ask:{}", question))) << question;
    EXPECT_FALSE(window.shows("ask:rotary-base")) << "nothing turns yet";
    window.fill_in("field:ask/heads", "5");
    EXPECT_THAT(window.says("ask.problem"), HasSubstr("“5” is no whole number that divides 16 queries"));
    window.type("4"); // replaces the number
    window.click("action:ask/mask/none");
    window.click("action:ask/rotary/halves");
    EXPECT_EQ(window.says("field:ask/rotary-base"), "10000");
    window.click("action:ask/rotary/none");
    window.click("action:ask/norm/layer");
    window.fill_in("field:ask/epsilon", "1e-6");
    window.click("action:ask/open");
    EXPECT_THAT(window.says("ask.problem"), HasSubstr("Still missing: What enters it"));
    window.fill_in("field:ask/resid-pre", (folder / "resid.npy").string());
    ASSERT_FALSE(window.shows("ask:heads")) << window.says("ask.problem");
    Source source;
    source.weights = folder;
    source.heads = 4;
    source.norm = Norm::Kind::layer;
    source.resid_pre = folder / "resid.npy";
    source.options = {{OptionId::mask, {}}, {OptionId::rotary, {}}, {OptionId::norm_epsilon, 1e-6}};
    const auto said = open_source(source, {});
    ASSERT_TRUE(said) << said.error().message;
    const Trace expected = Engine(1).compute(said->layer());
    const CellId cell = *parse_cell_name("Y[6,12]");
    EXPECT_EQ(window.app().trace().value(cell), expected.value(cell)) << "as the command line opens it";
}

TEST(Layers, OfTheTrainedModelGoOnFromLayerToLayer) {
    const std::filesystem::path model = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(model))
        GTEST_SKIP() << model;
    Source source;
    source.weights = model;
    const auto expected = read_npz(model / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    std::string& ids = source.ids.emplace_back();
    for (const float id : expected->at("ids").values)
        ids += fmt::format("{} ", id);
    Result<Session> session = open_source(source, {});
    ASSERT_TRUE(session) << session.error().message;
    OffscreenWindow window(*std::move(session));
    // The layers before it make the rows of the same text: nothing is asked.
    window.key("alt+down");
    for (Index layer = 1; layer < 5; ++layer) {
        ASSERT_EQ(window.app().session().layer().name, fmt::format("model.layers.{}.self_attn", layer));
        const NdArray& recorded = expected->at(fmt::format("layers.{}.Y", layer));
        EXPECT_NEAR(window.app().trace().value(*parse_cell_name("Y[16,64]")), recorded.values.back(), 1e-4);
        window.key("alt+down");
    }
    EXPECT_THAT(window.says("notice"), HasSubstr("is the last layer"));
}

} // namespace
} // namespace attn
