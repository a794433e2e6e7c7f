#include "core/document/session/session.h"

namespace attn {

std::string token_label(const Sequence& sequence, Index item, Index token) {
    const auto& text = sequence.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(token)];
    return text.empty() ? std::to_string(token + 1) : text;
}

} // namespace attn
