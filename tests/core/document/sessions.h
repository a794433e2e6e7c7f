#pragma once

#include "core/document/files/session_file.h"
#include "core/document/options/session_notation.h"
#include "core/document/session/edits.h"
#include "core/engine/engine.h"

#include <gtest/gtest.h>
#include <string>

namespace attn::test {

/// A session from JSON in which ' stands for ".
inline Session session_of(std::string json) {
    for (char& letter : json)
        letter = letter == '\'' ? '"' : letter;
    auto session = parse_session(json, "test.json", "");
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session ? *session : Session{};
}

/// A session of three tokens, four dimensions and two heads.
inline Session small_session() {
    return session_of("{'version': 1, 'tokens': ['the', 'cat', 'sat'],"
                      " 'sizes': {'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 3}}");
}

inline Session after(const Session& session, const Edit& edit) {
    auto applied = apply(session, edit);
    EXPECT_TRUE(applied) << (applied ? "" : applied.error().message);
    return applied ? applied->session : session;
}

inline Matrix computed(const Session& session, Address slot) {
    Engine engine(1);
    return engine.compute(session.layer()).matrix(slot);
}
inline Matrix computed(const Session& session, ArrayId stage) {
    return computed(session, Address{0, stage, 0, 0});
}

/// The remark of an edit after which columns have numbers instead of names.
inline std::string names_lost(const Session& session, const Edit& edit) {
    const Result<Applied> applied = attn::apply(session, edit);
    return applied ? applied->names_lost.in(notation_of(applied->session)).letters() : applied.error().message;
}

inline std::string notice_of(const Session& session, const Edit& edit) {
    auto applied = apply(session, edit);
    EXPECT_TRUE(applied) << (applied ? "" : applied.error().message);
    return applied ? applied->notice.in(notation_of(session)).letters() : "";
}

inline std::string refusal_of(const Session& session, const Edit& edit) {
    auto applied = apply(session, edit);
    EXPECT_FALSE(applied);
    return applied ? "" : applied.error().message;
}

/// True if two sessions are equal, bit for bit, in everything that a file keeps.
bool equal_sessions(const Session& left, const Session& right);

} // namespace attn::test
