#include "core/tensor/to_integer.h"
#include "ui/actions/actions.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float usual_line = 24;
constexpr float lowest_line = 14;
constexpr float head = 56;
constexpr float beside_keys = space::large;
constexpr float between_key_columns = space::section;
constexpr Index usual_columns = 2;
constexpr Index most_columns = 3;
constexpr float least_meaning = 130; // of a column that is cut

struct Line {
    std::string keys;
    std::string meaning; ///< without keys: the title of a group
    bool is_title() const { return keys.empty(); }
};

/// What no action has as its key.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> gestures{
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
     {"A digit", "Type the cell’s value"},
     {"F6, Tab, Enter", "Walk to a button, press it"}}};

/// Keys stand together as their actions do in menus: under what the first of these says.
struct MenuGroup {
    Menu menu{};
    std::string_view title;
};
constexpr std::string_view steps = "STEPS AND HELP";
constexpr std::string_view looks = "LOOK";
constexpr std::string_view changes = "CHANGE";
constexpr std::string_view files = "FILES";
constexpr std::string_view others = "TOKENS, LECTURES AND LESSONS";
constexpr std::array menu_groups{
    MenuGroup{Menu::go, steps},       MenuGroup{Menu::reading, steps},  MenuGroup{Menu::help, steps},
    MenuGroup{Menu::file, files},     MenuGroup{Menu::look, looks},     MenuGroup{Menu::picture, looks},
    MenuGroup{Menu::colours, looks},  MenuGroup{Menu::range, looks},    MenuGroup{Menu::head, looks},
    MenuGroup{Menu::item, looks},     MenuGroup{Menu::notation, looks}, MenuGroup{Menu::edit, changes},
    MenuGroup{Menu::matrix, changes}, MenuGroup{Menu::mask, changes},   MenuGroup{Menu::scale, changes},
    MenuGroup{Menu::rare, changes},
};
constexpr std::array group_titles_of_keys{steps, looks, changes, others, files};

std::string_view group_of(const Action& action) {
    const auto* const row = std::ranges::find_if(
        menu_groups, [&](const MenuGroup& group) { return action.menus.in(group.menu) != nullptr; });
    return row == menu_groups.end() ? others : row->title;
}

std::vector<Line> lines() {
    std::vector<Line> all{{{}, "MOUSE, AND KEYS THAT WALK"}};
    all.reserve(gestures.size() + actions().size());
    for (const auto& [keys, meaning] : gestures)
        all.push_back({std::string(keys), std::string(meaning)});
    for (const std::string_view title : group_titles_of_keys) {
        all.push_back({{}, std::string(title)});
        for (const Action& action : actions()) {
            if (action.chord.key == Key::none || group_of(action) != title)
                continue;
            std::string keys = chord_label(action.chord);
            if (action.other_chord.key != Key::none)
                keys += "  " + chord_label(action.other_chord);
            all.push_back({std::move(keys), std::string(action.label)});
        }
    }
    return all;
}

/// As wide as what stands in it.
struct KeyColumn {
    std::span<const Line> lines;
    float keys = 0;
    float meaning = 0;

    float width() const { return keys + beside_keys + meaning; }
};

KeyColumn key_column_of(std::span<const Line> lines, const Typesetter& typesetter) {
    KeyColumn column{lines};
    for (const Line& line : lines) {
        if (line.is_title())
            continue;
        column.keys = std::max(column.keys, std::ceil(typesetter.measure(line.keys, Font{}).width));
        column.meaning = std::max(column.meaning, std::ceil(typesetter.measure(line.meaning, Font{}).width));
    }
    return column;
}

using Lines = std::span<const Line>;

/// In columns of so many rows at most. A title stays with what stands below it.
std::vector<Lines> columns_of(Lines all, std::size_t rows) {
    std::vector<Lines> columns;
    while (!all.empty()) {
        std::size_t count = std::min(rows, all.size());
        while (count > 1 && count < all.size() && all[count - 1].is_title())
            --count;
        columns.push_back(all.first(count));
        all = all.subspan(count);
    }
    return columns;
}

/// In so many columns, as low as they can be.
std::vector<Lines> lowest_columns_of(Lines all, std::size_t count) {
    std::size_t rows = (all.size() + count - 1) / count;
    while (columns_of(all, rows).size() > count)
        ++rows;
    return columns_of(all, rows);
}

/// How the lines are laid out in a window.
struct KeyLayout {
    std::vector<KeyColumn> columns;
    float line_height = usual_line;
    std::size_t rows = 0;
};

/// What is wider than `room` together is taken from the widest meanings.
std::vector<KeyColumn> key_columns_of(const std::vector<Lines>& divided, float room, const Typesetter& typesetter) {
    std::vector<KeyColumn> columns;
    float width = -between_key_columns;
    for (const Lines lines : divided) {
        columns.push_back(key_column_of(lines, typesetter));
        width += columns.back().width() + between_key_columns;
    }
    if (width > room) {
        KeyColumn& widest = *std::ranges::max_element(columns, {}, &KeyColumn::meaning);
        widest.meaning = std::max(0.0F, widest.meaning - (width - room));
    }
    return columns;
}

std::string shown_meaning(const UiContext& ui, const Line& line, const KeyColumn& column) {
    return ui.typesetter.shortened(line.meaning, Font{}, column.meaning + 1);
}

void add_key_line(Scene& scene, const UiContext& ui, const Line& line, const KeyColumn& column, Point at) {
    if (line.is_title()) {
        add_section(scene, ui, at, line.meaning);
        return;
    }
    add_text(scene, ui, at, line.keys, ui.theme().ink, {.weight = FontWeight::medium});
    add_text(scene, ui, {at.x + column.keys + beside_keys, at.y}, shown_meaning(ui, line, column), ui.theme().ink);
}

/// As "key:Ctrl+D" what is read of the key, which may do several things.
void say_keys(Scene& scene, const UiContext& ui, const std::vector<KeyColumn>& columns) {
    for (const KeyColumn& column : columns)
        for (const Line& line : column.lines) {
            if (line.is_title())
                continue;
            std::string& said = scene.values["key:" + line.keys.substr(0, line.keys.find("  "))];
            said += (said.empty() ? "" : ", or: ") + shown_meaning(ui, line, column);
        }
}

/// In as many columns as the window has room for beside each other; what is then too high is scrolled.
KeyLayout lay_out_keys(Lines all, const Box& window, const Typesetter& typesetter) {
    const auto divided = [](Index whole, Index by) { return (whole + by - 1) / by; };
    const float height = window.height - 2 * space::small - head - space::large;
    const float width = window.width - 2 * space::section - 2 * space::huge;
    const auto usual_rows = std::max<Index>(1, to_integer<Index>(height / usual_line));
    Index count = std::clamp(divided(std::ssize(all), usual_rows), usual_columns, most_columns);
    KeyLayout layout;
    std::vector<Lines> divisions;
    do {
        divisions = lowest_columns_of(all, static_cast<std::size_t>(count));
        layout.columns = key_columns_of(divisions, width, typesetter);
    } while (--count > 0 && std::ranges::min(layout.columns, {}, &KeyColumn::meaning).meaning < least_meaning);
    layout.rows = std::ranges::max(divisions, {}, &Lines::size).size();
    const float fitting = std::floor(height / static_cast<float>(layout.rows));
    layout.line_height = fitting < lowest_line ? usual_line : std::min(fitting, usual_line);
    return layout;
}

} // namespace

void keys_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const std::vector<Line> all = lines();
    const auto [columns, line_height, rows] = lay_out_keys(all, window, ui.typesetter);
    float width = 2 * space::huge - between_key_columns;
    for (const KeyColumn& column : columns)
        width += column.width() + between_key_columns;
    const Box box =
        add_dialog(scene, ui, window, {width, head + static_cast<float>(rows) * line_height + space::large});
    add_close_button(scene, ui, box);
    add_text(scene, ui, {box.x + space::huge, box.y + 36}, "Keys and mouse", ui.theme().ink, bold(type_size::large));
    say_keys(scene, ui, columns);
    float x = box.x + space::huge;
    for (const KeyColumn& column : columns) {
        float y = box.y + head + 18;
        for (const Line& line : column.lines) {
            add_key_line(scene, ui, line, column, {x, y});
            y += line_height;
        }
        x += column.width() + between_key_columns;
    }
}

} // namespace attn
