#pragma once

#include "core/files/json_field.h"
#include "core/notation/notation.h"

#include <span>

namespace attn {

/// Reads a notation as read_notation does; if it equals one of `tried`, whose formulas have already been checked, they
/// are not checked again.
NotationChoice read_notation(const Field& field, std::span<const NotationChoice> tried);

} // namespace attn
