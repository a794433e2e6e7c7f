#pragma once

#include "core/document/edits.h"

namespace attn {

/// Column names say what the numbers of columns mean. Drops those that are so no longer: of arrays that have other
/// columns now, and of those that a weight makes which the edit replaced as a whole. Says which went in the second
/// case.
NamedWords drop_untrue_column_names(Session& session, const Edit& edit);

} // namespace attn
