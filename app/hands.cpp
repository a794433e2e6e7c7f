#include "app/hands.h"

#include "core/files/utf8.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace attn {

namespace {

constexpr int longest_act = 600; ///< the most rounds of frames until the app's actions, one per round, must be done

/// Returns the letter that a key types without Ctrl and Alt; nullopt for keys such as Enter.
std::optional<char32_t> letter_of(const Chord& chord) {
    const int code = static_cast<int>(chord.key);
    if (chord.control || chord.alt || code <= 0 || code >= static_cast<int>(Key::escape))
        return std::nullopt;
    if (chord.key == Key::slash && chord.shift)
        return U'?';
    if (chord.key == Key::equal && chord.shift)
        return U'+';
    const bool capital = code >= 'A' && code <= 'Z';
    return static_cast<char32_t>(capital && !chord.shift ? code - 'A' + 'a' : code);
}

} // namespace

void Hands::glance() {
    while (!input_->empty())
        draw_();
    for (int i = 0; i < to_draw_; ++i)
        draw_();
}

void Hands::settle() {
    while (!input_->empty())
        draw_();
    int acts = 0;
    do {
        app_->finish_work();
        glance();
    } while (app_->is_finding_for_pictures() || (app_->is_acting() && ++acts < longest_act));
}

void Hands::click(Point place, MouseButton button) {
    move_to(place);
    push(MouseButtonChanged{button, true});
    push(MouseButtonChanged{button, false});
}

void Hands::drag(Point from, Point by, int steps) {
    move_to(from);
    push(MouseButtonChanged{MouseButton::left, true});
    settle();
    for (int step = 1; step <= steps; ++step) {
        const float share = static_cast<float>(step) / static_cast<float>(steps);
        move_to(from + Point{share * by.x, share * by.y});
        settle();
    }
    push(MouseButtonChanged{MouseButton::left, false});
    settle();
}

void Hands::turn_wheel(Point place, float by) {
    move_to(place);
    push(WheelTurned{{0, by}});
}

void Hands::press(const Chord& chord) {
    push(KeyChanged{chord, true});
    push(KeyChanged{chord, false});
    push(KeyChanged{{}, false}); // releases Ctrl, Shift and Alt
}

void Hands::strike(const Chord& chord) {
    push(KeyChanged{chord, true});
    if (const std::optional<char32_t> letter = letter_of(chord))
        push(LetterTyped{*letter});
    push(KeyChanged{chord, false});
    push(KeyChanged{{}, false});
}

void Hands::type(std::string_view text) {
    while (!text.empty()) {
        const Utf8Letter letter = first_letter(text);
        if (letter.bytes > 0) // bytes that are no letter are skipped
            push(LetterTyped{letter.code});
        text.remove_prefix(std::max<std::size_t>(1, letter.bytes));
    }
}

void Hands::replace(std::string_view text) {
    press({.key = letter_key('a'), .control = true});
    press({.key = Key::del});
    type(text);
    press({.key = Key::enter});
}

} // namespace attn
