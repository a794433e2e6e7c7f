#include "core/figure/pictures/labels.h"
#include "core/figure/scaled.h"
#include "core/files/printable.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/folder_list.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/export_form.h"
#include "ui/panels/notice_panel.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string_view>
#include <tuple>

namespace attn {

namespace {

constexpr float exporting_margin = space::huge;
constexpr float exporting_widest = 1180;
constexpr float tallest = 860;
constexpr float exporting_header = 62;
constexpr float exporting_footer = 158;
constexpr float form_width = 400;
constexpr float recipe_line = 46;
constexpr float pixels_a_centimetre = 96 / 2.54F;
/// A small figure is not blown up beyond this.
constexpr float most_enlarged = 1.5F;

class ExportLayout {
public:
    ExportLayout(Scene& scene, const UiContext& ui, const Box& window, const ExportPreview& preview)
        : scene_(scene), ui_(ui), theme_(ui.theme()), choices_(ui.workspace.exporting), preview_(preview),
          form_(export_form(ui)) {
        box_ = add_dialog(scene, ui, window,
                          {std::min(exporting_widest, window.width - 2 * space::section),
                           std::min(tallest, window.height - 2 * space::large)});
        right_ = {box_.x + form_width, box_.y + exporting_header, box_.width - form_width,
                  box_.height - exporting_header};
    }

    void add() {
        add_header();
        if (choices_.tab == ExportTab::listed)
            add_recipes();
        else
            add_export_lines(scene_, ui_,
                             {box_.x + exporting_margin, box_.y + exporting_header + space::large, form_width,
                              box_.height - exporting_header - 2 * space::large},
                             form_.what);
        add_preview({right_.x, right_.y, right_.width - 1, right_.height - exporting_footer});
        add_footer({right_.x + exporting_margin, right_.bottom() - exporting_footer,
                    right_.width - 2 * exporting_margin, exporting_footer});
    }

private:
    void add_header() {
        add_text(scene_, ui_, {box_.x + exporting_margin, box_.y + 39}, "Export", theme_.ink, bold(type_size::large));
        const auto tab = [&](ExportTab which, std::string_view name, std::string label) {
            return Segment{.target = fmt::format("action:export/tab/{}", name),
                           .label = std::move(label),
                           .chosen = choices_.tab == which};
        };
        add_segments(
            scene_, ui_, {box_.x + exporting_margin + 92, box_.y + 17},
            {tab(ExportTab::figure, "figure", "A figure"), tab(ExportTab::document, "document", "A document"),
             tab(ExportTab::listed, "listed", fmt::format("The session's figures ({})", ui_.session.figures.size()))});
        const std::vector<Segment> close{{.target = "action:close", .label = "Close"}};
        add_segments(scene_, ui_, {box_.right() - exporting_margin - segments_width(ui_, close), box_.y + 17}, close);
        add_rule(scene_, ui_, {box_.x, box_.y + exporting_header}, {box_.right(), box_.y + exporting_header});
        add_rule(scene_, ui_, {right_.x, right_.y}, {right_.x, right_.bottom()});
    }

    // --- The session's figures ---------------------------------------------------------------------------------------

    void add_recipes() {
        const auto& figures = ui_.session.figures;
        const Box area{box_.x, box_.y + exporting_header + space::small, form_width,
                       box_.height - exporting_header - 2 * space::small};
        if (figures.empty()) {
            add_paragraph(scene_, ui_, {area.x + exporting_margin, area.y + 24}, area.width - 2 * exporting_margin,
                          "None yet. Set a figure up under “A figure”, then “Add to the session's figures”: they are "
                          "saved with the session, and made again all at once when its numbers have changed.",
                          theme_.dim);
            return;
        }
        const Index count = std::ssize(figures);
        const Index shown = std::min(count, to_integer<Index>(area.height / recipe_line));
        const Index marked = std::clamp<Index>(choices_.marked, 0, count - 1);
        const Index first = std::clamp<Index>(marked - shown / 2, 0, count - shown);
        for (Index i = first; i < first + shown; ++i)
            add_recipe(i, i == marked,
                       {area.x + space::small, area.y + static_cast<float>(i - first) * recipe_line,
                        area.width - 2 * space::small, recipe_line});
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

    void add_recipe(Index place, bool marked, const Box& line) {
        constexpr float remove_width = 36;
        const FigureRequest& recipe = ui_.session.figures.at(static_cast<std::size_t>(place));
        const std::string target = fmt::format("action:export/recipe/{}", place + 1);
        Rectangle ground;
        ground.box = line;
        ground.corner_radius = 4;
        if (marked || ui_.workspace.hovered == target)
            ground.fill = faded(theme_.ink, marked ? 0.07F : 0.04F);
        scene_.list.add(ground, target);
        scene_.values.insert_or_assign(target, recipe.name);
        const float room = line.width - remove_width - 2 * space::medium;
        add_text(scene_, ui_, {line.x + space::medium, line.y + 19},
                 ui_.typesetter.shortened(printable(recipe.name), bold(), room), theme_.ink, bold());
        add_text(scene_, ui_, {line.x + space::medium, line.y + 36},
                 ui_.typesetter.shortened(about(recipe), small(), room), theme_.dim, small());
        add_remove(fmt::format("action:export/remove/{}", place + 1),
                   {line.right() - remove_width, line.y, remove_width, line.height});
    }

    void add_remove(const std::string& target, const Box& box) {
        constexpr float arm = 4;
        const Colour colour = ui_.workspace.hovered == target ? theme_.ink : theme_.dim;
        const Point centre = box.centre();
        scene_.list.add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
        scene_.list.add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
        Rectangle place;
        place.box = box;
        scene_.list.add(place, target);
    }

    // --- What will be written ----------------------------------------------------------------------------------------

    void add_preview(const Box& area) {
        Rectangle ground;
        ground.box = area;
        ground.fill = theme_.background;
        scene_.list.add(ground, std::string("export.preview"));
        if (lists_files(ui_))
            add_file_list(scene_, ui_,
                          {area.x + exporting_margin, area.y + space::section, area.width - 2 * exporting_margin,
                           area.height - space::section});
        else if (!preview_.problem.empty()) {
            scene_.values.insert_or_assign("export.problem", preview_.problem);
            add_paragraph(scene_, ui_, {area.x + space::section, area.y + area.height / 2 - 20},
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

    /// As the page's foot counts it: a sheet and its key each from 1.
    std::string page_words(Index shown) const {
        const Index count = std::ssize(preview_.pages);
        const Index sheets = preview_.sheets;
        if (sheets == count)
            return fmt::format("page {} of {}", shown + 1, count);
        return shown < sheets ? fmt::format("sheet {} of {}", shown + 1, sheets)
                              : fmt::format("key {} of {}", shown + 1 - sheets, count - sheets);
    }

    /// Of all that is said of the pages, so that what stands beside it does not move.
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
        scene_.values.insert_or_assign("export.size", words);
        const float middle = line.centre().x;
        add_text(scene_, ui_, {middle, line.y + 20}, words, theme_.dim, {}, Horizontal::centre,
                 std::string("export.size"));
        std::string remarks;
        for (const std::string& remark : preview_.remarks)
            remarks += (remarks.empty() ? "" : " ") + remark;
        if (!remarks.empty()) {
            scene_.values.insert_or_assign("export.remarks", remarks);
            add_text(scene_, ui_, {middle, line.y + 40},
                     ui_.typesetter.shortened(remarks, Font{}, line.width - 2 * space::huge), theme_.ink, {},
                     Horizontal::centre);
        }
        if (count < 2)
            return;
        const std::vector<Segment> back{{.target = "action:export/page/previous", .label = "◀", .enabled = shown > 0}};
        const std::vector<Segment> on{
            {.target = "action:export/page/next", .label = "▶", .enabled = shown + 1 < count}};
        const float beside = std::ceil(widest_page_words() / 2) + space::medium;
        add_segments(scene_, ui_, {middle - beside - segments_width(ui_, back), line.y}, back);
        add_segments(scene_, ui_, {middle + beside, line.y}, on);
    }

    // --- Where to ----------------------------------------------------------------------------------------------------

    void add_footer(const Box& area) {
        add_rule(scene_, ui_, {right_.x, area.y}, {right_.right(), area.y});
        float y = area.y + space::medium;
        if (!form_.how.empty())
            add_export_line(scene_, ui_, {area.x, y}, form_.how);
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

    /// In the fields of what is asked Enter takes what was typed; in those of paths it writes.
    std::string keys_words() const {
        const auto& field = ui_.workspace.field;
        const bool is_taken_first = field && !enter_writes(field->name);
        const bool is_path = field && is_export_path(field->name);
        return fmt::format("{}{} Tab goes through all that is asked, arrow keys change it, Esc closes.",
                           is_taken_first ? "Enter takes it, and once more writes." : "Enter writes it.",
                           is_path ? " Down lists folders." : "");
    }

    /// What is being made; what went wrong, or was done, last; else which keys do what.
    void add_said(const Box& line) {
        const Workspace& workspace = ui_.workspace;
        std::string words = keys_words();
        Colour colour = theme_.dim;
        if (!workspace.field_problem.empty()) {
            words = workspace.field_problem;
            colour = theme_.ink;
            scene_.values.insert_or_assign("field.problem", words);
        } else if (const auto& progress = ui_.status.progress) {
            words = words_of(*progress);
            colour = theme_.ink;
            scene_.values.insert_or_assign("export.said", words);
        } else if (const std::string& said = workspace.notice ? workspace.notice->text : choices_.said();
                   !said.empty()) {
            words = said;
            colour = theme_.ink;
            scene_.values.insert_or_assign("export.said", words);
        }
        add_text(scene_, ui_, {line.x, line.y + 12}, ui_.typesetter.shortened(words, Font{}, line.width), colour);
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

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    const ExportChoices& choices_;
    const ExportPreview& preview_;
    ExportForm form_;
    Box box_;
    Box right_;
};

} // namespace

void exporting_panel(Scene& scene, const UiContext& ui, const Box& window, const ExportPreview& preview) {
    ExportLayout(scene, ui, window, preview).add();
    add_export_list(scene, ui, window);
}

} // namespace attn
