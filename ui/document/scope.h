#pragma once

#include "ui/document/workspace.h"

#include <cstdint>

namespace attn {

/// The mode of the window: its layout, what it shows, and what it leaves to a lesson. Panels, menus and keys ask this
/// and not how the mode came about, which is the business of lessons and lectures.
struct Scope {
    enum class Layout : std::uint8_t {
        window,
        lecture, ///< the stage alone, or with the inspector and the tokens
        scene,   ///< the stage, with a scene's text
        lesson,  ///< the stage, with a lesson in the pipeline's place
        words,   ///< a lesson's text alone
        first_minute,
        first_minute_with_heads
    };
    Layout layout = Layout::window;
    bool is_for_audience = false; ///< everything is large, to be read from the last row, and there is no mouse
    bool is_taught = false;       ///< a lesson says what to do and what things are
    bool is_first_minute = false;
    bool is_for_learner = false; ///< somebody goes through a lesson alone; false for a lecture's scenes
    bool names_all = true;       ///< shows arrays, menus and buttons that lessons have not named yet
    bool has_few_menus = false;  ///< the bar has only the menus that the user's lessons have named, and one for more
    bool hides_picture = false;  ///< the picture would tell the answer
    bool has_picture = true;     ///< there is a picture that goes with the words

    /// True if the window makes remarks of its own: no lesson makes them, and the reader is at the keyboard.
    bool makes_remarks() const { return !is_for_audience && !is_taught; }
    /// True if the stage has its buttons, and the bar all its menus.
    bool has_controls() const { return names_all && !is_for_audience; }
    /// True if a lesson is beside the stage, with buttons of its own.
    bool has_lesson_beside() const { return is_taught && !is_for_audience && !is_first_minute; }
};

Scope scope_of(const Workspace& workspace);

} // namespace attn
