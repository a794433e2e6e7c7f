#pragma once

#include <span>
#include <string_view>

namespace attn {

/// A file of assets/notations.
struct ShippedNotationText {
    std::string_view name;
    std::string_view json;
};

/// Those files, as the build found them: a session that names a notation can be read wherever it is.
std::span<const ShippedNotationText> shipped_notation_texts();

} // namespace attn
