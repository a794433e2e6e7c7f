#include "core/document/session/readings.h"
#include "core/figure/heatmap.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/text_layout.h"
#include "core/lesson/lesson_claims.h"
#include "core/lesson/live_text.h"
#include "ui/actions/lesson.h"
#include "ui/actions/words_example.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"
#include "ui/panels/start_letters.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float start_title_size = 20;
constexpr float start_margin = space::section;
constexpr float most_letters = 10;
constexpr float least_letter = 8; // the smallest that can be read

/// Adds the button that proposes the next thing. Returns its width.
float add_proposal(Scene& scene, const UiContext& ui, Point at, const std::string& target, const std::string& label) {
    return add_segments(scene, ui, at, {{.target = target, .label = label, .chosen = true}});
}

void add_start_ground(Scene& scene, const Box& box, Colour fill, const std::string& target) {
    Rectangle ground;
    ground.box = box;
    ground.fill = fill;
    scene.list.add(ground, target);
}

void add_start_bar(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    constexpr float top = 9;
    add_start_ground(scene, area, theme.panel, "bar");
    add_rule(scene, ui, {area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1});
    float x = area.x + space::large;
    x += std::ceil(add_text(scene, ui, {x, 29}, "Attention Lab", theme.ink, bold())) + space::large;
    x += add_segments(scene, ui, {x, top},
                      {{.target = "action:menu/presets", .label = ui.session.title, .opens_menu = true}}) +
         space::small;
    x += add_segments(scene, ui, {x, top},
                      {{.target = "action:undo", .label = "↶", .enabled = !ui.status.undo_label.empty()},
                       {.target = "action:redo", .label = "↷", .enabled = !ui.status.redo_label.empty()}});
    std::vector<Segment> right{{.target = "action:lesson-leave", .label = "Skip (Esc)"},
                               {.target = "action:menu/file", .label = "File", .opens_menu = true},
                               {.target = "action:menu/help", .label = "Help", .opens_menu = true}};
    if (ui.scope().step > 0)
        right.insert(right.begin(), {.target = "action:lesson-back", .label = "Back"});
    // The menu of presets leads to the model, too, if the bar is too narrow.
    std::vector<Segment> with_model = right;
    with_model.insert(with_model.begin(), {.target = "action:preset/english", .label = "Write your own sentence"});
    if (x + space::large + segments_width(ui, with_model) <= area.right() - space::large)
        right = std::move(with_model);
    add_segments(scene, ui, {area.right() - space::large - segments_width(ui, right), top}, right);
}

/// Adds the name's field, with the remark on its text above it. If that is a sentence, the button that takes it to an
/// example of words is between them, or beneath.
void add_name_field(Scene& scene, const UiContext& ui, const LessonRun& run, const Box& box, bool has_room_beneath) {
    constexpr float example_line = 20;
    const LessonSight sight = sight_of(ui);
    const std::string remark = remark_on_name(run, sight);
    const Claim said = said_of_name(run, sight);
    const bool is_remark = !remark.empty();
    const Font font{.weight = is_remark ? FontWeight::medium : FontWeight::regular};
    constexpr float line = 16;
    const float width = std::max(box.width, 190.0F); // so that the remark has two lines at most
    Scene words;                                     // placed above the field once their height is known
    const float height =
        add_paragraph(words, ui, {}, width, said.text, is_remark ? ui.theme().ink : ui.theme().dim, font, line);
    const std::size_t first = scene.list.items.size();
    const std::string example = words_example_label(ui);
    const float of_example = example.empty() || has_room_beneath ? 0 : example_line;
    const float above = of_example + (height > line ? space::small + height - line : space::medium);
    scene.list.append(words.list, {box.right() - width, box.y - above});
    attach_claims(scene.list, first, {said});
    const float example_y = has_room_beneath ? box.bottom() + space::small : box.y - example_line - space::tiny;
    if (!example.empty())
        add_text_buttons(scene, ui, {box.right() - width, example_y},
                         {{.target = "action:take-to-words", .label = example}});
    scene.values.insert_or_assign("start.remark", remark);
    add_field(scene, ui, box, "field:name");
}

/// Attaches the claims of two sentences, one of which may be empty, to the items from `first` on.
void attach_both(DisplayList& list, std::size_t first, const Claim& text, const Claim& ask) {
    attach_claims(list, first, ask.text.empty() ? Claims{text} : text.text.empty() ? Claims{ask} : Claims{text, ask});
}

/// Adds the step's title, sentence and request. Returns the height beneath the title.
float add_start_title(Scene& scene, const UiContext& ui, const LessonRun& run, Point at, float width) {
    const LessonSight sight = sight_of(ui);
    const Verdict says = said_in_view(run, sight);
    const Claim ask = asked_in_view(run, sight);
    add_text(scene, ui, at, says.title.text.letters(), ui.theme().ink,
             {.size = start_title_size, .weight = FontWeight::semibold});
    attach_claims(scene.list, {says.title});
    const std::size_t first = scene.list.items.size();
    const Prose between = says.text.text.empty() || ask.text.empty() ? "" : " ";
    const float height =
        add_paragraph(scene, ui, {at.x, at.y + 27}, width, says.text.text + between + ask.text, ui.theme().dim);
    attach_both(scene.list, first, says.text, ask);
    scene.values.insert_or_assign("start.title", says.title.text.letters());
    scene.values.insert_or_assign("start.text", says.text.text.letters());
    scene.values.insert_or_assign("start.ask", ask.text.letters());
    return height;
}

/// Adds the letters in, the letters out, and the field for a name.
void add_start_word(Scene& scene, const UiContext& ui, const LessonRun& run, const Box& area) {
    add_start_ground(scene, area, ui.theme().background, "start");
    const float beside = std::min(180.0F, area.width * 0.18F); // for the rows' names, and for how sure the result is
    const float pitch = std::floor(std::min(76.0F, (area.width - 2 * beside) / most_letters));
    const float height = 380;
    const float top = area.y + std::max<float>(space::huge, std::floor((area.height - height) * 0.42F));
    const float shown = most_letters; // fixed, so that the letters do not move while a name is typed
    const float first = std::floor(area.centre().x - (shown - 1) * pitch / 2);
    const float left = first - (pitch - space::medium) / 2;
    add_start_title(scene, ui, run, {left, top + 20}, area.right() - left - start_margin);
    LetterRows rows;
    rows.back = {first, top + 130};
    rows.goes_in = top + 196;
    rows.pitch = pitch;
    rows.box = {pitch - space::medium, 56};
    rows.size = 40;
    add_letters(scene, ui, rows);
    const float field_y = rows.goes_in + rows.box.y + 56;
    const float field = std::min(320.0F, area.width * 0.4F);
    add_name_field(scene, ui, run, {left, field_y, field, control_height}, true);
    const float next =
        add_proposal(scene, ui, {left + field + space::medium, field_y}, "action:lesson-next", run.now().next);
    if (!ui.workspace.field)
        add_text(scene, ui, {left + field + 2 * space::medium + next, field_y + 20}, "or Enter", ui.theme().dim,
                 small());
}

/// The places of the heads' maps.
struct HeadGrid {
    Index across = 4;
    float cell = 0;
    Point corner; ///< upper left corner of the first map
    Point step;
    Box map(Index head, Index count) const {
        const float side = cell * static_cast<float>(count);
        const Index line = head / across;
        return {corner.x + static_cast<float>(head % across) * step.x, corner.y + static_cast<float>(line) * step.y,
                side, side};
    }
};

HeadGrid lay_out_head_grid(const UiContext& ui, const Box& area) {
    constexpr float labels = 20;
    constexpr float name = 28;
    const Index heads = ui.sizes().H;
    const auto letters = static_cast<float>(ui.sizes().S_q);
    HeadGrid grid;
    grid.across = std::max<Index>(1, (heads + 1) / 2);
    const auto across = static_cast<float>(grid.across);
    const float down = std::ceil(static_cast<float>(heads) / across);
    grid.step.x = std::floor(area.width / across);
    grid.step.y = std::floor(area.height / down);
    const float side = std::min(grid.step.x - labels - space::section, grid.step.y - name - labels - space::small);
    grid.cell = std::max(4.0F, std::floor(side / letters));
    // Cells are whole pixels: the rest of the room is beneath the maps. Heads to be compared are close together, in the
    // middle.
    const float map = grid.cell * letters;
    grid.step.y -= std::floor(side - map);
    grid.step.x = std::min(grid.step.x, map + labels + space::huge);
    const float used = labels + (across - 1) * grid.step.x + map;
    grid.corner = {std::floor(area.x + labels + (area.width - used) / 2), area.y + name};
    return grid;
}

/// Adds the letters of the queries left of a map, and those of the keys beneath it.
void add_letters_beside(Scene& scene, const UiContext& ui, const Box& box, float cell) {
    const auto& letters = ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)];
    Text label;
    if (cell < least_letter)
        return;
    label.font.size = std::min(type_size::small, cell);
    label.colour = ui.theme().dim;
    label.horizontal = Horizontal::centre;
    label.vertical = Vertical::middle;
    float place = cell / 2;
    for (const std::string& letter : letters) {
        label.text = letter;
        label.position = {box.x - space::medium, box.y + place};
        scene.list.add(label);
        label.position = {box.x + place, box.bottom() + space::medium};
        scene.list.add(label);
        place += cell;
    }
}

/// Adds the sign of a head: a ring to bet on, or a box that is filled while the head is on.
void add_mark_of_head(Scene& scene, const UiContext& ui, Point middle, bool is_switch, bool is_on, bool is_strong) {
    const Theme& theme = ui.theme();
    Rectangle ring;
    ring.box = {middle.x - 5.5F, middle.y - 5.5F, 11, 11};
    ring.corner_radius = is_switch ? 2 : 5.5F;
    ring.fill = theme.panel;
    ring.stroke = {is_strong ? theme.ink : theme.dim, 1.0F};
    scene.list.add(ring);
    if (!is_switch || !is_on)
        return;
    ring.box = ring.box.grown(-3);
    ring.corner_radius = 1;
    ring.fill = is_strong ? theme.ink : theme.dim;
    ring.stroke = {};
    scene.list.add(ring);
}

/// The selected head; `nullopt` while the bet on one is open.
std::optional<Index> selected_map(const UiContext& ui) {
    return ui.scope().asked != nullptr ? std::nullopt : std::optional(ui.workspace.head);
}

void add_head_map(Scene& scene, const UiContext& ui, Index head, const Box& box, float cell) {
    const Theme& theme = ui.theme();
    const bool is_bet = ui.scope().asked != nullptr;
    const bool chosen = selected_map(ui) == head;
    const bool on = ui.layer().heads[static_cast<std::size_t>(head)].on;
    const std::string target = fmt::format("action:{}/{}", is_bet ? "lesson-answer" : "switch-head", head + 1);
    const bool hovered = ui.workspace.hovered == target;
    HeatmapOptions options = heat_of(ui, {ui.layer().number, ArrayId::A, ui.workspace.item, head}, false);
    options.numbers = CellNumbers::never;
    options.cell_width = options.cell_height = cell;
    scene.list.append(lay_out(options, ui.typesetter).list, {box.x, box.y});
    add_letters_beside(scene, ui, box, cell);
    if (!on) {
        Rectangle veil;
        veil.box = box;
        veil.fill = faded(theme.background, 0.8F);
        scene.list.add(veil);
    }
    const Point middle{box.x + 6, box.y - 15};
    add_mark_of_head(scene, ui, middle, !is_bet, on, hovered || chosen);
    const Font font{.weight = chosen ? FontWeight::semibold : FontWeight::regular};
    const std::string number = std::to_string(head + 1);
    std::string mark = on ? "" : "off";
    const auto has_room = [&](const std::string& name) {
        const auto width_of = [&](const std::string& text) { return ui.typesetter.measure(text, font).width; };
        return 20 + width_of(name) + (mark.empty() ? 0 : space::small + width_of(mark)) <= box.width;
    };
    // Above a narrow map the number is enough; the empty box and the veil show that the head is off.
    const std::string name = has_room("head " + number) ? "head " + number : number;
    if (!has_room(name))
        mark.clear();
    add_text(scene, ui, {box.x + 20, middle.y + 5}, name, theme.ink, font);
    if (!mark.empty())
        add_text(scene, ui, {box.right(), middle.y + 5}, mark, theme.dim, {}, Horizontal::right);
    Rectangle frame;
    frame.box = box.grown(chosen ? 1 : 0.5F);
    frame.stroke = {chosen ? theme.ink : theme.hairline, chosen ? 2.0F : 1.0F};
    scene.list.add(frame);
    Rectangle room;
    room.box = {box.x - 4, box.y - 26, box.width + 8, box.height + 30};
    scene.list.add(room, target);
    scene.values.insert_or_assign(fmt::format("start.head/{}", head + 1), on ? "on" : "off");
}

/// Adds the colour scale from "not at all" to "closely", right-aligned, if it has room.
void add_share_scale(Scene& scene, const UiContext& ui, float left, Point right) {
    const Theme& theme = ui.theme();
    constexpr float width = 96;
    constexpr int bands = 48;
    const float far = ui.typesetter.measure("closely", small()).width;
    const float x = right.x - std::ceil(far) - space::medium - width;
    if (x - space::medium - ui.typesetter.measure("not at all", small()).width < left)
        return;
    const ColourMap& map = colour_map(palette_of(ui, ArrayId::A), ui.view_state.look);
    for (int band = 0; band < bands; ++band) {
        Rectangle part;
        part.box = {x + width * static_cast<float>(band) / bands, right.y - 4, width / bands + 0.5F, 8};
        part.fill = map.at_share(static_cast<float>(band) / (bands - 1));
        scene.list.add(part);
    }
    add_text(scene, ui, {right.x, right.y + 4}, "closely", theme.dim, small(), Horizontal::right);
    add_text(scene, ui, {x - space::medium, right.y + 4}, "not at all", theme.dim, small(), Horizontal::right);
}

/// The hint of the step's task that was asked for, or else what a click does here.
std::string hint_beneath_maps(const UiContext& ui, const LessonRun& run) {
    if (ui.scope().asked != nullptr)
        return "Click a head, or press its number.";
    if (run.hints > 1 && !run.task.is_done)
        return told(run.now().task->suggestion, {ui.session, ui.trace}).letters();
    if (run.hints > 0 && !run.task.is_done)
        return told(run.now().task->nudge, {ui.session, ui.trace}, ui.view_state.look).letters();
    return "Click a head to switch it off, or on again.";
}

/// The buttons for the course, for trials and, last, for the next step. The last one goes with its step, so that none
/// takes another's place.
std::vector<Segment> proposals(const UiContext& ui, const LessonRun& run) {
    const Scope scope = ui.scope();
    if (scope.asked != nullptr && run.answers.empty())
        return {};
    const bool leads_on = scope.proposal == "action:lesson-next";
    const Segment next{.target = "action:lesson-next", .label = run.now().next, .chosen = true};
    std::vector<Segment> buttons{
        {.target = "action:see-how", .label = "See how", .chosen = !leads_on && run.task.is_done}};
    if (scope.asked != nullptr) {
        if (leads_on)
            buttons.push_back(next);
        return buttons;
    }
    const Index head = ui.workspace.head;
    const bool on = ui.layer().heads[static_cast<std::size_t>(head)].on;
    buttons.push_back(
        {.target = "action:head-on", .label = fmt::format("Switch head {} {}", head + 1, on ? "off" : "on again")});
    if (!heads_off(ui.layer()).empty())
        buttons.push_back({.target = "action:heads-all-on", .label = "All heads on"});
    if (scope.has_hint)
        buttons.push_back({.target = "action:lesson-hint", .label = run.hints > 1 ? "Show me" : "Hint"});
    if (leads_on) // last, so that no other button moves under the hand when it goes
        buttons.push_back(next);
    return buttons;
}

/// Adds the buttons and a hint, which ends before `right`. Returns the x where they end.
float add_proposals(Scene& scene, const UiContext& ui, const LessonRun& run, Point at, float right) {
    float x = at.x;
    for (const Segment& button : proposals(ui, run))
        x += add_segments(scene, ui, {x, at.y}, {button}) + space::small;
    std::string hint = hint_beneath_maps(ui, run);
    scene.values.insert_or_assign("start.hint", hint);
    x += x > at.x ? space::small : 0;
    hint = ui.typesetter.shortened(hint, Font{}, right - x);
    x += add_text(scene, ui, {x, at.y + 20}, hint, ui.theme().dim);
    attach_claims(scene.list, {{hint, Always{"what a click or a key does here, or a hint, which claims nothing"}}});
    return x;
}

/// The places of the word's letters beneath the maps, between the rows' names and the field for another word.
LetterRows lay_out_letters(const Box& tokens, float maps_left, float field_width) {
    constexpr float rows_names = 118;
    constexpr float how_sure = 100;
    const float left = std::max(maps_left, rows_names);
    const float room = tokens.width - left - how_sure - field_width - start_margin - space::large;
    LetterRows rows;
    rows.pitch = std::clamp(std::floor(room / most_letters), 22.0F, 56.0F);
    rows.back = {left + rows.pitch / 2 - space::tiny, tokens.y + 36};
    rows.goes_in = tokens.bottom() - 46;
    rows.box = {rows.pitch - space::small, 32};
    rows.size = std::min(20.0F, rows.pitch - space::tiny);
    return rows;
}

/// Adds the maps of all heads; below them the letters and what the selected head looks at.
void add_start_heads(Scene& scene, const UiContext& ui, const LessonRun& run, const WindowLayout& layout) {
    const Theme& theme = ui.theme();
    const Box& stage = layout.stage;
    add_start_ground(scene, stage, theme.background, "start");
    const float title =
        add_start_title(scene, ui, run, {stage.x + start_margin, stage.y + 40}, stage.width - 2 * start_margin);
    constexpr float foot_room = 62;
    const float head_room = 64 + title;
    const Box maps{stage.x + start_margin, stage.y + head_room, stage.width - 2 * start_margin,
                   stage.height - head_room - foot_room};
    const HeadGrid grid = lay_out_head_grid(ui, maps);
    for (Index head = 0; head < ui.sizes().H; ++head)
        add_head_map(scene, ui, head, grid.map(head, ui.sizes().S_q), grid.cell);
    const float foot = stage.bottom() - below_picture.height - below_picture.foot - space::tiny - control_height;
    const float right = stage.right() - start_margin;
    Scene unseen;
    const float width = add_proposals(unseen, ui, run, {0, foot}, right);
    const Point at{std::max(start_margin, std::min(grid.corner.x, right - width)), foot};
    const float proposed = add_proposals(scene, ui, run, at, right);
    add_share_scale(scene, ui, proposed + space::large, {right, foot + 15});

    const Box& tokens = layout.tokens;
    add_start_ground(scene, tokens, theme.panel, "tokens");
    add_rule(scene, ui, {0, tokens.y}, {tokens.right(), tokens.y});
    const float field_width = std::min(290.0F, tokens.width * 0.22F);
    const LetterRows rows = lay_out_letters(tokens, grid.corner.x, field_width);
    add_letters(scene, ui, rows);
    if (const auto head = selected_map(ui))
        add_looks(scene, ui, rows, *head);
    add_name_field(scene, ui, run,
                   {tokens.right() - start_margin - field_width,
                    tokens.bottom() - (folds_inspector(tokens.width) ? 40.0F : 46.0F), field_width, control_height},
                   false);
}

} // namespace

void start_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout) {
    const LessonRun& run = *ui.workspace.lesson;
    if (run.now().view == StepView::heads)
        add_start_heads(scene, ui, run, layout);
    else
        add_start_word(scene, ui, run, layout.stage);
    add_start_bar(scene, ui, layout.bar);
}

} // namespace attn
