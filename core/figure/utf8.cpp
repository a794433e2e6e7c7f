#include "core/figure/utf8.h"

#include <cstddef>
#include <glib.h>
#include <memory>

namespace attn {

std::string valid_utf8(std::string_view text) {
    if (text.empty())
        return {};
    const std::unique_ptr<char, void (*)(void*)> made(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())),
                                                      g_free);
    std::string valid(made.get());
    for (const std::string_view forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (std::size_t at = valid.find(forbidden); at != std::string::npos; at = valid.find(forbidden, at))
            valid.replace(at, forbidden.size(), "\xEF\xBF\xBD");
    return valid;
}

} // namespace attn
