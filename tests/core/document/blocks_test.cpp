// A layer of a model that is open with its whole block: it computes what its model computes, and is saved whole.

#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include "core/document/files/session_file.h"
#include "core/document/sources/model_around.h"
#include "core/document/sources/weights_source.h"
#include "core/engine/model_engine.h"
#include "core/model/arrays.h"

#include <functional>
#include <gtest/gtest.h>

namespace attn {
namespace {

Source layer_of(const std::filesystem::path& folder, Index layer) {
    Source source;
    source.weights = folder;
    source.ids = {"1 2 3 1 4"};
    source.layer = std::to_string(layer);
    source.whole_block = true;
    return source;
}

/// Calls `see` with two layers of each small model that has a whole block.
Index for_each_block(const std::function<void(const std::string& name, const Session& session)>& see) {
    Index seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/models"))
        for (const Index layer : {0, 1}) {
            const auto session = open_weights(layer_of(entry.path(), layer));
            if (!session || !session->layer().residual)
                continue;
            ++seen;
            see(entry.path().filename().string() + " " + std::to_string(layer), *session);
        }
    return seen;
}

TEST(Blocks, ComputeWhatTheirModelComputes) {
    const Index seen = for_each_block([](const std::string& name, const Session& session) {
        const auto opened = open_model_around(session);
        const auto number = opened ? number_in_model(session, opened->model) : Result<Index>(opened.error());
        if (!number)
            return; // of another stack than the model's, or behind what is not computed
        ModelEngine whole;
        whole.compute(opened->model);
        Engine alone;
        const Trace& own = alone.compute(session.layer());
        for (const Array& row : stages())
            if (row.part == ModelPart::block && own.has(row.id)) {
                const Trace& expected = whole.trace_of({*number, row.id});
                ASSERT_TRUE(expected.has(row.id)) << name << " " << row.name;
                for (const Address slot : own.slots(row.id))
                    EXPECT_TRUE(equal_bits(own.matrix(slot), expected.array(row.id, slot.item, slot.head)))
                        << name << " " << row.name;
            }
    });
    EXPECT_GE(seen, 40);
}

TEST(Blocks, AreSavedWhole) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "block.json";
    const Index seen = for_each_block([&](const std::string& name, const Session& session) {
        ASSERT_TRUE(save_session(session, file)) << name;
        const auto loaded = load_session(file);
        ASSERT_TRUE(loaded) << name << " " << loaded.error().message;
        Engine before;
        Engine after;
        const Trace& saved = before.compute(session.layer());
        const Trace& read = after.compute(loaded->layer());
        for (const Array& row : stages()) {
            ASSERT_EQ(saved.has(row.id), read.has(row.id)) << name << " " << row.name;
            if (saved.has(row.id))
                for (const Address slot : saved.slots(row.id))
                    EXPECT_TRUE(equal_bits(saved.matrix(slot), read.matrix(slot))) << name << " " << row.name;
        }
    });
    EXPECT_GE(seen, 40);
}

/// Edits of the block stand in the model around it.
TEST(Blocks, HaveTheirEditsInTheModelAroundThem) {
    auto session = open_weights(layer_of(source_folder() / "tests/data/models/gpt2", 1));
    ASSERT_TRUE(session) << session.error().message;
    const auto opened = open_model_around(*session);
    ASSERT_TRUE(opened) << opened.error().message;
    session->layer().pins[{0, ArrayId::mlp_act, 0, 0, 4, 2}] = 3;
    session->layer().W_down = Matrix::zeros(session->layer().W_down.rows(), session->layer().W_down.columns());
    const auto edited = with_changes_of(*session, opened->model);
    ASSERT_TRUE(edited) << edited.error().message;
    ModelEngine whole;
    whole.compute(*edited);
    Engine alone;
    const Trace& own = alone.compute(session->layer());
    EXPECT_TRUE(equal_bits(own.array(ArrayId::resid_post, 0, 0),
                           whole.trace_of({1, ArrayId::resid_post}).array(ArrayId::resid_post, 0, 0)));
    EXPECT_EQ(whole.trace_of({1, ArrayId::mlp_act}).value({1, ArrayId::mlp_act, 0, 0, 4, 2}), 3);
}

} // namespace
} // namespace attn
