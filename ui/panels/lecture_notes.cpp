#include "core/lesson/live_text.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

/// A sentence about what Page Down does next.
std::string next_of(const LessonRun& run) {
    if (run.now().bet && !run.bet.is_placed)
        return "Page Down shows how it is.";
    if (run.now().task && !run.task.was_done)
        return "Page Down does it.";
    return run.is_last() ? "This is the last scene." : "Page Down: the next scene.";
}

} // namespace

void lecture_notes(Scene& scene, const UiContext& ui, const Box& area) {
    constexpr float note_size = 22;
    constexpr float widest = 760;
    const Theme& theme = ui.theme();
    const LessonRun& run = *ui.workspace.lesson;
    const Snapshot now{ui.session, ui.trace};
    const float left = area.x + space::section;
    const float width = std::min(widest, area.width - 2 * space::section);
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.background;
    scene.list.add(ground);
    float y = area.y + 44;
    const auto add = [&](const std::string& target, const Prose& text, Colour colour, const Font& font, float line) {
        if (text.empty())
            return;
        y += add_paragraph(scene, ui, {left, y}, width, text, colour, font, line) + space::medium;
        scene.values.insert_or_assign(target, text.letters());
    };
    add("notes.scene", fmt::format("Scene {} of {}", run.step + 1, run.lesson->steps.size()), theme.dim, bold(), 20);
    y += space::medium;
    const Prose note = told(run.now().note, now);
    add("notes.note", note.empty() ? Prose("No note to this scene.") : note, theme.ink, {.size = note_size}, 30);
    y += space::medium;
    add("notes.text", told(run.now().text, now, ui.view_state.look), theme.dim, {}, 20);
    if (run.now().bet)
        add("notes.ask", told(run.now().bet->ask, now), theme.dim, {.weight = FontWeight::medium}, 20);
    add("notes.next", next_of(run), theme.ink, {.weight = FontWeight::medium}, 20);
}

} // namespace attn
