#include "ui/panels/keys.h"

#include "ui/actions.h"
#include "ui/panels/dialog.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float usual_line = 24;
constexpr float lowest_line = 18;
constexpr float head = 56;
constexpr float keys_width = 136;
constexpr float widest_column = 352;
constexpr Index fewest_columns = 2;
constexpr Index most_columns = 3;

struct Line {
    std::string keys;
    std::string meaning;
};

/// What no action has as its key.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> gestures{
    {{"Click", "Select a cell, go to a step"},
     {"Double-click", "Type a number or a word"},
     {"Drag a cell", "Change it, up or down"},
     {"Drag a word", "Move it"},
     {"Drag the ground", "Move the stage"},
     {"Wheel", "Scroll, move the stage"},
     {"Ctrl+Wheel", "Zoom the stage"},
     {"Drop a file", "Open or check it"},
     {"Arrows", "Select the next cell"},
     {"Shift+Arrows", "Select several cells"},
     {"Alt+1 to 9", "Choose a head"},
     {"A digit", "Type the cell’s value"}}};

std::vector<Line> lines() {
    std::vector<Line> all;
    all.reserve(gestures.size() + actions().size());
    for (const auto& [keys, meaning] : gestures)
        all.push_back({std::string(keys), std::string(meaning)});
    for (const Action& action : actions()) {
        if (action.chord.key == Key::none)
            continue;
        std::string keys = chord_label(action.chord);
        if (action.other_chord.key != Key::none)
            keys += "  " + chord_label(action.other_chord);
        // A key that does what can be done just now is told once, with all that it does.
        const auto known = std::ranges::find(all, keys, &Line::keys);
        if (known == all.end())
            all.push_back({std::move(keys), std::string(action.label)});
        else
            known->meaning += fmt::format(", or: {}", action.label);
    }
    return all;
}

} // namespace

void keys_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const std::vector<Line> all = lines();
    const auto count = static_cast<Index>(all.size());
    const auto divided = [](Index whole, Index by) { return (whole + by - 1) / by; };
    const float room = window.height - 2 * space::small - head - space::large;
    const auto usual_rows = std::max<Index>(1, static_cast<Index>(room / usual_line));
    const Index columns = std::clamp(divided(count, usual_rows), fewest_columns, most_columns);
    const Index rows = divided(count, columns);
    const float line_height = std::clamp(std::floor(room / static_cast<float>(rows)), lowest_line, usual_line);
    const float width =
        std::min(widest_column * static_cast<float>(columns) + 2 * space::huge, window.width - 2 * space::section);
    const float column = (width - 2 * space::huge) / static_cast<float>(columns);
    const Box box =
        add_dialog(scene, ui, window, {width, head + static_cast<float>(rows) * line_height + space::large});
    add_text(scene, ui, {box.x + space::huge, box.y + 36}, "Keys and mouse", ui.theme().ink, bold(type_size::large));
    for (Index i = 0; i < count; ++i) {
        const Line& line = all.at(static_cast<std::size_t>(i));
        const Index nth_column = i / rows;
        const float x = box.x + space::huge + static_cast<float>(nth_column) * column;
        const float y = box.y + head + 18 + static_cast<float>(i % rows) * line_height;
        add_text(scene, ui, {x, y}, ui.typesetter.shortened(line.keys, Font{}, keys_width - space::small),
                 ui.theme().dim);
        scene.values.insert_or_assign("key:" + line.keys.substr(0, line.keys.find("  ")), line.meaning);
        add_text(scene, ui, {x + keys_width, y},
                 ui.typesetter.shortened(line.meaning, Font{}, column - keys_width - space::medium), ui.theme().ink);
    }
}

} // namespace attn
