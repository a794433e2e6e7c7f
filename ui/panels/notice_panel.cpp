#include "ui/panels/notice_panel.h"

#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float message_margin = space::section;
constexpr float message_line = 20; // height of the line for progress
constexpr float message_baseline = 14;
constexpr std::size_t most_lines = 4; // if the height does not limit them

/// The font of a notice; the smaller one is for notices that would not fit otherwise.
struct NoticeType {
    float size;
    float step; ///< distance from baseline to baseline
    float baseline;
};
constexpr std::array notice_types{NoticeType{type_size::normal, 18, message_baseline},
                                  NoticeType{type_size::small, 12, 10}};
/// The fraction of the width that the notice takes while work is under way.
constexpr float share_of_notice = 0.6F;

/// The progress in percent; empty if unknown.
std::string percent_of(const Progress& progress) {
    return progress.share ? fmt::format("{:.0f} %", std::floor(*progress.share * 100)) : std::string();
}

/// True if the notice is about an edit: it then has a button that shows what the edit changed.
bool tells_of_edit(const UiContext& ui, const Notice& notice) {
    return notice.holds == HoldsWhile::session_is_as_is && !notice.is_error && !ui.status.undo_label.empty() &&
           ui.scope().makes_remarks();
}

std::vector<Segment> notice_buttons(const UiContext& ui) {
    const Notice& notice = *ui.workspace.notice;
    std::vector<Segment> buttons;
    if (tells_of_edit(ui, notice))
        buttons.push_back({.target = "action:moved", .label = "What moved"});
    if (notice.undo)
        buttons.push_back({.target = "action:undo", .label = "Undo"});
    for (const NoticeButton& button : notice.leads_on)
        buttons.push_back({.target = button.target, .label = button.label});
    buttons.push_back({.target = "action:dismiss", .label = "Dismiss"});
    return buttons;
}

Font notice_font(const Notice& notice, const NoticeType& type) {
    return {.size = type.size, .weight = notice.is_error ? FontWeight::semibold : FontWeight::medium};
}

float width_of_notice(const UiContext& ui, float width) {
    return ui.status.progress ? std::floor(width * share_of_notice) : width;
}

/// The text wrapped between words or folders of a path; what does not fit on the last line is cut off.
std::vector<Prose> lines_of(const Prose& whole, const Font& font, float width, std::size_t most,
                            const Typesetter& typesetter) {
    if (line_width(typesetter, whole, font) <= width)
        return {whole};
    std::string text = whole.letters();
    std::vector<Prose> lines;
    while (lines.size() + 1 < most && typesetter.measure(text, font).width > width) {
        std::size_t cut = 0;
        for (std::size_t at = text.find_first_of(" /"); at != std::string::npos; at = text.find_first_of(" /", at + 1))
            if (typesetter.measure(text.substr(0, at + 1), font).width <= width)
                cut = at + 1;
            else
                break;
        if (cut == 0)
            break;
        lines.emplace_back(text.substr(0, cut));
        text.erase(0, cut);
    }
    lines.emplace_back(typesetter.shortened(text, font, width));
    return lines;
}

std::vector<Prose> lines_of_notice(const UiContext& ui, float width, const NoticeType& type, std::size_t most) {
    const Notice& notice = *ui.workspace.notice;
    const float buttons = text_buttons_width(ui, notice_buttons(ui));
    const float room = width_of_notice(ui, width) - 2 * message_margin - buttons - space::large;
    return lines_of(notice.text, notice_font(notice, type), std::max(room, 1.0F), most, ui.typesetter);
}

/// True if the lines contain all of the text.
bool are_all(const std::vector<Prose>& lines, const Prose& text) {
    std::string shown;
    for (const Prose& line : lines)
        shown += line.letters();
    return shown == text.letters();
}

struct NoticeLines {
    std::vector<Prose> lines;
    NoticeType type{};
};

/// The lines in the largest type in which all of the notice fits, or cut off in the smallest.
NoticeLines lines_that_fit(const UiContext& ui, const Box& area) {
    NoticeLines fitting;
    for (const NoticeType& type : notice_types) {
        const auto most = std::max<std::size_t>(1, to_integer<std::size_t>(std::floor(area.height / type.step)));
        fitting = {lines_of_notice(ui, area.width, type, most), type};
        if (are_all(fitting.lines, ui.workspace.notice->text))
            break;
    }
    return fitting;
}

void add_ground(Scene& scene, const UiContext& ui, const Box& area, const std::string& target) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().background;
    scene.list.add(ground, target);
}

void add_notice(Scene& scene, const UiContext& ui, const Box& area) {
    const Notice& notice = *ui.workspace.notice;
    const auto [lines, type] = lines_that_fit(ui, area);
    const Box place{area.x, area.y, width_of_notice(ui, area.width), area.height};
    add_ground(scene, ui, place, "notice");
    scene.values.insert_or_assign("notice", notice.text.letters());
    float y = place.y + type.baseline;
    for (const Prose& line : lines) {
        const std::size_t first = scene.list.items.size();
        add_line(scene.list, ui.typesetter, {place.x + message_margin, y}, line, ui.theme().ink,
                 notice_font(notice, type));
        attach_claims(scene.list, first, {static_cast<const Claim&>(notice)});
        y += type.step;
    }
    const std::vector<Segment> buttons = notice_buttons(ui);
    add_text_buttons(scene, ui, {place.right() - message_margin - text_buttons_width(ui, buttons), place.y}, buttons);
}

void add_progress(Scene& scene, const UiContext& ui, const Box& area) {
    const Progress& progress = *ui.status.progress;
    const Theme& theme = ui.theme();
    add_ground(scene, ui, area, "progress");
    const std::string percent = percent_of(progress);
    scene.values.insert_or_assign("progress", words_of(progress));
    const std::vector<Segment> cancel{{.target = "action:cancel", .label = "Cancel"}};
    const float buttons = text_buttons_width(ui, cancel);
    const float numbers = ui.typesetter.measure("100 %", Font{}).width + space::small;
    const float x = area.x + message_margin;
    const float room = area.width - 2 * message_margin - buttons - space::large - numbers;
    const float y = area.y + message_baseline;
    const float width = add_text(
        scene, ui, {x, y}, ui.typesetter.shortened(progress.text + " …", Font{}, std::max(room, 1.0F)), theme.ink);
    add_text(scene, ui, {x + width + space::small, y}, percent, theme.dim);
    add_text_buttons(scene, ui, {area.right() - message_margin - buttons, area.y}, cancel);
    if (!progress.share)
        return;
    constexpr float bar = 2;
    Rectangle done;
    done.box = {x, area.y + message_line - bar, (area.width - 2 * message_margin) * *progress.share, bar};
    done.fill = theme.ink;
    scene.list.add(done);
}

} // namespace

std::string words_of(const Progress& progress) {
    const std::string percent = percent_of(progress);
    return percent.empty() ? progress.text : progress.text + " … " + percent;
}

float height_of_notice(const UiContext& ui, float width) {
    if (!ui.workspace.notice)
        return message_line;
    const NoticeType& usual = notice_types.front();
    const std::size_t lines = lines_of_notice(ui, width, usual, most_lines).size();
    return message_line + usual.step * static_cast<float>(lines - 1);
}

void message_panel(Scene& scene, const UiContext& ui, const Box& area) {
    const bool says = ui.workspace.notice.has_value();
    if (says)
        add_notice(scene, ui, area);
    if (!ui.status.progress)
        return;
    const float left = says ? width_of_notice(ui, area.width) : 0;
    add_progress(scene, ui, {area.x + left, area.y, area.width - left, area.height});
}

} // namespace attn
