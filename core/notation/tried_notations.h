#pragma once

#include "core/files/json_field.h"
#include "core/notation/notation.h"

#include <span>

namespace attn {

/// As read_notation; one that equals a notation whose formulas were tried already is that one, and is not tried again.
NotationChoice read_notation(const Field& field, std::span<const NotationChoice> tried);

} // namespace attn
