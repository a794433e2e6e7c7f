#pragma once

#include "app/rehearsal.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// The app in an offscreen window: no display, no graphics card, and all events as from a person.
class OffscreenWindow {
public:
    explicit OffscreenWindow(SavedSession first, float width = 1440, float height = 900, AppOptions options = {});
    OffscreenWindow(const OffscreenWindow&) = delete;
    OffscreenWindow& operator=(const OffscreenWindow&) = delete;

    App& app() { return window_->app(); }
    /// Draws frames until everything is drawn, and long work is done.
    FrameNeeds settle();
    /// Draws frames until everything is drawn; long work may go on.
    FrameNeeds glance();
    /// Draws one frame.
    FrameNeeds frame();

    /// True if the target is on the screen.
    bool shows(std::string_view target) const { return window_->app().find_target(target).has_value(); }
    /// The text of the target; "(not on the screen)" if it is not.
    std::string says(std::string_view target) const;
    /// True if a sentence or label has these words.
    bool is_said(std::string_view words) const;

    /// The place of the target; an empty box, and a failure, if it is not on the screen.
    Box place_of(std::string_view target) const;
    /// Goes to a stage, weight or bias.
    void show(ArrayId array);
    /// Goes to a stage, weight or bias, and shows it in that picture.
    void show(ArrayId array, PictureId picture);
    /// Searches these words and does the first thing found.
    void find(std::string_view words);
    /// Searches an action by its name and does it.
    void run(std::string_view action);

    void click(std::string_view target);
    /// Clicks the target without waiting for what follows.
    void press(std::string_view target) { hands().click(centre_of(target)); }
    void right_click(std::string_view target);
    void double_click(std::string_view target);
    void drag(std::string_view target, Point by);
    void key(std::string_view chord);
    /// Types letters.
    void write(std::string_view text);
    /// Presses a key without waiting for what follows.
    void tap(std::string_view chord);
    /// Types letters, then Enter.
    void type(std::string_view text);
    /// Puts text into the active field, as pasting does.
    void paste(const std::string& text);
    /// Clicks the field and replaces its text.
    void fill_in(std::string_view field, std::string_view text);

private:
    Point centre_of(std::string_view target) const { return place_of(target).centre(); }
    Hands& hands() { return window_->hands(); }

    std::unique_ptr<Rehearsal> window_;
};

/// The session of a preset that ships with the program.
Session preset(const std::string& name);

/// A session with these tokens and random weights from its seed.
Session sentence(const std::string& tokens_as_json);

} // namespace attn
