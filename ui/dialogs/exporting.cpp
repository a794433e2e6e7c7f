// The export dialog: options on the left, on the right a preview of the files.

#include "core/figure/pictures/labels.h"
#include "core/figure/scaled.h"
#include "core/files/printable.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/folder_list.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/export_form.h"
#include "ui/dialogs/file_list.h"
#include "ui/panels/notice_panel.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string_view>
#include <utility>

namespace attn {

namespace {

constexpr float exporting_widest = 1180;
constexpr float tallest = 860;
constexpr float exporting_header = 62;
constexpr float exporting_footer = 158;
constexpr float form_width = 400;
constexpr float recipe_line = 46;
constexpr float pixels_a_centimetre = 96 / 2.54F;
/// The largest scale of a small figure in the preview.
constexpr float most_enlarged = 1.5F;

class ExportLayout {
public:
    explicit ExportLayout(Form& form)
        : form_(form), scene_(form.scene()), ui_(form.ui()), theme_(form.theme()), choices_(ui_.workspace.exporting),
          preview_(form.around().previewer.of(ui_)), asked_(export_form(ui_)) {
        const Box& window = form.around().window;
        form.set_size({std::min(exporting_widest, window.width - 2 * space::section),
                       std::min(tallest, window.height - 2 * space::large)});
        box_ = form.box();
        right_ = {form_width, exporting_header, box_.width - form_width, box_.height - exporting_header};
    }

    void add() {
        add_header();
        if (choices_.tab == ExportTab::listed)
            add_recipes();
        else
            add_export_lines(scene_, ui_,
                             {box_.x + Form::margin, box_.y + exporting_header + space::large, form_width,
                              box_.height - exporting_header - 2 * space::large},
                             asked_.what);
        add_preview({right_.x, right_.y, right_.width - 1, right_.height - exporting_footer});
        add_footer({right_.x + Form::margin, right_.bottom() - exporting_footer, right_.width - 2 * Form::margin,
                    exporting_footer});
    }

private:
    void add_header() {
        add_text(scene_, ui_, {box_.x + Form::margin, box_.y + 39}, "Export", theme_.ink, bold(type_size::large));
        const auto tab = [&](ExportTab which, std::string_view name, std::string label) {
            return Segment{.target = fmt::format("action:export/tab/{}", name),
                           .label = std::move(label),
                           .chosen = choices_.tab == which};
        };
        add_segments(
            scene_, ui_, {box_.x + Form::margin + 92, box_.y + 17},
            {tab(ExportTab::figure, "figure", "A figure"), tab(ExportTab::document, "document", "A document"),
             tab(ExportTab::listed, "listed", fmt::format("The session's figures ({})", ui_.session.figures.size()))});
        form_.buttons_before({form_.right(), 17}, {{.target = "action:close", .label = "Close"}});
        add_rule(scene_, ui_, {box_.x, box_.y + exporting_header}, {box_.right(), box_.y + exporting_header});
        add_rule(scene_, ui_, {right_.x, right_.y}, {right_.x, right_.bottom()});
    }

    // --- The session's figures ---------------------------------------------------------------------------------------

    void add_recipes() {
        const auto& figures = ui_.session.figures;
        const Box area{box_.x, box_.y + exporting_header + space::small, form_width,
                       box_.height - exporting_header - 2 * space::small};
        if (figures.empty()) {
            add_paragraph(scene_, ui_, {area.x + Form::margin, area.y + 24}, area.width - 2 * Form::margin,
                          "None yet. Set a figure up under “A figure”, then “Add to the session's figures”: they are "
                          "saved with the session, and made again all at once when its numbers have changed.",
                          theme_.dim);
            return;
        }
        const auto target_of = [](Index i) { return fmt::format("action:export/recipe/{}", i + 1); };
        form_.list({area.x + space::small, area.y, area.width - 2 * space::small, area.height},
                   {.count = std::ssize(figures),
                    .marked = moved_mark(choices_.marked, 0, std::ssize(figures)),
                    .line = recipe_line,
                    .target_of = target_of,
                    .add_line = [this](Index i, const Box& line) { add_recipe(i, line); }});
    }

    std::string about(const FigureRequest& recipe) const {
        std::string words = recipe.kind;
        if (recipe.array)
            words += fmt::format(" of {}", shown_name(ui_.session, *recipe.array));
        if (recipe.head)
            words += fmt::format(", head {}", *recipe.head + 1);
        if (recipe.width)
            words += fmt::format(", {:.4g} cm", *recipe.width);
        return words;
    }

    void add_recipe(Index place, const Box& line) {
        constexpr float remove_width = 36;
        const FigureRequest& recipe = ui_.session.figures.at(static_cast<std::size_t>(place));
        scene_.values.insert_or_assign(fmt::format("action:export/recipe/{}", place + 1), recipe.name);
        const float left = line.x + space::medium;
        const float room = line.width - remove_width - 2 * space::medium;
        form_.write({left, line.y + 19}, printable(recipe.name), theme_.ink, bold(), Horizontal::left, room);
        form_.write({left, line.y + 36}, about(recipe), theme_.dim, small(), Horizontal::left, room);
        form_.cross({line.right() - remove_width, line.y, remove_width, line.height},
                    fmt::format("action:export/remove/{}", place + 1));
    }

    // --- The preview -------------------------------------------------------------------------------------------------

    void add_preview(const Box& area) {
        Rectangle ground;
        ground.box = area;
        ground.fill = theme_.background;
        scene_.list.add(ground, std::string("export.preview"));
        if (lists_files(ui_))
            add_file_list(form_, {area.x + Form::margin, area.y + space::section, area.width - 2 * Form::margin,
                                  area.height - space::section});
        else if (!preview_.problem.empty()) {
            form_.say_lines("export.problem", {area.x + space::section, area.y + area.height / 2 - 20},
                            area.width - 2 * space::section, preview_.problem, theme_.ink);
        } else if (!preview_.lines.empty())
            add_lines(area);
        else if (!preview_.pages.empty())
            add_page(area);
    }

    void add_lines(const Box& area) {
        constexpr float step = 16;
        const Box inner = area.grown(-space::huge);
        float y = inner.y + 12;
        scene_.values.insert_or_assign("export.lines", preview_.lines.front());
        for (const std::string& text : preview_.lines) {
            if (y > inner.bottom())
                break;
            add_text(scene_, ui_, {inner.x, y}, ui_.typesetter.shortened(printable(text, 400), small(), inner.width),
                     theme_.ink, small());
            y += step;
        }
    }

    void add_page(const Box& area) {
        constexpr float words_room = 60;
        const Index count = std::ssize(preview_.pages);
        const Index shown = std::clamp<Index>(choices_.page, 0, std::max<Index>(1, count) - 1);
        const PdfPage& page = preview_.pages.at(static_cast<std::size_t>(shown));
        const Box room{area.x + 24, area.y + 24, area.width - 48, area.height - 24 - words_room};
        const float fitting = std::min(room.width / page.page.area.width, room.height / page.page.area.height);
        const float scale = std::min(fitting, most_enlarged * preview_.scale);
        const Point size{page.page.area.width * scale, page.page.area.height * scale};
        const Point at{std::floor(room.x + (room.width - size.x) / 2), std::floor(room.y + (room.height - size.y) / 2)};
        Rectangle paper;
        paper.box = {at.x, at.y, size.x, size.y};
        paper.fill = page.page.ground.visible() ? page.page.ground : theme(Look::light).panel;
        paper.stroke = {theme_.hairline, 1};
        scene_.list.add(paper, std::string("export.page"));
        const Point origin{page.page.area.x * scale, page.page.area.y * scale};
        scene_.list.append(scaled(page.list, scale), at - origin, paper.box);
        add_measure({area.x, area.bottom() - words_room + space::small, area.width, words_room - space::small},
                    page.page.area, count, shown);
    }

    /// Returns the page number as it is printed at the page's foot: a worksheet and its answer key each count from 1.
    std::string page_words(Index shown) const {
        const Index count = std::ssize(preview_.pages);
        const Index sheets = preview_.sheets;
        if (sheets == count)
            return fmt::format("page {} of {}", shown + 1, count);
        return shown < sheets ? fmt::format("sheet {} of {}", shown + 1, sheets)
                              : fmt::format("key {} of {}", shown + 1 - sheets, count - sheets);
    }

    /// Returns the width of the widest page number, so that the buttons beside it do not move.
    float widest_page_words() const {
        float widest = 0;
        for (Index page = 0; page < std::ssize(preview_.pages); ++page)
            widest = std::max(widest, ui_.typesetter.measure(page_words(page), Font{}).width);
        return widest;
    }

    void add_measure(const Box& line, const Box& page, Index count, Index shown) {
        const float unit = preview_.scale / pixels_a_centimetre;
        const std::string words =
            count > 1 ? page_words(shown) : fmt::format("{:.1f} × {:.1f} cm", page.width * unit, page.height * unit);
        const float middle = line.centre().x;
        form_.say("export.size", {middle, line.y + 20}, words, theme_.dim, {}, Horizontal::centre);
        std::string remarks;
        for (const std::string& remark : preview_.remarks)
            remarks += (remarks.empty() ? "" : " ") + remark;
        if (!remarks.empty())
            form_.say("export.remarks", {middle, line.y + 40}, remarks, theme_.ink, {}, Horizontal::centre,
                      line.width - 2 * space::huge);
        if (count < 2)
            return;
        const std::vector<Segment> back{{.target = "action:export/page/previous", .label = "◀", .enabled = shown > 0}};
        const std::vector<Segment> on{
            {.target = "action:export/page/next", .label = "▶", .enabled = shown + 1 < count}};
        const float beside = std::ceil(widest_page_words() / 2) + space::medium;
        add_segments(scene_, ui_, {middle - beside - segments_width(ui_, back), line.y}, back);
        add_segments(scene_, ui_, {middle + beside, line.y}, on);
    }

    // --- The path and the buttons ------------------------------------------------------------------------------------

    void add_footer(const Box& area) {
        add_rule(scene_, ui_, {right_.x, area.y}, {right_.right(), area.y});
        float y = area.y + space::medium;
        if (!asked_.how.empty())
            add_export_line(scene_, ui_, {area.x, y}, asked_.how);
        else
            add_text(scene_, ui_, {area.x, y + 20}, place_words(), theme_.dim);
        y += control_height + space::small;
        add_path({area.x, y, area.width, control_height});
        y += control_height + space::small;
        add_said({area.x, y, area.width, 16});
        y = area.bottom() - space::medium - control_height;
        add_buttons({area.x, y});
    }

    std::string place_words() const {
        const std::string endings = document_endings(choices_.document);
        return endings.empty() ? "A folder, which is made where it does not exist."
                               : fmt::format("A file that ends in {}.", endings);
    }

    void add_path(const Box& line) {
        add_field(scene_, ui_, line, export_path_field(choices_.tab), choices_.path(),
                  choices_.tab == ExportTab::listed ? "a folder" : "a path");
    }

    /// Returns the keys of the current field: in a path, Enter writes the file; in other fields it only stores the
    /// text.
    std::string keys_words() const {
        const auto& field = ui_.workspace.field;
        const bool is_taken_first = field && !enter_writes(field->name);
        const bool is_path = field && is_export_path(field->name);
        return fmt::format("{}{} Tab goes through all that is asked, arrow keys change it, Esc closes.",
                           is_taken_first ? "Enter takes it, Enter once more writes." : "Enter writes it.",
                           is_path ? " Down lists folders." : "");
    }

    /// Adds a line about the export under way, or else the last problem or result, or else the keys.
    void add_said(const Box& line) {
        const Workspace& workspace = ui_.workspace;
        const auto say = [&](const char* name, const std::string& words) {
            form_.say(name, {line.x, line.y + 12}, words, *name == '\0' ? theme_.dim : theme_.ink, {}, Horizontal::left,
                      line.width);
        };
        const std::string said = workspace.notice ? workspace.notice->text.letters() : choices_.said();
        if (!workspace.field_problem.empty())
            say("field.problem", workspace.field_problem);
        else if (const auto& progress = ui_.status.progress)
            say("export.said", words_of(*progress));
        else if (!said.empty())
            say("export.said", said);
        else
            say("", keys_words());
    }

    void add_buttons(Point at) {
        const bool listed = choices_.tab == ExportTab::listed;
        const bool is_at_work = ui_.status.progress.has_value();
        const bool possible = preview_.problem.empty() && (!listed || !ui_.session.figures.empty()) && !is_at_work;
        const auto button = [&](Segment segment) {
            at.x += add_segments(scene_, ui_, at, {std::move(segment)}) + space::small;
        };
        button({.target = "action:export/save",
                .label = listed ? "Make all" : "Save",
                .chosen = possible,
                .enabled = possible});
        if (is_at_work)
            button({.target = "action:cancel", .label = "Cancel"});
        if (is_at_work || choices_.tab == ExportTab::document)
            return;
        button({.target = fmt::format("action:export/list/{}", copy_list),
                .label = "Copy as",
                .enabled = possible,
                .opens_menu = true});
        if (listed)
            button({.target = "action:export/change", .label = "Change it", .enabled = !ui_.session.figures.empty()});
        else
            button({.target = "action:export/add", .label = "Add to the session's figures", .enabled = possible});
    }

    Form& form_;
    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    const ExportChoices& choices_;
    const ExportPreview& preview_;
    ExportForm asked_;
    Box box_;
    Box right_;
};

} // namespace

void draw_exporting(Form& form) {
    ExportLayout(form).add();
    add_export_list(form);
}

bool react_in_exporting(const CommandContext& command) {
    if (command.workspace.field)
        return false;
    walk_export(command);
    return true;
}

/// Tab goes on to the next option, with Shift to the one before.
bool leave_export_field(const CommandContext& command) {
    if (!key_pressed(Key::tab))
        return false;
    leave_for_next_option(command);
    return true;
}

bool close_export_list(Workspace& workspace) {
    return !std::exchange(workspace.exporting.open_list, {}).empty();
}

} // namespace attn
