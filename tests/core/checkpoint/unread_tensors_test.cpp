// Layouts of tensors, and tensors that no array reads.

#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/layers.h"
#include "core/checkpoint/unread_tensors.h"
#include "core/files/npz.h"
#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>
#include <utility>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// An array with the numbers 0, 1, 2 …
NdArray counted(std::vector<Index> shape) {
    const Index count = std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return NdArray::of(std::move(shape), std::move(values));
}

class Layouts : public testing::Test {
protected:
    Checkpoint checkpoint(const NdArrays& arrays) {
        EXPECT_TRUE(write_npz(folder_ / "w.npz", arrays));
        auto opened = Checkpoint::open(folder_ / "w.npz");
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }
    std::vector<Caveat> caveats(const NdArrays& arrays, const LayerConfig& config = {}) {
        return unread_tensors(only_layer(arrays), config);
    }
    FoundLayer only_layer(const NdArrays& arrays) {
        const std::vector<FoundLayer> layers = find_layers(checkpoint(arrays));
        EXPECT_EQ(layers.size(), 1U);
        return layers.empty() ? FoundLayer() : layers.front();
    }

    TemporaryFolder folder_;
};

NdArrays llama(const std::string& layer, char separator = '.') {
    NdArrays arrays;
    for (const char* const name : {"q_proj", "k_proj", "v_proj", "o_proj"})
        arrays.emplace(layer + separator + name + separator + "weight", counted({4, 4}));
    return arrays;
}

TEST_F(Layouts, NameEveryTensorThatNoArrayTakes) {
    EXPECT_THAT(caveats(llama("layers.0.self_attn")), IsEmpty());
    const std::vector<std::pair<const char*, ArrayId>> others{{"inner_attn_ln.weight", ArrayId::parts},
                                                              {"q_proj.lora_A.weight", ArrayId::Q},
                                                              {"k_proj.lora_B.weight", ArrayId::K},
                                                              {"v_proj.lora_A.weight", ArrayId::V},
                                                              {"o_proj.scale", ArrayId::parts},
                                                              {"q_proj.lora_magnitude_vector", ArrayId::Q},
                                                              {"o_proj.lora_magnitude_vector", ArrayId::parts},
                                                              {"talking_heads.weight", ArrayId::Q},
                                                              {"g_proj.weight", ArrayId::O},
                                                              {"distance_embedding.weight", ArrayId::scores},
                                                              {"rel_pos_h", ArrayId::masked},
                                                              {"bias_k", ArrayId::row_max},
                                                              {"bias_v", ArrayId::O},
                                                              {"sinks", ArrayId::row_sum}};
    for (const auto& [name, from] : others) {
        NdArrays arrays = llama("layers.0.self_attn");
        arrays.emplace(std::string("layers.0.self_attn.") + name, counted({4}));
        const std::vector<Caveat> said = caveats(arrays);
        ASSERT_EQ(said.size(), 1U) << name;
        EXPECT_EQ(said.front().from, from) << name;
        EXPECT_THAT(said.front().says, StartsWith(std::string(name) + " is there and not computed"));
        EXPECT_EQ(said.front().says.find("(add_bias_kv)") != std::string::npos,
                  std::string_view(name).starts_with("bias_"))
            << said.front().says;
    }
}

TEST_F(Layouts, NameNothingThatChangesNoNumber) {
    NdArrays arrays = llama("layers.0.self_attn");
    arrays.emplace("layers.0.self_attn.rotary_emb.inv_freq", counted({2}));
    arrays.emplace("layers.0.self_attn.bias", counted({1, 1, 4, 4}));
    arrays.emplace("layers.0.self_attn.heads.0.tril", counted({4, 4}));
    arrays.emplace("layers.0.mlp.gate.weight", counted({4}));
    EXPECT_THAT(caveats(arrays), IsEmpty());
}

TEST_F(Layouts, NameTheNormsOfQueriesAndKeysWhereNothingSaysWhatTheyDo) {
    NdArrays arrays = llama("layers.0.self_attn");
    arrays.emplace("layers.0.self_attn.q_norm.weight", counted({4}));
    const std::vector<Caveat> said = caveats(arrays);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said.front().from, ArrayId::scores);
    LayerConfig config;
    config.head_norm.kind = Norm::Kind::rms;
    EXPECT_THAT(caveats(arrays, config), IsEmpty());
}

/// In a file of a single layer, every tensor belongs to it, except recorded arrays and those of other modules.
TEST_F(Layouts, NameEveryTensorOfALayerWithoutAName) {
    NdArrays arrays{{"in_proj_weight", counted({12, 4})},
                    {"out_proj.weight", counted({4, 4})},
                    {"X", counted({3, 4})},
                    {"norm1.weight", counted({4})}};
    EXPECT_THAT(caveats(arrays), IsEmpty());
    arrays.emplace("bias_k", counted({1, 1, 4}));
    ASSERT_EQ(caveats(arrays).size(), 1U);
    EXPECT_THAT(caveats(arrays).front().says, HasSubstr("bias_k"));
}

TEST_F(Layouts, LeaveToALayerWithinAnotherWhatIsItsOwn) {
    NdArrays arrays = llama("layers.0.self_attn");
    for (const auto& [name, array] : llama("layers.0.self_attn.inner"))
        arrays.emplace(name, array);
    arrays.emplace("layers.0.self_attn.inner.scale", counted({4}));
    const std::vector<FoundLayer> layers = find_layers(checkpoint(arrays));
    ASSERT_EQ(layers.size(), 2U);
    EXPECT_THAT(layers[0].unread, IsEmpty());
    EXPECT_THAT(layers[1].unread, ElementsAre("scale"));
}

TEST_F(Layouts, SayOfManyTensorsHowManyThereAre) {
    NdArrays arrays = llama("layers.0.self_attn");
    for (int n = 0; n < 9; ++n)
        arrays.emplace("layers.0.self_attn.extra." + std::to_string(n), counted({4}));
    const std::vector<Caveat> said = caveats(arrays);
    ASSERT_EQ(said.size(), 5U);
    EXPECT_THAT(said.back().says, HasSubstr("5 more"));
}

TEST_F(Layouts, HaveNamesThatAreJoinedBySlashes) {
    const FoundLayer layer = only_layer(llama("encoder/3/attn", '/'));
    EXPECT_EQ(layer.name, "encoder/3/attn");
    EXPECT_EQ(layer.number, 3);
    EXPECT_EQ(layer.problem, "");
    EXPECT_EQ(layer.find(ArrayId::W_K)->tensor, "encoder/3/attn/k_proj/weight");
}

/// The layout of TransformerLens: heads x inputs x outputs.
TEST_F(Layouts, MayHaveTheAxisOfHeadsFirst) {
    NdArrays arrays{{"blocks.0.attn.W_Q", counted({2, 3, 2})}, {"blocks.0.attn.W_K", counted({2, 3, 2})},
                    {"blocks.0.attn.W_V", counted({2, 3, 1})}, {"blocks.0.attn.W_O", counted({2, 1, 3})},
                    {"blocks.0.attn.b_Q", counted({2, 2})},    {"blocks.0.attn.mask", counted({5, 5})}};
    const Checkpoint file = checkpoint(arrays);
    const FoundLayer layer = find_layers(file).front();
    EXPECT_EQ(layer.problem, "");
    EXPECT_THAT(layer.unread, IsEmpty());
    const auto counts = share_out(file, layer, 2);
    ASSERT_TRUE(counts) << counts.error().message;
    const auto weights = read_layer(file, layer, *counts);
    ASSERT_TRUE(weights) << weights.error().message;
    const HeadWeights& second = weights->heads[1];
    EXPECT_THAT(std::vector<float>(second.W_Q.row(1).begin(), second.W_Q.row(1).end()), ElementsAre(8, 9));
    EXPECT_THAT(std::vector<float>(second.W_V.row(2).begin(), second.W_V.row(2).end()), ElementsAre(5));
    EXPECT_THAT(std::vector<float>(second.W_O.row(0).begin(), second.W_O.row(0).end()), ElementsAre(3, 4, 5));
    EXPECT_THAT(std::vector<float>(second.b_Q.row(0).begin(), second.b_Q.row(0).end()), ElementsAre(2, 3));
    EXPECT_FALSE(share_out(file, layer, 1));
}

TEST_F(Layouts, MayHaveBiasesOfQueriesAndValuesAlone) {
    NdArrays arrays{{"blocks.0.attn.qkv.weight", counted({12, 4})},
                    {"blocks.0.attn.proj.weight", counted({4, 4})},
                    {"blocks.0.attn.q_bias", counted({4})},
                    {"blocks.0.attn.v_bias", counted({4})}};
    const FoundLayer layer = only_layer(arrays);
    EXPECT_THAT(layer.unread, IsEmpty());
    EXPECT_EQ(layer.find(ArrayId::b_Q)->tensor, "blocks.0.attn.q_bias");
    EXPECT_EQ(layer.find(ArrayId::b_K), nullptr);
    EXPECT_EQ(layer.find(ArrayId::b_V)->tensor, "blocks.0.attn.v_bias");
}

/// EVA-02 has separate queries, keys and values, and biases of two of them beside their modules.
TEST_F(Layouts, MayHaveThoseBiasesBesideModulesOfTheirOwn) {
    NdArrays arrays = llama("blocks.0.attn");
    arrays.emplace("blocks.0.attn.q_bias", counted({4}));
    arrays.emplace("blocks.0.attn.v_bias", counted({4}));
    const FoundLayer layer = only_layer(arrays);
    EXPECT_THAT(layer.unread, IsEmpty());
    EXPECT_EQ(layer.find(ArrayId::b_Q)->tensor, "blocks.0.attn.q_bias");
    EXPECT_EQ(layer.find(ArrayId::b_K), nullptr);
}

TEST_F(Layouts, OfCrossAttentionInGPT2HaveKeysAndValuesInOneTensor) {
    NdArrays arrays{{"h.0.crossattention.c_attn.weight", counted({4, 8})},
                    {"h.0.crossattention.c_attn.bias", counted({8})},
                    {"h.0.crossattention.q_attn.weight", counted({4, 4})},
                    {"h.0.crossattention.q_attn.bias", counted({4})},
                    {"h.0.crossattention.c_proj.weight", counted({4, 4})}};
    const Checkpoint file = checkpoint(arrays);
    const FoundLayer layer = find_layers(file).front();
    EXPECT_EQ(layer.problem, "");
    EXPECT_TRUE(layer.reads_other);
    EXPECT_THAT(layer.orientation(), HasSubstr("cross-attention"));
    const auto weights = read_layer(file, layer, *share_out(file, layer, 2));
    ASSERT_TRUE(weights) << weights.error().message;
    const HeadWeights& second = weights->heads[1];
    EXPECT_THAT(std::vector<float>(second.W_Q.row(1).begin(), second.W_Q.row(1).end()), ElementsAre(6, 7));
    EXPECT_THAT(std::vector<float>(second.W_K.row(1).begin(), second.W_K.row(1).end()), ElementsAre(10, 11));
    EXPECT_THAT(std::vector<float>(second.W_V.row(1).begin(), second.W_V.row(1).end()), ElementsAre(14, 15));
    EXPECT_THAT(std::vector<float>(second.b_V.row(0).begin(), second.b_V.row(0).end()), ElementsAre(6, 7));
}

TEST_F(Layouts, OfFlaxHaveTheAxisOfHeadsInTheMiddle) {
    NdArrays arrays{{"enc/block_0/attention/query/kernel", counted({3, 2, 2})},
                    {"enc/block_0/attention/key/kernel", counted({3, 2, 2})},
                    {"enc/block_0/attention/value/kernel", counted({3, 2, 2})},
                    {"enc/block_0/attention/query/bias", counted({2, 2})},
                    {"enc/block_0/attention/out/kernel", counted({2, 2, 3})}};
    const Checkpoint file = checkpoint(arrays);
    const FoundLayer layer = find_layers(file).front();
    EXPECT_EQ(layer.problem, "");
    EXPECT_EQ(layer.heads_of_tensors, 2);
    const auto weights = read_layer(file, layer, *share_out(file, layer, 2));
    ASSERT_TRUE(weights) << weights.error().message;
    const HeadWeights& second = weights->heads[1];
    EXPECT_THAT(std::vector<float>(second.W_Q.row(1).begin(), second.W_Q.row(1).end()), ElementsAre(6, 7));
    EXPECT_THAT(std::vector<float>(second.W_O.row(0).begin(), second.W_O.row(0).end()), ElementsAre(6, 7, 8));
    EXPECT_THAT(std::vector<float>(second.b_Q.row(0).begin(), second.b_Q.row(0).end()), ElementsAre(2, 3));
}

TEST_F(Layouts, MayHaveATensorForEachHead) {
    NdArrays arrays{{"blocks.0.sa.proj.weight", counted({4, 4})}};
    for (const char* const head : {"0", "1"})
        for (const char* const part : {"query", "key", "value"})
            arrays.emplace(std::string("blocks.0.sa.heads.") + head + "." + part + ".weight", counted({2, 4}));
    const Checkpoint file = checkpoint(arrays);
    const std::vector<FoundLayer> layers = find_layers(file);
    ASSERT_EQ(layers.size(), 1U);
    EXPECT_EQ(layers[0].problem, "");
    EXPECT_THAT(layers[0].unread, IsEmpty());
    EXPECT_EQ(layers[0].heads_of_tensors, 2);
    const auto weights = read_layer(file, layers[0], *share_out(file, layers[0], 2));
    ASSERT_TRUE(weights) << weights.error().message;
    for (const HeadWeights& head : weights->heads)
        EXPECT_THAT(std::vector<float>(head.W_Q.row(1).begin(), head.W_Q.row(1).end()), ElementsAre(1, 5));
}

/// The name "query" beneath "attention" is no layer of its own if the model has its output elsewhere.
TEST_F(Layouts, AreNotFoundTwice) {
    NdArrays arrays{{"layer.0.attention.attention.query.weight", counted({4, 4})},
                    {"layer.0.attention.attention.key.weight", counted({4, 4})},
                    {"layer.0.attention.attention.value.weight", counted({4, 4})},
                    {"layer.0.attention.output.dense.weight", counted({4, 4})}};
    EXPECT_EQ(only_layer(arrays).name, "layer.0.attention");
}

TEST_F(Layouts, OfQuantisedWeightsAreRefused) {
    NdArrays arrays = llama("layers.0.self_attn");
    EXPECT_TRUE(write_npz(folder_ / "f.npz", arrays));
    NdArrays packed{{"layers.0.self_attn.q_proj.qweight", counted({4, 4})}};
    EXPECT_THAT(only_layer(packed).problem, HasSubstr("quantised"));
}

/// Writes a file of zeros whose tensors have all one type.
void write_zeros(const std::filesystem::path& path, const NdArrays& arrays, const std::string& type,
                 std::size_t width) {
    nlohmann::json header;
    std::size_t end = 0;
    for (const auto& [name, array] : arrays) {
        const std::size_t begin = std::exchange(end, end + array.values.size() * width);
        header[name] = {{"dtype", type}, {"shape", array.shape}, {"data_offsets", {begin, end}}};
    }
    const std::string text = header.dump();
    const std::uint64_t length = text.size();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof(length)); // NOLINT(*-reinterpret-cast)
    file << text << std::string(end, '\0');
}

TEST_F(Layouts, OfFloatsOfSixteenBitsAndMoreAreRead) {
    const std::filesystem::path path = folder_ / "w.safetensors";
    for (const auto& [type, width, problem] : {std::tuple{"F64", std::size_t{8}, ""},
                                               {"F32", std::size_t{4}, ""},
                                               {"F16", std::size_t{2}, ""},
                                               {"F8_E4M3", std::size_t{1}, "quantised"},
                                               {"F8_E5M2", std::size_t{1}, "quantised"}}) {
        write_zeros(path, llama("layers.0.self_attn"), type, width);
        const auto opened = Checkpoint::open(path);
        ASSERT_TRUE(opened) << opened.error().message;
        const std::vector<FoundLayer> layers = find_layers(*opened);
        ASSERT_EQ(layers.size(), 1U) << type;
        EXPECT_THAT(layers.front().problem, HasSubstr(problem)) << type;
        EXPECT_EQ(layers.front().problem.empty(), std::string_view(problem).empty())
            << type << ": " << layers.front().problem;
    }
}

TEST_F(Layouts, OfOneOfSeveralFilesSayThatThereAreMore) {
    NdArrays half = llama("layers.0.self_attn");
    half.erase("layers.0.self_attn.v_proj.weight");
    for (const char* const name : {"model-00001-of-00002.safetensors", "model.safetensors"}) {
        write_zeros(folder_ / name, half, "F32", 4);
        const auto opened = Checkpoint::open(folder_ / name);
        ASSERT_TRUE(opened) << opened.error().message;
        const std::vector<FoundLayer> layers = find_layers(*opened);
        ASSERT_EQ(layers.size(), 1U);
        EXPECT_THAT(layers.front().problem, HasSubstr("v_proj.weight is missing"));
        EXPECT_EQ(layers.front().problem.ends_with("open together as their folder"),
                  std::string_view(name).find("-of-") != std::string_view::npos)
            << layers.front().problem;
    }
}

/// The files are as numpy.savez writes Python objects and complex numbers.
TEST_F(Layouts, SayWhichArraysHoldNoNumbers) {
    const auto refusal = [](const char* file) {
        const auto opened = Checkpoint::open(source_folder() / "tests/data/without_numbers" / file);
        EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
        const auto layer = choose_layer(*opened, find_layers(*opened), std::nullopt);
        return layer ? std::string() : layer.error().message;
    };
    EXPECT_THAT(refusal("queries.npz"), HasSubstr("there is W_K, W_O, W_V; no real numbers are in W_Q"));
    EXPECT_THAT(refusal("outputs.npz"), HasSubstr("W_O holds no real numbers"));
}

TEST_F(Layouts, WhoseNamesDoNotTellTheOrderAreAskedAbout) {
    EXPECT_THAT(only_layer({{"a.qkv_proj.weight", counted({12, 4})}, {"a.o_proj.weight", counted({4, 4})}}).problem,
                HasSubstr("in an order that only the model's kind tells"));
}

TEST(LayoutsOfTheField, AreMarkedWhereTheyAreNotComputed) {
    const auto field = test::peer_data() / "field";
    if (!std::filesystem::exists(field))
        GTEST_SKIP() << "there is no " << field;
    for (const char* const name :
         {"b_fairseq.safetensors", "e_sam.safetensors", "f_swin.safetensors", "c_inner_norm", "d_lora"}) {
        const auto file = Checkpoint::open(field / "03-tensors-beside-the-weights" / name);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_FALSE(find_layers(*file).front().unread.empty()) << name;
    }
    const auto slashes = Checkpoint::open(field / "11-slash-names" / "slash.npz");
    ASSERT_TRUE(slashes);
    EXPECT_EQ(find_layers(*slashes).size(), 1U);
}

} // namespace
} // namespace attn
