#pragma once

#include "core/document/session/edits.h"

namespace attn {

/// A token of one of the two sequences.
struct TokenPlace {
    Side side = Side::sequence;
    Index token = 0;
    bool operator==(const TokenPlace&) const = default;
};

} // namespace attn
