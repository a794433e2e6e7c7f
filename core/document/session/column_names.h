#pragma once

#include "core/document/session/edits.h"

#include <vector>

namespace attn {

/// Arrays that lost the names of their columns, and a sentence about it; mostly empty.
struct LostColumnNames {
    std::vector<ArrayId> arrays{};
    NamedWords words{};
};

/// Drops the names of columns that are no longer true: of arrays with another number of columns, and of arrays whose
/// columns come from a weight that the edit replaced as a whole. Returns what was dropped in the second case.
LostColumnNames drop_untrue_column_names(Session& session, const Edit& edit);

} // namespace attn
