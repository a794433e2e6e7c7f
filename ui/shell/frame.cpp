#include "ui/shell/frame.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/scaled.h"
#include "ui/actions/dialog.h"
#include "ui/actions/lecture.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"
#include "ui/dialogs/form.h"
#include "ui/document/lecture.h"
#include "ui/document/terms.h"
#include "ui/panels/bar.h"
#include "ui/panels/controls.h"
#include "ui/panels/inspector.h"
#include "ui/panels/notice_panel.h"
#include "ui/panels/panels.h"
#include "ui/panels/pipeline_panel.h"
#include "ui/panels/stage.h"
#include "ui/panels/stage_in_lecture.h"
#include "ui/panels/tokens.h"
#include "ui/shell/focus.h"
#include "ui/shell/keyboard.h"
#include "ui/shell/mouse.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/painter.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <imgui.h>
#include <iterator>
#include <utility>

namespace attn {

namespace {

constexpr float least_cell_field = 92;

/// True while a sentence or one of its tokens is being written.
bool is_token_written(const Workspace& workspace) {
    return workspace.field &&
           (workspace.field->name.ends_with("sentence") || find_token_field(workspace.field->name).has_value());
}

/// The layout of a lecture's scene with its text, or with an explained cell in place of the text.
WindowLayout scene_layout(const UiContext& ui, ImVec2 size, float tokens) {
    const bool explains = ui.workspace.lecture_inspector;
    if (stacks_scenes({size.x, size.y}))
        return explains ? lay_out_lecture(size.x, size.y, true, tokens)
                        : lay_out_stacked_scene(size.x, size.y, height_of_scene_words(ui, size.x), tokens);
    return explains ? lay_out_explained_scene(size.x, size.y, tokens)
                    : lay_out_scene(size.x, size.y, width_of_scene_words(ui), tokens);
}

WindowLayout lay_out(const UiContext& ui, ImVec2 size, float tokens) {
    const Scope scope = ui.scope();
    const bool explains = ui.workspace.lecture_inspector;
    switch (scope.layout) {
    case Scope::Layout::window:
        return lay_out_window(size.x, size.y, explains);
    case Scope::Layout::lecture:
        return lay_out_lecture(size.x, size.y, explains, tokens);
    case Scope::Layout::scene:
        return scene_layout(ui, size, tokens);
    case Scope::Layout::lesson:
        return lay_out_lesson(size.x, size.y, scope.names_all);
    case Scope::Layout::words:
        return lay_out_lesson_alone(size.x, size.y);
    case Scope::Layout::first_minute:
    case Scope::Layout::first_minute_with_heads:
        return lay_out_start(size.x, size.y, scope.layout == Scope::Layout::first_minute_with_heads);
    }
    return {};
}

WindowLayout present_layout(const UiContext& ui) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const Workspace& workspace = ui.workspace;
    const bool shows_tokens = workspace.lecture_tokens || is_token_written(workspace);
    const float tokens = shows_tokens ? tokens_height(ui) : 0;
    WindowLayout layout = lay_out(ui, size, tokens);
    place_message(layout, message_room(workspace));
    return layout;
}

/// Adds a field over the inspected cell while a value is typed into it.
void add_cell_field(Scene& scene, const UiContext& ui, const Box& stage) {
    if (!ui.workspace.field || ui.workspace.field->name != "field:cell")
        return;
    const CellId cell = inspected_cell(ui);
    const Box place = find(scene.list, Target(cell), ui.typesetter).value_or(Box{stage.x, stage.y, 0, 0});
    // The field is wide enough for the number: what is cut off might be its sign.
    const std::string number = full_number(ui.trace.value(cell));
    const float width =
        std::max(least_cell_field, std::ceil(ui.typesetter.measure(number, {}).width) + 2 * space::large);
    const float left = std::clamp(place.centre().x - width / 2, stage.x, std::max(stage.x, stage.right() - width));
    const Box box{left, place.centre().y - control_height / 2, width, control_height};
    add_field(scene, ui, box, "field:cell", number);
    if (ui.workspace.field_problem.empty())
        return;
    Rectangle ground;
    ground.box = {box.x, box.bottom() + space::tiny, 300, 24};
    ground.fill = ui.theme().panel;
    ground.stroke = {ui.theme().hairline, 1};
    ground.corner_radius = measure::corner;
    scene.list.add(ground);
    add_field_problem(scene, ui, {box.x + space::small, box.bottom() + space::small}, 290, "field:cell");
}

Rectangle ground_of_message(const UiContext& ui, const WindowLayout& layout) {
    Rectangle ground;
    ground.box = layout.message;
    ground.fill = ui.theme().background;
    return ground;
}

/// Adds the message about a dialog beneath it, if there is room; otherwise in the usual place, behind the dialog. The
/// dialog's items begin at `first`.
void add_message_beside_dialog(Scene& scene, const UiContext& ui, const WindowLayout& layout, std::size_t first) {
    const auto cover_usual_place = [&] {
        scene.list.items.insert(scene.list.items.begin() + static_cast<std::ptrdiff_t>(first),
                                Item(ground_of_message(ui, layout)));
    };
    if (open_dialog(ui.workspace)->says_notice)
        return cover_usual_place();
    const auto dialog = find(scene.list, Target(std::string("dialog")), ui.typesetter);
    const Box place = dialog.value_or(layout.message);
    const Box beneath{place.x, place.bottom() + space::small, place.width, height_of_notice(ui, place.width)};
    // A message from before the dialog stays in the usual place.
    const bool is_of_dialog = !ui.workspace.notice || ui.workspace.notice->is_error;
    const bool has_room = dialog && is_of_dialog && beneath.bottom() <= layout.window.bottom();
    Scene message;
    message_panel(message, ui, has_room ? beneath : layout.message);
    if (has_room)
        cover_usual_place();
    const auto at = scene.list.items.begin() + static_cast<std::ptrdiff_t>(first);
    scene.list.items.insert(has_room ? scene.list.items.end() : at, std::make_move_iterator(message.list.items.begin()),
                            std::make_move_iterator(message.list.items.end()));
    if (!has_room && !message.list.items.empty())
        cover_usual_place();
    scene.values.merge(message.values);
}

/// The name, for scripts, of what lies over the window.
std::string_view overlay_name(const UiContext& ui) {
    const Workspace& workspace = ui.workspace;
    if (workspace.overlay)
        return has_dialog(workspace) ? "dialog" : "menu";
    if (ui.scope().is_first_minute)
        return "start";
    if (ui.scope().is_taught)
        return "lesson";
    return workspace.notice ? "notice" : "none";
}

/// Adds everything but what lies over the window.
void add_panels(Scene& scene, const UiContext& ui, const WindowLayout& layout, ChangeHighlight& highlight) {
    const bool has_picture = ui.scope().has_picture;
    if (!has_picture)
        stage_without_picture(scene, ui, layout.stage, layout.strip);
    else if (!layout.stage.empty())
        stage_panel(scene, ui, layout.stage);
    if (!layout.pipeline.empty())
        pipeline_panel(scene, ui, layout.pipeline);
    if (!layout.inspector.empty())
        inspector_panel(scene, ui, layout.inspector);
    if (!layout.tokens.empty())
        tokens_panel(scene, ui, layout.tokens);
    dragged_token_panel(scene, ui);
    highlight.add(scene, ui.theme(), ui.trace);
    if (!layout.bar.empty())
        bar_panel(scene, ui, layout.bar);
    if (!layout.lesson.empty()) {
        if (!layout.strip.empty() && has_picture)
            lesson_strip(scene, ui, layout.strip);
        lesson_panel(scene, ui, layout.lesson);
        outline_of_lesson(scene, ui);
    }
}

/// Makes the screen black for an audience; a click ends that.
void add_blank(Scene& scene, const Box& window) {
    Rectangle black;
    black.box = window;
    black.fill = rgb(0x000000);
    scene.list.add(black, std::string("action:blank"));
}

/// The token that is being renamed, or else the selected one.
std::optional<TokenPlace> token_to_see(const UiContext& ui) {
    if (ui.workspace.field)
        if (const auto edited = find_token_field(ui.workspace.field->name))
            return edited;
    return selected_token(ui);
}

/// Runs the film on by the frame's time.
void advance(const CommandContext& command) {
    constexpr float frame_time = 1.0F / 30;
    if (!command.workspace.playback.running)
        return;
    advance_playback(command.ui, command.workspace, static_cast<double>(ImGui::GetIO().DeltaTime));
    if (command.workspace.playback.running)
        command.frame_actions.next_frame = frame_time;
}

/// Removes a notice after 10 seconds, or after 5 before an audience. An error stays until the next notice. Without an
/// audience a notice with buttons stays too, since a reader may need time to decide.
void let_notice_pass(const CommandContext& command) {
    const float long_enough = command.ui.scope().is_for_audience ? 5.0F : 10.0F; // seconds
    std::optional<Notice>& notice = command.workspace.notice;
    if (!notice || notice->is_error || (!notice->leads_on.empty() && !command.ui.scope().is_for_audience))
        return;
    // The clock counts, since the frame times of a window that slept are too short.
    const auto now = std::chrono::steady_clock::now();
    notice->shown_since = notice->shown_since.value_or(now);
    const float left = long_enough - std::chrono::duration<float>(now - *notice->shown_since).count();
    std::optional<float>& next_frame = command.frame_actions.next_frame;
    if (left <= 0)
        notice.reset();
    else
        next_frame = std::min(next_frame.value_or(left), left);
}

} // namespace

Frame::Frame(const Typesetter& typesetter, Workers& workers, Background& background, const std::filesystem::path& fonts)
    : texts_(typesetter), images_(&workers), typesetter_(typesetter), previewer_(background, fonts),
      examples_(background) {}

FrameActions Frame::react(const UiContext& ui, Workspace& workspace) {
    FrameActions frame_actions;
    const CommandContext command{ui, workspace, frame_actions, {}};
    const WindowLayout layout = present_layout(ui);
    react_to_mouse(read_mouse(), scene_, layout, command);
    const std::size_t by_mouse = frame_actions.edits.size();
    react_to_keys(command, scene_, layout);
    for (std::size_t i = by_mouse; i < frame_actions.edits.size(); ++i)
        frame_actions.edits[i].by_key = true;
    follow_typing(command);
    advance(command);
    let_notice_pass(command);
    clamp_selection(ui, workspace);
    const std::pair in_sight{workspace.step, longest_pipeline_scroll(ui, layout.pipeline)};
    if (std::exchange(step_in_sight_, in_sight) != in_sight)
        workspace.pipeline_scroll = pipeline_scroll_to_step(ui, layout.pipeline);
    workspace.pipeline_scroll = std::min(workspace.pipeline_scroll, longest_pipeline_scroll(ui, layout.pipeline));
    keep_lesson_in_sight(ui, workspace, layout.lesson);
    if (workspace.overlay)
        workspace.overlay->scroll = std::clamp(workspace.overlay->scroll, 0.0F, longest_dialog_scroll_);
    const auto token = token_to_see(ui);
    if (std::exchange(token_in_sight_, token) != token && token && !layout.tokens.empty())
        workspace.tokens_scroll = tokens_scroll_to(ui, layout.tokens, *token);
    return frame_actions;
}

/// Scrolls to the lesson's end when a step adds text there, e.g. a verdict or a hint.
void Frame::keep_lesson_in_sight(const UiContext& ui, Workspace& workspace, const Box& area) {
    const float longest = longest_lesson_scroll(ui, area);
    const std::pair now{ui.scope().step, longest};
    const auto [step, before] = std::exchange(lesson_in_sight_, now);
    if (step == now.first && longest > before)
        workspace.lesson_scroll = longest;
    workspace.lesson_scroll = std::min(workspace.lesson_scroll, longest);
}

void Frame::paint(const UiContext& ui, float scale, ChangeHighlight& highlight) {
    texts_.begin_frame(scale);
    images_.begin_frame(scale);
    const WindowLayout layout = present_layout(ui);
    scene_.list.clear();
    scene_.values.clear();
    if (ui.scope().is_first_minute)
        start_panel(scene_, ui, layout);
    else
        add_panels(scene_, ui, layout, highlight);
    add_cell_field(scene_, ui, layout.stage);
    if (!has_dialog(ui.workspace)) {
        if (ui.workspace.notice)
            scene_.list.add(ground_of_message(ui, layout));
        message_panel(scene_, ui, layout.message);
    }
    const std::size_t first_of_overlay = scene_.list.items.size();
    add_dialog(ui, layout);
    if (has_dialog(ui.workspace))
        add_message_beside_dialog(scene_, ui, layout, first_of_overlay);
    previewer_.forget_unless_asked();
    thumbnails_.forget_unless_asked();
    examples_.forget_unless_asked();
    // Words in dialogs about the program are not explained: its keys are no vectors. Figures stay as they will be on
    // paper.
    if (const Dialog* const dialog = open_dialog(ui.workspace); dialog == nullptr || dialog->explains_words)
        underline_terms(scene_, ui);
    tooltip_panel(scene_, ui, layout.window);
    add_focus(scene_, ui);
    scene_.values.insert_or_assign("overlay", std::string(overlay_name(ui)));
    if (ui.workspace.blank)
        add_blank(scene_, layout.window);
    attn::paint(*ImGui::GetBackgroundDrawList(), scene_.list, texts_, images_, &ui.trace);
}

/// Adds the open dialog; a lecture enlarges it.
void Frame::add_dialog(const UiContext& ui, const WindowLayout& layout) {
    longest_dialog_scroll_ = 0;
    const Dialog* const dialog = open_dialog(ui.workspace);
    if (dialog == nullptr)
        return;
    const float by = dialog_scale(ui.workspace);
    const DialogSurroundings around{{0, 0, layout.window.width / by, layout.window.height / by},
                                    layout.stage,
                                    scene_.list,
                                    previewer_,
                                    thumbnails_,
                                    examples_};
    Form form(ui, *dialog, around);
    dialog->draw(form);
    Scene drawn;
    form.place(drawn);
    longest_dialog_scroll_ = form.longest_scroll();
    if (by != 1)
        enlarge(drawn.list.items, by);
    scene_.list.append(drawn.list);
    for (auto& [name, value] : drawn.values)
        scene_.values.insert_or_assign(name, std::move(value));
}

Scene Frame::paint_notes(ImDrawList& target, const UiContext& ui, Point area) {
    Scene notes;
    lecture_notes(notes, ui, {0, 0, area.x, area.y});
    attn::paint(target, notes.list, texts_, images_);
    return notes;
}

void Frame::paint_waiting(const UiContext& ui, float scale) {
    texts_.begin_frame(scale);
    images_.begin_frame(scale);
    scene_.list.clear();
    scene_.values.clear();
    const WindowLayout layout = present_layout(ui);
    Rectangle ground;
    ground.box = layout.window;
    ground.fill = ui.theme().background;
    scene_.list.add(ground);
    message_panel(scene_, ui, layout.message);
    attn::paint(*ImGui::GetBackgroundDrawList(), scene_.list, texts_, images_);
}

bool Frame::gives_up_waiting() const {
    const MouseState mouse = read_mouse();
    return chord_pressed({.key = Key::escape}) ||
           (mouse.released && target_name(hit(scene_.list, mouse.at, typesetter_)) == "action:cancel");
}

} // namespace attn
