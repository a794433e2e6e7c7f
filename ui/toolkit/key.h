#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The keys that the program knows, named by what is written on them. Printable keys have the code of their
/// (upper-case) letter; the others follow after 255.
enum class Key : int {
    none = 0,
    space = ' ',
    apostrophe = '\'',
    comma = ',',
    minus = '-',
    period = '.',
    slash = '/',
    digit_0 = '0', // the other digits, and letters, by letter_key()
    semicolon = ';',
    equal = '=',
    left_bracket = '[',
    backslash = '\\',
    right_bracket = ']',
    escape = 256,
    enter,
    tab,
    backspace,
    insert,
    del,
    right,
    left,
    down,
    up,
    page_up,
    page_down,
    home,
    end,
    f1 = 290, // to f12 = 301
    f2 = 291,
    f5 = 294,
    f6 = 295,
    f11 = 300,
    f12 = 301,
};
constexpr int key_limit = 302;

/// The key of a letter or digit, in either case: letter_key('z').
constexpr Key letter_key(char letter) {
    return static_cast<Key>(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

/// The key's code for ImGui::IsKeyPressed and IsKeyDown.
int imgui_key(Key key);

/// The key's name in scripts: "z", "7", "page_down", "f11", "[", "escape".
std::string key_name(Key key);
std::optional<Key> find_key(std::string_view name);
/// Returns the key on which the mark is written; "+" is on the key of the equals sign.
std::optional<Key> find_written_key(std::string_view mark);

/// A key, with the modifiers that are held down.
struct Chord {
    Key key = Key::none;
    bool control = false;
    bool shift = false;
    bool alt = false;
    bool operator==(const Chord&) const = default;
};

/// Returns the chord as people write it: "Ctrl+Shift+Z", "Page Down", "?".
std::string chord_label(const Chord& chord);

/// Reads "ctrl+z", "shift+tab", "page_down", "?" in either case; `nullopt` if the text names no key.
std::optional<Chord> parse_chord(std::string_view text);

/// True if the key was pressed in this frame (repeats count), whichever modifiers are held down.
bool key_pressed(Key key);

/// True if the chord was pressed in this frame (repeats count), with exactly these modifiers.
bool chord_pressed(const Chord& chord);

/// True if the chord's mark was typed: other keyboards have [ and ? on other keys.
bool chord_typed(const Chord& chord);

} // namespace attn
