#include "core/document/files/session_json.h"
#include "core/document/session/history.h"
#include "core/document/session/session_limits.h"
#include "tests/core/document/sessions.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::after;
using test::notice_of;
using test::refusal_of;
using test::session_of;
using test::small_session;
using testing::HasSubstr;

using Hypotheses = std::map<Index, std::string>;

std::string text_of(const Session& session) {
    return json_text(session_to_json(session, "").document);
}

std::string refusal_of(const std::string& hypotheses) {
    const auto session = parse_session(
        R"({"version": 1, "tokens": ["a"], "sizes": {"d_model": 2, "heads": 2}, "claims": )" + hypotheses + "}",
        "s.json", "");
    EXPECT_FALSE(session) << hypotheses;
    return session ? "" : session.error().message;
}

TEST(SetHypothesis, KeepsAKnownClaimByItsNameAndOtherWordsAsTheyAre) {
    Session session = after(small_session(), SetHypothesis{0, "Reads the previous token."});
    session = after(session, SetHypothesis{1, "looks for names"});
    EXPECT_EQ(session.hypotheses, (Hypotheses{{0, "previous token"}, {1, "looks for names"}}));
    session = after(session, SetHypothesis{0, "token 3 back"});
    EXPECT_EQ(session.hypotheses.at(0), "3 back");
    EXPECT_EQ(after(session, SetHypothesis{0, ""}).hypotheses, (Hypotheses{{1, "looks for names"}}));
}

TEST(SetHypothesis, RefusesWhatNobodyCouldRead) {
    EXPECT_THAT(refusal_of(small_session(), SetHypothesis{2, "reads itself"}), HasSubstr("there is no head 3"));
    EXPECT_THAT(refusal_of(small_session(), SetHypothesis{0, std::string(hypothesis_bytes_limit + 1, 'a')}),
                HasSubstr("expected at most 200"));
    EXPECT_THAT(refusal_of(small_session(), SetHypothesis{0, "\xff"}), HasSubstr("not UTF-8"));
    EXPECT_THAT(refusal_of(small_session(), SetHypothesis{0, "one\ntwo"}), HasSubstr("one line"));
}

TEST(SetHypothesis, IsAnEditThatCanBeTakenBack) {
    History history(small_session());
    const SetHypothesis hypothesis{1, "spreads evenly"};
    history.record(after(history.present(), hypothesis), describe(hypothesis));
    EXPECT_EQ(history.undo_label().in(Notation()).letters(), "change the claim of head 2");
    EXPECT_EQ(describe(SetHypothesis{0, ""}).in(Notation()).letters(), "take back the claim of head 1");
    history.undo();
    EXPECT_TRUE(history.present().hypotheses.empty());
}

TEST(Hypotheses, GoWithTheirHeads) {
    Session session = after(small_session(), SetHypothesis{1, "reads itself"});
    Sizes fewer = sizes_of(session.layer());
    fewer.H = 1;
    EXPECT_TRUE(after(session, Resize{fewer}).hypotheses.empty());
    EXPECT_THAT(notice_of(session, Resize{fewer}), HasSubstr("A claim was removed with its head."));
}

TEST(Hypotheses, AreSavedByHeadAndRead) {
    const Session session =
        after(after(small_session(), SetHypothesis{0, "reads the previous token"}), SetHypothesis{1, "“数” 🙂"});
    EXPECT_THAT(text_of(session), HasSubstr(R"("claims": {"1": "previous token", "2": "“数” 🙂"})"));
    const auto again = parse_session(text_of(session), "again.json", "");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(session, *again));
    EXPECT_EQ(text_of(small_session()).find("claims"), std::string::npos);
}

TEST(Hypotheses, OfNoHeadOrNoTextAreNamedInTheError) {
    EXPECT_EQ(refusal_of(R"({"3": "itself"})"), "s.json: claims.3: there is no such head, expected 1 to 2");
    for (const char* head : {"0", "01", "-1", "one", "1 ", ""})
        EXPECT_THAT(refusal_of(std::string("{\"") + head + R"(": "itself"})"), HasSubstr("no such head"));
    EXPECT_THAT(refusal_of(R"({"1": 7})"), HasSubstr("claims.1"));
    EXPECT_THAT(refusal_of(R"(["itself"])"), HasSubstr("claims"));
    EXPECT_THAT(refusal_of(R"({"1": ")" + std::string(300, 'a') + "\"}"), HasSubstr("at most 200"));
}

} // namespace
} // namespace attn
