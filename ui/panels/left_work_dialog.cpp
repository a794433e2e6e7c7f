#include "ui/panels/left_work_dialog.h"

#include "core/files/printable.h"
#include "ui/actions/left_work_list.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float offer_width = 560;
constexpr float offer_margin = space::huge;
constexpr float offer_head = 96; ///< title and what happened
constexpr float offer_footer = 70;
constexpr float picture_side = 96;
constexpr float row_height = picture_side + space::huge;
constexpr float row_line = 20;
std::string when_and_where(const LeftWorkLabel& work) {
    std::string words = "changed " + date_in_words(work.changed);
    if (work.file)
        words += ", in " + printable_path(work.file->parent_path());
    return words;
}

std::string words_of(const LeftWorkLabel& work) {
    constexpr std::size_t enough = 200; // bytes; wider than any line
    std::string words;
    for (const std::string& token : work.tokens) {
        if (words.size() > enough)
            break;
        words += (words.empty() ? "" : " ") + printable(token);
    }
    return words;
}

/// Attention in small, in whole pixels a cell; an empty place where there is none.
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

void add_row(Scene& scene, const UiContext& ui, const Box& row, Index index) {
    const Theme& theme = ui.theme();
    const LeftWorkLabel& work = ui.status.left_work[static_cast<std::size_t>(index)];
    add_picture(scene, ui, {row.x, row.y}, work);
    const float left = row.x + picture_side + space::large;
    const float width = row.right() - left;
    const std::string name = work.name.empty() ? "A session without a title" : printable(work.name, 200);
    const std::string when = when_and_where(work);
    const std::string words =
        work.is_newest ? words_of(work) : "The very last change is damaged; this is the one before.";
    float y = row.y + space::medium;
    add_text(scene, ui, {left, y}, ui.typesetter.shortened(name, bold(), width), theme.ink, bold());
    y += row_line;
    add_text(scene, ui, {left, y}, ui.typesetter.shortened(when, Font{}, width), theme.dim);
    y += row_line;
    add_text(scene, ui, {left, y}, ui.typesetter.shortened(words, Font{}, width), theme.ink);
    const std::string target = fmt::format("left-work/{}", index + 1);
    scene.values.insert_or_assign(target + ".name", name);
    scene.values.insert_or_assign(target + ".when", when);
    scene.values.insert_or_assign(target + ".words", words);
    const Index marked = marked_left_work_button(ui);
    const float buttons = row.y + picture_side - control_height;
    const float open = add_segments(
        scene, ui, {left, buttons},
        {{.target = open_left_work_target(index), .label = "Open", .chosen = marked == buttons_of_left_work * index}});
    add_segments(scene, ui, {left + open + space::small, buttons},
                 {{.target = discard_left_work_target(index),
                   .label = "Discard",
                   .chosen = marked == buttons_of_left_work * index + 1}});
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

void left_work_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Index rows = shown_left_works(ui);
    if (rows == 0)
        return;
    const Theme& theme = ui.theme();
    const Index more = std::ssize(ui.status.left_work) - rows;
    const Box box =
        add_dialog(scene, ui, window, {offer_width, offer_head + row_height * static_cast<float>(rows) + offer_footer});
    const float left = box.x + offer_margin;
    const float inner = box.width - 2 * offer_margin;
    add_text(scene, ui, {left, box.y + 40}, "Work that was not saved", theme.ink, bold(type_size::large));
    add_text(scene, ui, {left, box.y + 66}, "Attention Lab ended before this was saved, and kept it.", theme.dim);
    for (Index i = 0; i < rows; ++i)
        add_row(scene, ui, {left, box.y + offer_head + row_height * static_cast<float>(i), inner, picture_side}, i);
    const float y = box.bottom() - offer_margin - control_height;
    add_rule(scene, ui, {left, y - space::huge}, {box.right() - offer_margin, y - space::huge});
    const float later = add_segments(scene, ui, {left, y},
                                     {{.target = "action:close",
                                       .label = "Later",
                                       .chosen = marked_left_work_button(ui) == buttons_of_left_work * rows}});
    const std::string remark = more > 0 ? fmt::format("{} more when these are settled", more)
                                        : std::string("It is offered again at the next start.");
    add_text(scene, ui, {left + later + space::medium, y + row_line}, remark, theme.dim);
    add_text(scene, ui, {box.right() - offer_margin, y + row_line}, "O   D   Esc", theme.dim, small(),
             Horizontal::right);
    scene.values.insert_or_assign("left-work", std::to_string(ui.status.left_work.size()));
}

} // namespace attn
