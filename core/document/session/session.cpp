#include "core/document/session/session.h"

#include "core/model/arrays.h"

#include <fmt/core.h>

namespace attn {

std::string about_with_caveats(const Session& session) {
    std::string text = session.about;
    const auto add = [&](const std::string& sentence) {
        if (!text.empty() && !text.ends_with(' '))
            text += ' ';
        text += sentence;
    };
    for (const Caveat& caveat : session.layer().caveats)
        add(fmt::format("Take care, from {{name {}}} on: {}.", array_name(caveat.from), caveat.says));
    for (const std::string& caution : session.cautions)
        add(caution);
    return text;
}

std::string token_label(const Sequence& sequence, Index item, Index token) {
    const auto& text = sequence.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(token)];
    return text.empty() ? std::to_string(token + 1) : text;
}

} // namespace attn
