#pragma once

#include <cstdlib>

namespace attn {

/// True if everything is tried, however long it takes, as tests/nightly asks for.
inline bool is_at_night() {
    return std::getenv("ATTN_NIGHTLY") != nullptr; // NOLINT(concurrency-mt-unsafe): nobody sets it
}

} // namespace attn
