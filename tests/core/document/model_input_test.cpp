// The input that models make from the ids of a text, before their first layer.

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/family_file.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/source.h"
#include "core/files/file.h"
#include "core/files/json.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <numeric>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// An array with the numbers 0, 1, 2 …
NdArray numbered(std::vector<Index> shape) {
    const Index count = std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return NdArray::of(std::move(shape), std::move(values));
}

std::vector<float> row_of_matrix(const Matrix& matrix, Index row) {
    return {matrix.row(row).begin(), matrix.row(row).end()};
}

class InputsOfModels : public testing::Test {
protected:
    /// Adds queries, keys, values and output of width 4, under four names.
    void add_layer(const std::string& layer, std::initializer_list<const char*> parts) {
        for (const char* const part : parts)
            arrays_.emplace(layer + "." + part + ".weight", numbered({4, 4}));
    }
    void add(const std::string& name, std::vector<Index> shape) { arrays_.emplace(name, numbered(std::move(shape))); }

    Result<Session> open(const std::string& config, const std::vector<std::string>& ids) {
        EXPECT_TRUE(write_safetensors(folder_ / "model.safetensors", arrays_));
        EXPECT_TRUE(write_text_file(folder_ / "config.json", "{" + config + "}"));
        source_.weights = folder_.path();
        source_.ids = ids;
        return open_source(source_, "");
    }

    TemporaryFolder folder_;
    NdArrays arrays_;
    Source source_;
};

class InputsOfRoberta : public InputsOfModels {
protected:
    void SetUp() override {
        add_layer("roberta.encoder.layer.0.attention", {"self.query", "self.key", "self.value", "output.dense"});
        add("roberta.embeddings.word_embeddings.weight", {5, 4});
        add("roberta.embeddings.position_embeddings.weight", {9, 4});
        add("roberta.embeddings.LayerNorm.weight", {4});
        add("roberta.embeddings.LayerNorm.bias", {4});
    }
    static constexpr const char* config = R"("model_type": "roberta", "num_attention_heads": 2, "pad_token_id": 1)";
};

TEST_F(InputsOfRoberta, CountPositionsWithoutPadding) {
    const auto session = open(config, {"1 0 3 1 2"});
    ASSERT_TRUE(session) << session.error().message;
    const Matrix& rows = session->layer().sequence.positions.rows;
    std::vector<float> first;
    for (Index i = 0; i < 6; ++i)
        first.push_back(rows(i, 0) / 4);
    EXPECT_THAT(first, ElementsAre(1, 2, 3, 1, 4, 5)) << "the last is of a token that may be added";
    EXPECT_THAT(session->about, HasSubstr("Positions are those of this padding"));
    EXPECT_THAT(session->layer().caveats, IsEmpty());
}

TEST_F(InputsOfRoberta, AreMarkedWherePaddingStandsElsewhereInEachText) {
    const auto session = open(config, {"0 3 1", "0 1 3"});
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_EQ(session->layer().caveats.size(), 1U);
    EXPECT_EQ(session->layer().caveats.front().from, ArrayId::P);
}

TEST_F(InputsOfModels, OfOptMayBeWidened) {
    add_layer("model.decoder.layers.0.self_attn", {"q_proj", "k_proj", "v_proj", "out_proj"});
    add("model.decoder.embed_tokens.weight", {3, 2});
    add("model.decoder.embed_positions.weight", {6, 4});
    add("model.decoder.project_in.weight", {4, 2});
    const auto session =
        open(R"("model_type": "opt", "num_attention_heads": 2, "do_layer_norm_before": false)", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    // (2, 3) times the transpose of ((0, 1), (2, 3), (4, 5), (6, 7)).
    EXPECT_THAT(row_of_matrix(session->layer().sequence.embeddings->at("#1"), 0), ElementsAre(3, 13, 23, 33));
    EXPECT_THAT(row_of_matrix(session->layer().sequence.positions.rows, 0), ElementsAre(8, 9, 10, 11));
}

TEST_F(InputsOfModels, OfElectraAreRefusedWhereTheyAreWidenedBehindTheirNorm) {
    add_layer("electra.encoder.layer.0.attention", {"self.query", "self.key", "self.value", "output.dense"});
    add("electra.embeddings.word_embeddings.weight", {5, 2});
    add("electra.embeddings_project.weight", {4, 2});
    const auto session = open(R"("model_type": "electra", "num_attention_heads": 2, "embedding_size": 2)", {"1 2"});
    ASSERT_FALSE(session);
    EXPECT_THAT(session.error().message, HasSubstr("goes through electra.embeddings_project.weight"));
    EXPECT_THAT(session.error().message, HasSubstr("--resid-pre R.npy (S × 4)"));
}

TEST_F(InputsOfModels, OfClipAreThoseOfItsTexts) {
    add_layer("text_model.encoder.layers.0.self_attn", {"q_proj", "k_proj", "v_proj", "out_proj"});
    add("text_model.encoder.layers.0.layer_norm1.weight", {4});
    add("text_model.encoder.layers.0.layer_norm1.bias", {4});
    add("text_model.embeddings.token_embedding.weight", {5, 4});
    add("text_model.embeddings.position_embedding.weight", {6, 4});
    const auto session = open(R"("model_type": "clip_text_model", "num_attention_heads": 2)", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(row_of_matrix(session->layer().sequence.embeddings->at("#1"), 0), ElementsAre(4, 5, 6, 7));
    EXPECT_THAT(row_of_matrix(session->layer().sequence.positions.rows, 1), ElementsAre(4, 5, 6, 7));
    EXPECT_EQ(session->layer().norm.kind, Norm::Kind::layer);
}

TEST_F(InputsOfModels, OfModernBertAreNormedOnce) {
    add("model.layers.0.attn.Wqkv.weight", {12, 4});
    add("model.layers.0.attn.Wo.weight", {4, 4});
    add("model.embeddings.tok_embeddings.weight", {5, 4});
    add("model.embeddings.norm.weight", {4});
    const auto session = open(R"("model_type": "modernbert", "num_attention_heads": 2)", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->layer().norm.kind, Norm::Kind::layer);
    EXPECT_THAT(session->about, HasSubstr("X = model.embeddings.norm(embeddings.tok_embeddings)"));
}

TEST_F(InputsOfModels, OfABooksModelHaveItsNames) {
    add_layer("trf_blocks.0.att", {"W_query", "W_key", "W_value", "out_proj"});
    add("trf_blocks.0.norm1.scale", {4});
    add("trf_blocks.0.norm1.shift", {4});
    add("tok_emb.weight", {5, 4});
    add("pos_emb.weight", {6, 4});
    source_.heads = 2;
    source_.norm = Norm::Kind::layer;
    source_.options = {{OptionId::mask, 1}, {OptionId::rotary, std::nullopt}, {OptionId::norm_epsilon, 1e-5}};
    const auto session = open("", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(session->about, HasSubstr("X = trf_blocks.0.norm1(tok_emb + pos_emb)"));
}

TEST_F(InputsOfModels, AreNotAskedOfCrossAttentionWhereAnotherLayerComesFirst) {
    for (const char* const layer : {"decoder.layers.0.encoder_attn", "decoder.layers.0.self_attn"})
        add_layer(layer, {"q_proj", "k_proj", "v_proj", "out_proj"});
    add("decoder.embed_tokens.weight", {5, 4});
    const auto session = open(R"("model_type": "bart", "num_attention_heads": 2)", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->layer().name, "decoder.layers.0.self_attn");
}

TEST_F(InputsOfModels, StayThoseOfTheKindThatWasSaid) {
    add_layer("model.layers.0.self_attn", {"q_proj", "k_proj", "v_proj", "o_proj"});
    add("model.layers.0.input_layernorm.weight", {4});
    add("model.embed_tokens.weight", {5, 4});
    source_.heads = 2;
    source_.said.like = "gemma";
    const auto session = open(R"("model_type": "novel")", {"1 2"});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_THAT(session->layer().caveats, IsEmpty());
    EXPECT_THAT(row_of_matrix(session->layer().sequence.embeddings->at("#1"), 0), ElementsAre(8, 10, 12, 14));
    const std::filesystem::path file = folder_ / "s.json";
    ASSERT_TRUE(save_session(*session, file));
    const auto again = load_session(file);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->origin->said, session->origin->said);
}

TEST(KindsOfModels, ComeBackFromTheFileThatTheyAreWrittenTo) {
    for (const ModelType& type : model_types()) {
        const std::string text = json_text(kind_as_json(type, KindColumns::all));
        const auto read = parse_kind(text, "kind.json");
        ASSERT_TRUE(read) << type.name << ": " << read.error().message;
        EXPECT_EQ(json_text(kind_as_json(**read, KindColumns::all)), text);
    }
}

TEST(KindsOfModels, OfOnesOwnBeginWithOneThatIsKnown) {
    const auto read = parse_kind(R"({"like": "gemma", "rotary_base": 500, "norm_names": ["a", "b"]})", "kind.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE((*read)->gain_from_one);
    EXPECT_EQ((*read)->base, 500.0F);
    EXPECT_EQ((*read)->norm_names, "a|b");
    const auto problem = [](const char* text) { return parse_kind(text, "kind.json").error().message; };
    EXPECT_THAT(problem(R"({"rotary_bas": 500})"), HasSubstr("did you mean “rotary_base”?"));
    EXPECT_THAT(problem(R"({"like": "gema"})"), HasSubstr("there is no such model here"));
    EXPECT_THAT(problem(R"({"reads": "none"})"), HasSubstr("\"before\""));
    EXPECT_THAT(problem(R"({"epsilon": 0})"), HasSubstr("numbers above 0"));
}

TEST(FoldersOfACache, SayWhereTheModelStands) {
    const TemporaryFolder folder;
    for (const char* const inner : {"refs", "blobs", "snapshots/0a", "snapshots/1b"})
        std::filesystem::create_directories(folder / inner);
    ASSERT_TRUE(write_text_file(folder / "refs" / "main", "1b"));
    EXPECT_THAT(Checkpoint::open(folder.path()).error().message,
                testing::AllOf(HasSubstr("Hugging Face's cache"), HasSubstr("snapshots/1b")));
}

} // namespace
} // namespace attn
