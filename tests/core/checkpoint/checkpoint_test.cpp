#include "core/checkpoint/checkpoint.h"

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/listing.h"
#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

NdArray zeros(std::vector<Index> shape) {
    return NdArray::of(shape, std::vector<float>(static_cast<std::size_t>(*number_count(shape))));
}

/// The tensors of a Llama layer of D 4, with two heads that share one head of keys and values.
NdArrays llama_layer(const std::string& name) {
    return {{name + ".q_proj.weight", zeros({4, 4})},
            {name + ".k_proj.weight", zeros({2, 4})},
            {name + ".v_proj.weight", zeros({2, 4})},
            {name + ".o_proj.weight", zeros({4, 4})}};
}

class Checkpoints : public testing::Test {
protected:
    Checkpoint opened(const char* file = "model.safetensors") {
        auto checkpoint = Checkpoint::open(folder_ / file);
        EXPECT_TRUE(checkpoint) << (checkpoint ? "" : checkpoint.error().message);
        return *std::move(checkpoint);
    }
    std::string refusal(const char* file) {
        const auto checkpoint = Checkpoint::open(folder_ / file);
        EXPECT_FALSE(checkpoint);
        return checkpoint ? "" : checkpoint.error().message;
    }
    std::string layer_refusal(const NdArrays& arrays, const std::optional<std::string>& wanted = std::nullopt) {
        EXPECT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
        const Checkpoint checkpoint = opened();
        const auto layer = choose_layer(checkpoint, find_layers(checkpoint), wanted);
        EXPECT_FALSE(layer);
        return layer ? "" : layer.error().message;
    }
    /// Writes a file with the header `json`, and with data bytes that take no room on the disk.
    void write_sparse(const char* file, const std::string& json, std::uintmax_t data_bytes) {
        std::ofstream stream(folder_ / file, std::ios::binary);
        for (std::size_t i = 0; i < 8; ++i)
            stream.put(static_cast<char>(json.size() >> (8 * i) & 0xFFU));
        stream << json;
        stream.close();
        std::filesystem::resize_file(folder_ / file, 8 + json.size() + data_bytes);
    }

    TemporaryFolder folder_;
};

TEST_F(Checkpoints, FindLayersOfEveryFamilyAmongOtherTensorsInOrder) {
    NdArrays arrays = llama_layer("model.layers.10.self_attn");
    arrays.merge(llama_layer("model.layers.2.self_attn"));
    arrays.merge(NdArrays{{"h.0.attn.c_attn.weight", zeros({4, 12})},
                          {"h.0.attn.c_proj.weight", zeros({4, 4})},
                          {"h.0.mlp.c_proj.weight", zeros({9, 4})},
                          {"vision.self_attn.q_proj.weight", zeros({4, 4})},
                          {"vision.self_attn.k_proj.weight", zeros({4, 4})},
                          {"vision.self_attn.v_proj.weight", zeros({4, 4})},
                          {"vision.self_attn.out_proj.weight", zeros({4, 4})},
                          {"lm_head.weight", zeros({9, 4})}});
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
    const std::vector<FoundLayer> layers = find_layers(opened());
    std::vector<std::string> found;
    for (const FoundLayer& layer : layers)
        found.push_back(layer.name + ": " + std::string(layer.family->title) + layer.problem);
    EXPECT_THAT(found, testing::ElementsAre("h.0.attn: GPT-2", "model.layers.2.self_attn: Llama, Mistral, Qwen",
                                            "model.layers.10.self_attn: Llama, Mistral, Qwen",
                                            "vision.self_attn: OPT, BART, CLIP, GPT-J"));
}

TEST_F(Checkpoints, LayersAreChosenByNameNumberOrPartOfAName) {
    NdArrays arrays = llama_layer("layers.0.self_attn");
    arrays.merge(llama_layer("layers.1.self_attn"));
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
    const Checkpoint checkpoint = opened();
    const auto layers = find_layers(checkpoint);
    for (const char* wanted : {"layers.1.self_attn", "layers.1.self_attn.", "1", "layers.1", "s.1"}) {
        const auto chosen = choose_layer(checkpoint, layers, wanted);
        ASSERT_TRUE(chosen) << wanted << ": " << chosen.error().message;
        EXPECT_EQ(chosen->name, "layers.1.self_attn") << wanted;
    }
    EXPECT_THAT(layer_refusal(arrays), HasSubstr("there are 2 layers; name one with --layer: layers.0.self_attn, "));
    EXPECT_THAT(layer_refusal(arrays, "2"), HasSubstr("there is no layer called “2”; there are: layers.0"));
    EXPECT_THAT(layer_refusal(arrays, "self"), HasSubstr("2 layers are called “self”"));
}

TEST_F(Checkpoints, LayersAreCalledByTheirOwnNumbersAndByWholePartsOfTheirNames) {
    NdArrays arrays = llama_layer("model.layers.1.self_attn");
    arrays.merge(llama_layer("model.layers.10.self_attn"));
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
    const Checkpoint checkpoint = opened();
    const auto layers = find_layers(checkpoint);
    const auto chosen = [&](const char* wanted) { return choose_layer(checkpoint, layers, wanted)->number; };
    EXPECT_EQ(chosen("layers.1"), 1);
    EXPECT_EQ(chosen("1"), 1);
    EXPECT_EQ(chosen("10"), 10);
    EXPECT_FALSE(choose_layer(checkpoint, layers, "0"));
    // If two layers have the same number, all are counted in order.
    arrays.merge(llama_layer("other.layers.1.self_attn"));
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
    const Checkpoint both = opened();
    const auto counted = find_layers(both);
    EXPECT_EQ(counted.at(2).number, 2);
    EXPECT_EQ(choose_layer(both, counted, "0")->name, "model.layers.1.self_attn");
}

TEST_F(Checkpoints, DamagedLayersAreRefusedWithTheTensorAndTheShapeExpected) {
    NdArrays arrays = llama_layer("a");
    arrays.erase("a.o_proj.weight");
    EXPECT_THAT(layer_refusal(arrays), HasSubstr("model.safetensors: a.o_proj.weight is missing"));
    arrays.emplace("a.o_proj.weight", zeros({5, 4}));
    EXPECT_THAT(layer_refusal(arrays), HasSubstr("a.o_proj.weight has shape (5, 4), expected (4, 4)"));
    arrays.insert_or_assign("a.o_proj.weight", zeros({4, 4}));
    arrays.emplace("a.k_proj.bias", zeros({4}));
    EXPECT_THAT(layer_refusal(arrays), HasSubstr("a.k_proj.bias has shape (4,), expected (2,)"));
    EXPECT_THAT(layer_refusal({{"a.q_proj.weight", zeros({4})}}), HasSubstr("expected two axes"));
    EXPECT_THAT(layer_refusal({{"conv.weight", zeros({4})}}),
                AllOf(HasSubstr("there is no attention layer"), HasSubstr("c_attn.weight"), HasSubstr("conv.weight")));
}

TEST_F(Checkpoints, HeadsThatDoNotDivideALayerAreRefused) {
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", llama_layer("a")));
    const Checkpoint checkpoint = opened();
    const FoundLayer layer = find_layers(checkpoint).front();
    const auto counts = share_out(checkpoint, layer, 2);
    ASSERT_TRUE(counts) << counts.error().message;
    EXPECT_EQ(counts->H_kv, 1);
    EXPECT_THAT(share_out(checkpoint, layer, 3).error().message, HasSubstr("heads that fit: 1, 2, 4"));
    EXPECT_THAT(share_out(checkpoint, layer, 1).error().message,
                HasSubstr("a.k_proj.weight has a width of 2, expected 4 as a.q_proj.weight has"));
}

TEST_F(Checkpoints, OfSeveralFilesNeedAllOfThemAndAgreeWithTheIndex) {
    ASSERT_TRUE(write_safetensors(folder_ / "a.safetensors", {{"x", zeros({2})}}));
    ASSERT_TRUE(write_safetensors(folder_ / "b.safetensors", {{"y", zeros({3})}}));
    const auto index = [&](std::string_view map) {
        ASSERT_TRUE(
            write_text_file(folder_ / "model.safetensors.index.json", R"({"weight_map": )" + std::string(map) + "}"));
    };
    index(R"({"x": "a.safetensors", "y": "b.safetensors"})");
    EXPECT_EQ(opened("").find("y")->shape, std::vector<Index>{3}); // by the folder
    index(R"({"x": "a.safetensors", "y": "c.safetensors"})");
    EXPECT_THAT(refusal("model.safetensors.index.json"), AllOf(HasSubstr("index.json: "), HasSubstr("c.safetensors")));
    index(R"({"x": "a.safetensors", "y": "a.safetensors"})");
    EXPECT_THAT(refusal(""), HasSubstr("y is missing in a.safetensors, where the index has it"));
    index(R"({"x": "../a.safetensors"})");
    EXPECT_THAT(refusal(""), HasSubstr("“../a.safetensors” is no .safetensors file in the same folder"));
    index(R"({"x": "a.safetensors", "x": "b.safetensors"})");
    EXPECT_THAT(refusal(""), HasSubstr("“x” stands there twice"));
    index("{}");
    EXPECT_THAT(refusal(""), HasSubstr("there is no weight_map"));
    ASSERT_TRUE(write_safetensors(folder_ / "b.safetensors", {{"x", zeros({3})}, {"y", zeros({3})}}));
    index(R"({"x": "a.safetensors", "y": "b.safetensors"})");
    EXPECT_THAT(refusal(""), HasSubstr("x stands both in a.safetensors and in b.safetensors"));
}

TEST_F(Checkpoints, AreCalledWhatLiesInTheirPlace) {
    for (const auto& [content, says] :
         {std::pair("version https://git-lfs.github.com/spec/v1\noid sha256:4665\nsize 12\n", "a Git LFS pointer"),
          {"<!doctype html>\n<html><title>Sign in</title></html>\n", "a web page"},
          {"Entry not found\n", "a text, not the file itself: it begins “Entry not found”"}})
        for (const char* const file :
             {"m.safetensors", "m.npz", "m.bin", "m.pt", "m.pth", "m.ckpt", "m.gguf", "m.onnx", "m.h5", "m.msgpack"}) {
            EXPECT_TRUE(write_text_file(folder_ / file, content));
            EXPECT_THAT(refusal(file), AllOf(HasSubstr(std::string(file) + ": "), HasSubstr(says)));
        }
    std::ofstream(folder_ / "m.bin", std::ios::binary) << std::string("PK\3\4\0\0\b\b\0\0", 10);
    EXPECT_THAT(refusal("m.bin"), HasSubstr("is PyTorch's file"));
}

TEST_F(Checkpoints, WithAHeaderOfTenGigabytesAreRefusedUnread) {
    std::ofstream(folder_ / "model.safetensors", std::ios::binary) << std::string("\0\xE4\x0B\x54\2\0\0\0{}", 10);
    EXPECT_THAT(refusal("model.safetensors"), HasSubstr("the header claims 10000000000 bytes, 2 follow"));
}

TEST_F(Checkpoints, OfGigabytesAreReadOnlyWhereALayerStands) {
    // The table of embeddings takes 4 GB, but no room on the disk.
    constexpr std::uintmax_t table = std::uintmax_t{1000000} * 1024 * 4;
    constexpr std::uintmax_t weight = std::uintmax_t{1024} * 1024 * 4;
    std::string json = fmt::format(R"({{"model.embed_tokens.weight":{{"dtype":"F32","shape":[1000000,1024],)"
                                   R"("data_offsets":[0,{}]}})",
                                   table);
    std::uintmax_t end = table;
    for (const char* part : {"q", "k", "v", "o"}) {
        json += fmt::format(R"(,"model.layers.0.self_attn.{}_proj.weight":{{"dtype":"F32","shape":[1024,1024],)"
                            R"("data_offsets":[{},{}]}})",
                            part, end, end + weight);
        end += weight;
    }
    write_sparse("model.safetensors", json + "}", end);
    const Checkpoint checkpoint = opened();
    const FoundLayer layer = find_layers(checkpoint).front();
    const auto counts = share_out(checkpoint, layer, 16);
    ASSERT_TRUE(counts) << counts.error().message;
    const auto weights = read_layer(checkpoint, layer, *counts);
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_EQ(weights->heads.at(15).W_O.shape(), (Shape{64, 1024}));
    const auto row = checkpoint.read_rows(*checkpoint.find("model.embed_tokens.weight"), 999999, 1);
    ASSERT_TRUE(row) << row.error().message;
    EXPECT_EQ(row->values.size(), 1024U);
}

/// The settings of layer 3 of a model; `members` are members of config.json.
class LayerConfigs : public Checkpoints {
protected:
    Result<LayerConfig> read(const std::string& members) {
        EXPECT_TRUE(write_safetensors(folder_ / "model.safetensors", llama_layer("model.layers.3.self_attn")));
        EXPECT_TRUE(write_text_file(folder_ / "config.json", "{" + members + "}"));
        auto config = read_model_config(folder_.path());
        EXPECT_TRUE(config);
        const std::vector<FoundLayer> layers = find_layers(opened());
        return config ? layer_config(*config, layers.at(0)) : Result<LayerConfig>(config.error());
    }
    std::string problem(const std::string& members) {
        const auto config = read(members);
        return config ? "" : config.error().message;
    }
    std::string heads_problem(const std::string& members) {
        EXPECT_TRUE(write_text_file(folder_ / "config.json", "{" + members + "}"));
        const auto config = read_model_config(folder_.path());
        const auto heads = config ? head_count(*config, {}) : Result<Index>(config.error());
        return heads ? fmt::format("{}", *heads) : heads.error().message;
    }
    static std::optional<double> value(const LayerConfig& config, OptionId option) {
        const auto found = std::ranges::find(config.options, option, &OptionSetting::option);
        return found == config.options.end() ? std::nullopt : found->value;
    }
};

TEST_F(LayerConfigs, NameTheHeadsThatCannotBe) {
    for (const char* wrong : {"0", "-2", "1.5", R"("two")", "[2]", "99999999999"})
        EXPECT_THAT(
            heads_problem(fmt::format(R"("num_attention_heads": {})", wrong)),
            AllOf(HasSubstr("config.json: num_attention_heads: this is "), HasSubstr("expected a whole number")));
    EXPECT_EQ(heads_problem(R"("num_attention_heads": null, "n_head": 12)"), "12");
    EXPECT_EQ(heads_problem(""), "0");
    EXPECT_TRUE(read(R"("model_type": "llama", "num_attention_heads": 0)")) << "the user may say another number";
}

TEST_F(LayerConfigs, NameAnEpsilonThatIsNotAboveZero) {
    for (const char* wrong : {"0", "-1e-5", R"("nan")", R"("inf")", "1e-60"})
        EXPECT_THAT(
            problem(fmt::format(R"("model_type": "llama", "num_attention_heads": 2, "rms_norm_eps": {})", wrong)),
            AllOf(HasSubstr("config.json: rms_norm_eps: this is "), HasSubstr("expected a number above 0")));
    EXPECT_EQ(read(R"("model_type": "llama", "num_attention_heads": 2, "rms_norm_eps": 0.5)")->epsilon, 0.5F);
}

TEST_F(LayerConfigs, NameNumbersThatCannotBe) {
    struct Wrong {
        const char* members;
        const char* says;
    };
    const std::string yarn = R"("rope_scaling": {"rope_type": "yarn", "factor": 4, )";
    const std::string no_factor = yarn + R"("attention_factor": -1})";
    const std::string infinite_factor = yarn + R"("attention_factor": "inf"})";
    for (const auto& [members, says] : std::initializer_list<Wrong>{
             {R"("attn_logit_softcapping": -2)", "attn_logit_softcapping: this is -2, expected a number above 0"},
             {R"("attn_logit_softcapping": "inf")", "attn_logit_softcapping: this is inf"},
             {R"("query_pre_attn_scalar": -4)", "query_pre_attn_scalar: this is -4"},
             {R"("num_key_value_heads": -2)", "num_key_value_heads: this is -2"},
             {R"("num_key_value_heads": "two")", "num_key_value_heads: this is "},
             {R"("head_dim": -8)", "head_dim: this is -8"},
             {R"("rope_theta": -10000)", "rope_theta: this is -10000"},
             {R"("sliding_window": -3)", "sliding_window: this is -3"},
             {R"("rope_scaling": {"type": "linear", "factor": -2})", "rope_scaling.factor: this is -2"},
             {no_factor.c_str(), "rope_scaling.attention_factor: this is -1"},
             {infinite_factor.c_str(), "rope_scaling.attention_factor: this is inf"}})
        EXPECT_THAT(problem(fmt::format(R"("model_type": "gemma2", "num_attention_heads": 2, {})", members)),
                    HasSubstr(says));
    EXPECT_THAT(problem(R"("model_type": "granite", "num_attention_heads": 2, "attention_multiplier": 0)"),
                HasSubstr("attention_multiplier: this is 0"));
    EXPECT_EQ(value(*read(R"("model_type": "gemma2", "attn_logit_softcapping": null)"), OptionId::soft_cap),
              std::nullopt);
    EXPECT_EQ(value(*read(R"("model_type": "gemma2")"), OptionId::soft_cap), 50) << "as its kind has it";
}

TEST_F(LayerConfigs, AreNotTakenForMissingWhereALinkLeadsNowhere) {
    std::filesystem::create_symlink("gone.json", folder_ / "config.json");
    EXPECT_THAT(read_model_config(folder_.path()).error().message, HasSubstr("config.json: is a link to gone.json"));
    std::filesystem::create_symlink("gone.safetensors", folder_ / "model.safetensors");
    EXPECT_THAT(Checkpoint::open(folder_.path()).error().message,
                HasSubstr("model.safetensors: is a link to gone.safetensors, which is not there"));
}

TEST_F(Checkpoints, AreListedWithWhatReadsEachTensor) {
    NdArrays arrays = llama_layer("model.layers.0.self_attn");
    arrays.merge(llama_layer("model.layers.10.self_attn"));
    arrays.merge(llama_layer("model.layers.2.self_attn"));
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays));
    const auto listing = list_model(folder_.path());
    ASSERT_TRUE(listing) << listing.error().message;
    EXPECT_EQ(listing->layers.size(), 3U);
    EXPECT_EQ(listing->tensors.size(), arrays.size());
    const auto found =
        std::ranges::find(listing->tensors, "model.layers.2.self_attn.k_proj.weight", &ListedTensor::name);
    ASSERT_NE(found, listing->tensors.end());
    EXPECT_EQ(found->is, "W_K");
    EXPECT_EQ(listing->layers.at(found->layer.value()).layer.number, 2);
    EXPECT_TRUE(listing->tensors.back().name.starts_with("model.layers.10.")) << "numbers are counted as numbers";
}

TEST_F(LayerConfigs, TurnNoColumnWhereThePartThatTurnsIsNone) {
    const auto with = [](const std::string& members) {
        const char* const kind = members.find("rotary_dim") != std::string::npos   ? "gptj"
                                 : members.find("rotary_pct") != std::string::npos ? "gpt_neox"
                                                                                   : "phi";
        return fmt::format(R"("model_type": "{}", "num_attention_heads": 1, {})", kind, members);
    };
    for (const char* none : {R"("partial_rotary_factor": 0)", R"("partial_rotary_factor": 1e-9)",
                             R"("rope_parameters": {"partial_rotary_factor": 0.2})", R"("rotary_dim": 0)"}) {
        const auto config = read(with(none));
        ASSERT_TRUE(config) << config.error().message;
        EXPECT_EQ(value(*config, OptionId::rotary), std::nullopt) << none;
    }
    for (const char* all : {R"("partial_rotary_factor": 1)", R"("rotary_dim": null)", R"("rotary_dim": 4)"}) {
        const auto config = read(with(all));
        ASSERT_TRUE(config) << config.error().message;
        EXPECT_TRUE(value(*config, OptionId::rotary)) << all;
        EXPECT_EQ(value(*config, OptionId::rotary_dimensions), std::nullopt) << all;
    }
    EXPECT_EQ(value(*read(with(R"("rotary_pct": 0.5)")), OptionId::rotary_dimensions), 2);
    for (const char* wrong : {"-0.5", "1.5", R"("nan")"})
        EXPECT_THAT(problem(with(fmt::format(R"("partial_rotary_factor": {})", wrong).c_str())),
                    AllOf(HasSubstr("config.json: partial_rotary_factor: this is "),
                          HasSubstr("expected a number from 0 to 1")));
}

TEST_F(LayerConfigs, AreRefusedWhereAPartOfAHeadOfUnknownWidthTurns) {
    const std::string half = R"("model_type": "phi", "partial_rotary_factor": 0.5)";
    EXPECT_THAT(read(half)->refused, HasSubstr("how many columns turn is not known"));
    EXPECT_EQ(read(half + R"(, "head_dim": 2)")->refused, "");
    EXPECT_EQ(value(*read(R"("model_type": "gptj", "rotary_dim": 0)"), OptionId::rotary), std::nullopt);
}

TEST_F(LayerConfigs, SayWhatTellsTheGenerationsOfBaichuanApart) {
    const auto of_width = [this](Index width) {
        return *read(fmt::format(R"("model_type": "baichuan", "num_attention_heads": 2, "hidden_size": {})", width));
    };
    EXPECT_TRUE(value(of_width(4096), OptionId::rotary));
    EXPECT_FALSE(value(of_width(4096), OptionId::alibi));
    EXPECT_FALSE(value(of_width(5120), OptionId::rotary));
    EXPECT_TRUE(value(of_width(5120), OptionId::alibi));
    EXPECT_TRUE(of_width(4096).caveats.empty() && of_width(5120).caveats.empty());
    ASSERT_EQ(of_width(64).caveats.size(), 1U);
    EXPECT_THAT(of_width(64).caveats.front().says, HasSubstr("4096 or 5120"));
}

TEST_F(LayerConfigs, OfGptNeoCountKindsOfLayersAndNeverListThem) {
    const auto window = [this](const std::string& types) {
        const auto config =
            read(R"("model_type": "gpt_neo", "num_heads": 2, "window_size": 7, "attention_types": [)" + types + "]");
        EXPECT_TRUE(config) << (config ? "" : config.error().message);
        return config ? config->window : -1;
    };
    EXPECT_EQ(window(R"([["global", "local"], 2])"), 7);
    EXPECT_EQ(window(R"([["global"], 3], [["local"], 1])"), 7);
    EXPECT_EQ(window(R"([["local"], 3], [[], 5], [["global", "local"], 1])"), 0);
    EXPECT_EQ(window(R"([["global"], 2])"), 0) << "too short for layer 3";
    std::string kinds = R"("global")";
    for (int i = 0; i < 2000; ++i)
        kinds += R"(, "local")";
    std::string groups; // two hundred million layers
    for (int i = 0; i < 100; ++i)
        groups += (i == 0 ? "[[" : ", [[") + kinds + "], 1024]";
    EXPECT_EQ(window(groups), 7);
}

TEST_F(LayerConfigs, ReadParamsJsonWhereThereIsNoConfig) {
    ASSERT_TRUE(write_safetensors(folder_ / "model.safetensors", {{"layers.3.attention.wq.weight", zeros({4, 4})},
                                                                  {"layers.3.attention.wk.weight", zeros({2, 4})},
                                                                  {"layers.3.attention.wv.weight", zeros({2, 4})},
                                                                  {"layers.3.attention.wo.weight", zeros({4, 4})}}));
    ASSERT_TRUE(write_text_file(folder_ / "params.json",
                                R"({"dim": 4, "n_layers": 4, "n_heads": 2, "n_kv_heads": 1, "norm_eps": 1e-06,
                                    "rope_theta": 500000.0, "use_scaled_rope": true, "vocab_size": 9})"));
    const auto model = read_model_config(folder_.path());
    ASSERT_TRUE(model) << model.error().message;
    const auto config = layer_config(*model, find_layers(opened()).at(0));
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->heads, 2);
    EXPECT_EQ(config->key_value_heads, 1);
    EXPECT_EQ(config->causal, true);
    EXPECT_EQ(config->epsilon, 1e-6F);
    EXPECT_EQ(config->norm_names, "attention_norm");
    EXPECT_EQ(value(*config, OptionId::rotary), static_cast<double>(Rotary::Pairs::neighbours));
    EXPECT_EQ(value(*config, OptionId::rotary_base), 500000);
    EXPECT_EQ(value(*config, OptionId::rotary_factor), 8);
    EXPECT_TRUE(config->caveats.empty()) << config->caveats.front().says;
}

TEST_F(Checkpoints, OfAdaptersAndOtherQuantisedWeightsSayWhatToDo) {
    const std::string name = "model.layers.0.self_attn.q_proj.";
    EXPECT_THAT(layer_refusal({{name + "lora_A.weight", zeros({2, 4})}, {name + "lora_B.weight", zeros({4, 2})}}),
                HasSubstr("merge it first"));
    EXPECT_THAT(layer_refusal({{name + "base_layer.weight", zeros({4, 4})}}), HasSubstr("merge it first"));
    for (const char* tensor : {"W_q", "weight._data", "qweight"})
        EXPECT_THAT(layer_refusal({{name + tensor, zeros({4, 4})}}), HasSubstr("the weights are quantised")) << tensor;
}

TEST_F(Checkpoints, NameQueriesThatAreMissing) {
    NdArrays arrays = llama_layer("model.layers.0.self_attn");
    arrays.merge(llama_layer("model.layers.12.self_attn"));
    arrays.erase("model.layers.12.self_attn.q_proj.weight");
    EXPECT_THAT(layer_refusal(arrays, "12"), HasSubstr("model.layers.12.self_attn.q_proj.weight is missing"));
}

TEST_F(LayerConfigs, AskForTheMaskOfPyTorchsLayerInAStack) {
    const auto causal_of = [this](const std::string& name) {
        EXPECT_TRUE(write_safetensors(folder_ / "model.safetensors", {{name + "in_proj_weight", zeros({12, 4})},
                                                                      {name + "out_proj.weight", zeros({4, 4})}}));
        return layer_config(*read_model_config(folder_.path()), find_layers(opened()).at(0))->causal;
    };
    EXPECT_EQ(causal_of("transformer.resblocks.1.attn."), std::nullopt);
    for (const char* reads_all : {"", "attn.", "encoder.layers.1.self_attn.", "visual.transformer.resblocks.1.attn."})
        EXPECT_EQ(causal_of(reads_all), false) << reads_all;
}

TEST_F(LayerConfigs, ObeyTheWindowsThatAKindWhichWasSaidHasNot) {
    ASSERT_TRUE(read(R"("model_type": "other", "num_attention_heads": 2, "sliding_window": 6,
                        "layer_types": ["full_attention", "full_attention", "full_attention", "sliding_attention"])"));
    const auto model = read_model_config(folder_.path(), {.like = "olmo2"});
    EXPECT_EQ(layer_config(*model, find_layers(opened()).at(0))->window, 6);
    ASSERT_TRUE(read(R"("model_type": "other", "num_attention_heads": 2, "sliding_window": 6)"));
    const auto untold =
        layer_config(*read_model_config(folder_.path(), {.like = "olmo2"}), find_layers(opened()).at(0));
    EXPECT_EQ(untold->window, 0);
    ASSERT_EQ(untold->caveats.size(), 1U);
    EXPECT_THAT(untold->caveats.front().says, HasSubstr("sliding_window is not applied"));
}

} // namespace
} // namespace attn
