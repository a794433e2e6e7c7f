#pragma once

#include "core/files/json_field.h"
#include "core/tokenizer/pattern.h"

namespace attn {

/// Reads the pattern of {"String": "…"} or {"Regex": "…"}. A pattern that cannot be read becomes an error of the field.
inline Pattern read_pattern(const Field& field) {
    if (const Field text = field["String"]; text.exists())
        return Pattern::literal(text.text());
    if (const Field regex = field["Regex"]; regex.exists()) {
        auto pattern = Pattern::expression(regex.text());
        if (pattern)
            return *std::move(pattern);
        regex.fail(pattern.error().message);
    }
    field.fail("expected {\"String\": …} or {\"Regex\": …}");
    return Pattern::literal({});
}

} // namespace attn
