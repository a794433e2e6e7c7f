// Everything that is saved can be opened again, up to the limits of opening.

#include "core/files/file.h"
#include "core/files/npz.h"
#include "core/journal/journal.h"
#include "core/journal/left_work.h"
#include "core/model/address.h"
#include "core/tensor/compose.h"
#include "tests/core/document/large_session.h"
#include "tests/core/document/random_edits.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

using test::after;
using test::equal_sessions;
using test::large_session;
using test::session_of;
using test::small_session;
using testing::HasSubstr;

/// The condition "not not … there are no pins", `depth` deep.
std::string nested_condition(int depth) {
    std::string text = "{'pins': 0}";
    for (int i = 0; i < depth; ++i)
        text = "{'not': " + text + "}";
    return text;
}

/// The depth that a file may have: a document, its goals, a goal and its conditions.
constexpr int deepest = 28;

Session session_with_deep_condition(int depth) {
    return session_of("{'version': 1, 'tokens': ['the', 'cat', 'sat'], 'sizes': {'d_model': 4, 'heads': 2},"
                      " 'done': [{'when': " +
                      nested_condition(depth) + ", 'say': 'so it is'}]}");
}

/// A session of `length` words, in which `count` cells of A are pinned.
Session session_with_pins(Index length, std::size_t count) {
    std::string words;
    for (Index i = 0; i < length; ++i)
        words += fmt::format("{}'w{}'", i == 0 ? "" : ", ", i);
    Session session = session_of("{'version': 1, 'tokens': [" + words + "], 'sizes': {'d_model': 4, 'heads': 1}}");
    for (std::size_t i = 0; i < count; ++i) {
        const auto cell = static_cast<Index>(i);
        session.layer().pins[{0, ArrayId::A, 0, 0, cell / length, cell % length}] = 1.0F / static_cast<float>(i + 1);
    }
    return session;
}

/// A session of a layer's stages as another program recorded them, each a square matrix for every item and head.
Session recorded_session(Index items, Index heads, Index tokens) {
    std::string counts;
    for (Index i = 0; i < items; ++i)
        counts += fmt::format("{}{}", i == 0 ? "" : ", ", tokens);
    Session session =
        session_of(fmt::format("{{'version': 1, 'tokens': [{0}], 'sizes': {{'d_model': {1}, 'heads': {2}, "
                               "'d_k': {1}, 'd_v': {1}}}}}",
                               counts, tokens, heads));
    float number = 0;
    for (const ArrayId stage : {ArrayId::Q, ArrayId::K, ArrayId::V, ArrayId::scores, ArrayId::scaled, ArrayId::masked,
                                ArrayId::exp, ArrayId::A, ArrayId::O})
        for (Index item = 0; item < items; ++item)
            for (Index head = 0; head < heads; ++head)
                session.layer().given[{0, stage, item, head}] =
                    filled(tokens, tokens, [&](Index /*i*/, Index /*j*/) { return (number += 1) / 8; });
    return session;
}

void expect_saved_and_kept(const Session& session) {
    const TemporaryFolder folder;
    const auto saved = save_session(session, folder / "s.json");
    ASSERT_TRUE(saved) << saved.error().message;
    const auto loaded = load_session(folder / "s.json");
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(equal_sessions(*loaded, session));
    Journal journal(folder / "unsaved");
    const auto kept = journal.keep({std::make_shared<const Session>(session), {}, {}, 1, Matrix::zeros(64, 64)});
    ASSERT_TRUE(kept) << kept.error().message;
    const auto left = read_left_work(*journal.folder());
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_TRUE(equal_sessions(*left->session, session));
}

TEST(WrittenIsReadable, WithConditionsAsDeepAsAFileMayHaveThem) {
    expect_saved_and_kept(session_with_deep_condition(deepest));
}

TEST(WrittenIsReadable, WithMorePinsThanATextHolds) {
    expect_saved_and_kept(session_with_pins(400, 160000));
}

TEST(WrittenIsReadable, OfARecordingOfManySmallMatrices) {
    expect_saved_and_kept(recorded_session(64, 32, 8));
}

TEST(WrittenIsReadable, OfManyMasksAndBiases) {
    Session session = after(large_session(), Resize{{32, 6, 6, 8, 8, 32, 4, 4}});
    for (Index i = 0; i < 32 * 32; ++i)
        session.layer().mask.given.push_back(Matrix::from_rows({{0, -1, -2, -3, -4, -5},
                                                                {0, 1, 2, 3, 4, 5},
                                                                {1, 1, 1, 1, 1, 1},
                                                                {2, 2, 2, 2, 2, 2},
                                                                {3, 3, 3, 3, 3, 3},
                                                                {4, 4, 4, 4, 4, static_cast<float>(i)}}));
    expect_saved_and_kept(session);
}

TEST(WrittenIsReadable, OrElseItIsNotWrittenAndTheFileOfBeforeStays) {
    const TemporaryFolder folder;
    Session too_deep = small_session();
    too_deep.goals = session_with_deep_condition(deepest).goals;
    Condition outer;
    outer.kind = Condition::Kind::none;
    outer.parts = {too_deep.goals.front().when};
    too_deep.goals.front().when = outer;
    Session long_word = small_session();
    long_word.layer().sequence.items.front().front() = std::string(5000, 'a');
    ASSERT_TRUE(save_session(small_session(), folder / "s.json"));
    const std::string before = *read_text_file(folder / "s.json");
    for (const Session* const session : {&too_deep, &long_word}) {
        const auto saved = save_session(*session, folder / "s.json");
        ASSERT_FALSE(saved);
        EXPECT_THAT(saved.error().message, HasSubstr("could not be read again"));
        EXPECT_EQ(*read_text_file(folder / "s.json"), before);
        EXPECT_EQ(folder.count_files(), 1U);
        Journal journal(folder / "unsaved");
        ASSERT_TRUE(journal.keep({std::make_shared<const Session>(small_session()), {}, {}, 1, {}}));
        EXPECT_FALSE(journal.keep({std::make_shared<const Session>(*session), {}, {}, 2, {}}));
        const auto left = read_left_work(*journal.folder());
        ASSERT_TRUE(left) << left.error().message;
        EXPECT_EQ(left->changed, 1) << "the step before stays";
        journal.discard();
        std::filesystem::remove(folder / "unsaved");
    }
}

TEST(WrittenIsReadable, FromEarlierVersionsToo) {
    // Any number of pins and given matrices may be listed one by one.
    const Session session =
        session_of("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1, 'd_k': 2, 'd_v': 2},"
                   " 'pins': [{'stage': 'A', 'item': 1, 'head': 1, 'row': 1, 'column': 2, 'value': 0.5},"
                   "          {'stage': 'A', 'row': 2, 'value': 0.25}],"
                   " 'given': [{'stage': 'Q', 'item': 1, 'head': 1, 'matrix': [[1, 2], [3, 4]]}]}");
    EXPECT_EQ(session.layer().pins.size(), 2U);
    EXPECT_EQ(session.layer().given.size(), 1U);
}

/// A stack that does not match its entries is named in the error.
TEST(WrittenIsReadable, AStackThatDoesNotFitIsNamed) {
    const TemporaryFolder folder;
    const auto message_of = [&](const std::string& entries, const NdArrays& arrays) {
        EXPECT_TRUE(write_npz(folder / "a.npz", arrays));
        std::string text = "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1}, 'arrays': "
                           "'a.npz', " +
                           entries + "}";
        std::ranges::replace(text, '\'', '"');
        const auto session = parse_session(text, "s.json", folder.path());
        return session ? std::string("no error") : session.error().message;
    };
    const auto pins_of = [&](std::vector<Index> shape, std::vector<float> numbers) {
        return message_of("'pins': [{'stage': 'A', 'cells': {'array': 'p'}}]",
                          {{"p", NdArray::of(std::move(shape), std::move(numbers))}});
    };
    EXPECT_EQ(pins_of({2, 5}, {1, 1, 1, 1, 0.5F, 1, 1, 2, 2, 0.25F}), "no error");
    EXPECT_THAT(pins_of({1, 4}, {1, 1, 1, 1}), HasSubstr("an array of 5 columns"));
    EXPECT_THAT(pins_of({1, 5}, {1, 1, 3, 1, 0}), HasSubstr("row 1 has 3, expected a whole number from 1 to 2"));
    EXPECT_THAT(pins_of({1, 5}, {1, 1, 1.5F, 1, 0}), HasSubstr("has 1.5"));
    EXPECT_THAT(pins_of({1, 5}, {1, std::numeric_limits<float>::quiet_NaN(), 1, 1, 0}), HasSubstr("has nan"));
    EXPECT_THAT(pins_of({2, 5}, {1, 1, 1, 1, 0, 1, 1, 1, 1, 0}), HasSubstr("pinned twice"));
    const auto given_of = [&](std::vector<float> slots, Index rows) {
        const auto count = std::ssize(slots) / 2;
        return message_of(
            "'given': [{'stage': 'A', 'slots': {'array': 's'}, 'matrix': {'array': 'm'}}]",
            {{"s", NdArray::of({count, 2}, std::move(slots))},
             {"m", NdArray::of({rows, 2}, std::vector<float>(static_cast<std::size_t>(rows * 2), 0.5F))}});
    };
    EXPECT_EQ(given_of({1, 1}, 2), "no error");
    EXPECT_THAT(given_of({1, 1}, 4), HasSubstr("4 × 2 together, expected 1 of 2 × 2"));
    EXPECT_THAT(given_of({1, 1, 1, 1}, 4), HasSubstr("given twice"));
    EXPECT_THAT(given_of({1, 2}, 2), HasSubstr("expected a whole number from 1 to 1"));
    EXPECT_THAT(message_of("'pins': [{'stage': 'A', 'cells': 3}]", {{"p", NdArray::of({1}, {1})}}),
                HasSubstr("expected an array"));
}

// --- Any session -------------------------------------------------------------------------------------------------

/// Within a property: any session, with goals, pins and given matrices up to a file's limits, and sometimes beyond.
Session any_session_up_to_the_limits() {
    Session session = *test::any_session();
    for (int i = 0; i < 3; ++i)
        if (auto edited = attn::apply(session, test::any_edit(session)))
            session = edited->session;
    if (*rc::gen::arbitrary<bool>())
        session.goals = session_with_deep_condition(*rc::gen::inRange(0, deepest + 1)).goals;
    if (*rc::gen::arbitrary<bool>()) {
        const Sizes before = sizes_of(session.layer());
        Sizes sizes = before;
        sizes.B = *rc::gen::element<Index>(1, 3, 16, 64);
        sizes.H = *rc::gen::element<Index>(1, 2, 16) * sizes.queries_per_kv;
        if (auto resized = attn::apply(session, Resize{sizes}))
            session = resized->session;
    }
    Layer& layer = session.layer();
    const Sizes sizes = sizes_of(layer);
    const Addresses addresses(layer);
    const bool gives = *rc::gen::arbitrary<bool>();
    const bool pins = *rc::gen::arbitrary<bool>();
    for (const ArrayId stage : {ArrayId::scores, ArrayId::A, ArrayId::O}) {
        const Shape shape = shape_of(sizes, stage);
        for (const Address& slot : addresses.slots(stage)) {
            if (gives)
                layer.given[slot] = Matrix::copy_of(Matrix::identity(shape.rows, shape.columns));
            for (Index i = 0; pins && i < shape.rows; ++i)
                layer.pins[{0, stage, slot.item, slot.head, i, 0}] = static_cast<float>(i) / 7;
        }
    }
    if (*rc::gen::weightedElement<bool>({{9, false}, {1, true}}))
        session.layer().sequence.items.front().front() = std::string(2000, 'x'); // longer than a token may be
    return session;
}

RC_GTEST_PROP(WrittenIsReadable, WheneverASessionIsSavedItIsLoadedTheSame, ()) {
    const TemporaryFolder folder;
    const Session session = any_session_up_to_the_limits();
    const bool fits = session.layer().sequence.items.front().front().size() < 2000;
    const auto saved = save_session(session, folder / "s.json");
    if (fits && !saved)
        RC_FAIL(saved.error().message);
    const auto loaded = load_session(folder / "s.json");
    RC_ASSERT(bool(saved) == bool(loaded));
    if (saved)
        RC_ASSERT(equal_sessions(session, *loaded));
}

RC_GTEST_PROP(WrittenIsReadable, WheneverASessionIsKeptItIsFoundTheSame, ()) {
    const TemporaryFolder folder;
    const Session session = any_session_up_to_the_limits();
    const bool fits = session.layer().sequence.items.front().front().size() < 2000;
    Journal journal(folder / "unsaved");
    const auto kept = journal.keep({std::make_shared<const Session>(session), {}, {}, 1, {}});
    if (fits && !kept)
        RC_FAIL(kept.error().message);
    if (!kept)
        return;
    const auto left = read_left_work(*journal.folder());
    if (!left)
        RC_FAIL(left.error().message);
    RC_ASSERT(equal_sessions(session, *left->session));
}

} // namespace
} // namespace attn
