#pragma once

#include "core/files/json_field.h"
#include "core/notation/notation.h"

#include <span>

namespace attn {

/// read_notation, which takes an equal notation from `tried` without trying its formulas again.
NotationChoice read_notation(const Field& field, std::span<const NotationChoice> tried);

} // namespace attn
