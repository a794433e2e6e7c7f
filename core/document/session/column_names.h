#pragma once

#include "core/document/session/edits.h"

#include <vector>

namespace attn {

/// The arrays whose column names were dropped, and a sentence about it; mostly empty.
struct LostColumnNames {
    std::vector<ArrayId> arrays{};
    NamedWords words{};
};

/// Drops column names that are no longer right: of arrays whose number of columns changed, and of arrays whose columns
/// come from a weight that the edit replaced. Returns those of the second case.
LostColumnNames drop_untrue_column_names(Session& session, const Edit& edit);

} // namespace attn
