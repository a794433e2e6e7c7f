#include "core/document/session/edits.h"

#include "core/document/session/random_numbers.h"
#include "core/document/session/rearrange.h"
#include "core/engine/engine.h"
#include "tests/core/document/sessions.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::after;
using test::notice_of;
using test::refusal_of;
using test::session_of;
using test::small_session;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string>& tokens_of(const Session& session, std::size_t item = 0) {
    return session.layer().sequence.items[item];
}

std::vector<CellId> pinned(const Session& session) {
    std::vector<CellId> cells;
    for (const auto& [cell, value] : session.layer().pins)
        cells.push_back(cell);
    return cells;
}

TEST(Origins, FollowTheLongestCommonSubsequence) {
    EXPECT_THAT(origins_of({"a", "b", "c", "d"}, {"b", "d"}), ElementsAre(1, 3));
    EXPECT_THAT(origins_of({"a", "b"}, {"a", "x", "y", "b"}), ElementsAre(0, new_token, new_token, 1));
    EXPECT_THAT(origins_of({"a", "b", "c"}, {"a", "x", "c"}), ElementsAre(0, 1, 2));
    EXPECT_THAT(origins_of({"a"}, {"a", "a"}), ElementsAre(0, new_token));
    EXPECT_THAT(origins_of({"x", "a", "y", "b"}, {"a", "q", "b", "r"}), ElementsAre(1, 2, 3, new_token));
}

TEST(Tokens, UnknownWordsGetEmbeddingsFromTheirLetters) {
    for (const char* word : {"naïve", "数据", "🙂", "مرحبا"}) {
        const Session session = after(small_session(), RenameToken{0, 1, word, Side::sequence});
        EXPECT_EQ(tokens_of(session)[1], word);
        EXPECT_TRUE(equal_bits(session.layer().sequence.embeddings->at(word), embedding_from_letters(word, 4)));
    }
}

TEST(Tokens, AnEditedWordKeepsItsEmbeddingWhenItLeavesAndReturns) {
    Session session = after(small_session(), SetCell{{0, ArrayId::E, 0, 0, 1, 0}, 42});
    session = after(session, RenameToken{0, 1, "dog", Side::sequence});
    session = after(session, RenameToken{0, 1, "cat", Side::sequence});
    EXPECT_EQ(session.layer().sequence.embeddings->at("cat")(0, 0), 42);
}

TEST(Tokens, TypingLeavesNoWordsBehind) {
    Session session = small_session();
    for (const char* text : {"d", "do", "dog"})
        session = after(session, RenameToken{0, 1, text, Side::sequence});
    EXPECT_EQ(session.layer().sequence.embeddings->size(), 3U);
}

TEST(Tokens, PinsMoveWithTheirTokenByRowAndByColumn) {
    Session session = after(small_session(), Pin{{0, ArrayId::A, 0, 1, 2, 0}, .5F});
    session = after(session, MoveToken{0, 2, 0, Side::sequence});
    EXPECT_THAT(tokens_of(session), ElementsAre("sat", "the", "cat"));
    EXPECT_THAT(pinned(session), ElementsAre(CellId{0, ArrayId::A, 0, 1, 0, 1}));
    session = after(session, InsertToken{0, 1, "dog", Side::sequence});
    EXPECT_THAT(pinned(session), ElementsAre(CellId{0, ArrayId::A, 0, 1, 0, 2}));
    EXPECT_EQ(notice_of(session, RemoveToken{0, 2, Side::sequence}), "A pin was removed with its token.");
    EXPECT_TRUE(after(session, RemoveToken{0, 0, Side::sequence}).layer().pins.empty());
    EXPECT_EQ(after(session, RemoveToken{0, 1, Side::sequence}).layer().pins.size(), 1U);
}

TEST(Tokens, PositionsStayWhereTheyAre) {
    const Session session = after(small_session(), Pin{{0, ArrayId::P, 0, 0, 0, 0}, 1});
    EXPECT_THAT(pinned(after(session, MoveToken{0, 0, 2, Side::sequence})),
                ElementsAre(CellId{0, ArrayId::P, 0, 0, 0, 0}));
}

TEST(Tokens, OfAGivenInputAreLabelsWhoseRowsMoveWithThem) {
    const Session session = session_of("{'version': 1, 'tokens': 3, 'sizes': {'d_model': 2, 'heads': 1},"
                                       " 'embeddings': null,"
                                       " 'given': [{'stage': 'X', 'matrix': [[1, 2], [3, 4], [5, 6]]}]}");
    const auto X = [](const Session& now) { return now.layer().given.at({0, ArrayId::X, 0, 0}); };
    const Session renamed = after(session, RenameToken{0, 1, "cat", Side::sequence});
    EXPECT_TRUE(X(renamed).is_same_as(X(session)));
    EXPECT_EQ(token_label(renamed.layer().sequence, 0, 1), "cat");
    EXPECT_EQ(token_label(renamed.layer().sequence, 0, 2), "3");
    EXPECT_TRUE(
        equal_bits(X(after(session, MoveToken{0, 0, 2, Side::sequence})), Matrix::from_rows({{3, 4}, {5, 6}, {1, 2}})));
    EXPECT_TRUE(equal_bits(X(after(session, RemoveToken{0, 1, Side::sequence})), Matrix::from_rows({{1, 2}, {5, 6}})));
    const Edit insert = InsertToken{0, 1, "new", Side::sequence};
    EXPECT_TRUE(equal_bits(X(after(session, insert)), Matrix::from_rows({{1, 2}, {0, 0}, {3, 4}, {5, 6}})));
    EXPECT_EQ(notice_of(session, insert), "X is given: what belongs to new tokens is zeros.");
}

TEST(Tokens, PaintedMasksAndPaddingMoveWithThem) {
    Session session = after(small_session(), PaintMask{0, 2, -3});
    session = after(session, MoveToken{0, 2, 0, Side::sequence});
    EXPECT_EQ(session.layer().mask.painted(1, 0), -3);
    session =
        session_of("{'version': 1, 'tokens': [['a', 'b'], ['c', 'd']], 'mask': {'padding': [[0, '-inf'], [0, 0]]}}");
    session = after(session, MoveToken{0, 0, 1, Side::sequence});
    EXPECT_LT(session.layer().mask.padding[0](0, 0), 0);
    EXPECT_EQ(session.layer().mask.padding[1](0, 0), 0);
}

TEST(Tokens, OfOtherItemsGrowByPaddingAndShrinkAtTheEnd) {
    const Session session = session_of("{'version': 1, 'tokens': [['a', 'b'], ['c', 'd']]}");
    const Session longer = after(session, InsertToken{0, 0, "x", Side::sequence});
    EXPECT_THAT(tokens_of(longer, 1), ElementsAre("c", "d", "[pad]"));
    EXPECT_THAT(tokens_of(after(session, RemoveToken{0, 0, Side::sequence}), 1), ElementsAre("c"));
}

TEST(Tokens, OfTheContextMoveKeysAndNotQueries) {
    const Session session = session_of("{'version': 1, 'tokens': ['a', 'b'], 'context': {'tokens': ['x', 'y', 'z']}}");
    const Session pinned_session = after(session, Pin{{0, ArrayId::A, 0, 0, 1, 2}, 1});
    const Session moved = after(pinned_session, MoveToken{0, 2, 0, Side::context});
    EXPECT_THAT(pinned(moved), ElementsAre(CellId{0, ArrayId::A, 0, 0, 1, 0}));
    const Session other = after(pinned_session, MoveToken{0, 1, 0, Side::sequence});
    EXPECT_THAT(pinned(other), ElementsAre(CellId{0, ArrayId::A, 0, 0, 0, 2}));
}

TEST(Tokens, ThatCannotBeAreRefused) {
    const Session session = small_session();
    EXPECT_THAT(refusal_of(session, SetTokens{0, {}, Side::sequence}), HasSubstr("0 tokens"));
    EXPECT_THAT(refusal_of(session, SetTokens{1, {"a"}, Side::sequence}), HasSubstr("no item 2"));
    EXPECT_THAT(refusal_of(session, SetTokens{0, std::vector<std::string>(5000, "a"), Side::sequence}),
                HasSubstr("5000 tokens"));
    EXPECT_THAT(refusal_of(session, RenameToken{0, 3, "a", Side::sequence}), HasSubstr("no token 4"));
    EXPECT_THAT(refusal_of(session, RenameToken{0, 0, "\xff", Side::sequence}), HasSubstr("UTF-8"));
    EXPECT_THAT(refusal_of(session, RenameToken{0, 0, "", Side::sequence}), HasSubstr("without text"));
    EXPECT_THAT(refusal_of(session, RenameToken{0, 0, "a", Side::context}), HasSubstr("context"));
    EXPECT_THAT(refusal_of(session, InsertToken{0, 4, "a", Side::sequence}), HasSubstr("place 5"));
    const Session alone = after(session, SetTokens{0, {"a"}, Side::sequence});
    EXPECT_THAT(refusal_of(alone, RemoveToken{0, 0, Side::sequence}), HasSubstr("at least one"));
    const Session placed = after(session, SetPositions{{Positions::Kind::one_hot, {}}, Side::sequence});
    EXPECT_THAT(refusal_of(placed, SetTokens{0, {"a", "b", "c", "d", "e"}, Side::sequence}), HasSubstr("one-hot"));
}

} // namespace
} // namespace attn
