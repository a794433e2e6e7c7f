// The list of keys and of mouse gestures; in a lecture those for lectures come first, in its type size, on pages.

#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/actions.h"
#include "ui/actions/lecture.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float usual_line = 24;
constexpr float lowest_line = 16;
constexpr float scrolled_line = 20;
constexpr float lecture_line = 20;
constexpr float head = 56;
constexpr float beside_keys = space::large;
constexpr float between_key_columns = 24;
constexpr Index usual_columns = 2;
constexpr Index most_columns = 3;

struct Line {
    std::string keys;
    std::string meaning;          ///< without keys: the title of a group
    std::string_view holds_for{}; ///< the case in which the key does this, if it does several things
    bool is_title() const { return keys.empty(); }
};

/// Gestures and keys that are not those of an action.
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
     {"F6, then Tab", "Walk to a button, and press"}}};

/// Keys while a lesson is open.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> keys_of_a_lesson{
    {{"Enter", "Next, where nothing is asked"},
     {"Page Down", "The same"},
     {"Page Up", "Back"},
     {"Tab, Enter", "Walk to a button: Hint, Skip"},
     {"1 to 9", "Choose an answer"},
     {"Space", "Mark the selected square, in a bet on squares"},
     {"Alt+Page Down  ]", "Next matrix over the stage"},
     {"Alt+Page Up  [", "The matrix before"}}};

/// Actions whose keys the lesson's list above has already.
constexpr std::array keys_that_a_lesson_says{"next", "previous"};

bool is_said_by_lesson(const Action& action) {
    return std::ranges::find(keys_that_a_lesson_says, action.id) != keys_that_a_lesson_says.end();
}

/// A group of keys, which has all actions of a menu. Several menus may share a group, by its title.
struct MenuGroup {
    Menu menu{};
    std::string_view title;
};
constexpr std::string_view walks = "MOUSE, AND KEYS THAT WALK";
constexpr std::string_view steps = "STEPS AND HELP";
constexpr std::string_view looks = "LOOK";
constexpr std::string_view changes = "CHANGE";
constexpr std::string_view files = "FILES";
constexpr std::string_view others = "LESSONS AND TOKENS";
constexpr std::string_view on_cells = "WITH A CELL SELECTED";
constexpr std::string_view on_chosen_token = "WITH A TOKEN CHOSEN";
constexpr std::string_view in_lectures = "IN A LECTURE";
constexpr std::array menu_groups{
    MenuGroup{Menu::go, steps},       MenuGroup{Menu::reading, steps},  MenuGroup{Menu::help, steps},
    MenuGroup{Menu::file, files},     MenuGroup{Menu::look, looks},     MenuGroup{Menu::picture, looks},
    MenuGroup{Menu::colours, looks},  MenuGroup{Menu::range, looks},    MenuGroup{Menu::head, looks},
    MenuGroup{Menu::item, looks},     MenuGroup{Menu::notation, looks}, MenuGroup{Menu::edit, changes},
    MenuGroup{Menu::matrix, changes}, MenuGroup{Menu::token, changes},  MenuGroup{Menu::mask, changes},
    MenuGroup{Menu::scale, changes},  MenuGroup{Menu::rare, changes},
};
constexpr std::array group_titles_of_keys{walks,           steps,  looks,       changes, on_cells,
                                          on_chosen_token, others, in_lectures, files};

/// Actions for lectures, which come first in a lecture.
constexpr std::array keys_of_a_lecture{"next",          "previous", "next-head",   "lecture-inspector", "lecture-words",
                                       "lesson-note",   "blank",    "all-heads",   "one-token",         "next-picture",
                                       "moved",         "play",     "text-larger", "text-smaller",      "text-usual",
                                       "next-notation", "lecture"};

/// Actions that have their key only in a lecture.
constexpr std::array keys_of_lectures_alone{"lecture-words", "lesson-note", "blank"};

bool is_of_a_lecture(const Action& action) {
    return std::ranges::find(keys_of_a_lecture, action.id) != keys_of_a_lecture.end();
}

/// Actions that move the selection, as the arrow keys do.
constexpr std::array keys_that_walk{"go-to"};

/// The title of the action's group: by the selection that its key needs, or else by its menu.
std::string_view group_of(const Action& action) {
    if (std::ranges::find(keys_that_walk, action.id) != keys_that_walk.end())
        return walks;
    if (action.acts_on == ActsOn::cell || action.acts_on == ActsOn::matrix)
        return on_cells;
    if (action.acts_on == ActsOn::chosen_token)
        return on_chosen_token;
    if (std::ranges::find(keys_of_lectures_alone, action.id) != keys_of_lectures_alone.end())
        return in_lectures;
    const auto* const row = std::ranges::find_if(
        menu_groups, [&](const MenuGroup& group) { return action.menus.in(group.menu) != nullptr; });
    return row == menu_groups.end() ? others : row->title;
}

/// Adds the lines of an action: one, or two if both its keys together would make the column wide.
void add_lines_of(const Action& action, std::vector<Line>& all) {
    constexpr std::size_t widest = 14;
    std::string keys = chord_label(action.chord);
    std::string others = action.other_chord.key == Key::none ? std::string() : chord_label(action.other_chord);
    if (!others.empty() && keys.size() + others.size() <= widest)
        keys += "  " + std::exchange(others, {});
    all.push_back({std::move(keys), std::string(action.label), action.key_holds});
    if (!others.empty())
        all.push_back({std::move(others), std::string(action.label), action.key_holds});
}

/// False in a lecture for an action whose key does something else there.
bool holds(const UiContext& ui, const Action& action) {
    constexpr std::array others_have_their_key{"skip", "faster"};
    return !ui.scope().is_for_audience ||
           std::ranges::find(others_have_their_key, action.id) == others_have_their_key.end() ||
           action.enabled == nullptr || action.enabled(ui);
}

std::vector<Line> lines(const UiContext& ui) {
    const bool in_lecture = ui.scope().is_for_audience;
    std::vector<Line> all;
    all.reserve(gestures.size() + actions().size());
    if (in_lecture)
        all.push_back({{}, std::string(in_lectures)});
    for (const char* const id : keys_of_a_lecture)
        if (const Action* const action = find_action(id); action != nullptr && in_lecture && holds(ui, *action))
            add_lines_of(*action, all);
    const bool is_beside_lesson = ui.scope().is_taught && !in_lecture;
    if (is_beside_lesson)
        all.push_back({{}, "IN A LESSON"});
    for (const auto& [keys, meaning] : keys_of_a_lesson)
        if (is_beside_lesson)
            all.push_back({std::string(keys), std::string(meaning)});
    for (const std::string_view title : group_titles_of_keys) {
        if (in_lecture && title == in_lectures) // that group comes first
            continue;
        all.push_back({{}, std::string(title)});
        if (title == walks)
            for (const auto& [keys, meaning] : gestures)
                all.push_back({std::string(keys), std::string(meaning)});
        for (const Action& action : actions())
            if (action.chord.key != Key::none && group_of(action) == title && holds(ui, action) &&
                !(in_lecture && is_of_a_lecture(action)) && !(is_beside_lesson && is_said_by_lesson(action)))
                add_lines_of(action, all);
    }
    return all;
}

/// A column of keys; its width is that of its content.
struct KeyColumn {
    std::span<const Line> lines;
    float keys = 0;
    float meaning = 0;

    float width() const { return keys + beside_keys + meaning; }
};

/// The meaning with its case: "Unpin the cell (pinned)".
std::string whole_meaning(const Line& line) {
    return line.holds_for.empty() ? line.meaning : fmt::format("{} ({})", line.meaning, line.holds_for);
}

KeyColumn key_column_of(std::span<const Line> lines, const Typesetter& typesetter) {
    KeyColumn column{lines};
    for (const Line& line : lines) {
        if (line.is_title())
            continue;
        column.keys = std::max(column.keys, std::ceil(typesetter.measure(line.keys, Font{}).width));
        column.meaning = std::max(column.meaning, std::ceil(typesetter.measure(whole_meaning(line), Font{}).width));
    }
    return column;
}

using Lines = std::span<const Line>;

/// Divides the lines into columns of at most `rows` lines. A title stays with the lines below it.
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

/// Divides the lines into at most `count` columns that are as low as possible.
std::vector<Lines> lowest_columns_of(Lines all, std::size_t count) {
    std::size_t rows = (all.size() + count - 1) / count;
    while (columns_of(all, rows).size() > count)
        ++rows;
    return columns_of(all, rows);
}

/// The layout of all lines in a window.
struct KeyLayout {
    std::vector<KeyColumn> columns;
    float line_height = usual_line;
    std::size_t rows = 0;
};

/// The columns for the divided lines. If they are wider than `room`, the widest meanings are shortened.
std::vector<KeyColumn> key_columns_of(const std::vector<Lines>& divided, float room, const Typesetter& typesetter) {
    std::vector<KeyColumn> columns;
    float width = -between_key_columns;
    for (const Lines lines : divided) {
        columns.push_back(key_column_of(lines, typesetter));
        width += columns.back().width() + between_key_columns;
    }
    constexpr float step = 4;
    while (width > room) {
        KeyColumn& widest = *std::ranges::max_element(columns, {}, &KeyColumn::meaning);
        if (widest.meaning < step)
            break;
        widest.meaning -= step;
        width -= step;
    }
    return columns;
}

std::string shown_meaning(const UiContext& ui, const Line& line, const KeyColumn& column) {
    return ui.typesetter.shortened(whole_meaning(line), Font{}, column.meaning + 1);
}

void add_key_line(Scene& scene, const UiContext& ui, const Line& line, const KeyColumn& column, Point at) {
    if (line.is_title()) {
        add_section(scene, ui, at, line.meaning);
        return;
    }
    add_text(scene, ui, at, line.keys, ui.theme().ink, {.weight = FontWeight::medium});
    add_text(scene, ui, {at.x + column.keys + beside_keys, at.y}, shown_meaning(ui, line, column), ui.theme().ink);
}

/// Sets the scene's values: "key:Ctrl+D" has all meanings of the key, "keys:GROUP:Ctrl+D" those in a group.
void say_keys(Scene& scene, const UiContext& ui, const std::vector<KeyColumn>& columns) {
    std::string group;
    for (const KeyColumn& column : columns)
        for (const Line& line : column.lines) {
            if (line.is_title()) {
                group = line.meaning;
                continue;
            }
            const std::string key = line.keys.substr(0, line.keys.find("  "));
            std::string& said = scene.values["key:" + key];
            said += (said.empty() ? "" : ", or: ") + shown_meaning(ui, line, column);
            std::string& in_group = scene.values[fmt::format("keys:{}:{}", group, key)];
            in_group += (in_group.empty() ? "" : ", or: ") + shown_meaning(ui, line, column);
        }
}

float room_of_keys(const Box& window) {
    return window.height - 2 * space::small - head - space::large;
}

float width_of_keys(const Box& window) {
    return window.width - 2 * space::section - 2 * space::huge;
}

/// Lays the lines out in as many columns as fit side by side without shortening; what is too high is scrolled.
KeyLayout lay_out_keys(Lines all, const Box& window, const Typesetter& typesetter) {
    const auto divided = [](Index whole, Index by) { return (whole + by - 1) / by; };
    const float room = room_of_keys(window);
    const auto usual_rows = std::max<Index>(1, to_integer<Index>(room / usual_line));
    Index count = std::clamp(divided(std::ssize(all), usual_rows), usual_columns, most_columns);
    KeyLayout layout;
    std::vector<Lines> divisions;
    do {
        divisions = lowest_columns_of(all, static_cast<std::size_t>(count));
        layout.columns = key_columns_of(divisions, width_of_keys(window), typesetter);
    } while (--count > 0 && std::ranges::any_of(layout.columns, [&](const KeyColumn& column) {
        return column.meaning < key_column_of(column.lines, typesetter).meaning;
    }));
    layout.rows = std::ranges::max(divisions, {}, &Lines::size).size();
    const float fitting = std::floor(room / static_cast<float>(layout.rows));
    layout.line_height = fitting < lowest_line ? scrolled_line : std::min(fitting, usual_line);
    return layout;
}

/// Divides the lines into a lecture's pages, in its type size: two columns a page, or one if the texts are long.
std::vector<std::vector<Lines>> pages_of(Lines all, const UiContext& ui, const Box& window) {
    const auto rows = std::max<Index>(2, to_integer<Index>(room_of_keys(window) / lecture_line));
    const std::vector<Lines> columns = columns_of(all, static_cast<std::size_t>(rows));
    const float room = window.width - 2 * space::huge - space::section;
    std::vector<std::vector<Lines>> pages;
    float width = room;
    for (const Lines column : columns) {
        const float wide = key_column_of(column, ui.typesetter).width() + between_key_columns;
        width += wide;
        if (width > room) {
            pages.emplace_back();
            width = wide;
        }
        pages.back().push_back(column);
    }
    return pages;
}

KeyLayout lay_out_page(const std::vector<Lines>& page, const Box& window, const Typesetter& typesetter) {
    return {key_columns_of(page, width_of_keys(window), typesetter), lecture_line,
            std::ranges::max(page, {}, &Lines::size).size()};
}

void add_keys(Form& form, const KeyLayout& layout, const std::string& page) {
    const UiContext& ui = form.ui();
    const auto& [columns, line_height, rows] = layout;
    float width = 2 * Form::margin - between_key_columns;
    for (const KeyColumn& column : columns)
        width += column.width() + between_key_columns;
    const std::string title = "Keys and mouse";
    const float beside = Form::margin + ui.typesetter.measure(title, bold(type_size::large)).width + space::large;
    constexpr float close_room = 56;
    width = std::max(width, beside + ui.typesetter.measure(page, Font{}).width + close_room);
    form.set_size({width, head + static_cast<float>(rows) * line_height + space::large});
    form.close_button();
    form.write({Form::margin, 36}, title, form.theme().ink, bold(type_size::large));
    form.write({beside, 36}, page, form.theme().dim);
    say_keys(form.scene(), ui, columns);
    float x = Form::margin;
    for (const KeyColumn& column : columns) {
        float y = head + 18;
        for (const Line& line : column.lines) {
            add_key_line(form.scene(), ui, line, column, {x, y});
            y += line_height;
        }
        x += column.width() + between_key_columns;
    }
}

} // namespace

void draw_keys(Form& form) {
    const UiContext& ui = form.ui();
    const Box& window = form.around().window;
    const std::vector<Line> all = lines(ui);
    if (!ui.scope().is_for_audience)
        return add_keys(form, lay_out_keys(all, window, ui.typesetter), {});
    const std::vector<std::vector<Lines>> pages = pages_of(all, ui, window);
    const Index page = moved_mark(ui.workspace.overlay->marked, 0, std::ssize(pages));
    add_keys(form, lay_out_page(pages[static_cast<std::size_t>(page)], window, ui.typesetter),
             fmt::format("{} of {}  ↓", page + 1, pages.size()));
}

/// Arrows turn the pages in a lecture, where not all keys fit at once.
bool react_in_keys(const CommandContext& command) {
    const Index by = key_pressed(Key::right) ? 1 : key_pressed(Key::left) ? -1 : lines_of_keys(1);
    if (!command.ui.scope().is_for_audience || by == 0)
        return false;
    const std::vector<Line> all = lines(command.ui);
    Index& page = command.workspace.overlay->marked;
    page = moved_mark(page, by, std::ssize(pages_of(all, command.ui, window_of_dialog(command.workspace))));
    return true;
}

} // namespace attn
