#include "core/document/sources/weights_out.h"
#include "tests/folders.h"

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/layers.h"
#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/core/document/sessions.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;

std::filesystem::path committed_checkpoint(std::string_view name) {
    return source_folder() / "tests/data/checkpoints" / name;
}

Session opened(const std::filesystem::path& weights, const std::filesystem::path& input = {}) {
    Source source;
    source.weights = weights;
    if (!input.empty()) {
        source.input = input;
        source.heads = 3;
    }
    auto session = open_source(source, "");
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session ? *std::move(session) : test::small_session();
}

Session edited(const Session& session, const Edit& edit) {
    auto applied = attn::apply(session, edit);
    EXPECT_TRUE(applied) << (applied ? "" : applied.error().message);
    return applied ? std::move(applied->session) : session;
}

/// The number of bytes in which two files differ; −1 if their lengths differ.
std::ptrdiff_t bytes_apart(const std::filesystem::path& left, const std::filesystem::path& right) {
    const auto one = read_file(left);
    const auto other = read_file(right);
    if (!one || !other || one->size() != other->size())
        return -1;
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < one->size(); ++i)
        count += (*one)[i] != (*other)[i] ? 1 : 0;
    return count;
}

/// A layer of a family that packs Q, K and V in its own order, or norms queries and keys.
Session opened_family(const char* name) {
    const std::filesystem::path folder = source_folder() / "tests/data/families" / name;
    Source source;
    source.weights = folder;
    source.resid_pre = folder / "resid.npy";
    auto session = open_source(source, "");
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session ? *std::move(session) : test::small_session();
}

TEST(WeightsOut, OfPackedFamiliesGoBackWhereTheyCameFrom) {
    const TemporaryFolder folder;
    for (const char* name : {"gpt-neox", "falcon-7b", "falcon-40b", "phi3", "starcoder1", "qwen3"}) {
        const auto from = source_folder() / "tests/data/families" / name / "model.safetensors";
        const Session session = opened_family(name);
        ASSERT_TRUE(write_weights(session, folder / "same.safetensors")) << name;
        EXPECT_EQ(bytes_apart(from, folder / "same.safetensors"), 0) << name;
        const Session changed = edited(session, SetCell{{0, ArrayId::W_V, 0, 0, 1, 2}, 0.5F});
        ASSERT_TRUE(write_weights(changed, folder / "changed.safetensors")) << name;
        const auto apart = bytes_apart(from, folder / "changed.safetensors");
        EXPECT_GT(apart, 0) << name;
        EXPECT_LE(apart, 4) << name;
    }
}

TEST(WeightsOut, NormsOfQueriesThatWereEditedAreNotLostInSilence) {
    const TemporaryFolder folder;
    const Session changed = edited(opened_family("qwen3"), SetCell{{0, ArrayId::Q_norm_gain, 0, 0, 0, 2}, 0.5F});
    EXPECT_THAT(write_weights(changed, folder / "w.safetensors").error().message,
                HasSubstr("Q_norm_gain has been edited"));
}

TEST(WeightsOut, WithoutAnEditAreTheSameFileByteForByte) {
    const TemporaryFolder folder;
    for (const char* name : {"gpt2", "nanogpt", "bert"}) {
        const auto from = committed_checkpoint(name) / "model.safetensors";
        const auto written = write_weights(opened(committed_checkpoint(name)), folder / "model.safetensors");
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_EQ(bytes_apart(from, folder / "model.safetensors"), 0) << name;
    }
}

TEST(WeightsOut, HoldAnEditInItsPlaceAndNothingElse) {
    const TemporaryFolder folder;
    const Session session = opened(committed_checkpoint("gpt2"));
    // Cell (3, 2) of W_K of head 2 is column 6 + 3 + 1 of c_attn.
    const Session changed = edited(session, SetCell{{0, ArrayId::W_K, 0, 1, 2, 1}, 0.5F});
    ASSERT_TRUE(write_weights(changed, folder / "out.safetensors"));
    const auto apart = bytes_apart(committed_checkpoint("gpt2") / "model.safetensors", folder / "out.safetensors");
    EXPECT_GT(apart, 0);
    EXPECT_LE(apart, 4);
    const auto again = Checkpoint::open(folder / "out.safetensors");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->read(*again->find("h.0.attn.c_attn.weight"))->matrix()(2, 10), 0.5F);
}

TEST(WeightsOut, OfASavedSessionGoBackWhereTheyCameFrom) {
    const TemporaryFolder folder;
    const Session session = edited(opened(committed_checkpoint("bert")), SetCell{{0, ArrayId::W_O, 0, 1, 0, 3}, -2.0F});
    ASSERT_TRUE(save_session(session, folder / "s.json"));
    const auto loaded = load_session(folder / "s.json");
    ASSERT_TRUE(loaded) << loaded.error().message;
    ASSERT_TRUE(write_weights(*loaded, folder / "out.safetensors"));
    const auto again = Checkpoint::open(folder / "out.safetensors");
    ASSERT_TRUE(again) << again.error().message;
    // nn.Linear stores outputs x inputs: input 2 · 1 + 0, output 3.
    EXPECT_EQ(again->read(*again->find("bert.encoder.layer.0.attention.output.dense.weight"))->matrix()(3, 2), -2.0F);
}

TEST(WeightsOut, OfSeveralFilesInBfloat16KeepTheirFormat) {
    const TemporaryFolder folder;
    const Session session = opened(committed_checkpoint("llama"));
    const Session changed = edited(session, SetCell{{0, ArrayId::W_V, 0, 3, 1, 0}, 1.0F / 3});
    const auto written = write_weights(changed, folder / "copy");
    ASSERT_TRUE(written) << written.error().message;
    const char* second = "model-00002-of-00002.safetensors";
    EXPECT_EQ(bytes_apart(committed_checkpoint("llama") / second, folder / "copy" / second), 0);
    const auto again = Checkpoint::open(folder / "copy");
    ASSERT_TRUE(again) << again.error().message;
    // Heads 3 and 4 share the second head of values; 1/3 has eight bits there.
    EXPECT_EQ(again->read(*again->find("model.layers.0.self_attn.v_proj.weight"))->matrix()(4, 1), 0.333984375F);
    EXPECT_THAT(write_weights(changed, folder / "one.safetensors").error().message, HasSubstr("expected a folder"));
}

TEST(WeightsOut, ToAnNpzKeepWhatElseIsThere) {
    const TemporaryFolder folder;
    const auto from = folder / "module.npz";
    NdArrays arrays = *read_npz(committed_checkpoint("multihead") / "module.npz");
    arrays.emplace("other", NdArray::of({2}, {1, 2}));
    ASSERT_TRUE(write_npz(from, arrays));
    const Session session = opened(from, committed_checkpoint("multihead") / "input.npy");
    const Session changed = edited(session, SetCell{{0, ArrayId::W_V, 0, 2, 5, 1}, 9.0F});
    const auto written = write_weights(changed, folder / "out.npz");
    ASSERT_TRUE(written) << written.error().message;
    const auto again = read_npz(folder / "out.npz");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->size(), arrays.size());
    EXPECT_EQ(again->at("in_proj_weight").matrix()(6 + 6 + 5, 5), 9.0F);
    for (const auto& [name, array] : arrays)
        if (name != "in_proj_weight") {
            EXPECT_TRUE(std::ranges::equal(array.values, again->at(name).values)) << name;
        }
}

TEST(WeightsOut, ThatDoNotFitTheCheckpointAnyMoreAreRefused) {
    const TemporaryFolder folder;
    const Session session = opened(committed_checkpoint("qwen"), committed_checkpoint("qwen") / "input.npy");
    Sizes sizes = sizes_of(session.layer());
    sizes.d_v = 5;
    EXPECT_THAT(write_weights(edited(session, Resize{sizes}), folder / "out.safetensors").error().message,
                HasSubstr("W_V of all heads is 6 × 5 now, model.layers.1.self_attn.v_proj.weight takes 6 × 4"));
    const Session biased = edited(edited(session, SetMatrix{ArrayId::b_O, 0, 0, Matrix::zeros(1, 6)}),
                                  SetCell{{0, ArrayId::b_O, 0, 0, 0, 0}, 1});
    EXPECT_THAT(write_weights(biased, folder / "out.safetensors").error().message,
                HasSubstr("there is no bias to take the numbers of b_O"));
    const Session large = edited(session, SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 1e6F});
    EXPECT_THAT(write_weights(large, folder / "out.safetensors").error().message,
                HasSubstr("1000000 cannot be written as float16"));
    EXPECT_THAT(write_weights(session, folder / "out.npz").error().message,
                HasSubstr("expected a name that ends in .safetensors"));
    EXPECT_EQ(folder.count_files(), 0U);
}

TEST(WeightsOut, OfOurOwnReadBackTheSame) {
    const TemporaryFolder folder;
    const Session session = test::small_session();
    for (const char* file : {"w.npz", "w.safetensors"}) {
        const auto written = write_weights(session, folder / file);
        ASSERT_TRUE(written) << written.error().message;
        const auto again = Checkpoint::open(folder / file);
        ASSERT_TRUE(again) << again.error().message;
        const FoundLayer layer = find_layers(*again).front();
        EXPECT_EQ(layer.problem, "");
        EXPECT_EQ(layer.D, sizes_of(session.layer()).D);
    }
}

TEST(WeightsOut, LoadInPyTorch) {
    const TemporaryFolder folder;
    if (std::system("/usr/bin/python3 -c 'import torch' 2>/dev/null") != 0) // NOLINT: no other thread sets anything
        GTEST_SKIP() << "no PyTorch";
    const auto from = committed_checkpoint("multihead") / "module.npz";
    const Session session = edited(opened(from, committed_checkpoint("multihead") / "input.npy"),
                                   SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 0.25F});
    ASSERT_TRUE(write_weights(session, folder / "out.npz"));
    Engine engine(1);
    const Matrix Y = engine.compute(session.layer()).matrix({0, ArrayId::Y, 0, 0});
    const std::string script =
        fmt::format("import numpy, torch\n"
                    "state = {{k: torch.tensor(v) for k, v in numpy.load('{}').items()}}\n"
                    "module = torch.nn.MultiheadAttention(6, 3, batch_first=True)\n"
                    "module.load_state_dict(state)\n"
                    "x = torch.tensor(numpy.load('{}'))\n"
                    "y = float(module(x, x, x)[0][0, 1, 2])\n"
                    "assert abs(y - {}) < 1e-5, y\n",
                    (folder / "out.npz").string(), (committed_checkpoint("multihead") / "input.npy").string(), Y(1, 2));
    ASSERT_TRUE(write_text_file(folder / "load.py", script));
    EXPECT_EQ(std::system(("/usr/bin/python3 " + (folder / "load.py").string()).c_str()), 0); // NOLINT
}

} // namespace
} // namespace attn
