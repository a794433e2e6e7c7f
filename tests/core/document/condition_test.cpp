#include "core/document/files/conditions_json.h"
#include "core/document/session/edits.h"
#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "tests/folders.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

/// A session with its numbers.
struct State {
    Session session;
    Trace trace;
    explicit State(Session shown) : session(std::move(shown)), trace(Engine().compute(session.layer())) {}
    Snapshot snapshot() const { return {session, trace}; }
    State after(const Edit& edit) const { return State(apply(session, edit)->session); }
};

State of_preset(const char* name) {
    return State(*load_preset(assets_folder(), name));
}

Condition condition(const std::string& json, const Session& session) {
    const Json document = *parse_json(json, "condition");
    const Field field(document, "condition");
    Condition read = read_condition(field, sizes_of(session.layer()));
    EXPECT_FALSE(field.failed()) << json;
    EXPECT_EQ(json_text(condition_to_json(read)), json_text(document)) << "as it was written";
    return read;
}

TEST(ConditionSince, IsOfTheStepOrOfTheSessionAsItWasOpened) {
    const State opened = of_preset("four-letters");
    const State step = opened.after(SetCell{*parse_cell_name("W_V/1[2,2]"), 2});
    const State now = step.after(SetCell{*parse_cell_name("W_V/1[1,1]"), 3});
    const auto so = [&](const std::string& json) {
        return holds(condition(json, now.session), now.snapshot(), step.snapshot(), opened.snapshot());
    };
    EXPECT_TRUE(so(R"({"unchanged": "A", "since": "opened"})"));
    EXPECT_FALSE(so(R"({"unchanged": "V", "since": "opened"})"));
    const State back = now.after(SetCell{*parse_cell_name("W_V/1[1,1]"), 1});
    const auto so_back = [&](const std::string& json) {
        return holds(condition(json, back.session), back.snapshot(), step.snapshot(), opened.snapshot());
    };
    EXPECT_TRUE(so_back(R"({"unchanged": "V"})")) << "since the step";
    EXPECT_FALSE(so_back(R"({"unchanged": "V", "since": "opened"})"));
    EXPECT_TRUE(so_back(R"({"only": []})"));
    EXPECT_FALSE(so_back(R"({"only": [], "since": "opened"})"));
    EXPECT_TRUE(so_back(R"({"only": ["W_V/1"], "since": "opened"})"));
    EXPECT_TRUE(so_back(R"({"rows_moved": "V/1", "are": []})"));
    EXPECT_TRUE(so_back(R"({"rows_moved": "V/1", "are": [4], "since": "opened"})")) << "row p₄";
}

/// The conditions are about two heads, several words and several items; then edits make the layer smaller.
TEST(Condition, AboutWhatAnEditTookAwayDoesNotHold) {
    State whole = of_preset("four-letters");
    Sizes sizes = sizes_of(whole.session.layer());
    sizes.B = 2;
    whole = whole.after(Resize{sizes});
    const std::vector<std::string> texts{
        R"({"deviation": "scores/2", "at_least": 0})", R"({"equals": "O/2", "sum_of": ["O/2"]})",
        R"({"equals": "O/1", "sum_of": ["O/1"]})",     R"({"unchanged": "A/2"})",
        R"({"rows_moved": "A/2", "are": []})",         R"({"read_out": "pots", "item": 2})",
        R"({"cell": "A/2[4,4]", "at_least": 0})"};
    std::vector<Condition> conditions;
    for (const std::string& text : texts)
        conditions.push_back(condition(text, whole.session));
    const auto count = [&](const State& state) {
        return std::ranges::count_if(
            conditions, [&](const Condition& each) { return holds(each, state.snapshot(), whole.snapshot()); });
    };
    EXPECT_EQ(count(whole), std::ssize(conditions));
    sizes.B = sizes.H = sizes.S_q = sizes.S_k = 1;
    const State small = whole.after(Resize{sizes});
    EXPECT_EQ(count(small), 1) << "of head 1 alone";
}

TEST(ConditionSince, IsRefusedWhereItNamesNothing) {
    const State state = of_preset("four-letters");
    const Json document = *parse_json(R"({"unchanged": "A", "since": "yesterday"})", "my.json");
    const Field field(document, "my.json");
    read_condition(field, sizes_of(state.session.layer()));
    ASSERT_TRUE(field.failed());
    EXPECT_EQ(field.failure()->message, R"(my.json: since: expected "step" or "opened")");
}

/// The trained layer on a word, with some of its heads off (counted from 0).
State with_heads_off(const std::string& word, const std::vector<Index>& heads) {
    State state = of_preset("eight-heads");
    state = state.after(SetTokens{0, split_text(state.session, state.session.layer().sequence, word)});
    for (const Index head : heads)
        state = state.after(SetHeadOn{head, false});
    return state;
}

bool reads(const State& state, const std::string& json) {
    return holds(condition(json, state.session), state.snapshot(), state.snapshot());
}

TEST(ConditionReadings, AreComputedAsideOnceForEachSession) {
    const State without_first = with_heads_off("stressed", {0});
    KeptReadings kept;
    const Snapshot now{without_first.session, without_first.trace, &kept};
    for (int frame = 0; frame < 3; ++frame)
        for (const char* left : {R"({"readings": "kept", "equals": 6})", R"({"readings": "lost", "at_least": 2})"})
            EXPECT_TRUE(holds(condition(left, now.session), now, now));
    EXPECT_EQ(kept.computed, 1);
    kept.follow(1);
    EXPECT_TRUE(holds(condition(R"({"readings": "kept", "equals": 6})", now.session), now, now));
    EXPECT_EQ(kept.computed, 2) << "of another revision";
}

TEST(ConditionReadings, AreOfWhatComesBackBesideAllHeads) {
    const State all = with_heads_off("stressed", {});
    EXPECT_TRUE(reads(all, R"({"readings": "reversed"})"));
    EXPECT_FALSE(reads(all, R"({"readings": "same"})"));
    EXPECT_TRUE(reads(all, R"({"readings": "kept", "equals": 8})"));
    EXPECT_TRUE(reads(all, R"({"readings": "lost", "at_most": 0})"));
    EXPECT_TRUE(reads(with_heads_off("anna", {}), R"({"readings": "same"})"));
    const State without_first = with_heads_off("stressed", {0}); // reads “sessents”
    EXPECT_TRUE(reads(without_first, R"({"readings": "kept", "equals": 6})"));
    EXPECT_TRUE(reads(without_first, R"({"readings": "lost", "at_least": 2, "at_most": 2})"));
    EXPECT_FALSE(reads(without_first, R"({"readings": "worse together"})")) << "it is one";
    const State without_second = with_heads_off("stressed", {1}); // the least certain letter has 68 %
    EXPECT_TRUE(reads(without_second, R"({"readings": "lost", "at_most": 0})"));
    EXPECT_TRUE(reads(without_second, R"({"readings": "less sure", "at_least": 0.3, "at_most": 0.33})"));
    EXPECT_TRUE(reads(with_heads_off("stressed", {0, 1}), R"({"readings": "worse together"})"));
    EXPECT_FALSE(reads(with_heads_off("stressed", {0, 4}), R"({"readings": "worse together"})"))
        << "without head 5 alone nothing is lost, without head 1 alone as much";
}

TEST(ConditionSum, IsOfAnArrayAndOthersAddedUp) {
    const State trained = of_preset("eight-heads");
    EXPECT_TRUE(reads(trained, R"({"equals": "Y", "sum_of": ["parts", "b_O"], "within": 0.001})"));
    EXPECT_FALSE(reads(trained, R"({"equals": "Y", "sum_of": ["parts"], "within": 0.001})")) << "there is a bias";
    EXPECT_TRUE(reads(trained, R"({"equals": "X", "sum_of": ["E", "P"]})"));
    const State by_hand = of_preset("four-letters");
    EXPECT_TRUE(reads(by_hand, R"({"equals": "Y", "sum_of": ["parts/1", "parts/2"]})"));
    EXPECT_FALSE(reads(by_hand, R"({"equals": "Y", "sum_of": ["parts/1"]})"));
    EXPECT_FALSE(reads(by_hand, R"({"equals": "Y", "sum_of": ["A/1", "A/2"]})")) << "they have another shape";
    EXPECT_FALSE(reads(by_hand, R"({"equals": "Y", "sum_of": ["parts", "b_O"]})")) << "it has no bias";
}

TEST(ConditionSum, IsRefusedWhereItNamesSeveralMatricesOrNone) {
    const State state = of_preset("four-letters");
    const auto refusal = [&](const char* text) {
        const Json document = *parse_json(text, "my.json");
        const Field field(document, "my.json");
        read_condition(field, sizes_of(state.session.layer()));
        return field.failed() ? field.failure()->message : "(read)";
    };
    EXPECT_EQ(refusal(R"({"equals": "O", "sum_of": ["A"]})"),
              "my.json: equals: expected an array that is one for all heads, or that of one head, such as Y or O/1");
    EXPECT_EQ(refusal(R"({"equals": "Y"})"), R"(my.json: expected "sum_of": a list of arrays)");
    EXPECT_EQ(refusal(R"({"equals": "Y", "sum_of": []})"),
              "my.json: sum_of: expected a list of arrays, such as parts and b_O");
}

TEST(ConditionReadings, OfALayerWithoutReadOutNeverHold) {
    const State state = of_preset("by-hand");
    for (const char* json : {R"({"readings": "kept", "at_least": 0})", R"({"readings": "less sure", "at_least": -1})",
                             R"({"readings": "worse together"})"})
        EXPECT_FALSE(reads(state, json)) << json;
}

} // namespace
} // namespace attn
