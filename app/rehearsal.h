#pragma once

#include "app/window/input.h"
#include "core/tensor/result.h"
#include "ui/shell/app.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// The size in which lessons are tried, in logical pixels.
inline constexpr Point learners_window{1280, 720};

/// A window that nobody sees, without a display or a graphics card, in which a lesson is tried as a learner would.
class Rehearsal {
public:
    /// `scale`: pixels of the screen to a logical one.
    static Result<std::unique_ptr<Rehearsal>> open(Session session, const std::filesystem::path& assets, Point size,
                                                   float scale = 1);
    Rehearsal(const Rehearsal&) = delete;
    Rehearsal& operator=(const Rehearsal&) = delete;
    ~Rehearsal();

    App& app() { return *app_; }
    LessonRun* run() { return app_->workspace().lesson ? &*app_->workspace().lesson : nullptr; }

    /// Frames until all that happened was drawn, and all that acts has acted.
    void settle();
    /// Presses the mouse over a target; whether it is in sight.
    bool click(std::string_view target);
    /// Types a text into a field, and Enter; whether the field is in sight.
    bool fill_in(std::string_view field, std::string_view text);
    void press(Key key, bool control = false);
    /// To the next step of the lesson, whatever this one asks.
    void go_on();
    /// Lets the lines act, as a hint does.
    Result<void> act(const LessonScript& script);
    /// What a target says; empty where it is not in sight.
    std::string says(std::string_view target) const;
    bool shows(std::string_view target) const;
    /// Whether a target is in sight, or stands in a menu whose button is.
    bool offers(std::string_view target);

private:
    Rehearsal() = default;
    void frame(float seconds);

    std::unique_ptr<App> app_;
    InputQueue input_;
    float scale_ = 1;
};

} // namespace attn
