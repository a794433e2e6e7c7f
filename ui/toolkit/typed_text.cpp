#include "ui/toolkit/typed_text.h"

#include "ui/toolkit/field.h"

#include <algorithm>
#include <cctype>
#include <imgui.h>
#include <vector>

namespace attn {

namespace {

constexpr char32_t first_astral = 0x10000;
constexpr bool wide_letters = sizeof(ImWchar) > 2;

} // namespace

void add_letter(ImGuiIO& io, char32_t letter) {
    if (wide_letters || letter < first_astral) {
        io.AddInputCharacter(static_cast<unsigned>(letter));
        return;
    }
    const char32_t rest = letter - first_astral;
    io.AddInputCharacter(static_cast<unsigned>(0xD800U + (rest >> 10U)));
    io.AddInputCharacter(static_cast<unsigned>(0xDC00U + (rest & 0x3FFU)));
}

std::string typed_text(const ImGuiIO& io) {
    std::vector<char32_t> units;
    for (const ImWchar unit : io.InputQueueCharacters)
        units.push_back(unit);
    return utf8_of(units);
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return result;
}

} // namespace attn
