// Offers unsaved work of windows that ended abruptly.

#include "ui/dialogs/left_work.h"
#include "core/figure/pictures/text_layout.h"
#include "core/files/printable.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr Index most_rows = 3;
constexpr Index buttons_of_row = 2;
constexpr float picture_side = 96;
constexpr float row_height = picture_side + space::huge;

Index shown_rows(const UiContext& ui) {
    return std::min<Index>(std::ssize(ui.status.left_work), most_rows);
}

/// The index of the button that Enter presses; the last button is Later.
Index marked_button(const UiContext& ui) {
    return std::clamp<Index>(ui.workspace.overlay->marked, 0, buttons_of_row * shown_rows(ui));
}

std::string target_of(Index button) {
    return fmt::format("action:left-{}/{}", button % buttons_of_row == 0 ? "open" : "discard",
                       button / buttons_of_row + 1);
}

std::string when_and_where(const LeftWorkLabel& work) {
    std::string words = "changed " + date_in_words(work.changed);
    if (work.file)
        words += ", in " + printable_path(work.file->parent_path());
    return words;
}

std::string words_of(const LeftWorkLabel& work) {
    constexpr std::size_t enough = 200; // bytes; longer than any line
    std::string words;
    for (const std::string& token : work.tokens) {
        if (words.size() > enough)
            break;
        words += (words.empty() ? "" : " ") + printable(token);
    }
    return words;
}

/// Adds a small picture of the attention, with whole pixels for each cell; an empty frame if there is none.
void add_picture(Scene& scene, const UiContext& ui, Point at, const LeftWorkLabel& work) {
    const Theme& theme = ui.theme();
    Rectangle frame;
    frame.box = {at.x, at.y, picture_side, picture_side};
    frame.fill = theme.background;
    frame.stroke = {theme.hairline, 1};
    scene.list.add(frame);
    if (work.picture.empty())
        return;
    const auto rows = static_cast<float>(work.picture.rows());
    const auto columns = static_cast<float>(work.picture.columns());
    const float cell = std::max(1.0F, std::floor((picture_side - 2 * space::tiny) / std::max(rows, columns)));
    Image image;
    image.box = {std::floor(frame.box.centre().x - cell * columns / 2),
                 std::floor(frame.box.centre().y - cell * rows / 2), cell * columns, cell * rows};
    image.matrix = work.picture;
    image.palette = ui.workspace.grey ? Palette::grey_attention : Palette::attention;
    image.look = ui.workspace.look;
    image.range = fixed_range(0, 1, work.picture.view());
    scene.list.add(image);
}

void add_row(Form& form, Index index) {
    constexpr float line = 20;
    const UiContext& ui = form.ui();
    const LeftWorkLabel& work = ui.status.left_work[static_cast<std::size_t>(index)];
    const float top = form.top();
    add_picture(form.scene(), ui, {Form::margin, top}, work);
    const float left = Form::margin + picture_side + space::large;
    const float width = form.right() - left;
    const std::string target = fmt::format("left-work/{}", index + 1);
    const float y = top + space::medium;
    form.say(target + ".name", {left, y}, work.name.empty() ? "A session without a title" : printable(work.name, 200),
             form.theme().ink, bold(), Horizontal::left, width);
    form.say(target + ".when", {left, y + line}, when_and_where(work), form.theme().dim, {}, Horizontal::left, width);
    form.say(target + ".words", {left, y + 2 * line},
             work.is_newest ? words_of(work) : "The very last change is damaged; this is the one before.",
             form.theme().ink, {}, Horizontal::left, width);
    const Index open = buttons_of_row * index;
    const Index marked = marked_button(ui);
    form.buttons({left, top + picture_side - control_height},
                 {{.target = target_of(open), .label = "Open", .chosen = marked == open},
                  {.target = target_of(open + 1), .label = "Discard", .chosen = marked == open + 1}});
    form.skip(row_height);
}

} // namespace

std::string date_in_words(std::int64_t seconds) {
    constexpr std::array months{"January", "February", "March",     "April",   "May",      "June",
                                "July",    "August",   "September", "October", "November", "December"};
    const auto time = static_cast<std::time_t>(seconds);
    std::tm local{};
    if (::localtime_r(&time, &local) == nullptr)
        return {};
    return fmt::format("{} {} {}, {:02}:{:02}", local.tm_mday, months.at(static_cast<std::size_t>(local.tm_mon)),
                       local.tm_year + 1900, local.tm_hour, local.tm_min);
}

void draw_left_work(Form& form) {
    const UiContext& ui = form.ui();
    const Index rows = shown_rows(ui);
    if (rows == 0)
        return;
    const Index more = std::ssize(ui.status.left_work) - rows;
    form.set_width(560, 0);
    form.title();
    form.note("Attention Lab ended before this was saved, and kept it.");
    form.skip(24);
    for (Index i = 0; i < rows; ++i)
        add_row(form, i);
    form.rule({Form::margin, form.top()}, {form.right(), form.top()});
    form.skip(space::huge);
    form.foot_before_keys(
        {{.target = "action:close", .label = "Later", .chosen = marked_button(ui) == buttons_of_row * rows}},
        more > 0 ? fmt::format("{} more when these are settled", more)
                 : std::string("It is offered again at the next start."),
        "O   D   Esc");
    form.scene().values.insert_or_assign("left-work", std::to_string(ui.status.left_work.size()));
}

bool react_in_left_work(const CommandContext& command) {
    const auto is_pressed = [](Key key) { return chord_pressed({.key = key}); };
    const Index later = buttons_of_row * shown_rows(command.ui);
    Index marked = marked_button(command.ui);
    if (is_pressed(Key::right) || is_pressed(Key::tab))
        marked = (marked + 1) % (later + 1);
    if (is_pressed(Key::left))
        marked = (marked + later) % (later + 1);
    if (is_pressed(Key::down))
        marked = std::min(marked + buttons_of_row, later);
    if (is_pressed(Key::up))
        marked = std::max<Index>(marked - buttons_of_row, marked % buttons_of_row);
    command.workspace.overlay->marked = marked;
    const Index first_of_row = std::min(marked, later - 1) / buttons_of_row * buttons_of_row;
    if (is_pressed(letter_key('o')))
        run_action(target_of(first_of_row), command);
    else if (is_pressed(letter_key('d')))
        run_action(target_of(first_of_row + 1), command);
    else if (is_pressed(Key::enter))
        run_action(marked == later ? "action:close" : target_of(marked), command);
    return true;
}

} // namespace attn
