#pragma once

#include "app/window/input.h"
#include "ui/shell/app.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// The app in a window that nobody sees: no display, no graphics card, and all events as from a person.
class OffscreenWindow {
public:
    explicit OffscreenWindow(SavedSession first, float width = 1440, float height = 900, AppOptions options = {});
    OffscreenWindow(const OffscreenWindow&) = delete;
    OffscreenWindow& operator=(const OffscreenWindow&) = delete;
    ~OffscreenWindow();

    App& app() { return *app_; }
    /// Frames until all that happened was drawn, and what takes its time is done.
    FrameNeeds settle();
    /// Frames until all that happened was drawn; what takes its time may go on.
    FrameNeeds glance();
    /// One frame.
    FrameNeeds frame();

    /// Whether the target is on the screen.
    bool shows(std::string_view target) const { return app_->find_target(target).has_value(); }
    /// What it says; "(not on the screen)" where it is not.
    std::string says(std::string_view target) const;
    /// True if a sentence or label has these words.
    bool is_said(std::string_view words) const;

    /// Where it is; of no size, and a failure, where it is not on the screen.
    Box place_of(std::string_view target) const;
    /// Goes to a stage, weight or bias, and shows it in that picture.
    void show(ArrayId array);
    void show(ArrayId array, PictureId picture);
    /// Finds something by these words, and does what is found first.
    void find(std::string_view words);
    /// Finds the action by its name and does it.
    void run(std::string_view action);

    void click(std::string_view target);
    /// The same, without waiting for what it begins.
    void press(std::string_view target) { press_at(centre_of(target)); }
    void right_click(std::string_view target);
    void double_click(std::string_view target);
    void drag(std::string_view target, Point by);
    void key(std::string_view chord);
    /// Types letters.
    void write(std::string_view text);
    /// Without waiting for what it begins.
    void tap(std::string_view chord);
    /// Types letters, then Enter.
    void type(std::string_view text);
    /// Puts text into the field that is being edited, as pasting does.
    void paste(const std::string& text);
    /// Clicks the field and replaces its text.
    void fill_in(std::string_view field, std::string_view text);

private:
    Point centre_of(std::string_view target) const { return place_of(target).centre(); }
    void press_at(Point place);

    std::unique_ptr<App> app_;
    InputQueue input_;
};

/// The session of a preset that the program brings.
Session preset(const std::string& name);

/// A session of some tokens, drawn from its seed.
Session sentence(const std::string& tokens_as_json);

} // namespace attn
