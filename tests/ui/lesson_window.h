#pragma once

#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <variant>

namespace attn {

/// Goes to the next step of the lesson, whatever this one asks.
inline void pass_over(OffscreenWindow& window) {
    if (window.app().workspace().lesson->is_through())
        window.key("page_down");
    else
        window.click("action:lesson-skip");
}

/// Goes to a step of the open lesson, counted from 1.
inline void go_to_step(OffscreenWindow& window, int step) {
    while (static_cast<int>(window.app().workspace().lesson->step) + 1 < step)
        pass_over(window);
}

/// A window with a lesson of the course opened from the list.
struct LessonWindow : OffscreenWindow {
    explicit LessonWindow(const std::string& id, int steps_on = 0) : OffscreenWindow(preset("by-hand"), 1280, 720) {
        click("action:menu/help");
        click("action:lessons");
        click("action:lesson/" + id);
        for (int step = 0; step < steps_on; ++step)
            pass_over(*this);
    }
    void put(std::string_view cell, std::string_view number) {
        double_click(cell);
        key("ctrl+a");
        type(number);
    }
};

/// All texts in the window.
inline std::string all_words(OffscreenWindow& window) {
    std::string words;
    for (const Item& item : window.app().scene().list.items)
        if (const Text* const text = std::get_if<Text>(&item.shape()))
            words += text->text + "\n";
    return words;
}

/// Answers the open question by its digit or a number, rightly or with the first wrong answer.
inline void answer(OffscreenWindow& window, bool right) {
    const Bet& bet = *window.app().workspace().lesson->now().bet;
    if (bet.kind == Bet::Kind::type) {
        const float number = bet.number ? *bet.number : window.app().trace().value(*bet.cell);
        window.fill_in("field:lesson-number", right ? fmt::format("{}", number) : "-77");
        return;
    }
    const auto choice = std::ranges::find(bet.choices, right, &Choice::right) - bet.choices.begin();
    window.key(std::to_string(choice + 1));
}

} // namespace attn
