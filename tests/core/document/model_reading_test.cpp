// The reading of a whole model at one place: the words that may follow, and the parts of the likeliest one's logit.

#include "tests/folders.h"

#include "core/document/session/model_words.h"
#include "core/document/sources/model_around.h"
#include "core/document/sources/model_session.h"
#include "core/engine/model_engine.h"
#include "core/explain/model_reading.h"
#include "core/model/stream.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace attn {
namespace {

std::filesystem::path english() {
    return source_folder() / "assets/models/english";
}

Session layer_of_english(const std::string& layer, const std::string& text) {
    Source source;
    source.weights = english();
    source.layer = layer;
    source.tokens = {text};
    auto session = open_weights(source);
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

/// Every number of the reading behind a token, against the trace of the whole model.
void expect_reading(const std::string& name, const Model& model, Index row) {
    const ModelReading reading = read_model(model, 0, row);
    ModelEngine engine;
    engine.compute(model);
    const Trace& last = engine.trace_of({std::ssize(model.blocks) - 1, ArrayId::A});
    const Matrix probabilities = last.array(ArrayId::probabilities, 0, 0);
    const Matrix logits = last.array(ArrayId::logits, 0, 0);
    ASSERT_FALSE(reading.next.empty()) << name;
    for (const LikelyWord& word : reading.next)
        EXPECT_NEAR(word.probability, probabilities(row, word.word), 1e-5) << name << " word " << word.word;
    const auto most = std::ranges::max(probabilities.row(row));
    EXPECT_NEAR(reading.next.front().probability, most, 1e-5) << name;
    EXPECT_TRUE(std::ranges::is_sorted(reading.next, std::ranges::greater(), &LikelyWord::probability)) << name;
    EXPECT_EQ(reading.would_say.back().word, reading.next.front().word) << name;
    const double logit = static_cast<double>(logits(row, reading.next.front().word));
    float largest = 0;
    for (const float other : logits.row(row))
        largest = std::max(largest, std::abs(other));
    EXPECT_NEAR(reading.logit, logit, 1e-4 * static_cast<double>(largest)) << name;
    ASSERT_EQ(reading.heads.size(), model.blocks.size()) << name;
    for (Index layer = 0; layer < std::ssize(model.blocks); ++layer)
        for (Index head = 0; head < last.sizes().H; ++head)
            EXPECT_TRUE(equal_bits(reading.heads[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)].A,
                                   engine.trace_of({layer, ArrayId::A}).array(ArrayId::A, 0, head)))
                << name;
    const bool is_sum = !last.has(ArrayId::resid_mid_normed) && !last.has(ArrayId::resid_post_normed);
    EXPECT_EQ(reading.parts.empty(), !is_sum) << name;
    if (!is_sum)
        return;
    double sum = 0;
    for (const LogitPart& part : reading.parts)
        sum += part.logit;
    EXPECT_NEAR(sum, logit, 1e-4 * static_cast<double>(largest)) << name;
}

TEST(ModelReading, IsTrueOfEachFamily) {
    Index read = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/models")) {
        Source source;
        source.weights = entry.path();
        source.ids = {"1 2 3 1 4"};
        const auto opened = open_model(source);
        if (!opened || opened->model.output.W_U.empty() || end_of(opened->model) != nullptr)
            continue;
        ++read;
        for (const Index row : {0, 4})
            expect_reading(entry.path().filename().string(), opened->model, row);
    }
    EXPECT_GE(read, 20);
}

/// A pin within the stream adds a part of its own; heads whose sum is pinned are one part.
TEST(ModelReading, IsTrueWithPinsInTheStream) {
    Source source;
    source.weights = english();
    source.tokens = {"the cat sat on the mat"};
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    Model model = opened->model;
    model.blocks[1].pins[{1, ArrayId::resid_mid, 0, 0, 5, 3}] = 2.5F;
    model.blocks[2].pins[{2, ArrayId::Y, 0, 0, 5, 0}] = -1;
    model.blocks[0].heads[2].on = false;
    expect_reading("pinned", model, 5);
    const std::vector<LogitPart> parts = read_model(model, 0, 5).parts;
    const auto count = [&](LogitPart::Kind kind) { return std::ranges::count(parts, kind, &LogitPart::kind); };
    EXPECT_EQ(count(LogitPart::Kind::given), 1);
    EXPECT_EQ(count(LogitPart::Kind::attention), 1);
    EXPECT_EQ(count(LogitPart::Kind::head), 8);
    const auto off = std::ranges::find_if(
        parts, [](const LogitPart& part) { return part.kind == LogitPart::Kind::head && part.head == 2; });
    EXPECT_EQ(off->logit, 0);
}

TEST(ModelReading, CountsEquallyLikelyWords) {
    Source source;
    source.weights = english();
    source.tokens = {"tom has a frog ."};
    const auto opened = open_model(source);
    ASSERT_TRUE(opened) << opened.error().message;
    const ModelReading sure = read_model(opened->model, 0, 4);
    EXPECT_EQ(opened->words->token(sure.next.front().word), "he");
    EXPECT_LT(sure.perplexity, 1.5);
    const ModelReading unsure = read_model(opened->model, 0, 2);
    EXPECT_GT(unsure.perplexity, 8);
}

/// The numbers of lessons 16 and 17, which the check of lessons cannot work out.
class FactsOfLessons : public testing::Test {
protected:
    static ModelReading read(const std::string& text,
                             const std::vector<std::pair<std::size_t, std::size_t>>& off = {}) {
        Source source;
        source.weights = english();
        source.tokens = {text};
        auto opened = open_model(source);
        EXPECT_TRUE(opened) << opened.error().message;
        for (const auto& [layer, head] : off)
            opened->model.blocks[layer].heads[head].on = false;
        return read_model(opened->model, 0, opened->model.input.sequence.token_count() - 1);
    }
    static std::string word(Index id) {
        static const OpenedModel opened = [] {
            Source source;
            source.weights = english();
            source.tokens = {"tom"};
            return *open_model(source);
        }();
        return opened.words->token(id);
    }
    /// The probability of a word among the likeliest; 0 if it is not one of them.
    static double share(const ModelReading& reading, const std::string& wanted) {
        for (const LikelyWord& next : reading.next)
            if (word(next.word) == wanted)
                return next.probability;
        return 0;
    }
    static double bar(const ModelReading& reading, Index layer, Index head) {
        for (const LogitPart& part : reading.parts)
            if (part.kind == LogitPart::Kind::head && part.layer == layer && part.head == head)
                return part.logit;
        return 0;
    }
    static constexpr const char* list = "fox bear king goat lion fox bear king";
};

TEST_F(FactsOfLessons, AWholeModel) {
    EXPECT_GT(share(read("tom has a frog ."), "he"), 0.99);
    EXPECT_LT(share(read("tom has a frog ."), "she"), 0.01);
    const ModelReading unsure = read("i love my");
    EXPECT_NEAR(unsure.next.front().probability, 0.035, 0.0005);
    EXPECT_NEAR(unsure.perplexity, 36, 0.5);
    const ModelReading early = read("anna saw the dog and");
    for (const auto& [layer, expected] : {std::pair<std::size_t, double>{0, 0.44}, {1, 0.66}}) {
        EXPECT_EQ(word(early.would_say[layer].word), "she");
        EXPECT_NEAR(early.would_say[layer].probability, expected, 0.005);
    }
    EXPECT_GT(early.would_say[2].probability, 0.99);
    const ModelReading copied = read(list);
    EXPECT_NEAR(share(copied, "goat"), 0.99, 0.005);
    EXPECT_LT(share(read(list, {{0, 2}}), "goat"), 0.01);
    EXPECT_LT(std::abs(bar(copied, 0, 2)), 0.3) << "next to nothing";
}

TEST_F(FactsOfLessons, WhoMadeTheWord) {
    const std::string frog = "tom has a frog . he loves his";
    const ModelReading reading = read(frog);
    EXPECT_NEAR(share(reading, "frog"), 0.99, 0.005);
    for (Index layer = 0; layer < 3; ++layer)
        for (Index head = 0; head < 4; ++head)
            EXPECT_LE(bar(reading, layer, head), bar(reading, 1, 1)) << "the longest bar of all heads";
    EXPECT_NEAR(share(read(frog, {{1, 1}}), "frog"), 0.69, 0.005);
    const std::string name = "tom has a frog .";
    const std::vector<LogitPart> parts = read(name).parts;
    const auto longest = std::ranges::max_element(parts, {}, &LogitPart::logit);
    EXPECT_TRUE(longest->kind == LogitPart::Kind::mlp && longest->layer == 2);
    EXPECT_NEAR(share(read(name, {{1, 3}}), "he"), 0.14, 0.005);
    EXPECT_EQ(word(read(name, {{1, 3}}).next.front().word), "she");
    for (const std::size_t head : {0U, 1U, 2U})
        EXPECT_GT(share(read(name, {{1, head}}), "he"), 0.9);
    EXPECT_GT(share(read(name, {{2, 0}}), "he"), 0.99);
}

/// The layer that is open, with its edits, stands in its model's place.
TEST(ModelAround, HasTheEditsOfTheLayer) {
    Session session = layer_of_english("1", "tom has a frog .");
    const auto opened = open_model_around(session);
    ASSERT_TRUE(opened) << opened.error().message;
    session.layer().heads[3].on = false;
    session.layer().pins[{0, ArrayId::A, 0, 1, 4, 2}] = 0.5F;
    const auto edited = with_changes_of(session, opened->model);
    ASSERT_TRUE(edited) << edited.error().message;
    Model expected = opened->model;
    expected.blocks[1].heads[3].on = false;
    expected.blocks[1].pins[{1, ArrayId::A, 0, 1, 4, 2}] = 0.5F;
    ModelEngine engine;
    ModelEngine fresh;
    engine.compute(*edited);
    fresh.compute(expected);
    const Address logits{0, ArrayId::logits};
    EXPECT_TRUE(equal_bits(engine.trace_of(logits).matrix(logits), fresh.trace_of(logits).matrix(logits)));
    // The layer alone computes what the model's block computes.
    Engine alone;
    const Trace& own = alone.compute(session.layer());
    EXPECT_TRUE(equal_bits(own.array(ArrayId::Y, 0, 0), engine.trace_of({1, ArrayId::Y}).array(ArrayId::Y, 0, 0)));
}

TEST(ModelAround, OfTheFirstLayerHasItsTokens) {
    const Session session = layer_of_english("0", "i love my dog");
    const auto opened = open_model_around(session);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->model.input.sequence.items, session.layer().sequence.items);
    EXPECT_EQ(*number_in_model(session, opened->model), 0);
}

TEST(ModelAround, IsRefusedWithoutAModelOrItsText) {
    Session session = layer_of_english("2", "i love my dog");
    session.layer().sequence.items.front().back().clear();
    EXPECT_FALSE(has_model_around(session));
    session = layer_of_english("2", "i love my dog");
    session.layer().sequence.items.front().back() = "zebra";
    EXPECT_FALSE(open_model_around(session));
    session.origin.reset();
    EXPECT_FALSE(has_model_around(session));
}

} // namespace
} // namespace attn
