#include "core/figure/xml.h"

#include "core/files/utf8.h"

namespace attn {

std::string xml_escaped(std::string_view text) {
    std::string safe;
    for (const char letter : valid_utf8(text))
        switch (letter) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            if (static_cast<unsigned char>(letter) >= 0x20)
                safe += letter;
        }
    return safe;
}

} // namespace attn
