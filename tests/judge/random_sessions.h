#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/figure/pictures/view_state.h"
#include "tests/random_layer.h"

namespace attn::test {

/// A session as somebody might have one: words of 1 to 14 letters in several scripts, one to six heads, shared keys,
/// masks, pins, heads off, rotary positions, a context, any notation, tokens as rows or columns.
Session random_session(Random& random);

/// The same session with some numbers changed, of the same shape: what a change can be counted from.
Session random_baseline(Random& random, const Session& session);

/// Any kind of figure of any array of the session, 8 to 18 cm wide or as wide as it likes.
FigureRequest random_figure(Random& random, const Session& session);

/// What the request is about, as the window looks at it.
ViewState view_of(const FigureRequest& request);

} // namespace attn::test
