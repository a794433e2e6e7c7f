#include "core/document/session/steps.h"

#include "core/model/arrays.h"
#include "tests/core/document/sessions.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <string>

namespace attn {
namespace {

using test::after;
using test::small_session;

std::string steps_in(const Session& session, StepsShown shown = StepsShown::notes) {
    Engine engine(1);
    std::vector<std::string_view> names;
    for (const ArrayId step : steps_of(engine.compute(session.layer()), session.notation, shown))
        names.push_back(array_name(step));
    return fmt::format("{}", fmt::join(names, " "));
}

Session in(Session session, std::string_view notation) {
    session.notation = NotationChoice(notation);
    return session;
}

TEST(Steps, AreThoseOfTheNotes) {
    const Session session = small_session();
    EXPECT_EQ(steps_in(session), "X Q K V scores A O concat Y");
    EXPECT_EQ(steps_in(in(session, "nxd")), "X Q K V scores scaled A O concat Y") << "its Scores have a product";
    EXPECT_EQ(steps_in(in(session, "sum")), "X Q K V scores A O parts Y");
}

TEST(Steps, AllAreEveryArrayOfTheLayer) {
    EXPECT_EQ(steps_in(small_session(), StepsShown::all),
              "E P X Q K V scores scaled mask masked row_max exp row_sum A O concat parts Y");
}

TEST(Steps, OneHeadIsBesideNothing) {
    Session session = small_session();
    session = after(session, Resize{{.B = 1, .S_q = 3, .S_k = 3, .D = 4, .D_context = 4, .H = 1, .d_k = 2, .d_v = 3}});
    EXPECT_EQ(steps_in(session), "X Q K V scores A O Y");
}

TEST(Steps, WhatTheUserSetIsOne) {
    const Session session = small_session();
    EXPECT_EQ(steps_in(after(session, SetOption{OptionId::mask, 1})), "X Q K V scores mask masked A O concat Y");
    EXPECT_EQ(steps_in(after(session, SetOption{OptionId::temperature, 2})), "X Q K V scores scaled A O concat Y");
    EXPECT_EQ(steps_in(after(session, Pin{{0, ArrayId::exp}, 1})), "X Q K V scores exp A O concat Y");
}

TEST(Steps, BetweenTwoTheNextIsTheOneThatAnArrayIsInsideOf) {
    const std::vector<ArrayId> steps{ArrayId::X, ArrayId::scores, ArrayId::A};
    EXPECT_EQ(step_from(steps, ArrayId::scores, 1), ArrayId::A);
    EXPECT_EQ(step_from(steps, ArrayId::scores, -1), ArrayId::X);
    EXPECT_EQ(step_from(steps, ArrayId::exp, 1), ArrayId::A);
    EXPECT_EQ(step_from(steps, ArrayId::exp, -1), ArrayId::scores);
    EXPECT_EQ(step_from(steps, ArrayId::Y, 1), ArrayId::A);
    EXPECT_EQ(step_from(steps, ArrayId::E, -1), ArrayId::X);
    EXPECT_EQ(place_among(steps, ArrayId::scores), 1);
    EXPECT_EQ(place_among(steps, ArrayId::exp), 2);
    EXPECT_EQ(place_among(steps, ArrayId::Y), 2);
}

} // namespace
} // namespace attn
