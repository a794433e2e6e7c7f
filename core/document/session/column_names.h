#pragma once

#include "core/document/session/edits.h"

#include <vector>

namespace attn {

/// Arrays whose columns have numbers now instead of names, and what is said of that; mostly none.
struct LostColumnNames {
    std::vector<ArrayId> arrays{};
    NamedWords words{};
};

/// Column names say what the numbers of columns mean. Drops those that are so no longer: of arrays that have other
/// columns now, and of those that a weight makes which the edit replaced as a whole. Says which went in the second
/// case.
LostColumnNames drop_untrue_column_names(Session& session, const Edit& edit);

} // namespace attn
