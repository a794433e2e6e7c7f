#pragma once

#include "app/window/input.h"
#include "ui/laboratory.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// A laboratory in a window that nobody sees: no display, no graphics card, and all events as from a person.
class DeskWindow {
public:
    explicit DeskWindow(Session session, float width = 1440, float height = 900);
    DeskWindow(const DeskWindow&) = delete;
    DeskWindow& operator=(const DeskWindow&) = delete;
    ~DeskWindow();

    Laboratory& laboratory() { return *laboratory_; }
    /// Frames until all that happened was drawn.
    FrameNeeds settle();

    /// Whether the target is on the screen.
    bool shows(std::string_view target) const { return laboratory_->find_target(target).has_value(); }
    /// What it says; "(not on the screen)" where it is not.
    std::string says(std::string_view target) const;

    void click(std::string_view target);
    void double_click(std::string_view target);
    void drag(std::string_view target, Point by);
    void key(std::string_view chord);
    /// Types letters.
    void write(std::string_view text);
    /// Types letters, then Enter.
    void type(std::string_view text);
    /// Clicks the field and replaces its text.
    void fill_in(std::string_view field, std::string_view text);

private:
    FrameNeeds frame();
    Point centre_of(std::string_view target) const;
    void press_at(Point place);

    std::unique_ptr<Laboratory> laboratory_;
    InputQueue input_;
};

/// The session of a preset that the program brings.
Session preset(const std::string& name);

/// A session of some tokens, drawn from its seed.
Session sentence(const std::string& tokens_as_json);

} // namespace attn
