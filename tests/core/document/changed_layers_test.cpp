// Changes of a model's other layers: they stay when another layer is opened, and the model is computed with them.

#include "tests/core/document/sessions.h"
#include "tests/folders.h"

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/sources/model_around.h"
#include "core/document/sources/model_session.h"
#include "core/engine/model_engine.h"
#include "core/model/stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

using test::after;

Source layer_source(const std::string& layer, bool whole_block = true) {
    Source source;
    source.weights = source_folder() / "assets/models/english";
    source.layer = layer;
    source.whole_block = whole_block;
    return source;
}

Session opened(const std::string& layer, const std::string& text = "tom has a frog .") {
    Source source = layer_source(layer);
    source.tokens = {text};
    auto session = open_weights(source);
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

/// Another layer of the session's model, with the changes of the one that is left.
Session went_to(const Session& present, const std::string& layer) {
    Source source = layer_source(layer);
    source.pieces = present.layer().sequence.items;
    auto session = open_layer_around(present, source);
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

/// The model around the session, with all changes.
Model model_of(const Session& session) {
    const auto files = open_model_around(session);
    EXPECT_TRUE(files) << files.error().message;
    auto model = with_changes_of(session, files->model);
    EXPECT_TRUE(model) << model.error().message;
    return *std::move(model);
}

Matrix logits_of(const Model& model) {
    ModelEngine engine;
    engine.compute(model);
    return engine.trace_of({0, ArrayId::logits}).array(ArrayId::logits, 0, 0);
}

Matrix rows_entering(const Session& session) {
    return session.layer().given.at({0, entering_array(session.layer()), 0});
}

TEST(ChangedLayers, StayWhenAnotherLayerIsOpened) {
    const Session first = opened("0");
    EXPECT_TRUE(went_to(first, "1").changed_layers.empty()) << "nothing was changed";

    const Session changed = after(after(first, SetHeadOn{1, false}), Pin{{0, ArrayId::mlp_Y, 0, 0, 2, 5}, 1.5F});
    const Session deeper = went_to(changed, "2");
    ASSERT_EQ(deeper.changed_layers.size(), 1U);
    ASSERT_TRUE(deeper.changed_layers.contains(0));
    EXPECT_EQ(deeper.layer().name, opened("2").layer().name);

    Model expected = model_of(first);
    expected.blocks[0].heads[1].on = false;
    expected.blocks[0].pins[{0, ArrayId::mlp_Y, 0, 0, 2, 5}] = 1.5F;
    ModelEngine engine;
    engine.compute(expected);
    EXPECT_TRUE(equal_bits(rows_entering(deeper), engine.trace_of({2, ArrayId::A}).array(ArrayId::resid_pre, 0, 0)));
    EXPECT_TRUE(equal_bits(logits_of(model_of(deeper)), logits_of(expected)));

    const Session back = went_to(deeper, "0");
    EXPECT_TRUE(back.changed_layers.empty());
    EXPECT_FALSE(back.layer().heads[1].on);
    EXPECT_EQ(back.layer().pins, changed.layer().pins);
}

TEST(ChangedLayers, KeepChangedWordsOfTheFirst) {
    const Session changed = after(opened("0"), SetCell{{0, ArrayId::E, 0, 0, 3, 7}, 2.25F});
    const Session deeper = went_to(changed, "1");
    ASSERT_TRUE(deeper.changed_layers.contains(0));
    EXPECT_TRUE(equal_bits(logits_of(model_of(deeper)), logits_of(model_of(changed))));
    EXPECT_FALSE(equal_bits(logits_of(model_of(deeper)), logits_of(model_of(opened("1")))));
    // The word keeps its number in another place of another text, whose rows are those of the changed model.
    Session longer = after(deeper, InsertToken{0, 0, "the"});
    longer = went_to(longer, "1");
    const Session expected = after(opened("0", "the tom has a frog ."), SetCell{{0, ArrayId::E, 0, 0, 4, 7}, 2.25F});
    EXPECT_TRUE(equal_bits(rows_entering(longer), rows_entering(went_to(expected, "1"))));
}

/// A pin goes along with its token, whichever layer is shown while the text is edited.
TEST(ChangedLayers, FollowTheTokens) {
    const Session changed = after(opened("1"), Pin{{0, ArrayId::A, 0, 2, 4, 1}, 0.5F});
    Session other = went_to(changed, "0");
    other = after(other, InsertToken{0, 0, "the"});
    other = after(other, RenameToken{0, 1, "anna"});
    const Layer& kept = *other.changed_layers.at(1);
    EXPECT_EQ(kept.sequence.items, other.layer().sequence.items);
    ASSERT_EQ(kept.pins.size(), 1U);
    EXPECT_EQ(kept.pins.begin()->first, (CellId{0, ArrayId::A, 0, 2, 5, 2}));
    const Session back = went_to(other, "1");
    EXPECT_EQ(back.layer().pins, kept.pins);
    EXPECT_EQ(rows_entering(back).rows(), 6);
    EXPECT_TRUE(equal_bits(logits_of(model_of(back)), logits_of(model_of(other))));
}

TEST(ChangedLayers, AreSavedAndRead) {
    Session session = after(opened("0"), SetCell{{0, ArrayId::W_down, 0, 0, 3, 7}, 2.25F});
    session = after(session, SetCell{{0, ArrayId::E, 0, 0, 1, 2}, -1.0F});
    session = went_to(session, "1");
    session = after(session, SetOption{OptionId::temperature, 2.0});
    session = after(session, Pin{{0, ArrayId::A, 0, 2, 4, 1}, 0.5F});
    session = went_to(session, "2");
    ASSERT_EQ(session.changed_layers.size(), 2U);
    const auto path = std::filesystem::path(testing::TempDir()) / "changed-layers.json";
    ASSERT_TRUE(save_session(session, path));
    const auto again = load_session(path);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(session, *again));
    EXPECT_TRUE(equal_bits(logits_of(model_of(*again)), logits_of(model_of(session))));
    const Session back = went_to(*again, "1"); // with its changes
    EXPECT_EQ(back.layer().temperature, 2);
    EXPECT_EQ(back.layer().pins.size(), 1U);
    EXPECT_EQ(back.changed_layers.size(), 1U);
}

TEST(ChangedLayers, OfASessionOfAModelAreKept) {
    ModelSession whole{.model = source_folder() / "assets/models/english", .said = {}};
    whole.texts = {"tom has a frog ."};
    whole.heads_off = {{0, 2}};
    whole.cells[{1, ArrayId::mlp_up, 0, 0, 3, 2}] = 0.75F;
    whole.cells[{2, ArrayId::W_O, 0, 1, 3, 2}] = 0.75F;
    const auto model = open_new(whole);
    ASSERT_TRUE(model) << model.error().message;
    for (const bool is_block : {false, true})
        for (const char* const layer : {"0", "1", "2"}) {
            const auto session = open_layer_of(whole, layer_source(layer, is_block));
            ASSERT_TRUE(session) << session.error().message;
            // A layer that is open without its block is kept whole, since its MLP may be changed.
            EXPECT_EQ(session->changed_layers.size(), is_block ? 2U : 3U) << layer;
            EXPECT_TRUE(equal_bits(logits_of(model_of(*session)), logits_of(model->model))) << layer;
        }
}

TEST(ChangedLayers, AreSwitchedOffAndRestored) {
    const Session first = opened("1");
    const auto files = open_model_around(first);
    ASSERT_TRUE(files);
    for (const Sublayer part : {Sublayer::attention, Sublayer::mlp, Sublayer::both}) {
        const Session off = after(first, SetSublayerOn{part, false});
        EXPECT_FALSE(is_on(off.layer(), part));
        // The same, done from another layer.
        const Session last = opened("2");
        Session there = last;
        there.opened = kept_layer(files->model, 1);
        const Layer switched = after(there, SetSublayerOn{part, false}).layer();
        const Session elsewhere =
            after(last, ChangeLayer{1, kept_if_changed(switched, 1, files->model), "switch it off"});
        EXPECT_EQ(elsewhere.changed_layers.size(), 1U);
        const Matrix logits = logits_of(model_of(off));
        EXPECT_TRUE(equal_bits(logits_of(model_of(elsewhere)), logits));
        EXPECT_FALSE(equal_bits(logits, logits_of(files->model)));
        if (part == Sublayer::both) { // the layer hands on what entered it
            Model without = files->model;
            without.blocks.erase(without.blocks.begin() + 1);
            EXPECT_TRUE(equal_bits(logits, logits_of(without)));
        }
        const Session on = after(off, SetSublayerOn{part, true});
        EXPECT_TRUE(is_on(on.layer(), part));
        EXPECT_EQ(kept_if_changed(on.layer(), 1, files->model), nullptr);
        EXPECT_TRUE(after(elsewhere, RestoreLayers{}).changed_layers.empty());
    }
}

TEST(ChangedLayers, AreRefusedWhereTheyCannotBe) {
    const Session first = opened("1");
    const Session other_text = opened("0", "i love my dog");
    EXPECT_THAT(apply(first, ChangeLayer{0, std::make_shared<const Layer>(other_text.layer()), "switch it off"})
                    .error()
                    .message,
                testing::HasSubstr("another text"));
    Session beyond = first;
    beyond.changed_layers[7] = std::make_shared<const Layer>(first.layer());
    const auto files = open_model_around(first);
    EXPECT_THAT(with_changes_of(beyond, files->model).error().message, testing::HasSubstr("has 3 layers"));
}

} // namespace
} // namespace attn
