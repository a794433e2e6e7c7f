#include "app/window/input.h"

#include "ui/toolkit/typed_text.h"

#include <array>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

/// Passes events to ImGui as long as they can share a frame.
class InputFrame {
public:
    explicit InputFrame(ImGuiIO& io) : io_(&io) {}

    // Each overload returns false if the event must wait for the next frame.

    bool take(const MouseMoved& event) {
        if (pressed_ || wheeled_)
            return false;
        moved_ = true;
#if IMGUI_VERSION_NUM >= 18700
        io_->AddMousePosEvent(event.to.x, event.to.y);
#else
        io_->MousePos = {event.to.x, event.to.y};
#endif
        return true;
    }

    // A press waits for the frame after a move, in which the thing under the mouse is known.
    bool take(const MouseButtonChanged& event) {
        if (pressed_ || moved_ || wheeled_)
            return false;
        pressed_ = true;
        const int button = static_cast<int>(event.button);
#if IMGUI_VERSION_NUM >= 18700
        io_->AddMouseButtonEvent(button, event.down);
#else
        io_->MouseDown[button] = event.down;
#endif
        return true;
    }

    bool take(const WheelTurned& event) {
        if (pressed_ || moved_)
            return false;
        wheeled_ = true;
#if IMGUI_VERSION_NUM >= 18700
        io_->AddMouseWheelEvent(event.by.x, event.by.y);
#else
        io_->MouseWheelH += event.by.x;
        io_->MouseWheel += event.by.y;
#endif
        return true;
    }

    bool take(const KeyChanged& event) {
        if (typed_ || pressed_ || keyed_)
            return false;
        keyed_ = true;
        hold(event.chord);
        if (event.chord.key == Key::none)
            return true;
#if IMGUI_VERSION_NUM >= 18700
        io_->AddKeyEvent(static_cast<ImGuiKey>(imgui_key(event.chord.key)), event.down);
#else
        io_->KeysDown[imgui_key(event.chord.key)] = event.down;
#endif
        return true;
    }

    bool take(const LetterTyped& event) {
        typed_ = true;
        add_letter(*io_, event.letter);
        return true;
    }

    bool take(const FocusChanged& event) {
        io_->AddFocusEvent(event.focused);
        // ImGui releases the keys, but not the modifiers.
        if (!event.focused)
            hold({});
        return true;
    }

private:
    void hold(const Chord& chord) {
#if IMGUI_VERSION_NUM >= 18700
        io_->AddKeyEvent(ImGuiMod_Ctrl, chord.control);
        io_->AddKeyEvent(ImGuiMod_Shift, chord.shift);
        io_->AddKeyEvent(ImGuiMod_Alt, chord.alt);
#else
        io_->KeyCtrl = chord.control;
        io_->KeyShift = chord.shift;
        io_->KeyAlt = chord.alt;
#endif
    }

    ImGuiIO* io_;
    bool moved_ = false;
    bool pressed_ = false;
    bool wheeled_ = false;
    bool typed_ = false;
    bool keyed_ = false;
};

} // namespace

void InputQueue::feed(ImGuiIO& io) {
    InputFrame frame(io);
    while (!events_.empty() && std::visit([&](const auto& event) { return frame.take(event); }, events_.front()))
        events_.pop_front();
}

void name_keys([[maybe_unused]] ImGuiIO& io) {
#if IMGUI_VERSION_NUM < 18700
    constexpr std::array names{
        std::pair{ImGuiKey_Tab, Key::tab},
        std::pair{ImGuiKey_LeftArrow, Key::left},
        std::pair{ImGuiKey_RightArrow, Key::right},
        std::pair{ImGuiKey_UpArrow, Key::up},
        std::pair{ImGuiKey_DownArrow, Key::down},
        std::pair{ImGuiKey_PageUp, Key::page_up},
        std::pair{ImGuiKey_PageDown, Key::page_down},
        std::pair{ImGuiKey_Home, Key::home},
        std::pair{ImGuiKey_End, Key::end},
        std::pair{ImGuiKey_Insert, Key::insert},
        std::pair{ImGuiKey_Delete, Key::del},
        std::pair{ImGuiKey_Backspace, Key::backspace},
        std::pair{ImGuiKey_Space, Key::space},
        std::pair{ImGuiKey_Enter, Key::enter},
        std::pair{ImGuiKey_Escape, Key::escape},
        std::pair{ImGuiKey_A, letter_key('a')},
        std::pair{ImGuiKey_C, letter_key('c')},
        std::pair{ImGuiKey_V, letter_key('v')},
        std::pair{ImGuiKey_X, letter_key('x')},
        std::pair{ImGuiKey_Y, letter_key('y')},
        std::pair{ImGuiKey_Z, letter_key('z')},
    };
    for (const auto& [named, key] : names)
        io.KeyMap[named] = imgui_key(key);
#endif
}

} // namespace attn
