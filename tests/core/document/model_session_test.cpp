// Sessions of whole models: their changes, their files, and how they are written.

#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include "core/document/sources/model_session.h"
#include "core/document/sources/source.h"
#include "core/engine/model_engine.h"
#include "core/files/safetensors.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

/// A Llama of three layers; the third is the second again.
class ModelSessionTest : public testing::Test {
protected:
    void SetUp() override {
        const auto from = source_folder() / "tests/data/models/llama";
        const auto file = SafetensorsFile::open(from / "model.safetensors");
        ASSERT_TRUE(file);
        NdArrays arrays;
        for (const TensorDescription& tensor : file->tensors()) {
            arrays[tensor.name] = *file->read(tensor);
            constexpr std::string_view second = "model.layers.1.";
            if (tensor.name.starts_with(second))
                arrays["model.layers.2." + tensor.name.substr(second.size())] = arrays[tensor.name];
        }
        std::filesystem::create_directory(folder_ / "m");
        ASSERT_TRUE(write_safetensors(folder_ / "m/model.safetensors", arrays));
        std::ofstream(folder_ / "m/config.json")
            << R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2, "num_key_value_heads": 1,
                   "head_dim": 4, "num_hidden_layers": 3, "intermediate_size": 12, "vocab_size": 11,
                   "rms_norm_eps": 1e-05, "rope_theta": 500.0, "hidden_act": "silu"})";
        session_.model = folder_ / "m";
        session_.ids = {"3 1 4 1 5 9"};
        note_model();
    }

    void note_model() {
        const auto opened = open_new(session_);
        ASSERT_TRUE(opened) << opened.error().message;
    }
    void set(const std::string& cell, float value) { session_.cells[*parse_cell_name(cell)] = value; }

    TemporaryFolder folder_;
    ModelSession session_;
};

TEST_F(ModelSessionTest, PinsCellsOfEveryLayerAndOfTheOutput) {
    const std::vector<std::string> names{"0:resid_mid[2,3]", "1:A/2[1,1]",     "1:resid_pre[2,1]", "1:resid_mid[3,2]",
                                         "2:A/1[4,2]",       "2:mlp_act[2,2]", "norm_final[6,1]",  "logits[6,2]"};
    for (const std::string& name : names) {
        session_.cells.clear();
        set(name, 0.5F);
        const auto opened = open_model(session_);
        ASSERT_TRUE(opened) << opened.error().message;
        ModelEngine engine;
        engine.compute(opened->model);
        const CellId cell = *parse_cell_name(name);
        const Matrix found = engine.trace_of({cell.layer, cell.array}).array(cell.array, 0, cell.head);
        EXPECT_EQ(found(cell.row, cell.column), 0.5F) << name;
    }
}

TEST_F(ModelSessionTest, KnowsTheOutputByOneLayer) {
    set("2:logits[6,2]", 0.5F);
    EXPECT_TRUE(open_model(session_)) << "the last layer has the output";
    session_.cells.clear();
    set("1:logits[6,2]", 0.5F);
    const auto opened = open_model(session_);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("1:logits[6,2]: logits stands in the last layer, 2"));
}

TEST_F(ModelSessionTest, RefusesPinsOutsideTheirMatrix) {
    set("1:A/2[7,1]", 0.5F);
    const auto opened = open_model(session_);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("layer 1: "));
    EXPECT_THAT(opened.error().message, HasSubstr("1:A/2[7,1]"));
}

TEST_F(ModelSessionTest, RefusesOptionsOfWeights) {
    ASSERT_TRUE(save_model_session(session_, folder_ / "s.json"));
    Source source;
    source.session = folder_ / "s.json";
    source.layer = "1";
    ASSERT_TRUE(open_source(source, {}));
    source.heads = 4;
    EXPECT_THAT(open_source(source, {}).error().message, HasSubstr("--heads goes with --weights only, and "));
    EXPECT_THAT(open_source(source, {}).error().message, HasSubstr("s.json holds a whole model"));
    source.heads.reset();
    source.said.like = "gpt2";
    EXPECT_THAT(model_session_of(source).error().message, HasSubstr("--like goes with --weights only, and "));
}

/// Norms before the first layer stand in it, or belong to the embeddings.
TEST_F(ModelSessionTest, KeepsTheNormsOfItsFirstLayer) {
    for (const auto& [model, cells] : {std::pair<std::string, std::vector<std::string>>{"llama", {"norm_gain[1,2]"}},
                                       {"bert", {"embedding_norm_gain[1,2]", "embedding_norm_bias[1,1]"}},
                                       {"bloom", {"norm_gain[1,3]", "norm_bias[1,1]"}}}) {
        session_.model = source_folder() / "tests/data/models" / model;
        session_.cells.clear();
        note_model();
        for (const std::string& cell : cells)
            set(cell, 1.75F);
        const auto opened = open_model(session_);
        ASSERT_TRUE(opened) << opened.error().message;
        ModelEngine engine;
        engine.compute(opened->model);
        Source first;
        first.layer = "0";
        const auto layer = open_layer_of(session_, first);
        ASSERT_TRUE(layer) << layer.error().message;
        Engine alone;
        for (const ArrayId array : {ArrayId::X, ArrayId::Y})
            EXPECT_TRUE(
                equal_bits(alone.compute(layer->layer()).array(array, 0, 0), engine.trace(0).array(array, 0, 0)))
                << model << ", " << array_name(array);
    }
}

/// Weights that were trained further have the same names, shapes and sizes.
TEST_F(ModelSessionTest, KnowsOtherNumbersOfTheSameShapes) {
    ASSERT_TRUE(open_model(session_));
    const auto path = folder_ / "m/model.safetensors";
    const auto file = SafetensorsFile::open(path);
    ASSERT_TRUE(file);
    const TensorDescription* const tensor = file->find("model.layers.1.self_attn.q_proj.weight");
    ASSERT_NE(tensor, nullptr);
    std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(static_cast<std::streamoff>(file->offset(*tensor) + tensor->end - tensor->begin - 1));
    bytes.put('@');
    bytes.close();
    EXPECT_THAT(open_model(session_).error().message, HasSubstr("model.safetensors: is another file than when this "
                                                                "session was saved: its content differs"));
}

/// A minute for each thousand of cells would be the price of copying a layer for each.
TEST_F(ModelSessionTest, SetsManyCellsInLittleTime) {
    constexpr Index tokens = 300;
    session_.ids = {"3"};
    for (Index i = 1; i < tokens; ++i)
        session_.ids.front() += " 1";
    for (Index i = 0; i < tokens; ++i)
        for (Index j = 0; j <= i; ++j)
            session_.cells[{1, ArrayId::A, 0, 1, i, j}] = 0.25F;
    for (Index i = 0; i < 8; ++i)
        for (Index j = 0; j < 12; ++j)
            session_.cells[{2, ArrayId::W_up, 0, 0, i, j}] = static_cast<float>(i);
    const auto begin = std::chrono::steady_clock::now();
    const auto opened = open_model(session_);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(std::ssize(opened->model.blocks[1].pins), tokens * (tokens + 1) / 2);
    EXPECT_EQ(opened->model.blocks[2].W_up(7, 11), 7);
}

TEST_F(ModelSessionTest, SayWhatIsWrongInAFile) {
    const std::string file = R"({"name": "config.json", "bytes": 3, "hash": "00"})";
    const auto document = [&](const std::string& files, const std::string& rest) {
        return fmt::format(R"({{"version": 1, "model": "m", "files": [{}]{}}})", files, rest);
    };
    EXPECT_TRUE(parse_model_session(document(file, R"(, "ids": ["3 1"])"), "s"));
    struct Wrong {
        std::string document;
        std::string says;
    };
    for (const auto& [text, says] : std::initializer_list<Wrong>{
             {document(file, ""), "s: expected one of texts and ids"},
             {document(file, R"(, "ids": ["3"], "texts": ["a"])"), "s: expected one of texts and ids"},
             {document(file, R"(, "ids": ["ids.npy"])"), "ids[1]: expected whole numbers from 0 on"},
             {document(R"({"name": "a", "bytes": 3})", R"(, "ids": ["3"])"), R"(files[1]: expected "hash")"},
             {document(R"({"name": "../a", "bytes": 3, "hash": "0"})", R"(, "ids": ["3"])"),
              "files[1].name: expected the name of a file in the model's folder"},
             {R"({"version": 1, "files": [], "ids": ["3"]})", R"(expected "model": a folder)"},
             {R"({"version": 1, "model": "m", "ids": ["3"]})", R"(expected "files": those of the model)"}}) {
        EXPECT_THAT(parse_model_session(text, "s").error().message, HasSubstr(says));
        std::ofstream(folder_ / "s.json") << text;
        EXPECT_TRUE(*is_model_session(folder_ / "s.json")) << text;
    }
    std::ofstream(folder_ / "s.json") << R"({"version": 1, "model": "m", "fil)";
    EXPECT_THAT(is_model_session(folder_ / "s.json").error().message, HasSubstr("s.json: line 1: this is not JSON"));
    EXPECT_FALSE(*is_model_session(folder_ / "m/config.json"));
    EXPECT_FALSE(*is_model_session(folder_ / "m/model.safetensors"));
}

TEST_F(ModelSessionTest, RefusesAPathThatIsNotUtf8) {
    const auto path = folder_ / "m\xff";
    std::filesystem::rename(folder_ / "m", path);
    session_.model = path;
    const auto saved = save_model_session(session_, folder_ / "s.json");
    ASSERT_FALSE(saved);
    EXPECT_THAT(saved.error().message, HasSubstr("this path is not UTF-8, and no session can hold it"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s.json"));
}

TEST_F(ModelSessionTest, ReplacesASessionOfItsKind) {
    ASSERT_TRUE(save_model_session(session_, folder_ / "s.json"));
    EXPECT_TRUE(save_model_session(session_, folder_ / "s.json"));
    const auto again = load_model_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->ids, session_.ids);
    EXPECT_EQ(again->files, session_.files);
}

} // namespace
} // namespace attn
