#include "core/engine/engine.h"
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
using test::small_session;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SetContext, BeginsAsACopyThatChangesNoNumber) {
    const Session before = after(small_session(), Pin{{0, ArrayId::X, 0, 0, 1, 2}, 3});
    const Session now = after(before, SetContext{true});
    ASSERT_TRUE(now.layer().context);
    EXPECT_THAT(now.layer().context->items.front(), ElementsAre("the", "cat", "sat"));
    EXPECT_TRUE(equal_bits(computed(before, ArrayId::Y), computed(now, ArrayId::Y)));
}

TEST(SetContext, MakesACausalMaskOneOfPlacesWhichIsSaid) {
    const SetOption causal{OptionId::mask, 1};
    const auto said = [&](const Session& session) {
        const Result<Applied> applied = attn::apply(session, causal);
        return applied ? applied->notice.in(Notation()).letters() : applied.error().message;
    };
    EXPECT_EQ(said(small_session()), "");
    EXPECT_THAT(said(after(small_session(), SetContext{true})), testing::HasSubstr("Causal goes by places"));
}

TEST(SetContext, CopiesAnInputThatIsGiven) {
    const Session before = session_of("{'version': 1, 'tokens': 2, 'sizes': {'d_model': 2, 'heads': 1},"
                                      " 'embeddings': null, 'given': [{'stage': 'X', 'matrix': [[1, 2], [3, 4]]}]}");
    const Session now = after(before, SetContext{true});
    EXPECT_TRUE(equal_bits(computed(before, ArrayId::Y), computed(now, ArrayId::Y)));
}

TEST(SetContext, LetsKeysChangeWhileQueriesStay) {
    const Session crossed = after(small_session(), SetContext{true});
    const Session now = after(crossed, SetTokens{0, {"le", "chat"}, Side::context});
    EXPECT_TRUE(equal_bits(computed(crossed, ArrayId::Q), computed(now, ArrayId::Q)));
    EXPECT_EQ(computed(now, ArrayId::A).shape(), (Shape{3, 2}));
}

TEST(SetContext, GoesBackToXAndKeepsWhatFits) {
    const Session before = small_session();
    Session crossed = after(before, SetContext{true});
    EXPECT_TRUE(equal_sessions(after(crossed, SetContext{false}), before));
    crossed = after(crossed, SetTokens{0, {"le", "chat"}, Side::context});
    crossed = after(crossed, Pin{{0, ArrayId::context, 0, 0, 0, 0}, 1});
    crossed = after(crossed, PaintMask{2, 1, -1});
    Sizes wider = sizes_of(crossed.layer());
    wider.D_context = 6;
    crossed = after(crossed, Resize{wider});
    const Session back = after(crossed, SetContext{false});
    EXPECT_FALSE(back.layer().context);
    EXPECT_TRUE(back.layer().pins.empty());
    EXPECT_EQ(back.layer().mask.painted(2, 1), -1);
    EXPECT_TRUE(equal_bits(back.layer().heads[1].W_K, before.layer().heads[1].W_K));
    EXPECT_EQ(computed(back, ArrayId::A).shape(), (Shape{3, 3}));
}

TEST(SetContext, IsRefusedWhereItIsSoAlready) {
    EXPECT_THAT(refusal_of(small_session(), SetContext{false}), HasSubstr("made from X already"));
    EXPECT_THAT(refusal_of(after(small_session(), SetContext{true}), SetContext{true}), HasSubstr("already"));
}

} // namespace
} // namespace attn
