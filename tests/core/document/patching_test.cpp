// Two runs of a model, and what of the one brings its word back in the other.

#include "tests/folders.h"

#include "core/document/session/model_words.h"
#include "core/document/sources/weights_source.h"
#include "core/engine/model_engine.h"
#include "core/explain/model_reading.h"
#include "core/explain/patching.h"
#include "core/model/stream.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

OpenedModel english(const std::string& text) {
    Source source;
    source.weights = source_folder() / "assets/models/english";
    source.tokens = {text};
    auto opened = open_model(source);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
}

/// The logits behind the last token, from an engine that saw nothing before.
std::vector<double> fresh_logits(const Model& model, Index row) {
    ModelEngine engine;
    engine.compute(model);
    return logits_behind(model.output, engine.leaving(0).row(row));
}

TEST(Patching, OfAllThatDiffersBringsTheWordBack) {
    const OpenedModel before = english("anna has a frog .");
    const OpenedModel now = english("tom has a frog .");
    const Patching found = patch(before.model, now.model, 0, 4);
    EXPECT_EQ(before.words->token(found.word_before), "she");
    EXPECT_EQ(before.words->token(found.word_now), "he");
    EXPECT_GT(found.before, 0);
    EXPECT_LT(found.now, 0);
    // Before layer 0 only the name's row differs, and no other row can tell a later one anything back.
    EXPECT_NEAR(found.stream(0, 0), 1, 1e-6);
    for (Index token = 1; token < 5; ++token)
        EXPECT_EQ(found.stream(0, token), 0) << token;
}

TEST(Patching, EqualsARunInWhichTheArrayIsGiven) {
    const OpenedModel before = english("anna has a frog .");
    const OpenedModel now = english("tom has a frog .");
    const Patching found = patch(before.model, now.model, 0, 4);
    ModelEngine other;
    other.compute(before.model);
    const auto difference = [&](const Model& model) {
        const std::vector<double> logits = fresh_logits(model, 4);
        return logits[static_cast<std::size_t>(found.word_before)] - logits[static_cast<std::size_t>(found.word_now)];
    };
    for (Index layer = 0; layer < 3; ++layer)
        for (Index head = 0; head < 4; ++head) {
            Model patched = now.model;
            patched.blocks[static_cast<std::size_t>(layer)].given[{layer, ArrayId::O, 0, head}] =
                other.trace_of({layer, ArrayId::O}).array(ArrayId::O, 0, head);
            const double share = (difference(patched) - found.now) / (found.before - found.now);
            EXPECT_NEAR(found.heads(layer, head), share, 1e-6) << layer << ":" << head + 1;
        }
    for (Index layer = 0; layer < 3; ++layer)
        for (Index token = 0; token < 5; ++token) {
            Model patched = now.model;
            const Matrix rows = other.trace_of({layer, ArrayId::resid_pre}).array(ArrayId::resid_pre, 0, 0);
            for (Index d = 0; d < rows.columns(); ++d)
                patched.blocks[static_cast<std::size_t>(layer)].pins[{layer, ArrayId::resid_pre, 0, 0, token, d}] =
                    rows(token, d);
            const double share = (difference(patched) - found.now) / (found.before - found.now);
            EXPECT_NEAR(found.stream(layer, token), share, 1e-6) << layer << " " << token;
        }
}

/// The numbers that lesson 17 names.
TEST(Patching, SaysWhatTheLessonSays) {
    const Patching found = patch(english("anna has a frog .").model, english("tom has a frog .").model, 0, 4);
    EXPECT_NEAR(found.stream(1, 1), 0.93, 0.005);
    EXPECT_NEAR(found.stream(2, 4), 0.78, 0.005);
    EXPECT_NEAR(found.heads(0, 2), 0.90, 0.005);
    EXPECT_NEAR(found.heads(1, 3), 0.68, 0.005);
    EXPECT_LT(found.stream(2, 0), 0.1);
}

TEST(Patching, OfEqualWordsHasNothingToExplain) {
    const OpenedModel now = english("tom has a frog .");
    EXPECT_FALSE(patch(now.model, now.model, 0, 4).differs());
}

} // namespace
} // namespace attn
