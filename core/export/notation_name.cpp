#include "core/export/notation_name.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <utility>

namespace attn {

namespace {

bool is_letter(char byte) {
    return std::isalpha(static_cast<unsigned char>(byte)) != 0;
}

/// True for commands that only style or arrange letters.
bool is_style(std::string_view command) {
    constexpr std::array<std::string_view, 12> styles{"mathrm",       "mathbf", "mathsf", "mathit", "mathcal", "text",
                                                      "operatorname", "left",   "right",  "top",    "frac",    "sqrt"};
    return std::ranges::find(styles, command) != styles.end();
}

} // namespace

std::string ascii_of_formula(std::string_view tex) {
    std::string name;
    const auto part = [&] {
        if (!name.empty() && name.back() != '-')
            name += '-';
    };
    for (std::size_t at = 0; at < tex.size();) {
        if (tex[at] == '\\') {
            const std::size_t begin = ++at;
            while (at < tex.size() && is_letter(tex[at]))
                ++at;
            const std::string_view command = tex.substr(begin, at - begin);
            if (command.empty() || is_style(command)) {
                at += command.empty() ? 1 : 0;
                continue;
            }
            part();
            name += command;
            part();
            continue;
        }
        if (std::isalnum(static_cast<unsigned char>(tex[at])) != 0)
            name += tex[at];
        else if (tex[at] != '{' && tex[at] != '}')
            part();
        ++at;
    }
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name;
}

std::string file_name_of(const Session& session, ArrayId array, FileNames names) {
    std::string usual(array_name(array));
    if (names == FileNames::arrays)
        return usual;
    // The name lacks the letter that counts heads: a file has one head, or all of them.
    NotationProfile profile = session.notation.profile();
    profile.symbols["head"] = "";
    Session shown = session;
    shown.notation = NotationChoice(std::make_shared<const NotationProfile>(std::move(profile)));
    const std::string in_letters = ascii_of_formula(in_notation(symbol_of(array), notation_of(shown)));
    return in_letters.empty() ? usual : in_letters;
}

} // namespace attn
