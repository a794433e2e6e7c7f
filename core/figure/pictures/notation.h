#pragma once

#include "core/figure/pictures/subject.h"
#include "core/figure/text.h"

#include <string>

namespace attn {

/// A formula with the selected head's number in the place of (h).
Typeset set_formula(const Subject& subject, const std::string& tex, float size, Colour colour);

/// The same with the number of the head `head`.
Typeset set_formula(const Subject& subject, const std::string& tex, float size, Colour colour, Index head);

/// The same for a general head: (h) stays.
Typeset set_general_formula(const Subject& subject, const std::string& tex, float size, Colour colour);

} // namespace attn
