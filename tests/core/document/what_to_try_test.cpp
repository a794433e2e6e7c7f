#include "core/document/session/condition.h"
#include "tests/folders.h"

#include "core/document/files/conditions_json.h"
#include "core/document/files/session_file.h"
#include "core/document/files/session_json.h"
#include "core/document/session/edits.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "tests/core/document/sessions.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>

namespace attn {
namespace {

using test::after;

const std::filesystem::path assets_of_conditions = source_folder() / "assets";

Session preset_with_goals(const std::string& name) {
    auto session = load_preset(assets_of_conditions, name);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return *session;
}

Trace traced(const Session& session) {
    Engine engine(1);
    return engine.compute(session.layer());
}

std::string text_of_session(const Session& session) {
    return json_text(session_to_json(session).document);
}

/// A small session whose goal is the condition.
Result<Session> with_goal(const std::string& condition) {
    return parse_session(
        R"({"version": 1, "tokens": ["a", "b"], "sizes": {"d_model": 4, "heads": 2, "d_k": 2, "d_v": 2},
        "done": [{"when": )" +
            condition + R"(, "say": "well"}]})",
        "goal", {});
}

bool holds_after(const std::string& condition, const std::vector<Edit>& edits) {
    const auto session = with_goal(condition);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    Session now = *session;
    for (const Edit& edit : edits)
        now = after(now, edit);
    const Trace then = traced(*session);
    const Trace trace = traced(now);
    return holds(session->goals.front().when, {now, trace}, {*session, then});
}

TEST(Goals, OfPresetsDoNotHoldBeforeAnythingWasDone) {
    const auto presets = list_presets(assets_of_conditions);
    ASSERT_TRUE(presets);
    int goals = 0;
    for (const Preset& each : *presets) {
        const Session session = preset_with_goals(each.name);
        const Trace trace = traced(session);
        // Later goals come one after the other, and may hold at the beginning.
        if (!session.goals.empty())
            EXPECT_FALSE(holds(session.goals.front().when, {session, trace}, {session, trace})) << each.name;
        goals += static_cast<int>(session.goals.size());
    }
    EXPECT_GE(goals, 8);
}

TEST(Goals, AreWrittenAndReadBack) {
    for (const std::string name : {"who-and-where", "by-hand", "red-fox", "induction", "bright-but-mute", "masks"}) {
        const Session session = preset_with_goals(name);
        const auto again = parse_session(text_of_session(session), name, {});
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->goals, session.goals) << name;
    }
}

TEST(Goals, GoWhenWhatTheyNameGoes) {
    const Session session = preset_with_goals("who-and-where");
    EXPECT_FALSE(session.goals.empty());
    EXPECT_TRUE(after(session, SetTokens{0, {"rose", "is"}}).goals.empty());
    EXPECT_EQ(after(session, SetTokens{0, {"rose", "is", "a", "lily"}}).goals, session.goals);
}

TEST(Conditions, CompareCellsWithBounds) {
    const Edit one = SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 1};
    EXPECT_TRUE(holds_after(R"({"cell": "W_Q/1[1,1]", "equals": 1})", {one}));
    EXPECT_TRUE(holds_after(R"({"cell": "W_Q/1[1,1]", "at_least": 0.5, "at_most": 1.5})", {one}));
    EXPECT_FALSE(holds_after(R"({"cell": "W_Q/1[1,1]", "at_least": 1.5})", {one}));
    EXPECT_FALSE(holds_after(R"({"not": {"cell": "W_Q/1[1,1]", "equals": 1.01, "within": 0.1}})", {one}));
}

TEST(Conditions, TellWhatMovedFromWhatStayed) {
    const Edit values = SetCell{{0, ArrayId::W_V, 0, 0, 0, 0}, 5};
    EXPECT_TRUE(holds_after(R"({"unchanged": "A"})", {values}));
    EXPECT_FALSE(holds_after(R"({"unchanged": "O"})", {values}));
    EXPECT_TRUE(holds_after(R"({"unchanged": "O/2"})", {values}));
    EXPECT_TRUE(holds_after(R"({"rows_moved": "W_V/1", "are": [1]})", {values}));
    EXPECT_FALSE(holds_after(R"({"rows_moved": "W_V/1", "are": [1, 2]})", {values}));
    EXPECT_FALSE(holds_after(R"({"unchanged": "tokens"})", {RenameToken{0, 1, "c"}}));
    EXPECT_TRUE(holds_after(R"({"token": 2, "is": "c"})", {RenameToken{0, 1, "c"}}));
}

TEST(Conditions, CountPinsHeadsAndLengths) {
    EXPECT_TRUE(holds_after(R"({"all": [{"pins": 1}, {"head": 2, "on": false}, {"size": "d_k", "is": 3}]})",
                            {Pin{{0, ArrayId::scores, 0, 0, 0, 0}, 1}, SetHeadOn{1, false}, [] {
                                 Resize resize{{1, 2, 2, 4, 4, 2, 3, 2, 1}};
                                 return resize;
                             }()}));
    EXPECT_FALSE(holds_after(R"({"any": [{"pins": 1}, {"head": 2, "on": false}]})", {}));
}

TEST(Conditions, ThatNameWhatIsNotThereAreRefusedWithTheirPlace) {
    const auto reason = [](const std::string& condition) {
        const auto session = with_goal(condition);
        EXPECT_FALSE(session) << condition;
        return session ? std::string() : session.error().message;
    };
    EXPECT_EQ(reason(R"({"cell": "A/1[3,1]", "at_least": 0})"),
              "goal: done[1].when.cell: there is no cell “A/1[3,1]”; expected one such as A/1[1,1]");
    EXPECT_NE(reason(R"({"cell": "A/1[1,1]"})").find("expected at_least, at_most or equals"), std::string::npos);
    EXPECT_NE(reason(R"({"unchanged": "Z"})").find("there is no array “Z”"), std::string::npos);
    EXPECT_NE(reason(R"({"head": 3, "on": false})").find("done[1].when.head"), std::string::npos);
    EXPECT_NE(reason(R"({"happy": true})").find("this is no condition"), std::string::npos);
    EXPECT_NE(reason(R"({"pins": 0, "because": 1})").find("because"), std::string::npos);
}

std::string text_of_saved(const SavedSession& saved) {
    return json_text(session_to_json(saved.session, {}, saved.view).document);
}

TEST(View, IsWrittenBesideTheSessionAndReadBackAndNeedNotBe) {
    SavedSession saved = preset_with_goals("by-hand");
    EXPECT_EQ(text_of_saved(saved).find("\"view\""), std::string::npos);
    EXPECT_EQ(parse_saved_session(text_of_saved(saved), "s", {})->view, SavedView());
    saved.view = {.place = Opening{ArrayId::W_K, 0, 1, 2, 3},
                  .picture = "heads",
                  .ranges = {{ArrayId::A, 0, 0.5F}, {ArrayId::W_K, -3, 1}},
                  .shares_range = true};
    const auto again = parse_saved_session(text_of_saved(saved), "s", {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->view, saved.view);
    EXPECT_TRUE(test::equal_sessions(again->session, saved.session));
}

TEST(View, OfAnEarlierVersionIsRead) {
    const auto read = parse_saved_session(
        R"({"version": 1, "tokens": ["a", "b", "c"], "left_at": {"stage": "A", "item": 1, "head": 1, "row": 2, "column": 1},
            "left_picture": "heads", "left_limits": {"A": [0, 0.5], "others": "stage"}})",
        "s", {});
    ASSERT_TRUE(read) << read.error().message;
    const SavedView view{Opening{ArrayId::A, 0, 0, 1, 0}, "heads", {{ArrayId::A, 0, 0.5F}}, true};
    EXPECT_EQ(read->view, view);
    const std::string text = text_of_saved(*read);
    EXPECT_NE(text.find("\"view\""), std::string::npos);
    EXPECT_EQ(text.find("left_"), std::string::npos) << text;
}

/// Expects each text as the value of `key` to be refused for its reason, in one line.
void expect_refusals(std::string_view key, const std::map<std::string, std::string>& reasons) {
    for (const auto& [text, reason] : reasons) {
        const auto read =
            parse_session(fmt::format(R"({{"version": 1, "tokens": ["a"], "{}": {}}})", key, text), "s", {});
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().message.find(reason), std::string::npos) << read.error().message;
        EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    }
}

TEST(View, ThatIsNoneIsRefusedInOneLine) {
    expect_refusals("view", {{R"({"limits": {"Z": [0, 1]}})", "view.limits.Z: there is no such array"},
                             {R"({"at": {"stage": "A", "row": 2}})", "view.at.row"},
                             {R"({"picture": 3})", "view.picture"},
                             {R"({"zoom": 2})", "view: the key “zoom” is not known"},
                             {R"([0, 1])", "view"}});
    expect_refusals("left_at", {{R"({"stage": "A", "row": 2})", "left_at.row"}});
    expect_refusals("left_limits", {{R"({"A": [0.5, 0]})", "left_limits.A: the first limit is not below the second"},
                                    {R"({"A": [1, 1]})", "left_limits.A: the first limit is not below the second"},
                                    {R"({"A": [0, "inf"]})", "left_limits.A: colours cannot reach to infinity"},
                                    {R"({"A": ["nan", 1]})", "left_limits.A: colours cannot reach to infinity"},
                                    {R"({"A": [0, 1e99]})", "left_limits.A"},
                                    {R"({"A": [0]})", "left_limits.A: expected two numbers"},
                                    {R"({"A": "wide"})", "left_limits.A: expected two numbers"},
                                    {R"({"A": [[0], {}]})", "left_limits.A"},
                                    {R"({"others": "matrix"})", "left_limits.others: expected \"stage\""},
                                    {R"([0, 1])", "left_limits: expected the limits of arrays"}});
}

TEST(LeftBaseline, IsTheLayerAloneWrittenAndReadBackAndNeedNotBe) {
    Session session = preset_with_goals("by-hand");
    EXPECT_EQ(text_of_session(session).find("left_baseline"), std::string::npos);
    session.left_baseline = std::make_shared<const Session>(session);
    session = after(session, SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 3});
    ASSERT_TRUE(session.left_baseline) << "an edit leaves it";
    const auto again = parse_session(text_of_session(session), "s", {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(*again, session));
    ASSERT_TRUE(again->left_baseline);
    EXPECT_NE(again->left_baseline->layer().heads[0].W_Q(0, 0), 3);
    EXPECT_TRUE(again->left_baseline->about.empty());
    EXPECT_EQ(text_of_session(*again), text_of_session(session));
}

TEST(LeftBaseline, ThatIsNoneIsRefusedInOneLine) {
    expect_refusals("left_baseline",
                    {{R"(3)", "left_baseline: expected a layer"},
                     {R"({"tokens": []})", "left_baseline.tokens: there are 0 tokens"},
                     {R"({"tokens": ["a"], "sizes": {"d_model": 999999999}})", "left_baseline.sizes.d_model: "},
                     {R"({"tokens": ["a"], "title": "before"})", "left_baseline: the key “title” is not known"},
                     {R"({"tokens": ["a"], "left_baseline": {"tokens": ["a"]}})",
                      "left_baseline: the key “left_baseline” is not known"},
                     {R"({"tokens": ["a"], "heads": [{"W_Q": {"array": "W_Q.1"}}]})", "there is no array “W_Q.1”"},
                     {R"({})", "left_baseline"}});
}

TEST(Texts, OfAPresetGoWithWhatTheyWereWrittenFor) {
    const Session session = preset_with_goals("by-hand");
    EXPECT_TRUE(after(session, SetCell{{0, ArrayId::W_V, 0, 0, 0, 0}, 3}).about.empty());
    EXPECT_TRUE(after(session, RenameToken{0, 0, "milk"}).question.empty());
    EXPECT_FALSE(after(session, SetHeadOn{0, false}).about.empty());
    const Session own = after(session, SetText{SetText::Which::about, "Mine."});
    EXPECT_EQ(after(own, SetCell{{0, ArrayId::W_V, 0, 0, 0, 0}, 3}).about, "Mine.");
    EXPECT_FALSE(apply(session, SetText{SetText::Which::title, "two\nlines"}));
}

TEST(Parts, OfComputedStagesArePinnedWhereThatIsMeant) {
    const Session session = preset_with_goals("by-hand");
    const SetPart part{{0, ArrayId::scores, 0, 0, 1, 0}, Matrix::from_rows({{1, 2}, {3, 4}}), true};
    const Session changed = after(session, part);
    EXPECT_EQ(changed.layer().pins.size(), 4U);
    EXPECT_EQ(traced(changed).value({0, ArrayId::scores, 0, 0, 2, 1}), 4);
}

TEST(Conditions, CountTheHeadsThatAreOn) {
    EXPECT_TRUE(holds_after(R"({"heads_on": 2})", {}));
    EXPECT_FALSE(holds_after(R"({"heads_on": 2})", {SetHeadOn{0, false}}));
    EXPECT_TRUE(holds_after(R"({"heads_on": 1})", {SetHeadOn{0, false}}));
}

TEST(Conditions, SayWhatWouldHoldIfOneThingWereOtherwise) {
    const Session session = preset_with_goals("eight-heads");
    const Trace trace = traced(session);
    const auto would = [&](const std::string& supposed, const std::string& then) {
        const auto json = parse_json(R"({"if": )" + supposed + R"(, "then": )" + then + "}", "c");
        const Field field(*json, "c");
        const Condition condition = read_condition(field, trace.sizes());
        EXPECT_FALSE(field.failed()) << (field.failed() ? field.failure()->message : "");
        return holds(condition, {session, trace}, {session, trace});
    };
    EXPECT_TRUE(would(R"({"sentence": "keyboard"})", R"({"read_out": "draobyek"})"));
    EXPECT_TRUE(would(R"({"sentence": "tops"})", R"({"read_out": "spot", "sure": 0.5})")) << "of another length";
    EXPECT_FALSE(would(R"({"sentence": "keyboard"})", R"({"read_out": "desserts"})"));
    EXPECT_TRUE(would(R"({"cell": "A/1[1,1]", "is": 0.5})", R"({"pins": 1})"));
    EXPECT_EQ(session.layer().pins.size(), 0) << "nothing became otherwise";
}

TEST(Conditions, WhatIsSupposedSupposesNothingElse) {
    const auto session =
        with_goal(R"({"if": {"sentence": "b a"}, "then": {"if": {"sentence": "a"}, "then": {"pins": 0}}})");
    ASSERT_FALSE(session);
    EXPECT_NE(session.error().message.find("what is supposed cannot suppose something else"), std::string::npos);
    EXPECT_FALSE(with_goal(R"({"if": {"sentence": "a", "cell": "A/1[1,1]", "is": 1}, "then": {"pins": 0}})"));
    EXPECT_FALSE(with_goal(R"({"if": {"cell": "A/9[1,1]", "is": 1}, "then": {"pins": 0}})"));
}

TEST(SessionsOfLessons, KeepWhatWasAnsweredThoughTheLessonIsUnknown) {
    const std::string text = R"({"version": 1, "tokens": ["a"], "sizes": {"d_model": 2, "heads": 1, "d_k": 1, "d_v": 1},
        "lesson": {"id": "of-somebody-else", "step": 3, "draw": 7, "word": "maria",
                   "answers": [{"step": 1, "answer": "0.61", "right": true}], "done": [2]}})";
    const auto session = parse_session(text, "s", {});
    ASSERT_TRUE(session) << session.error().message;
    const LessonWork expected{"of-somebody-else", 2, 7, "maria", {{0, "0.61", true}}, {1}};
    EXPECT_EQ(session->lesson, expected);
    const auto again = parse_session(text_of_session(*session), "s", {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->lesson, expected);
    EXPECT_FALSE(parse_session(R"({"version": 1, "tokens": ["a"], "lesson": {"step": 3}})", "s", {}));
}

TEST(ColumnNames, AreOnesOfEachColumnAndGoWithIt) {
    const std::string begin =
        R"({"version": 1, "tokens": ["a"], "sizes": {"d_model": 2, "heads": 1, "d_k": 1, "d_v": 1},
        "columns": )";
    const auto session = parse_session(begin + R"({"X": ["odd", "left"]}})", "s", {});
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->column_names.at(ArrayId::X), (std::vector<std::string>{"odd", "left"}));
    EXPECT_FALSE(parse_session(begin + R"({"X": ["odd"]}})", "s", {})) << "there are two columns";
    EXPECT_FALSE(parse_session(begin + R"({"A": ["odd"]}})", "s", {})) << "its columns are tokens";
    Sizes wider = sizes_of(session->layer());
    wider.D = 3;
    EXPECT_EQ(after(*session, Resize{wider}).column_names.count(ArrayId::X), 0);
}

} // namespace
} // namespace attn
