#pragma once

#include "tests/core/document/sessions.h"

namespace attn::test {

/// A session with more numbers than a person reads.
inline Session large_session() {
    Session session = after(small_session(), Resize{{2, 40, 40, 64, 64, 2, 32, 32}});
    session = after(session, SetBiases{true});
    for (const ArrayId id : {ArrayId::W_Q, ArrayId::W_K, ArrayId::W_V})
        session = after(session, SetCell{{0, id, 0, 1, 0, 0}, 0.1F});
    session = after(session, SetCell{{0, ArrayId::E, 0, 0, 39, 3}, 0.3F});
    return after(session, PaintMask{3, 4, -1});
}

} // namespace attn::test
