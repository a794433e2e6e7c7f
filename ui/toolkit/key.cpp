#include "ui/toolkit/key.h"

#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

using Named = std::pair<Key, std::string_view>;

constexpr std::array named_keys{
    Named{Key::space, "space"},
    Named{Key::escape, "escape"},
    Named{Key::enter, "enter"},
    Named{Key::tab, "tab"},
    Named{Key::backspace, "backspace"},
    Named{Key::insert, "insert"},
    Named{Key::del, "delete"},
    Named{Key::right, "right"},
    Named{Key::left, "left"},
    Named{Key::down, "down"},
    Named{Key::up, "up"},
    Named{Key::page_up, "page_up"},
    Named{Key::home, "home"},
    Named{Key::page_down, "page_down"},
    Named{Key::end, "end"},
};

constexpr int f_keys = 12;
constexpr std::string_view marks = "',-./;=[\\]";

bool is_letter_or_digit(int code) {
    return (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9');
}

/// Capitals and spaces: "page_down" → "Page Down".
std::string title_case(std::string name) {
    bool first = true;
    for (char& letter : name) {
        if (first)
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        first = letter == '_';
        if (first)
            letter = ' ';
    }
    return name;
}

bool held(const Chord& chord) {
    const ImGuiIO& io = ImGui::GetIO();
    // Shift does not matter for Ctrl+plus: many keyboards have the plus above the equals sign.
    const bool is_plus = chord.key == Key::equal && chord.control;
    return io.KeyCtrl == chord.control && (is_plus || io.KeyShift == chord.shift) && io.KeyAlt == chord.alt;
}

#if IMGUI_VERSION_NUM >= 18700
using ImGuiNamed = std::pair<Key, ImGuiKey>;
constexpr std::array imgui_keys{
    ImGuiNamed{Key::space, ImGuiKey_Space},
    ImGuiNamed{Key::apostrophe, ImGuiKey_Apostrophe},
    ImGuiNamed{Key::comma, ImGuiKey_Comma},
    ImGuiNamed{Key::minus, ImGuiKey_Minus},
    ImGuiNamed{Key::period, ImGuiKey_Period},
    ImGuiNamed{Key::slash, ImGuiKey_Slash},
    ImGuiNamed{Key::semicolon, ImGuiKey_Semicolon},
    ImGuiNamed{Key::equal, ImGuiKey_Equal},
    ImGuiNamed{Key::left_bracket, ImGuiKey_LeftBracket},
    ImGuiNamed{Key::backslash, ImGuiKey_Backslash},
    ImGuiNamed{Key::right_bracket, ImGuiKey_RightBracket},
    ImGuiNamed{Key::escape, ImGuiKey_Escape},
    ImGuiNamed{Key::enter, ImGuiKey_Enter},
    ImGuiNamed{Key::tab, ImGuiKey_Tab},
    ImGuiNamed{Key::backspace, ImGuiKey_Backspace},
    ImGuiNamed{Key::insert, ImGuiKey_Insert},
    ImGuiNamed{Key::del, ImGuiKey_Delete},
    ImGuiNamed{Key::right, ImGuiKey_RightArrow},
    ImGuiNamed{Key::left, ImGuiKey_LeftArrow},
    ImGuiNamed{Key::down, ImGuiKey_DownArrow},
    ImGuiNamed{Key::up, ImGuiKey_UpArrow},
    ImGuiNamed{Key::page_up, ImGuiKey_PageUp},
    ImGuiNamed{Key::page_down, ImGuiKey_PageDown},
    ImGuiNamed{Key::home, ImGuiKey_Home},
    ImGuiNamed{Key::end, ImGuiKey_End},
};
#endif

} // namespace

int imgui_key(Key key) {
    const int code = static_cast<int>(key);
#if IMGUI_VERSION_NUM >= 18700
    if (code >= 'A' && code <= 'Z')
        return ImGuiKey_A + (code - 'A');
    if (code >= '0' && code <= '9')
        return ImGuiKey_0 + (code - '0');
    const int f1 = static_cast<int>(Key::f1);
    if (code >= f1 && code < f1 + f_keys)
        return ImGuiKey_F1 + (code - f1);
    const auto* found =
        std::find_if(imgui_keys.begin(), imgui_keys.end(), [&](const ImGuiNamed& k) { return k.first == key; });
    return found == imgui_keys.end() ? ImGuiKey_None : found->second;
#else
    // An index into KeysDown, which the window fills by the same codes.
    return code;
#endif
}

std::string key_name(Key key) {
    const int code = static_cast<int>(key);
    const auto* found =
        std::find_if(named_keys.begin(), named_keys.end(), [&](const Named& n) { return n.first == key; });
    if (found != named_keys.end())
        return std::string(found->second);
    const int f1 = static_cast<int>(Key::f1);
    if (code >= f1 && code < f1 + f_keys)
        return "f" + std::to_string(code - f1 + 1);
    return {static_cast<char>(std::tolower(code))};
}

std::optional<Key> find_key(std::string_view name) {
    const std::string wanted = lower_case(name);
    const auto* found =
        std::find_if(named_keys.begin(), named_keys.end(), [&](const Named& n) { return n.second == wanted; });
    if (found != named_keys.end())
        return found->first;
    for (int number = 1; number <= f_keys; ++number)
        if (wanted == "f" + std::to_string(number))
            return static_cast<Key>(static_cast<int>(Key::f1) + number - 1);
    if (wanted.size() != 1)
        return std::nullopt;
    const Key key = letter_key(wanted.front());
    if (is_letter_or_digit(static_cast<int>(key)) || marks.find(wanted.front()) != std::string_view::npos)
        return key;
    return std::nullopt;
}

std::optional<Key> find_written_key(std::string_view mark) {
    return mark == "+" ? Key::equal : find_key(mark);
}

std::string chord_label(const Chord& chord) {
    if (chord == Chord{.key = Key::slash, .shift = true})
        return "?";
    const std::string written = chord.key == Key::equal && chord.control ? "+" : title_case(key_name(chord.key));
    return std::string(chord.control ? "Ctrl+" : "") + (chord.shift ? "Shift+" : "") + (chord.alt ? "Alt+" : "") +
           written;
}

std::optional<Chord> parse_chord(std::string_view text) {
    if (text == "?")
        return Chord{.key = Key::slash, .shift = true};
    if (text == "+")
        return Chord{.key = Key::equal, .shift = true};
    Chord chord;
    for (std::size_t plus = text.find('+'); plus != std::string_view::npos && text != "+"; plus = text.find('+')) {
        const std::string modifier = lower_case(text.substr(0, plus));
        bool* const modified = modifier == "ctrl"    ? &chord.control
                               : modifier == "shift" ? &chord.shift
                               : modifier == "alt"   ? &chord.alt
                                                     : nullptr;
        if (modified == nullptr)
            return std::nullopt;
        *modified = true;
        text.remove_prefix(plus + 1);
    }
    const std::optional<Key> key = find_written_key(text);
    if (!key)
        return std::nullopt;
    chord.key = *key;
    return chord;
}

bool key_pressed(Key key) {
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(imgui_key(key)));
}

bool chord_pressed(const Chord& chord) {
    return held(chord) && ImGui::IsKeyPressed(static_cast<ImGuiKey>(imgui_key(chord.key)));
}

bool chord_typed(const Chord& chord) {
    const int code = static_cast<int>(chord.key);
    const bool is_question = chord == Chord{.key = Key::slash, .shift = true};
    const bool is_mark = code > static_cast<int>(Key::space) && code < static_cast<int>(Key::escape) &&
                         !is_letter_or_digit(code) && !chord.control && !chord.alt && !chord.shift;
    if (!is_mark && !is_question)
        return false;
    // If the key named after the mark is down, chord_pressed() has seen it.
    if (ImGui::IsKeyDown(static_cast<ImGuiKey>(imgui_key(chord.key))))
        return false;
    return typed_text(ImGui::GetIO()) == (is_question ? "?" : key_name(chord.key));
}

} // namespace attn
