#include "ui/panels/stage.h"

#include "core/figure/caption.h"
#include "core/figure/pictures/enlarged_picture.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/words/cell_words.h"
#include "core/text/references.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/drag.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/navigation.h"
#include "ui/actions/picture_offers.h"
#include "ui/actions/pins_in_words.h"
#include "ui/actions/playback.h"
#include "ui/document/lecture.h"
#include "ui/panels/colour_bars.h"
#include "ui/panels/controls.h"
#include "ui/panels/menu.h"
#include "ui/panels/slider.h"
#include "ui/panels/stage_in_lecture.h"
#include "ui/panels/task_panel.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/ranges.h>

namespace attn {

namespace {

constexpr float stage_margin = space::section;
constexpr float usual_header = 98;
constexpr float lesson_header = 80;
constexpr float title_baseline = 34;
constexpr float above_buttons = 4;
constexpr float below_controls = 4;
constexpr float lesson_footer = below_picture.height + below_picture.foot + space::tiny;
constexpr float widest_about = 760;

bool has_footer(const Workspace& workspace) {
    return workspace.playback.active || scope_of(workspace).has_controls();
}

/// True for a low window, in which the picture needs the room.
bool is_low(const Workspace& workspace) {
    constexpr float low = 640;
    return workspace.window_height < low;
}

/// The height of the buttons and the message beneath them.
float stage_footer(const Workspace& workspace) {
    const MessageRoom& room = is_low(workspace) ? below_buttons_in_low : below_buttons;
    return above_buttons + control_height + below_controls + room.height + room.foot;
}

/// The height of a header whose lines do not wrap. A lesson has one line less: it says itself what to try.
float header_of(const Workspace& workspace) {
    const Scope scope = scope_of(workspace);
    return scope.is_for_audience ? lecture_header : scope.is_taught ? lesson_header : usual_header;
}

/// "2 × 3 cells selected", and that a change pins them if they are computed; empty if only one cell is selected.
std::string range_words(const UiContext& ui) {
    const CellRange range = selected_range(ui);
    if (range.rows * range.columns == 1)
        return {};
    return fmt::format(" · {} × {} cells selected{}", range.rows, range.columns,
                       can_fill(ui) ? "" : ": computed, so a change pins them");
}

/// A remark on the change that is shown, or on why none can be.
std::string change_words(const UiContext& ui, const CellId& cell) {
    if (!change_is_shown(ui)) {
        const bool is_wanted = ui.workspace.shows_change && picture(shown_picture(ui)).shows_change;
        return is_wanted && ui.baseline != nullptr ? "Its sizes differ from those of the baseline: no change is shown. "
                                                   : std::string();
    }
    const CellId first{cell.layer, cell.array, cell.item, cell.head, 0, 0};
    return has_moved(ui, first, picture(shown_picture(ui)).compares_heads) ? "Change since the baseline. "
                                                                           : "No change since the baseline. ";
}

Prose step_line(const UiContext& ui) {
    const std::vector<ArrayId> steps = shown_steps(ui);
    const CellId cell = selected_cell(ui);
    const std::string change = change_words(ui, cell);
    Prose where = prose("{} · {}", array_label(ui, cell.array), asked_cell_words(ui, cell));
    if (has_heads(cell.array) && !ui.layer().heads.at(static_cast<std::size_t>(cell.head)).on)
        where += fmt::format(" · head {} is off and hands over zeros", head_number(ui.session, cell.head));
    where += range_words(ui);
    if (ui.workspace.parameter)
        return Prose("Weights. " + change) + where;
    if (ui.scope().is_taught) // a lesson counts its steps by itself
        return Prose(change) + where;
    const Index place = place_among(steps, ui.workspace.step);
    const bool is_inside = steps[static_cast<std::size_t>(place)] != ui.workspace.step;
    return prose("{} {} of {}. {}{}", is_inside ? "Inside step" : "Step", place + 1, steps.size(), change, where);
}

/// The title: the session's question while it is at its opening, otherwise that of the picture or of the stage.
Prose title_of(const UiContext& ui) {
    if (ui.workspace.on_opening && !ui.session.question.empty() && is_told({ui.session, ui.trace}))
        return prose_in(ui.session, ui.session.question);
    const std::string_view own = picture(shown_picture(ui)).title;
    if (own.empty())
        return array_title(ui.session, ui.workspace.array());
    Prose title;
    for_each_reference(
        own, [&](std::string_view words) { title += Prose(words); },
        [&](std::string_view) { title += token_name(ui, false, selected_cell(ui).row); });
    return title;
}

/// Adds a button to the pins that the selected cell is computed from: behind the step's line or, if there is no room,
/// beneath it. The next line would begin at `at`. Returns the added height.
float add_pins_upstream(Scene& scene, const UiContext& ui, Point at, float width) {
    constexpr float line = 20;
    constexpr float above_baseline = 14;
    const auto pins = pins_upstream_of(ui, selected_cell(ui));
    if (!pins)
        return 0;
    scene.values.insert_or_assign("stage.pins", pins->words);
    const std::vector<Segment> way{
        {.target = pins->target, .label = ui.typesetter.shortened(pins->words, {.weight = FontWeight::medium}, width)}};
    const float beside = line_width(ui.typesetter, step_line(ui)) + space::large;
    const bool fits = beside + text_buttons_width(ui, way) <= width;
    add_text_buttons(
        scene, ui, fits ? Point{at.x + beside, at.y - line - above_baseline} : Point{at.x, at.y - above_baseline}, way);
    return fits ? 0 : line;
}

/// Adds the title, the step's line and what to try; long lines wrap. Returns the header's height.
float add_header(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    const Prose title = title_of(ui);
    const bool is_task = has_task(ui);
    const Prose hint = is_task ? task_line(ui) : stage_hint(ui);
    const float x = area.x + stage_margin;
    const float width = area.width - 2 * stage_margin;
    float y = area.y + title_baseline;
    const auto add = [&](const Prose& text, Colour colour, const Font& font, float line, std::string target) {
        const float height = add_paragraph(scene, ui, {x, y}, width, text, colour, font, line);
        Rectangle place;
        place.box = {x, y - font.size, std::min(width, line_width(ui.typesetter, text, font)), height};
        scene.list.add(place, target);
        scene.values.insert_or_assign(std::move(target), text.letters());
        y += height;
    };
    add(title, theme.ink, bold(type_size::large), 26, "stage.title");
    y -= 4;
    add(step_line(ui), theme.dim, {}, 20, "stage.step");
    y += add_pins_upstream(scene, ui, {x, y}, width);
    const std::string& said = ui.workspace.playback.words;
    if (said.empty() && ui.scope().is_taught)
        return y - area.y + 2; // a lesson says itself what to try
    if (said.empty()) {
        const Font font{.weight = FontWeight::medium};
        add(hint, theme.ink, font, 20, "stage.hint");
        const std::vector<Segment> controls = is_task ? std::vector<Segment>() : controls_of_hint(ui);
        const float beside = x + line_width(ui.typesetter, hint, font) + space::large;
        const bool fits = beside + text_buttons_width(ui, controls) <= x + width;
        if (!controls.empty())
            add_text_buttons(scene, ui, fits ? Point{beside, y - 20 - 14} : Point{x, y - 14}, controls);
        y += fits || controls.empty() ? 0.0F : 20.0F;
    } else
        add(said, theme.ink, {.weight = FontWeight::semibold}, 20, "stage.words");
    return y - area.y + 2;
}

/// Adds the button for the session's answer beneath its question or, once it was pressed, the answer. Returns the added
/// height.
float add_about(Scene& scene, const UiContext& ui, const Box& area, float header) {
    if (!ui.workspace.on_opening)
        return 0;
    const std::string about = text_in(ui.session, about_with_caveats(ui.session));
    if (about.empty() || !is_told({ui.session, ui.trace}))
        return 0;
    if (!ui.workspace.shows_answer && ui.scope().is_for_audience)
        return 0;
    if (!ui.workspace.shows_answer) {
        const std::string label = ui.session.question.empty() ? "About this session" : "Show the answer";
        add_segments(scene, ui, {area.x + stage_margin, area.y + header - space::tiny},
                     {{.target = "action:answer", .label = label}});
        return control_height;
    }
    const float width = std::min(area.width - 2 * stage_margin, widest_about);
    const float height =
        add_paragraph(scene, ui, {area.x + stage_margin, area.y + header + space::small}, width, about, ui.theme().dim);
    scene.values.insert_or_assign("stage.about", about);
    return height;
}

/// The buttons of the stage's pictures.
std::vector<Segment> picture_segments(const UiContext& ui) {
    std::vector<Segment> segments;
    for (const PictureId id : offered_pictures(ui))
        segments.push_back({.target = fmt::format("action:picture/{}", picture(id).name),
                            .label = std::string(picture(id).label),
                            .chosen = shown_picture(ui) == id});
    return segments;
}

/// Adds the buttons of the film.
void add_player(Scene& scene, const UiContext& ui, const Box& area) {
    const Playback& playback = ui.workspace.playback;
    const float y = area.bottom() - stage_footer(ui.workspace) + above_buttons;
    float x = area.x + stage_margin;
    x += add_segments(
             scene, ui, {x, y},
             {{.target = "action:play-backward", .label = "◀ back", .chosen = playback.running && playback.backward},
              {.target = "action:play", .label = playback.running && !playback.backward ? "❚❚ pause" : "▶ play"},
              {.target = "action:skip", .label = "skip ▶|"}}) +
         space::small;
    x += add_segments(scene, ui, {x, y},
                      {{.target = "action:slower", .label = "−"},
                       {.target = "", .label = fmt::format("{} ×", playback.speed), .enabled = false},
                       {.target = "action:faster", .label = "+"}}) +
         space::small;
    if (has_readings(ui)) {
        constexpr std::array labels{"by cell", "by row", "outer products"};
        add_segments(scene, ui, {x, y},
                     {{.target = "action:menu/reading",
                       .label = labels.at(static_cast<std::size_t>(playback.reading)),
                       .opens_menu = true}});
    }
    const std::vector<Segment> end{{.target = "action:play-end", .label = "show all"}};
    const float right = area.right() - stage_margin - segments_width(ui, end);
    add_segments(scene, ui, {right, y}, end);
}

/// Adds the buttons for steps on the left and for zoom on the right. Between them are those of the pictures, as a menu
/// if there is little room, and the selected cell's number if there is room left.
void add_footer(Scene& scene, const UiContext& ui, const Box& area) {
    const float y = area.bottom() - stage_footer(ui.workspace) + above_buttons;
    float x = area.x + stage_margin;
    float right = area.right() - stage_margin;
    std::vector<Segment> steps{
        {.target = "action:first", .label = "|◀"},
        {.target = "action:previous", .label = "◀ step"},
        {.target = "action:play", .label = ui.workspace.playback.running ? "❚❚ pause" : "▶ play"},
        {.target = "action:next", .label = "step ▶"},
        {.target = "action:last", .label = "▶|"}};
    const std::vector<Segment> view_menu{{.target = "action:menu/picture",
                                          .label = "view: " + std::string(picture(shown_picture(ui)).label),
                                          .opens_menu = true}};
    if (x + segments_width(ui, steps) + space::small + segments_width(ui, view_menu) > right)
        steps = {steps[1], steps[3]}; // beside an unfolded inspector; the others have keys
    x += add_segments(scene, ui, {x, y}, steps) + space::small;
    const std::vector<Segment> zoom{
        {.target = "action:zoom-out", .label = "−"},
        {.target = "action:zoom-reset", .label = fmt::format("{:.0f} %", ui.workspace.zoom * 100), .dim = true},
        {.target = "action:zoom-in", .label = "+"}};
    const float beside_zoom = right - segments_width(ui, zoom) - space::medium;
    std::vector<Segment> ways = picture_segments(ui);
    if (x + segments_width(ui, ways) > beside_zoom)
        ways = view_menu;
    if (x + segments_width(ui, ways) <= beside_zoom) { // a narrow window leaves zoom to the keys
        right = beside_zoom;
        add_segments(scene, ui, {right + space::medium, y}, zoom);
    }
    if (x + segments_width(ui, ways) <= right)
        x += add_segments(scene, ui, {x, y}, ways) + space::medium;
    const CellId cell = selected_cell(ui);
    const Shape shape = array_shape(ui, cell.array);
    const std::string place =
        fmt::format("cell {} of {}", cell.row * shape.columns + cell.column + 1, shape.rows * shape.columns);
    if (x + ui.typesetter.measure(place, Font{}).width <= right)
        add_text(scene, ui, {right, y + 20}, place, ui.theme().dim, {}, Horizontal::right);
}

/// The height of the line beneath a picture that explains the signs of masked and pinned cells.
constexpr float legend_height = 18;

/// Advice for cells that have no room for their numbers.
std::string words_of_lacking_numbers(const UiContext& ui, bool is_brief) {
    const std::vector<PictureId> offered = offered_pictures(ui);
    const bool is_larger_alone = shown_picture(ui) != PictureId::heatmap &&
                                 std::ranges::find(offered, PictureId(PictureId::heatmap)) != offered.end();
    return fmt::format(
        "some numbers have no room: Ctrl and the wheel zoom in{}",
        is_larger_alone && !is_brief ? fmt::format(", or pick the view “{}”", picture(PictureId::heatmap).label) : "");
}

void add_legend(Scene& scene, const UiContext& ui, Point at, float width, bool lacks_numbers) {
    constexpr std::string_view between = "  ·  ";
    std::string line = joined(words_of_marks(ui, scene.list), between).letters();
    if (lacks_numbers) {
        const std::string before = line.empty() ? line : line + std::string(between);
        line = before + words_of_lacking_numbers(ui, false);
        if (ui.typesetter.measure(line, small()).width > width)
            line = before + words_of_lacking_numbers(ui, true);
    }
    if (line.empty())
        return;
    scene.values.insert_or_assign("stage.legend", line);
    add_text(scene, ui, at, std::move(line), ui.theme().dim, small(), Horizontal::left, std::string("stage.legend"));
}

/// Removes remarks on entropy, unless a lesson has named it.
void hide_unnamed(const UiContext& ui, std::vector<Item>& items, std::size_t first) {
    if (shows_menu(ui, "entropy"))
        return;
    const auto is_of_entropy = [](const Claim& claim) {
        return std::ranges::find(claim.when, Quantity::row_entropy, &Fact::of) != claim.when.end();
    };
    const auto is_unnamed = [&](const Item& item) {
        const auto* const claims = std::get_if<ShownClaims>(&item.says);
        return claims != nullptr && std::ranges::any_of(claims->claims, is_of_entropy);
    };
    items.erase(std::remove_if(items.begin() + static_cast<std::ptrdiff_t>(first), items.end(), is_unnamed),
                items.end());
}

/// True if a remark should be made on cells without room for their numbers: not for a large matrix, where nobody looks
/// for them, nor in a low window, where the line costs more.
bool tells_of_lacking_numbers(const UiContext& ui) {
    constexpr Index most = 40;
    const Workspace& workspace = ui.workspace;
    const Shape shape = array_shape(ui, selected_cell(ui).array);
    return ui.scope().makes_remarks() && !workspace.playback.active && !workspace.drag && !is_low(workspace) &&
           std::max(shape.rows, shape.columns) <= most;
}

/// Draws the picture in its area. Returns the place of its controls.
Box draw_picture(DisplayList& list, const UiContext& ui, const Box& area) {
    ViewState view = ui.view_state;
    view.is_enlarged = ui.scope().is_for_audience;
    view.whole_numbers = view.whole_numbers || ui.scope().is_taught;
    if (view.is_enlarged) {
        // Beside the inspector there is less room; the inspector shows the explained number anyway.
        if (ui.workspace.lecture_inspector)
            view.least_number = view.smallest_number;
        view.smallest_number = least_digits_on_wall(ui.workspace.window_height);
    }
    const DrawContext drawing{ui.session, ui.trace, view, ui.typesetter, ui.cache, ui.baseline};
    const float usual = ui.workspace.window_height / lecture_area.y;
    const float enlarged = view.is_enlarged ? usual * ui.workspace.lecture_text : 1;
    return draw_enlarged(list, drawing, picture(shown_picture(ui)), area, enlarged);
}

void add_picture(Scene& scene, const UiContext& ui, Box area) {
    float legend = std::min(has_legend(ui) ? legend_height : 0.0F, area.height);
    area.height -= legend;
    DisplayList drawn;
    Box controls = draw_picture(drawn, ui, area);
    const bool lacks_numbers = drawn.lacks_numbers && tells_of_lacking_numbers(ui);
    if (lacks_numbers && legend == 0) {
        legend = std::min(legend_height, area.height);
        area.height -= legend;
        drawn.clear();
        controls = draw_picture(drawn, ui, area);
    }
    Rectangle ground;
    ground.box = area;
    scene.list.add(ground, std::string("stage"));
    const PictureId shown = shown_picture(ui);
    const std::size_t first = scene.list.items.size();
    scene.list.append(drawn);
    hide_unnamed(ui, scene.list.items, first);
    if (legend > 0)
        add_legend(scene, ui, {area.x, area.bottom() + legend - space::tiny}, area.width, lacks_numbers);
    if (ui.workspace.grey)
        make_grey(std::span(scene.list.items).subspan(first));
    add_range_buttons(scene, ui, first);
    if (picture(shown).has_temperature && shows_menu(ui, "temperature") && controls.height > 0)
        add_temperature_slider(scene, ui, controls);
}

} // namespace

MessageRoom message_room(const Workspace& workspace) {
    if (!has_footer(workspace) || scope_of(workspace).is_first_minute)
        return below_picture;
    return is_low(workspace) ? below_buttons_in_low : below_buttons;
}

Box picture_area(const Workspace& workspace, const Box& stage) {
    const bool is_for_audience = scope_of(workspace).is_for_audience;
    const float beside = is_for_audience ? lecture_margin : stage_margin;
    const float above = header_of(workspace);
    const float below = has_footer(workspace) ? stage_footer(workspace)
                        : is_for_audience     ? lecture_footer
                                              : lesson_footer;
    return {stage.x + beside, stage.y + above, std::max(0.0F, stage.width - 2 * beside),
            std::max(0.0F, stage.height - above - below)};
}

Box asked_field_area(const UiContext& ui, const Box& stage) {
    const float asked = height_of_asked_field(ui);
    const float room = asked > 0 ? asked + space::small : 0;
    const Box picture = picture_area(ui.workspace, stage);
    return {picture.x, picture.bottom() - room, picture.width, room};
}

void stage_panel(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().background;
    scene.list.add(ground);
    Scene words;
    const bool in_lecture = ui.scope().is_for_audience;
    const float header =
        in_lecture ? add_lecture_header(words, ui, area, title_of(ui).letters()) : add_header(words, ui, area);
    const float about = add_about(words, ui, area, header);
    Box picture = picture_area(ui.workspace, area);
    const float more = std::max(0.0F, header - header_of(ui.workspace)) + about;
    picture.y += more;
    const bool has_lecture_footer = in_lecture && !ui.workspace.playback.active;
    const float footer = has_lecture_footer ? lecture_footer_height(ui) - lecture_footer : 0;
    picture.height = std::max(0.0F, picture.height - more - asked_field_area(ui, area).height - footer);
    add_picture(scene, ui, picture);
    scene.list.append(words.list);
    scene.values.merge(words.values);
    if (ui.workspace.playback.active)
        add_player(scene, ui, area);
    else if (in_lecture)
        add_lecture_footer(scene, ui, area, step_line(ui).letters());
    else if (has_footer(ui.workspace))
        add_footer(scene, ui, area);
}

} // namespace attn
