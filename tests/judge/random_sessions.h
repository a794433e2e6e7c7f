#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/figure/pictures/view_state.h"
#include "tests/random_layer.h"

namespace attn::test {

/// A session as a user might have it: words of 1 to 14 letters in several scripts, one to six heads, shared keys,
/// masks, pins, heads off, rotary positions, a context, any notation, tokens as rows or columns.
Session random_session(Random& random);

/// The session with some numbers changed, as a baseline for changes.
Session random_baseline(Random& random, const Session& session);

/// A request for any kind of figure of any array of the session, 8 to 18 cm wide or without a width.
FigureRequest random_figure(Random& random, const Session& session);

/// The view that the window has of the request's subject.
ViewState view_of(const FigureRequest& request);

} // namespace attn::test
