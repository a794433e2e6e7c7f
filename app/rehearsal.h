#pragma once

#include "app/hands.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The size, in logical pixels, of the window in which lessons are tried.
inline constexpr Point learners_window{1280, 720};

/// An invisible window, which needs neither a display nor a graphics card. Lessons are tried in it as a learner would,
/// and the program is tested in it.
class Rehearsal {
public:
    /// `scale`: pixels of the screen per logical pixel.
    static Result<std::unique_ptr<Rehearsal>> open(SavedSession first, const std::filesystem::path& assets, Point size,
                                                   float scale = 1, AppOptions options = {});
    Rehearsal(const Rehearsal&) = delete;
    Rehearsal& operator=(const Rehearsal&) = delete;
    ~Rehearsal();

    App& app() { return *app_; }
    Hands& hands() { return *hands_; }
    LessonRun* run() { return app_->workspace().lesson ? &*app_->workspace().lesson : nullptr; }

    /// Draws one frame, `seconds` after the last one.
    void frame(float seconds = 1.0F / 60);
    /// Returns what the last frame asked of its window.
    const FrameNeeds& needs() const { return needs_; }
    /// Draws frames until the effect of all events is drawn and all actions are done.
    void settle() { hands_->settle(); }
    /// Clicks a target. Returns false if the target is not on the screen.
    bool click(std::string_view target);
    /// Types a text into a field and presses Enter. Returns false if the field is not on the screen.
    bool fill_in(std::string_view field, std::string_view text);
    /// Goes to the next step of the lesson, whatever this one asks.
    void go_on();
    /// Runs the lines of a script in the lesson, as a hint does.
    Result<void> act(const LessonScript& script);
    /// Returns the text of a target; empty if the target is not on the screen.
    std::string says(std::string_view target) const;
    bool shows(std::string_view target) const;
    /// True if a target is on the screen, or in a menu whose button is on the screen.
    bool offers(std::string_view target);

private:
    Rehearsal() = default;

    std::unique_ptr<App> app_;
    InputQueue input_;
    std::optional<Hands> hands_;
    FrameNeeds needs_;
    float scale_ = 1;
};

} // namespace attn
