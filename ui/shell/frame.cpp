#include "ui/shell/frame.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/scaled.h"
#include "ui/actions/lecture.h"
#include "ui/actions/menus.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"
#include "ui/document/lecture.h"
#include "ui/document/terms.h"
#include "ui/panels/bar.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/inspector.h"
#include "ui/panels/left_work_dialog.h"
#include "ui/panels/manual_dialog.h"
#include "ui/panels/menu.h"
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

/// Whether a sentence or one of its tokens is being written.
bool is_token_written(const Workspace& workspace) {
    return workspace.field &&
           (workspace.field->name.ends_with("sentence") || find_token_field(workspace.field->name).has_value());
}

/// Of a scene the words, or what explains a cell in their place.
WindowLayout scene_layout(const UiContext& ui, ImVec2 size, float tokens) {
    const bool explains = ui.workspace.lecture_inspector;
    if (stacks_scenes({size.x, size.y}))
        return explains ? lay_out_lecture(size.x, size.y, true, tokens)
                        : lay_out_stacked_scene(size.x, size.y, height_of_scene_words(ui, size.x), tokens);
    return explains ? lay_out_explained_scene(size.x, size.y, tokens)
                    : lay_out_scene(size.x, size.y, width_of_scene_words(ui), tokens);
}

WindowLayout present_layout(const UiContext& ui) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const Workspace& workspace = ui.workspace;
    const bool shows_tokens = workspace.lecture_tokens || is_token_written(workspace);
    const float tokens = shows_tokens ? tokens_height(ui) : 0;
    const LessonRun* const alone = lesson_alone(workspace);
    const bool is_scene = workspace.lecture && workspace.lesson;
    WindowLayout layout = alone != nullptr    ? lay_out_start(size.x, size.y, alone->now().view == StepView::heads)
                          : is_scene          ? scene_layout(ui, size, tokens)
                          : workspace.lecture ? lay_out_lecture(size.x, size.y, workspace.lecture_inspector, tokens)
                          : workspace.lesson && workspace.lesson->stands_alone() ? lay_out_lesson_alone(size.x, size.y)
                          : workspace.lesson ? lay_out_lesson(size.x, size.y, workspace.lesson->shows_everything)
                                             : lay_out_window(size.x, size.y, workspace.lecture_inspector);
    place_message(layout, message_room(workspace));
    return layout;
}

/// A field over the inspected cell, while a value is typed into it.
void add_cell_field(Scene& scene, const UiContext& ui, const Box& stage) {
    if (!ui.workspace.field || ui.workspace.field->name != "field:cell")
        return;
    const CellId cell = inspected_cell(ui);
    const Box place = find(scene.list, Target(cell), ui.typesetter).value_or(Box{stage.x, stage.y, 0, 0});
    // Wide enough for the number that stands there: what is cut off may be its sign.
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

bool is_picture_menu(const UiContext& ui) {
    const std::optional<Overlay>& overlay = ui.workspace.overlay;
    return overlay && overlay->kind == Overlay::Kind::menu && find_menu(overlay->menu) == Menu::picture;
}

/// A field that was asked for stands beneath the picture, other menus where they hang from.
Point anchor_of_menu(const UiContext& ui, const Box& stage) {
    const Overlay& overlay = *ui.workspace.overlay;
    const Box beneath = asked_field_area(ui, stage);
    return overlay.asks ? Point{beneath.x, beneath.y} : overlay.anchor;
}

void add_overlay(Scene& scene, const UiContext& ui, const WindowLayout& layout, ExportPreviewer& previewer,
                 PictureThumbnails& thumbnails) {
    if (!ui.workspace.overlay)
        return;
    const Box& window = layout.window;
    switch (ui.workspace.overlay->kind) {
    case Overlay::Kind::menu:
        is_picture_menu(ui) ? picture_menu_panel(scene, ui, window, thumbnails)
                            : menu_panel(scene, ui, window, anchor_of_menu(ui, layout.stage));
        break;
    case Overlay::Kind::palette:
        palette_panel(scene, ui, window);
        break;
    case Overlay::Kind::pins:
        pins_panel(scene, ui, window);
        break;
    case Overlay::Kind::layers:
        layers_panel(scene, ui, window);
        break;
    case Overlay::Kind::layer_questions:
        layer_questions_panel(scene, ui, window);
        break;
    case Overlay::Kind::hypothesis:
        hypothesis_panel(scene, ui, window);
        break;
    case Overlay::Kind::moved:
        diff_panel(scene, ui, window);
        break;
    case Overlay::Kind::recorded:
        recorded_panel(scene, ui, window);
        break;
    case Overlay::Kind::lessons:
        lessons_panel(scene, ui, window);
        break;
    case Overlay::Kind::left_work:
        left_work_panel(scene, ui, window);
        break;
    case Overlay::Kind::readouts:
        readouts_panel(scene, ui, window);
        break;
    case Overlay::Kind::notation:
        notation_panel(scene, ui, window);
        break;
    case Overlay::Kind::keys:
        keys_panel(scene, ui, window);
        break;
    case Overlay::Kind::manual:
        manual_panel(scene, ui, window);
        break;
    case Overlay::Kind::glossary:
        glossary_panel(scene, ui, window);
        break;
    case Overlay::Kind::comparison:
        comparison_panel(scene, ui, window);
        break;
    case Overlay::Kind::exporting:
        exporting_panel(scene, ui, window, previewer.of(ui));
        break;
    default:
        dialog_panel(scene, ui, window);
    }
}

/// The same, as large as it is drawn in a lecture.
void add_scaled_overlay(Scene& scene, const UiContext& ui, const WindowLayout& layout, ExportPreviewer& previewer,
                        PictureThumbnails& thumbnails) {
    const float by = dialog_scale(ui.workspace);
    if (by == 1) {
        add_overlay(scene, ui, layout, previewer, thumbnails);
        return;
    }
    WindowLayout smaller = layout;
    smaller.window = {0, 0, layout.window.width / by, layout.window.height / by};
    Scene overlay;
    add_overlay(overlay, ui, smaller, previewer, thumbnails);
    enlarge(overlay.list.items, by);
    scene.list.append(overlay.list);
    for (auto& [name, value] : overlay.values)
        scene.values.insert_or_assign(name, std::move(value));
}

bool has_dialog(const UiContext& ui) {
    return ui.workspace.overlay && ui.workspace.overlay->kind != Overlay::Kind::menu;
}

/// A dialog that is higher than the window is scrolled: all but the veil beneath it. Its items begin at `first`.
/// Returns how far it can be.
float scroll_dialog(Scene& scene, const UiContext& ui, const Box& window, std::size_t first) {
    const auto dialog = find(scene.list, Target(std::string("dialog")), ui.typesetter);
    const float longest = dialog ? std::max(0.0F, dialog->bottom() - window.bottom()) : 0;
    if (longest == 0)
        return 0;
    const float by = std::clamp(ui.workspace.overlay->scroll, 0.0F, longest);
    for (std::size_t i = first + 1; i < scene.list.items.size(); ++i)
        scene.list.items[i] = moved(std::move(scene.list.items[i]), {0, -by});
    add_scroll_mark(scene, ui, window, {by, longest});
    return longest;
}

Rectangle ground_of_message(const UiContext& ui, const WindowLayout& layout) {
    Rectangle ground;
    ground.box = layout.message;
    ground.fill = ui.theme().background;
    return ground;
}

/// A message of what a dialog does stands beneath it, where that has room; otherwise where it always does, behind it.
/// The dialog's items begin at `first`.
void add_message_beside_dialog(Scene& scene, const UiContext& ui, const WindowLayout& layout, std::size_t first) {
    const auto cover_usual_place = [&] {
        scene.list.items.insert(scene.list.items.begin() + static_cast<std::ptrdiff_t>(first),
                                Item(ground_of_message(ui, layout)));
    };
    if (ui.workspace.overlay && ui.workspace.overlay->kind == Overlay::Kind::sizes) // which says it itself
        return cover_usual_place();
    const auto dialog = find(scene.list, Target(std::string("dialog")), ui.typesetter);
    const Box place = dialog.value_or(layout.message);
    const Box beneath{place.x, place.bottom() + space::small, place.width, height_of_notice(ui, place.width)};
    // What was said before the dialog was there stays where it was.
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

/// What lies over the window, in a word for scripts.
std::string_view overlay_name(const UiContext& ui) {
    const Workspace& workspace = ui.workspace;
    if (workspace.overlay)
        return workspace.overlay->kind == Overlay::Kind::menu ? "menu" : "dialog";
    if (lesson_alone(workspace))
        return "start";
    if (workspace.lesson)
        return "lesson";
    return workspace.notice ? "notice" : "none";
}

/// Everything of the window but what lies over it.
void add_panels(Scene& scene, const UiContext& ui, const WindowLayout& layout, ChangeHighlight& highlight) {
    const auto& run = ui.workspace.lesson;
    const bool is_hidden = run && !ui.workspace.lecture && (run->stands_alone() || run->hides_picture());
    if (is_hidden)
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
        if (!layout.strip.empty() && !is_hidden)
            lesson_strip(scene, ui, layout.strip);
        lesson_panel(scene, ui, layout.lesson);
        outline_of_lesson(scene, ui);
    }
}

/// Nothing for an audience to look at; a click ends it.
void add_blank(Scene& scene, const Box& window) {
    Rectangle black;
    black.box = window;
    black.fill = rgb(0x000000);
    scene.list.add(black, std::string("action:blank"));
}

/// The token that is renamed, or else the selected one.
std::optional<TokenPlace> token_to_see(const UiContext& ui) {
    if (ui.workspace.field)
        if (const auto edited = find_token_field(ui.workspace.field->name))
            return edited;
    return selected_token(ui);
}

/// Lets the film go on.
void advance(const CommandContext& command) {
    constexpr float frame_time = 1.0F / 30;
    if (!command.workspace.playback.running)
        return;
    advance_playback(command.ui, command.workspace, static_cast<double>(ImGui::GetIO().DeltaTime));
    if (command.workspace.playback.running)
        command.frame_actions.next_frame = frame_time;
}

/// A message goes by itself: in a lecture nobody clicks it away. An error stays until something else is said.
void let_notice_pass(const CommandContext& command) {
    const float long_enough = command.workspace.lecture ? 5.0F : 10.0F; // seconds
    std::optional<Notice>& notice = command.workspace.notice;
    if (!notice || notice->is_error)
        return;
    // Not by the time of frames, which a window that slept takes for short.
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
    : texts_(typesetter), images_(&workers), typesetter_(typesetter), previewer_(background, fonts) {}

FrameActions Frame::react(const UiContext& ui, Workspace& workspace) {
    FrameActions frame_actions;
    const CommandContext command{ui, workspace, frame_actions, {}};
    const WindowLayout layout = present_layout(ui);
    react_to_mouse(read_mouse(), scene_, layout, command);
    const std::size_t by_mouse = frame_actions.edits.size();
    react_to_keys(command, scene_);
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
    if (longest_dialog_scroll_ > 0 && workspace.overlay)
        workspace.overlay->scroll = std::clamp(workspace.overlay->scroll, 0.0F, longest_dialog_scroll_);
    const auto token = token_to_see(ui);
    if (std::exchange(token_in_sight_, token) != token && token && !layout.tokens.empty())
        workspace.tokens_scroll = tokens_scroll_to(ui, layout.tokens, *token);
    return frame_actions;
}

/// What a step says at last, a verdict or a hint, is scrolled to as it comes.
void Frame::keep_lesson_in_sight(const UiContext& ui, Workspace& workspace, const Box& area) {
    const float longest = longest_lesson_scroll(ui, area);
    const std::pair now{workspace.lesson ? workspace.lesson->step : 0, longest};
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
    if (lesson_alone(ui.workspace))
        start_panel(scene_, ui, layout);
    else
        add_panels(scene_, ui, layout, highlight);
    add_cell_field(scene_, ui, layout.stage);
    if (!has_dialog(ui)) {
        if (ui.workspace.notice)
            scene_.list.add(ground_of_message(ui, layout));
        message_panel(scene_, ui, layout.message);
    }
    const std::size_t first_of_overlay = scene_.list.items.size();
    add_scaled_overlay(scene_, ui, layout, previewer_, thumbnails_);
    longest_dialog_scroll_ = has_dialog(ui) ? scroll_dialog(scene_, ui, layout.window, first_of_overlay) : 0;
    if (has_dialog(ui))
        add_message_beside_dialog(scene_, ui, layout, first_of_overlay);
    if (!ui.workspace.overlay || ui.workspace.overlay->kind != Overlay::Kind::exporting)
        previewer_.forget();
    if (!is_picture_menu(ui))
        thumbnails_.forget();
    underline_terms(scene_, ui);
    tooltip_panel(scene_, ui, layout.window);
    add_focus(scene_, ui);
    scene_.values.insert_or_assign("overlay", std::string(overlay_name(ui)));
    if (ui.workspace.blank)
        add_blank(scene_, layout.window);
    attn::paint(*ImGui::GetBackgroundDrawList(), scene_.list, texts_, images_, &ui.trace);
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
