#include "ui/actions/drag.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/moved.h"
#include "ui/actions/navigation.h"
#include "ui/actions/zoom.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attn {

namespace {

constexpr float threshold = 4;
/// A drag over this many pixels changes an attention weight by 1, and a cell of another array by twice the largest
/// magnitude in its matrix.
constexpr float pixels_for_range = 160;
constexpr float least_step = 0.001F;

bool is_mask(const CellId& cell) {
    return cell.array == ArrayId::mask;
}

float largest_magnitude(const Matrix& matrix) {
    float largest = 0;
    for (Index i = 0; i < matrix.rows(); ++i)
        for (const float value : matrix.row(i))
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
    return largest;
}

/// Returns the change of a cell per pixel: one drag covers the range of all numbers of its matrix. Bars of exponentials
/// follow the mouse.
float step_of(const UiContext& ui, const CellId& cell, const std::optional<Box>& place) {
    const Matrix matrix = ui.trace.array(cell.array, cell.item, cell.head);
    if (row_of(cell.array).meaning == Meaning::exponential && picture(shown_picture(ui)).has_dragged_bars && place &&
        place->height > softmax_bar_label)
        return largest_magnitude(matrix.row_block(cell.row, 1)) / (place->height - softmax_bar_label);
    if (row_of(cell.array).meaning == Meaning::share)
        return 1 / pixels_for_range;
    return std::max(2 * largest_magnitude(matrix) / pixels_for_range, least_step);
}

/// Returns the largest power of ten that is not above the step; dragged numbers are its multiples, so that they are
/// short: 0.037 → 0.01.
double grain_of(float step) {
    return std::pow(10.0, std::floor(std::log10(static_cast<double>(step))));
}

MouseDrag cell_drag(const CellId& cell, const std::optional<Box>& place, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    point_at(command.ui, workspace, cell);
    MouseDrag drag;
    drag.cell = canonical(command.ui, cell);
    drag.start_value = command.ui.trace.value(*drag.cell);
    if (is_mask(cell)) {
        drag.kind = MouseDrag::Kind::paint;
        drag.step = drag.start_value == minus_infinity ? 0 : minus_infinity;
    } else {
        drag.kind = MouseDrag::Kind::cell;
        drag.step = step_of(command.ui, *drag.cell, place);
    }
    return drag;
}

void set_cell(const MouseDrag& drag, float value, const CommandContext& command) {
    command.frame_actions.edits.push_back(
        {SetCell{*drag.cell, value}, drag.gesture, words_of_change(command.ui, *drag.cell, drag.start_value, value)});
}

/// Returns the nearest value that a number of the array can have: exponentials are not negative, attention weights are
/// from 0 to 1.
float possible(ArrayId array, float value) {
    const Meaning meaning = row_of(array).meaning;
    if (meaning == Meaning::share)
        return std::clamp(value, 0.0F, 1.0F);
    return meaning == Meaning::exponential ? std::max(value, 0.0F) : value;
}

void drag_cell(const MouseDrag& drag, Point at, const CommandContext& command) {
    if (!std::isfinite(drag.start_value))
        return;
    const double pixels = std::round(static_cast<double>(drag.from.y - at.y));
    const double exact = static_cast<double>(drag.start_value) + pixels * static_cast<double>(drag.step);
    // Divides by the whole number of grains in 1, so that the result is the float nearest to a short decimal.
    const double in_one = 1 / grain_of(drag.step);
    const double whole = in_one >= 1 ? std::round(in_one) : in_one;
    const float value = possible(drag.cell->array, static_cast<float>(std::round(exact * whole) / whole));
    if (value != command.ui.trace.value(*drag.cell))
        set_cell(drag, value, command);
}

/// Paints all cells on the mouse's way since the last frame, so that a fast movement skips none.
void paint_mask(const MouseDrag& drag, Point last, Point at, const Scene& scene, const CommandContext& command) {
    constexpr float step = 4; // pixels; narrower than any cell that can be hit
    constexpr float longest = 4096;
    const Point way = at - last;
    const float length = std::min(longest, std::hypot(way.x, way.y));
    const int count = 1 + static_cast<int>(length / step);
    std::vector<CellId> painted;
    for (int i = 1; i <= count; ++i) {
        const float part = static_cast<float>(i) / static_cast<float>(count);
        const Target target = hit(scene.list, last + Point{way.x * part, way.y * part}, command.ui.typesetter);
        const auto* cell = std::get_if<CellId>(&target);
        if (cell == nullptr || !is_mask(*cell) || std::ranges::find(painted, *cell) != painted.end())
            continue;
        painted.push_back(*cell);
        if (command.ui.trace.value(canonical(command.ui, *cell)) != drag.step)
            command.frame_actions.edits.push_back({PaintMask{cell->row, cell->column, drag.step}, drag.gesture});
    }
}

void drag_slider(const MouseDrag& drag, Point at, const Scene& scene, const CommandContext& command) {
    const auto track = find(scene.list, Target(drag.target), command.ui.typesetter);
    if (!track)
        return;
    const float temperature = temperature_at((at.x - track->x) / track->width);
    if (temperature != command.ui.layer().temperature)
        command.frame_actions.edits.push_back(
            {SetOption{OptionId::temperature, static_cast<double>(temperature)}, drag.gesture});
}

} // namespace

bool has_legend(const UiContext& ui) {
    if (const auto& drag = ui.workspace.drag)
        return drag->has_legend;
    return has_mask(ui.layer()) || !ui.layer().pins.empty() || ui.workspace.grey;
}

MouseDrag drag_of(const Target& target, const std::string& name, Point at, const Scene& scene,
                  const CommandContext& command) {
    MouseDrag drag;
    if (const auto* cell = std::get_if<CellId>(&target))
        drag = cell_drag(*cell, find(scene.list, target, command.ui.typesetter), command);
    else if (const auto token = find_token(name)) {
        drag.kind = MouseDrag::Kind::token;
        choose_token(command.ui, command.workspace, *token);
    } else if (name.rfind("slider:", 0) == 0)
        drag.kind = MouseDrag::Kind::slider;
    else if (name == "stage")
        drag.kind = MouseDrag::Kind::stage;
    drag.target = name;
    drag.has_legend = has_legend(command.ui);
    drag.from = drag.last = at;
    drag.gesture = ++command.workspace.gestures;
    return drag;
}

void drag(Point at, const Scene& scene, const CommandContext& command) {
    MouseDrag& drag = *command.workspace.drag;
    const Point way = at - drag.from;
    drag.moved = drag.moved || std::max(std::abs(way.x), std::abs(way.y)) >= threshold;
    const Point last = std::exchange(drag.last, at);
    if (drag.kind == MouseDrag::Kind::slider)
        drag_slider(drag, at, scene, command);
    if (!drag.moved)
        return;
    if (drag.kind == MouseDrag::Kind::cell)
        drag_cell(drag, at, command);
    else if (drag.kind == MouseDrag::Kind::paint)
        paint_mask(drag, last, at, scene, command);
    else if (drag.kind == MouseDrag::Kind::stage)
        pan_by(command.workspace, at - last);
}

std::optional<DropTarget> drop_target_of(const MouseDrag& drag, Point at, const Scene& scene, const UiContext& ui) {
    const auto from = find_token(drag.target);
    if (drag.kind != MouseDrag::Kind::token || !drag.moved || !from)
        return std::nullopt;
    // Tokens that are scrolled out of sight at the left count as before the mouse.
    DropTarget drop_target{*from, 0, {}};
    bool seen = false;
    const Index count = sequence_of(ui, from->side).token_count();
    for (Index token = 0; token < count; ++token) {
        const auto box = find(scene.list, Target(token_target({from->side, token})), ui.typesetter);
        seen = seen || box;
        const bool before = box ? at.x > box->centre().x : !seen;
        if (before && token != from->token)
            ++drop_target.place;
        if (box && before)
            drop_target.mark = {box->right() + space::tiny, box->y, 0, box->height};
        else if (box && drop_target.mark.height == 0)
            drop_target.mark = {box->x - space::tiny, box->y, 0, box->height};
    }
    return drop_target;
}

void drop_token(const MouseDrag& drag, Point at, const Scene& scene, const CommandContext& command) {
    const auto drop_target = drop_target_of(drag, at, scene, command.ui);
    if (!drop_target || drop_target->place == drop_target->token.token)
        return;
    choose_token(command.ui, command.workspace, {drop_target->token.side, drop_target->place});
    command.frame_actions.edits.push_back(
        {MoveToken{command.workspace.item, drop_target->token.token, drop_target->place, drop_target->token.side}, 0,
         words_of_move(command.ui, drop_target->token, drop_target->place)});
}

void open_cell(const CommandContext& command) {
    const CellId cell = inspected_cell(command.ui);
    if (!is_mask(cell)) {
        open_cell_field(command);
        command.workspace.field->moves_on = false; // the mouse chooses the next cell
        return;
    }
    const bool hidden = command.ui.trace.value(cell) == minus_infinity;
    command.frame_actions.edits.push_back({PaintMask{cell.row, cell.column, hidden ? 0 : minus_infinity}});
}

void open_token(const TokenPlace& place, const CommandContext& command) {
    const Sequence& sequence = sequence_of(command.ui, place.side);
    const bool is_new = place.token >= sequence.token_count();
    command.workspace.field_problem.clear();
    command.workspace.field =
        open_field(token_field(place), is_new ? "" : token_label(sequence, command.workspace.item, place.token));
}

float temperature_at(float share) {
    const float exact =
        least_temperature * std::pow(most_temperature / least_temperature, std::clamp(share, 0.0F, 1.0F));
    // Two digits are as exact as a hand can be.
    const double digits = 1 - std::floor(std::log10(static_cast<double>(exact)));
    const double in_one = std::pow(10.0, digits);
    return static_cast<float>(std::round(static_cast<double>(exact) * in_one) / in_one);
}

float share_of_temperature(float temperature) {
    const float range = std::log(most_temperature / least_temperature);
    return std::clamp(std::log(temperature / least_temperature) / range, 0.0F, 1.0F);
}

} // namespace attn
