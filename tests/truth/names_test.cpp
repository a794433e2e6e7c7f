// All words call arrays and lengths as in the reader's notation.

#include "core/document/options/session_notation.h"
#include "core/document/session/edits.h"
#include "core/figure/figure.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/findings.h"
#include "tests/judge/literal_names.h"
#include "tests/judge/random_sessions.h"
#include "tests/truth/preset_sessions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

using test::LiteralNames;
using test::Shown;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

template <class Visit>
void in_every_notation(Session session, const Visit& visit) {
    for (const std::string_view name : notation_names())
        for (const bool columns : {false, true}) {
            session.notation = NotationChoice(name);
            session.tokens_as_columns = columns;
            visit(session);
        }
}

TEST(Names, AreFoundWhereTheyArePlanted) {
    Shown shown = Shown::preset("by-hand");
    const auto found = [&](const char* text) { return LiteralNames(shown.session()).in(text).size(); };
    EXPECT_EQ(found("row_max of W_Q: d_model is 4"), 2U) << "W_Q is what it is called";
    shown.in_notation_of("Txd");
    EXPECT_EQ(found("concat of W_Q, and scores[1,2]"), 3U);
    EXPECT_EQ(found("A score, P(j|i) and the scores of A_b or a.W"), 0U);
    EXPECT_EQ(found(shown_name(shown.session(), ArrayId::W_Q).c_str()), 0U);
}

TEST(Names, OfPresetsFollowTheNotation) {
    for (const Session& preset : test::preset_sessions())
        in_every_notation(preset, [](const Session& session) {
            std::vector<std::string> texts{session.title, session.question, session.about, session.hint};
            for (const Goal& goal : session.goals)
                texts.insert(texts.end(), {goal.say, goal.then});
            const LiteralNames names(session);
            for (const std::string& text : texts) {
                const std::string shown = text_in(session, text);
                EXPECT_THAT(names.in(shown), IsEmpty()) << session.title << ", " << session.notation.name();
                EXPECT_THAT(shown, Not(HasSubstr("{"))) << session.title;
            }
        });
}

TEST(Names, OfPresetsCountHeadsAndLinesAsTheReaderDoes) {
    Shown shown = Shown::preset("who-and-where");
    shown.in_notation_of("sum").columns();
    const Session& session = shown.session();
    EXPECT_THAT(text_in(session, session.hint), HasSubstr("of head 0,"));
    EXPECT_EQ(text_in(session, "a {row}, {rows}, {columns}, {name d_k} and {what}"),
              "a column, columns, rows, dₖ and {what}");
}

/// Edits that a session of by-hand refuses, of any array and of other things.
std::vector<Edit> refused_edits(const Session& session) {
    const Matrix one = Matrix::zeros(1, 1);
    Matrix nan = Matrix::zeros(1, 1).with_cell(0, 0, std::numeric_limits<float>::quiet_NaN());
    std::vector<Edit> edits;
    for (const Array& row : arrays()) {
        const ArrayId id = row.id;
        edits.insert(
            edits.end(),
            {SetCell{{0, id, 0, 0, 99, 0}, 1}, SetCell{{0, id, 0, 99, 0, 0}, 1}, SetCell{{0, id, 9, 0, 0, 0}, 1},
             SetCell{{0, id, 0, 0, 0, 99}, 1}, SetCell{{0, id, 0, 0, 0, 0}, std::numeric_limits<float>::infinity()},
             Pin{{0, id, 0, 0, 0, 99}, 1}, Unpin{{0, id, 0, 0, 0, 0}}, SetMatrix{id, 0, 0, one},
             SetMatrix{id, 0, 0, Matrix()}, SetMatrix{id, 0, 0, nan}, SetPart{{0, id, 0, 0, 0, 99}, one, false},
             SetPart{{0, id, 0, 0, 0, 0}, one, false}, SetPart{{0, id, 0, 0, 0, 0}, Matrix(), false},
             ComputeAgain{{0, id, 0, 0}}, Fill{.array = id, .with = Fill::With::scaled, .number = 2},
             Fill{.array = id, .first_row = 99, .rows = 1, .columns = 1, .with = Fill::With::zero}});
    }
    for (const auto& [length, wrong] : std::vector<std::pair<Index Sizes::*, Index>>{{&Sizes::D, 0},
                                                                                     {&Sizes::D, 1 << 30},
                                                                                     {&Sizes::d_k, 0},
                                                                                     {&Sizes::d_k, 1 << 30},
                                                                                     {&Sizes::d_v, 0},
                                                                                     {&Sizes::S_q, 1 << 30},
                                                                                     {&Sizes::H, 1 << 30},
                                                                                     {&Sizes::B, 1 << 30}}) {
        Resize resize{sizes_of(session.layer())};
        resize.sizes.*length = wrong;
        edits.emplace_back(resize);
    }
    Sizes many = sizes_of(session.layer());
    many.B = 64;
    many.S_q = 1024;
    many.D = 1024;
    edits.emplace_back(Resize{many});
    edits.emplace_back(SetPositions{{}, Side::context});
    edits.emplace_back(SwapQueryAndKey{9});
    edits.emplace_back(SetReadOuts{{ReadOut{"a", 99, {"b", "c"}}}});
    return edits;
}

/// Expects that refusals name everything in the notation's letters. Returns the number of refused edits.
int expect_refusals_in_letters(const Session& session) {
    std::vector<Edit> edits = refused_edits(session);
    edits.emplace_back(SwapQueryAndKey{0});
    const LiteralNames names(session);
    int refused = 0;
    for (const Edit& edit : edits)
        if (const auto applied = apply(session, edit); !applied) {
            ++refused;
            EXPECT_THAT(names.in(text_in(session, applied.error())), IsEmpty())
                << session.notation.name() << ": " << applied.error().message;
        }
    return refused;
}

TEST(Names, OfRefusedEditsFollowTheNotation) {
    Session by_hand = Shown::preset("by-hand").session();
    for (const std::string_view name : notation_names()) {
        by_hand.notation = NotationChoice(name);
        EXPECT_GT(expect_refusals_in_letters(by_hand), 200);
    }
    Shown shared_keys = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2, "
                                    "'key_value_heads': 1}, 'seed': 3}");
    EXPECT_GT(expect_refusals_in_letters(shared_keys.in_notation_of("Txd").session()), 200);
}

/// The command line keeps the names of files.
TEST(Names, OfRefusedEditsAreThoseOfFilesOnTheCommandLine) {
    Shown shown = Shown::preset("by-hand");
    shown.in_notation_of("Txd");
    const auto applied = apply(shown.session(), Unpin{{0, ArrayId::O, 0, 1, 1, 0}});
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().message, "O/2[2,1] is not pinned");
    EXPECT_EQ(text_in(shown.session(), applied.error()), "y⁽²⁾[2,1] is not pinned");
}

TEST(Names, OfWhatEditsSayFollowTheNotation) {
    in_every_notation(Shown::preset("by-hand").session(), [](const Session& session) {
        std::vector<Edit> edits;
        for (const Array& row : arrays())
            edits.insert(edits.end(), {SetCell{{0, row.id, 0, 1, 0, 0}, 1}, Pin{{0, row.id, 0, 1, 0, 0}, 1},
                                       SetPart{{0, row.id, 0, 1, 0, 0}, Matrix::zeros(1, 1), true},
                                       Fill{.array = row.id, .with = Fill::With::zero}});
        edits.insert(edits.end(), {SwapQueryAndKey{1}, SetBiases{true}, SetHeadOn{1, false}});
        const LiteralNames names(session);
        const Notation notation = notation_of(session);
        for (const Edit& edit : edits) {
            EXPECT_THAT(names.in(describe(edit).in(notation).letters()), IsEmpty());
            if (const auto applied = apply(session, edit))
                EXPECT_THAT(names.in(applied->notice.in(notation).letters()), IsEmpty());
        }
    });
}

TEST(Names, OfFiguresFollowTheNotation) {
    std::set<std::string> wrong;
    int figures = 0;
    for (std::uint32_t seed = 0; seed < test::number_of_sessions() / 2; ++seed) {
        test::Random random(seed);
        const test::Case drawn(random);
        for (int i = 0; i < 2; ++i) {
            const FigureRequest request = test::random_figure(random, drawn.session);
            const auto figure = lay_out(request, {drawn.session, drawn.trace, typesetter(), &drawn.before});
            if (!figure)
                continue;
            ++figures;
            Session session = drawn.session;
            session.notation = request.notation.value_or(session.notation);
            session.tokens_as_columns = request.tokens_as_columns.value_or(session.tokens_as_columns);
            for (const std::string& found : LiteralNames(session).in(figure->list))
                wrong.insert(request.kind + ", " + session.notation.name() + ": " + found);
        }
    }
    EXPECT_GT(figures, static_cast<int>(test::number_of_sessions() / 4));
    EXPECT_THAT(wrong, IsEmpty());
}

} // namespace
} // namespace attn
