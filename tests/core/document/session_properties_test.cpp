#include "core/document/files/conditions_json.h"
#include "core/document/files/session_json.h"
#include "core/document/session/history.h"
#include "core/engine/engine.h"
#include "core/model/address.h"
#include "core/model/structure.h"
#include "tests/core/document/random_documents.h"
#include "tests/core/document/random_edits.h"
#include "tests/core/document/sessions.h"

#include <rapidcheck/gtest.h>

namespace attn {
namespace {

using test::any_edit;
using test::any_session;
using test::equal_sessions;
using test::random_condition;
using test::random_notation;
using test::with_all_that_files_hold;

constexpr int edits_a_case = 25;

/// The sessions after edits of all kinds; impossible ones are refused.
std::vector<Session> sessions_after_edits(const Session& first) {
    std::vector<Session> sessions{first};
    for (int i = 0; i < edits_a_case; ++i)
        if (auto applied = attn::apply(sessions.back(), any_edit(sessions.back())))
            sessions.push_back(applied->session);
    return sessions;
}

bool equal_traces(const Trace& left, const Trace& right) {
    for (const Array& row : stages()) {
        if (left.has(row.id) != right.has(row.id))
            return false;
        if (left.has(row.id))
            for (const Address& slot : left.addresses().slots(row.id))
                if (!equal_bits(left.matrix(slot), right.matrix(slot)))
                    return false;
    }
    return true;
}

RC_GTEST_PROP(AnyEdits, WhateverTheyAreLeaveAValidSession, ()) {
    for (const Session& session : sessions_after_edits(*any_session())) {
        const auto valid = validate(session.layer());
        if (!valid)
            RC_FAIL(valid.error().message);
    }
}

RC_GTEST_PROP(AnyEdits, LeaveTheSessionTheyBeganWithAsItWas, ()) {
    const Session session = *any_session();
    const std::string before = json_text(session_to_json(session, "").document);
    sessions_after_edits(session);
    RC_ASSERT(json_text(session_to_json(session, "").document) == before);
}

RC_GTEST_PROP(HistoryOfEdits, AnyEditsThenUndoAllGivesTheFirstSessionBitForBit, ()) {
    const auto sessions = sessions_after_edits(*any_session());
    History history(sessions.front());
    for (std::size_t i = 1; i < sessions.size(); ++i)
        history.record(sessions[i], "edit");
    while (history.can_undo())
        history.undo();
    RC_ASSERT(equal_sessions(history.present(), sessions.front()));
    while (history.can_redo())
        history.redo();
    RC_ASSERT(equal_sessions(history.present(), sessions.back()));
}

RC_GTEST_PROP(SavedSession, LoadingWhatWasSavedGivesTheSameSessionBitForBit, ()) {
    const Session session = with_all_that_files_hold(sessions_after_edits(*any_session()).back());
    const SavedView view = test::random_view(sizes_of(session.layer()));
    const std::string text = json_text(session_to_json(session, "", view).document);
    const auto again = parse_saved_session(text, "again.json", "");
    if (!again)
        RC_FAIL(again.error().message + "\n" + text);
    RC_ASSERT(equal_sessions(session, again->session));
    RC_ASSERT(view == again->view);
}

/// Collects the value and all objects within it.
void collect_objects(Json& value, std::vector<Json*>& objects) {
    if (value.kind == Json::Kind::object)
        objects.push_back(&value);
    for (Json& item : value.items)
        collect_objects(item, objects);
}

RC_GTEST_PROP(SavedSession, AKeyThatIsNotKnownIsNamedWhereverItStands, ()) {
    const Session session = with_all_that_files_hold(sessions_after_edits(*any_session()).back());
    Json document = session_to_json(session, "").document;
    std::vector<Json*> objects;
    collect_objects(document, objects);
    (*rc::gen::elementOf(objects))->set("hobby", json_of(true));
    const auto read = session_from_json(document, {}, "s.json");
    RC_ASSERT(!read);
    if (read.error().message.find("hobby") == std::string::npos)
        RC_FAIL(read.error().message + "\n" + json_text(document));
}

RC_GTEST_PROP(SavedCondition, ReadAgainIsTheSame, ()) {
    const Session session = *any_session();
    const Sizes sizes = sizes_of(session.layer());
    const Condition condition = random_condition(sizes, 3);
    const Json document = condition_to_json(condition);
    const Field field(document, "condition");
    const Condition again = read_condition(field, sizes);
    if (field.failed())
        RC_FAIL(field.failure()->message + "\n" + json_text(document));
    RC_ASSERT(again == condition);
}

RC_GTEST_PROP(SavedNotation, ReadAgainIsTheSame, ()) {
    const NotationProfile profile = random_notation();
    const auto again = parse_notation(json_text(json_of_profile(profile)), "mine.json");
    if (!again)
        RC_FAIL(again.error().message + "\n" + json_text(json_of_profile(profile)));
    RC_ASSERT(again->profile() == profile);
}

RC_GTEST_PROP(EditedTrace, EqualsAFreshOneAfterAnyEditsUndosAndRedos, ()) {
    auto sessions = sessions_after_edits(*any_session());
    for (Session& other : sessions_after_edits(*any_session()))
        sessions.push_back(std::move(other)); // another file is opened
    Engine engine(1);
    for (int visit = 0; visit < 12; ++visit) {
        const auto& session = sessions[*rc::gen::inRange<std::size_t>(0, sessions.size())];
        const Trace& trace = engine.compute(session.layer());
        Engine fresh(1);
        if (!equal_traces(trace, fresh.compute(session.layer())))
            RC_FAIL(json_text(session_to_json(session, "").document));
    }
}

/// Within a property: a session with 1 to 3 groups of 1 to 3 heads that share keys and values.
Session any_session_of_groups() {
    const Session session = *any_session();
    Sizes sizes = sizes_of(session.layer());
    sizes.queries_per_kv = *rc::gen::inRange<Index>(1, 4);
    sizes.H = sizes.queries_per_kv * *rc::gen::inRange<Index>(1, 4);
    auto resized = attn::apply(session, Resize{sizes});
    return resized ? resized->session : session;
}

RC_GTEST_PROP(Sessions, PinnedAndUnpinnedUnderAnyAddressOfACellAreTheSame, ()) {
    const Session session = any_session_of_groups();
    const Sizes sizes = sizes_of(session.layer());
    const Addresses addresses(session.layer());
    for (const Array& row : stages()) {
        if (!is_present(session.layer(), row.id))
            continue;
        for (Index item = 0; item < sizes.B; ++item)
            for (Index head = 0; head < sizes.H; ++head) {
                const CellId cell{0, row.id, item, head, 0, 0};
                const auto pinned = attn::apply(session, Pin{cell, 0.5F});
                const auto canonical = attn::apply(session, Pin{addresses.canonical(cell), 0.5F});
                RC_ASSERT(bool(pinned) && bool(canonical));
                RC_ASSERT(equal_sessions(pinned->session, canonical->session));
                const auto unpinned = attn::apply(canonical->session, Unpin{cell});
                RC_ASSERT(bool(unpinned));
                auto without = session;
                without.layer().pins.erase(addresses.canonical(cell));
                RC_ASSERT(equal_sessions(unpinned->session, without));
            }
    }
}

} // namespace
} // namespace attn
