#include "core/document/session/edits.h"

#include "core/document/session/session_limits.h"

#include "core/document/session/random_numbers.h"
#include "core/engine/engine.h"
#include "tests/core/document/sessions.h"
#include "tests/growth.h"

#include <gmock/gmock.h>
#include <limits>

namespace attn {
namespace {

using test::after;
using test::computed;
using test::names_lost;
using test::notice_of;
using test::refusal_of;
using test::session_of;
using test::small_session;
using testing::HasSubstr;

constexpr float infinity = std::numeric_limits<float>::infinity();

CellId cell(ArrayId array, Index head, Index row, Index column) {
    return {0, array, 0, head, row, column};
}

/// A session of three tokens without words, whose X is given.
Session given_session() {
    return session_of("{'version': 1, 'tokens': 3, 'sizes': {'d_model': 2, 'heads': 1}, 'embeddings': null,"
                      " 'given': [{'stage': 'X', 'matrix': [[1, 2], [3, 4], [5, 6]]}]}");
}

TEST(SetCell, OfAWeightSharesEverythingElse) {
    const Session before = small_session();
    const Session now = after(before, SetCell{cell(ArrayId::W_Q, 1, 3, 1), 2.5F});
    EXPECT_EQ(now.layer().heads[1].W_Q(3, 1), 2.5F);
    EXPECT_TRUE(now.layer().heads[0].W_Q.is_same_as(before.layer().heads[0].W_Q));
    EXPECT_TRUE(now.layer().heads[1].W_K.is_same_as(before.layer().heads[1].W_K));
    EXPECT_EQ(now.layer().sequence.embeddings, before.layer().sequence.embeddings);
}

TEST(SetCell, OfEChangesTheWordWhereverItStands) {
    const Session session = after(small_session(), SetTokens{0, {"the", "cat", "the"}, Side::sequence});
    const Session now = after(session, SetCell{cell(ArrayId::E, 0, 2, 1), 9});
    const Matrix X = computed(now, {0, ArrayId::X, 0, 0});
    EXPECT_EQ(X(0, 1), 9);
    EXPECT_EQ(X(2, 1), 9);
    EXPECT_NE(X(1, 1), 9);
    EXPECT_TRUE(now.layer().pins.empty());
}

TEST(SetCell, OfXPinsWhereItIsComputedAndEditsWhereItIsGiven) {
    const Session pinned = after(small_session(), SetCell{cell(ArrayId::X, 0, 1, 2), 4});
    EXPECT_EQ(pinned.layer().pins.size(), 1U);
    const Session edited = after(given_session(), SetCell{cell(ArrayId::X, 0, 1, 0), 4});
    EXPECT_TRUE(edited.layer().pins.empty());
    EXPECT_EQ(edited.layer().given.at({0, ArrayId::X, 0, 0})(1, 0), 4);
}

TEST(SetCell, OfAPinnedCellChangesThePin) {
    Session session = after(small_session(), Pin{cell(ArrayId::E, 0, 0, 0), 1});
    session = after(session, SetCell{cell(ArrayId::E, 0, 0, 0), 2});
    EXPECT_EQ(session.layer().pins.begin()->second, 2);
    EXPECT_EQ(computed(session, {0, ArrayId::E, 0, 0})(0, 0), 2);
}

TEST(SetCell, OfTheMaskPaintsIt) {
    const Session session = after(small_session(), SetCell{cell(ArrayId::mask, 0, 0, 1), -infinity});
    EXPECT_EQ(session.layer().mask.painted(0, 1), -infinity);
    EXPECT_EQ(computed(session, {0, ArrayId::A, 0, 1})(0, 1), 0);
}

TEST(SetCell, OfPChangesGivenPositionsAndPinsOthers) {
    const Positions given{Positions::Kind::given, Matrix::zeros(2, 4)};
    const Session session = after(small_session(), SetPositions{given, Side::sequence});
    EXPECT_EQ(after(session, SetCell{cell(ArrayId::P, 0, 1, 1), 3}).layer().sequence.positions.rows(1, 1), 3);
    EXPECT_EQ(after(session, SetCell{cell(ArrayId::P, 0, 2, 1), 3}).layer().pins.size(), 1U);
    EXPECT_EQ(after(small_session(), SetCell{cell(ArrayId::P, 0, 1, 1), 3}).layer().pins.size(), 1U);
}

TEST(SetCell, NamesTheFieldThatDoesNotFit) {
    const Session session = small_session();
    EXPECT_EQ(refusal_of(session, SetCell{cell(ArrayId::W_Q, 2, 0, 0), 1}), "W_Q: there is no head 3, expected 1 to 2");
    EXPECT_EQ(refusal_of(session, SetCell{cell(ArrayId::W_Q, 0, 4, 0), 1}), "W_Q: there is no row 5, expected 1 to 4");
    EXPECT_EQ(refusal_of(session, SetCell{cell(ArrayId::A, 0, 0, -1), 1}), "A: there is no column 0, expected 1 to 3");
    EXPECT_EQ(refusal_of(session, SetCell{cell(ArrayId::b_Q, 0, 0, 0), 1}), "b_Q does not exist in this session");
    EXPECT_THAT(refusal_of(session, SetCell{cell(ArrayId::A, 0, 0, 0), -infinity}), HasSubstr("finite"));
    EXPECT_THAT(refusal_of(session, SetCell{cell(ArrayId::mask, 0, 0, 0), infinity}), HasSubstr("or −∞"));
    EXPECT_THAT(refusal_of(session, SetCell{cell(ArrayId::W_O, 0, 0, 0), std::nanf("")}), HasSubstr("W_O: nan"));
    EXPECT_THAT(refusal_of(session, SetCell{cell(ArrayId::context, 0, 0, 0), 1}), HasSubstr("no context"));
}

TEST(SetMatrix, OfEGivesEachWordItsRow) {
    const Session before = small_session();
    const Matrix rows = Matrix::from_rows({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}});
    EXPECT_TRUE(equal_bits(computed(after(before, SetMatrix{ArrayId::E, 0, 0, rows}), {0, ArrayId::E, 0, 0}), rows));
    const Session twice = after(before, SetTokens{0, {"the", "cat", "the"}, Side::sequence});
    EXPECT_EQ(refusal_of(twice, SetMatrix{ArrayId::E, 0, 0, rows}),
              "E: rows 1 and 3 are both “the” and differ; equal words share an embedding");
}

TEST(SetMatrix, OfAStageGivesItUntilItIsComputedAgain) {
    const Session before = after(small_session(), Pin{cell(ArrayId::A, 1, 0, 0), 1});
    const Edit give = SetMatrix{ArrayId::A, 0, 1, Matrix::identity(3, 3)};
    EXPECT_EQ(notice_of(before, give), "1 pin in A was removed: other numbers were put there.");
    const Session given = after(before, give);
    EXPECT_TRUE(equal_bits(computed(given, {0, ArrayId::A, 0, 1}), Matrix::identity(3, 3)));
    const Session again = after(given, ComputeAgain{{0, ArrayId::A, 0, 1}});
    EXPECT_TRUE(equal_bits(computed(again, {0, ArrayId::A, 0, 1}), computed(small_session(), {0, ArrayId::A, 0, 1})));
    EXPECT_EQ(refusal_of(again, ComputeAgain{{0, ArrayId::A, 0, 1}}), "A is not given here; it is computed");
    EXPECT_EQ(refusal_of(before, SetMatrix{ArrayId::A, 0, 0, Matrix::zeros(3, 2)}),
              "A has shape 3 × 2, expected 3 × 3");
}

TEST(ComputeAgain, IsRefusedWhereThereIsNothingToComputeFrom) {
    EXPECT_THAT(refusal_of(given_session(), ComputeAgain{{0, ArrayId::X, 0, 0}}), HasSubstr("X cannot be computed"));
}

TEST(Fill, ChangesTheRangeAndNothingElse) {
    const Session before = small_session();
    Fill fill{ArrayId::W_Q, 0, 0, 1, 2, 0, 0, Fill::With::identity, 1, 1};
    const Matrix now = after(before, fill).layer().heads[0].W_Q;
    const Matrix was = before.layer().heads[0].W_Q;
    EXPECT_TRUE(equal_bits(now.row_block(0, 1), was.row_block(0, 1)));
    EXPECT_TRUE(equal_bits(now.row_block(1, 2), Matrix::identity(2, 2)));
    EXPECT_TRUE(equal_bits(now.row_block(3, 1), was.row_block(3, 1)));
    fill.rows = std::numeric_limits<Index>::max();
    EXPECT_THAT(refusal_of(before, fill), HasSubstr("do not lie within 4 × 2"));
}

TEST(Fill, AtRandomDependsOnTheSeedAlone) {
    const Session session = small_session();
    Fill fill{ArrayId::W_V, 0, 1, 0, 0, 0, 0, Fill::With::random, 7, 1};
    const Matrix first = after(session, fill).layer().heads[1].W_V;
    EXPECT_TRUE(equal_bits(first, after(after(session, Fill{ArrayId::W_V, 0, 1}), fill).layer().heads[1].W_V));
    EXPECT_TRUE(equal_bits(first, random_parameter(7, ArrayId::W_V, 1, {4, 3})));
    fill.seed = 8;
    EXPECT_FALSE(equal_bits(first, after(session, fill).layer().heads[1].W_V));
}

TEST(Fill, ScalesOnlyWhatIsKnown) {
    const Session session = small_session();
    Fill fill{ArrayId::E, 0, 0, 0, 0, 0, 0, Fill::With::scaled, 1, 2};
    const Matrix doubled = computed(after(session, fill), {0, ArrayId::E, 0, 0});
    EXPECT_EQ(doubled(2, 3), 2 * computed(session, {0, ArrayId::E, 0, 0})(2, 3));
    fill.array = ArrayId::Q;
    EXPECT_THAT(refusal_of(session, fill), HasSubstr("Q is computed"));
    fill.array = ArrayId::E;
    fill.number = std::numeric_limits<float>::max();
    EXPECT_THAT(refusal_of(after(session, SetCell{cell(ArrayId::E, 0, 0, 0), 2}), fill), HasSubstr("finite"));
}

TEST(Fill, OfOneRowOfEChangesItsWordThoughItStoodBefore) {
    const Session session = after(small_session(), SetTokens{0, {"the", "cat", "the"}, Side::sequence});
    const Fill fill{ArrayId::E, 0, 0, 2, 1, 0, 4, Fill::With::constant, 1, 0.5F};
    const Matrix E = computed(after(session, fill), {0, ArrayId::E, 0, 0});
    EXPECT_EQ(E(0, 3), 0.5F);
    EXPECT_EQ(E(2, 0), 0.5F);
    EXPECT_NE(E(1, 0), 0.5F);
}

TEST(Pins, MayHideAKeyButNotBreakAShare) {
    const Session session = small_session();
    EXPECT_TRUE(apply(session, Pin{cell(ArrayId::masked, 0, 0, 0), -infinity}));
    EXPECT_FALSE(apply(session, Pin{cell(ArrayId::A, 0, 0, 0), -infinity}));
    EXPECT_FALSE(apply(session, Pin{cell(ArrayId::W_Q, 0, 0, 0), 1}));
    EXPECT_FALSE(apply(session, Unpin{cell(ArrayId::A, 0, 0, 0)}));
    const Session pinned = after(session, Pin{cell(ArrayId::A, 0, 0, 0), .5F});
    EXPECT_TRUE(after(pinned, Unpin{cell(ArrayId::A, 0, 0, 0)}).layer().pins.empty());
    EXPECT_TRUE(after(pinned, UnpinAll{}).layer().pins.empty());
}

TEST(Heads, CanBeSwitchedOffSwappedAndMadeUniform) {
    const Session session = after(small_session(), SetBiases{true});
    EXPECT_FALSE(after(session, SetHeadOn{1, false}).layer().heads[1].on);
    const Session swapped = after(session, SwapQueryAndKey{0});
    EXPECT_TRUE(swapped.layer().heads[0].W_Q.is_same_as(session.layer().heads[0].W_K));
    EXPECT_TRUE(swapped.layer().heads[1].W_Q.is_same_as(session.layer().heads[1].W_Q));
    const Matrix shares = computed(after(session, MakeUniform{0}), {0, ArrayId::A, 0, 0});
    EXPECT_FLOAT_EQ(shares(0, 0), shares(0, 2));
    EXPECT_FALSE(apply(session, SetHeadOn{2, false}));
    EXPECT_TRUE(after(session, SetBiases{false}).layer().b_O.empty());
}

TEST(Options, OutOfRangeAreRefused) {
    const Session session = small_session();
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::temperature, 0}), HasSubstr("temperature"));
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::temperature, infinity}), HasSubstr("temperature"));
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::temperature, 1e-45}), HasSubstr("factor"));
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::scale, infinity}), HasSubstr("scale"));
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::window, -1}), HasSubstr("window"));
    EXPECT_THAT(refusal_of(session, SetNotation{"mine", false}), HasSubstr("expected one of default, d_h"));
    FigureRequest figure;
    figure.name = "a";
    EXPECT_THAT(refusal_of(session, ListFigures{{figure, figure}}), HasSubstr("a figure “a” already"));
    figure.name = "../a";
    EXPECT_THAT(refusal_of(session, ListFigures{{figure}}), HasSubstr("no name"));
    EXPECT_THAT(refusal_of(session, SetPositions{{Positions::Kind::given, Matrix::zeros(2, 3)}, Side::sequence}),
                HasSubstr("columns"));
    EXPECT_THAT(refusal_of(session, SetPositions{{}, Side::context}), HasSubstr("context"));
}

TEST(Resize, KeepsTheFittingPartAndGoesBack) {
    const Session before = small_session();
    const Session wide = after(before, Resize{{2, 5, 0, 6, 0, 3, 4, 3}});
    const Sizes sizes = sizes_of(wide.layer());
    EXPECT_EQ(sizes, (Sizes{2, 5, 5, 6, 6, 3, 4, 3}));
    EXPECT_EQ(wide.layer().sequence.items[1], wide.layer().sequence.items[0]);
    EXPECT_EQ(wide.layer().sequence.items[0][4], "token5");
    EXPECT_TRUE(equal_bits(wide.layer().heads[0].W_Q.resized(4, 2), before.layer().heads[0].W_Q));
    EXPECT_TRUE(test::equal_sessions(after(wide, Resize{{1, 3, 0, 4, 0, 2, 2, 3}}), before));
}

TEST(Resize, RefusesWhatNoMachineHolds) {
    const Session session = small_session();
    EXPECT_THAT(refusal_of(session, Resize{{1, 3, 3, Index{1} << 40, 0, 2, 2, 3}}), HasSubstr("d_model"));
    EXPECT_THAT(refusal_of(session, Resize{{64, 4096, 0, 4, 0, 128, 2, 3}}), HasSubstr("too many to compute"));
    EXPECT_THAT(refusal_of(session, Resize{{1, 3, 0, 8192, 0, 128, 8192, 3}}), HasSubstr("too many to hold"));
    EXPECT_THAT(refusal_of(session, Resize{{1, 3, 0, 4, 0, 2, 0, 3}}), HasSubstr("d_k cannot become 0"));
    EXPECT_THAT(refusal_of(session, Resize{{0, 3, 0, 4, 0, 2, 2, 3}}), HasSubstr("B, the number of sequences, is 0"));
}

TEST(Resize, OfTheBatchKeepsPinsAndGivenMasksForEveryItem) {
    Session session = after(small_session(), Pin{cell(ArrayId::mask, 0, 0, 1), -1});
    session = after(session, SetOption{OptionId::pad_tokens, 1});
    session = after(session, Resize{{2, 3, 0, 4, 0, 2, 2, 3}});
    EXPECT_EQ(session.layer().pins.size(), 2U);
    EXPECT_EQ(notice_of(session, SetOption{OptionId::pad_tokens, {}}), "A pin was removed with its cell.");
}

std::string described(const Edit& edit) {
    return describe(edit).in(Notation()).letters();
}

TEST(Describe, SaysWhatUndoTakesBack) {
    EXPECT_EQ(described(SetCell{cell(ArrayId::W_Q, 1, 2, 0), 1}), "change W_Q⁽²⁾[3,1]");
    EXPECT_EQ(described(Fill{ArrayId::W_Q, 0, 1, 2, 1, 0, 4, Fill::With::scaled, 1, 3}), "scale row 3 of W_Q⁽²⁾ by 3");
    EXPECT_EQ(described(Fill{ArrayId::E, 0, 0, 0, 4, 1, 1, Fill::With::constant, 1, 0.5F}),
              "fill column 2 of E with 0.5");
    EXPECT_EQ(described(SetPart{cell(ArrayId::b_O, 0, 0, 1), Matrix::zeros(1, 2)}), "paste 1 × 2 at b_O[1,2]");
    EXPECT_EQ(described(Pin{cell(ArrayId::Y, 0, 2, 0), 1}), "pin Y[3,1]");
    EXPECT_EQ(described(RenameToken{0, 2, "数据数据数据数据数据", Side::sequence}),
              "rename token 3 to “数据数据数据数据…”");
}

TEST(Resize, OfTheGroupSharesKeysOfItsFirstHeadAndGivesThemBackAsCopies) {
    const Session before = small_session();
    Sizes sizes = sizes_of(before.layer());
    sizes.queries_per_kv = 2;
    const Session shared = after(before, Resize{sizes});
    EXPECT_EQ(sizes_of(shared.layer()).H_kv(), 1);
    EXPECT_TRUE(parameter(shared.layer(), ArrayId::W_K, 1).is_same_as(before.layer().heads[0].W_K));
    const Session changed = after(shared, SetCell{cell(ArrayId::W_V, 1, 0, 0), 7});
    EXPECT_EQ(parameter(changed.layer(), ArrayId::W_V, 0)(0, 0), 7);
    EXPECT_THAT(refusal_of(shared, SwapQueryAndKey{0}), HasSubstr("2 heads share one W_K"));
    sizes.queries_per_kv = 1;
    const Session apart = after(changed, Resize{sizes});
    EXPECT_EQ(apart.layer().heads[1].W_V(0, 0), 7);
    sizes.queries_per_kv = 3;
    EXPECT_THAT(refusal_of(before, Resize{sizes}), HasSubstr("2 heads cannot share keys and values 3 at a time"));
}

TEST(SetOption, RotaryPositionsAreRefusedWhereColumnsDoNotPair) {
    const Session session = small_session();
    EXPECT_THAT(refusal_of(session, SetOption{OptionId::rotary_base, 500}), HasSubstr("first choose which columns"));
    Sizes sizes = sizes_of(session.layer());
    sizes.d_k = 4;
    const Session turning = after(after(session, Resize{sizes}), SetOption{OptionId::rotary, 1});
    EXPECT_EQ(turning.layer().rotary.pairs, Rotary::Pairs::halves);
    EXPECT_EQ(after(turning, SetOption{OptionId::rotary_base, 500}).layer().rotary.base, 500);
    EXPECT_THAT(refusal_of(turning, SetOption{OptionId::rotary_base, 0}), HasSubstr("base"));
    EXPECT_THAT(refusal_of(turning, SetOption{OptionId::rotary_dimensions, 3}), HasSubstr("an even number"));
    sizes.d_k = 3;
    EXPECT_THAT(refusal_of(after(session, Resize{sizes}), SetOption{OptionId::rotary, 2}), HasSubstr("an even number"));
}

/// A session in which columns of X, Q, V, O and Y have names.
Session session_with_names() {
    Session session = small_session();
    const Sizes sizes = sizes_of(session.layer());
    const auto name = [&](ArrayId array, Index columns) {
        for (Index i = 0; i < columns; ++i)
            session.column_names[array].push_back(std::string(1, static_cast<char>('a' + i)));
    };
    name(ArrayId::X, sizes.D);
    name(ArrayId::Q, sizes.d_k);
    name(ArrayId::V, sizes.d_v);
    name(ArrayId::O, sizes.d_v);
    name(ArrayId::Y, sizes.D);
    return session;
}

std::vector<ArrayId> arrays_with_names(const Session& session) {
    std::vector<ArrayId> arrays;
    for (const auto& [array, names] : session.column_names)
        arrays.push_back(array);
    return arrays;
}

TEST(ColumnNames, GoWhereTheWeightThatMakesTheirColumnsIsReplacedAsAWhole) {
    using testing::UnorderedElementsAre;
    const Session session = session_with_names();
    const Fill identity{.array = ArrayId::W_Q, .with = Fill::With::identity};
    EXPECT_THAT(arrays_with_names(after(session, identity)),
                UnorderedElementsAre(ArrayId::X, ArrayId::V, ArrayId::O, ArrayId::Y));
    EXPECT_EQ(names_lost(session, identity),
              "New weights: the columns of Q mean something else now, and are numbered instead of named (“a”, “b”). "
              "There is nothing to do.");
    EXPECT_EQ(notice_of(session, identity), "") << "who sees no names hears nothing";
    EXPECT_THAT(names_lost(session, Fill{.array = ArrayId::W_V, .with = Fill::With::random}),
                testing::StartsWith("New weights: the columns of V and O mean something else now"));
    const Matrix other = Matrix::zeros(session.layer().heads[0].W_O.rows(), session.layer().heads[0].W_O.columns());
    EXPECT_THAT(arrays_with_names(after(session, SetMatrix{ArrayId::W_O, 0, 0, other})),
                UnorderedElementsAre(ArrayId::X, ArrayId::Q, ArrayId::V, ArrayId::O));
}

TEST(ColumnNames, StayWhereAWeightIsScaledOrSomeOfItsCellsAreChanged) {
    const Session session = session_with_names();
    const std::vector<ArrayId> before = arrays_with_names(session);
    EXPECT_EQ(arrays_with_names(after(session, SetCell{cell(ArrayId::W_Q, 0, 0, 0), 3})), before);
    EXPECT_EQ(arrays_with_names(after(session, Fill{.array = ArrayId::W_O, .with = Fill::With::zero})), before);
    EXPECT_EQ(arrays_with_names(after(session, Fill{.array = ArrayId::W_Q, .with = Fill::With::scaled, .number = 2})),
              before);
    EXPECT_EQ(arrays_with_names(after(session, Fill{.array = ArrayId::W_Q, .first_row = 0, .rows = 1})), before);
    EXPECT_EQ(notice_of(session, Fill{.array = ArrayId::W_K, .with = Fill::With::zero}), "") << "K has no names";
}

TEST(Describe, SaysTheHeadOnlyOfWhatHasHeads) {
    EXPECT_EQ(described(Pin{cell(ArrayId::mask, 0, 0, 1), 0}), "pin mask[1,2]");
    EXPECT_EQ(described(Pin{cell(ArrayId::mask, 1, 0, 1), 0}), "pin mask⁽²⁾[1,2]");
    EXPECT_EQ(described(Pin{cell(ArrayId::scores, 1, 0, 1), 0}), "pin scores⁽²⁾[1,2]");
    EXPECT_EQ(described(Pin{cell(ArrayId::parts, 0, 0, 1), 0}), "pin parts⁽¹⁾[1,2]");
    EXPECT_EQ(described(Pin{cell(ArrayId::concat, 0, 0, 1), 0}), "pin concat[1,2]");
    EXPECT_EQ(described(SetCell{cell(ArrayId::b_O, 0, 0, 1), 0}), "change b_O[1,2]");
}

TEST(Describe, SaysOfOptionsWhatTheyBecome) {
    EXPECT_EQ(described(SetOption{OptionId::scale, std::nullopt}), "set scale to 1/√dₖ");
    EXPECT_EQ(described(SetOption{OptionId::scale, 0.5}), "set scale to 0.5");
    EXPECT_EQ(described(SetOption{OptionId::rotary, 2}), "set rotary to neighbours");
    EXPECT_EQ(described(SetOption{OptionId::gate, 1}), "switch A gate on each head's output on");
}

/// A session in which `tokens` tokens have every number of Q pinned, in 64 columns of 8 heads.
Session session_of_pins(Index tokens) {
    std::string words = "'a'";
    for (Index token = 1; token < tokens; ++token)
        words += ",'a'";
    Session session = session_of("{'version': 1, 'tokens': [" + words +
                                 "], 'sizes': {'d_model': 8, 'heads': 8, 'd_k': 64, 'd_v': 1}}");
    for (Index head = 0; head < 8; ++head)
        for (Index row = 0; row < tokens; ++row)
            for (Index column = 0; column < 64; ++column)
                session.layer().pins[{0, ArrayId::Q, 0, head, row, column}] = 1;
    return session;
}

/// With 16 times as many pins, a walk through all pins for each pin would take 256 times as long.
TEST(Edits, OfASessionWithManyPinsTakeTimeInProportion) {
    const Session some = session_of_pins(4);
    const Session many = session_of_pins(64);
    const auto edited = [](const Session& session) {
        Engine engine(1);
        engine.compute(session.layer());
        const auto after = apply(session, SetCell{{0, ArrayId::W_K, 0, 1, 2, 3}, 4});
        ASSERT_TRUE(after) << after.error().message;
        engine.compute(after->session.layer());
    };
    EXPECT_LT(test::times_as_long([&] { edited(some); }, [&] { edited(many); }), 64);
}

TEST(Limits, OfAWindowAreThoseOfAllHeadsAtOnce) {
    const Sizes long_text{1, 4096, 4096, 4096, 4096, 32, 128, 128};
    EXPECT_TRUE(check_limits(long_text));
    const auto shown = check_window_limits(long_text);
    ASSERT_FALSE(shown);
    EXPECT_THAT(shown.error().message, HasSubstr("head by head"));
    EXPECT_FALSE(check_limits({8, 4096, 4096, 64, 64, 128, 8, 8})) << "more than can be computed";
}

} // namespace
} // namespace attn
