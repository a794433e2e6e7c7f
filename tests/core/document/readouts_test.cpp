// A session's read-outs of columns of Y, positions from both ends, and the splitting of texts.

#include "core/document/files/session_json.h"
#include "core/document/session/sentences.h"
#include "tests/core/document/sessions.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::after;
using test::computed;
using test::equal_sessions;
using test::notice_of;
using test::refusal_of;
using test::session_of;
using testing::ElementsAre;
using testing::HasSubstr;

std::string with(const std::string& keys) {
    return "{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 2}, " + keys + "}";
}

std::string problem_of(std::string json) {
    for (char& letter : json)
        letter = letter == '\'' ? '"' : letter;
    const auto session = parse_session(json, "s.json", "");
    return session ? "" : session.error().message;
}

Session written_and_read(const Session& session) {
    auto read = session_from_json(session_to_json(session).document, {}, "again.json");
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? read->session : Session{};
}

constexpr const char* ends = "'positions': {'from_start': [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]],"
                             " 'from_end': [[0, 10, 0, 0], [0, 20, 0, 0], [0, 30, 0, 0]]}";

TEST(ReadOuts, AreReadAndWrittenAsTheyWere) {
    const Session session =
        session_of(with("'split': 'letters', 'readout': [{'name': 'colour', 'columns': [2, 4], 'labels':"
                        " ['red', 'grün', 'blue']}, {'name': 'size', 'columns': [1, 2], 'labels': ['s', 'l']}]"));
    ASSERT_EQ(session.readouts.size(), 2U);
    EXPECT_EQ(session.readouts[0].first, 1);
    EXPECT_THAT(session.readouts[0].labels, ElementsAre("red", "grün", "blue"));
    EXPECT_EQ(session.split, Split::letters);
    EXPECT_TRUE(equal_sessions(written_and_read(session), session));
}

TEST(ReadOuts, ThatCannotBeAreErrorsThatSayWhere) {
    const auto refused = [](const std::string& readout) { return problem_of(with("'readout': [" + readout + "]")); };
    EXPECT_EQ(refused("{'name': 'x', 'columns': [2, 5], 'labels': ['a', 'b', 'c', 'd']}"),
              "s.json: readout[1].columns[2]: this is 5, expected a whole number from 1 to 4")
        << "Y has four columns";
    EXPECT_THAT(refused("{'name': 'x', 'columns': [1, 3], 'labels': ['a', 'b']}"),
                HasSubstr("readout[1]: there are 2 labels, expected 3, one for each of the columns 1 to 3"));
    EXPECT_THAT(refused("{'name': 'x', 'columns': [3], 'labels': ['a']}"), HasSubstr("[first, last]"));
    EXPECT_THAT(refused("{'name': '', 'columns': [1, 2], 'labels': ['a', 'b']}"), HasSubstr("the name"));
    EXPECT_THAT(refused("{'name': 'x', 'columns': [1, 2], 'labels': ['a', '']}"), HasSubstr("a label"));
    EXPECT_THAT(refused("{'name': 'x', 'columns': [1, 1], 'labels': ['a']}"), HasSubstr("at least 2"));
    EXPECT_THAT(refused("{'name': 'x', 'columns': [1, 2], 'lables': ['a', 'b']}"), HasSubstr("labels"));
    EXPECT_THAT(refused("{'name': 'x', 'columns': [1, 2], 'labels': ['a', 'b']},"
                        "{'name': 'x', 'columns': [3, 4], 'labels': ['a', 'b']}"),
                HasSubstr("two read-outs"));
    EXPECT_THAT(problem_of(with("'split': 'syllables'")), HasSubstr("split: expected \"words\" or \"letters\""));
}

TEST(ReadOuts, LoseTheLabelsOfColumnsThatGo) {
    const Session session = session_of(with("'readout': [{'name': 'colour', 'columns': [1, 3], 'labels':"
                                            " ['red', 'green', 'blue']},"
                                            " {'name': 'size', 'columns': [3, 4], 'labels': ['s', 'l']}]"));
    Sizes sizes = sizes_of(session.layer());
    sizes.D = 2;
    const Session now = after(session, Resize{sizes});
    ASSERT_EQ(now.readouts.size(), 1U);
    EXPECT_THAT(now.readouts[0].labels, ElementsAre("red", "green"));
    EXPECT_EQ(notice_of(session, Resize{sizes}), "The read-out “colour” lost the labels of columns that were removed. "
                                                 "The read-out “size” was removed with its columns of Y.");
    sizes.D = 9;
    EXPECT_EQ(after(session, Resize{sizes}).readouts, session.readouts);
    EXPECT_EQ(notice_of(session, Resize{sizes}), "");
}

TEST(ReadOuts, AreEditedAsAWhole) {
    const Session session = session_of(with("'readout': [{'name': 'x', 'columns': [1, 2], 'labels': ['a', 'b']}]"));
    const ReadOut last{.name = "size", .first = 2, .labels = {"s", "l"}};
    const Session edited = after(session, SetReadOuts{{last, session.readouts[0]}});
    ASSERT_EQ(edited.readouts.size(), 2U);
    EXPECT_EQ(edited.readouts[0], last);
    EXPECT_TRUE(equal_sessions(written_and_read(edited), edited));
    EXPECT_TRUE(after(edited, SetReadOuts{}).readouts.empty());
    EXPECT_EQ(describe(SetReadOuts{}), "change the read-outs");
}

TEST(ReadOuts, ThatAreNoneAreRefusedByEdits) {
    const Session session = session_of(with("'split': 'letters'"));
    const auto refused = [&](std::vector<ReadOut> readouts) {
        return refusal_of(session, SetReadOuts{std::move(readouts)});
    };
    EXPECT_EQ(refused({{.name = "x", .first = 3, .labels = {"a", "b"}}}),
              "the columns 4 to 5 are not all among the 4 of Y");
    EXPECT_EQ(refused({{.name = "x", .first = -1, .labels = {"a", "b"}}}),
              "the columns 0 to 1 are not all among the 4 of Y");
    EXPECT_THAT(refused({{.name = "x", .first = 0, .labels = {"a"}}}), HasSubstr("at least 2"));
    EXPECT_THAT(refused({{.name = "", .first = 0, .labels = {"a", "b"}}}), HasSubstr("the name"));
    EXPECT_EQ(
        refused({{.name = "x", .first = 0, .labels = {"a", "b"}}, {.name = "x", .first = 2, .labels = {"a", "b"}}}),
        "there are two read-outs “x”");
    EXPECT_THAT(refused(std::vector<ReadOut>(17, {.name = "x", .first = 0, .labels = {"a", "b"}})),
                HasSubstr("at most 16"));
}

TEST(PositionsFromBothEnds, AreTheSumOfTheRowFromTheStartAndTheRowFromTheEnd) {
    const Session session = session_of(with(ends));
    const Matrix three = computed(session, ArrayId::P);
    EXPECT_EQ(three(0, 0), 1);
    EXPECT_EQ(three(0, 1), 30);
    EXPECT_EQ(three(2, 0), 3);
    EXPECT_EQ(three(2, 1), 10);
    const Matrix two = computed(after(session, RemoveToken{0, 1, Side::sequence}), ArrayId::P);
    EXPECT_EQ(two(0, 1), 20) << "the first of two stands second from the end";
    EXPECT_EQ(two(1, 0), 2);
    EXPECT_TRUE(equal_sessions(written_and_read(session), session));
}

TEST(PositionsFromBothEnds, ReachAsFarAsTheirRows) {
    const Session session = session_of(with(ends));
    EXPECT_EQ(refusal_of(session, InsertToken{0, 3, "d", Side::sequence}),
              "there are 4 tokens; positions from both ends reach 3");
    EXPECT_THAT(problem_of(with("'positions': {'from_start': [[1, 0, 0, 0]], 'from_end': [[1, 0, 0, 0]]}")),
                HasSubstr("reach 1"));
    EXPECT_THAT(problem_of(with("'positions': {'from_start': [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]],"
                                " 'from_end': [[1, 0, 0, 0]]}")),
                HasSubstr("positions.from_end"));
    EXPECT_THAT(problem_of(with("'positions': {'from_start': [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]}")),
                HasSubstr("there is no from_end"));
}

TEST(PositionsFromBothEnds, GrowAndPinAsOthersDo) {
    const Session session = session_of(with(ends));
    Sizes sizes = sizes_of(session.layer());
    sizes.D = 6;
    const Matrix wide = computed(after(session, Resize{sizes}), ArrayId::P);
    EXPECT_EQ(wide(0, 1), 30);
    EXPECT_EQ(wide(0, 5), 0);
    const Session pinned = after(session, SetCell{{0, ArrayId::P, 0, 0, 1, 1}, 4});
    EXPECT_EQ(pinned.layer().pins.size(), 1U);
    EXPECT_EQ(computed(pinned, ArrayId::P)(1, 1), 4);
}

TEST(Sentences, AreTakenApartAsTheSessionSays) {
    Session session = session_of(with("'embeddings': {'a': [1, 0, 0, 0], 'b': [0, 1, 0, 0]}"));
    const Sequence& sequence = session.layer().sequence;
    EXPECT_THAT(split_text(session, sequence, " aB  c "), ElementsAre("aB", "c"));
    session.split = Split::letters;
    EXPECT_THAT(split_text(session, sequence, "Ab ÖC"), ElementsAre("a", "b", "Ö", "C"))
        << "capitals are small where only the small one is known";
    EXPECT_EQ(joined_text(session, {"a", "b"}), "ab");
    EXPECT_THAT(unknown_tokens(sequence, 0), ElementsAre("c"));
    const Session known = after(session, SetCell{{0, ArrayId::E, 0, 0, 2, 0}, 5});
    EXPECT_THAT(unknown_tokens(known.layer().sequence, 0), ElementsAre()) << "what has numbers of its own is known";
}

} // namespace
} // namespace attn
