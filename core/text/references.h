// The only reader of texts with references in braces, {name}.

#pragma once

#include <string_view>

namespace attn {

/// Calls `plain` with each part of the text outside of braces, and `reference` with the contents of each innermost pair
/// of braces. An unpaired brace counts as plain text.
template <class Plain, class Reference>
void for_each_reference(std::string_view text, const Plain& plain, const Reference& reference) {
    while (!text.empty()) {
        const std::size_t close = text.find('}');
        if (close == std::string_view::npos)
            return plain(text);
        const std::size_t open = text.rfind('{', close);
        if (open == std::string_view::npos)
            plain(text.substr(0, close + 1));
        else {
            plain(text.substr(0, open));
            reference(text.substr(open + 1, close - open - 1));
        }
        text.remove_prefix(close + 1);
    }
}

} // namespace attn
