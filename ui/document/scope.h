#pragma once

#include "ui/document/workspace.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace attn {

/// The mode of the window: its layout, what it shows, and what it leaves to a lesson. Panels, menus and keys depend on
/// the mode alone; lessons and lectures determine it.
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
    bool hides_picture = false;  ///< the picture is hidden, since it would tell the answer
    bool has_picture = true;     ///< there is a picture that goes with the words
    bool shows_results = false;  ///< a quiz's answers stand in the picture's place
    std::size_t step = 0;        ///< index of the lesson's step
    std::size_t steps = 0;
    bool has_note = false; ///< for the lecturer
    bool has_hint = false;
    bool is_through = true;    ///< the step asks for nothing more
    std::string_view proposal; ///< the action that leads on from the first minute; empty until it has an answer
    const LessonTask* task = nullptr;
    const Bet* asked = nullptr;     ///< the question that waits for an answer
    const Bet* unsettled = nullptr; ///< the question whose answer nothing may tell yet
    bool explains_terms = true;     ///< false where the meaning of any term may be the answer

    bool asks(Bet::Kind kind) const { return asked != nullptr && asked->kind == kind; }
    /// True if cells are marked as the answer, one by one or the selected one.
    bool marks_cells() const { return asks(Bet::Kind::mark) || asks(Bet::Kind::mark_many); }
    /// True if the present read-out would tell the answer.
    bool hides_read_out() const {
        return asked != nullptr && asked->reveal.empty() && asked->shows &&
               asked->shows->kind == Condition::Kind::read_out;
    }
    /// True if the window makes remarks of its own: no lesson makes them, and the reader is at the keyboard.
    bool makes_remarks() const { return !is_for_audience && !is_taught; }
    /// True if the stage has its buttons, and the bar all its menus.
    bool has_controls() const { return names_all && !is_for_audience; }
    /// True if a lesson is beside the stage, with buttons of its own.
    bool has_lesson_beside() const { return is_taught && !is_for_audience && !is_first_minute; }
};

Scope scope_of(const Workspace& workspace);

} // namespace attn
