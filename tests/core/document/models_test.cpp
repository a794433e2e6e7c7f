// Whole models: every recorded array of trained ones, and the text that one of them writes.

#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include "core/document/session/model_words.h"
#include "core/document/sources/next_words.h"
#include "core/engine/model_engine.h"
#include "core/explain/explain.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/model/arrays.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>

namespace attn {
namespace {

struct Recorded {
    Index layer = 0;
    ArrayId array{};
};

/// The array that a name such as "layers.3.A", "layer3.A" or "logits" stands for; nullopt for other names.
std::optional<Recorded> recorded_as(std::string_view name) {
    Recorded recorded;
    if (name.starts_with("layer")) {
        name.remove_prefix(name.find_first_of("0123456789"));
        const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), recorded.layer);
        name.remove_prefix(static_cast<std::size_t>(end - name.data()) + 1);
    }
    const std::string_view own = name == "output"  ? "resid_post"
                                 : name == "final" ? "norm_final"
                                 : name == "probs" ? "probabilities"
                                                   : name;
    const auto array = find_array(own);
    if (!array)
        return std::nullopt;
    recorded.array = *array;
    return recorded;
}

float largest(const NdArray& array) {
    float most = 0;
    for (const float value : array.values)
        if (std::isfinite(value))
            most = std::max(most, std::abs(value));
    return most;
}

/// Expects every number within 1e-4 of the array's largest.
void expect_array(const Trace& trace, const std::string& name, ArrayId array, const NdArray& expected) {
    ASSERT_TRUE(trace.has(array)) << name;
    const float allowed = 1e-4F * largest(expected);
    std::size_t next = 0;
    for (const Address slot : trace.slots(array)) {
        const Matrix found = trace.matrix(slot);
        for (Index i = 0; i < found.rows(); ++i)
            for (const float value : found.row(i)) {
                ASSERT_LT(next, expected.values.size()) << name;
                const float other = expected.values[next++];
                if (std::isfinite(other))
                    ASSERT_NEAR(value, other, allowed) << name;
                else
                    ASSERT_EQ(value, other) << name;
            }
    }
    EXPECT_EQ(next, expected.values.size()) << name;
}

Index expect_recorded(const std::filesystem::path& folder, const OpenedModel& opened) {
    ModelEngine engine;
    engine.compute(opened.model);
    const auto expected = read_npz(folder / "expected.npz");
    EXPECT_TRUE(expected) << expected.error().message;
    Index compared = 0;
    for (const auto& [name, array] : *expected)
        if (const auto recorded = recorded_as(name)) {
            expect_array(engine.trace_of({recorded->layer, recorded->array}), name, recorded->array, array);
            ++compared;
        }
    return compared;
}

std::filesystem::path model_folder(const std::string& name) {
    return source_folder() / "tests/data/models" / name;
}

/// The source of a small model of tests/data/make_models.py, with the text whose arrays are recorded.
Source source_of(const std::filesystem::path& folder) {
    const auto expected = read_npz(folder / "expected.npz");
    EXPECT_TRUE(expected) << expected.error().message;
    Source source;
    source.weights = folder;
    if (std::filesystem::exists(folder / "patches.npy")) {
        source.resid_pre = folder / "patches.npy";
        return source;
    }
    std::string& ids = source.ids.emplace_back();
    for (const float id : expected->at("ids").values)
        ids += std::to_string(static_cast<int>(id)) + " ";
    return source;
}

/// Compares every array of a single layer. In a first layer behind the embeddings' norm, resid_pre is the input of that
/// norm, and not recorded.
Index expect_layer(const std::filesystem::path& folder, const Session& session, Index number) {
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    const std::string before = "layers." + std::to_string(number) + ".";
    const auto expected = read_npz(folder / "expected.npz");
    Index compared = 0;
    const std::optional skipped = number == 0 ? std::optional(ArrayId::resid_pre) : std::nullopt;
    for (const auto& [name, array] : *expected)
        if (name.starts_with(before)) {
            const auto id = find_array(name.substr(before.size()));
            if (id && trace.has(*id) && *id != skipped) {
                expect_array(trace, name, *id, array);
                ++compared;
            }
        }
    return compared;
}

class FamilyModels : public testing::TestWithParam<std::string> {};

TEST_P(FamilyModels, AgreesInEveryArrayAndLogit) {
    const auto folder = model_folder(GetParam());
    const auto expected = read_npz(folder / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    const auto opened = open_model(source_of(folder));
    ASSERT_TRUE(opened) << opened.error().message;
    for (const Block& block : opened->model.blocks)
        for (const Caveat& caveat : block.caveats)
            ADD_FAILURE() << array_name(caveat.from) << ": " << caveat.says;
    EXPECT_EQ(expect_recorded(folder, *opened), static_cast<Index>(expected->size() - expected->count("ids")));
}

/// Every array of a deeper layer's attention follows from the output of the layer before it.
TEST_P(FamilyModels, ADeeperLayerIsComputedThroughThoseBeforeIt) {
    const auto folder = model_folder(GetParam());
    Source source = source_of(folder);
    if (source.resid_pre)
        GTEST_SKIP() << "what is given enters the layer itself";
    source.layer = "1";
    const auto session = open_weights(source);
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_GE(expect_layer(folder, *session, 1), 8); // resid_pre or X, Q, K, V, scores, A, O, Y and more
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyModels,
                         testing::Values("llama", "llama-tied", "mistral", "qwen2", "qwen3", "smollm3", "gemma",
                                         "gemma2", "gemma3", "olmo2", "gpt2", "nanogpt", "gpt-neox",
                                         "gpt-neox-sequential", "gptj", "phi", "bloom", "mpt", "opt", "modernbert",
                                         "bert", "roberta", "distilbert", "granite", "cohere", "falcon", "falcon-new",
                                         "falcon-sequential", "stablelm", "starcoder2", "gpt-neo", "esm", "vit"),
                         [](const auto& of) {
                             std::string name = of.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Models, StoriesAgreesInEveryRecordedArray) {
    const auto folder = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "the peer data is not there";
    Source source;
    source.weights = folder;
    source.tokens = {"Lily and her mom went to the park. They saw a"};
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->model.blocks.size(), 5);
    EXPECT_EQ(expect_recorded(folder, *opened), 5 * 18 + 2);
}

TEST(Models, NanoSortAgreesInEveryRecordedArray) {
    const auto folder = test::peer_data() / "models" / "nano-sort";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "the peer data is not there";
    const auto expected = read_npz(folder / "expected.npz");
    ASSERT_TRUE(expected);
    const NdArray& ids = expected->at("ids");
    Source source;
    source.weights = folder;
    for (Index item = 0; item < ids.shape[0]; ++item) {
        std::string& text = source.ids.emplace_back();
        for (Index token = 0; token < ids.shape[1]; ++token)
            text +=
                std::to_string(static_cast<int>(ids.values[static_cast<std::size_t>(item * ids.shape[1] + token)])) +
                " ";
    }
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->model.blocks.size(), 3);
    EXPECT_EQ(expect_recorded(folder, *opened), 3 * 9 + 3);
}

TEST(Models, OfWhichSomethingIsNotComputedAreTrueUpToThere) {
    const auto folder = source_folder() / "tests/data/models/mixtral";
    Source source;
    source.weights = folder;
    source.ids = {"3 1 4 1 5 9"};
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    ASSERT_EQ(opened->model.blocks.size(), 1);
    ASSERT_FALSE(opened->model.blocks[0].caveats.empty());
    EXPECT_EQ(opened->model.blocks[0].caveats.back().says,
              "the model has a mixture of experts here, which is not computed");
    EXPECT_EQ(expect_recorded(folder, *opened), 13);
    source.layer = "1";
    const auto deeper = open_weights(source);
    ASSERT_FALSE(deeper);
    EXPECT_NE(deeper.error().message.find("a mixture of experts"), std::string::npos) << deeper.error().message;
}

/// An encoder and a decoder share a file: a layer is computed through those of its own stack.
TEST(Models, WithTwoStacksComputeALayerThroughItsOwn) {
    const auto folder = model_folder("bart");
    Source source = source_of(folder);
    for (const Index number : {0, 1}) {
        source.layer = "model.encoder.layers." + std::to_string(number) + ".self_attn";
        const auto session = open_weights(source);
        ASSERT_TRUE(session) << session.error().message;
        EXPECT_GE(expect_layer(folder, *session, number), 7);
    }
    source.layer.reset();
    const auto decoder = open_model(source);
    ASSERT_TRUE(decoder) << decoder.error().message;
    ASSERT_EQ(decoder->model.blocks.size(), 1);
    ASSERT_FALSE(decoder->model.blocks[0].caveats.empty());
    EXPECT_EQ(decoder->model.blocks[0].caveats.back().says,
              "the model has attention to an encoder here, which is not computed");
}

/// Writes the tensors of a model under other names, with its other files.
void write_renamed(const std::string& model, const std::filesystem::path& folder,
                   const std::function<std::string(std::string)>& renamed) {
    const auto file = Checkpoint::open(model_folder(model));
    ASSERT_TRUE(file) << file.error().message;
    NdArrays arrays;
    for (const Tensor& tensor : file->tensors())
        arrays.emplace(renamed(tensor.name), *file->read(tensor));
    std::filesystem::copy_file(model_folder(model) / "config.json", folder / "config.json");
    ASSERT_TRUE(write_safetensors(folder / "model.safetensors", arrays));
}

TEST(Models, WithAGapBetweenTheirLayersAreRefused) {
    const TemporaryFolder folder;
    write_renamed("llama", folder.path(), [](std::string name) {
        if (const auto at = name.find("layers.1."); at != std::string::npos)
            name[at + 7] = '2';
        return name;
    });
    Source source;
    source.weights = folder.path();
    source.ids = {"3 1 4 1 5 9"};
    const auto whole = open_model(source);
    ASSERT_FALSE(whole);
    EXPECT_NE(whole.error().message.find("says 2 layers, and there is no layer 1 of them here"), std::string::npos)
        << whole.error().message;
    source.layer = "model.layers.2.self_attn";
    const auto deeper = open_weights(source);
    ASSERT_FALSE(deeper);
    EXPECT_NE(deeper.error().message.find("cannot be computed through those before it: there is no layer 1"),
              std::string::npos)
        << deeper.error().message;
}

TEST(Models, WithATensorThatIsNotReadAreTrueUpToThere) {
    const TemporaryFolder folder;
    write_renamed("llama", folder.path(), [](const std::string& name) { return name; });
    const auto file = Checkpoint::open(folder.path());
    ASSERT_TRUE(file);
    NdArrays arrays;
    for (const Tensor& tensor : file->tensors())
        arrays.emplace(tensor.name, *file->read(tensor));
    arrays.emplace("model.layers.0.mlp.extra_norm.weight", NdArray::of({8}, std::vector<float>(8, 1)));
    ASSERT_TRUE(write_safetensors(folder.path() / "model.safetensors", arrays));
    Source source;
    source.weights = folder.path();
    source.ids = {"3 1 4"};
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    ASSERT_EQ(opened->model.blocks.size(), 1);
    EXPECT_EQ(opened->model.blocks[0].caveats.back().says, "mlp.extra_norm.weight is there and not computed");
}

TEST(Models, WithAnOddNumberOfPackedGatesAreRefused) {
    const TemporaryFolder folder;
    write_renamed("modernbert", folder.path(), [](const std::string& name) { return name; });
    const auto file = Checkpoint::open(folder.path());
    ASSERT_TRUE(file);
    NdArrays arrays;
    for (const Tensor& tensor : file->tensors()) {
        NdArray& array = arrays.emplace(tensor.name, *file->read(tensor)).first->second;
        if (!tensor.name.ends_with("layers.1.mlp.Wi.weight"))
            continue;
        std::vector<float> values(array.values.begin(), array.values.end());
        values.resize(values.size() + static_cast<std::size_t>(array.shape[1]), 0.5F);
        array = NdArray::of({array.shape[0] + 1, array.shape[1]}, std::move(values));
    }
    ASSERT_TRUE(write_safetensors(folder.path() / "model.safetensors", arrays));
    Source source;
    source.weights = folder.path();
    source.ids = {"3 1 4"};
    const auto opened = open_model(source);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("layers.1.mlp.Wi.weight has 25 outputs, expected as many gates as other"),
              std::string::npos)
        << opened.error().message;
}

TEST(Models, WithACapThatIsNoneAreRefused) {
    const TemporaryFolder folder;
    write_renamed("gemma2", folder.path(), [](const std::string& name) { return name; });
    std::ostringstream config;
    config << std::ifstream(folder.path() / "config.json").rdbuf();
    std::string text = config.str();
    const std::string cap = R"("final_logit_softcapping": 3.0)";
    ASSERT_NE(text.find(cap), std::string::npos);
    text.replace(text.find(cap), cap.size(), R"("final_logit_softcapping": -3.0)");
    std::ofstream(folder.path() / "config.json") << text;
    Source source;
    source.weights = folder.path();
    source.ids = {"3 1 4"};
    const auto opened = open_model(source);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("final_logit_softcapping: this is -3, expected a number above 0"),
              std::string::npos)
        << opened.error().message;
}

/// Edits and interventions in any layer.
TEST(Models, WhatIsComputedAgainEqualsAFreshForwardBitForBit) {
    for (const std::string name : {"llama", "gpt2", "gptj", "gemma3", "bert"}) {
        Source source;
        source.weights = source_folder() / "tests/data/models" / name;
        source.ids = {"3 1 4 1 5 9"};
        auto opened = open_model(source);
        ASSERT_TRUE(opened) << opened.error().message;
        Model& model = opened->model;
        ModelEngine engine;
        engine.compute(model);
        ModelEngine closed(0, 1); // has room for no block
        closed.compute(model);
        const std::vector<std::function<void()>> edits{
            [&] {
                model.blocks[1].pins[{1, ArrayId::A, 0, 1, 3, 2}] = 0.5F;
            },
            [&] {
                model.blocks[0].pins[{0, ArrayId::mlp_act, 0, 0, 2, 5}] = 3;
            },
            [&] { model.blocks[1].heads[0].on = false; },
            [&] { model.blocks[0].W_down = model.blocks[0].W_down.with_cell(3, 1, 2); },
            [&] { model.blocks[0].heads[1].W_Q = model.blocks[0].heads[1].W_Q.with_cell(2, 1, -1); },
            [&] { std::swap(model.input.sequence.items[0][1], model.input.sequence.items[0][4]); },
            [&] { model.blocks[1].pins.clear(); },
            [&] {
                if (engine.trace(1).has(ArrayId::norm_final))
                    model.blocks[1].pins[{0, ArrayId::norm_final, 0, 0, 5, 1}] = 2;
            }};
        for (std::size_t edit = 0; edit < edits.size(); ++edit) {
            edits[edit]();
            engine.compute(model);
            closed.compute(model);
            ModelEngine fresh;
            fresh.compute(model);
            if (const auto pin = model.blocks[1].pins.find({0, ArrayId::norm_final, 0, 0, 5, 1});
                pin != model.blocks[1].pins.end())
                EXPECT_EQ(engine.trace(1).value(pin->first), 2);
            EXPECT_FALSE(closed.is_open(1));
            EXPECT_TRUE(equal_bits(closed.leaving(0), fresh.leaving(0))) << name << ", edit " << edit;
            for (Index block = 0; block < engine.block_count(); ++block)
                for (const Array& row : stages())
                    if (engine.trace(block).has(row.id))
                        for (const Address slot : engine.trace(block).slots(row.id))
                            EXPECT_TRUE(equal_bits(engine.trace(block).matrix(slot), fresh.trace(block).matrix(slot)))
                                << name << ", edit " << edit << ", layers." << block << "." << row.name;
        }
    }
}

/// Cells in the middle of a model: the terms add up to the number.
TEST(Models, EveryCellIsExplained) {
    for (const std::string name : {"llama", "gemma2", "gpt2", "bert", "gptj"}) {
        Source source;
        source.weights = source_folder() / "tests/data/models" / name;
        source.ids = {"3 1 4 1 5 9"};
        const auto opened = open_model(source);
        ASSERT_TRUE(opened) << opened.error().message;
        ModelEngine engine;
        engine.compute(opened->model);
        for (Index block = 0; block < engine.block_count(); ++block)
            for (const Array& row : stages()) {
                const Trace& trace = engine.trace(block);
                if (!trace.has(row.id) || row.meaning == Meaning::score || row.meaning == Meaning::mask)
                    continue;
                const Explanation told = explain(trace, {trace.addresses().layer_of(row.id), row.id, 0, 0, 2, 0});
                const float value = trace.array(row.id, 0, 0)(2, 0);
                EXPECT_NEAR(told.recomputed, value, 1e-4 * (1 + std::abs(value)))
                    << name << ", layers." << block << "." << row.name;
            }
    }
}

/// The numbers of such a file are never read: it takes no room on the disk.
TEST(Models, LargerThanTheMemoryAreRefusedWithTheirBytes) {
    const TemporaryFolder folder;
    const auto small = source_folder() / "tests/data/models/gpt2";
    std::filesystem::copy_file(small / "config.json", folder / "config.json");
    const auto file = SafetensorsFile::open(small / "model.safetensors");
    ASSERT_TRUE(file);
    std::string header = "{";
    std::uint64_t end = 0;
    for (TensorDescription tensor : file->tensors()) {
        if (tensor.name.ends_with("h.1.mlp.c_fc.weight"))
            tensor.shape.back() = Index{1} << 36U;
        std::uint64_t numbers = 1;
        for (const Index length : tensor.shape)
            numbers *= static_cast<std::uint64_t>(length);
        header += fmt::format(R"({}"{}": {{"dtype": "F32", "shape": [{}], "data_offsets": [{}, {}]}})",
                              end == 0 ? "" : ", ", tensor.name, fmt::join(tensor.shape, ", "), end, end + 4 * numbers);
        end += 4 * numbers;
    }
    header += "}";
    std::string bytes(8, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>((header.size() >> (8 * i)) & 0xFFU);
    std::ofstream(folder / "model.safetensors", std::ios::binary) << bytes << header;
    std::filesystem::resize_file(folder / "model.safetensors", 8 + header.size() + end);
    Source source;
    source.weights = folder.path();
    source.ids = {"3 1 4"};
    const auto opened = open_model(source);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("takes 2199 GB as float32"), std::string::npos) << opened.error().message;
    EXPECT_NE(opened.error().message.find("one layer at a time"), std::string::npos) << opened.error().message;
    source.layer = "0";
    EXPECT_TRUE(open_weights(source)) << "its first layer";
}

TEST(Models, StoriesIsToldAsItWasBefore) {
    const auto folder = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "the peer data is not there";
    Source source;
    source.weights = folder;
    source.ids = {"1"};
    auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    const auto ids = continue_text(*opened, 200, {});
    ASSERT_TRUE(ids) << ids.error().message;
    const std::string told = opened->words->text_of(*ids);
    EXPECT_TRUE(told.starts_with("Once upon a time, there was a little girl named Lily. She loved to play outside in "
                                 "the park."))
        << told;
}

} // namespace
} // namespace attn
